# SPDX-License-Identifier: Apache-2.0
"""Cycles as time: the calls of the summary at the clock that the SoC reaches."""

from collections.abc import Iterator, Mapping, Sequence

from isochron import suites
from isochron.building import platforms
from isochron.report import silicon
from isochron.report.kinds import Row, Table
from isochron.report.series import OPTIMISED, OURS, OURS_NO_ISR, Measured, Range, Series, by_kernel
from isochron.report.text import NOT_MEASURED, span
from isochron.results import Record

HEADS = ("FreeRTOS, cycles", "Isochron, cycles", "FreeRTOS, µs", "Isochron, µs")
KERNELS = (OPTIMISED, OURS)
SUITES = (suites.GARCIA_MARTINEZ, suites.OPERATIONS)


def section(measured: Measured, records: Sequence[Record]) -> Table | None:
    """Return the calls as time, None without a call; ``records`` have the clocks of both SoCs.

    A cell for each of HEADS; the text is the clocks.
    """
    tasks = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    clocks = {
        kernel: clock for kernel in KERNELS if (clock := silicon.clock(records, kernel, tasks))
    }
    if len(clocks) < len(KERNELS):
        return None
    rows = [
        row
        for suite in SUITES
        for test, metric, by_kernel in measured.of(suite)
        for name, series in _points(test, metric, by_kernel)
        for row in _rows(name, series, clocks)
    ]
    if not rows:
        return None
    names = (
        "FreeRTOS as its port comes, without hardware of a kernel",
        f"Isochron, for {tasks} tasks",
    )
    texts = map(silicon.clock_text, clocks.values())
    text = "; ".join(f"{name}: {text}" for name, text in zip(names, texts, strict=True))
    return Table(HEADS, rows, text=text)


def _points(
    test: suites.Test, metric: suites.Metric, series: Sequence[Series]
) -> Iterator[tuple[str, Sequence[Series]]]:
    """Yield a metric; an interrupt's response for each program that it interrupts."""
    name = f"{test.title}, {metric.name}"
    if metric.parameter != "background":
        yield name, series
        return
    for point in dict.fromkeys(point for entry in series for point in entry.points):
        at = [entry.at([point]) for entry in series if point in entry.points]
        yield f"{name}, interrupting a {point}", at


def _rows(name: str, series: Sequence[Series], clocks: Mapping[str, Record]) -> Iterator[Row]:
    kernels = by_kernel(series)
    stock, ours = (kernels.get(kernel) for kernel in KERNELS)
    if stock or ours:
        yield Row(name, _cells([stock, ours], clocks))
    if no_isr := kernels.get(OURS_NO_ISR):
        yield Row(f"{name}, ours without a service routine", _cells([stock, no_isr], clocks))


def _cells(series: Sequence[Series | None], clocks: Mapping[str, Record]) -> list[str]:
    cycles = [span(entry.cycles) if entry else NOT_MEASURED for entry in series]
    times = [
        _time(entry.cycles, clocks[entry.kernel]) if entry else NOT_MEASURED for entry in series
    ]
    return [*cycles, *times]


def _time(cycles: Range, clock: Record) -> str:
    low, high = (silicon.microseconds(bound, clock) for bound in (cycles.low, cycles.high))
    return low if low == high else f"{low} \N{EN DASH} {high}"
