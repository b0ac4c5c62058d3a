# SPDX-License-Identifier: Apache-2.0
"""A stopped program of several cores as threads: each task, on its core or waiting."""

import re
from typing import Any

from systems.smp.lab.machine import SMP

from isochron.debugging.target import MAIN, REGISTERS, Target, descriptions

_LAYOUT = SMP / "firmware/port/port_layout.h"
_IN_SOFTWARE = "pxCurrentTCBs"


class CoresTarget(Target):
    """A task is known by its control block, whichever kernel it is on.

    Until tasks run, main() does, on the first core.
    """

    goes_back = False

    @property
    def running_thread(self) -> int:
        """The number of the thread on the core that has stopped."""
        core, tasks = self._link.cores()
        return tasks[core] if self._runs_tasks() else MAIN

    @property
    def place(self) -> int:
        """The program counter of the core that has stopped."""
        core, _ = self._link.cores()
        return self._link.registers(core)[-1]

    def key(self, thread: int) -> int | None:
        """Return what tells that a thread runs; None: it needs nothing to tell it."""
        return None if thread == MAIN or thread not in self.threads else thread

    def _runs_tasks(self) -> bool:
        core, tasks = self._link.cores()
        return self._kernel is not None and bool(tasks[core])

    def _described(self, task: Any) -> str:
        _, tasks = self._link.cores()
        text = super()._described(task)
        if task.block not in tasks:
            return text
        return f"running on core {tasks.index(task.block)},{text.partition(',')[2]}"

    def registers(self, thread: int) -> list[int | None]:
        """Return x0 to x31 and the program counter of a thread; None for what was not kept."""
        core, tasks = self._link.cores()
        if thread in tasks:
            return list(self._link.registers(tasks.index(thread)))
        task = self.threads[thread].task if thread in self.threads else None
        now = self._link.registers(core)
        return list(now) if task is None else self._kept(task, now)

    def _saved(self, task: Any) -> dict[int, int]:
        return self._in_frame(task) if self.variable(_IN_SOFTWARE) else super()._saved(task)

    def _in_frame(self, task: Any) -> dict[int, int]:
        """Return the registers of a task that FreeRTOS's scheduler has taken off a core."""
        layout = re.findall(r"#define portFRAME_(\w+) +(\d+)", _LAYOUT.read_text())
        frame = {name: int(value) for name, value in layout}
        top = task.top_of_stack
        data = self.read(top, 4 * frame["WORDS"])
        words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]
        first = frame["X5"] - 5
        others = {number: words[first + number] for number in range(5, len(REGISTERS) - 1)}
        return {
            **others,
            descriptions.PC: words[frame["PC"]],
            descriptions.RA: words[frame["RA"]],
            REGISTERS.index("sp"): top + 4 * frame["WORDS"],
        }
