# SPDX-License-Identifier: Apache-2.0
"""Measure how late a task of FreeRTOS begins below a guest while other tasks wait."""

from __future__ import annotations

from collections.abc import Callable

from isochron.linux import guests, lateness, machine
from isochron.linux.firmware import Firmware
from isochron.linux.kernel import LinuxError
from isochron.results import Record
from isochron.running.samples import Sample

TEST = "others-wait"
COUNTS = (1, 2, 4, 8, 16, 32, 64)
"""Tasks, of which all but one wait for longer than the run lasts."""
_GUEST = "busy"
_KERNEL_TASKS = 128


def measured(on_line: Callable[[str], None] | None = None) -> list[Record]:
    """Return the records from the line's edge until the task has served it, for each count.

    Raises:
        LinuxError: a guest did not end well.
    """
    found = []
    image = guests.build(_GUEST)
    for count in COUNTS:
        below = machine.Below(Firmware(waiters=count - 1, kernel_tasks=_KERNEL_TASKS))
        run = machine.run_guest(image, on_line=on_line, watch=True, below=below)
        if not run.passed:
            raise LinuxError("the guest did not end well:\n" + "\n".join(run.lines[-12:]))
        found += [
            Sample(TEST, lateness.LATENCY, edge.task, 0, 0, {"tasks": count})
            for edge in run.edges
            if (edge.line, edge.state != lateness.IN_M_MODE) == (lateness.TIME_MANAGER, True)
        ]
    return lateness.summarised(lateness.FREERTOS, found)
