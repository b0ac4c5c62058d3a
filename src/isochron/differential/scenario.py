# SPDX-License-Identifier: Apache-2.0
"""A scenario, and its text as firmware/laboratory/differential reads it."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Call:
    """One call of the API: a name of calls.py and its operands."""

    name: str
    operands: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.name, *map(str, self.operands)])


@dataclass(frozen=True)
class Task:
    """A task repeats its calls for ever; one without calls does not exist."""

    priority: int
    calls: tuple[Call, ...]


@dataclass(frozen=True)
class Routine:
    """An interrupt service routine; one that yields ends with portYIELD_FROM_ISR."""

    yields: bool
    calls: tuple[Call, ...]


@dataclass(frozen=True)
class Object:
    """An object of a kind of calls.py."""

    kind: str
    operands: tuple[int, ...]


@dataclass(frozen=True)
class Line:
    """An interrupt line that notifies a task or gives a semaphore."""

    to_task: bool
    target: int


@dataclass(frozen=True)
class Event:
    """Something that comes from outside, before the call that is the ``gap``-th to begin."""

    gap: int
    kind: str
    """'ticks', 'routine' or 'line'."""
    argument: int
    """So many ticks, or the number of the routine or the line."""


@dataclass(frozen=True)
class Inside:
    """An event at a point between its gap and the next one."""

    event: Event
    point: int


@dataclass(frozen=True)
class Scenario:
    """A program of tasks, objects and interrupts."""

    name: int
    limit: int
    """Gaps (calls, and rounds of the idle task) after which it ends."""
    tasks: tuple[Task, ...]
    objects: tuple[Object, ...] = ()
    routines: tuple[Routine, ...] = ()
    lines: tuple[Line, ...] = ()
    events: tuple[Event, ...] = ()
    inside: Inside | None = None
    first_tick: int = 0xFFFFFFE0
    """At which the scheduler starts; by default shortly before the wrap."""
    room: int | None = None
    """For so many of the hardware's objects, an even number; what finds none is missing on both
    kernels. None: for all."""
    before: tuple[Call, ...] = ()
    """What main() calls before the start; if anything, it creates the tasks itself."""
    without: tuple[str, ...] = field(default=())
    """Rules of firmware/laboratory/differential/rules.c that are off."""
    also: tuple[str, ...] = ()
    """Of those that are off by themselves, the rules that are on."""

    def text(self) -> str:
        """Return what the interpreter reads."""
        lines = [f"scenario {self.name}", f"limit {self.limit}"]
        lines.append(f"tick {self.first_tick}")
        lines += [f"room {self.room}"] if self.room is not None else []
        lines += [f"without {rule}" for rule in self.without]
        lines += [f"with {rule}" for rule in self.also]
        lines += [
            " ".join(["object", entry.kind, *map(str, entry.operands)]) for entry in self.objects
        ]
        for task in self.tasks:
            lines += [f"task {task.priority}", *map(str, task.calls)]
        lines += ["before", *map(str, self.before)] if self.before else []
        for routine in self.routines:
            lines += [f"routine {int(routine.yields)}", *map(str, routine.calls)]
        lines += [f"line {int(line.to_task)} {line.target}" for line in self.lines]
        lines += [f"at {event.gap} {event.kind} {event.argument}" for event in self.events]
        if self.inside:
            event, point = self.inside.event, self.inside.point
            lines.append(f"inside {event.gap} {point} {event.kind} {event.argument}")
        return "\n".join([*lines, "end", ""])
