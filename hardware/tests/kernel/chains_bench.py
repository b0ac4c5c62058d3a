# SPDX-License-Identifier: Apache-2.0
"""The event chains against sorted lists: insert, wake the best, remove anyone, the pended tasks."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

NONE, OBJECT, PENDED = range(3)
STAGES = ("fetch", "rank", "head", "read", "decide")
"""Where an operation is: the first bits of the package's type, the highest first."""
GIVES, APPENDS = len(STAGES), len(STAGES) + 1
"""The two bits after them."""
SUBJECT = slice(APPENDS + 1, APPENDS + 8)
"""And those of the subject."""
INITIALISES = 1 << 8
"""The bit of the package's type that says so; the index is below it."""


class Bench:
    """Walks an operation through the block's stages."""

    def __init__(self, dut) -> None:
        self.dut = dut
        self.fields = ["0"] * len(dut.operation_i)
        """The operation's bits, the highest first."""

    async def start(self, objects: int) -> None:
        """Reset and initialise."""
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
        for signal in (dut.operation_i, dut.chained_i):
            signal.value = 0
        dut.rst_ni.value = 0
        await RisingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        for o in range(objects):
            dut.init_i.value = INITIALISES | o
            await RisingEdge(dut.clk_i)
        dut.init_i.value = 0

    async def stage(self, name: str) -> None:
        """One cycle in a stage."""
        self.enter(name)
        await RisingEdge(self.dut.clk_i)
        self.enter(None)

    def enter(self, name: str | None) -> None:
        """Say where the operation is."""
        self.fields[: len(STAGES)] = ["01"[stage == name] for stage in STAGES]
        self.dut.operation_i.value = int("".join(self.fields), 2)

    async def operation(
        self,
        *,
        target: int = 0,
        task: int | None = 0,
        level: int = 0,
        insert: bool = False,
        remove: int = NONE,
        append: int = NONE,
    ) -> tuple[int | None, bool]:
        """Perform one operation; no task means the best waiter. Returns it and "any waiter"."""
        dut = self.dut
        best = task is None
        dut.object_i.value = target
        await self.stage("fetch")
        self.fields[GIVES] = "01"[best]
        dut.priority_i.value = level
        await self.stage("rank")
        self.enter("head")
        await FallingEdge(dut.clk_i)
        waiters = bool(dut.any_waiter_q.value)
        if best:
            task = int(dut.head.value) if waiters else None
        await RisingEdge(dut.clk_i)
        self.enter(None)
        if task is None:
            return None, waiters
        self.fields[SUBJECT] = f"{task:07b}"
        self.fields[APPENDS] = "01"[insert]
        await self.stage("read")
        dut.chained_i.value = (remove == OBJECT) << 3 | (remove == PENDED) << 2 | append
        await self.stage("decide")
        for _ in range(2):
            await RisingEdge(dut.clk_i)
        return task, waiters


@cocotb.test()
async def random_waits(dut) -> None:
    """Random waits, wakes, removals and suspensions of the scheduler."""
    n_tasks, n_priorities = int(os.environ["NTasks"]), int(os.environ["NPriorities"])
    n_objects = int(os.environ["NObjects"])
    bench = Bench(dut)
    await bench.start(n_objects)
    waiters: list[list[tuple[int, int]]] = [[] for _ in range(n_objects)]  # (priority, task)
    pended: list[int] = []
    woken = 0
    for _ in range(1500):
        o = random.randrange(n_objects)
        waiting = {t: (p, q) for q, chain in enumerate(waiters) for p, t in chain}
        task = random.randrange(n_tasks)
        dice = random.random()
        if dice < 0.4:  # wake the best, into the pended tasks or nowhere
            append = PENDED if random.random() < 0.4 else NONE
            chosen, any_waiter = await bench.operation(
                target=o, task=None, remove=OBJECT, append=append
            )
            assert any_waiter == bool(waiters[o])
            if waiters[o]:
                expected = waiters[o].pop(0)[1]
                assert chosen == expected
                woken += 1
                if append == PENDED:
                    pended.append(expected)
        elif task in waiting:
            level, o = waiting[task]
            await bench.operation(target=o, task=task, level=level, remove=OBJECT)
            waiters[o].remove((level, task))
        elif task in pended:
            await bench.operation(task=task, remove=PENDED)
            pended.remove(task)
        else:
            level = random.choice((0, 3, n_priorities - 1))
            await bench.operation(target=o, task=task, level=level, insert=True, append=OBJECT)
            at = sum(p >= level for p, _ in waiters[o])
            waiters[o].insert(at, (level, task))
        await FallingEdge(dut.clk_i)
        assert bool(dut.pended_any_q.value) == bool(pended)
        if pended:
            assert int(dut.pended_first_q.value) == pended[0]
        await RisingEdge(dut.clk_i)
    assert woken > 100
