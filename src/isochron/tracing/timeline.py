# SPDX-License-Identifier: Apache-2.0
"""Names of tracks and of what they show, which every format has."""

from __future__ import annotations

from dataclasses import dataclass

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
LOST = "events lost"
"""The track of what hardware had no room to record."""
LINES = 8


@dataclass(frozen=True, eq=False)
class Track:
    """What a viewer shows in a row."""

    name: str
    rank: int
    """Its place among the tracks of its run."""
    idle_calls: Track | None = None
    """Of the idle task: the track of its calls."""


def calls_of(task: str) -> str:
    """Return the name of the track of a task's calls."""
    return f"{task}: calls"


def line(number: int) -> str:
    """Return the name of an interrupt line's track."""
    return f"line {number}"


OTHERS = (READY_TASKS, TICKS, TRAPS, OFF, *map(line, range(LINES + 1)), LOST)
"""Tracks of no task, in the order to show them; the last line stands for all others."""
