# SPDX-License-Identifier: Apache-2.0
"""A run as tracks, which every format shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

RUNNING = "running"
READY = "ready"
SUSPENDED = "suspended"
BLOCKED = "blocked"
START = "start"
"""The track of what runs before the first task."""
READY_TASKS = "ready tasks"
"""The track that counts them, the running one among them."""
TICKS = "ticks"
TRAPS = "traps"
OFF = "interrupts off"
HELD = "held"
LOST = "events lost"
"""The track of what hardware had no room to record."""


@dataclass
class Slice:
    """A stretch of a track; with nested ones inside it on the tracks of calls."""

    begin: int
    name: str
    end: int = 0
    values: dict[str, int | str] = field(default_factory=dict)
    flow: int = 0
    """The number of an instant that led to it, 0 if none is known."""


@dataclass(frozen=True)
class Instant:
    """A moment of a track."""

    cycle: int
    name: str
    flow: int = 0
    """A number that a slice has to which it led, else 0."""


@dataclass
class Track:
    """What happened to one thing."""

    slices: list[Slice] = field(default_factory=list)
    instants: list[Instant] = field(default_factory=list)
    levels: list[tuple[int, int]] = field(default_factory=list)
    """A number that changes, with the cycles from which on it is so."""

    @property
    def empty(self) -> bool:
        """Whether nothing happened."""
        return not (self.slices or self.instants or self.levels)


@dataclass(frozen=True)
class Timeline:
    """A run: tracks by name, in the order to show them, and its last cycle."""

    name: str
    tracks: Mapping[str, Track]
    cycles: int
    flows: int
    """How many numbers its instants use, from 1."""


def calls_of(task: str) -> str:
    """Return the name of the track of a task's calls."""
    return f"{task}: calls"


def line(number: int) -> str:
    """Return the name of an interrupt line's track."""
    return f"line {number}"
