# SPDX-License-Identifier: Apache-2.0
"""Bounds of response times: the formulas."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from response_time_analysis import fp
from response_time_analysis.model import (
    WCET,
    Deadline,
    FloatingNonPreemptive,
    FullyPreemptive,
    IdealProcessor,
    Periodic,
    Priority,
    taskset,
)
from response_time_analysis.model import Task as TheirTask

from isochron.analysis import margins, overheads
from isochron.analysis.description import load
from isochron.analysis.model import ISR, TICK, Arrivals, Section, Task, TaskSet
from isochron.analysis.overheads import Job, Overheads
from isochron.analysis.response import Analysis
from isochron.analysis.sets import task_set
from isochron.paths import ROOT

MOTOR = ROOT / "firmware/examples/analysis/motor.toml"
TERMS = ROOT / "tests/task_sets/terms.json"
"""Of each kernel, recorded: `python -m isochron.analysis.overheads tests/task_sets/terms.json`."""
LATE = {
    "nothing": 0,
    "idle": 10,
    "division": 13,
    "delay-until": 71,
    "delay-until-over-task": 73,
    "delay-until-from-priority-20": 75,
    "delay-until-8-sleepers": 87,
    "delay-until-8-due": 68,
    "notify-wait": 61,
    "notify-wait-over-task": 63,
    "notify-wait-from-priority-20": 65,
    "semaphore-give-waking": 191,
    "mutex": 29,
    "notify": 153,
}
KERNEL = Overheads(
    "isochron",
    tick=31,
    tick_any=7,
    wake=11,
    at_end=5,
    crossing={ISR: 15},
    crossing_each={ISR: 37},
    resumed=21,
    line_each=8,
    jobs={TICK: Job(101, 3, 2, 4, 17, 6), ISR: Job(203, 0, 0, 4, 61, 0)},
    for_lower={ISR: 43},
    mutex=19,
    contention=97,
    calls={"notify": 23},
    late={TICK: LATE, ISR: {call: 2 * cycles for call, cycles in LATE.items()}},
    extra={TICK: {"notify": 33, "mutex": 9}, ISR: {"notify": 81, "mutex": 27}},
)
"""Made up: every term counts."""
WITHOUT_RESUMED = replace(KERNEL, resumed=0)
"""The package has no jobs whose time depends on others'."""


def periodic(name: str, priority: int, period: int, execution: int, **others: object) -> Task:
    return Task(name, priority, Arrivals((period,)), period, execution, **others)  # type: ignore


def test_arrivals_are_counted_as_their_distances_say():
    assert [Arrivals((10,)).within(n) for n in (0, 1, 10, 11, 20, 21)] == [0, 1, 1, 2, 2, 3]
    bursts = Arrivals((2, 5, 100))
    assert [bursts.within(n) for n in (1, 2, 3, 5, 6, 100, 101, 103)] == [1, 1, 2, 2, 3, 3, 4, 5]
    assert [bursts.earliest(n) for n in range(5)] == [0, 2, 5, 100, 102]


def random_sets(number: int) -> Iterator[TaskSet]:
    """Yield sets without mutexes; the highest task runs at every tick, so each term counts."""
    chance = random.Random(2026)
    for _ in range(number):
        tick = chance.randrange(3000, 9000)
        count = chance.randrange(2, 9)
        periods = [1, *sorted(chance.choice((2, 3, 5, 10, 20, 50)) for _ in range(count - 1))]
        load = chance.uniform(0.2, 0.75)
        shares = [chance.expovariate(1) for _ in periods]
        tasks = [
            periodic(
                f"t{n}",
                2 * (count - n),
                period * tick,
                max(1, int(load * share / sum(shares) * period * tick)),
            )
            for n, (period, share) in enumerate(zip(periods, shares, strict=True))
        ]
        yield TaskSet(tasks, tick)


