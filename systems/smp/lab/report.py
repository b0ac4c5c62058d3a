# SPDX-License-Identifier: Apache-2.0
"""The section of the report: what calls take and how often they are made, by number of cores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import quantiles

from systems.smp.lab import table

from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.report.series import Range
from isochron.report.text import NOT_MEASURED, factor, number, percent, span
from isochron.results import Record

LABELS = {
    ("isochron", None): "Isochron",
    ("freertos", None): "FreeRTOS",
    ("freertos", table.COUNTING): "FreeRTOS, locks that count",
}
Column = tuple[str, str | None, int]
"""Kernel, variant and cores."""


@dataclass(frozen=True)
class Content:
    """What report.html.j2 shows."""

    pairs: Figure
    tables: Sequence[Table]


class Found:
    """Looks up records."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._by_key = {
            (
                *(record.metric, record.kernel, record.variant, record.number("cores")),
                record.parameters.get("tasks"),
            ): record
            for record in records
            if record.suite == table.SUITE
        }
        kinds = {key[1:4] for key in self._by_key}
        self.columns: list[Column] = [
            (*kernel, cores)
            for kernel in LABELS
            for cores in table.CORES
            if (*kernel, cores) in kinds
        ]

    def get(self, metric: str, column: Column, tasks: int | None = None) -> Record | None:
        """Return the record of a metric, of so many tasks if it is one of several."""
        return self._by_key.get((metric, *column, tasks))

    def rates(self, metric: str, column: Column) -> dict[int, float]:
        """Return a metric's figures by the number of tasks."""
        points = sorted(
            {key[4] for key in self._by_key if key[0] == metric and isinstance(key[4], int)}
        )
        found = {tasks: self.get(metric, column, tasks) for tasks in points}
        return {tasks: record.median for tasks, record in found.items() if record}

    def waits(self, column: Column) -> dict[int, float]:
        """Return what share of its cycles a core waits for others, in per cent, by who calls.

        So many cores call as fast as they can: if nobody waited, they would make so many times
        the calls of one.
        """
        rates = self.rates("calls", column)
        return {tasks: 100 * (1 - rate / (tasks * rates[1])) for tasks, rate in rates.items()}

    def gain(self, column: Column) -> dict[int, float]:
        """Return how many times the tokens of one core are passed, by the number of pairs."""
        alone = self.rates("pairs", (*column[:2], 1)) or self.rates("pairs", (column[0], None, 1))
        return {
            pairs: rate / alone[pairs]
            for pairs, rate in self.rates("pairs", column).items()
            if pairs in alone
        }


def content(records: Sequence[Record]) -> Content | None:
    """Return what is shown of some records; None if nothing of the suite is among them."""
    found = Found(records)
    if not found.columns:
        return None
    pairs = table.METRICS[table.RATES]["pairs"]
    figure = Figure(
        title="Pairs of tasks",
        metric="tokens",
        method=f"{pairs[0].upper()}{pairs[1:]}: a give, and a take that blocks, for each.",
        plot=plots.lines(
            "pairs",
            "tokens",
            {name(column): found.rates("pairs", column) for column in found.columns},
        ),
        table=_over_tasks(found, lambda column: found.rates("pairs", column), number, "pairs"),
    )
    several = [column for column in found.columns if column[2] > 1]
    tables = [
        _over_tasks(found, found.gain, factor, "pairs", "The same, times one core's", several),
        _over_tasks(
            *(found, found.waits, percent, "calling"),
            "Share of cycles that a core waits for others, which call as fast as they can",
            several,
        ),
        _calls(found),
        _spread(found, several),
        _over_tasks(
            *(found, lambda column: found.rates("job", column), number, "workers"),
            "Cycles of a job: queues between a task and workers, which compute",
        ),
    ]
    return Content(figure, [table for table in tables if table.rows])


def name(column: Column) -> str:
    """Return what a column is called."""
    kernel, variant, cores = column
    return f"{LABELS[kernel, variant]}, {cores} core{'s' if cores > 1 else ''}"


def _over_tasks(
    found: Found,
    figures: Callable[[Column], dict[int, float]],
    write: Callable[[float], str],
    what: str,
    title: str = "",
    columns: Sequence[Column] | None = None,
) -> Table:
    """A row for each kernel, a column for each number of tasks."""
    lines = {column: figures(column) for column in (found.columns if columns is None else columns)}
    points = sorted({tasks for line in lines.values() for tasks in line})
    rows = [
        Row(name(column), [write(line[tasks]) if tasks in line else "" for tasks in points])
        for column, line in lines.items()
        if line
    ]
    return Table([f"{what}: {tasks}" for tasks in points], rows, title)


def _calls(found: Found) -> Table:
    rows = []
    for metric, what in table.METRICS[table.CALLS].items():
        records = [found.get(metric, column) for column in found.columns]
        if any(records):
            cells = [
                span(Range(record.min, record.max)) if record else NOT_MEASURED
                for record in records
            ]
            rows.append(Row(what, cells))
    return Table([name(column) for column in found.columns], rows, "Calls")


def _spread(found: Found, columns: Sequence[Column]) -> Table:
    """How the calls are distributed that wait for others."""
    rows = []
    for metric, what in table.METRICS[table.CALLS].items():
        for column in columns:
            record = found.get(metric, column)
            if record and metric.endswith("-contended"):
                tenths = quantiles(record.samples, n=10)
                shown = (record.min, tenths[0], record.median, tenths[-1], record.max)
                rows.append(Row(f"{what}: {name(column)}", [number(figure) for figure in shown]))
    heads = ["smallest", "one of ten", "median", "nine of ten", "largest"]
    return Table(heads, rows, "Calls while the others call")
