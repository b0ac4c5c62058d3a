# SPDX-License-Identifier: Apache-2.0
"""Measure on Linux: how late tasks go on, and what their waits take, as records of results.json."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace

from systems.linux.lab import machine
from systems.linux.lab.kernel import Kernel

from isochron.errors import IsochronError
from isochron.results import Record, Source, summarise
from isochron.running.samples import Parameter, Sample

SUITE = "linux-time-manager"
PAPER = "time-manager"
PLATFORM = "vexriscv-linux"
FILE_NAME = "linux.json"
"""What was found of wake-ups; a results file like results.json."""
FURTHER_FILE_NAME = "linux-further.json"
"""... of overhead, and of poll()."""
PROGRAM = "/latency"

BASES = ("time-manager", "software-time", "nanosleep")
"""Variants: who ends a wait. In the order of programs/latency.c, as those that follow."""
TESTS = ("one-wakes", "all-wake", "overhead", "poll-or-wait")
OVERHEAD, POLLED = TESTS[2:]
FURTHER_TESTS = (OVERHEAD, POLLED)
"""Those of the further file."""
FIRST, LAST = "wake-first", "wake-last"
LATENCY = "latency"
SHARE = "share"
"""Cycles of each million that the tasks take."""
MILLION = 1_000_000
POLLED_TURNS = ("wait", "poll", "poll-timed")
"""Latencies of releases that take turns; the last is of poll() with a time-out."""

MILLISECOND = 100_000
"""Clock cycles."""
TICK = 10 * MILLISECOND
"""The software time base's."""
SWEEP = tuple(range(1, 13))
"""The paper's numbers of tasks."""
FURTHER_SWEEP = (16, 32, 64)
"""On a machine with as many channels as the last of these."""
WAKE_UP = 10_000
"""Clock cycles: more than each of several tasks that wake together takes, on any base."""
RELEASES = 20
TICK_RELEASES = 8
"""On the software time base, whose releases are ten times as far apart."""
LOADED_RELEASES = 2000
"""Of the one task in the histograms under load."""
POLLED_RELEASES, POLLED_LOADED_RELEASES = 60, 300
OVERHEAD_TASKS = 12
"""The paper's number."""
OVERHEAD_SWEEP = (1, OVERHEAD_TASKS, 64)
OVERHEAD_WINDOW = 20 * MILLISECOND
"""Or a period, if that is longer."""
OVERHEAD_PERIODS = (1, 10, 100)
"""In milliseconds. On the software time base none is below its tick."""
_LONGER_THAN_1_MS = (("time-manager", 64), ("nanosleep", OVERHEAD_TASKS), ("nanosleep", 64))
"""What so many tasks take to wake together, by the base."""
MAX_CYCLES = 10_000_000_000
MEASUREMENTS_PER_BOOT = 24
"""So that the kernel's command line is long enough for them."""


@dataclass(frozen=True)
class Measurement:
    """One measurement, as programs/latency.c takes it; the order counts."""

    base: int
    test: int
    tasks: int
    releases: int
    period: int
    load: int = 0

    @property
    def text(self) -> str:
        """What the program is given."""
        return ",".join(map(str, astuple(self)))


def sweep(bases: Sequence[int] = (0, 1, 2), tasks: Sequence[int] = SWEEP) -> list[Measurement]:
    """Return figure 3: N wait and one wakes, and N wake together."""
    return [
        Measurement(base, test, count, _releases(base), max(_period(base), test * _to_wake(count)))
        for base in bases
        for test in (0, 1)
        for count in tasks
    ]