def theirs(tasks: TaskSet, task: Task) -> int | None:
    """Return the bound by the package response-time-analysis: overheads as tasks of top priority.

    Each has a priority of its own: the package takes tasks that are equal for one.
    """
    analysis = Analysis(tasks, WITHOUT_RESUMED)
    each = KERNEL.jobs[TICK].start_each
    made = []

    def add(period: int, cost: int, priority: int) -> TheirTask:
        made.append(
            TheirTask(
                Periodic(period),
                FullyPreemptive(WCET(cost)),
                Deadline(period),
                Priority(priority),
            )
        )
        return made[-1]

    add(tasks.tick, KERNEL.tick + KERNEL.tick_any + KERNEL.at_end, 10_000)
    for number, other in enumerate(tasks.tasks):
        add(other.period, KERNEL.wake + each, 20_000 + number)
        if other.priority > task.priority:
            cost = analysis.execution(other) + analysis.whole_job(other, task.priority)
            add(other.period, cost, 1_000 + other.priority)
    mine = add(task.period, analysis.execution(task), 100)
    begin = KERNEL.jobs[TICK].to_start(len(tasks.tasks) - 1) - len(tasks.tasks) * each
    blocked = analysis.kernel_blocking(task) + begin
    made.append(
        TheirTask(
            Periodic(10**9),
            FloatingNonPreemptive(WCET(blocked + 1), blocked + 1),
            Deadline(10**9),
            Priority(0),
        )
    )
    return fp.rta(taskset(*made), mine, IdealProcessor(), horizon=10**8).response_time_bound


def test_bounds_are_those_of_the_package_response_time_analysis():
    compared = 0
    for tasks in random_sets(200):
        for task in tasks.tasks:
            bound = Analysis(tasks, WITHOUT_RESUMED).bound(task).response
            if bound is not None and bound <= task.period:  # one job in the busy window
                assert bound == theirs(tasks, task), (tasks, task)
                compared += 1
    assert compared > 500


def test_a_longer_execution_makes_no_bound_shorter():
    for tasks in random_sets(20):
        before = Analysis(tasks, KERNEL).bounds()
        after = Analysis(tasks.grown(1.1), KERNEL).bounds()
        for name, bound in after.items():
            assert bound.response is None or bound.response >= (before[name].response or 0)


def test_parts_of_a_bound_are_its_sum():
    for tasks in random_sets(20):
        for bound in Analysis(tasks, KERNEL).bounds().values():
            if bound.parts is not None:
                assert bound.response is not None
                parts = bound.parts
                total = parts.own + parts.interference + parts.kernel + parts.blocking
                assert bound.response == total


def with_mutexes() -> TaskSet:
    tasks = [
        periodic("high", 9, 10_000, 500, sections=(Section("m", 50),)),
        periodic("middle", 6, 20_000, 2_000),
        periodic("low", 3, 40_000, 5_000, sections=(Section("m", 900), Section("n", 400))),
        periodic("lowest", 1, 80_000, 5_000, sections=(Section("n", 700),)),
    ]
    return TaskSet(tasks, 1000)


def test_a_section_blocks_who_is_below_its_ceiling():
    tasks = with_mutexes()
    analysis = Analysis(tasks, KERNEL)
    longest = {task.name: analysis.mutex_blocking(task) for task in tasks.tasks}
    held = 900 + KERNEL.mutex
    # of m and n only one is held by each lower task; the ceiling of n is low's priority
    assert longest == {"high": held, "middle": held, "low": 700 + KERNEL.mutex, "lowest": 0}


def test_a_mutex_that_two_lower_tasks_share_switches_in_their_gives():
    analysis = Analysis(with_mutexes(), KERNEL)
    late = {task.name: analysis.kernel_blocking(task) for task in analysis.tasks}
    assert late["high"] == late["middle"] == LATE["semaphore-give-waking"]
    assert late["low"] == KERNEL.late_at_end(TICK, TICK, 3, 1)
    assert late["lowest"] == LATE["idle"]


def test_contentions_are_at_most_the_takes():
    analysis = Analysis(with_mutexes(), KERNEL)
    jobs = {"high": 3, "middle": 2, "low": 1, "lowest": 1}
    assert analysis.contentions(9, jobs) == 1  # low has one section under way
    assert analysis.contentions(3, jobs) == 1 + 1  # low's own one, and lowest's
    assert analysis.contentions(1, jobs) == 1 + 1


def test_calls_of_the_kernel_are_paid_for():
    task = periodic("one", 2, 10_000, 500, calls={"notify": 3})
    analysis = Analysis(TaskSet([task], 1000), KERNEL)
    assert analysis.execution(task) == 500 + 3 * KERNEL.calls["notify"]


