# SPDX-License-Identifier: Apache-2.0
"""The report's figures: a plot, the table beside it, every point, and the thesis's own figures."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from isochron import published, suites
from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.report.series import (
    LABELS,
    OPTIMISED,
    STOCK,
    Measured,
    Range,
    Series,
    by_kernel,
    cycles_of,
    speedup,
)
from isochron.report.text import NOT_MEASURED, axis, cells, factor, factors, number, span

HEADS = ("cycles", "jitter", "interrupts off, sum", "longest", "speed-up")
OF_THESIS = f"-{suites.THESIS_OPTIMISATION}"
THEIR_STOCK = "Thesis: FreeRTOS 8.2.3"
THEIR_SYSTEM = "Thesis: FreeRTOS-Accelerated"


def figures(measured: Measured, suite: suites.Suite) -> Iterator[Figure]:
    """Yield a figure for every metric of a suite that was measured over a sweep."""
    for test, metric, series in measured.of(suite):
        if metric.parameter != "background":
            yield _figure(suite, test, metric, series, _thesis_series(measured, test, metric))


def response_figures(measured: Measured, suite: suites.Suite) -> Iterator[Figure]:
    """Yield a figure with a histogram for every background of the interrupt responses."""
    for test, metric, series in measured.of(suite):
        for background in series[0].points if metric.parameter == "background" else ():
            thesis = _thesis_series(measured, test, metric)
            at, thesis_at = (
                [entry.at([background]) for entry in some if background in entry.points]
                for some in (series, thesis)
            )
            yield _figure(suite, test, metric, at, thesis_at, str(background))


def _thesis_series(
    measured: Measured, test: suites.Test, metric: suites.Metric
) -> Sequence[Series]:
    """The same with the thesis's optimisation, if it was measured."""
    return measured.series(test, metric, optimisation=suites.THESIS_OPTIMISATION)


def _figure(
    suite: suites.Suite,
    test: suites.Test,
    metric: suites.Metric,
    series: Sequence[Series],
    thesis: Sequence[Series],
    background: str | None = None,
) -> Figure:
    theirs = published.find(suite.paper, test.name, metric.name)
    swept = background is None and metric.parameter is not None
    title = f"{metric.name}, interrupting a {background}" if background else metric.name
    return Figure(
        anchor=f"{test.name}-{metric.name}" + (f"-{background}" if background else ""),
        title=test.title,
        metric=title,
        reference=_reference(suite, theirs),
        method=f"{test.summary} Measured: {metric.summary}.",
        plot=plots.sweep(series, {OF_THESIS: thesis}) if swept else plots.histogram(series),
        table=Table(
            HEADS,
            [
                *_our_rows(series),
                *_our_rows(thesis, f", {OF_THESIS}"),
                *_absent_rows(series),
                *(_their_rows(theirs) if suite.paper else ()),
            ],
        ),
        points=_points(series, thesis) if swept else None,
    )


def _reference(suite: suites.Suite, theirs: published.Figure | None) -> str:
    if theirs is not None:
        return f"thesis, {theirs.where}"
    return "defined in the thesis, not plotted there" if suite.paper else "our own"


def _our_rows(series: Sequence[Series], condition: str = "") -> Iterator[Row]:
    kernels = by_kernel(series)
    stock = kernels.get(OPTIMISED) or kernels.get(STOCK)
    for entry in series:
        ratios = speedup(stock, entry) if stock and entry.key != stock.key else None
        ours = [
            span(entry.cycles),
            number(entry.jitter),
            span(entry.off_total),
            span(entry.off_longest),
            factors(ratios),
        ]
        yield Row(entry.label + condition, ours, entry.key)


def _absent_rows(series: Sequence[Series]) -> Iterator[Row]:
    """The kernels that have no figures, so that nobody takes theirs for missing by chance."""
    present = {entry.kernel for entry in series}
    for kernel in suites.EVERY:
        if kernel not in present:
            yield Row(LABELS[kernel], [NOT_MEASURED, "", "", "", ""], "absent")


def _their_rows(figure: published.Figure | None) -> Iterator[Row]:
    if figure is None:
        yield Row("Thesis", [published.NOT_STATED, "", "", "", ""], "published")
        return
    for label, values in ((THEIR_STOCK, figure.stock), (THEIR_SYSTEM, figure.theirs)):
        theirs = [
            _stated_span(values, "min", "max"),
            _stated(values, "jitter"),
            _stated_span(values, "interrupts_off_min", "interrupts_off_max", "interrupts_off"),
            published.NOT_STATED,
            _stated_speedup(values) if label == THEIR_SYSTEM else "",
        ]
        yield Row(label, theirs, "published")


def _stated(values: Mapping[str, Any], name: str) -> str:
    return number(values[name]) if name in values else published.NOT_STATED


def _stated_span(values: Mapping[str, Any], low: str, high: str, single: str = "") -> str:
    if low in values and high in values:
        return span(Range(values[low], values[high]))
    return _stated(values, single)


def _stated_speedup(values: Mapping[str, Any]) -> str:
    if "speedup" in values:
        return factor(values["speedup"])
    if "speedup_min" in values:
        return factors(Range(values["speedup_min"], values["speedup_max"]))
    if "speedup_max" in values:
        return f"up to {factor(values['speedup_max'])}"
    if "slowdown_max" in values:
        return f"up to {factor(values['slowdown_max'])} slower"
    return published.NOT_STATED


def _points(series: Sequence[Series], thesis: Sequence[Series]) -> Table:
    """One line for each point: smallest and largest of every kernel."""
    every = dict.fromkeys(point for entry in series for point in entry.points)
    columns = [
        cells(every, entry.by_point, lambda record: span(cycles_of(record)))
        for entry in (*series, *thesis)
    ]
    heads = [entry.label for entry in series]
    heads += [f"{entry.label}, {OF_THESIS}" for entry in thesis]
    return Table(
        heads,
        [Row(str(point), row) for point, *row in zip(every, *columns, strict=True)],
        corner=axis(series[0].sweep),
    )
