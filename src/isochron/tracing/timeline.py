# SPDX-License-Identifier: Apache-2.0
"""From the simulator's events to tracks of slices, which every format shows.

A task that does not run is `ready`, or `blocked in` the call in which it gave up the core. Events
do not tell when it is woken: it counts as blocked until it runs again.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from isochron.tracing.program import Program

RUNNING = "running"
READY = "ready"
BLOCKED = "blocked in "
START = "start"
"""The track of what runs before the first task."""

_ARGUMENTS = ("a0", "a1", "a2", "a3")
_WAITS = re.compile(r"Take$|Receive$|Peek$|Delay|Wait|Suspend$|Delete$|Sync$")
"""Calls in which a task waits for something; in others it only lets a higher one go first."""


@dataclass
class Slice:
    """A stretch of a track; with nested ones inside it on the tracks of calls."""

    begin: int
    name: str
    end: int = 0
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Timeline:
    """A run: tracks by name, and its last cycle."""

    name: str
    tracks: Mapping[str, list[Slice]]
    cycles: int

    def at(self, track: str, cycle: int) -> list[Slice]:
        """Return the slices of a track that contain a cycle, the outermost first."""
        return [one for one in self.tracks[track] if one.begin <= cycle < one.end]


def calls_of(task: str) -> str:
    """Return the name of the track of a task's calls."""
    return f"{task}: calls"


def read(name: str, events: Path, elf: Path, cycles: int) -> Timeline:
    """Return the timeline of a run from the file that the simulator wrote."""
    program = Program(elf)
    with events.open() as lines:
        return _Reader(program, cycles).read(name, map(json.loads, lines))


class _Reader:
    """Follows the events of one run."""

    def __init__(self, program: Program, cycles: int) -> None:
        self._program = program
        self._cycles = cycles
        self._tracks: dict[str, list[Slice]] = defaultdict(list)
        self._open: dict[str, list[Slice]] = defaultdict(list)
        self._names: dict[int, str] = {}
        self._created: list[tuple[int, int, str]] = []
        self._task: int | None = None
        self._states: dict[int | None, tuple[int, str]] = {None: (0, RUNNING)}
        self._pending: dict[int | None, list[Slice]] = defaultdict(list)
        self._calls: dict[int | None, list[Slice]] = defaultdict(list)
        self._closed_calls: dict[int | None, list[Slice]] = defaultdict(list)

    def read(self, name: str, events: Iterable[dict[str, Any]]) -> Timeline:
        for event in events:
            kind = event.pop("record")
            getattr(self, f"_{kind}")(**event)
        for task in list(self._states):
            self._flush(task, self._cycles)
        for track in list(self._open):
            while self._open[track]:
                self._end(track, self._cycles)
        for slices in self._tracks.values():
            slices.sort(key=lambda one: (one.begin, -one.end))
        return Timeline(name, dict(self._tracks), self._cycles)

    def _begin(self, track: str, cycle: int, name: str, **values: str) -> None:
        self._open[track].append(Slice(cycle, name, values=values))

    def _end(self, track: str, cycle: int) -> None:
        if self._open[track]:
            last = self._open[track].pop()
            last.end = cycle
            self._tracks[track].append(last)

    def _state(self, task: int | None, cycle: int, state: str) -> None:
        if task in self._states:
            since, old = self._states[task]
            if cycle > since:
                self._pending[task].append(Slice(since, old, cycle))
        self._states[task] = (cycle, state)

    def _flush(self, task: int | None, cycle: int) -> None:
        """Give what is known of an identifier to the track of the task that has it till now."""
        name = START if task is None else self._names.get(task, f"task {task:#x}")
        if task in self._states:
            self._state(task, cycle, self._states[task][1])
            del self._states[task]
        self._tracks[name] += self._pending.pop(task, [])
        calls = self._closed_calls.pop(task, [])
        for call in self._calls.pop(task, []):
            call.end = cycle
            calls.append(call)
        if calls:
            self._tracks[calls_of(name)] += calls

    def _running(self, cycle: int, task: int) -> None:
        self._state(self._task, cycle, self._left())
        if self._task is None:
            self._flush(None, cycle)
        self._task = task
        self._state(task, cycle, RUNNING)

    def _left(self) -> str:
        """Return the state of the running task once another one runs."""
        interrupted = any(one.values["interrupt"] == "1" for one in self._open["traps"])
        for call in self._calls[self._task]:
            waits = _WAITS.search(call.name) or (
                call.name == "xQueueGenericSend" and call.values["a2"] != "0x0"
            )
            if waits and not interrupted:
                return f"{BLOCKED}{call.name}({call.values['a0']})"
        return READY

    def _begins(self, cycle: int, function: int, a0: int) -> None:
        task = self._task
        assert task is not None
        fit = [one for one in self._created if one[0] == function]
        exact = [one for one in fit if one[1] == a0] or fit
        self._created.remove(exact[0])
        if task in self._names:  # That one was deleted, and its identifier is used again.
            self._flush(task, cycle)
            self._states[task] = (cycle, RUNNING)
        self._names[task] = self._unused(exact[0][2])

    def _unused(self, name: str) -> str:
        taken = set(self._names.values()) | set(self._tracks)
        number = 2
        unused = name
        while unused in taken:
            unused, number = f"{name} ({number})", number + 1
        return unused

    def _call(self, cycle: int, function: str, **arguments: int) -> None:
        values = {name: f"{arguments[name]:#x}" for name in _ARGUMENTS}
        self._calls[self._task].append(Slice(cycle, function, values=values))
        if function.startswith("xTaskCreate"):
            task = self._program.function(arguments["a0"])
            name = self._program.text(arguments["a1"]) or task
            self._created.append((arguments["a0"], arguments["a3"], name))

    def _return(self, cycle: int, function: str, result: int) -> None:
        call = self._calls[self._task].pop()
        assert call.name == function
        call.end = cycle
        if not function.startswith("v"):
            call.values["result"] = f"{result:#x}"
        self._closed_calls[self._task].append(call)

    def _trap(self, cycle: int, interrupt: int, cause: int) -> None:
        name = f"{'interrupt' if interrupt else 'exception'} {cause}"
        self._begin("traps", cycle, name, interrupt=str(interrupt), cause=str(cause))

    def _trap_end(self, cycle: int) -> None:
        self._end("traps", cycle)

    def _levels(self, cycle: int, lines: int, enabled: int) -> None:
        while enabled and self._open["traps"]:  # A switch may leave a routine without mret.
            self._end("traps", cycle)
        for track, level in (
            ("interrupts off", not enabled),
            *((f"line {line}", lines >> line & 1) for line in range(8)),
        ):
            if level and not self._open[track]:
                self._begin(track, cycle, track)
            elif not level:
                self._end(track, cycle)
