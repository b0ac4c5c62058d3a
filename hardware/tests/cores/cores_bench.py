# SPDX-License-Identifier: Apache-2.0
"""The scheduler of several cores under random steps of all its ports at once.

The model takes the steps in the order in which they are granted. After each the same tasks run,
the same cores are asked to switch, and the same task is the first that each core could run.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from cores.scheduler import Options, Scheduler, Task

NAMES = ("create", "ready", "leave", "priority", "affinity", "preemption", "slice", "dispatch")
CORES = int(os.environ["NCores"])
TASKS = int(os.environ["NTasks"])
PRIORITIES = int(os.environ["NPriorities"])
AFFINITY = int(os.environ["Affinity"])
NOBODY = CORES
"""The port of time and lines."""
LONGEST = 6 * CORES + 5
"""Cycles from a request to its grant."""


@dataclass
class Step:
    """A request."""

    name: str
    task: int = 0
    priority: int = 0
    mask: int = 0
    flag: bool = False


@dataclass
class Model(Scheduler):
    """The golden model, by the names of steps."""

    def perform(self, port: int, step: Step) -> None:
        """Do what a step of a port does."""
        by = None if port == NOBODY else port
        if step.name == "create":
            self.tasks[step.task] = Task(step.priority, step.mask)
            self.link(step.task)
            self.yield_for(step.task, by)
        elif step.name == "ready":
            if self.tasks[step.task].ready:
                self.yield_for(step.task, by)
            else:
                self.wake(step.task, by)
        elif step.name == "leave":
            self.suspend(step.task, by)
        elif step.name == "priority":
            self.set_priority(step.task, step.priority, by)
        elif step.name == "affinity":
            self.set_affinity(step.task, step.mask, by)
        elif step.name == "preemption":
            self.set_preemptible(step.task, step.flag, by)
        elif step.name == "slice":
            self.slice_over(step.mask.bit_length() - 1, by)
        else:
            self.dispatch(port)

    def slice_over(self, number: int, by: int | None) -> None:
        """xTaskIncrementTick's, of one core; for a task that may not be preempted nothing happens.

        Where FreeRTOS counts tasks that this core may not run, or another one that runs, this
        looks at the lists of all cores, and at who runs there.
        """
        task = self.current(number)
        equals = sum(other.ready and other.priority == task.priority for other in self.tasks)
        if task.ready and task.preemptible and equals > 1:
            self.yield_core(number, by)


def random_step(port: int, idle: range) -> Step:
    """Return any that a port may ask for; idle tasks stay ready, and as they are."""
    task = random.randrange(idle.start)
    mask = random.randrange(1, 1 << CORES) if AFFINITY else (1 << CORES) - 1
    names = ["ready", "leave", "priority", "preemption", *["affinity"] * AFFINITY]
    names += ["slice"] if port == NOBODY else ["dispatch"] * 3
    name = random.choice(names)
    if name == "slice":
        mask = 1 << random.randrange(CORES)
    priority = random.choice((0, PRIORITIES - 1, random.randrange(PRIORITIES)))
    return Step(name, task, priority, mask, random.random() < 0.7)


class Bench:
    def __init__(self, dut) -> None:
        self.dut = dut
        self.model = Model(Options(CORES, affinity=bool(AFFINITY), priorities=PRIORITIES))
        self.asked: dict[int, Step] = {}
        self.waited = [0] * (CORES + 1)
        self.longest = 0
        self.steps = 0

    async def reset(self) -> None:
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
        self.drive()
        dut.init_node_i.value = 0
        dut.rst_ni.value = 0
        dut.init_i.value = 1
        await RisingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        for node in range(TASKS + PRIORITIES + 2):
            dut.init_node_i.value = node
            await RisingEdge(dut.clk_i)
        dut.init_i.value = 0

    def drive(self) -> None:
        """Put what is asked for on the ports."""

        def packed(width: int, value) -> int:
            return sum(value(step) << width * port for port, step in self.asked.items())

        dut = self.dut
        dut.request_i.value = sum(1 << port for port in self.asked)
        dut.step_i.value = packed(3, lambda step: NAMES.index(step.name))
        dut.task_i.value = packed((TASKS - 1).bit_length(), lambda step: step.task)
        dut.priority_i.value = packed((PRIORITIES - 1).bit_length(), lambda step: step.priority)
        dut.mask_i.value = packed(CORES, lambda step: step.mask)
        dut.flag_i.value = packed(1, lambda step: step.flag)

    async def cycle(self) -> int | None:
        """Pass one; return the port that is granted, if one is."""
        self.drive()
        await FallingEdge(self.dut.clk_i)
        grant = int(self.dut.grant_o.value)
        assert grant & (grant - 1) == 0
        assert not grant & ~sum(1 << port for port in self.asked)
        for port in self.asked:
            if not grant >> port & 1:
                self.waited[port] += 1
                self.longest = max(self.longest, self.waited[port])
        await RisingEdge(self.dut.clk_i)
        return grant.bit_length() - 1 if grant else None

    async def settle(self) -> None:
        """Until the step that was granted is done."""
        asked, self.asked = self.asked, {}
        for _ in range(6):
            await self.cycle()
        self.asked = asked

    def check(self, step: Step | None) -> None:
        """The same tasks run, the same cores are asked, the same tasks come next."""
        dut, model = self.dut, self.model
        width = (TASKS - 1).bit_length()
        for core, state in enumerate(model.cores):
            said = f"core {core} after {self.steps} steps, the last {step}"
            assert int(dut.runs_o.value) >> core & 1, said
            current = int(dut.current_o.value) >> width * core & (1 << width) - 1
            assert current == state.task, said
            assert int(dut.scheduled_o.value) >> core & 1 == state.scheduled, said
            assert int(dut.pending_o.value) >> core & 1 == state.pending, said
            highest = model.highest(core)
            assert int(dut.any_ready_o.value) >> core & 1 == (highest >= 0), said
            if highest >= 0:
                selection = int(dut.selection_o.value) >> width * core & (1 << width) - 1
                assert selection == model.lists[core][highest][0], said


@cocotb.test()
async def random_steps(dut) -> None:
    bench = Bench(dut)
    model = bench.model
    await bench.reset()
    idle = range(TASKS - CORES, TASKS)
    model.start([0] * idle.start)
    for core in range(CORES):
        bench.asked[core] = Step("create", idle[core], 0, (1 << CORES) - 1, flag=True)
    while bench.asked:
        port = await bench.cycle()
        if port is not None:
            del bench.asked[port]
    model.lists = [[[] for _ in range(PRIORITIES)] for _ in range(CORES)]
    for task in range(idle.start):
        model.tasks[task].ready = False
    for task in range(idle.start):
        step = Step("create", task, random.randrange(PRIORITIES), (1 << CORES) - 1)
        bench.asked[NOBODY] = step
        while await bench.cycle() is None:
            pass
        del bench.asked[NOBODY]
        model.perform(NOBODY, step)
        await bench.settle()
        bench.check(step)

    for _ in range(2500):
        eager = random.choice((0.02, 0.5, 1))
        for port in range(CORES + 1):
            if port not in bench.asked and random.random() < eager:
                bench.asked[port] = random_step(port, idle)
                bench.waited[port] = 0
        port = await bench.cycle()
        if port is None:
            continue
        step = bench.asked.pop(port)
        model.perform(port, step)
        bench.steps += 1
        # with the others' requests waiting, or at rest: a check needs a step that is done
        if random.random() < 0.5:
            await bench.settle()
            bench.check(step)
    assert bench.steps > 400
    assert bench.longest <= LONGEST
