# SPDX-License-Identifier: Apache-2.0
"""Tables I and II of the co-designed FreeRTOS paper, ours beside theirs, on every core measured."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from systems.hybrid.lab.suite import CO_DESIGNED

from isochron import published, suites
from isochron.building import platforms
from isochron.report import plots, silicon
from isochron.report.kinds import Figure, Row, Table
from isochron.report.series import LABELS, Measured, Series
from isochron.report.text import NOT_MEASURED, cells, deviating
from isochron.results import Record

SIZES = (5, 10, 15, 20, 30, 40, 50, 60)
"""Numbers of tasks in the tables: the paper's three, and as many as fit hardware and priorities."""
WHOLE_TICK = ("tick-of-many", "tick-stolen")
"""Measured in place of the tick's function where there is none to call."""
THEIR_STOCK = "Paper: FreeRTOS 7.4.0"
THEIR_SYSTEM = "Paper: hardware"
THEIR_CORE = "MicroBlaze"
FEWER = "does not fit"


def figures(measured: Measured, records: Sequence[Record]) -> list[Figure]:
    """Return a figure for every metric that was measured; ``records`` have the clocks."""
    suite = CO_DESIGNED
    found = []
    for test, metric in suite.metrics:
        by_core = {
            platform: series
            for platform in reversed(suite.platforms)
            if (series := measured.series(test, metric, platform))
        }
        if by_core:
            found.append(_figure(measured, test, metric, by_core, records))
    return found


def _figure(
    measured: Measured,
    test: suites.Test,
    metric: suites.Metric,
    by_core: Mapping[str, Sequence[Series]],
    records: Sequence[Record],
) -> Figure:
    theirs = published.find(CO_DESIGNED.paper, test.name, metric.name)
    return Figure(
        anchor=f"{test.name}-{metric.name}",
        title=test.title,
        metric=metric.name,
        reference=f"the paper's {theirs.where}" if theirs else "our own",
        method=f"{test.summary} Measured: {metric.summary}.",
        table=Table(
            ["core", *(f"{size} tasks" for size in SIZES)],
            [
                *_our_rows(measured, test, by_core),
                *_their_rows(theirs),
                *_times(test, by_core.get(suites.MAIN_PLATFORM, ()), records),
            ],
        ),
        plot=plots.conditions(by_core),
    )


def _our_rows(
    measured: Measured, test: suites.Test, by_core: Mapping[str, Sequence[Series]]
) -> Iterator[Row]:
    for core, series in by_core.items():
        for entry in series:
            yield Row(entry.label, [core, *_cells(entry)], entry.key)
        shown = {entry.kernel for entry in series}
        for kernel in test.kernels:
            if kernel not in shown:
                yield Row(LABELS[kernel], [core, *[NOT_MEASURED] * len(SIZES)], "absent")
        for kernel, entry in measured.kernels(*WHOLE_TICK, core).items():
            if kernel not in test.kernels:
                yield Row(f"{entry.label}, the whole tick", [core, *_cells(entry)], entry.key)


def _cells(series: Series) -> list[str]:
    return cells(SIZES, series.by_point, lambda entry: deviating(entry.mean, entry.stddev), FEWER)


def _times(test: suites.Test, series: Sequence[Series], records: Sequence[Record]) -> Iterator[Row]:
    """The means in microseconds, where the SoC for a kernel has a clock."""
    tasks = test.tasks or platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    for entry in series:
        if clock := silicon.clock(records, entry.kernel, tasks):
            times = _microseconds(entry, clock)
            label = f"{entry.label}, microseconds at {silicon.clock_text(clock)}"
            yield Row(label, [suites.MAIN_PLATFORM, *times], entry.key)


def _microseconds(series: Series, clock: Record) -> list[str]:
    return cells(
        SIZES, series.by_point, lambda entry: silicon.microseconds(entry.mean, clock), FEWER
    )


def _their_rows(figure: published.Figure | None) -> Iterator[Row]:
    if figure is None:
        return
    for label, values in ((THEIR_STOCK, figure.stock), (THEIR_SYSTEM, figure.theirs)):
        yield Row(label, [THEIR_CORE, *(_stated(values, size) for size in SIZES)], "published")


def _stated(values: Mapping[str, Any], size: int) -> str:
    """What the paper states for a number of tasks, or for every number."""
    stated = values if "mean" in values else values.get(str(size))
    return deviating(stated["mean"], stated["stddev"]) if stated else published.NOT_STATED
