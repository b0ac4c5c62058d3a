# SPDX-License-Identifier: Apache-2.0
"""What a second bus master does to every operation's jitter, on every kernel."""

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
    by_test = {
        test.title: {metric.name: measured.series(test, metric) for metric in test.metrics}
        for test in suites.SHARED_BUS.tests
    }
    every = [
        entry for by_metric in by_test.values() for series in by_metric.values() for entry in series
    ]
    if not every:
        return None
    loads = sorted({record.number(suites.LOAD) for entry in every for record in entry.records})
    rows = [
        Row(metric, [bus, entry.label, *_cells(entry, loads)], entry.key)
        for bus, by_metric in by_test.items()
        for metric, series in by_metric.items()
        for entry in series
    ]
    lines = {bus: _largest(by_metric.values()) for bus, by_metric in by_test.items()}
    heads = ["bus", "", *(f"{load}%" for load in loads), *WAITED]
    plot = plots.against(loads, lines, suites.LOAD, "jitter in cycles")
    return Figure("Largest jitter against load", plot, table=Table(heads, rows))


def _cells(entry: Series, loads: Sequence[int]) -> list[str]:
    waits = entry.records[-1].waits or {}
    return [
        *cells(loads, entry.by_point, lambda record: number(record.max - record.min)),
        *cells(WAITS, waits, number),
    ]


def _largest(of_metrics: Iterable[Sequence[Series]]) -> dict[str, plots.Line]:
    """Return for each kernel the largest jitter of any operation at each load."""
    jitters: dict[str, dict[int, float]] = {}
    for series in of_metrics:
        for entry in series:
            at = jitters.setdefault(entry.key, {})
            for load, record in zip(entry.numbers, entry.records, strict=True):
                at[load] = max(at.get(load, 0), record.max - record.min)
    return {key: (LABELS[key], list(at.values())) for key, at in jitters.items()}
