# SPDX-License-Identifier: Apache-2.0
"""From the simulator's records to tracks, as they come: nothing is kept of what has passed."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from isochron.processes import TEXT
from isochron.tracing.events import Begin, Count, End, Event, Mark, OnTrack
from isochron.tracing.objects import Objects
from isochron.tracing.program import Program
from isochron.tracing.timeline import (
    BLOCKED,
    LINES,
    LOST,
    OFF,
    OTHERS,
    READY,
    READY_TASKS,
    RUNNING,
    START,
    SUSPENDED,
    TICKS,
    TRAPS,
    Track,
    calls_of,
    line,
)

_END = "end"
_BYTES = "surrogateescape"
PART = "part."
"""A piece of a function, by the compiler's name; not a call of its own."""
ARGUMENTS = ("a0", "a1", "a2", "a3")
"""Of a call, in its record."""
_CREATES = "xTaskCreate"
_SUSPENDS = "vTaskSuspend"
_STARTS = "vTaskStartScheduler"
_IDLE = "prvIdleTask"
"""The function of the idle task, on every kernel."""
_IDLE_NAME = "IDLE"
"""Its name by configIDLE_TASK_NAME, if the compiler has put its creation into the start."""
_NOT_CREATED = (0, 0xFFFF_FFFF)
"""What functions return that create no task: NULL, or errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY."""
_OTHERS_RANK = 1 << 30
"""Of the first track that is no task's: behind all of tasks."""


@dataclass
class _Task:
    """A task, or main()."""

    states: Track
    calls: Track
    ready: bool = False
    deleted: bool = False
    reason: str = BLOCKED
    """What it shows if it is not ready."""
    state: Begin | None = None
    open: list[Begin] = field(default_factory=list)
    """Calls that have not returned, the outermost first."""

    @property
    def name(self) -> str:
        return self.states.name


@dataclass(frozen=True)
class _Creation:
    """A call that creates a task, which is not there yet."""

    creator: _Task
    call: Begin
    name: str
    is_idle: bool


def opened(file: Path | int) -> TextIO:
    """Open what the simulator writes. A task's name may be no UTF-8."""
    return open(file, encoding="utf-8", errors=_BYTES, newline="\n")  # noqa: PTH123


