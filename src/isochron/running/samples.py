# SPDX-License-Identifier: Apache-2.0
"""Join the two instruments: the stopwatch inside the program and the probes around it.

The program prints a line for every sample that its stopwatch took, the simulator records a window
for every pass between two labels. Both come in the order in which they happened, so the n-th
sample of a metric belongs to its n-th window, and both must show the same number of cycles.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from isochron.errors import IsochronError

PREFIX = "sample "
BASELINE = "baseline"
"""Parameter that is none: cycles of the window that the program subtracted from its sample."""
ORDINAL = "sample"
"""Parameter that is none: counts the samples of one point."""

Parameter = int | str


@dataclass(frozen=True)
class Waits:
    """Cycles of a measurement in which the core waited on its buses."""

    device: int = 0
    """A load or store for the device: the hardware kernel, mostly."""
    bus: int = 0
    """A load or store for the other bus master."""
    fetch: int = 0
    """A fetch for it; the core may have had other instructions meanwhile."""


class Window(Protocol):
    """What is used of ``simulator.Window``; all figures are clock cycles."""

    @property
    def metric(self) -> str: ...
    @property
    def cycles(self) -> int: ...
    @property
    def interrupts_off_max(self) -> int: ...
    @property
    def interrupts_off_total(self) -> int: ...
    @property
    def waits(self) -> Waits: ...


@dataclass(frozen=True)
class Reading:
    """One line of the program: what its stopwatch showed, in cycles."""

    test: str
    metric: str
    cycles: int
    baseline: int
    parameters: Mapping[str, Parameter]


@dataclass(frozen=True)
class Sample:
    """One measurement, seen by both instruments; all figures are clock cycles."""

    test: str
    metric: str
    cycles: int
    interrupts_off_max: int
    interrupts_off_total: int
    parameters: Mapping[str, Parameter]
    waits: Waits = field(default_factory=Waits)


def read(output: str) -> list[Reading]:
    """Return the samples that a program printed, in order.

    Raises:
        IsochronError: a sample line that is not ``sample <test> <metric> <cycles>
            <parameter>=<value>...``.
    """
    lines = (line.strip() for line in output.splitlines())
    return [_reading(line) for line in lines if line.startswith(PREFIX)]


def join(readings: Iterable[Reading], windows: Iterable[Window]) -> list[Sample]:
    """Return the samples of one run, in the order of the readings.

    Raises:
        IsochronError: a reading without a window or the reverse, or different cycles.
    """
    waiting: dict[str, list[Window]] = defaultdict(list)
    for window in windows:
        waiting[window.metric].append(window)

    by_metric: dict[str, int] = defaultdict(int)
    samples = []
    for reading in readings:
        number = by_metric[reading.metric]
        by_metric[reading.metric] += 1
        if number >= len(waiting[reading.metric]):
            raise IsochronError(
                f"{reading.test} {reading.metric}: the program printed sample {number + 1}, "
                f"the probes saw {len(waiting[reading.metric])} windows"
            )
        samples.append(_joined(reading, waiting[reading.metric][number], number))

    for metric, of_metric in waiting.items():
        if len(of_metric) != by_metric[metric]:
            raise IsochronError(
                f"{metric}: the probes saw {len(of_metric)} windows, "
                f"the program printed {by_metric[metric]} samples"
            )
    return samples


def _joined(reading: Reading, window: Window, number: int) -> Sample:
    if reading.cycles + reading.baseline != window.cycles:
        raise IsochronError(
            f"{reading.test} {reading.metric}, sample {number + 1}: the stopwatch shows "
            f"{reading.cycles + reading.baseline} cycles, the probes {window.cycles}"
        )
    return Sample(
        reading.test,
        reading.metric,
        reading.cycles,
        window.interrupts_off_max,
        window.interrupts_off_total,
        reading.parameters,
        window.waits,
    )


def _reading(line: str) -> Reading:
    _, *words = line.split()
    try:
        test, metric, cycles, *pairs = words
        parameters = dict(_parameter(pair) for pair in pairs)
        baseline = int(parameters.pop(BASELINE, 0))
        parameters.pop(ORDINAL, None)
        return Reading(test, metric, int(cycles), baseline, parameters)
    except ValueError as error:
        raise IsochronError(
            f"malformed sample line {line!r}: expected "
            "'sample <test> <metric> <cycles> <parameter>=<value>...'"
        ) from error


def _parameter(pair: str) -> tuple[str, Parameter]:
    name, separator, value = pair.partition("=")
    if not (name and separator and value):
        raise ValueError(pair)
    return name, int(value) if value.lstrip("-").isdigit() else value
