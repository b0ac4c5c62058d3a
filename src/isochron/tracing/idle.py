# SPDX-License-Identifier: Apache-2.0
"""Rounds of the idle task's loop as one slice: it may call and mask interrupts in each of them."""

from collections import Counter
from collections.abc import Iterable, Iterator

from isochron.tracing.events import Begin, End, Event, OnTrack
from isochron.tracing.timeline import OFF, RUNNING, Track

ROUNDS = "the same again"
"""The slice among the idle task's calls that stands for what its loop did."""
LONGEST = f"longest {OFF}"
_SHOWN = 8
"""So many slices are shown before that."""
_MOST_HELD = 1000
"""Events of a round; with more of them it is none."""


def joined(events: Iterable[OnTrack]) -> Iterator[OnTrack]:
    """Yield what happens, but what an idle task does again and again as one slice.

    That are its calls, and stretches with interrupts off. The first ones are shown, also after
    something else has happened; so is the last round, if that came in its midst. The slice tells
    how often each was there, and how long interrupts were off at most.
    """
    loop = _Loop()
    for track, event in events:
        yield from loop.after(track, event)
    yield from loop.end()


class _Loop:
    """What the idle task does while nothing else happens."""

    def __init__(self) -> None:
        self._calls: Track | None = None
        """Of the idle task, while it runs."""
        self._open = 0
        """Slices that have begun since something else happened, and not ended."""
        self._shown = 0
        self._held: list[OnTrack] = []
        """What is part of a round that has not ended."""
        self._begin = self._end = 0
        """Cycles of the rounds that have ended."""
        self._times: Counter[str] = Counter()
        self._longest = 0

    def after(self, track: Track, event: Event) -> Iterator[OnTrack]:
        """Yield what is to be shown after an event."""
        if not self._is_of_round(track, event) or len(self._held) == _MOST_HELD:
            yield from self.end()
            self._open = self._shown = 0
        if not self._is_of_round(track, event):
            if track.idle_calls and isinstance(event, Begin):
                self._calls = track.idle_calls if event.name == RUNNING else None
            elif track.idle_calls and isinstance(event, End):
                self._calls = None
            yield track, event
            return
        is_next = self._open == 0 and self._shown >= _SHOWN
        self._open += 1 if isinstance(event, Begin) else -1
        if not self._held and not is_next:
            self._shown += isinstance(event, End)
            yield track, event
            return
        self._held.append((track, event))
        if self._open == 0:
            self._round()

    def _is_of_round(self, track: Track, event: Event) -> bool:
        if self._calls is None or not (track is self._calls or track.name == OFF):
            return False
        return isinstance(event, Begin) or (isinstance(event, End) and self._open > 0)

    def _round(self) -> None:
        off = 0
        for track, event in self._held:
            if isinstance(event, Begin):
                self._times[event.name] += 1
                off = event.cycle if track.name == OFF else off
            elif track.name == OFF:
                self._longest = max(self._longest, event.cycle - off)
        if not self._begin:
            self._begin = self._held[0][1].cycle
        self._end = self._held[-1][1].cycle
        self._held.clear()

    def end(self) -> Iterator[OnTrack]:
        """Yield what was not shown: something else happens, or nothing any more."""
        if self._calls and self._times:
            longest = {LONGEST: self._longest} if OFF in self._times else {}
            yield self._calls, Begin(self._begin, ROUNDS, {**self._times, **longest})
            yield self._calls, End(self._end)
        yield from self._held
        self._held.clear()
        self._times.clear()
        self._begin = self._longest = 0
