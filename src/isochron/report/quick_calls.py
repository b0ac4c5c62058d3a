# SPDX-License-Identifier: Apache-2.0
"""Calls that FreeRTOS does with a few loads and stores, with ours beside them: losses, too."""

from isochron import suites
from isochron.report.kinds import Row, Table
from isochron.report.series import LABELS, OPTIMISED, OURS, Measured, by_kernel, speedup
from isochron.report.text import NOT_MEASURED, factors, span


def table(measured: Measured) -> Table | None:
    """Return the calls on every kernel, None when none was measured.

    Args:
        measured: of all attachments.
    """
    (test,) = suites.QUICK_CALLS.tests
    rows = []
    for _, metric, series in measured.of(suites.QUICK_CALLS):
        kernels = by_kernel(series)
        shown = [
            span(kernels[name].cycles) if name in kernels else NOT_MEASURED for name in test.kernels
        ]
        stock, ours = kernels.get(OPTIMISED), kernels.get(OURS)
        ratios = factors(speedup(stock, ours)) if stock and ours else ""
        anchor = f"{test.name}-{metric.name}"
        rows.append(Row(metric.summary, [*shown, ratios], anchor=anchor))
    heads = [*(LABELS[name] for name in test.kernels), f"{LABELS[OURS]}, times faster"]
    return Table(heads, rows) if rows else None