def overhead(tasks: int, bases: Sequence[int] = (0, 1, 2)) -> list[Measurement]:
    """Return figure 4: what is taken from a program that only computes, against the period."""
    return [
        Measurement(base, 2, tasks, max(OVERHEAD_WINDOW // period, 1) + 1, period)
        for base in bases
        for period in (MILLISECOND * length for length in OVERHEAD_PERIODS)
        if period >= _period(base)
        and (period > MILLISECOND or (BASES[base], tasks) not in _LONGER_THAN_1_MS)
    ]


def loaded(releases: int = LOADED_RELEASES, bases: Sequence[int] = (0, 2)) -> list[Measurement]:
    """Return the histograms under load."""
    return [Measurement(base, 0, 1, releases, _period(base), load=1) for base in bases]


def polled() -> list[Measurement]:
    """Return how soon one task goes on from WAIT and from poll(), which take turns."""
    return [
        Measurement(0, 3, 1, releases, MILLISECOND, load)
        for load, releases in enumerate((POLLED_RELEASES, POLLED_LOADED_RELEASES))
    ]


def _period(base: int) -> int:
    return TICK if BASES[base] == "software-time" else MILLISECOND


def _to_wake(tasks: int) -> int:
    """Return the cycles, whole milliseconds and two at least, in which so many tasks wake."""
    return max(2, math.ceil(tasks * WAKE_UP / MILLISECOND)) * MILLISECOND


def _releases(base: int) -> int:
    return TICK_RELEASES if BASES[base] == "software-time" else RELEASES


Plan = Mapping[int, Sequence[Measurement]]
"""Measurements, by the channels that the machine must have."""
WAKE_UPS: Plan = {
    machine.CHANNELS: [*sweep(), *loaded()],
    max(FURTHER_SWEEP): sweep(tasks=FURTHER_SWEEP),
}
_ALONE = Measurement(0, 2, 0, 2, MILLISECOND * max(OVERHEAD_PERIODS))
"""What Linux itself takes from that program, without tasks."""
FURTHER: Plan = {
    machine.CHANNELS: [*polled(), _ALONE, *overhead(1), *overhead(OVERHEAD_TASKS)],
    max(OVERHEAD_SWEEP): overhead(max(OVERHEAD_SWEEP)),
}


def read(lines: Sequence[str]) -> Iterator[tuple[Measurement, list[tuple[str, ...]]]]:
    """Yield each measurement with what was printed of it: the words of a line."""
    found: list[tuple[Measurement, list[tuple[str, ...]]]] = []
    for line in lines:
        words = line.split()
        if words[:1] == ["measure"]:
            numbers = map(int, words[1].split(","))
            found.append((Measurement(*numbers), []))
        elif words[:1] in (["sample"], ["stolen"]) and found:
            found[-1][1].append(tuple(words))
    yield from found


def samples(measurement: Measurement, lines: Sequence[tuple[str, ...]]) -> list[Sample]:
    """Return the samples of one measurement.

    Where all wake, the first and the last of each release are metrics of their own.

    Raises:
        IsochronError: there are not as many as there should be.
    """
    test = TESTS[measurement.test]
    point = {"tasks": measurement.tasks, "period": measurement.period // MILLISECOND}
    if measurement.load:
        point["load"] = measurement.load
    if test == OVERHEAD:
        _, stolen, window = lines[0]
        return [_sample(test, SHARE, round(MILLION * int(stolen) / int(window)), point)]
    tasks = measurement.tasks if test == "all-wake" else 1
    by_task: dict[int, list[int]] = {}
    for _, task, cycles in lines:
        by_task.setdefault(int(task), []).append(int(cycles))
    if [len(found) for found in by_task.values()] != [measurement.releases] * tasks:
        raise IsochronError(f"measurement {measurement.text}: there are {len(lines)} samples")
    if test == POLLED:
        return [
            _sample(test, metric, cycles, point)
            for first, metric in enumerate(POLLED_TURNS)
            for cycles in by_task[0][first :: len(POLLED_TURNS)]
        ]
    if test == "one-wakes":
        return [_sample(test, LATENCY, cycles, point) for cycles in by_task[0]]
    releases = list(zip(*by_task.values(), strict=True))
    return [
        _sample(test, metric, choose(release), point)
        for metric, choose in ((FIRST, min), (LAST, max))
        for release in releases
    ]


def _sample(test: str, metric: str, cycles: int, point: Mapping[str, Parameter]) -> Sample:
    """Return a sample of the time that the program read: there are no probes here."""
    return Sample(test, metric, cycles, 0, 0, point)


def measured(
    kernel: Kernel, on_line: Callable[[str], None] | None = None, *, plan: Plan
) -> list[Record]:
    """Run all measurements of a plan on a kernel, and return their records.

    Raises:
        IsochronError: Linux did not end, or a measurement is missing.
    """
    return [
        record
        for channels, measurements in plan.items()
        for record in measure(kernel, measurements, channels, on_line)
    ]


def measure(
    kernel: Kernel,
    measurements: Sequence[Measurement],
    channels: int = machine.CHANNELS,
    on_line: Callable[[str], None] | None = None,
) -> list[Record]:
    """Run measurements on a kernel, on a machine with so many channels, and return their records.

    Raises:
        IsochronError: Linux did not end, or a measurement is missing.
    """
    records = []
    for at in range(0, len(measurements), MEASUREMENTS_PER_BOOT):
        group = measurements[at : at + MEASUREMENTS_PER_BOOT]
        argument = "/".join(measurement.text for measurement in group)
        run = machine.run(
            kernel, [PROGRAM, argument], channels=channels, max_cycles=MAX_CYCLES, on_line=on_line
        ).checked()
        if [measurement for measurement, _ in read(run.lines)] != list(group):
            raise IsochronError(f"not all of {argument} was measured")
        records += records_of(kernel.name, run.lines)
    return records


def records_of(kernel: str, lines: Sequence[str]) -> list[Record]:
    """Return the records of what a kernel printed."""
    records = []
    for measurement, words in read(lines):
        source = Source(
            paper=PAPER,
            suite=SUITE,
            platform=PLATFORM,
            kernel=f"linux-{kernel}",
            attachment="bus",
            variant=BASES[measurement.base],
            optimisation="O2",
        )
        records += [
            replace(record, interrupts_off_max=None, interrupts_off_total=None, waits=None)
            for record in summarise(source, samples(measurement, words))
        ]
    return records


def shares(
    records: Sequence[Record], tasks: int, bases: Sequence[str] = BASES
) -> dict[str, dict[int, float]]:
    """Return what part of the processor so many tasks take, in per cent.

    By variant, in the order of the bases, and by period in milliseconds.
    """
    found: dict[str, dict[int, float]] = {base: {} for base in bases}
    for record in records:
        base = str(record.variant)
        if record.test == OVERHEAD and record.number("tasks") == tasks and base in found:
            found[base][record.number("period")] = 100 * record.median / MILLION
    return {base: dict(sorted(line.items())) for base, line in found.items() if line}
