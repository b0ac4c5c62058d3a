# SPDX-License-Identifier: Apache-2.0
"""Make a scenario that differs as small as it gets while it still differs.

Delta debugging (Zeller and Hildebrandt's ddmin) on tasks, events and calls. One run of the programs
tries every candidate of a step.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from isochron.differential import runner
from isochron.differential.renumber import renumber
from isochron.differential.scenario import Call, Scenario

LIMITS = 16
"""So many places to end a scenario earlier are tried at once."""

Item = TypeVar("Item", bound=Hashable)
Probe = Callable[[Sequence[list[Item]]], list[bool]]
"""Tells for each candidate whether it shows what is looked for."""


def minimise(items: list[Item], probe: Probe[Item]) -> list[Item]:
    """Return items without any that can be left out, alone, while ``probe`` still says yes."""
    parts = 2
    while items:
        parts = min(parts, len(items))
        edges = [len(items) * i // parts for i in range(parts + 1)]
        chunks = [items[edges[i] : edges[i + 1]] for i in range(parts)]
        answers = probe([_without(items, [chunk]) for chunk in chunks])
        free = [chunk for chunk, yes in zip(chunks, answers, strict=True) if yes]
        if free:
            items = _without(items, _most(items, free, probe))
            parts = max(2, parts - len(free))
        elif parts == len(items):
            break
        else:
            parts *= 2
    return items


def _most(items: list[Item], free: list[list[Item]], probe: Probe[Item]) -> list[list[Item]]:
    """Return the longest beginning of chunks that can be left out together."""
    longer = [free[:count] for count in range(2, len(free) + 1)]
    answers = probe([_without(items, chunks) for chunks in longer]) if longer else []
    together = (candidate for candidate, yes in zip(longer, answers, strict=True) if yes)
    return max(together, key=len, default=free[:1])


def _without(items: list[Item], chunks: list[list[Item]]) -> list[Item]:
    gone = {item for chunk in chunks for item in chunk}
    return [item for item in items if item not in gone]


class Part(NamedTuple):
    """Something that a scenario can do without."""

    kind: str
    """'task', 'event', 'call' of a task, 'isr' for one of a routine, 'before' for one of main()"""
    owner: int
    call: int = 0


def parts(scenario: Scenario) -> list[Part]:
    """Return everything that can be left out."""
    pieces = [Part("task", i) for i, task in enumerate(scenario.tasks) if task.calls]
    pieces += [Part("event", i) for i in range(len(scenario.events))]
    of_tasks = [("call", i, program.calls) for i, program in enumerate(scenario.tasks)]
    of_routines = [("isr", i, program.calls) for i, program in enumerate(scenario.routines)]
    for kind, owner, calls in (*of_tasks, *of_routines):
        pieces += [Part(kind, owner, j) for j in _range(calls)]
    return pieces + [Part("before", 0, j) for j in _range(scenario.before)]


def only(scenario: Scenario, kept: set[Part]) -> Scenario:
    """Return a scenario with these parts only. Tasks and routines keep their numbers."""

    def chosen(kind: str, owner: int, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        return tuple(calls[j] for j in _range(calls) if Part(kind, owner, j) in kept)

    tasks = [
        replace(part, calls=chosen("call", i, part.calls) if Part("task", i) in kept else ())
        for i, part in enumerate(scenario.tasks)
    ]
    routines = [
        replace(part, calls=chosen("isr", i, part.calls))
        for i, part in enumerate(scenario.routines)
    ]
    events = [part for i, part in enumerate(scenario.events) if Part("event", i) in kept]
    return replace(
        scenario,
        tasks=tuple(tasks),
        routines=tuple(routines),
        events=tuple(events),
        before=chosen("before", 0, scenario.before),
    )


def shrink(
    programs: runner.Programs, scenario: Scenario, progress: Callable[[int], None] = lambda _: None
) -> Scenario:
    """Return a small scenario on which the kernels differ as they do on the one given.

    FreeRTOS itself must come to the scenario's end. ``progress`` hears how many parts are left.
    """

    def differ(candidates: Sequence[Scenario]) -> list[bool]:
        numbered = [replace(compared, name=i) for i, compared in enumerate(candidates)]
        return [
            not compared.agrees and all(each.end == runner.FINISHED for each in compared.expected)
            for compared in runner.compare(programs, numbered)
        ]

    before = None
    while scenario != before:
        before = scenario
        scenario = _earlier(_plainer(scenario, differ), differ)
        for kinds in (("task",), ("event",), ("call", "isr", "before")):
            scenario = _minimise_parts(scenario, kinds, differ)
            progress(len(parts(scenario)))
    fewer = renumber(scenario)
    return fewer if differ([fewer])[0] else scenario


Differ = Callable[[Sequence[Scenario]], list[bool]]


def _minimise_parts(scenario: Scenario, kinds: tuple[str, ...], differ: Differ) -> Scenario:
    everything = parts(scenario)
    fixed = {part for part in everything if part.kind not in kinds}
    kept = minimise(
        [part for part in everything if part.kind in kinds],
        lambda candidates: differ(
            [only(scenario, fixed | set(candidate)) for candidate in candidates]
        ),
    )
    return only(scenario, fixed | set(kept))


def _earlier(scenario: Scenario, differ: Differ) -> Scenario:
    """End the scenario, and its events, as early as it still differs."""
    while True:
        limits = sorted({scenario.limit * i // LIMITS for i in range(1, LIMITS)} - {0})
        limits += [scenario.limit - 1]
        candidates = [_until(scenario, limit) for limit in limits if limit > 0]
        shorter = [
            candidate for candidate, yes in zip(candidates, differ(candidates), strict=True) if yes
        ]
        if not shorter:
            return scenario
        scenario = shorter[0]


def _until(scenario: Scenario, limit: int) -> Scenario:
    events = tuple(event for event in scenario.events if event.gap <= limit)
    return replace(scenario, limit=limit, events=events)


def _plainer(scenario: Scenario, differ: Differ) -> Scenario:
    """Do without what is rare, if it does not matter."""
    rare: tuple[dict[str, Any], ...] = ({"inside": None}, {"room": None}, {"before": ()})
    for plain in (replace(scenario, **without) for without in rare):
        if plain != scenario and differ([plain])[0]:
            return _plainer(plain, differ)
    return scenario


def _range(calls: tuple[Call, ...]) -> range:
    return range(len(calls))
