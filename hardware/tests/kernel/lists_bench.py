# SPDX-License-Identifier: Apache-2.0
"""The state lists against the golden model's: remove, insert, dispatch in random order."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from kernel.model import ReadyList

LINK_NONE, LINK_READY, LINK_DELAYED, LINK_DUE = range(4)
INITIALISES = 1 << 8
"""The bit of the package's type that says so; the index is below it."""


def listed(task: int, link: int, level: int, target: int, new_level: int) -> int:
    """What the package's type says of a task that leaves a list and enters another one."""
    leaves = f"{link != LINK_NONE:b}{link == LINK_READY:b}{level:06b}"
    return int(f"1{task:07b}{leaves}{task:07b}{target:02b}{new_level:06b}", 2)


@cocotb.test()
async def random_moves(dut) -> None:
    """Tasks move between lists; links, cursors and selection agree after each move."""
    n_tasks, n_priorities = int(os.environ["NTasks"]), int(os.environ["NPriorities"])
    ready = [ReadyList() for _ in range(n_priorities)]
    markers = {LINK_DELAYED: n_tasks + n_priorities, LINK_DUE: n_tasks + n_priorities + 1}
    others: dict[int, list[int]] = {LINK_DELAYED: [], LINK_DUE: []}
    place = dict.fromkeys(range(n_tasks), (LINK_NONE, 0))

    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    for signal in (dut.capture_i, dut.listed_i, dut.dispatch_i, dut.node_i):
        signal.value = 0
    dut.rst_ni.value = 0
    dut.init_i.value = INITIALISES
    await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    for node in range(n_tasks + n_priorities + 2):
        dut.init_i.value = INITIALISES | node
        await RisingEdge(dut.clk_i)
    dut.init_i.value = 0

    async def pulse(signal) -> None:
        signal.value = 1
        await RisingEdge(dut.clk_i)
        signal.value = 0

    async def settle() -> int:
        cycles = 0
        await FallingEdge(dut.clk_i)
        while dut.busy_o.value:
            cycles += 1
            await FallingEdge(dut.clk_i)
        return cycles

    async def walk(marker: int) -> list[int]:
        tasks: list[int] = []
        node = marker
        while True:
            dut.node_i.value = node
            await FallingEdge(dut.clk_i)
            node = int(dut.next_rdata.value)
            if node >= n_tasks:
                assert node == marker
                return tasks
            tasks.append(node)
            assert len(tasks) <= n_tasks, "endless list"

    for step in range(1200):
        if random.random() < 0.3 and dut.selection_valid_q.value and any(r.tasks for r in ready):
            level = max(p for p, r in enumerate(ready) if r.tasks)
            ready[level].cursor = ready[level].after_cursor()
            await pulse(dut.dispatch_i)
        else:
            task = random.randrange(n_tasks)
            link, level = place[task]
            target = random.choice((LINK_NONE, LINK_READY, LINK_READY, LINK_DELAYED, LINK_DUE))
            new_level = random.choice((0, n_priorities - 1, random.randrange(n_priorities)))
            dut.node_i.value = task
            await pulse(dut.capture_i)
            dut.listed_i.value = listed(task, link, level, target, new_level)
            await RisingEdge(dut.clk_i)
            dut.listed_i.value = 0
            if link == LINK_READY:
                ready[level].remove(task)
            elif link != LINK_NONE:
                others[link].remove(task)
            if target == LINK_READY:
                ready[new_level].add(task)
            elif target != LINK_NONE:
                others[target].append(task)
            place[task] = (target, new_level)
        assert await settle() <= 3
        levels = [p for p, r in enumerate(ready) if r.tasks]
        if levels and step > 50:
            assert dut.selection_valid_q.value
            assert int(dut.selection_q.value) == ready[max(levels)].after_cursor()
        if step % 20 == 0:
            for p, level in enumerate(ready):
                assert await walk(n_tasks + p) == level.tasks
            for link, tasks in others.items():
                assert await walk(markers[link]) == tasks
