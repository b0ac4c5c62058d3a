# SPDX-License-Identifier: Apache-2.0
"""Bounds of response times: the description, the formulas, the SoC that stays below them."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
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
from typer.testing import CliRunner

from isochron import bench, cli
from isochron.analysis import margins, overheads
from isochron.analysis.description import WrongDescription, load
from isochron.analysis.model import ISR, TICK, Arrivals, Section, Task, TaskSet
from isochron.analysis.overheads import Job, Overheads
from isochron.analysis.response import Analysis
from isochron.analysis.sets import WrongClock, task_set
from isochron.paths import ROOT
from isochron.report.analysis import FILE_NAME
from isochron.results import Record
from isochron.suites import contexts
from isochron.suites.calibration import CROSSING_DISTANCE, TICK_DISTANCE

MOTOR = ROOT / "firmware/examples/analysis/motor.toml"
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


# -- the description


def changed(tmp_path: Path, old: str, new: str) -> Path:
    text = MOTOR.read_text()
    assert old in text
    path = tmp_path / "tasks.toml"
    path.write_text(text.replace(old, new, 1))
    return path


def line_of(path: Path, text: str) -> int:
    return 1 + next(n for n, line in enumerate(path.read_text().splitlines()) if text in line)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("priority = 9", "priority = 'high'", "a whole number from 1 to 30"),
        ("priority = 9", "prority = 9", 'unknown key "prority" of task "current": did you mean'),
        ("priority = 9", "priority = 8", "equal priorities take turns"),
        ('period = "1ms"', 'period = "150us"', "no whole number of ticks of 100us"),
        ('period = "1ms"', "period = 5", 'a time such as "250us"'),
        ('period = "1ms"', 'period = "1ms"\ndeadline = "2ms"', "is above the period"),
        ('period = "1ms"', 'released_by = "hall"', 'there is no interrupt "hall"'),
        ('period = "1ms"', 'period = "1ms"\nsuspends = 1', "a job that waits in its middle"),
        ('mutex = "state", cycles = 300', 'mutex = "stat", cycles = 300', 'did you mean "state"?'),
        ("cycles = 300", "cycls = 300", 'did you mean "cycles"?'),
        ("cycles = 300", "cycles = -3", "clock cycles, a whole number above 0"),
        ("cycles = 300", 'cycles = 300, within = "bus"', "nested mutexes are not analysed"),
        ("cycles = 300", "cycles = 5_000", "make it longer than its sections"),
        ("execution = 900", "execution = 'x'", "clock cycles, a whole number above 0, or"),
        ("execution = 900", "execution = { source = 'a.c', fuction = 'f' }", '"function"?'),
        ("execution = 900", "execution = 900\ncalls = { notfy = 1 }", 'did you mean "notify"?'),
        ("clock_mhz = 25.0", "clock_mhz = { freertos = 1.0 }", "isochron has no clock"),
        ("clock_mhz = 25.0", "clock_mhz = 0.0", "a clock in MHz"),
        ("clock_mhz = 25.0", "core = 'vexriscv'", "a core with caches is not analysed"),
        ("clock_mhz = 25.0", "bus_masters = 2", "a second bus master"),
        ("clock_mhz = 25.0", "options = ['configASSERT']", "code at each switch"),
        ("[[mutex]]", "[[mutexx]]", 'did you mean "mutex"?'),
        ("tick_hz = 10_000", "tick_hz = 0", "a whole number from 1 to 100000"),
        ("tick_hz = 10_000", "tick_hz = ", "not TOML"),
        ('name = "speed"', 'name = "can"', 'two tasks are called "can"'),
    ],
)
def test_a_wrong_description_is_refused_with_key_line_and_cure(
    tmp_path: Path, old: str, new: str, said: str
):
    path = changed(tmp_path, old, new)
    with pytest.raises(WrongDescription) as refused:
        load(path, ["notify"])
    message = str(refused.value)
    assert said in message
    assert "\n" not in message
    if "two tasks" not in said and "equal" not in said:
        where = line_of(path, new.splitlines()[-1])
        assert message.startswith(f"{path}:{where}: ")


def with_arrival(tmp_path: Path, *times: str) -> Path:
    path = tmp_path / "tasks.toml"
    text = ROOT.joinpath("tests/task_sets/bursts.toml").read_text()
    old = 'arrival = ["100us", "250us", "1500us"]'
    assert old in text
    path.write_text(text.replace(old, f"arrival = {json.dumps(times)}"))
    return path


def test_a_kernels_old_name_is_taken_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    old = 'kernels = ["freertos", "isochron", "isochron-contexts"]\nclock_mhz = 25.0'
    new = 'kernels = ["isochron-banked"]\nclock_mhz = { isochron-banked = 25.0 }'
    system = load(changed(tmp_path, old, new)).system
    assert (system.kernels, list(system.clock_mhz)) == (["isochron-contexts"],) * 2
    assert "isochron-banked is called isochron-contexts now" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (
            ("240us", "250us"),
            "number 2 behind one comes after 250us but number 1 and then number 1",
        ),
        (("100us", "300us", "350us"), "number 3 behind one comes after 350us but number 1 and"),
        (("100us", "900us", "1ms"), "number 4 behind one comes after 1.1ms, as the times repeat,"),
    ],
)
def test_arrivals_that_contradict_themselves_are_refused(
    tmp_path: Path, times: Sequence[str], said: str
):
    with pytest.raises(WrongDescription) as refused:
        load(with_arrival(tmp_path, *times))
    assert said in str(refused.value)
    line = line_of(tmp_path / "tasks.toml", "arrival = ")
    assert str(refused.value).startswith(f"{tmp_path}/tasks.toml:{line}: ")


def test_arrivals_whose_sums_are_not_longer_are_accepted(tmp_path: Path):
    for times in (("240us",), ("100us", "200us"), ("100us", "250us", "1500us"), ("1us", "1ms")):
        load(with_arrival(tmp_path, *times))


def test_no_window_of_arrivals_that_are_played_has_more_than_counted(tmp_path: Path):
    """From whichever of them on: so the pattern of a burst may begin anywhere."""
    times = ("100us", "250us", "1500us")
    arrivals = load(with_arrival(tmp_path, *times)).interrupts["burst"].arrival
    counted = Arrivals(tuple(int(one * 10**6) for one in arrivals))
    for first in range(6):
        for number in range(1, 9):
            span = counted.earliest(first + number) - counted.earliest(first)
            assert counted.within(span + 1) >= number + 1


def test_a_missing_key_is_named_with_its_table(tmp_path: Path):
    path = changed(tmp_path, "priority = 9\n", "")
    with pytest.raises(WrongDescription, match=r'no priority of task "current": give a whole'):
        load(path)


def test_a_missing_file_is_an_error_of_one_line(tmp_path: Path):
    with pytest.raises(WrongDescription, match="No such file"):
        load(tmp_path / "nothing.toml")


def test_times_become_cycles_at_a_clock():
    tasks = task_set(load(MOTOR), "isochron", 25e6, {})
    assert tasks.tick == 2500
    by_name = {task.name: task for task in tasks.tasks}
    assert by_name["speed"].period == by_name["speed"].deadline == 25_000
    assert tasks.ceilings == {"state": 8, "bus": 5}
    # a tick is rounded down, and periods are whole ticks of it
    assert task_set(load(MOTOR), "isochron", 25_000_999.0, {}).tasks[0].period == 5000


def test_a_period_must_be_whole_ticks_at_a_swept_rate_too():
    with pytest.raises(WrongClock, match="current"):
        task_set(load(MOTOR), "isochron", 25e6, {}, tick_hz=1000)


# -- the formulas


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
    for number, one in enumerate(tasks.tasks):
        add(one.period, KERNEL.wake + each, 20_000 + number)
        if one.priority > task.priority:
            cost = analysis.execution(one) + analysis.whole_job(one, task.priority)
            add(one.period, cost, 1_000 + one.priority)
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
        yield TaskSet([replace(one, sections=held) for one in others], 3000)
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


# -- what is measured


def predicted(of: Overheads, record: Record, least: float, nothing: float) -> float:
    """Return what a record of the calibration may be at most, by the terms.

    Args:
        least: the smallest sample of the record's metric.
        nothing: the record's, but without what it is about: of mutexes, of no call, of line 1.
    """
    point = record.parameters
    ticks = [of.tick, *(of.tick + of.tick_any + of.wake * n for n in range(1, 17))]
    job = of.jobs.get(record.variant or TICK, of.jobs[TICK])
    if record.metric in ("tick", "tick-beside-delayed"):
        return ticks[record.number("waking")]
    if record.metric == "job-by-tick":
        return ticks[1] + job.whole(0, record.number("distance"))
    if record.metric == "jobs-in-turn":
        number = record.number("jobs")
        return ticks[number] + number * job.whole(0, 1)
    if record.metric == "job-past-delayed":
        return ticks[1] + job.whole(record.number("delayed"), 1)
    if record.metric == "tick-to-task":
        due = record.number("due")
        return ticks[due + 1] + job.to_start(due)
    if record.metric == "tick-behind-tick":
        return ticks[1] + job.to_start(0) + of.resumed
    if record.metric == "tick-at-job-end":
        return least + of.at_end
    if record.metric == "job-by-interrupt":
        return job.whole(0, record.number("distance"))
    if record.metric == "interrupt-to-task":
        return job.to_start(0)
    if record.metric == "interrupt-for-lower":
        return of.for_lower[record.variant]
    if record.metric == "interrupt-of-line":
        return nothing + of.line_each * (record.number("line") - 1)
    if record.metric == "interrupt-across-job":
        two = job.whole(0, 1) + job.whole(0, CROSSING_DISTANCE)
        return two + of.crossing_each[record.variant] + of.resumed
    if record.metric == "interrupt-across-tick":
        by_tick = ticks[1] + of.jobs[TICK].whole(0, 1)
        return by_tick + job.whole(0, TICK_DISTANCE) + of.crossing[record.variant]
    if record.metric == "mutex":
        pairs = {"none": 0, "job": 0, "low": 1, "higher": 1, "both": 2}[point["users"]]
        return nothing + pairs * of.mutex + (of.contention if pairs == 2 else 0)
    if record.metric == "call":
        return of.calls[point["call"]]
    if record.metric == "release-in-call":
        return nothing + of.extra[record.variant][point["call"]]
    due = overheads.OTHERS * (of.wake + of.jobs[TICK].start_each)
    due = due if point["call"] == overheads.DUE_TOO else 0
    return nothing + of.late[record.variant][point["call"]] + due


def above(of: Overheads, records: Sequence[Record]) -> list[Record]:
    """Return the records of the calibration that are above what the terms say."""
    least: dict[str, float] = {}
    most = {(one.metric, one.variant, *one.parameters.values()): one.max for one in records}
    for one in records:
        least[one.metric] = min(one.min, least.get(one.metric, one.min))
    found = []
    for one in records:
        nothing = 0.0
        if one.metric == "mutex":
            job = one.parameters["users"] in ("job", "higher", "both")
            nothing = most["mutex", None, "job" if job else "none", "O2"]
        elif one.metric in ("release-behind-call", "release-in-call"):
            nothing = most[one.metric, one.variant, "nothing", "O2"]
        elif one.metric == "interrupt-of-line":
            nothing = most[one.metric, one.variant, 1, "O2"]
        if one.max > predicted(of, one, least[one.metric], nothing):
            found.append(one)
    return found


def measured(name: str, kernel: str) -> list[Record]:
    """Run a suite or test on Ibex; return its records, without those that count switches."""
    jobs = bench.plan([name], [kernel], ["ibex"], ["O2"])
    records = [record for job in jobs for record in job.work()]
    return [one for one in records if one.metric not in (contexts.HITS, contexts.MISSES)]


@pytest.fixture(scope="module")
def calibrated(terms: Overheads) -> list[Record]:
    return measured("calibration", terms.kernel)


def test_no_sample_of_the_calibration_is_above_its_terms(
    terms: Overheads, calibrated: list[Record]
):
    assert above(terms, calibrated) == []


def test_a_halved_term_is_below_a_sample_of_the_calibration(
    terms: Overheads, calibrated: list[Record]
):
    unseen = [name for name, other in halved(terms) if not above(other, calibrated)]
    assert unseen == []


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(one, marks=pytest.mark.wide)  # calibrates it
        for one in ("freertos", "isochron-contexts")
    ],
)
def terms(request: pytest.FixtureRequest) -> Overheads:
    return overheads.measured(request.param)


def test_a_tick_takes_what_the_suite_operations_measures(
    terms: Overheads, calibrated: list[Record]
):
    """By another program, for 0 to 16 tasks that wake, within a cycle; the line through these is
    steeper by less than an eighth of a cycle. The terms have a task that stays delayed, which makes
    a tick dearer once where others wake; that program has none."""
    ticks, beside = (
        {record.number("waking"): record.max for record in calibrated if record.metric == metric}
        for metric in ("tick", "tick-beside-delayed")
    )
    stays = max(cycles - ticks[waking] for waking, cycles in beside.items())
    records = measured("tick", terms.kernel)
    assert len(records) == 17
    for record in records:
        waking = record.number("waking")
        assert abs(ticks[waking] - record.max) <= 1, waking
        ours = terms.tick + (terms.tick_any - stays + terms.wake * waking if waking else 0)
        assert abs(ours - record.max) <= 1 + waking * (terms.kernel == "freertos") // 8, waking


def test_an_interrupt_takes_what_the_other_suites_measure(terms: Overheads):
    jobs = bench.plan(["interrupt-response-1", "interrupt"], [terms.kernel], ["ibex"], ["O2"])
    found = {
        (job.run.variant, record.metric, record.parameters.get("background", "loop")): record.max
        for job in jobs
        for record in job.work()
    }
    for variant, job in terms.jobs.items():
        if variant != TICK:
            assert abs(job.start - found[variant, "task-dispatch", "loop"]) <= 2
            stolen = found[variant, "interrupt-stolen", "loop"]
            assert abs(terms.for_lower[variant] - stolen) <= 1


def test_a_kernel_without_figures_is_refused():
    with pytest.raises(overheads.NotCalibrated, match="isochron-cfu is not calibrated: choose"):
        overheads.measured("isochron-cfu")
    with pytest.raises(overheads.NotCalibrated, match="isochron bench calibration"):
        overheads.from_records([], "isochron")


# -- the command


def analyze(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(cli.app, ["analyze", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.mark.wide  # calibrates another kernel
def test_the_command_says_what_holds_where(tmp_path: Path):
    options = ("--out", tmp_path, "--sweep", "execution=0.5,1.0", "--kernel", "freertos")
    code, output = analyze(MOTOR, *options, "--kernel", "isochron-contexts")
    assert code == 1  # on FreeRTOS not all deadlines hold
    assert "freertos at" in output
    found = json.loads((tmp_path / FILE_NAME).read_text())
    held = {one["kernel"]: one["guaranteed"] for one in found["kernels"]}
    assert held == {"freertos": False, "isochron-contexts": True}
    by_factor = [
        [one["guaranteed"] for one in point["kernels"]] for point in found["sweep"]["points"]
    ]
    assert by_factor == [[True, True], [False, True]]
    page = (tmp_path / "analysis.html").read_text()
    assert "http://" not in page.split("<script>")[0]


@pytest.mark.wide  # calibrates a kernel
def test_the_command_names_an_overload_on_a_narrow_terminal(tmp_path: Path):
    text = MOTOR.read_text()
    much = tmp_path / "much.toml"
    much.write_text(text.replace("execution = 9_000", "execution = 90_000"))
    assert much.read_text() != text
    options = ("--out", tmp_path, "--kernel", "freertos")
    command = [Path(sys.executable).with_name("isochron"), "analyze", much, *options]
    narrow = dict(os.environ, COLUMNS="80")
    result = subprocess.run(command, env=narrow, capture_output=True, text=True, check=False)
    assert result.returncode == 1, result.stderr
    overloaded = [line.split() for line in result.stdout.splitlines() if "overload" in line]
    assert ["log", "2", "1,000,000", "overload", "no"] in overloaded  # no figure is taken apart
    shown = result.stdout.partition("Figures:")[0]
    assert max(map(len, shown.splitlines())) <= 80
    assert "no bound: overload" in (tmp_path / "analysis.html").read_text()


@pytest.mark.wide
def test_the_exit_code_is_0_where_all_holds(tmp_path: Path):
    code, _ = analyze(MOTOR, "--out", tmp_path, "--kernel", "isochron-contexts")
    assert code == 0


@pytest.mark.parametrize(
    "sweep", ["tick_hz", "tick=1,2", "tick_hz=1,x", "tick_hz=1.5", "clock_mhz=-1"]
)
def test_a_wrong_sweep_is_refused(sweep: str):
    code, output = analyze(MOTOR, "--sweep", sweep)
    assert code == 2
    assert "such as" in output or "whole numbers" in output
