# SPDX-License-Identifier: Apache-2.0
"""What happens on a track, one after the other, as files of traces have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import merge

from isochron.tracing.timeline import Slice, Track


@dataclass(frozen=True)
class Begin:
    """A slice begins, inside of those that have not ended."""

    cycle: int
    name: str
    values: Mapping[str, int | str] = field(default_factory=dict)
    flow: int = 0


@dataclass(frozen=True)
class End:
    """The innermost slice ends."""

    cycle: int


@dataclass(frozen=True)
class Mark:
    """A moment."""

    cycle: int
    name: str
    flow: int = 0


@dataclass(frozen=True)
class Count:
    """A counter has another value from now on."""

    cycle: int
    value: int


Event = Begin | End | Mark | Count


def in_order(tracks: Iterable[Track]) -> Iterator[tuple[int, Event]]:
    """Yield the events of all tracks in the order of time, each with the number of its track.

    A mark comes before what begins in the same cycle: it may have led to that.
    """
    numbered = (_numbered(number, track) for number, track in enumerate(tracks))
    return merge(*numbered, key=lambda pair: _order(pair[1]))


def _numbered(number: int, track: Track) -> Iterator[tuple[int, Event]]:
    marks = (Mark(one.cycle, one.name, one.flow) for one in track.instants)
    counts = (Count(*one) for one in track.levels)
    events = merge(_of_slices(track.slices), marks, counts, key=_order)
    return ((number, event) for event in events)


def _order(event: Event) -> tuple[int, bool]:
    return event.cycle, not isinstance(event, Mark)


def _of_slices(slices: list[Slice]) -> Iterator[Event]:
    """Yield begins and ends in the order of time, an outer slice around its inner ones."""
    ends: list[int] = []
    for one in slices:
        while ends and ends[-1] <= one.begin:
            yield End(ends.pop())
        yield Begin(one.begin, one.name, one.values, one.flow)
        ends.append(one.end)
    while ends:
        yield End(ends.pop())
