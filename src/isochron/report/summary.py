# SPDX-License-Identifier: Apache-2.0
"""The top of the report: four figures, and every call in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from isochron import suites
from isochron.report import plots
from isochron.report.series import Measured, Series, by_kernel, speedups
from isochron.report.text import NOT_MEASURED, factor, number, span

STOCK = "freertos"
OURS = "isochron"


@dataclass(frozen=True)
class Tile:
    """One figure, large."""

    title: str
    value: str
    detail: str


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
    found = []
    for test in suite.tests:
        for metric in test.metrics:
            kernels = by_kernel(measured.series(test, metric))
            if STOCK in kernels and OURS in kernels:
                found.append(Pair(test, metric, kernels[STOCK], kernels[OURS]))
    return found


def tiles(measured: Measured) -> list[Tile]:
    """Return the summary's figures."""
    compared = pairs(measured, suites.GARCIA_MARTINEZ)
    swept = [pair for pair in compared if pair.metric.parameter != "background"]
    return [_fastest(compared), _jitter(swept), _interrupts_off(compared), _stolen(measured)]


def _fastest(compared: Sequence[Pair]) -> Tile:
    best: tuple[float, str] = (0, "")
    for pair in compared:
        for point, ratio in speedups(pair.stock, pair.ours).items():
            at = f" at {pair.metric.parameter.replace('_', ' ')} {point}" if point else ""
            best = max(best, (ratio, f"{pair.name}{at}"))
    if not best[1]:
        return Tile("Fastest against stock", NOT_MEASURED, "")
    return Tile("Fastest against stock", factor(best[0]), best[1])


def _jitter(swept: Sequence[Pair]) -> Tile:
    title = "Jitter over every sweep"
    if not swept:
        return Tile(title, NOT_MEASURED, "")
    ours = max(pair.ours.jitter for pair in swept)
    stock = max(pair.stock.jitter for pair in swept)
    return Tile(title, f"{number(ours)} cycles", f"stock FreeRTOS: up to {number(stock)}")


def _interrupts_off(compared: Sequence[Pair]) -> Tile:
    title = "Interrupts off, longest stretch"
    if not compared:
        return Tile(title, NOT_MEASURED, "")
    ours = max(pair.ours.off_longest.high for pair in compared)
    stock = max(pair.stock.off_longest.high for pair in compared)
    return Tile(title, f"{number(ours)} cycles", f"stock FreeRTOS, same calls: {number(stock)}")


def _stolen(measured: Measured) -> Tile:
    """A tick at which nobody wakes, and interrupts for lower tasks."""
    title = "A tick with nobody to wake costs"
    for test in suites.OPERATIONS.tests:
        for metric in test.metrics:
            kernels = by_kernel(measured.series(test, metric))
            if metric.parameter == "waking" and STOCK in kernels and OURS in kernels:
                ours, stock = (span(kernels[name].at([0]).cycles) for name in (OURS, STOCK))
                return Tile(title, f"{ours} cycles", f"stock FreeRTOS: {stock}")
    return Tile(title, NOT_MEASURED, "")


def cycles_overview(measured: Measured) -> plots.Plot | None:
    """Draw every call's best and worst case, for each kernel."""
    rows = [
        (name, [(one, one.cycles.low, one.cycles.high) for one in series])
        for name, series in _every_metric(measured)
    ]
    return plots.ranges(rows, "clock cycles, best to worst over the sweep") if rows else None


def interrupts_off_overview(measured: Measured) -> plots.Plot | None:
    """Draw every call's longest stretch with interrupts disabled, for each kernel."""
    rows = [
        (name, [(one, one.off_longest.low, one.off_longest.high) for one in series])
        for name, series in _every_metric(measured)
    ]
    title = "longest stretch with interrupts disabled, clock cycles"
    return plots.ranges(rows, title) if rows else None


def _every_metric(measured: Measured) -> Iterator[tuple[str, Sequence[Series]]]:
    for test in suites.GARCIA_MARTINEZ.tests:
        for metric in test.metrics:
            series = measured.series(test, metric)
            if series:
                yield f"{test.title}<br>{metric.name}", series
