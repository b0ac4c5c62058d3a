# SPDX-License-Identifier: Apache-2.0
"""Leave out the tasks, objects, routines and lines that a scenario does not use."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from isochron.differential.calls import ALL
from isochron.differential.scenario import Call, Event, Line, Routine, Scenario, Task

_Caller = TypeVar("_Caller", Task, Routine)

Numbers = dict[str, dict[int, int]]
"""For 'task', 'object', 'routine' and 'line': the new number of each that is left."""


def renumber(scenario: Scenario) -> Scenario:
    """Return the scenario with what is used only, under new numbers, in the same order."""
    events = [*scenario.events, *([scenario.inside.event] if scenario.inside else [])]
    lines = _used(events, "line")
    routines = _used(events, "routine")
    calls = [call for task in scenario.tasks for call in task.calls] + [*scenario.before]
    calls += [call for i in routines for call in scenario.routines[i].calls]
    tasks = {i for i, task in enumerate(scenario.tasks) if task.calls} | _named(calls, "task")
    tasks |= {scenario.lines[i].target for i in lines if scenario.lines[i].to_task}
    objects = _named(calls, "object")
    objects |= {scenario.lines[i].target for i in lines if not scenario.lines[i].to_task}
    numbers = {
        kind: {old: new for new, old in enumerate(sorted(used))}
        for kind, used in (
            *(("task", tasks), ("object", objects)),
            *(("routine", routines), ("line", lines)),
        )
    }
    inside = scenario.inside
    return replace(
        scenario,
        tasks=tuple(_owner(scenario.tasks[i], numbers) for i in numbers["task"]),
        before=tuple(_call(call, numbers) for call in scenario.before),
        objects=tuple(scenario.objects[i] for i in numbers["object"]),
        routines=tuple(_owner(scenario.routines[i], numbers) for i in numbers["routine"]),
        lines=tuple(_line(scenario.lines[i], numbers) for i in numbers["line"]),
        events=tuple(_event(event, numbers) for event in scenario.events),
        inside=inside and replace(inside, event=_event(inside.event, numbers)),
    )


def _used(events: Iterable[Event], kind: str) -> set[int]:
    return {event.argument for event in events if event.kind == kind}


def _named(calls: Iterable[Call], kind: str) -> set[int]:
    return {
        number
        for call in calls
        for operand, number in zip(ALL[call.name].operands, call.operands, strict=True)
        if operand.names == kind
    }


def _owner(owner: _Caller, numbers: Numbers) -> _Caller:
    """Return a task or a routine."""
    return replace(owner, calls=tuple(_call(call, numbers) for call in owner.calls))


def _call(call: Call, numbers: Numbers) -> Call:
    pairs = zip(ALL[call.name].operands, call.operands, strict=True)
    return replace(
        call,
        operands=tuple(
            numbers[operand.names][value] if operand.names else value for operand, value in pairs
        ),
    )


def _line(line: Line, numbers: Numbers) -> Line:
    return replace(line, target=numbers["task" if line.to_task else "object"][line.target])


def _event(event: Event, numbers: Numbers) -> Event:
    if event.kind == "ticks":
        return event
    return replace(event, argument=numbers[event.kind][event.argument])
