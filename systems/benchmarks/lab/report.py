# SPDX-License-Identifier: Apache-2.0
"""The section of the report: a table for each benchmark and platform."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from systems.benchmarks.lab import jobs, rtos_benchmark, thread_metric

from isochron.building import firmware
from isochron.report.kinds import Row, Table
from isochron.results import Record

Figures = dict[tuple[str, str], int]
"""By metric and kernel."""


@dataclass(frozen=True)
class Content:
    """What the template shows."""

    period: int
    """Milliseconds."""
    tables: Sequence[Table]


def content(records: Sequence[Record]) -> Content | None:
    """Return what is shown of some records; None if no benchmark is among them."""
    measured: dict[tuple[str, str], Figures] = {}
    for record in records:
        if record.suite == jobs.SUITE:
            figures = measured.setdefault((record.test, record.platform), {})
            figures[record.metric, record.kernel] = int(record.median)
    tables = [_table(*point, figures) for point, figures in measured.items()]
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


def operations(total: int) -> str:
    """Return a total of Thread-Metric with the cycles of an operation."""
    return f"{total:,} ({thread_metric.PERIOD * thread_metric.CYCLES / total:.0f})"
