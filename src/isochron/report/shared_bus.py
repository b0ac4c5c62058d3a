# SPDX-License-Identifier: Apache-2.0
"""What a second bus master does to every operation's jitter, on every kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from isochron import suites
from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.report.series import LABELS, Measured, Series
from isochron.report.text import cells, number
from isochron.results import WAITS

WAITED = ("waits: kernel", "data bus", "fetch")
"""Heads of WAITS."""


def overview(measured: Measured) -> Figure | None:
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
        Row(metric, [bus, one.label, *_cells(one, loads)], one.key)
        for bus, by_metric in found.items()
        for metric, series in by_metric.items()
        for one in series
    ]
    lines = {bus: _largest(by_metric.values()) for bus, by_metric in found.items()}
    heads = ["bus", "", *(f"{load}%" for load in loads), *WAITED]
    plot = plots.against(loads, lines, suites.LOAD, "jitter in cycles")
    return Figure("Largest jitter against load", plot, table=Table(heads, rows))


def _cells(one: Series, loads: Sequence[int]) -> list[str]:
    waits = one.records[-1].waits or {}
    return [
        *cells(loads, one.by_point, lambda record: number(record.max - record.min)),
        *cells(WAITS, waits, number),
    ]


def _largest(of_metrics: Iterable[Sequence[Series]]) -> dict[str, plots.Line]:
    """Return for each kernel the largest jitter of any operation at each load."""
    jitters: dict[str, dict[int, float]] = {}
    for series in of_metrics:
        for one in series:
            at = jitters.setdefault(one.key, {})
            for load, record in zip(one.numbers, one.records, strict=True):
                at[load] = max(at.get(load, 0), record.max - record.min)
    return {key: (LABELS[key], list(at.values())) for key, at in jitters.items()}
