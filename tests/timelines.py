# SPDX-License-Identifier: Apache-2.0
"""Runs as tracks in memory, for tests that look at them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from isochron.tracing import reader
from isochron.tracing.events import Begin, Count, End, Mark, OnTrack
from isochron.tracing.idle import joined
from isochron.tracing.program import Program


@dataclass
class Slice:
    """A stretch of a track, with nested ones inside it on the tracks of calls."""

    begin: int
    name: str
    end: int = 0
    values: dict[str, int | str] = field(default_factory=dict)
    flow: int = 0


@dataclass
class Shown:
    """What a track shows."""

    slices: list[Slice] = field(default_factory=list)
    instants: list[Mark] = field(default_factory=list)
    levels: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Timeline:
    """A run: its tracks by name, in their order, and its last cycle."""

    tracks: dict[str, Shown]
    cycles: int


def collected(events: Iterable[OnTrack]) -> Timeline:
    """Return what happens in a run, having seen that it comes in the order of time."""
    ranks: dict[str, int] = {}
    tracks: dict[str, Shown] = {}
    stacks: dict[str, list[Slice]] = {}
    cycles = 0
    for track, event in events:
        assert event.cycle >= cycles
        cycles = event.cycle
        assert ranks.setdefault(track.name, track.rank) == track.rank, "two tracks of one name"
        shown = tracks.setdefault(track.name, Shown())
        stack = stacks.setdefault(track.name, [])
        match event:
            case Begin():
                begun = Slice(cycles, event.name, values=dict(event.values), flow=event.flow)
                stack.append(begun)
                shown.slices.append(begun)
            case End():
                ended = stack.pop()
                ended.end = cycles
                ended.values |= event.values
            case Mark():
                shown.instants.append(event)
            case Count():
                shown.levels.append((cycles, event.value))
    assert not any(stacks.values()), "all slices end"
    return Timeline({name: tracks[name] for name in sorted(tracks, key=ranks.__getitem__)}, cycles)


def read(records: Path, elf: Path) -> Timeline:
    """Return a run by the file that the simulator has written."""
    with reader.opened(records) as lines:
        return collected(joined(reader.follow(reader.records(lines), Program(elf))))
