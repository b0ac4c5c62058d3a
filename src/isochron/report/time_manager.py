# SPDX-License-Identifier: Apache-2.0
"""Figures 3 to 5 of the time manager's paper made again, and latencies under load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from isochron import suites
from isochron.report import plots
from isochron.report.series import Measured, Range, Series
from isochron.report.text import NOT_MEASURED, axis, factor, number, span
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


@dataclass(frozen=True)
class Row:
    """One line of a table; every cell is text."""

    key: str
    label: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Figure:
    """A plot with a table."""

    anchor: str
    title: str
    metric: str
    reference: str
    method: str
    plot: plots.Plot
    heads: Sequence[str]
    rows: Sequence[Row]


def figures(measured: Measured, records: Sequence[Record]) -> list[Figure]:
    """Return the figures that there are measurements for; ``records`` have the area."""
    found = [*_sweeps(measured), *_improvement(measured), *_latencies(measured)]
    return [*found, *_area(records)] if found else []


def both(measured: Measured, metric: str) -> tuple[Series, Series] | None:
    """Return a metric's series in hardware and in software, None if one of them is missing."""
    for test in suites.TIME_MANAGER.tests:
        for one in test.metrics:
            if one.name == metric:
                by_variant = {series.variant: series for series in measured.series(test, one)}
                names = (suites.HARDWARE_TIME, suites.SOFTWARE_TIME)
                if all(name in by_variant for name in names):
                    return by_variant[names[0]], by_variant[names[1]]
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
    taken = [dict(zip(one.numbers, one.medians, strict=True)) for one in overheads]
    return {
        period: (
            TICKS_IN_WINDOW * in_software / (TASKS * WINDOW_MS / period * in_hardware),
            taken[1][period] / taken[0][period],
        )
        for period in taken[0]
        if period in taken[1]
    }


def _series(measured: Measured, metric: str) -> Sequence[Series]:
    return both(measured, metric) or ()


def _of_suite(name: str) -> list[tuple[suites.Test, suites.Metric]]:
    tests = [test for test in suites.TIME_MANAGER.tests if test.name == name]
    return [(test, metric) for test in tests for metric in test.metrics]


def _sweeps(measured: Measured) -> list[Figure]:
    """Figure 3: wake-up latency, and time of the handler, against the number of tasks."""
    found = []
    for test, metric in [*_of_suite("wake-up"), *_of_suite("handler")]:
        series = _series(measured, metric.name)
        if series:
            heads = [f"{point} tasks" for point in series[0].points]
            found.append(
                Figure(
                    anchor=f"{test.name}-{metric.name}",
                    title=test.title,
                    metric=metric.name,
                    reference="the paper's figure 3",
                    method=f"{test.summary} Measured: {metric.summary}.",
                    plot=plots.sweep(series),
                    heads=[*heads, "each further task"],
                    rows=[Row(one.key, one.label, _sweep_cells(one)) for one in series],
                )
            )
    return found


def _sweep_cells(series: Series) -> list[str]:
    cells = [span(Range(record.min, record.max)) for record in series.records]
    return [*cells, number(round(slope(series), 1))]


def _improvement(measured: Measured) -> list[Figure]:
    """Figure 4: by how much the overhead is less, against the period."""
    factors = improvements(measured)
    if not factors:
        return []
    in_hardware, in_software = _series(measured, "overhead")
    periods = in_hardware.points
    taken = dict(zip(in_software.points, in_software.medians, strict=True))
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
            heads=[f"{period} ms" for period in periods],
            rows=[
                Row(
                    in_hardware.key,
                    f"{in_hardware.label}, cycles in {WINDOW_MS} ms",
                    [number(median) for median in in_hardware.medians],
                ),
                Row(
                    in_software.key,
                    f"{in_software.label}, cycles in {WINDOW_MS} ms",
                    [number(taken[one]) if one in taken else NOT_POSSIBLE for one in periods],
                ),
                Row("", "less, measured", _factors(found, periods)),
                Row("", "less, as the paper computes it", _factors(computed, periods)),
            ],
        )
    ]


def _factors(found: Mapping[int, float], periods: Sequence[Any]) -> list[str]:
    return [factor(found[one]) if one in found else "" for one in periods]


def _latencies(measured: Measured) -> list[Figure]:
    """Histograms under load."""
    found = []
    for test, metric in _of_suite("latency"):
        series = _series(measured, metric.name)
        if series:
            found.append(
                Figure(
                    anchor=f"{test.name}-{metric.name}",
                    title=test.title,
                    metric=metric.name,
                    reference="our own, in the manner of cyclictest",
                    method=f"{test.summary} Measured: {metric.summary}.",
                    plot=plots.histogram(series),
                    heads=["samples", "smallest", "median", "largest"],
                    rows=[
                        Row(
                            one.key,
                            one.label,
                            [
                                number(one.samples),
                                number(one.cycles.low),
                                number(one.records[0].median),
                                number(one.cycles.high),
                            ],
                        )
                        for one in series
                    ],
                )
            )
    return found


def _area(records: Sequence[Record]) -> list[Figure]:
    """Figure 5: lookup tables and flip-flops against the number of tasks."""
    entries = [
        row
        for row in rows(records)
        if (row.configuration, row.target) == (suites.TIME_MANAGER.name, ECP5)
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
            heads=[f"{tasks} tasks" for tasks in counts],
            rows=[
                Row(
                    "",
                    name,
                    [number(line[one]) if one in line else NOT_MEASURED for one in counts],
                )
                for name, line in lines.items()
            ],
        )
    ]