def test_an_overload_has_no_bound():
    tasks = TaskSet([periodic("a", 2, 1000, 700), periodic("b", 1, 2000, 900)], 1000)
    bounds = Analysis(tasks, KERNEL).bounds()
    assert bounds["a"].response is not None
    assert bounds["b"].response is None
    assert not Analysis(tasks, KERNEL).holds()


def test_margins_are_where_deadlines_cease_to_hold():
    tasks = next(random_sets(1))
    factor = margins.growth(tasks, KERNEL)
    assert Analysis(tasks.grown(factor), KERNEL).holds()
    assert not Analysis(tasks.grown(factor * 1.01), KERNEL).holds()
    motor = load(MOTOR)
    least = margins.least_clock(lambda hz: task_set(motor, "isochron", hz, {}), KERNEL, 25e6)
    assert least is not None
    assert Analysis(task_set(motor, "isochron", least, {}), KERNEL).holds()
    assert not Analysis(task_set(motor, "isochron", least * 0.98, {}), KERNEL).holds()


def with_term(of: Overheads, name: str, cycles: int) -> Overheads:
    """Return the same with another value of one of ``overheads.terms``."""
    first, *rest = name.split(".")
    return replace(of, **{first: changed_in(getattr(of, first), rest, cycles)})


def changed_in(value: Any, place: Sequence[str], cycles: int) -> Any:
    if not place:
        return cycles
    if isinstance(value, Job):
        return replace(value, **{place[0]: cycles})
    return {**value, place[0]: changed_in(value[place[0]], place[1:], cycles)}


def halved(of: Overheads) -> Iterator[tuple[str, Overheads]]:
    """Yield the terms with one of them halved, by its name."""
    for name, cycles in overheads.terms(of).items():
        if cycles > 1:
            yield name, with_term(of, name, cycles // 2)


IN_THE_PACKAGE_TOO = ("tick", "wake", "at_end", "jobs.tick.", "late.tick.idle")


def test_the_package_differs_if_a_term_is_halved():
    sets = list(random_sets(12))
    for name, other in halved(WITHOUT_RESUMED):
        if not name.startswith((*IN_THE_PACKAGE_TOO, "late.tick.delay-until-8-sleepers")):
            continue
        assert any(
            Analysis(tasks, other).bound(task).response != theirs(tasks, task)
            for tasks in sets
            for task in tasks.tasks
        ), name


def all_features() -> Iterator[TaskSet]:
    """Yield sets that use every term, each of them where it is the largest of those in question."""
    yield with_mutexes()
    mutexes = with_mutexes()
    routine = periodic("routine", 5, 9_000, 300, released_by=ISR)
    yield TaskSet([*mutexes.tasks, routine], mutexes.tick)
    for call in KERNEL.calls:
        lower = periodic("lower", 2, 50_000, 900, calls={call: 1})
        upper = periodic("upper", 9, 20_000, 900)
        yield TaskSet([upper, routine, lower], 1000)
        yield TaskSet([replace(routine, priority=10), lower], 1000)
    for priority in (13, 3):
        others = [replace(routine, name=f"r{n}", priority=priority - n) for n in range(3)]
        yield TaskSet([periodic("upper", 9, 60_000, 900), *others], 3000)
        held = (Section("m", 50),)
        yield TaskSet([replace(other, sections=held) for other in others], 3000)
    low_routine = periodic("low-routine", 1, 30_000, 100, released_by=ISR)
    yield TaskSet([periodic("upper", 30, 20_000, 900), low_routine], 1000)
    many = [periodic(f"t{n}", 30 - n, 90_000, 500) for n in range(9)]
    yield TaskSet(many, 1000)


def test_each_term_counts_in_a_bound():
    sets = list(all_features())
    before = [Analysis(tasks, KERNEL).bounds() for tasks in sets]
    for name, other in halved(KERNEL):
        pairs = [(KERNEL, other)]
        if name.startswith("late."):  # the largest counts, so each is held against none
            none = {source: dict.fromkeys(calls, 0) for source, calls in KERNEL.late.items()}
            largest = replace(KERNEL, late=none)
            pairs = [(with_term(largest, name, overheads.terms(KERNEL)[name]), largest)]
        for more, less in pairs:
            assert any(
                Analysis(tasks, more).bounds() != Analysis(tasks, less).bounds() for tasks in sets
            ), name
    assert before == [Analysis(tasks, KERNEL).bounds() for tasks in sets]
