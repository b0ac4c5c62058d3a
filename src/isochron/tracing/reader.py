# SPDX-License-Identifier: Apache-2.0
"""From the simulator's events to tracks."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from isochron.tracing.objects import Objects
from isochron.tracing.program import Program
from isochron.tracing.timeline import (
    BLOCKED,
    HELD,
    LOST,
    OFF,
    READY,
    READY_TASKS,
    RUNNING,
    START,
    SUSPENDED,
    TICKS,
    TRAPS,
    Instant,
    Slice,
    Timeline,
    Track,
    calls_of,
    line,
)

_END = "end"
_LINES = 8
_PART = "part."
"""A piece of a function, by the compiler's name; not a call of its own."""
_ARGUMENTS = ("a0", "a1", "a2", "a3")
_CREATES = "xTaskCreate"
_DELETES = "vTaskDelete"
_SUSPENDS = "vTaskSuspend"
_NOT_CREATED = (0, 0xFFFF_FFFF)
"""What functions return that create no task: NULL, or errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY."""


@dataclass
class _Task:
    """A task, or main()."""

    name: str
    ready: bool = False
    deleted: bool = False
    reason: str = BLOCKED
    """What it shows if it is not ready."""
    state: Slice | None = None
    calls: list[Slice] = field(default_factory=list)
    """Those that have not returned, the outermost first."""


@dataclass(frozen=True)
class _Creation:
    """A call that creates a task, which is not there yet."""

    creator: _Task
    call: Slice
    name: str


def read(name: str, events: Path, elf: Path) -> Timeline:
    """Return the timeline of a run from the file that the simulator wrote.

    Raises NoSymbols.
    """
    program = Program(elf)
    with events.open() as lines:
        return _Reader(program).read(name, map(json.loads, lines))


def follow(name: str, events: Iterable[dict[str, Any]], names: Mapping[int, str]) -> Timeline:
    """Return the timeline of events like those that the simulator writes, calls not among them.

    ``names`` are those of tasks by their numbers. Only recorded ones have the event `lost`, and
    ``routine`` with `ready`: traps are not seen there.
    """
    return _Reader(Program(), names).read(name, events)


