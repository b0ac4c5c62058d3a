# SPDX-License-Identifier: Apache-2.0
"""Measure what periodic tasks take from Linux above them, and how late they wake all together."""

from collections.abc import Callable, Mapping, Sequence

from systems.linux.lab import guests, lateness, machine, measure
from systems.linux.lab.firmware import PERIODS, Firmware
from systems.linux.lab.kernel import Kernel
from systems.time_manager.lab import alchemy

from isochron.errors import IsochronError
from isochron.results import Record
from isochron.running.samples import Sample

TICKLESS = "freertos-tickless"
BASES = {
    lateness.FREERTOS: 0,
    TICKLESS: int(alchemy.TICKLESS_TIME_BASE[alchemy.TIME_BASE]),
    lateness.SOFTWARE: int(alchemy.SOFTWARE_TIME_BASE[alchemy.TIME_BASE]),
}
"""Variants: the time base of the tasks."""
WOKEN = measure.TESTS[1]
TESTS = (WOKEN, measure.OVERHEAD)
FILE_NAME = "linux-below-periods.json"
"""What was found; a results file like results.json."""
TASKS = 64
"""The most that there are; channels of the machine, too."""
_COUNTS = {lateness.FREERTOS: (1, 12, 64)}
_COUNTS_OF_SOFTWARE = (1, 12)
"""Numbers of tasks: for more timers in software M mode has no memory."""
WINDOW_MS = 10
"""For which the program computes, at least; periods/measure.c says so, too."""
_KERNEL_TASKS = 128
_PROGRAM = "/periods"


def measured(built: Kernel, on_line: Callable[[str], None] | None = None) -> list[Record]:
    """Run a program of Linux above the tasks, on each time base, and return the records.

    Raises:
        IsochronError: Linux did not end well, or figures are missing.
    """
    records = []
    for variant in BASES:
        counts = _COUNTS.get(variant, _COUNTS_OF_SOFTWARE)
        found = machine.run(
            built,
            [_PROGRAM, ",".join(map(str, counts))],
            channels=TASKS,
            max_cycles=lateness.MAX_CYCLES,
            on_line=on_line,
            below=_below(variant),
        )
        records += records_of(variant, found.checked().lines)
        if {record.number("tasks") for record in records if record.variant == variant} != {*counts}:
            raise IsochronError("the program printed figures of other numbers of tasks")
    return records


def of_a_guest(defines: Mapping[str, str]) -> list[Record]:
    """Run a guest with these macros in Linux's place, above the tasks of the time manager.

    Raises:
        IsochronError: it did not end well.
    """
    guest = guests.build(guests.PERIODS, defines)
    found = machine.run_guest(guest, channels=TASKS, below=_below(lateness.FREERTOS))
    return records_of(lateness.FREERTOS, found.checked().lines)


def _below(variant: str) -> machine.Below:
    return machine.Below(
        Firmware(PERIODS, waiters=TASKS, kernel_tasks=_KERNEL_TASKS, time_base=BASES[variant])
    )


def records_of(variant: str, lines: Sequence[str]) -> list[Record]:
    """Return the records of what the program printed.

    Raises:
        IsochronError: other work of Linux came between in each try.
    """
    samples = []
    for line in lines:
        match line.split():
            case ["stolen", *words]:
                tasks, period, stolen, window = (int(word, 0) for word in words)
                point = {"tasks": tasks, "period": period}
                share = round(measure.MILLION * stolen / window)
                if not share:
                    raise IsochronError(f"{tasks} tasks, {period} ms: the program did not see them")
                samples.append(Sample(measure.OVERHEAD, measure.SHARE, share, 0, 0, point))
            case ["woken", *words]:
                tasks, first, last = (int(word, 0) for word in words)
                for metric, cycles in ((measure.FIRST, first), (measure.LAST, last)):
                    samples.append(Sample(WOKEN, metric, cycles, 0, 0, {"tasks": tasks}))
    return lateness.summarised(variant, samples)
