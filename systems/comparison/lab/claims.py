# SPDX-License-Identifier: Apache-2.0
"""What the comparison paper claims of its kernels, and ours of ours; found in the records."""

from collections.abc import Callable, Sequence

from systems.comparison.lab.criteria import CRITERIA
from systems.comparison.lab.kernels import KERNELS
from systems.comparison.lab.report import LOADS, OURS, Found, best

from isochron.report.kinds import Claim, Finding, Statement, Verdict, judged
from isochron.report.text import factor, number
from isochron.results import Record

WANTED_FACTOR = 8
"""Of `contexts` over stock FreeRTOS on preemption with 15 tasks."""
THEIRS = ("ucos2", "freertos")
"""The paper's kernels that are here."""


def claims(records: Sequence[Record]) -> list[Claim]:
    """Return every claim with what was found."""
    if not records:
        return []
    return judged(_CLAIMS, Found(records, ()))


def _mean(found: Found, kernel: str, criterion: str) -> float | None:
    record = found.count(kernel, criterion, "O2")
    return None if record is None else record.mean


def _loads(found: Found, kernel: str) -> list[float] | None:
    names = ["task-preemption", *(f"task-preemption-{tasks}" for tasks in LOADS[1:])]
    return _means(found, *((kernel, name) for name in names))


def _means(found: Found, *wanted: tuple[str, str]) -> list[float] | None:
    """Return the means of kernels and criteria, None if one was not measured."""
    means = [_mean(found, *chosen) for chosen in wanted]
    known = [mean for mean in means if mean is not None]
    return known if len(known) == len(means) else None


def _more(first: tuple[str, str], second: tuple[str, str]) -> Callable[[Found], Finding]:
    """A claim that one kernel has more of a criterion than another, or than of another one."""

    def find(found: Found) -> Finding:
        figures = _means(found, first, second)
        if figures is None:
            return None
        words = f"{number(round(figures[0], 1))} against {number(round(figures[1], 1))}"
        return words, Verdict.of(figures[0] > figures[1])

    return find


def _less(first: tuple[str, str], second: tuple[str, str]) -> Callable[[Found], Finding]:
    return _more(second, first)


def _freertos_flat(found: Found) -> Finding:
    means = _loads(found, "freertos")
    if means is None:
        return None
    drop = 100 * (1 - means[-1] / means[0])
    words = f"{number(round(means[0], 1))} to {number(round(means[-1], 1))}, {drop:.1f}%"
    return words, Verdict.of(drop < 1)


def _ucos2_drops(found: Found) -> Finding:
    means = _loads(found, "ucos2")
    if means is None:
        return None
    drops = [100 * (1 - mean / means[0]) for mean in means[1:]]
    words = ", ".join(f"{drop:.2f}%" for drop in drops)
    falling = drops == sorted(drops) and drops[-1] > 0
    return f"{words} with 5, 10, 15 tasks", Verdict.of(False, otherwise=falling)


def _ucos2_wins(found: Found) -> Finding:
    won, compared = [], 0
    for criterion in CRITERIA.values():
        if any(KERNELS[their].why_not(criterion.program, criterion.needs) for their in THEIRS):
            continue
        compared += 1
        figures = _means(found, *((their, criterion.name) for their in THEIRS))
        if figures is None:
            return None
        if "ucos2" in best(criterion, dict(zip(THEIRS, figures, strict=True))):
            won.append(criterion.name)
    words = f"{len(won)} of {compared} rows, of uC/OS-II and FreeRTOS alone"
    return words, Verdict.of(False, otherwise=len(won) > compared / 2)


def _comparable(found: Found) -> Finding:
    figures = _means(found, *((their, "uart-interrupt") for their in THEIRS))
    if figures is None:
        return None
    ratio = max(figures) / min(figures)
    words = f"{number(round(figures[0]))} and {number(round(figures[1]))} in 10 ms"
    return words, Verdict.of(ratio < 1.1)


