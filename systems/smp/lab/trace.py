# SPDX-License-Identifier: Apache-2.0
"""What the cores of a run did, as tracks: the task that each runs, traps, interrupts off."""

from collections.abc import Iterable, Iterator
from typing import Any

from isochron.tracing.events import Begin, End, OnTrack
from isochron.tracing.program import Program
from isochron.tracing.timeline import OFF, TRAPS, Track


def follow(records: Iterable[dict[str, Any]], _program: Program) -> Iterator[OnTrack]:
    """Yield what happens on the tracks of each core, in the order of time.

    A trap lasts until the core's interrupts are enabled again.
    """
    cores: dict[int, _Core] = {}
    for record in records:
        cycle = record["cycle"]
        if record["record"] == "end":
            for core in cores.values():
                yield from core.end(cycle)
            return
        number = record["core"]
        yield from cores.setdefault(number, _Core(number)).after(record, cycle)


class _Core:
    """A core's tracks, and what they show."""

    def __init__(self, number: int) -> None:
        names = (f"core {number}", *(f"core {number}: {name}" for name in (TRAPS, OFF)))
        self._task, self._traps, self._off = (
            Track(name, number * len(names) + rank) for rank, name in enumerate(names)
        )
        self._shown: set[Track] = set()

    def after(self, record: dict[str, Any], cycle: int) -> Iterator[OnTrack]:
        """Yield what a record of this core tells."""
        match record["record"]:
            case "task":
                yield from self._show(self._task, record.get("name", ""), cycle)
            case "enabled":
                yield from self._show(self._off, "" if record["enabled"] else OFF, cycle)
                if record["enabled"]:
                    yield from self._show(self._traps, "", cycle)
            case "trap":
                kind = "interrupt" if record["interrupt"] else "exception"
                yield from self._show(self._traps, f"{kind} {record['cause']}", cycle)

    def end(self, cycle: int) -> Iterator[OnTrack]:
        """Yield the ends of what is shown still."""
        for track in (self._task, self._traps, self._off):
            yield from self._show(track, "", cycle)

    def _show(self, track: Track, name: str, cycle: int) -> Iterator[OnTrack]:
        if track in self._shown:
            self._shown.remove(track)
            yield track, End(cycle)
        if name:
            self._shown.add(track)
            yield track, Begin(cycle, name)
