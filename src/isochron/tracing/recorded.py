# SPDX-License-Identifier: Apache-2.0
"""From the words that hardware recorded to tracks, by the events that the simulator would write."""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import Any

from isochron.tracing import reader
from isochron.tracing.events import OnTrack
from isochron.tracing.words import Happened, Log, Lost, decode

_READY_LATE, _LINES_LATE = 1, 2
"""Cycles after which a task's change, and that of a line, is recorded."""
_FOUND, _RUNNING, _READY, _LEVELS, _LOST = range(5)
"""What comes first in a cycle."""
_FIRST_HIGH_LINE = 8
_Event = tuple[int, int, dict[str, Any]]
"""Cycle, rank in the cycle and what happens."""
_READY_BY = {
    "READY_BY_TASK": {},
    "READY_BY_ISR": {"routine": 1},
    "READY_BY_TIME": {"timed": 1},
    "READY_BY_HIGH_LINE": {"line": _FIRST_HIGH_LINE},
}


def follow(log: Log) -> Iterator[OnTrack]:
    """Yield what happens on tracks by a log.

    Words may come while it is followed.

    Raises WrongLog: a word is no word of a trace.
    """
    events = _in_order(_events(decode(log.words)))
    records = ({**event, "cycle": cycle} for cycle, _, event in events)
    return reader.follow(records, names=log.names)


def _in_order(events: Iterable[_Event]) -> Iterator[_Event]:
    """Yield events by cycle, and by rank in the cycle, as soon as no earlier one can come."""
    waiting: list[tuple[int, int, int, dict[str, Any]]] = []
    for number, (cycle, rank, event) in enumerate(events):
        heappush(waiting, (cycle, rank, number, event))
        while waiting[0][0] < cycle - _LINES_LATE:
            first, rank_of_first, _, kept = heappop(waiting)
            yield first, rank_of_first, kept
    while waiting:
        first, rank_of_first, _, kept = heappop(waiting)
        yield first, rank_of_first, kept


def _events(happenings: Iterable[Happened | Lost]) -> Iterator[_Event]:
    earliest = lines = 0
    lost: Lost | None = None
    for change in happenings:
        if isinstance(change, Lost):
            lost = change
            continue
        if lost:  # what comes then tells all that is known
            earliest = change.cycle
            yield lost.begin, _LOST, {"record": "lost"}
            yield earliest, _FOUND, {"record": "found"}
            yield earliest, _RUNNING, {"record": "running", "task": change.task}
            yield earliest, _LEVELS, {"record": "levels", "lines": change.lines, "enabled": 1}
            lost, lines = None, change.lines
        if change.what == "SWITCH":
            yield change.cycle, _RUNNING, {"record": "running", "task": change.task}
        elif change.what != "NOTHING":
            yield max(change.cycle - _READY_LATE, earliest), _READY, _turn(change)
        if change.lines != lines:
            lines = change.lines
            cycle = max(change.cycle - _LINES_LATE, earliest)
            yield cycle, _LEVELS, {"record": "levels", "lines": lines, "enabled": 1}


def _turn(change: Happened) -> dict[str, Any]:
    event = {
        "record": "ready",
        "task": change.task,
        "ready": int(change.what != "STOPS"),
        "timed": 0,
    }
    if change.what == "READY_BY_LINE_0":
        return {**event, "line": change.line}
    return {**event, **_READY_BY.get(change.what, {})}
