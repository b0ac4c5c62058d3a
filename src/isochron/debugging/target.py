# SPDX-License-Identifier: Apache-2.0
"""A stopped program as threads, each with registers: the tasks, or main() before they run."""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from isochron.debugging.link import Link
from isochron.debugging.program import Program
from isochron.paths import ROOT

MAIN = 1
"""The thread that runs before tasks do. A task's thread is the address of its control block."""

REGISTERS = (
    *("zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1"),
    *(f"a{i}" for i in range(8)),
    *(f"s{i}" for i in range(2, 12)),
    *(f"t{i}" for i in range(3, 7)),
    "pc",
)
_CONSTANT = (3, 4)
"""gp and tp: the same in all tasks."""
_CURRENT_TASK = "pxCurrentTCB"
_OF_FREERTOS = "vTaskStartScheduler"


def _load(path: Path) -> ModuleType:
    """Load the module that scripts of GDB use, too; they do without this package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


descriptions = _load(ROOT / "firmware/tools/isochron_tasks.py")


@dataclass(frozen=True)
class Thread:
    """A task, or main()."""

    number: int
    name: str
    description: str
    task: Any = None
    """The task as ``descriptions`` has it."""


class Target(Program):
    """What ``descriptions`` asks for, and threads. Valid until the program goes on."""

    goes_back = True
    """The simulator can begin the run again, up to an earlier step."""

    def __init__(self, elf: Path, link: Link) -> None:
        super().__init__(elf)
        self._link = link
        self._kernel = descriptions.kernel(self)
        self._in_memory = self.variable(_CURRENT_TASK)
        if self._in_memory:
            link.task_at(self._in_memory[0])
        self._threads: dict[int, Thread] | None = None

    def read(self, address: int, length: int) -> bytes:
        """Return bytes of the memory; what is outside of the RAM reads as zeros."""
        return (self._link.load(address, length) or b"").ljust(length, b"\0")

    @cached_property
    def lacks(self) -> str:
        """What keeps the tasks from being shown, and what to do; empty if nothing does."""
        if self._kernel is not None:
            return ""
        if not self.has_symbols:
            return (
                "the program has no symbols, so GDB shows neither tasks nor functions: link it "
                "without -s, and do not strip it"
            )
        if self.label(_OF_FREERTOS) is None:
            return "the program has no FreeRTOS, so there are no tasks to show"
        return (
            "FreeRTOS was compiled without debug information, so GDB shows no tasks: compile it, "
            "and your program, with -g (CMake: -DCMAKE_BUILD_TYPE=RelWithDebInfo)"
        )

    @property
    def on_hardware_kernel(self) -> bool:
        """The program's kernel is the hardware kernel, and not only beside it."""
        return isinstance(self._kernel, descriptions.HardwareKernel)

    def number(self, name: str) -> int | None:
        """Return the value of a variable; None if there is none."""
        address = self.variable(name)
        return None if address is None else int.from_bytes(self.read(*address), "little")

    def state(self, identifier: int) -> int:
        """Return what the kernel in hardware says of a task."""
        return self._link.state(identifier)

    def running(self) -> int:
        """Return what tells the running task."""
        return self._link.where().task

    def bank(self, identifier: int) -> list[int]:
        """Return program counter and x1 to x31 of a task's context."""
        return self._link.bank(identifier)

    def forget(self) -> None:
        """The program goes on, and what was known of it is not true any more."""
        self._threads = None

    @property
    def threads(self) -> dict[int, Thread]:
        """All threads by number, that which runs first."""
        if self._threads is None:
            tasks = self._tasks()
            if not self._runs_tasks():
                text = "tasks are not shown: monitor tasks" if self.lacks else "no task does yet"
                tasks.insert(0, Thread(MAIN, "main", f"running, {text}"))
            self._threads = {thread.number: thread for thread in tasks}
        return self._threads

    @property
    def running_thread(self) -> int:
        """The number of the thread that runs."""
        return self._kernel.running() if self._runs_tasks() else MAIN

    @property
    def place(self) -> int:
        """The program counter of the thread that runs."""
        return self._link.registers()[-1]

    def key(self, thread: int) -> int | None:
        """Return what tells that a thread runs; None: it needs nothing to tell it."""
        if thread == MAIN or thread not in self.threads:
            return None
        return thread if self._in_memory else int(self.threads[thread].task.identifier)

    def _runs_tasks(self) -> bool:
        return (
            self._kernel is not None
            and descriptions.has_started(self)
            and bool(self._kernel.running())
        )

    def _tasks(self) -> list[Thread]:
        if self._kernel is None:
            return []
        running = self.running_thread
        tasks = sorted(self._kernel.tasks(), key=lambda task: task.block != running)
        return [
            Thread(task.block, task.name, self._described(task), task)
            for task in tasks
            if task.state != "deleted" or task.block == running
        ]

    def _described(self, task: Any) -> str:
        # The first task is the running one for the kernel before it has begun to run.
        state = task.state if self._runs_tasks() else task.state.replace("running", "ready")
        text = f"{state}, priority {task.priority}"
        if task.base_priority != task.priority:
            text += f" (its own {task.base_priority})"
        if task.state == "blocked" and task.waits:
            text += f", {self._kernel.waits_for} {task.waits}"
        return text

    def registers(self, thread: int) -> list[int | None]:
        """Return x0 to x31 and the program counter of a thread; None for what was not kept."""
        now = self._link.registers()
        task = self.threads[thread].task if thread in self.threads else None
        if task is None or thread == self.running_thread:
            return list(now)
        return self._kept(task, now)

    def _kept(self, task: Any, now: Sequence[int]) -> list[int | None]:
        """Return the registers of a task that does not run, if those of one that does are these."""
        saved = self._saved(task)
        saved |= {0: 0, **{number: now[number] for number in _CONSTANT if number not in saved}}
        return [saved.get(number) for number in range(len(REGISTERS))]

    def _saved(self, task: Any) -> dict[int, int]:
        return dict(descriptions.saved_registers(self, task))
