# SPDX-License-Identifier: Apache-2.0
"""The scheduler of several cores under random steps of all cores, time and lines.

After each the same tasks run, the same cores are asked to switch, and the same task is the first
that each core could run.
"""

import os
import random
from dataclasses import dataclass

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from cores.scheduler import Options, Scheduler, Task

NAMES = (
    *("none", "create", "start", "ready", "leave", "priority", "affinity", "preemption"),
    *("slice", "yield", "dispatch", "inheritance"),
)
CORES = int(os.environ["NCores"])
TASKS = int(os.environ["NTasks"])
PRIORITIES = int(os.environ["NPriorities"])
AFFINITY = int(os.environ["Affinity"])
ONE_PRIORITY = int(os.environ.get("OnePriority", "0"))
NOBODY = CORES
"""Time, or a line."""


@dataclass
class Step:
    """What is asked of the scheduler."""

    name: str
    task: int = 0
    priority: int = 0
    mask: int = 0
    flag: bool = False


@dataclass
class Model(Scheduler):
    """The golden model, by the names of steps."""

    def perform(self, asks: int, step: Step) -> None:
        """Do what a step does that a core, time or a line asks for."""
        by = None if asks == NOBODY else asks
        if step.name == "create":
            self.tasks[step.task] = Task(step.priority, step.mask)
            self.add_ready(step.task)
            self.yield_for(step.task, by)
        elif step.name == "ready":
            self.wake(step.task, by)
        elif step.name == "yield":
            if not step.flag or self.highest(asks) >= 0:
                self.yield_core(asks, by)
        elif step.name == "leave":
            self.suspend(step.task, by)
        elif step.name == "priority":
            self.set_priority(step.task, step.priority, by)
        elif step.name == "inheritance":
            self.inherit(step, by)
        elif step.name == "affinity":
            self.set_affinity(step.task, step.mask, by)
        elif step.name == "preemption":
            self.set_preemptible(step.task, step.flag, by)
        elif step.name == "slice":
            self.slice_over(step.mask.bit_length() - 1, by)
        elif step.name == "dispatch":
            self.dispatch(asks)

    def inherit(self, step: Step, by: int | None) -> None:
        """xTaskPriorityInherit, xTaskPriorityDisinherit"""
        self.move(step.task, step.priority)
        self.tasks[step.task].base = step.priority
        if not step.flag:
            self.yield_running(step.task, by)
        elif self.tasks[step.task].ready:
            self.yield_for(step.task, by)

    def slice_over(self, number: int, by: int | None) -> None:
        """xTaskIncrementTick's, of one core; for a task that may not be preempted nothing happens.

        Where FreeRTOS counts tasks that this core may not run, or another one that runs, this
        looks at the lists of all cores, and at who runs there.
        """
        task = self.current(number)
        equals = sum(other.ready and other.priority == task.priority for other in self.tasks)
        if task.ready and task.preemptible and equals > 1:
            self.yield_core(number, by)


def random_step(asks: int, model: Model, idle: range) -> Step:
    """Return any that there may be; idle tasks stay ready, and as they are."""
    task = random.randrange(idle.start)
    mask = random.randrange(1, 1 << CORES) if AFFINITY else (1 << CORES) - 1
    names = ["none", "ready", "leave", "priority", "inheritance", "preemption"]
    names += ["affinity"] * AFFINITY
    names += ["slice"] if asks == NOBODY else ["yield", *["dispatch"] * 3]
    name = random.choice(names)
    if name == "slice":
        mask = 1 << random.randrange(CORES)
    priority = random.choice((0, PRIORITIES - 1, random.randrange(PRIORITIES)))
    flag = random.random() < 0.7
    if name in ("priority", "inheritance"):
        if priority == model.tasks[task].base:
            return Step("none", task)
        flag = priority > model.tasks[task].base
    return Step(name, task, priority, mask, flag)


class Bench:
    def __init__(self, dut) -> None:
        self.dut = dut
        options = Options(
            CORES,
            affinity=bool(AFFINITY),
            several_priorities=not ONE_PRIORITY,
            asks_itself=False,
            priorities=PRIORITIES,
        )
        self.model = Model(options)
        self.steps = 0

    async def reset(self) -> None:
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
        self.drive(NOBODY, Step("none"))
        dut.read_i.value = dut.decide_i.value = 0
        dut.one_priority_i.value = ONE_PRIORITY
        dut.init_node_i.value = 0
        dut.rst_ni.value = 0
        dut.init_i.value = 1
        await RisingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        for node in range(TASKS + PRIORITIES + 2):
            dut.init_node_i.value = node
            await RisingEdge(dut.clk_i)
        dut.init_i.value = 0

    def drive(self, asks: int, step: Step) -> None:
        """Put a step on the block's inputs."""
        dut = self.dut
        dut.step_i.value = NAMES.index(step.name)
        dut.asks_i.value = 0 if asks == NOBODY else 1 << asks
        dut.task_i.value = step.task
        dut.priority_i.value = step.priority
        dut.mask_i.value = step.mask
        dut.flag_i.value = step.flag

    async def perform(self, asks: int, step: Step) -> None:
        """Let the block make a step; the lists are as it leaves them at the end."""
        dut = self.dut
        self.drive(asks, step)
        for read, decide in ((1, 0), (0, 1), (0, 0)):
            dut.read_i.value = read
            dut.decide_i.value = decide
            await RisingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        waited = 0
        while dut.busy_o.value or dut.unsettled_o.value:
            await FallingEdge(dut.clk_i)
            waited += 1
        assert waited <= 2
        await RisingEdge(dut.clk_i)
        self.steps += 1

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
            selected = model.next(core)
            if selected is not None:
                selection = int(dut.selection_o.value) >> width * core & (1 << width) - 1
                assert selection == selected, said


@cocotb.test()
async def random_steps(dut) -> None:
    bench = Bench(dut)
    model = bench.model
    await bench.reset()
    idle = range(TASKS - CORES, TASKS)
    every = (1 << CORES) - 1
    own = AFFINITY and random.random() < 0.5  # an idle task stays on its core
    for core, task in enumerate(idle):
        await bench.perform(NOBODY, Step("create", task, 0, 1 << core if own else every))
    for core in range(CORES):
        await bench.perform(core, Step("start", idle[core]))
    model.start([0] * idle.start)
    model.lists = [[[] for _ in range(PRIORITIES)] for _ in range(CORES)]
    for task in range(idle.start):
        model.tasks[task].ready = False
    for core, task in enumerate(idle):
        model.tasks[task].mask = 1 << core if own else every
    for task in range(idle.start):
        mask = random.randrange(1, 1 << CORES) if AFFINITY else every
        step = Step("create", task, random.randrange(PRIORITIES), mask)
        await bench.perform(NOBODY, step)
        model.perform(NOBODY, step)
        bench.check(step)

    for _ in range(2500):
        asks = random.randrange(CORES + 1)
        step = random_step(asks, model, idle)
        await bench.perform(asks, step)
        model.perform(asks, step)
        bench.check(step)
