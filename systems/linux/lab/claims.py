# SPDX-License-Identifier: Apache-2.0
"""What the time manager's paper claims, and what was found of it on Linux."""

from collections.abc import Sequence

from systems.linux.lab import kernel, lateness, measure
from systems.time_manager.lab.claims import FIGURE

from isochron import published
from isochron.report.kinds import Claim, Finding, Verdict, judged
from isochron.report.text import factor, number
from isochron.results import Record

_HARDWARE, _SOFTWARE, _NANOSLEEP = measure.BASES
_GAIN = "The longer the period, the larger the gain in overhead"
_BASES_BELOW = (lateness.FREERTOS, lateness.SOFTWARE)
_OTHERS = {_SOFTWARE: "the tick that walks over all timers", _NANOSLEEP: "clock_nanosleep"}


def claims(records: Sequence[Record]) -> list[Claim]:
    """Return the claims for each kernel that there are records of."""
    found = []
    for name in kernel.OF_THE_TIME_MANAGER:
        ours = [record for record in records if record.kernel == f"linux-{name}"]
        if ours:
            where = f"time manager; Linux, {name}"
            claimed = [(text, where, find) for text, find in _CLAIMS]
            if _shares(ours):
                claimed.append((_GAIN, where, _gain))
            found += judged(claimed, ours)
    if any(record.kernel == lateness.KERNEL for record in records):
        where = "FreeRTOS on the hardware kernel below Linux"
        below = [(_CLAIMS[0][0], where, _below)]
        if _shares(records, _BASES_BELOW):
            below.append((_GAIN, where, _gain_below))
        found += judged(below, records)
    return found


def _below(records: Sequence[Record]) -> Finding:
    """By which factor a task of FreeRTOS begins earlier than what Linux wakes, all under load."""
    medians = {
        (record.kernel, record.variant): record.median
        for record in records
        if (record.test, record.metric) == (measure.TESTS[0], measure.LATENCY)
        and record.parameters.get("load") == 1
    }
    ours = medians.get((lateness.KERNEL, lateness.FREERTOS))
    others = {
        (f"linux-{name}", _HARDWARE): f"Linux's task by the time manager ({name})"
        for name in kernel.OF_THE_TIME_MANAGER
    }
    others[lateness.KERNEL, lateness.NANOSLEEP] = "clock_nanosleep on the same machine"
    ratios = {what: medians[key] / ours for key, what in others.items() if ours and key in medians}
    if not ratios:
        return None
    least = published.figures()[FIGURE].theirs["reactivity_more_than"]
    text = "; ".join(f"{factor(ratio)} than {what}" for what, ratio in ratios.items())
    return f"{text}; all under load", Verdict.of(min(ratios.values()) > least)


def _gain_below(records: Sequence[Record]) -> Finding:
    return _gain(records, _BASES_BELOW)


def _shares(
    records: Sequence[Record], bases: Sequence[str] = (_HARDWARE, _SOFTWARE)
) -> dict[str, dict[int, float]]:
    return measure.shares(records, measure.OVERHEAD_TASKS, bases)


def _gain(records: Sequence[Record], bases: Sequence[str] = (_HARDWARE, _SOFTWARE)) -> Finding:
    """How many times less the tasks take than with the tick, against the period."""
    taken = _shares(records, bases)
    ours, theirs = (taken.get(base, {}) for base in bases)
    gains = {period: theirs[period] / ours[period] for period in ours if period in theirs}
    if not gains:
        return None
    text = "; ".join(f"{period} ms: {factor(gain)}" for period, gain in gains.items())
    return f"{text}; {measure.OVERHEAD_TASKS} tasks", Verdict.of(
        len(gains) > 1 and list(gains.values()) == sorted(set(gains.values()))
    )


def _medians(records: Sequence[Record], base: str, test: str, metric: str) -> dict[int, float]:
    return {
        record.number("tasks"): record.median
        for record in records
        if (record.variant, record.test, record.metric) == (base, test, metric)
        and "load" not in record.parameters
    }


def _faster(records: Sequence[Record]) -> Finding:
    """By which factor the latency is less than each comparator's, of one task that wakes."""
    point = (measure.TESTS[0], measure.LATENCY)
    ours = _medians(records, _HARDWARE, *point)
    parts, ratios = [], []
    for base, what in _OTHERS.items():
        theirs = _medians(records, base, *point)
        if common := sorted(ours.keys() & theirs.keys()):
            tasks = common[-1]
            ratios.append(theirs[tasks] / ours[tasks])
            parts.append(f"{factor(ratios[-1])} than {what} ({tasks} tasks, one wakes)")
    if not ratios:
        return None
    least = published.figures()[FIGURE].theirs["reactivity_more_than"]
    return "; ".join(parts), Verdict.of(min(ratios) > least, otherwise=min(ratios) > 1)


def _less_dependent(records: Sequence[Record]) -> Finding:
    """How many cycles each further task takes, that only waits or that wakes, too."""
    parts, half = [], []
    for test, metric, what in (
        (measure.TESTS[0], measure.LATENCY, "that waits"),
        (measure.TESTS[1], measure.LAST, "that wakes"),
    ):
        slopes = {
            base: slope
            for base in (_HARDWARE, _SOFTWARE)
            if (slope := _slope(_medians(records, base, test, metric))) is not None
        }
        if len(slopes) < 2:
            return None
        ours, theirs = slopes[_HARDWARE], slopes[_SOFTWARE]
        half.append(ours <= theirs / 2)
        parts.append(
            f"each further task {what}: {number(round(ours))} cycles, with the tick in software "
            f"{number(round(theirs))}"
        )
    return "; ".join(parts), Verdict.of(all(half), otherwise=any(half))


def _slope(medians: dict[int, float]) -> float | None:
    if len(medians) < 2:
        return None
    first, last = min(medians), max(medians)
    return (medians[last] - medians[first]) / (last - first)


_CLAIMS = (
    ("The system reacts faster by more than a factor 10", _faster),
    (
        "In hardware the wake-up latency depends much less on the number of tasks",
        _less_dependent,
    ),
)