class _Reader:
    """Follows the events of one run."""

    def __init__(self, program: Program, names: Mapping[int, str] | None = None) -> None:
        self._program = program
        self._names = names or {}
        self._objects = Objects(program)
        self._cycle = 0
        self._tracks: dict[str, Track] = defaultdict(Track)
        self._open: dict[str, list[Slice]] = defaultdict(list)
        self._flows = 0
        self._current = _Task(START, ready=True)
        self._tasks: dict[int, _Task] = {}
        self._created: list[_Creation] = []

    def read(self, name: str, events: Iterable[dict[str, Any]]) -> Timeline:
        self._tracks[START], self._tracks[calls_of(START)] = Track(), Track()
        self._show(self._current, RUNNING)
        for event in events:
            self._cycle = event.pop("cycle")
            if (kind := event.pop("record")) != _END:
                getattr(self, f"_{kind}")(**event)
        self._finish()
        return Timeline(name, self._in_order(), self._cycle, self._flows)

    def _finish(self) -> None:
        for task in (self._current, *self._tasks.values()):
            self._close(task)
        for track in self._open:
            while self._open[track]:
                self._fall(track)

    def _in_order(self) -> dict[str, Track]:
        """Return what is not empty: tasks in the order of their creation, then the others."""
        for track in self._tracks.values():
            track.slices.sort(key=lambda one: (one.begin, -one.end))
        others = [READY_TASKS, TICKS, TRAPS, OFF, HELD, *map(line, range(_LINES + 1)), LOST]
        names = [*(one for one in self._tracks if one not in others), *others]
        found = {name: self._tracks[name] for name in names if name in self._tracks}
        return {name: track for name, track in found.items() if not track.empty}

    def _rise(self, track: str, name: str, **values: int) -> None:
        self._open[track].append(Slice(self._cycle, name, values=dict(values)))

    def _fall(self, track: str) -> None:
        if self._open[track]:
            last = self._open[track].pop()
            last.end = self._cycle
            self._tracks[track].slices.append(last)

    def _mark(self, track: str, name: str, flow: int = 0) -> None:
        self._tracks[track].instants.append(Instant(self._cycle, name, flow))

    # Tasks

    def _show(self, task: _Task, state: str | None, flow: int = 0, **values: str) -> None:
        """Let a task's track show a state from now on, or none."""
        if task.state and task.state.begin < self._cycle:
            task.state.end = self._cycle
            self._tracks[task.name].slices.append(task.state)
        task.state = Slice(self._cycle, state, 0, dict(values), flow) if state else None

    def _close(self, task: _Task) -> None:
        """No more is to be shown of a task."""
        self._show(task, None)
        while task.calls:
            self._returned(task)

    def _running(self, task: int) -> None:
        left, self._current = self._current, self._of(task)
        if left.deleted or left.name == START:
            self._close(left)
        else:
            self._show(left, READY if left.ready else left.reason)
        if self._tracks[LOST].slices:  # else it has been told
            self._current.ready = True
        self._show(self._current, RUNNING)

    def _of(self, identifier: int) -> _Task:
        if identifier not in self._tasks:
            self._new(identifier, self._names.get(identifier, f"task {identifier:#x}"))
        return self._tasks[identifier]

    def _new(self, identifier: int, name: str) -> None:
        if identifier in self._tasks:
            self._close(self._tasks[identifier])
        number, unused = 2, name
        while unused in self._tracks:
            unused, number = f"{name} ({number})", number + 1
        self._tasks[identifier] = _Task(unused)
        self._tracks[unused] = Track()
        self._tracks[calls_of(unused)] = Track()

    def _ready(
        self, task: int, ready: int, timed: int, line: int | None = None, routine: int = 0
    ) -> None:
        by_itself = timed or line is not None or routine or self._interrupted()
        if ready and not by_itself and (creation := self._creation()):
            self._created.remove(creation)
            self._new(task, creation.name)
            self._tasks[task].ready = True
            self._show(self._tasks[task], READY)
        elif ready:
            self._wake(self._of(task), timed, line, routine)
        else:
            self._stop(self._of(task))
        if not self._tracks[LOST].slices:  # else it is not known of all
            self._tracks[READY_TASKS].levels.append(
                (self._cycle, sum(one.ready for one in self._tasks.values()))
            )

    def _creation(self) -> _Creation | None:
        return next((one for one in self._created if one.creator is self._current), None)

    def _interrupted(self) -> Slice | None:
        """Return the interrupt that is served, if one is."""
        return next((one for one in self._open[TRAPS] if one.values["interrupt"]), None)

    def _wake(self, task: _Task, timed: int, number: int | None, routine: int) -> None:
        task.ready = True
        if task is self._current:
            return
        interrupt = self._interrupted()
        if number is not None:
            track, waker = line(number), line(number)
        elif timed:
            track, waker = TICKS, "tick"
        elif interrupt or routine:
            track, waker = TRAPS, interrupt.name if interrupt else "interrupt"
        else:
            track, waker = calls_of(self._current.name), self._current.name
        self._flows += 1
        self._mark(track, f"wakes {task.name}", self._flows)
        self._show(task, READY, self._flows, **{"woken by": waker})

    def _stop(self, task: _Task) -> None:
        task.ready = False
        call = self._current.calls[0] if self._current.calls else None
        task.reason = BLOCKED
        if call and call.name == _SUSPENDS:
            task.reason = SUSPENDED
        elif call and task is self._current:
            task.reason = f"{BLOCKED} in {call.name}{self._objects.waited_for(call.name, call)}"
        if task is not self._current and not task.deleted:
            self._show(task, task.reason)

    def _lost(self, begin: int) -> None:
        """Nothing is known of what happened since; of no task it is known what it does now."""
        self._tracks[LOST].slices.append(Slice(begin, LOST, self._cycle))
        for task in (self._current, *self._tasks.values()):
            self._end(task, begin)
        for number in range(_LINES):
            for one in self._open.pop(line(number), []):
                one.end = begin
                self._tracks[line(number)].slices.append(one)
        self._current = _Task(START)

    def _end(self, task: _Task, cycle: int) -> None:
        """Let a task's track show nothing from a cycle on, which has passed already."""
        if task.state and task.state.begin < cycle:
            task.state.end = cycle
            self._tracks[task.name].slices.append(task.state)
        task.state, task.ready = None, False

    def _deleted(self, task: int) -> None:
        self._delete(self._of(task))

    def _delete(self, task: _Task) -> None:
        task.deleted, task.ready = True, False
        if task is not self._current:
            self._close(task)

    def _priority(self, task: int, priority: int) -> None:
        self._mark(self._of(task).name, f"priority {priority}")

    # Calls

    def _call(self, function: str, name: str = "", **arguments: int) -> None:
        function, _, clone = function.partition(".")
        if clone.startswith(_PART):
            return
        names = self._program.signature(function).parameters
        given = dict(zip(names, (arguments[one] for one in _ARGUMENTS), strict=False))
        call = Slice(self._cycle, function, values=self._objects.shown(function, given))
        self._current.calls.append(call)
        self._objects.called(function, given)
        if function.startswith(_CREATES):
            self._created.append(_Creation(self._current, call, name))

    def _return(self, function: str, result: int) -> None:
        function, _, clone = function.partition(".")
        if clone.startswith(_PART):
            return
        call = self._current.calls[-1]
        assert call.name == function
        if self._program.signature(function).returns:
            call.values["result"] = self._objects.name(result) or result
        self._objects.returned(function, call, result)
        if function.startswith(_CREATES) and result in _NOT_CREATED:
            self._created = [one for one in self._created if one.call is not call]
        self._returned(self._current)

    def _returned(self, task: _Task) -> None:
        call = task.calls.pop()
        call.end = self._cycle
        self._tracks[calls_of(task.name)].slices.append(call)

    def _stored(self, address: int, handle: int) -> None:
        self._objects.stored(address, handle)

    # The core and the kernel

    def _trap(self, interrupt: int, cause: int) -> None:
        name = f"{'interrupt' if interrupt else 'exception'} {cause}"
        self._rise(TRAPS, name, interrupt=interrupt, cause=cause)

    def _trap_end(self) -> None:
        self._fall(TRAPS)

    def _levels(self, lines: int, enabled: int) -> None:
        while enabled and self._open[TRAPS]:  # A switch may leave a routine without mret.
            self._fall(TRAPS)
        self._level(OFF, not enabled)
        for number in range(_LINES):
            self._level(line(number), bool(lines >> number & 1))

    def _held(self, held: int) -> None:
        self._level(HELD, bool(held))

    def _level(self, track: str, level: bool) -> None:
        if level and not self._open[track]:
            self._rise(track, track)
        elif not level:
            self._fall(track)

    def _tick(self, tick: int) -> None:
        self._mark(TICKS, f"{tick}")