def records(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield what the simulator has written; it may have been ended in the midst of a line."""
    for text in lines:
        if not text.endswith("\n"):
            return
        record = json.loads(text)
        if name := record.get("name"):
            record["name"] = name.encode(errors=_BYTES).decode(**TEXT)
        yield record


def follow(
    records: Iterable[dict[str, Any]],
    program: Program | None = None,
    names: Mapping[int, str] | None = None,
) -> Iterator[OnTrack]:
    """Yield what happens on tracks, in the order of time, by the records of a run.

    In one cycle a mark comes before what begins: it may have led to that. ``names`` are those of
    tasks by their numbers, where no call tells them: of recorded traces. Only these have the
    records `lost` and `found`, and ``routine`` with `ready`: traps are not seen there.
    """
    return _Reader(program or Program(), names or {}).read(records)


class _Reader:
    """Follows the events of one run."""

    def __init__(self, program: Program, names: Mapping[int, str]) -> None:
        self._program = program
        self._names = names
        self._objects = Objects(program)
        self._cycle = 0
        self._now: list[OnTrack] = []
        """What happens in this cycle."""
        self._others = {name: Track(name, _OTHERS_RANK + n) for n, name in enumerate(OTHERS)}
        self._used: dict[str, int] = dict.fromkeys(OTHERS, 1)
        """Names of tracks, and how many tasks had each."""
        self._ranks = 0
        self._open: dict[str, list[Begin]] = defaultdict(list)
        self._flows = 0
        self._tasks: dict[int, _Task] = {}
        self._created: list[_Creation] = []
        self._is_lossy = False
        self._lines = 0
        self._start = self._current = self._track(START)

    def read(self, records: Iterable[dict[str, Any]]) -> Iterator[OnTrack]:
        self._current.ready = True
        self._show(self._current, RUNNING)
        for record in records:
            cycle = record.pop("cycle")
            if cycle != self._cycle:
                yield from self._passed()
                self._cycle = cycle
            if (kind := record.pop("record")) != _END:
                getattr(self, f"_{kind}")(**record)
        for task in (self._current, *self._tasks.values()):
            self._close(task)
        for track in self._open:
            while self._open[track]:
                self._fall(track)
        yield from self._passed()

    def _passed(self) -> list[OnTrack]:
        """Return what has happened in this cycle; there is another one."""
        now, self._now = self._now, []
        return now if len(now) == 1 else sorted(now, key=_comes_last)

    def _happens(self, track: Track, event: Event) -> None:
        self._now.append((track, event))

    def _rise(self, track: str, name: str, **values: int) -> None:
        begin = Begin(self._cycle, name, values)
        self._open[track].append(begin)
        self._happens(self._others[track], begin)

    def _fall(self, track: str) -> None:
        if self._open[track]:
            self._open[track].pop()
            self._happens(self._others[track], End(self._cycle))

    # Tasks

    def _show(self, task: _Task, state: str | None, flow: int = 0, **values: str) -> None:
        """Let a task's track show a state from now on, or none."""
        if task.state:
            shown = (task.states, task.state)
            if task.state.cycle == self._cycle:
                self._now.remove(shown)
            else:
                self._happens(task.states, End(self._cycle))
        task.state = Begin(self._cycle, state, values, flow) if state else None
        if task.state:
            self._happens(task.states, task.state)

    def _close(self, task: _Task) -> None:
        """No more is to be shown of a task."""
        self._show(task, None)
        while task.open:
            self._returned(task)

    def _running(self, task: int) -> None:
        left, self._current = self._current, self._of(task)
        if left.deleted or left is self._start:
            self._close(left)
        else:
            self._show(left, READY if left.ready else left.reason)
        if self._is_lossy:  # else it has been told
            self._current.ready = True
        self._show(self._current, RUNNING)

    def _of(self, identifier: int) -> _Task:
        if identifier not in self._tasks:
            self._new(identifier, self._names.get(identifier, ""))
        return self._tasks[identifier]

    def _new(self, identifier: int, name: str, *, is_idle: bool = False) -> None:
        if identifier in self._tasks:
            self._close(self._tasks[identifier])
        self._tasks[identifier] = self._track(name or f"task {identifier:#x}", is_idle=is_idle)

    def _track(self, name: str, *, is_idle: bool = False) -> _Task:
        """Return a task with a name that no track has yet."""
        number = self._used.get(name, 0) + 1
        unused = name if number == 1 else f"{name} ({number})"
        while unused in self._used or calls_of(unused) in self._used:
            number += 1
            unused = f"{name} ({number})"
        self._used |= {unused: 1, calls_of(unused): 1, name: number}
        calls = Track(calls_of(unused), self._ranks + 1)
        states = Track(unused, self._ranks, calls if is_idle else None)
        self._ranks += 2
        return _Task(states, calls)

    def _ready(
        self, task: int, ready: int, timed: int, line: int | None = None, routine: int = 0
    ) -> None:
        by_itself = timed or line is not None or routine or self._interrupted()
        if ready and not by_itself and (creation := self._creation(task)):
            self._created = [other for other in self._created if other is not creation]
            self._new(task, creation.name, is_idle=creation.is_idle)
            self._tasks[task].ready = True
            self._show(self._tasks[task], READY)
        elif ready:
            self._wake(self._of(task), timed, line, routine)
        else:
            self._stop(self._of(task))
        if not self._is_lossy:  # else it is not known of all
            number = sum(state.ready for state in self._tasks.values())
            self._happens(self._others[READY_TASKS], Count(self._cycle, number))

    def _creation(self, task: int) -> _Creation | None:
        """Return the call that creates a task; one that starts the scheduler creates idle."""
        creator = self._current
        for creation in self._created:
            if creation.creator is creator:
                return creation
        start = next((call for call in creator.open if call.name == _STARTS), None)
        if start is None or task in self._tasks:
            return None
        return _Creation(creator, start, _IDLE_NAME, is_idle=True)

    def _interrupted(self) -> Begin | None:
        """Return the interrupt that is served, if one is."""
        return next((trap for trap in self._open[TRAPS] if trap.values["interrupt"]), None)

    def _wake(self, task: _Task, timed: int, number: int | None, routine: int) -> None:
        task.ready = True
        if task is self._current:
            return
        interrupt = self._interrupted()
        if number is not None:
            track, waker = self._others[line(number)], line(number)
        elif timed:
            track, waker = self._others[TICKS], "tick"
        elif interrupt or routine:
            track, waker = self._others[TRAPS], interrupt.name if interrupt else "interrupt"
        else:
            track, waker = self._current.calls, self._current.name
        self._flows += 1
        self._happens(track, Mark(self._cycle, f"wakes {task.name}", self._flows))
        self._show(task, READY, self._flows, **{"woken by": waker})

    def _stop(self, task: _Task) -> None:
        task.ready = False
        call = self._current.open[0] if self._current.open else None
        task.reason = BLOCKED
        if call and call.name == _SUSPENDS:
            task.reason = SUSPENDED
        elif call and task is self._current:
            task.reason = f"{BLOCKED} in {call.name}{self._objects.waited_for(call)}"
        if task is not self._current and not task.deleted:
            self._show(task, task.reason)

    def _lost(self) -> None:
        """Nothing is known of what happens from now on; of no task it is known what it does."""
        self._is_lossy = True
        for task in (self._current, *self._tasks.values()):
            self._show(task, None)
            task.ready = False
        for number in range(LINES):
            self._fall(line(number))
        self._lines = 0
        self._current = self._start
        self._rise(LOST, LOST)

    def _found(self) -> None:
        self._fall(LOST)

    def _deleted(self, task: int) -> None:
        self._delete(self._of(task))

    def _delete(self, task: _Task) -> None:
        task.deleted, task.ready = True, False
        if task is not self._current:
            self._close(task)

    def _priority(self, task: int, priority: int) -> None:
        self._happens(self._of(task).states, Mark(self._cycle, f"priority {priority}"))

    # Calls

    def _call(self, function: str, name: str = "", **arguments: int) -> None:
        function, _, clone = function.partition(".")
        if clone.startswith(PART):
            return
        names = self._program.signature(function).parameters
        given = dict(zip(names, (arguments[argument] for argument in ARGUMENTS), strict=False))
        call = Begin(self._cycle, function, self._objects.shown(function, given))
        self._current.open.append(call)
        self._happens(self._current.calls, call)
        self._objects.called(function, given)
        if function.startswith(_CREATES):
            is_idle = self._program.function(arguments[ARGUMENTS[0]]) == _IDLE
            self._created.append(_Creation(self._current, call, name, is_idle))

    def _return(self, function: str, result: int) -> None:
        function, _, clone = function.partition(".")
        if clone.startswith(PART):
            return
        call = self._current.open[-1]
        assert call.name == function
        self._objects.returned(call, result)
        if function.startswith(_CREATES) and result in _NOT_CREATED:
            self._created = [creation for creation in self._created if creation.call is not call]
        if self._program.signature(function).returns:
            self._returned(self._current, result=self._objects.name(result) or result)
        else:
            self._returned(self._current)

    def _returned(self, task: _Task, **values: int | str) -> None:
        task.open.pop()
        self._happens(task.calls, End(self._cycle, values))

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
        changed, self._lines = lines ^ self._lines, lines
        for number in range(LINES):
            if changed >> number & 1:
                self._level(line(number), bool(lines >> number & 1))

    def _level(self, track: str, level: bool) -> None:
        if level and not self._open[track]:
            self._rise(track, track)
        elif not level:
            self._fall(track)

    def _tick(self, tick: int) -> None:
        self._happens(self._others[TICKS], Mark(self._cycle, f"{tick}"))


def _comes_last(happens: OnTrack) -> bool:
    return not isinstance(happens[1], Mark)
