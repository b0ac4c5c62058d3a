# SPDX-License-Identifier: Apache-2.0
"""Figures 3 to 5 of the time manager's paper made again, and latencies under load."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from systems.time_manager.lab import suite

from isochron import suites
from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.report.series import Measured, Series, cycles_of
from isochron.report.text import NOT_MEASURED, axis, cells, factor, number, span
from isochron.results import Record
from isochron.synth.records import AREA, COMB, FF
from isochron.synth.table import rows
from isochron.synth.targets import ECP5

TASKS = 12
"""The paper's number of tasks."""
WINDOW_MS = 50
"""Over which the overhead is measured."""
TICKS_IN_WINDOW = WINDOW_MS // 10
"""The paper's tick is 10 ms."""
NOT_POSSIBLE = "below its tick"
TOTAL = {COMB: f"lookup tables ({ECP5.comb})", FF: "flip-flops"}
"""What figure 5 shows of a configuration, by unit."""


def figures(measured: Measured, records: Sequence[Record]) -> list[Figure]:
    """Return the figures that there are measurements for; ``records`` have the area."""
    found = [
        *_of_tests(measured, ("wake-up", "handler"), "the paper's figure 3", _swept),
        *_improvement(measured),
        *_of_tests(measured, ("latency",), "our own, in the manner of cyclictest", _counted),
    ]
    return [*found, *_area(records)] if found else []


def both(measured: Measured, metric: str) -> tuple[Series, Series] | None:
    """Return a metric's series in hardware and in software, None if one of them is missing."""
    for _, one, series in measured.of(suite.TIME_MANAGER):
        if one.name == metric:
            by_variant = {found.variant: found for found in series}
            if by_variant.keys() == {suite.HARDWARE_TIME, suite.SOFTWARE_TIME}:
                return by_variant[suite.HARDWARE_TIME], by_variant[suite.SOFTWARE_TIME]
    return None


def slope(series: Series) -> float:
    """Return how many cycles each further task takes at worst, from the first to the last point."""
    longest, points = [record.max for record in series.records], series.numbers
    return (longest[-1] - longest[0]) / (points[-1] - points[0])


def improvements(measured: Measured) -> dict[int, tuple[float, float]]:
    """Return by period in ms the factor by which the overhead is less: computed, and measured.

    As the paper computes it: the handler's time at each tick, over the handler's time at each
    wake-up, of 12 tasks.
    """
    handlers, overheads = both(measured, "handler-one"), both(measured, "overhead")
    if handlers is None or overheads is None:
        return {}
    at = [handler.at([TASKS]) for handler in handlers]
    if not all(one.records for one in at):
        return {}
    in_hardware, in_software = (one.medians[0] for one in at)
    taken = [dict(zip(overhead.numbers, overhead.medians, strict=True)) for overhead in overheads]
    return {
        period: (
            TICKS_IN_WINDOW * in_software / (TASKS * WINDOW_MS / period * in_hardware),
            taken[1][period] / taken[0][period],
        )
        for period in taken[0]
        if period in taken[1]
    }


def _of_tests(
    measured: Measured,
    names: Sequence[str],
    reference: str,
    shown: Callable[[Sequence[Series]], tuple[plots.Plot, Table]],
) -> Iterator[Figure]:
    """Yield a figure of each metric of some tests that was measured in hardware and in software."""
    for test, metric in suite.TIME_MANAGER.metrics:
        if test.name in names and (series := both(measured, metric.name)):
            plot, table = shown(series)
            yield Figure(
                anchor=f"{test.name}-{metric.name}",
                title=test.title,
                metric=metric.name,
                reference=reference,
                method=f"{test.summary} Measured: {metric.summary}.",
                plot=plot,
                table=table,
            )


def _swept(series: Sequence[Series]) -> tuple[plots.Plot, Table]:
    """Figure 3: against the number of tasks."""
    heads = [*(f"{point} tasks" for point in series[0].points), "each further task"]
    rows = [
        Row(
            one.label,
            [*(span(cycles_of(record)) for record in one.records), number(round(slope(one), 1))],
            one.key,
        )
        for one in series
    ]
    return plots.sweep(series), Table(heads, rows)


def _counted(series: Sequence[Series]) -> tuple[plots.Plot, Table]:
    """How often each latency was seen."""
    rows = []
    for one in series:
        figures = (one.samples, one.cycles.low, one.records[0].median, one.cycles.high)
        rows.append(Row(one.label, [number(figure) for figure in figures], one.key))
    return plots.histogram(series), Table(["samples", "smallest", "median", "largest"], rows)


def _improvement(measured: Measured) -> list[Figure]:
    """Figure 4: by how much the overhead is less, against the period."""
    factors, overheads = improvements(measured), both(measured, "overhead")
    if not factors or overheads is None:
        return []
    in_hardware, in_software = overheads
    periods = in_hardware.points
    taken = [
        Row(
            f"{one.label}, cycles in {WINDOW_MS} ms",
            cells(periods, one.by_point, lambda record: number(record.median), NOT_POSSIBLE),
            one.key,
        )
        for one in (in_hardware, in_software)
    ]
    computed = {period: round(pair[0], 2) for period, pair in factors.items()}
    found = {period: round(pair[1], 2) for period, pair in factors.items()}
    return [
        Figure(
            anchor="overhead-overhead",
            title="Overhead",
            metric="improvement",
            reference="the paper's figure 4",
            method=f"{TASKS} tasks with one release each period. Computed as the paper does: time "
            "of the handler at each tick of 10 ms, over time of the handler at each wake-up. "
            f"Measured: all cycles taken from a task below them in {WINDOW_MS} ms, switches "
            "and rt_task_wait_period() included.",
            plot=plots.lines(
                axis(suites.PERIOD),
                "times less overhead",
                {"as the paper computes it": computed, "measured": found},
            ),
            table=Table(
                [f"{period} ms" for period in periods],
                [
                    *taken,
                    Row("less, measured", cells(periods, found, factor)),
                    Row("less, as the paper computes it", cells(periods, computed, factor)),
                ],
            ),
        )
    ]


def _area(records: Sequence[Record]) -> list[Figure]:
    """Figure 5: lookup tables and flip-flops against the number of tasks."""
    entries = [
        row
        for row in rows(records)
        if (row.configuration, row.target) == (suite.TIME_MANAGER.name, ECP5)
    ]
    if not entries:
        return []
    origin = entries[0].origin
    lines: dict[str, dict[int, float]] = {}
    for entry in entries:
        for unit, name in TOTAL.items():
            line = lines.setdefault(f"{name}, {entry.width} bits", {})
            figure = entry.figure(AREA, unit)
            if entry.tasks is not None and figure is not None:
                line[entry.tasks] = figure
    counts = sorted({tasks for line in lines.values() for tasks in line})
    return [
        Figure(
            anchor="time-manager-area",
            title="Area",
            metric="against tasks",
            reference="the paper's figure 5",
            method="After place and route, the registers around it included."
            + (f" These figures are {origin}." if origin else ""),
            plot=plots.lines("tasks", "cells", lines),
            table=Table(
                [f"{tasks} tasks" for tasks in counts],
                [
                    Row(name, cells(counts, line, number, NOT_MEASURED))
                    for name, line in lines.items()
                ],
            ),
        )
    ]