def _contexts_factor(found: Found) -> Finding:
    stock, contexts = (_loads(found, kernel) for kernel in ("freertos", "isochron-contexts"))
    if stock is None or contexts is None:
        return None
    ratio = contexts[-1] / stock[-1]
    flat = max(contexts) == min(contexts)
    before, after = (_round_trip(found, kernel) for kernel in ("freertos", "isochron-contexts"))
    words = f"{factor(ratio)} in 10 ms, {'the same' if flat else 'not the same'} over tasks"
    if before is not None and after is not None:
        words += f"; the two calls alone {number(before)} to {number(after)} cycles, "
        words += factor(before / after)
    return words, Verdict.of(ratio >= WANTED_FACTOR and flat)


def _round_trip(found: Found, kernel: str) -> float | None:
    swept = [
        found.sweep(kernel, metric, "O2") for metric in ("suspend-dispatch", "resume-dispatch")
    ]
    return sum(records[-1].median for records in swept) if all(swept) else None


def _never_behind(found: Found) -> Finding:
    behind, compared = [], 0
    for criterion in CRITERIA.values():
        figures = {
            kernel.name: _mean(found, kernel.name, criterion.name) for kernel in found.kernels
        }
        known = {name: figure for name, figure in figures.items() if figure is not None}
        if len(known) < 2 or not set(OURS) & set(known):
            continue
        compared += 1
        if best(criterion, known).isdisjoint(OURS):
            behind.append(criterion.title)
    if not compared:
        return None
    if not behind:
        return f"in all {compared}", Verdict.CONFIRMED
    words = f"in {compared - len(behind)} of {compared}; not in {', '.join(behind)} (see the rows)"
    return words, Verdict.REFUTED


def _not_run(_: Found) -> Finding:
    return "Xilkernel's licence allows it on Xilinx's devices only", Verdict.OPEN


_PREEMPTION, _INIT = "task-preemption", "initialization"
_CLAIMS: tuple[Statement[Found], ...] = (
    (
        "uC/OS-II wins eight of the eleven criteria",
        "comparison, chapter 10",
        _ucos2_wins,
    ),
    (
        "uC/OS-II preempts faster than FreeRTOS",
        "comparison, 9.1",
        _more(("ucos2", _PREEMPTION), ("freertos", _PREEMPTION)),
    ),
    ("FreeRTOS's preemption does not depend on tasks", "comparison, 9.2", _freertos_flat),
    (
        "uC/OS-II's preemption drops by 3.51%, 7.02% and 12.28% with 5, 10 and 15 tasks "
        "(its own figures: 3.4%, 6.8%, 15.3%)",
        "comparison, 9.2",
        _ucos2_drops,
    ),
    (
        "uC/OS-II receives a message faster than it passes one",
        "comparison, 9.4",
        _more(("ucos2", "receive-message"), ("ucos2", "pass-message")),
    ),
    (
        "uC/OS-II gets memory faster than it releases it",
        "comparison, 9.5",
        _more(("ucos2", "get-memory"), ("ucos2", "release-memory")),
    ),
    (
        "FreeRTOS gets memory slower than uC/OS-II",
        "comparison, 9.5",
        _less(("freertos", "get-memory"), ("ucos2", "get-memory")),
    ),
    ("uC/OS-II and FreeRTOS serve interrupts about equally", "comparison, 9.6", _comparable),
    (
        "FreeRTOS initializes faster than uC/OS-II",
        "comparison, 9.7",
        _more(("ucos2", _INIT), ("freertos", _INIT)),
    ),
    ("Xilkernel's semaphores are slow", "comparison, 9.3", _not_run),
    ("Xilkernel's messages are slow", "comparison, 9.4", _not_run),
    ("Xilkernel serves interrupts fastest", "comparison, 9.6", _not_run),
    ("Xilkernel initializes fastest", "comparison, 9.7", _not_run),
    ("Xilkernel is smallest in memory", "comparison, 9.8", _not_run),
    ("Xilkernel comes last", "comparison, 9.9", _not_run),
    (
        f"contexts preempts at least {WANTED_FACTOR} times as often as FreeRTOS with 15 tasks, and "
        "equally often with any number",
        "ours",
        _contexts_factor,
    ),
    ("the hardware kernel is ahead of or equal to every kernel", "ours", _never_behind),
)
