# SPDX-License-Identifier: Apache-2.0
"""What the time manager's paper claims, and what was found."""

import math

from systems.time_manager.lab.report import TASKS, by_time_base, improvements, slope
from systems.time_manager.lab.suite import (
    HARDWARE_TIME,
    ON_FREERTOS,
    PAPER_TICK_NS,
    SOFTWARE_TIME,
    TICKLESS_TIME,
)

from isochron import published
from isochron.report.kinds import Finding, Statement, Verdict
from isochron.report.series import Measured
from isochron.report.text import factor, number

FIGURE = "time-manager/reactivity"
NS_PER_MS = 1_000_000
STATED_ORDERS = 3


def _stated() -> published.Figure:
    return published.figures()[FIGURE]


def _ratio(
    measured: Measured, metric: str, base: str = SOFTWARE_TIME, kernel: str = ""
) -> float | None:
    """How many times longer a metric takes in software, with the paper's number of tasks.

    ``kernel`` is the end of both variants' names.
    """
    found = by_time_base(measured, metric)
    names = [name + kernel for name in (HARDWARE_TIME, base)]
    series = [found[name] for name in names if name in found]
    if len(series) < 2 or not all(TASKS in entry.points for entry in series):
        return None
    in_hardware, in_software = (entry.at([TASKS]).medians[0] for entry in series)
    return in_software / in_hardware


def _reactivity(measured: Measured) -> Finding:
    handler, wake = (_ratio(measured, metric) for metric in ("handler-one", "wake-one"))
    if handler is None or wake is None:
        return None
    text = (
        f"with {TASKS} tasks of which one wakes: handler {factor(handler)}, to the "
        f"task going on {factor(wake)}, from the tick at which software looks"
    )
    tickless = [_ratio(measured, metric, TICKLESS_TIME) for metric in ("handler-one", "wake-one")]
    known = [factor(ratio) for ratio in tickless if ratio is not None]
    if known:
        text += f"; than software without a tick {' and '.join(known)}"
    on_freertos = [
        _ratio(measured, "wake-one", base, ON_FREERTOS) for base in (SOFTWARE_TIME, TICKLESS_TIME)
    ]
    known = [factor(ratio) for ratio in on_freertos if ratio is not None]
    if known:
        text += f"; on FreeRTOS's own kernel, to the task, {' and '.join(known)}"
    least = _stated().theirs["reactivity_more_than"]
    low = min(handler, wake)
    return text, Verdict.of(low > least, otherwise=low > 1)


def _less_dependent(measured: Measured) -> Finding:
    parts, less, much_less = [], True, True
    for metric, what in (("wake-one", "one wakes"), ("wake-last", "N wake, the last")):
        series = by_time_base(measured, metric)
        if not series:
            return None
        in_hardware, in_software = (slope(series[base]) for base in (HARDWARE_TIME, SOFTWARE_TIME))
        less = less and in_hardware < in_software
        much_less = much_less and in_hardware <= in_software / 2
        parts.append(
            f"{what}: {number(round(in_hardware, 1))} cycles for each further task, in software "
            f"{number(round(in_software, 1))}"
        )
    return "; ".join(parts), Verdict.of(much_less, otherwise=less)


def _overhead(measured: Measured) -> Finding:
    factors = improvements(measured)
    if not factors:
        return None
    text = "; ".join(
        f"{period} ms: {factor(found)} measured, {factor(computed)} as the paper computes it"
        for period, (computed, found) in sorted(factors.items())
    )
    in_order = [found for _, (_, found) in sorted(factors.items())]
    growing = len(in_order) > 1 and in_order == sorted(set(in_order))
    return text, Verdict.of(growing)


def _precision(measured: Measured) -> Finding:
    if not by_time_base(measured, "wake-one"):
        return None
    tick_ns = _stated().theirs["tick_ns"]
    theirs = math.log10(PAPER_TICK_NS / tick_ns)
    text = (
        f"{tick_ns} ns against {PAPER_TICK_NS // NS_PER_MS} ms are {theirs:.1f} orders of magnitude"
    )
    return text, Verdict.of(round(theirs) == STATED_ORDERS)


CLAIMS: tuple[Statement[Measured], ...] = (
    ("The system reacts faster by more than a factor 10", "time manager, 6", _reactivity),
    (
        "In hardware the wake-up latency depends much less on the number of tasks",
        "time manager, figure 3",
        _less_dependent,
    ),
    ("The longer the period, the larger the gain in overhead", "time manager, figure 4", _overhead),
    (
        "The hardware timer is more precise by 3 orders of magnitude",
        "time manager, 5.2.1",
        _precision,
    ),
)
