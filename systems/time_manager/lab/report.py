# SPDX-License-Identifier: Apache-2.0
"""Figures 3 to 5 of the time manager's paper made again, and latencies under load."""

from collections.abc import Callable, Iterator, Sequence

from systems.time_manager.lab import suite

from isochron import suites
from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.report.series import VARIANTS, Measured, Series, cycles_of
from isochron.report.text import NOT_MEASURED, axis, cells, factor, number, percent, span
from isochron.results import Record
from isochron.synth.records import AREA, COMB, FF
from isochron.synth.table import rows
from isochron.synth.targets import ECP5

TASKS = 12
"""The paper's number of tasks."""
CYCLES_PER_MS = 50_000
"""Of the simulated SoC, firmware/board/include/FreeRTOSConfig.h."""
TICK_MS = suite.PAPER_TICK_NS // 1_000_000
NOT_POSSIBLE = "below its tick"
TOTAL = {COMB: f"lookup tables ({ECP5.comb})", FF: "flip-flops"}
"""What figure 5 shows of a configuration, by unit."""


def figures(measured: Measured, records: Sequence[Record]) -> list[Figure]:
    """Return the figures that there are measurements for; ``records`` have the area."""
    found = [
        *_of_tests(measured, ("wake-up", "handler"), "the paper's figure 3", _swept),
        *_overhead(measured),
        *_of_tests(measured, ("latency",), "our own, in the manner of cyclictest", _counted),
    ]
    return [*found, *_area(records)] if found else []


def by_time_base(measured: Measured, metric: str) -> dict[str, Series]:
    """Return a metric's series by the time base, in the suite's order; none if a base lacks it.

    Results of earlier versions have no tick-less time base.
    """
    for test, candidate, series in measured.of(suite.TIME_MANAGER):
        if candidate.name == metric:
            by_variant = {entry.variant: entry for entry in series}
            names = [variant.name for variant in test.variants if variant.name in by_variant]
            if {suite.HARDWARE_TIME, suite.SOFTWARE_TIME} <= {*names}:
                return {name: by_variant[name] for name in names}
    return {}


def slope(series: Series) -> float:
    """Return how many cycles each further task takes at worst, from the first to the last point."""
    longest, points = [record.max for record in series.records], series.numbers
    return (longest[-1] - longest[0]) / (points[-1] - points[0])


def improvements(measured: Measured) -> dict[int, tuple[float, float]]:
    """Return by period in ms the factor by which the overhead is less: computed, and measured.

    Of the paper's number of tasks, against its tick. As the paper computes it: the handler's time
    at each tick, over the handler's time at each wake-up.
    """
    handlers = by_time_base(measured, "handler-one")
    overheads = by_time_base(measured, f"overhead-{TASKS}")
    bases = (suite.HARDWARE_TIME, suite.SOFTWARE_TIME)
    at = [handlers[base].at([TASKS]) for base in bases if base in handlers]
    if not overheads or not at or not all(entry.records for entry in at):
        return {}
    in_hardware, in_software = (entry.medians[0] for entry in at)
    taken = [shares(overheads[base]) for base in bases]
    return {
        period: (
            period / TICK_MS * in_software / (TASKS * in_hardware),
            taken[1][period] / taken[0][period],
        )
        for period in taken[0]
        if period in taken[1]
    }


def share(period_ms: int, taken: float) -> float:
    """Return what part of the processor tasks have taken, in per cent.

    The task below them computes for a period, or longer, and with them takes so much more.
    """
    alone = max(period_ms, suite.WINDOW_MS) * CYCLES_PER_MS
    return 100 * taken / (alone + taken)


def shares(overhead: Series) -> dict[int, float]:
    """Return the same by period in ms."""
    return {
        period: share(period, taken)
        for period, taken in zip(overhead.numbers, overhead.medians, strict=True)
    }


def _of_tests(
    measured: Measured,
    names: Sequence[str],
    reference: str,
    shown: Callable[[Sequence[Series]], tuple[plots.Plot, Table]],
) -> Iterator[Figure]:
    """Yield a figure of each metric of some tests that was measured in hardware and in software."""
    for test, metric in suite.TIME_MANAGER.metrics:
        if test.name in names and (series := by_time_base(measured, metric.name)):
            plot, table = shown(list(series.values()))
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
            entry.label,
            [
                *(span(cycles_of(record)) for record in entry.records),
                number(round(slope(entry), 1)),
            ],
            entry.key,
        )
        for entry in series
    ]
    return plots.sweep(series), Table(heads, rows)


def _counted(series: Sequence[Series]) -> tuple[plots.Plot, Table]:
    """How often each latency was seen."""
    rows = []
    for entry in series:
        figures = (entry.samples, entry.cycles.low, entry.records[0].median, entry.cycles.high)
        rows.append(Row(entry.label, [number(figure) for figure in figures], entry.key))
    return plots.histogram(series), Table(["samples", "smallest", "median", "largest"], rows)


def _overhead(measured: Measured) -> Iterator[Figure]:
    """Figure 4: what N tasks take of the processor, and by how much less, against the period."""
    for tasks in suite.NUMBERS:
        taken = {
            base: (series, shares(series))
            for base, series in by_time_base(measured, f"overhead-{tasks}").items()
        }
        if not taken:
            continue
        in_hardware = taken[suite.HARDWARE_TIME][1]
        rows = [
            Row(VARIANTS[base], cells(in_hardware, percents, percent, NOT_POSSIBLE), series.key)
            for base, (series, percents) in taken.items()
        ]
        less = {
            f"than {VARIANTS[base]}": {
                period: round(percents[period] / in_hardware[period], 2) for period in percents
            }
            for base, (_, percents) in taken.items()
            if base != suite.HARDWARE_TIME
        }
        if tasks == TASKS:
            less["as the paper computes it"] = {
                period: round(computed, 2)
                for period, (computed, _) in improvements(measured).items()
            }
        rows += [
            Row(f"times less: {name}", cells(in_hardware, line, factor))
            for name, line in less.items()
        ]
        yield Figure(
            anchor=f"overhead-overhead-{tasks}",
            title="Overhead",
            metric=f"{tasks} task{'s' if tasks > 1 else ''}",
            reference="the paper's figure 4",
            method="Tasks with one release each period. The share of the processor that they take "
            f"from a task below them that computes for a period, or for {suite.WINDOW_MS} ms, "
            "switches and rt_task_wait_period() included. Computed as the paper does: time of the "
            f"handler at each tick of {TICK_MS} ms, over time of the handler at each wake-up.",
            plot=plots.lines(axis(suites.PERIOD), "times less overhead", less),
            table=Table([f"{period} ms" for period in in_hardware], rows),
        )


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
