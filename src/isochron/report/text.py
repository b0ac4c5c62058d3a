# SPDX-License-Identifier: Apache-2.0
"""How the report writes figures."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from isochron.report.series import Range

Found = TypeVar("Found")

NOT_MEASURED = "not measured"
AXES = {
    "priority_drop": "priority drop between the two tasks",
    "bytes": "size of the message in bytes",
    "delayed": "tasks already delayed",
    "waking": "tasks that wake at the tick",
    "count": "count of the semaphore",
    "tasks": "tasks",
    "load": "load of the other master in per cent",
    "period_ms": "period of the tasks in ms",
    "pass": "passes, before and after caches are filled",
    "background": "what the interrupted task executes",
    "distance": "priority of the job over that of the task below",
    "due": "lower tasks due at the same tick",
    "left": "cycles from the job's end to the next tick, from its beginning on",
    "users": "who uses the mutex",
    "call": "the call",
}
"""What the parameter of a sweep is."""
UNIT_AXIS = "clock cycles"


def number(value: float) -> str:
    """Write a figure with thousands separated, two decimals at most."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}".rstrip("0")


def span(figures: Range) -> str:
    """Write one figure, or the smallest and the largest."""
    if figures.constant:
        return number(figures.low)
    return f"{number(figures.low)} \N{EN DASH} {number(figures.high)}"


def deviating(mean: float, deviation: float) -> str:
    """Write a mean and its standard deviation."""
    return f"{number(mean)} \N{PLUS-MINUS SIGN} {number(deviation)}"


def factor(value: float) -> str:
    """Write a ratio."""
    return f"{value:.2f}\N{MULTIPLICATION SIGN}"


def percent(value: float) -> str:
    """Write a share, given in per cent."""
    return f"{number(round(value, 2))}%"


def factors(ratios: Range | None) -> str:
    """Write a range of ratios."""
    if ratios is None:
        return ""
    low, high = factor(ratios.low), factor(ratios.high)
    return low if low == high else f"{low} \N{EN DASH} {high}"


def cells(
    points: Iterable[Any],
    columns: Mapping[Any, Found],
    write: Callable[[Found], str],
    missing: str = "",
) -> list[str]:
    """Write what was found at each point, or that nothing was."""
    return [write(columns[point]) if point in columns else missing for point in points]


def axis(sweep: str | None) -> str:
    """Write what the parameter of a sweep is."""
    return AXES.get(sweep, sweep.replace("_", " ")) if sweep else ""
