# SPDX-License-Identifier: Apache-2.0
"""Every metric on the other platforms, and with the thesis's optimisation.

Stock is FreeRTOS as its RISC-V port comes.
"""

from collections.abc import Mapping, Sequence

from isochron import suites
from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.report.series import LABELS, OPTIMISED, OURS, Measured, Series, by_kernel, speedup
from isochron.report.text import factors, span

HEADS = (LABELS[OPTIMISED], LABELS[OURS], "speed-up")


def platforms(measured: Measured) -> Figure | None:
    """Compare the platforms of the thesis's suite that were measured; None if there is but one."""
    names = [name for name in measured.platforms() if name in suites.GARCIA_MARTINEZ.platforms]
    return _compare(measured, [(name, name, suites.MAIN_OPTIMISATION) for name in names])


def optimisations(measured: Measured) -> Figure | None:
    """Compare the optimisations of the compiler on the main platform; None without the second."""
    conditions = [
        (f"-{name}", suites.MAIN_PLATFORM, name)
        for name in (suites.MAIN_OPTIMISATION, suites.THESIS_OPTIMISATION)
        if measured.has(platform=suites.MAIN_PLATFORM, optimisation=name)
    ]
    return _compare(measured, conditions)


def _compare(measured: Measured, conditions: Sequence[tuple[str, str, str]]) -> Figure | None:
    """Make the table, with one plot as an example; None without a measurement.

    A condition is a name, a platform and an optimisation.
    """
    if len(conditions) < 2:
        return None
    rows, example = [], None
    for test, metric in suites.GARCIA_MARTINEZ.metrics:
        by_condition = {
            name: _compared(measured.series(test, metric, platform, optimisation))
            for name, platform, optimisation in conditions
        }
        if any(by_condition.values()):
            name = f"{test.title} {metric.name}"
            rows.append(
                Row(name, [cell for series in by_condition.values() for cell in _cells(series)])
            )
            example = example or (name, plots.conditions(_for_plot(by_condition)))
    if example is None:
        return None
    groups = [(name, len(HEADS)) for name, _, _ in conditions]
    return Figure(*example, table=Table(HEADS * len(conditions), rows, groups=groups))


def _compared(series: Sequence[Series]) -> dict[str, Series]:
    kernels = by_kernel(series)
    return {key: kernels[key] for key in (OPTIMISED, OURS) if key in kernels}


def _cells(kernels: Mapping[str, Series]) -> list[str]:
    stock, ours = kernels.get(OPTIMISED), kernels.get(OURS)
    return [
        span(stock.cycles) if stock else "",
        span(ours.cycles) if ours else "",
        factors(speedup(stock, ours)) if stock and ours else "",
    ]


def _for_plot(by_condition: Mapping[str, Mapping[str, Series]]) -> dict[str, list[Series]]:
    return {name: list(kernels.values()) for name, kernels in by_condition.items() if kernels}
