# SPDX-License-Identifier: Apache-2.0
"""Random scenarios. The same seed and number give the same scenario."""

from dataclasses import replace
from itertools import accumulate
from random import Random

from isochron.differential.calls import (
    FOR_EVER,
    KINDS,
    ROUTINE_CALLS,
    SECTIONS,
    TASK_CALLS,
    CallType,
    World,
)
from isochron.differential.configuration import NATIVE, Configuration
from isochron.differential.scenario import (
    Call,
    Event,
    Inside,
    Line,
    Object,
    Routine,
    Scenario,
    Task,
)

LIMIT = 400
"""Gaps of a scenario with events between calls only."""
INSIDE_LIMIT = 120
INSIDE_SHARE = 4
"""Of so many scenarios one has an event inside a call."""
WAKE_SHARE = 4
"""Of so many scenarios one makes several tasks ready in a suspension of the scheduler. Else that is
rare: they must wait for different objects, all of which are given in one suspension."""
PHASE_SHARE = 2
"""Of so many ticks inside a call, one meets the call at any phase of the tick."""
TASKS_OF_PHASES = 6
"""Tasks of such a scenario, each of a priority of its own, which is neither the idle task's nor the
timer task's. With a call between two tasks' becoming ready at one tick, equals may run in another
order than FreeRTOS's (rule ``whole_ticks``)."""
SHORT_SHARE = 5
"""Of so many scenarios one has more objects than the hardware has room for."""
MOST_ROOM = 10
"""Of the hardware's objects, then."""
_RANKING = {"priority", "own_priority", "create_at"}
"""Calls that give a task another priority."""
_LOOKING = {"abort_delay", "information", "state"}
"""Calls whose answer says whether another task is blocked. In the midst of a tick a due task may be
ready, although the tick cannot be read yet (docs/reference/differences.md)."""
BEFORE_SHARE = 3
"""Of so many scenarios one has calls before the start."""
BEFORE = (
    *("create", "delete", "suspend", "suspend", "resume", "resume", "priority", "priority"),
    *("get_priority", "get_base_priority", "information", "state", "abort_delay"),
    *("scheduler_state", "create_at"),
    *("notify", "notify_give", "notify_wait", "notify_take"),
    *("notify_clear_state", "notify_clear_bits"),
    *("take", "give", "count", "lock", "unlock", "lock_recursive", "unlock_recursive", "holder"),
    *("send", "send_front", "overwrite", "receive", "peek", "messages", "spaces", "reset", "join"),
    *("leave", "wait_bits", "synchronise", "set_bits", "clear_bits", "stream_send"),
    *("stream_receive", "stream_reset", "stream_trigger", "message_length", "recreate"),
)
"""Those calls. Nobody can wait or yield then, and time does not begin before the start."""
MOST_BEFORE = 30
"""Of them, beside the creation of the tasks."""
LAST_POINT = 8
"""A call of the hardware kernel has hardly more points."""
MOST_LINES = 3
NOT_INSIDE = {
    *("mutex", "recursive", "event_group"),
    *("suspend_all", "catch_up", "enter_critical"),
}
"""Not in scenarios with an event inside a call. Whether the interpreter skips a call on a mutex
depends on who is in a call on it, which is no state of the kernel. FreeRTOS changes an event group
in several steps, between which the oracle has no point. The hardware kernel works off ticks that
were pended or are added one by one (docs/explanation/hardware-kernel.md), and lets a tick that
comes before a switch be visible after it, in a task that waited in a critical section."""


