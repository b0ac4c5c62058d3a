# SPDX-License-Identifier: Apache-2.0
"""The top of the report: a few figures, and every call in one picture."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from isochron import suites
from isochron.report import plots
from isochron.report.kinds import Tile
from isochron.report.series import (
    OPTIMISED,
    OURS,
    OURS_NO_ISR,
    Measured,
    Series,
    by_kernel,
    speedups,
)
from isochron.report.text import NOT_MEASURED, factor, number, span


@dataclass(frozen=True)
class Pair:
    """One metric on stock FreeRTOS and on ours."""

    test: suites.Test
    metric: suites.Metric
    stock: Series
    ours: Series

    @property
    def name(self) -> str:
        """Test and metric."""
        return f"{self.test.title} {self.metric.name}"


def pairs(measured: Measured, suite: suites.Suite) -> list[Pair]:
    """Return the metrics of a suite that were measured on both kernels."""
    compared = []
    for test, metric, series in measured.of(suite):
        kernels = by_kernel(series)
        if OPTIMISED in kernels and OURS in kernels:
            compared.append(Pair(test, metric, kernels[OPTIMISED], kernels[OURS]))
    return compared


def swept_pairs(measured: Measured) -> list[Pair]:
    """Return the thesis's metrics on both kernels, without the interrupt responses."""
    compared = pairs(measured, suites.GARCIA_MARTINEZ)
    return [pair for pair in compared if pair.metric.parameter != "background"]


def tiles(measured: Measured) -> list[Tile]:
    """Return the summary's figures."""
    swept = swept_pairs(measured)
    return [
        _fastest(swept),
        _response(measured),
        _jitter(swept),
        _interrupts_off(swept),
        _stolen(measured.kernels("tick", "tick-stolen"), "A tick with nobody to wake", 0),
        _stolen(
            measured.kernels("interrupt", "interrupt-stolen"), "An interrupt for a lower task", None
        ),
    ]


def _fastest(swept: Sequence[Pair]) -> Tile:
    title = "Largest speed-up of a call"
    best: tuple[float, str] = (0, "")
    for pair in swept:
        unit = (pair.metric.parameter or "").replace("_", " ")
        for point, ratio in speedups(pair.stock, pair.ours).items():
            at = f"{pair.name}, {unit} {point}"
            best = max(best, (ratio, at))
    return Tile(title, factor(best[0]), best[1]) if best[1] else Tile(title, NOT_MEASURED, "")


def _response(measured: Measured) -> Tile:
    """From an interrupt to a task, at best: with no interrupt service routine if there is that."""
    title = "From an interrupt to its task"
    kernels = measured.kernels("interrupt-response-1", "task-dispatch")
    ours = kernels.get(OURS_NO_ISR, kernels.get(OURS))
    if OPTIMISED not in kernels or ours is None:
        return Tile(title, NOT_MEASURED, "")
    background = ours.points[:1]
    figures, stock = (span(entry.at(background).cycles) for entry in (ours, kernels[OPTIMISED]))
    return Tile(title, f"{figures} cycles", f"{ours.label}; stock FreeRTOS: {stock}")


def _jitter(swept: Sequence[Pair]) -> Tile:
    title = "Largest jitter of a call over a sweep"
    if not swept:
        return Tile(title, NOT_MEASURED, "")
    ours = max(pair.ours.jitter for pair in swept)
    stock = max(pair.stock.jitter for pair in swept)
    without = "messages of one length, no interrupts"
    return Tile(
        title, f"{number(ours)} cycles", f"{without}; stock FreeRTOS, same calls: {number(stock)}"
    )


def _interrupts_off(swept: Sequence[Pair]) -> Tile:
    title = "Interrupts off during a call, at most"
    if not swept:
        return Tile(title, NOT_MEASURED, "")
    ours = max(pair.ours.off_longest.high for pair in swept)
    stock = max(pair.stock.off_longest.high for pair in swept)
    without = "without service routines"
    return Tile(
        title, f"{number(ours)} cycles", f"{without}; stock FreeRTOS, same calls: {number(stock)}"
    )


def _stolen(kernels: Mapping[str, Series], title: str, point: int | None) -> Tile:
    """What an event that is not for the running task costs it, at one point of the sweep."""
    ours = kernels.get(OURS_NO_ISR, kernels.get(OURS))
    if OPTIMISED not in kernels or ours is None:
        return Tile(title, NOT_MEASURED, "")
    figures, stock = (span(entry.at([point]).cycles) for entry in (ours, kernels[OPTIMISED]))
    return Tile(title, f"{figures} cycles", f"stock FreeRTOS: {stock}")


def legend(measured: Measured) -> list[tuple[str, str]]:
    """Return key and label of every series of the overviews."""
    labels: dict[str, str] = {}
    for _, series in _every_metric(measured):
        for entry in series:
            if not entry.variant_shown or entry.key not in labels:
                labels[entry.key] = entry.label
    return [(key, labels[key]) for key in plots.COLOURS if key in labels]


def cycles_overview(measured: Measured) -> plots.Plot | None:
    """Draw every call's best and worst case, for each kernel."""
    rows = [
        (name, [(entry, entry.cycles.low, entry.cycles.high) for entry in series])
        for name, series in _every_metric(measured)
    ]
    return plots.ranges(rows) if rows else None


def interrupts_off_overview(measured: Measured) -> plots.Plot | None:
    """Draw every call's longest stretch with interrupts disabled, for each kernel."""
    rows = [
        (name, [(entry, entry.off_longest.low, entry.off_longest.high) for entry in series])
        for name, series in _every_metric(measured)
    ]
    return plots.ranges(rows) if rows else None


def _every_metric(measured: Measured) -> Iterator[tuple[str, Sequence[Series]]]:
    for test, metric, series in measured.of(suites.GARCIA_MARTINEZ):
        yield f"{test.title}<br>{metric.name}", series
