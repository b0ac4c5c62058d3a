# SPDX-License-Identifier: Apache-2.0
"""Measure how late a task of FreeRTOS begins below a guest while other tasks wait."""

from collections.abc import Callable

from systems.linux.lab import guests, lateness, machine
from systems.linux.lab.firmware import Firmware

from isochron.results import Record
from isochron.running.samples import Sample

TEST = "others-wait"
COUNTS = (1, 2, 4, 8, 16, 32, 64)
"""Tasks, of which all but one wait for longer than the run lasts."""
_GUEST = "busy"
_KERNEL_TASKS = 128


BASES = {lateness.FREERTOS: False, lateness.SOFTWARE: True}
"""Variants: whether software counts the timers of all these tasks."""


def measured(on_line: Callable[[str], None] | None = None) -> list[Record]:
    """Return the records of both time bases from a release's date to the task, for each count.

    Raises:
        IsochronError: a guest did not end well.
    """
    return [
        record
        for variant in BASES
        for record in lateness.summarised(
            variant, [sample for count in COUNTS for sample in _samples(variant, count, on_line)]
        )
    ]


def _samples(
    variant: str, count: int, on_line: Callable[[str], None] | None = None
) -> list[Sample]:
    below = machine.Below(
        Firmware(waiters=count - 1, kernel_tasks=_KERNEL_TASKS, software_time=BASES[variant])
    )
    run = machine.run_guest(guests.build(_GUEST), on_line=on_line, below=below).checked()
    return [
        Sample(TEST, lateness.LATENCY, int(line.split()[1], 16), 0, 0, {"tasks": count})
        for line in run.lines
        if line.startswith("late ")
    ]
