# SPDX-License-Identifier: Apache-2.0
"""What a second bus master does to every operation's jitter, on every kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from isochron import suites
from isochron.report import plots
from isochron.report.series import LABELS, Measured, Series
from isochron.report.text import number
from isochron.results import WAITS


@dataclass(frozen=True)
class Row:
    """One operation on one kernel, with one kind of traffic; every cell is text."""

    key: str
    metric: str
    bus: str
    label: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Overview:
    """Jitter against load."""

    loads: Sequence[int]
    rows: Sequence[Row]
    plot: plots.Plot


def overview(measured: Measured) -> Overview | None:
    """Return jitter against load of all that was measured, None when nothing was."""
    found = {
        test.title: {metric.name: measured.series(test, metric) for metric in test.metrics}
        for test in suites.SHARED_BUS.tests
    }
    every = [one for by_metric in found.values() for series in by_metric.values() for one in series]
    if not every:
        return None
    loads = sorted({record.number(suites.LOAD) for one in every for record in one.records})
    rows = [
        Row(one.key, metric, bus, one.label, list(_cells(one, loads)))
        for bus, by_metric in found.items()
        for metric, series in by_metric.items()
        for one in series
    ]
    lines = {bus: _largest(by_metric.values()) for bus, by_metric in found.items()}
    return Overview(loads, rows, plots.against(loads, lines, suites.LOAD, "jitter in cycles"))


def _cells(one: Series, loads: Sequence[int]) -> Iterator[str]:
    records = dict(zip(one.points, one.records, strict=True))
    for load in loads:
        yield number(records[load].max - records[load].min) if load in records else ""
    waits = one.records[-1].waits
    for name in WAITS:
        yield number(waits[name]) if waits is not None else ""


def _largest(of_metrics: Iterable[Sequence[Series]]) -> dict[str, plots.Line]:
    """Return for each kernel the largest jitter of any operation at each load."""
    jitters: dict[str, dict[int, float]] = {}
    for series in of_metrics:
        for one in series:
            at = jitters.setdefault(one.key, {})
            for load, record in zip(one.numbers, one.records, strict=True):
                at[load] = max(at.get(load, 0), record.max - record.min)
    return {key: (LABELS[key], list(at.values())) for key, at in jitters.items()}
