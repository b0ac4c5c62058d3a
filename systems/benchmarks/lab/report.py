# SPDX-License-Identifier: Apache-2.0
"""The section of the report: a table for each benchmark and platform."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from systems.benchmarks.lab import (
    jobs,
    periodic_tasks,
    recorded,
    rtos_benchmark,
    rtosbench,
    thread_metric,
)
from systems.benchmarks.lab.tree import TICK_HZ

from isochron.building import firmware, platforms
from isochron.pages.recorded import COMMIT
from isochron.report import silicon
from isochron.report.kinds import Row, Table
from isochron.results import Record

IBEX = "ibex"
Figures = dict[tuple[str, str], int]
"""By metric and kernel."""


@dataclass(frozen=True)
class Content:
    """What the template shows."""

    period: int
    """Milliseconds."""
    tables: Sequence[Table]


def content(records: Sequence[Record], clocks: Sequence[Record]) -> Content | None:
    """Return what is shown of some records; None if no benchmark is among them.

    Benchmarks that are not, for want of a tree, are shown as recorded.

    Args:
        records: of a run.
        clocks: those of silicon.
    """
    measured = _figures(records)
    if not measured:
        return None
    run = recorded.load()
    of_run = _figures(run.records)
    benchmarks = {benchmark for benchmark, _ in measured}
    stored = {point: of_run[point] for point in of_run if point[0] not in benchmarks}
    when = f" (recorded at {run.versions[COMMIT]})"
    tables = [_table(*point, figures) for point, figures in measured.items()]
    tables += [_table(*point, figures, when) for point, figures in stored.items()]
    for shown, of in ((measured, ""), (stored, when)):
        if totals := shown.get((thread_metric.NAME, IBEX)):
            tables.append(_rates(totals, clocks, of))
    return Content(thread_metric.PERIOD * 1000 // TICK_HZ, tables)


def _figures(records: Sequence[Record]) -> dict[tuple[str, str], Figures]:
    """Return the figures of each benchmark, by its name and its platform."""
    found: dict[tuple[str, str], Figures] = {}
    for record in records:
        if record.suite == jobs.SUITE:
            figures = found.setdefault((record.test, record.platform), {})
            figures[record.metric, record.kernel] = int(record.median)
    return found


def _table(benchmark: str, platform: str, figures: Figures, when: str = "") -> Table:
    measured = {kernel for _, kernel in figures}
    kernels = [name for name in firmware.KERNELS if name in measured]
    shown = SHOWN[benchmark]
    rows = [
        Row(
            metric.replace("-", " "),
            [
                shown.cell(figures[metric, kernel]) if (metric, kernel) in figures else "–"
                for kernel in kernels
            ],
            note=shown.notes.get(metric, ""),
        )
        for metric in dict.fromkeys(metric for metric, _ in figures)
    ]
    heads = [firmware.KERNELS[kernel].label for kernel in kernels]
    return Table(heads, rows, f"{shown.title}, on {platform}{when}")


def _rates(figures: Figures, clocks: Sequence[Record], when: str) -> Table:
    reached = clocks_of(clocks, {kernel for _, kernel in figures})
    rows = [
        Row(
            test.replace("-", " "),
            [rate(figures[test, kernel], clock) for kernel, clock in reached.items()],
        )
        for test in thread_metric.TESTS
        if all((test, kernel) in figures for kernel in reached)
    ]
    heads = [
        f"{firmware.KERNELS[kernel].label}, {clock:.1f} MHz" for kernel, clock in reached.items()
    ]
    title = f"{thread_metric.TREE.title}: operations a second at the clock of each SoC on an ECP5"
    return Table(heads, rows, f"{title}{when}")


def clocks_of(records: Sequence[Record], kernels: Collection[str]) -> dict[str, float]:
    """Return the clocks in MHz that the SoCs of kernels with Ibex reach, where they are known."""
    tasks = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    found = {
        kernel: silicon.clock(records, kernel, tasks)
        for kernel in firmware.KERNELS
        if kernel in kernels
    }
    return {kernel: clock.median for kernel, clock in found.items() if clock}


def rate(total: int, clock: float) -> str:
    """Return the operations of a second at a clock in MHz, from those of a period."""
    return f"{total * clock * 1e6 / thread_metric.CYCLES:,.0f}"


def operations(total: int) -> str:
    """Return a total of Thread-Metric with the cycles of an operation."""
    return f"{total:,} ({thread_metric.CYCLES / total:.0f})"


@dataclass(frozen=True)
class _Shown:
    title: str
    cell: Callable[[int], str]
    notes: Mapping[str, str] = field(default_factory=dict)
    """What an operation is, by metric."""


SHOWN = {
    thread_metric.NAME: _Shown(
        f"{thread_metric.TREE.title}: operations, and cycles of one",
        operations,
        thread_metric.TESTS,
    ),
    periodic_tasks.NAME: _Shown(
        f"{periodic_tasks.TITLE}: busy cycles, and late releases, by the cycles of a tick",
        "{:,}".format,
    ),
    rtos_benchmark.NAME: _Shown(f"{rtos_benchmark.TREE.title}: cycles, mean", "{:,}".format),
    rtosbench.NAME: _Shown(f"{rtosbench.TREE.title}: cycles, mean", "{:,}".format),
}
"""How a table shows each benchmark."""
