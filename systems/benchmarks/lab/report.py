# SPDX-License-Identifier: Apache-2.0
"""The section of the report: a table for each platform."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from systems.benchmarks.lab import thread_metric

from isochron.building import firmware, platforms
from isochron.report.kinds import Row, Table
from isochron.results import Record


@dataclass(frozen=True)
class Content:
    """What the template shows."""

    period: int
    """Milliseconds."""
    tables: Sequence[Table]


def content(records: Sequence[Record]) -> Content | None:
    """Return what is shown of some records; None if Thread-Metric is not among them."""
    totals = {
        (record.platform, record.test, record.kernel): int(record.median)
        for record in records
        if record.suite == thread_metric.SUITE
    }
    measured = [name for name in platforms.PLATFORMS if any(name == key[0] for key in totals)]
    tables = [_table(platform, totals) for platform in measured]
    return Content(thread_metric.PERIOD, tables) if tables else None


def _table(platform: str, totals: dict[tuple[str, str, str], int]) -> Table:
    measured = {kernel for at, _, kernel in totals if at == platform}
    kernels = [name for name in firmware.KERNELS if name in measured]
    rows = [
        Row(
            test.replace("-", " "),
            [cell(totals.get((platform, test, kernel))) for kernel in kernels],
            note=operation,
        )
        for test, operation in thread_metric.TESTS.items()
    ]
    heads = [firmware.KERNELS[kernel].label for kernel in kernels]
    return Table(heads, rows, f"Operations, and cycles of one, on {platform}")


def cell(total: int | None) -> str:
    """Return a total with the cycles of an operation."""
    if total is None:
        return "–"
    return f"{total:,} ({thread_metric.PERIOD * thread_metric.CYCLES / total:.0f})"
