# SPDX-License-Identifier: Apache-2.0
"""The section of the report: a table for each benchmark and platform."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from systems.benchmarks.lab import jobs, rtos_benchmark, thread_metric

from isochron.building import firmware, platforms
from isochron.report import silicon
from isochron.report.kinds import Row, Table
from isochron.results import Record

IBEX = "ibex"
SIMULATED_HZ = 1000 * thread_metric.CYCLES
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

    Args:
        records: of a run.
        clocks: those of silicon.
    """
    measured: dict[tuple[str, str], Figures] = {}
    for record in records:
        if record.suite == jobs.SUITE:
            figures = measured.setdefault((record.test, record.platform), {})
            figures[record.metric, record.kernel] = int(record.median)
    tables = [_table(*point, figures) for point, figures in measured.items()]
    if of_ibex := measured.get((thread_metric.NAME, IBEX)):
        tables.append(_rates(of_ibex, clocks))
    return Content(thread_metric.PERIOD, tables) if tables else None


def _table(benchmark: str, platform: str, figures: Figures) -> Table:
    there = {kernel for _, kernel in figures}
    kernels = [name for name in firmware.KERNELS if name in there]
    is_thread_metric = benchmark == thread_metric.NAME
    rows = [
        Row(
            metric.replace("-", " "),
            [
                (operations if is_thread_metric else "{:,}".format)(figures[metric, kernel])
                if (metric, kernel) in figures
                else "–"
                for kernel in kernels
            ],
            note=thread_metric.TESTS[metric] if is_thread_metric else "",
        )
        for metric in dict.fromkeys(metric for metric, _ in figures)
    ]
    heads = [firmware.KERNELS[kernel].label for kernel in kernels]
    what = "operations, and cycles of one" if is_thread_metric else "cycles, mean"
    title = (thread_metric.TREE if is_thread_metric else rtos_benchmark.TREE).title
    return Table(heads, rows, f"{title}: {what}, on {platform}")


def _rates(figures: Figures, clocks: Sequence[Record]) -> Table:
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
    return Table(heads, rows, title)


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
    """Return the operations of a second at a clock in MHz, from those of a period at 50 MHz."""
    seconds = thread_metric.PERIOD / 1000
    return f"{total / seconds * clock * 1e6 / SIMULATED_HZ:,.0f}"


def operations(total: int) -> str:
    """Return a total of Thread-Metric with the cycles of an operation."""
    return f"{total:,} ({thread_metric.PERIOD * thread_metric.CYCLES / total:.0f})"
