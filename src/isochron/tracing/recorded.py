# SPDX-License-Identifier: Apache-2.0
"""From the words that hardware recorded to tracks, by the events that the simulator would write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

from isochron.tracing import reader
from isochron.tracing.events import OnTrack
from isochron.tracing.words import Happened, Log, Lost, decode

_READY_LATE, _LINES_LATE = 1, 2
"""Cycles after which a task's change, and that of a line, is recorded."""
_FOUND, _RUNNING, _READY, _LEVELS, _LOST = range(5)
"""What comes first in a cycle."""
_FIRST_HIGH_LINE = 8
_READY_BY = {
    "READY_BY_TASK": {},
    "READY_BY_ISR": {"routine": 1},
    "READY_BY_TIME": {"timed": 1},
    "READY_BY_HIGH_LINE": {"line": _FIRST_HIGH_LINE},
}


def follow(log: Log) -> Iterator[OnTrack]:
    """Yield what happens on tracks by a log.

    Raises WrongLog: a word is no word of a trace.
    """
    found = sorted(_events(decode(log.words)), key=itemgetter(0, 1))
    records = ({**event, "cycle": cycle} for cycle, _, event in found)
    return reader.follow(records, names=log.names)


def _events(told: Iterable[Happened | Lost]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Yield cycle, rank in the cycle and what happens."""
    earliest = lines = 0
    lost: Lost | None = None
    for one in told:
        if isinstance(one, Lost):
            lost = one
            continue
        if lost:  # what comes then tells all that is known
            earliest = one.cycle
            yield lost.begin, _LOST, {"record": "lost"}
            yield earliest, _FOUND, {"record": "found"}
            yield earliest, _RUNNING, {"record": "running", "task": one.task}
            yield earliest, _LEVELS, {"record": "levels", "lines": one.lines, "enabled": 1}
            lost, lines = None, one.lines
        if one.what == "SWITCH":
            yield one.cycle, _RUNNING, {"record": "running", "task": one.task}
        elif one.what != "NOTHING":
            yield max(one.cycle - _READY_LATE, earliest), _READY, _turn(one)
        if one.lines != lines:
            lines = one.lines
            cycle = max(one.cycle - _LINES_LATE, earliest)
            yield cycle, _LEVELS, {"record": "levels", "lines": lines, "enabled": 1}


def _turn(one: Happened) -> dict[str, Any]:
    event = {"record": "ready", "task": one.task, "ready": int(one.what != "STOPS"), "timed": 0}
    if one.what == "READY_BY_LINE_0":
        return {**event, "line": one.line}
    return {**event, **_READY_BY.get(one.what, {})}