def generate(
    seed: int,
    number: int,
    without: tuple[str, ...] = (),
    short: bool = False,
    configuration: Configuration = NATIVE,
) -> Scenario:
    """Return scenario ``number`` of a seed, for a configuration.

    ``without`` names rules that are off; with ``short`` objects run out in each.
    """
    random = Random(f"{seed}/{number}")
    inside = number % INSIDE_SHARE == INSIDE_SHARE - 1
    short = short or number % SHORT_SHARE == SHORT_SHARE - 1
    limit = INSIDE_LIMIT if inside else LIMIT
    known = [kind for kind in KINDS if not inside or kind not in NOT_INSIDE]
    kinds = random.choices(known, k=random.randint(2, 7))
    priorities = configuration.priorities
    world = World(random.randint(8, 13), tuple(kinds), priorities, configuration.notifications)
    # few levels make many equals
    levels = random.sample(range(priorities), random.randint(4, 5))
    left_out = configuration.left_out | (NOT_INSIDE if inside else set())
    calls = {name: kind for name, kind in TASK_CALLS.items() if name not in left_out}
    sections = [pair for pair in SECTIONS if not inside or pair[0] not in NOT_INSIDE]
    deck, routine_deck = _Deck(calls, world), _Deck(ROUTINE_CALLS, world)
    chosen = levels + random.choices(levels, k=world.tasks - len(levels))
    tasks = [Task(level, _program(random, deck, sections)) for level in chosen]
    routines = [
        Routine(random.random() < 0.8, routine_deck.draw(random, 1, 3))
        for _ in range(random.randint(1, 4))
    ]
    lines = [_line(random, world) for _ in range(random.randint(0, MOST_LINES))]
    objects = [Object(kind, KINDS[kind](random)) for kind in kinds]
    if not inside and number % WAKE_SHARE == WAKE_SHARE - 2:
        _wake_several(Random(f"{seed}/{number}/wake"), tasks, objects)
    scenario = Scenario(
        name=number,
        limit=limit,
        tasks=tuple(tasks),
        objects=tuple(objects),
        routines=tuple(routines),
        lines=tuple(lines),
        events=_events(random, limit, len(routines), len(lines)),
        inside=_inside(random, limit, len(routines), len(lines)) if inside else None,
        first_tick=_first_tick(Random(f"{seed}/{number}/tick")),
        room=_room(Random(f"{seed}/{number}/room")) if short else None,
        before=_before(Random(f"{seed}/{number}/before"), calls, world, tasks)
        if number % BEFORE_SHARE == 0
        else (),
        without=without,
    )
    ticks_inside = scenario.inside is not None and scenario.inside.event.kind == "ticks"
    phase = Random(f"{seed}/{number}/phase")
    if ticks_inside and phase.randrange(PHASE_SHARE) == 0 and configuration.preempts:
        return _any_phase(phase, scenario, priorities)
    return scenario


def _any_phase(random: Random, scenario: Scenario, priorities: int) -> Scenario:
    """Let the tick inside a call meet it at any phase; no two tasks have the same priority."""
    left_out = _RANKING | _LOOKING
    free = [level for level in range(1, priorities) if level != priorities - 2]
    chosen = random.sample(range(len(scenario.tasks)), min(TASKS_OF_PHASES, len(free)))
    levels = dict(zip(chosen, random.sample(free, len(chosen)), strict=True))
    tasks = tuple(
        Task(levels[number], tuple(call for call in task.calls if call.name not in left_out))
        if number in levels
        else replace(task, calls=())
        for number, task in enumerate(scenario.tasks)
    )
    before = tuple(call for call in scenario.before if call.name not in left_out)
    return replace(scenario, tasks=tasks, before=before, without=(*scenario.without, "whole_ticks"))


def _wake_several(random: Random, tasks: list[Task], objects: list[Object]) -> None:
    """Let tasks wait for semaphores of their own, and one that makes all ready in a suspension."""
    waiting = random.randint(2, 4)
    first = len(objects)
    objects += [Object("semaphore", (1, 0))] * waiting
    chosen = random.sample(range(len(tasks)), waiting + 1)
    for number, task in enumerate(chosen[1:], first):
        take = Call("take", (number, FOR_EVER))
        tasks[task] = replace(tasks[task], calls=(take, *tasks[task].calls))
    gives = [Call("give", (number,)) for number in range(first, len(objects))]
    random.shuffle(gives)
    waker = tasks[chosen[0]]
    section = (Call("delay", (1,)), Call("suspend_all"), *gives, Call("resume_all"))
    tasks[chosen[0]] = replace(waker, calls=(*section, *waker.calls))


