# SPDX-License-Identifier: Apache-2.0
"""The section of the report: what loads, calls and ticks take, relative to FreeRTOS."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from systems.energy.lab import soc, table

from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.report.text import NOT_MEASURED, factor, number, percent
from isochron.results import Record

Kind = tuple[str, str | None]
"""A kernel and a variant."""
REFERENCE: Kind = (table.STOCK, None)
LABELS: dict[Kind, str] = {
    REFERENCE: "FreeRTOS",
    (table.STOCK, table.TICKLESS): "FreeRTOS, tickless idle",
    ("isochron", None): "Isochron",
    ("isochron", soc.LEAN): "Isochron, no monitor, gated",
    ("isochron-contexts", None): "Isochron, contexts",
}
CLOCKS = {"": "The clock never stops", table.GATED: "Each enable gates the clock"}
"""By what ends a metric's name."""


@dataclass(frozen=True)
class Content:
    """What report.html.j2 shows."""

    loads: Figure
    tables: Sequence[Table]


class Found:
    """Looks up records."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._by_key = {
            (record.metric, record.kernel, record.variant, record.parameters.get("load")): record
            for record in records
            if record.suite == table.SUITE
        }
        kinds = {key[1:3] for key in self._by_key}
        self.kinds = [kind for kind in LABELS if kind in kinds]

    def get(self, metric: str, kind: Kind, load: int | None = None) -> float | None:
        """Return a figure, of one load if it is of loads."""
        record = self._by_key.get((metric, *kind, load))
        return record.median if record else None

    def relative(self, metric: str, kind: Kind, load: int | None = None) -> float | None:
        """Return a figure over FreeRTOS's."""
        own, of_stock = (self.get(metric, which, load) for which in (kind, REFERENCE))
        return own / of_stock if own is not None and of_stock else None

    def busy(self, kind: Kind, load: int) -> float | None:
        """Return in how many of a hundred cycles the core does not sleep."""
        cycles = self.get("busy", kind, load)
        window = table.WINDOW * table.CLOCK_HZ // table.TICK_HZ
        return None if cycles is None else 100 * cycles / window


def content(records: Sequence[Record]) -> Content | None:
    """Return what is shown of some records; None if nothing of the suite is among them."""
    found = Found(records)
    if not found.kinds:
        return None
    metric = f"window{table.GATED}"
    lines = {
        LABELS[kind]: {
            load: ratio
            for load in table.LOADS
            if (ratio := found.relative(metric, kind, load)) is not None
        }
        for kind in found.kinds
    }
    figure = Figure(
        title="A second of each load",
        metric=CLOCKS[table.GATED].lower(),
        method="Toggles over FreeRTOS's at the same load, the same jobs in the same time.",
        plot=plots.lines("load: FreeRTOS's busy cycles, in per cent", "times FreeRTOS's", lines),
        table=_loads(found, metric, factor, found.relative),
    )
    others = [
        _loads(found, "window", factor, found.relative, CLOCKS[""]),
        _loads(
            *(found, "busy", percent, lambda _, kind, load: found.busy(kind, load)),
            "Cycles in which the core does not sleep",
        ),
        _loads(found, "pins", number, found.get, "Pins of cells on the clock"),
        *(_single(found, suffix, title) for suffix, title in CLOCKS.items()),
    ]
    return Content(figure, [shown for shown in others if shown.rows])


def _loads(
    found: Found,
    metric: str,
    write: Callable[[float], str],
    look: Callable[[str, Kind, int], float | None],
    title: str = "",
) -> Table:
    """A row for each kernel, a column for each load."""
    rows = []
    for kind in found.kinds:
        figures = [look(metric, kind, load) for load in table.LOADS]
        if any(figure is not None for figure in figures):
            cells = [NOT_MEASURED if figure is None else write(figure) for figure in figures]
            rows.append(Row(LABELS[kind], cells))
    return Table([f"load: {load}%" for load in table.LOADS], rows, title)


def _single(found: Found, suffix: str, title: str) -> Table:
    """A row for each call and the tick: thousands of toggles, and how many times FreeRTOS's."""
    kinds = [kind for kind in found.kinds if kind[1] != table.TICKLESS]
    rows = []
    for program in (table.CALLS, table.TICK):
        for metric, what in table.METRICS[program].items():
            figures = [
                (found.get(metric + suffix, kind), found.relative(metric + suffix, kind))
                for kind in kinds
            ]
            if any(own is not None for own, _ in figures):
                rows.append(Row(what.removeprefix("of "), [_both(*both) for both in figures]))
    return Table([LABELS[kind] for kind in kinds], rows, f"Thousands of toggles. {title}")


def _both(own: float | None, ratio: float | None) -> str:
    if own is None:
        return NOT_MEASURED
    thousands = number(round(own / 1000, 2))
    return thousands if ratio is None else f"{thousands} ({factor(ratio)})"
