# SPDX-License-Identifier: Apache-2.0
"""How far a task set is from its limits: least clock, and growth of execution times."""

from collections.abc import Callable

from isochron.analysis.model import TaskSet
from isochron.analysis.overheads import Overheads
from isochron.analysis.response import Analysis

FINEST = 1e-3
"""To which part a factor is found."""
MOST = 64.0
"""The largest factor that is looked for."""


def growth(task_set: TaskSet, overheads: Overheads) -> float:
    """Return by which factor all execution times may be multiplied; 0 if by none."""
    return _largest(lambda factor: Analysis(task_set.grown(factor), overheads).holds())


def least_clock(at: Callable[[float], TaskSet], overheads: Overheads, clock: float) -> float | None:
    """Return the least clock at which every deadline holds, to a thousandth; None if there is none.

    Args:
        at: makes the task set of a clock; execution times in cycles stay, periods get fewer
            cycles with a lower one. Clocks are in Hz.
        clock: where to begin.
    """

    def slowed(factor: float) -> bool:
        return Analysis(at(clock / factor), overheads).holds()

    factor = _largest(slowed)
    if factor > 0:
        return clock / factor
    return None


def _largest(holds: Callable[[float], bool]) -> float:
    """Return the largest factor from 1 / MOST to MOST for which it holds; 0 if there is none."""
    low, high = 1 / MOST, MOST
    if not holds(low):
        return 0.0
    while high / low > 1 + FINEST:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