def _first_tick(random: Random) -> int:
    """Mostly so that the tick wraps in the scenario, or the sign of a difference does."""
    wrap = random.choice((1 << 32, 1 << 32, 1 << 32, 1 << 31))
    if random.random() < 0.8:
        return wrap - random.randint(1, 120)
    return random.choice((0, random.randrange(1 << 32)))


def _room(random: Random) -> int:
    """Return how many of the hardware's objects there are: mostly too few for the scenario's."""
    return random.randrange(0, MOST_ROOM + 1, 2)


def _before(
    random: Random, calls: dict[str, CallType], world: World, tasks: list[Task]
) -> tuple[Call, ...]:
    """Create the tasks in any order, and between that and behind it do what main() can do."""
    deck = _Deck({name: calls[name] for name in dict.fromkeys(BEFORE) if name in calls}, world)
    chosen = [*deck.draw(random, 0, MOST_BEFORE)]
    created = random.sample(range(len(tasks)), len(tasks))
    for task in created:
        chosen.insert(random.randint(0, len(chosen)), Call("create", (task,)))
    return tuple(chosen)


def _line(random: Random, world: World) -> Line:
    semaphores = [i for i, kind in enumerate(world.objects) if kind == "semaphore"]
    if not semaphores or random.random() < 0.5:
        return Line(True, random.randrange(world.tasks))
    return Line(False, random.choice(semaphores))


class _Deck:
    """The calls of a table that fit a world, to draw from by weight."""

    def __init__(self, table: dict[str, CallType], world: World) -> None:
        self._world = world
        self._usable = {name: kind.operands for name, kind in table.items() if kind.fits(world)}
        self._names = list(self._usable)
        self._weights = list(accumulate(table[name].weight for name in self._names))

    def draw(self, random: Random, least: int, most: int) -> tuple[Call, ...]:
        """Return between ``least`` and ``most`` calls with their operands."""
        size = random.randint(least, most)
        names = random.choices(self._names, cum_weights=self._weights, k=size)
        return tuple(
            Call(name, tuple(operand.draw(random, self._world) for operand in self._usable[name]))
            for name in names
        )


def _program(random: Random, deck: _Deck, sections: list[tuple[str, str]]) -> tuple[Call, ...]:
    """Calls of a task, some of them inside sections; at the end it waits for time to pass."""
    calls: list[Call] = []
    total = sum(call.weight for call in TASK_CALLS.values())
    weights = [SECTIONS[pair] for pair in sections]
    for _ in range(random.randint(2, 12)):
        if random.randrange(total + sum(weights)) < total:
            calls += deck.draw(random, 1, 1)
        else:
            begin, end = random.choices(sections, weights)[0]
            calls += [Call(begin), *deck.draw(random, 0, 4), Call(end)]
    if random.random() < 0.9:
        calls.append(Call("delay", (random.randint(1, 4),)))
    return tuple(calls)


def _event(random: Random, gap: int, routines: int, lines: int) -> Event:
    dice = random.random()
    if dice < 0.5:
        burst = random.random() < 0.03
        return Event(gap, "ticks", random.randint(2, 40) if burst else 1)
    if lines and dice < 0.7:
        return Event(gap, "line", random.randrange(lines))
    return Event(gap, "routine", random.randrange(routines))


def _events(random: Random, limit: int, routines: int, lines: int) -> tuple[Event, ...]:
    often = random.choice((0.1, 0.3, 0.6))
    return tuple(
        _event(random, gap, routines, lines) for gap in range(limit) if random.random() < often
    )


def _inside(random: Random, limit: int, routines: int, lines: int) -> Inside:
    """One event: of several ticks, each may come at a point of its own."""
    gap = random.randrange(limit // 10, limit * 8 // 10)
    event = _event(random, gap, routines, lines)
    if event.kind == "ticks":
        event = replace(event, argument=1)
    return Inside(event, random.randint(1, LAST_POINT))
