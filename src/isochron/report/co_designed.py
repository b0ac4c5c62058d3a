# SPDX-License-Identifier: Apache-2.0
"""Tables I and II of the co-designed FreeRTOS paper, ours beside theirs, on every core measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from isochron import bench, published, suites
from isochron.building import platforms
from isochron.report import plots, silicon
from isochron.report.series import LABELS, Measured, Series
from isochron.report.text import NOT_MEASURED, number
from isochron.results import Record

SIZES = (5, 10, 15, 20, 30, 40, 50, 60)
"""Numbers of tasks in the tables: the paper's three, and as many as fit hardware and priorities."""
WHOLE_TICK = ("tick-of-many", "tick-stolen")
"""Measured in place of the tick's function where there is none to call."""
THEIR_STOCK = "Paper: FreeRTOS 7.4.0"
THEIR_SYSTEM = "Paper: hardware"
THEIR_CORE = "MicroBlaze"
FEWER = "does not fit"


@dataclass(frozen=True)
class Row:
    """One kernel on one core; every cell is text."""

    key: str
    label: str
    core: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Table:
    """One metric over the number of tasks."""

    anchor: str
    test: str
    metric: str
    reference: str
    method: str
    sizes: Sequence[int]
    rows: Sequence[Row]
    plot: plots.Plot


def tables(measured: Measured, records: Sequence[Record]) -> list[Table]:
    """Return a table for every metric that was measured; ``records`` have the clocks."""
    suite = suites.CO_DESIGNED
    found = []
    for test in suite.tests:
        for metric in test.metrics:
            by_core = {
                platform: series
                for platform in reversed(suite.platforms)
                if (series := measured.series(test, metric, platform))
            }
            if by_core:
                found.append(_table(measured, test, metric, by_core, records))
    return found


def _table(
    measured: Measured,
    test: suites.Test,
    metric: suites.Metric,
    by_core: Mapping[str, Sequence[Series]],
    records: Sequence[Record],
) -> Table:
    theirs = published.find(suites.CO_DESIGNED.paper, test.name, metric.name)
    return Table(
        anchor=f"{test.name}-{metric.name}",
        test=test.title,
        metric=metric.name,
        reference=f"the paper's {theirs.where}" if theirs else "our own",
        method=f"{test.summary} Measured: {metric.summary}.",
        sizes=SIZES,
        rows=[
            *_our_rows(measured, test, by_core),
            *_their_rows(theirs),
            *_times(test, by_core.get(bench.MAIN_PLATFORM, ()), records),
        ],
        plot=plots.conditions(by_core),
    )


def _our_rows(
    measured: Measured, test: suites.Test, by_core: Mapping[str, Sequence[Series]]
) -> Iterator[Row]:
    for core, series in by_core.items():
        for one in series:
            yield Row(one.key, one.label, core, _cells(one))
        there = {one.kernel for one in series}
        for kernel in test.kernels:
            if kernel not in there:
                yield Row("absent", LABELS[kernel], core, [NOT_MEASURED] * len(SIZES))
        for kernel, one in measured.kernels(*WHOLE_TICK, core).items():
            if kernel not in test.kernels:
                yield Row(one.key, f"{one.label}, the whole tick", core, _cells(one))


def _cells(series: Series) -> list[str]:
    records = dict(zip(series.points, series.records, strict=True))
    return [
        _cell(records[size].mean, records[size].stddev) if size in records else FEWER
        for size in SIZES
    ]


def _times(test: suites.Test, series: Sequence[Series], records: Sequence[Record]) -> Iterator[Row]:
    """The means in microseconds, where the SoC for a kernel has a clock."""
    tasks = test.tasks or platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    for one in series:
        if clock := silicon.clock(records, one.kernel, tasks):
            means = {p: record.mean for p, record in zip(one.points, one.records, strict=True)}
            cells = [f"{means[n] / clock.median:.2f}" if n in means else FEWER for n in SIZES]
            label = f"{one.label}, microseconds at {silicon.clock_text(clock)}"
            yield Row(one.key, label, bench.MAIN_PLATFORM, cells)


def _their_rows(figure: published.Figure | None) -> Iterator[Row]:
    if figure is None:
        return
    for label, values in ((THEIR_STOCK, figure.stock), (THEIR_SYSTEM, figure.theirs)):
        cells = [_stated(values, size) for size in SIZES]
        yield Row("published", label, THEIR_CORE, cells)


def _stated(values: Mapping[str, Any], size: int) -> str:
    """What the paper states for a number of tasks, or for every number."""
    stated = values if "mean" in values else values.get(str(size))
    return _cell(stated["mean"], stated["stddev"]) if stated else published.NOT_STATED


def _cell(mean: float, deviation: float) -> str:
    return f"{number(mean)} \N{PLUS-MINUS SIGN} {number(deviation)}"
