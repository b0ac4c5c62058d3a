# SPDX-License-Identifier: Apache-2.0
"""Every metric on the other platforms, and with the thesis's optimisation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isochron import bench, suites
from isochron.report import plots
from isochron.report.series import Measured, Series, by_kernel, speedup
from isochron.report.summary import OURS, STOCK
from isochron.report.text import factors, span


@dataclass(frozen=True)
class Line:
    """One metric: a cell for each kernel under each condition, and the speed-ups."""

    name: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Comparison:
    """A table of all metrics under several conditions, with one plot of an example."""

    conditions: Sequence[str]
    heads: Sequence[str]
    lines: Sequence[Line]
    example: str
    plot: plots.Plot | None


def platforms(measured: Measured) -> Comparison | None:
    """Compare the platforms of the thesis's suite that were measured; None if there is but one."""
    names = [name for name in measured.platforms() if name in suites.GARCIA_MARTINEZ.platforms]
    return _compare(measured, [(name, name, bench.MAIN_OPTIMISATION) for name in names])


def optimisations(measured: Measured) -> Comparison | None:
    """Compare the optimisations of the compiler on the main platform; None without the second."""
    conditions = [
        (f"-{name}", bench.MAIN_PLATFORM, name)
        for name in (bench.MAIN_OPTIMISATION, bench.THESIS_OPTIMISATION)
        if measured.has(platform=bench.MAIN_PLATFORM, optimisation=name)
    ]
    return _compare(measured, conditions)


def _compare(measured: Measured, conditions: Sequence[tuple[str, str, str]]) -> Comparison | None:
    """Make the table; a condition is a name, a platform and an optimisation."""
    if len(conditions) < 2:
        return None
    lines, example, plot = [], "", None
    for test in suites.GARCIA_MARTINEZ.tests:
        for metric in test.metrics:
            found = {
                name: by_kernel(measured.series(test, metric, platform, optimisation))
                for name, platform, optimisation in conditions
            }
            if not any(found.values()):
                continue
            name = f"{test.title} {metric.name}"
            lines.append(Line(name, [cell for one in found.values() for cell in _cells(one)]))
            if plot is None:
                plot, example = plots.conditions(_for_plot(found)), name
    heads = ["FreeRTOS", "Isochron", "speed-up"]
    return Comparison([name for name, _, _ in conditions], heads, lines, example, plot)


def _cells(kernels: Mapping[str, Series]) -> list[str]:
    stock, ours = kernels.get(STOCK), kernels.get(OURS)
    return [
        span(stock.cycles) if stock else "",
        span(ours.cycles) if ours else "",
        factors(speedup(stock, ours)) if stock and ours else "",
    ]


def _for_plot(found: Mapping[str, Mapping[str, Series]]) -> dict[str, list[Series]]:
    return {
        name: [kernels[key] for key in (STOCK, OURS) if key in kernels]
        for name, kernels in found.items()
        if kernels
    }
