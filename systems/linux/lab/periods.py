# SPDX-License-Identifier: Apache-2.0
"""Measure below a guest what periodic tasks take, and how late they go on if all wake together."""

from collections.abc import Callable, Mapping, Sequence

from systems.linux.lab import guests, lateness, machine, measure
from systems.linux.lab.firmware import PERIODS, Firmware
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
WOKEN, OVERHEAD = measure.TESTS[1:]
TASKS = 64
"""The most that there are; channels of the machine, too."""
_COUNTS = {lateness.FREERTOS: "{1,12,32,64}"}
_COUNTS_OF_SOFTWARE = "{1,12,32}"
"""Numbers of tasks: for more timers in software M mode has no memory."""
WINDOW_MS = 10
"""For which the guest computes, at least; guests/periods.c says so, too."""
_KERNEL_TASKS = 128


def measured(on_line: Callable[[str], None] | None = None) -> list[Record]:
    """Return the records of each time base.

    Raises:
        IsochronError: a guest did not end well.
    """
    return [
        record
        for variant in BASES
        for record in records_of(variant, run(variant, on_line=on_line).lines)
    ]


def run(
    variant: str,
    defines: Mapping[str, str] | None = None,
    on_line: Callable[[str], None] | None = None,
) -> machine.Run:
    """Run the guest on this time base, with these macros of it.

    Raises:
        IsochronError: it did not end well.
    """
    below = machine.Below(
        Firmware(PERIODS, waiters=TASKS, kernel_tasks=_KERNEL_TASKS, time_base=BASES[variant])
    )
    counts = {"COUNTS": _COUNTS.get(variant, _COUNTS_OF_SOFTWARE)}
    guest = guests.build(guests.PERIODS, {**counts, **(defines or {})})
    found = machine.run_guest(guest, channels=TASKS, on_line=on_line, below=below)
    if not found.passed:
        raise IsochronError("the guest did not end well:\n" + "\n".join(found.lines[-12:]))
    return found


def records_of(variant: str, lines: Sequence[str]) -> list[Record]:
    """Return the records of what the guest printed."""
    samples = []
    for line in lines:
        match line.split():
            case ["stolen", *words]:
                tasks, period, cycles, _ = (int(word, 16) for word in words)
                point = {"tasks": tasks, "period": period}
                samples.append(Sample(OVERHEAD, measure.STOLEN, cycles, 0, 0, point))
            case ["woken", *words]:
                tasks, first, last = (int(word, 16) for word in words)
                for metric, cycles in ((measure.FIRST, first), (measure.LAST, last)):
                    samples.append(Sample(WOKEN, metric, cycles, 0, 0, {"tasks": tasks}))
    return lateness.summarised(variant, samples)


def share(record: Record) -> float:
    """Return what part of the processor tasks have taken from the guest, in per cent."""
    alone = max(record.number("period"), WINDOW_MS) * measure.MILLISECOND
    return 100 * record.median / (alone + record.median)


def shares(records: Sequence[Record], tasks: int) -> dict[str, dict[int, float]]:
    """Return these parts by variant, in the order of the bases, and by period in milliseconds."""
    found: dict[str, dict[int, float]] = {variant: {} for variant in BASES}
    for record in records:
        if record.test == OVERHEAD and record.number("tasks") == tasks:
            found[str(record.variant)][record.number("period")] = share(record)
    return {variant: dict(sorted(line.items())) for variant, line in found.items() if line}
