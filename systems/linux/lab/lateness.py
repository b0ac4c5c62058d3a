# SPDX-License-Identifier: Apache-2.0
"""Measure with FreeRTOS below Linux: how late a task begins, as records of a results file."""

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace

from systems.linux.lab import kernel, machine, measure
from systems.linux.lab.firmware import Firmware
from systems.linux.lab.kernel import Kernel

from isochron.building import symbols
from isochron.errors import IsochronError
from isochron.results import Record, Source, summarise
from isochron.running.samples import Parameter, Sample

SUITE = "linux-below"
FILE_NAME = "linux-below.json"
"""What was found; a results file like results.json."""
PROGRAM = "/lateness"
KERNEL = f"linux-{kernel.BELOW}"

FREERTOS, NANOSLEEP = "freertos", "nanosleep"
WAITERS = (FREERTOS, NANOSLEEP)
"""Variants: who waits, as programs/lateness.c calls them."""
CACHED = "freertos-cached"
"""FreeRTOS's, with M mode's code in the RAM and in the cache."""
SLOW = "freertos-slow-ram"
"""FreeRTOS's, with a RAM that is late by SLOW_RAM cycles at each line and at each word alone."""
SOFTWARE = "freertos-software-time"
"""FreeRTOS's, with timers that software counts down at a tick."""
VARIANTS = (*WAITERS, CACHED, SLOW, SOFTWARE)
SLOW_RAM = 20
TEST, LATENCY = measure.TESTS[0], measure.LATENCY
IN_KERNEL, MASKED = "latency-kernel", "latency-masked"
"""Of the releases that found Linux in S mode, and in S mode with its interrupts masked."""
ENTRY = "entry"
"""From the line's edge to the first instruction of M mode."""
LINE = "line-rises"
"""Test: another line, of which the simulator knows the edge."""
LONGEST, CYCLES = "masked", "longest"
"""Test and metric: how long M mode masks interrupts at most, and where."""
_METRICS = ((LATENCY, (0, 1, 2)), (IN_KERNEL, (1, 2)), (MASKED, (2,)))
IN_M_MODE = 3
TIME_MANAGER = 7
"""Its line, of which an edge comes with each release; firmware/machine.h says so, too."""
_OTHERS = (0, 1)
"""Lines that rise where a measurement has a pace."""
MAX_CYCLES = 2_000_000_000


@dataclass(frozen=True)
class Measurement:
    """One measurement, as programs/lateness.c takes it; the order counts."""

    releases: int
    """Of FreeRTOS's task. Linux's program sleeps meanwhile, as often as it can."""
    load: int
    pace: int = 0
    """Cycles between edges of each of two more lines."""

    @property
    def text(self) -> str:
        """What the program is given."""
        return ",".join(map(str, astuple(self)))


MEASUREMENTS = (Measurement(1000, 0), Measurement(10000, 1), Measurement(2500, 1, 3000))
FEWER = (Measurement(1000, 1),)
_RUNS = {
    FREERTOS: (machine.DEFAULT, MEASUREMENTS),
    CACHED: (machine.Below(Firmware(code_in_ram=True)), FEWER),
    SLOW: (machine.Below(ram_wait=SLOW_RAM), FEWER),
    SOFTWARE: (machine.Below(Firmware(software_time=True)), FEWER),
}

_Found = dict[str, list[tuple[int, int]]]
"""Cycles and state of Linux, by waiter."""


def measured(
    built: Kernel, on_line: Callable[[str], None] | None = None, *, variant: str = FREERTOS
) -> list[Record]:
    """Run the measurements of FreeRTOS's task in a variant, and return their records.

    Raises:
        IsochronError: Linux did not end, or samples are missing.
    """
    below, measurements = _RUNS[variant]
    argument = "/".join(measurement.text for measurement in measurements)
    run = machine.run(
        built,
        [PROGRAM, argument],
        max_cycles=MAX_CYCLES,
        on_line=on_line,
        watch=True,
        below=below,
    ).checked()
    return records_of(run, variant, measurements, symbols.Code(below.firmware.elf))


