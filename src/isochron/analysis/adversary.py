# SPDX-License-Identifier: Apache-2.0
"""Task sets that are made to exceed their bounds.

``situations`` looks for one figure at a time: small sets in which a tick or a line comes at every
cycle of every call. The distance of a line is some ticks and a few cycles, so that it comes that
much later in each job. ``drawn`` draws sets in which all of that meets: calls of every size at
every level, routines, bursts, periods near the tick and without a common divisor.
`isochron verify bounds` runs them for a night, the tests a few.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from isochron.analysis import observed, program
from isochron.analysis.model import ISR, LINE, TICK, Arrivals, Section, Task, TaskSet
from isochron.analysis.observed import Seen
from isochron.analysis.overheads import WITH_LINES, Overheads
from isochron.analysis.response import Analysis

TICK_CYCLES = 2500
"""10 kHz at 25 MHz: the kernel's part is large."""
STEP = 3
"""Cycles by which a line comes later each time."""
SWEEP = TICK_CYCLES // STEP
"""Jobs in which a line has come at each moment between two ticks."""
SIZES = (4, 16, 64, 128, 512)
"""Bytes of messages that are calibrated."""


@dataclass(frozen=True)
class Case:
    """A task set and how it is run."""

    name: str
    tasks: TaskSet
    plan: program.Plan


@dataclass(frozen=True)
class Result:
    """A task of a case on a kernel; cycles."""

    case: str
    kernel: str
    task: str
    bound: int | None
    seen: int

    @property
    def above(self) -> int:
        """By how much the longest response is above the bound; less than 0 where it is below."""
        return self.seen - self.bound if self.bound is not None else -self.seen


def run(case: Case, overheads: Overheads) -> list[Result]:
    """Run a case on a kernel, with each bound beside what was seen."""
    responses: Sequence[Seen] = observed.observe(case.tasks, overheads, case.plan)
    return [
        Result(case.name, response.kernel, response.task, response.bound, response.longest)
        for response in responses
    ]


def append(results: Sequence[Result], path: Path) -> None:
    """Write results behind those of a file, a line of JSON each."""
    with path.open("a", encoding="utf-8") as file:
        for result in results:
            file.write(json.dumps({**asdict(result), "above": result.above}) + "\n")


def situations(kernel: str) -> Iterator[Case]:
    """Yield a case for each way in which a tick or a line can meet what a task does."""
    sources = (ISR, LINE) if kernel in WITH_LINES else (ISR,)
    for label, calls in _calls():
        for source in sources:
            yield _line_meets(label, calls, source)
        yield _tick_meets(label, calls)
        yield _both_meet(label, calls)
    yield _case("ends", 4, 200, _tick("h", 30, 1, 260), _tick("low", 1, 2, 2000))
    yield _case("idle", 4, 200, _tick("only", 5, 1, 300))
    yield _case("idle-line", 0, SWEEP, _line("only", 5, 1, 600, sources[-1]))
    many = [_tick(f"t{n}", 28 - n, 4 + n, 300) for n in range(14)]
    yield _case("many", 4, 300, *many)
    routines = [_line(f"r{n}", 1 + 3 * n, 6 + n, 470, ISR) for n in range(7)]
    yield _case("routines", 4, 300, *routines, _tick("t", 30, 2, 300))
    held = (Section("m", 400),)
    yield _case(
        "held",
        4,
        300,
        _tick("h", 30, 2, 700, sections=(Section("m", 60),)),
        _line("l", 20, 3, 950, ISR, sections=held),
        _tick("low", 1, 7, 2500, sections=held),
    )


def drawn(seed: int, kernel: str, overheads: Overheads) -> Case:
    """Return a random case, whose tasks all have bounds.

    The lowest tasks are left out until they do.
    """
    chance = random.Random(seed)
    number = chance.randrange(3, 11)
    priorities = sorted(chance.sample(range(1, 31), number), reverse=True)
    tasks: list[Task] = []
    for n, priority in enumerate(priorities):
        tasks.append(_random_task(f"t{n}", priority, n / number, chance, kernel))
    lines = [task for task in tasks if task.released_by != TICK][program.LINES :]
    tasks = [task for task in tasks if task not in lines]
    while len(tasks) > 1 and not _bounded(tasks, overheads):
        del tasks[-1]
    plan = program.Plan(chance.randrange(2, 6), 200, directed=chance.random() < 0.5)
    return Case(f"drawn-{seed}", TaskSet(tasks, TICK_CYCLES), plan)


