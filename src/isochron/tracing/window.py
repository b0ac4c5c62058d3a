# SPDX-License-Identifier: Apache-2.0
"""A part of a run: what happens between two cycles, and what lasts at its begin and end."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from isochron.tracing.events import Begin, Count, End, OnTrack
from isochron.tracing.timeline import Track


@dataclass(frozen=True)
class Window:
    """The cycles to be shown; without an end those until the run's."""

    begin: int = 0
    end: int | None = None

    def of(self, events: Iterable[OnTrack]) -> Iterator[OnTrack]:
        """Yield what happens in it. A slice that began before begins with it, and so for its end.

        All that happens is read, since what happens later depends on it.
        """
        open_slices: dict[Track, list[Begin]] = defaultdict(list)
        counts: dict[Track, Count] = {}
        has_begun = has_ended = False
        for track, event in events:
            if event.cycle >= self.begin and not has_begun:
                has_begun = True
                yield from _begun(open_slices, counts, self.begin)
            if self.end is not None and event.cycle > self.end:
                if not has_ended:
                    yield from _ended(open_slices, self.end)
                has_ended = True
                continue
            if isinstance(event, Begin):
                open_slices[track].append(event)
            elif isinstance(event, End):
                open_slices[track].pop()
            elif isinstance(event, Count):
                counts[track] = event
            if has_begun:
                yield track, event


def _begun(
    slices: dict[Track, list[Begin]], counts: dict[Track, Count], cycle: int
) -> Iterator[OnTrack]:
    for track, begun in slices.items():
        for slice_begun in begun:
            yield track, replace(slice_begun, cycle=cycle, flow=0)
    for track, count in counts.items():
        yield track, replace(count, cycle=cycle)


def _ended(slices: dict[Track, list[Begin]], cycle: int) -> Iterator[OnTrack]:
    for track, begun in slices.items():
        for _ in begun:
            yield track, End(cycle)