def records_of(
    run: machine.Run, variant: str, measurements: Sequence[Measurement], code: symbols.Code
) -> list[Record]:
    """Return the records of what a program printed and the simulator saw.

    Args:
        run: the program's and the simulator's.
        variant: how the machine is built.
        measurements: that were asked for.
        code: M mode's.

    Raises:
        IsochronError: samples are missing.
    """
    found = _read(run.lines)
    complete = [load for load, (_, of) in found.items() if len(of[FREERTOS]) == load.releases]
    if complete != list(measurements) or not all(of[NANOSLEEP] for _, of in found.values()):
        raise IsochronError("samples are missing: the program printed other numbers of them")
    dates = [edge for edge in run.edges if edge.line == TIME_MANAGER]
    records = []
    for load, (first, of) in found.items():
        point: dict[str, Parameter] = {"load": load.load}
        if load.pace:
            records += _of_lines(variant, run.edges, point)
            continue
        samples = [
            Sample(TEST, metric, cycles, 0, 0, point)
            for metric, states in _METRICS
            for cycles, state in of[FREERTOS]
            if state in states
        ]
        samples += _entries(TEST, dates[first : first + load.releases], point)
        records += summarised(variant, samples)
        if variant == FREERTOS:
            sleeps = [Sample(TEST, LATENCY, cycles, 0, 0, point) for cycles, _ in of[NANOSLEEP]]
            records += summarised(NANOSLEEP, sleeps)
    return records + _longest(variant, run.stretches, code)


def _read(lines: Sequence[str]) -> dict[Measurement, tuple[int, _Found]]:
    """Return, for each measurement, the number of its first release, and its samples."""
    found: dict[Measurement, tuple[int, _Found]] = {}
    for line in lines:
        match line.split():
            case ["lateness", numbers, first]:
                waiters: _Found = {name: [] for name in WAITERS}
                found[Measurement(*map(int, numbers.split(",")))] = int(first), waiters
            case ["freertos", cycles, state] if found:
                waiters[FREERTOS].append((int(cycles), int(state)))
            case ["nanosleep", cycles] if found:
                waiters[NANOSLEEP].append((int(cycles), 0))
    return found


def _entries(test: str, edges: Sequence[machine.Edge], point: dict[str, Parameter]) -> list[Sample]:
    return [
        Sample(test, ENTRY, edge.entry, 0, 0, point) for edge in edges if edge.state != IN_M_MODE
    ]


def to_tasks(edges: Sequence[machine.Edge]) -> list[int]:
    """Return the cycles from edges of the time manager's line, which found no task, to its task."""
    return [edge.task for edge in edges if edge.line == TIME_MANAGER and edge.state != IN_M_MODE]


def entries(edges: Sequence[machine.Edge]) -> list[int]:
    """Return the cycles from such edges to M mode's first instruction."""
    return [edge.entry for edge in edges if edge.line == TIME_MANAGER and edge.state != IN_M_MODE]


def _of_lines(
    variant: str, edges: Sequence[machine.Edge], point: dict[str, Parameter]
) -> list[Record]:
    """Return the records of the other lines: of edges that found Linux, not a task of FreeRTOS."""
    chosen = [edge for edge in edges if edge.line in _OTHERS and edge.state != IN_M_MODE]
    tasks = [Sample(LINE, LATENCY, edge.task, 0, 0, point) for edge in chosen]
    return summarised(variant, [*_entries(LINE, chosen, point), *tasks])


def _longest(
    variant: str, stretches: Sequence[machine.Stretch], code: symbols.Code
) -> list[Record]:
    longest = max(stretches, key=lambda stretch: stretch.longest)
    point: dict[str, Parameter] = {
        "begin": code.place(longest.begin).function or "",
        "end": code.place(longest.end).function or "",
        "times": longest.count,
    }
    return summarised(variant, [Sample(LONGEST, CYCLES, longest.longest, 0, 0, point)])


def summarised(variant: str, samples: Sequence[Sample]) -> list[Record]:
    """Return the records of samples of this system, summarised."""
    source = Source(
        paper=measure.PAPER,
        suite=SUITE,
        platform=measure.PLATFORM,
        kernel=KERNEL,
        attachment="bus",
        variant=variant,
        optimisation="O2",
    )
    return [
        replace(record, interrupts_off_max=None, interrupts_off_total=None, waits=None)
        for record in summarise(source, samples)
    ]
