# SPDX-License-Identifier: Apache-2.0
"""What the cores of a run did, as tracks: each core's task, traps, interrupts off; tasks' calls."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from isochron.tracing.events import Begin, End, OnTrack
from isochron.tracing.objects import Objects
from isochron.tracing.program import Program
from isochron.tracing.reader import ARGUMENTS, PART
from isochron.tracing.timeline import OFF, START, TRAPS, Track, calls_of

_CALLS_RANK = 1 << 20
"""Of the first track of calls: behind those of cores."""


def follow(records: Iterable[dict[str, Any]], program: Program) -> Iterator[OnTrack]:
    """Yield what happens on the tracks of cores and of tasks' calls, in the order of time.

    A trap lasts until the core's interrupts are enabled again.
    """
    cores: dict[int, _Core] = {}
    calls = _Calls(program)
    for record in records:
        cycle = record["cycle"]
        if record["record"] == "end":
            for core in cores.values():
                yield from core.end(cycle)
            yield from calls.end(cycle)
            return
        number = record["core"]
        yield from cores.setdefault(number, _Core(number)).after(record, cycle)
        yield from calls.after(record, cycle)


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


class _Calls:
    """The tracks of tasks' calls: a call may return on another core."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._objects = Objects(program)
        self._names: dict[int, str] = {}
        self._tracks: dict[int, Track] = {}
        self._open: dict[int, list[Begin]] = {}
        """Calls that have not returned, by task, the outermost first."""
        self._used: Counter[str] = Counter()

    def after(self, record: dict[str, Any], cycle: int) -> Iterator[OnTrack]:
        """Yield what a record tells of calls."""
        task, function = record.get("task", 0), record.get("function", "")
        function, _, clone = function.partition(".")
        match record["record"]:
            case "task" if self._names.get(task) != record.get("name", ""):
                yield from self._close(task, cycle)
                self._name(task, record.get("name", ""))
            case "entry":  # of another task, if there was one in the same memory
                yield from self._close(task, cycle)
            case "call" if not clone.startswith(PART):
                yield self._call(task, function, record, cycle)
            case "return" if not clone.startswith(PART):
                yield self._returned(task, function, record["result"], cycle)
            case "stored":
                self._objects.stored(record["address"], record["handle"])

    def end(self, cycle: int) -> Iterator[OnTrack]:
        """Yield the ends of what is shown still."""
        for task in list(self._open):
            yield from self._close(task, cycle)

    def _call(self, task: int, function: str, record: dict[str, Any], cycle: int) -> OnTrack:
        names = self._program.signature(function).parameters
        given = dict(zip(names, (record[argument] for argument in ARGUMENTS), strict=False))
        call = Begin(cycle, function, self._objects.shown(function, given))
        self._objects.called(function, given)
        self._open.setdefault(task, []).append(call)
        return self._track(task), call

    def _returned(self, task: int, function: str, result: int, cycle: int) -> OnTrack:
        call = self._open[task].pop()
        assert call.name == function
        self._objects.returned(call, result)
        returns = self._program.signature(function).returns
        values = {"result": self._objects.name(result) or result} if returns else {}
        return self._track(task), End(cycle, values)

    def _close(self, task: int, cycle: int) -> Iterator[OnTrack]:
        for _ in self._open.pop(task, []):
            yield self._track(task), End(cycle)

    def _name(self, task: int, name: str) -> None:
        self._names[task] = name
        name = name or START
        self._used[name] += 1
        number = self._used[name]
        unused = name if number == 1 else f"{name} ({number})"
        self._tracks[task] = Track(calls_of(unused), _CALLS_RANK + sum(self._used.values()))

    def _track(self, task: int) -> Track:
        if task not in self._tracks:  # main(), before any task
            self._name(task, "")
        return self._tracks[task]