def _random_task(
    name: str, priority: int, depth: float, chance: random.Random, kernel: str
) -> Task:
    """Draw a task; those further down, with a ``depth`` from 0 to 1, are slower and call more."""
    kind = chance.choice((TICK, TICK, ISR, LINE if kernel in WITH_LINES else ISR))
    ticks = chance.choice((1, 2, 3, 4, 5, 7, 8, 11, 13)) if depth else chance.choice((1, 2, 3))
    ticks = max(1, round(ticks * (1 + 4 * depth)))
    calls: dict[str, int] = {}
    if chance.random() < 0.2 + 0.7 * depth:
        if chance.random() < 0.5:
            pairs = chance.choice((1, 2, 5, 20))
            calls |= {"semaphore-give": pairs, "semaphore-take": pairs}
        if chance.random() < 0.8:
            size, pairs = chance.choice(SIZES), chance.choice((1, 2, 4, 8))
            calls |= {f"queue-send-{size}": pairs, f"queue-receive-{size}": pairs}
    sections: tuple[Section, ...] = ()
    if chance.random() < 0.25:
        sections = (Section(chance.choice("xy"), chance.choice((40, 150, 400))),)
    made = Task(name, priority, Arrivals((ticks * TICK_CYCLES,)), 0, 1, sections, calls, kind)
    least = least_execution(made)
    execution = least + int(chance.random() ** 2 * ticks * TICK_CYCLES * 0.15)
    made = replace(made, execution=execution, deadline=made.period)
    if kind == TICK:
        return made
    distance = int((ticks + chance.random()) * TICK_CYCLES)
    burst = chance.random() < 0.3
    distances = (distance, 2 * distance + 17, 5 * distance) if burst else (distance,)
    routine = chance.choice((0, 0, 60, 300)) if kind == ISR else 0
    return replace(made, arrivals=Arrivals(distances), deadline=distance, routine=routine)


def least_execution(task: Task) -> int:
    """Return the least execution of which the program can be made."""
    inside = sum(section.cycles for section in task.sections)
    parts = 2 * len(task.sections) + 1
    return inside + program.around(task) + program.AROUND_PART * parts + program.SHORTEST


def _bounded(tasks: Sequence[Task], overheads: Overheads) -> bool:
    bounds = Analysis(TaskSet(tasks, TICK_CYCLES), overheads).bounds()
    return all(
        bounds[task.name].response is not None and (bounds[task.name].response or 0) < task.period
        for task in tasks
    )


def _calls() -> Iterator[tuple[str, dict[str, int]]]:
    yield "nothing", {}
    yield "semaphore", {"semaphore-give": 2, "semaphore-take": 2}
    for size in SIZES:
        yield f"queue-{size}", {f"queue-send-{size}": 1, f"queue-receive-{size}": 1}


def _tick(name: str, priority: int, ticks: int, execution: int, **others: Any) -> Task:
    period = ticks * TICK_CYCLES
    return Task(name, priority, Arrivals((period,)), period, execution, **others)


def _line(name: str, priority: int, ticks: int, execution: int, source: str, **others: Any) -> Task:
    distance = ticks * TICK_CYCLES + STEP
    arrivals = Arrivals((distance,))
    return Task(name, priority, arrivals, distance, execution, released_by=source, **others)


def _case(name: str, seeds: int, ticks: int, *tasks: Task) -> Case:
    return Case(name, TaskSet(tasks, TICK_CYCLES), program.Plan(seeds, ticks, directed=False))


def _line_meets(label: str, calls: dict[str, int], source: str) -> Case:
    """A line at each moment of a job that a tick releases."""
    high = _line("high", 30, 1, 450, source)
    low = _tick("low", 1, 2, 700, calls=calls)
    return _case(f"{source}-in-{label}", 0, SWEEP, high, low)


def _tick_meets(label: str, calls: dict[str, int]) -> Case:
    """A tick at each moment of a job that a line releases."""
    high = _tick("high", 30, 1, 300)
    low = _line("low", 1, 2, 700, ISR, calls=calls)
    return _case(f"tick-in-{label}", 0, 2 * SWEEP, high, low)


def _both_meet(label: str, calls: dict[str, int]) -> Case:
    """Tick, routine, or both, in calls of two tasks."""
    tasks = (
        _line("high", 30, 2, 450, ISR),
        _tick("middle", 20, 2, 500, calls=calls),
        _line("slow", 9, 3, 700, ISR, calls=calls),
        _tick("low", 1, 5, 700, calls=calls),
    )
    return _case(f"all-in-{label}", 3, SWEEP, *tasks)
