# SPDX-License-Identifier: Apache-2.0
"""Measure with FreeRTOS below Linux: how late a task begins, as records of a results file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace

from isochron.linux import kernel, machine, measure
from isochron.linux.kernel import Kernel, LinuxError
from isochron.results import Record, Source, summarise
from isochron.running.samples import Parameter, Sample

SUITE = "linux-below"
FILE_NAME = "linux-below.json"
"""What was found; a results file like results.json."""
PROGRAM = "/lateness"
KERNEL = f"linux-{kernel.BELOW}"

FREERTOS, NANOSLEEP = "freertos", "nanosleep"
WAITERS = (FREERTOS, NANOSLEEP)
"""Variants: who waits, as linux/programs/lateness.c calls them."""
TEST, LATENCY = measure.TESTS[0], measure.LATENCY
IN_KERNEL, MASKED = "latency-kernel", "latency-masked"
"""Of the releases that found Linux in S mode, and in S mode with its interrupts masked."""
_METRICS = ((LATENCY, (0, 1, 2)), (IN_KERNEL, (1, 2)), (MASKED, (2,)))
MAX_CYCLES = 2_000_000_000


@dataclass(frozen=True)
class Measurement:
    """One measurement, as linux/programs/lateness.c takes it; the order counts."""

    releases: int
    """Of FreeRTOS's task. Linux's program sleeps meanwhile, as often as it can."""
    load: int

    @property
    def text(self) -> str:
        """What the program is given."""
        return ",".join(map(str, astuple(self)))


MEASUREMENTS = (Measurement(1000, 0), Measurement(10000, 1))


def measured(built: Kernel, on_line: Callable[[str], None] | None = None) -> list[Record]:
    """Run the measurements, and return their records.

    Raises:
        LinuxError: Linux did not end, or samples are missing.
    """
    argument = "/".join(one.text for one in MEASUREMENTS)
    run = machine.run(built, [PROGRAM, argument], max_cycles=MAX_CYCLES, on_line=on_line)
    if not run.passed:
        raise LinuxError("the measurements did not end well:\n" + "\n".join(run.lines[-12:]))
    return records_of(run.lines)


def records_of(lines: Sequence[str]) -> list[Record]:
    """Return the records of what the program printed.

    Raises:
        LinuxError: samples are missing.
    """
    found: dict[Measurement, dict[str, list[tuple[int, int]]]] = {}
    for line in lines:
        match line.split():
            case ["lateness", numbers]:
                waiters: dict[str, list[tuple[int, int]]] = {name: [] for name in WAITERS}
                found[Measurement(*map(int, numbers.split(",")))] = waiters
            case ["freertos", cycles, state] if found:
                waiters[FREERTOS].append((int(cycles), int(state)))
            case ["nanosleep", cycles] if found:
                waiters[NANOSLEEP].append((int(cycles), 0))
    there = [one for one, of in found.items() if len(of[FREERTOS]) == one.releases]
    if there != list(MEASUREMENTS) or not all(of[NANOSLEEP] for of in found.values()):
        raise LinuxError("samples are missing: the program printed other numbers of them")
    return [
        record
        for one, of in found.items()
        for waiter in WAITERS
        for record in _records(one, waiter, of[waiter])
    ]


def _records(
    measurement: Measurement, waiter: str, found: Sequence[tuple[int, int]]
) -> list[Record]:
    source = Source(
        paper=measure.PAPER,
        suite=SUITE,
        platform=measure.PLATFORM,
        kernel=KERNEL,
        attachment="bus",
        variant=waiter,
        optimisation="O2",
    )
    point: dict[str, Parameter] = {"tasks": 1, "load": measurement.load}
    metrics = _METRICS if waiter == FREERTOS else _METRICS[:1]
    samples = [
        Sample(TEST, metric, cycles, 0, 0, point)
        for metric, states in metrics
        for cycles, state in found
        if state in states
    ]
    return [
        replace(record, interrupts_off_max=None, interrupts_off_total=None, waits=None)
        for record in summarise(source, samples)
    ]
