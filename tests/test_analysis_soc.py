# SPDX-License-Identifier: Apache-2.0
"""No response on the SoC is above its bound, bounds are close, and each of their terms counts.

The first tier has a short set on the hardware kernel, the second one on each. Terms are recorded
ones; each night all kernels are calibrated before, and an adversary runs some hundred sets.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import median

import pytest
from night import IS_NIGHT, NIGHT
from test_analysis import TERMS

from isochron.analysis import adversary, findings, monitor, observed, overheads, program
from isochron.analysis.description import load
from isochron.analysis.findings import Findings, OfKernel
from isochron.analysis.model import ISR, TICK, Arrivals, Task, TaskSet
from isochron.analysis.observed import Seen
from isochron.building import firmware
from isochron.paths import ROOT
from isochron.running import simulator

SETS = sorted((ROOT / "tests/task_sets").glob("*.toml"))
EXAMPLES = ROOT / "firmware/examples/analysis"
KERNELS = overheads.KERNELS
CLOSE = {
    "freertos": 1.8,
    "freertos-optimised": 1.8,
    "isochron": 1.25,
    "isochron-contexts": 1.25,
    **dict.fromkeys(firmware.OF_SYSTEMS, 1.8),
}
"""What the median of bound over longest response may be at most."""
SEEDS = 16
DRAWN = 4
NEARLY = 10
"""Cycles, and which part of a term, by which a recorded one may differ."""


def terms_of(kernel: str) -> overheads.Overheads:
    return overheads.measured(kernel) if IS_NIGHT else overheads.loaded(TERMS, kernel)


def analysed(path: Path, kernel: str) -> OfKernel:
    terms = terms_of(kernel)
    return findings.analysed(load(path, list(terms.calls)), terms, {})


@cache
def seen(path: Path, kernel: str, seeds: int = SEEDS, ticks: int | None = None) -> Sequence[Seen]:
    bounds = analysed(path, kernel)
    plan = program.Plan(seeds, ticks or program.ticks_of(bounds.task_set), directed=ticks is None)
    return observed.observe(bounds.task_set, bounds.overheads, plan)


@pytest.mark.parametrize(
    "kernel",
    [
        pytest.param(name, marks=[] if name == "isochron" else pytest.mark.wide(each=2))
        for name in KERNELS
    ],
)
def test_no_response_of_a_short_set_is_above_its_bound(kernel: str):
    """A routine and a tick fall into calls, and into the ends of jobs."""
    calls = {"semaphore-give": 3, "semaphore-take": 3, "queue-send-128": 1, "queue-receive-128": 1}
    tasks = [
        Task("line", 30, Arrivals((7507,)), 7507, 450, released_by=ISR),
        Task("fast", 20, Arrivals((2500,)), 2500, 260),
        Task("slow", 1, Arrivals((12500,)), 12500, 900, calls=calls),
    ]
    plan = program.Plan(2, 100, directed=False)
    terms = overheads.loaded(TERMS, kernel)
    found = observed.observe(TaskSet(tasks, adversary.TICK_CYCLES), terms, plan)
    assert [task for task in found if not task.safe or task.bound is None] == []
    assert all(task.jobs > 10 for task in found)


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize("kernel", KERNELS)
def test_recorded_terms_are_nearly_those_of_today(kernel: str):
    recorded = overheads.terms(overheads.loaded(TERMS, kernel))
    today = overheads.terms(overheads.measured(kernel))
    assert recorded.keys() == today.keys()
    apart = {
        name: (recorded[name], today[name])
        for name in today
        if abs(recorded[name] - today[name]) > NEARLY + today[name] // NEARLY
    }
    assert apart == {}, f"record them anew: {TERMS.name}"


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize("kernel", KERNELS)
def test_no_situation_of_the_adversary_is_above_its_bound(kernel: str):
    terms = overheads.measured(kernel)
    found = [
        result for case in adversary.situations(kernel) for result in adversary.run(case, terms)
    ]
    assert [result for result in found if result.above > 0] == []


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize("kernel", KERNELS)
def test_no_random_set_of_the_adversary_is_above_its_bound(kernel: str):
    terms = overheads.measured(kernel)
    cases = [adversary.drawn(seed, kernel, terms) for seed in range(1, 1 + DRAWN)]
    found = [result for case in cases for result in adversary.run(case, terms)]
    assert len(found) > 2 * DRAWN
    assert [result for result in found if result.above > 0] == []


@NIGHT
@pytest.mark.wide
def test_the_adversary_notices_a_term_that_is_missing():
    """What a routine within a copy takes more: without it a bound is exceeded."""
    terms = overheads.measured("isochron")
    without = replace(
        terms,
        extra={source: dict.fromkeys(calls, 0) for source, calls in terms.extra.items()},
    )
    case = next(
        situation
        for situation in adversary.situations("isochron")
        if situation.name == "isr-in-queue-512"
    )
    assert any(result.above > 0 for result in adversary.run(case, without))


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize("kernel", KERNELS)
def test_what_a_program_takes_around_its_jobs_is_within_its_execution(kernel: str):
    """Of the shortest jobs of which a program can be made, with calls, mutexes and lines."""
    calls = {"semaphore-give": 25, "semaphore-take": 25, "queue-send-4": 9, "queue-receive-4": 9}
    shortest = [
        Task(name, 9 - n, Arrivals((25_000,)), 25_000, 1, calls=made, released_by=source)
        for n, (name, made, source) in enumerate(
            [("a", {}, TICK), ("b", calls, TICK), ("c", {}, ISR), ("d", calls, ISR)]
        )
    ]
    tasks = [replace(task, execution=adversary.least_execution(task)) for task in shortest]
    plan = program.Plan(0, 60, directed=False)
    found = observed.observe(TaskSet(tasks, 2500), overheads.measured(kernel), plan)
    assert [task.task for task in found] == ["a", "b", "c", "d"]


@pytest.mark.wide(each=3)
@pytest.mark.parametrize("kernel", KERNELS)
def test_no_response_of_a_small_run_is_above_its_bound(kernel: str):
    found = seen(ROOT / "tests/task_sets/mutexes.toml", kernel, seeds=3, ticks=60)
    assert [task for task in found if not task.safe] == []
    assert all(task.jobs > 0 for task in found)


@pytest.mark.wide(each=7)
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_no_response_is_above_its_bound(path: Path, kernel: str):
    """At the critical instant, in directed rounds, and in SEEDS random ones."""
    assert [response for response in seen(path, kernel) if not response.safe] == []


@pytest.mark.wide(each=3)
@pytest.mark.parametrize("kernel", KERNELS)
def test_bounds_are_close(kernel: str):
    ratios = [response.ratio for path in SETS for response in seen(path, kernel) if response.ratio]
    assert median(ratios) <= CLOSE[kernel]


@pytest.mark.wide
def test_stock_misses_a_deadline_that_the_hardware_kernel_meets():
    """Of the example motor.toml, at the same clock."""
    found = {
        kernel: analysed(EXAMPLES / "motor.toml", kernel) for kernel in ("freertos", "isochron")
    }
    plan = program.Plan(0, program.ticks_of(found["freertos"].task_set), directed=False)
    misses = {
        kernel: sum(
            task.misses for task in observed.observe(bounds.task_set, bounds.overheads, plan)
        )
        for kernel, bounds in found.items()
    }
    assert misses["freertos"] > 0
    assert misses["isochron"] == 0
    assert not found["freertos"].guaranteed
    assert found["isochron"].guaranteed
    only = replace(plan, only=0)
    for kernel, bounds in found.items():
        deadlines = {task.name: task.deadline for task in bounds.task_set.tasks}
        jobs = observed.trace(bounds.task_set, kernel, only)
        late = [job for job in jobs if job.ended - job.released > deadlines[job.task]]
        assert bool(late) == (kernel == "freertos")


@pytest.mark.wide
def test_the_monitor_catches_a_job_that_breaks_the_analysis(tmp_path: Path):
    description = load(EXAMPLES / "motor.toml")
    motor = analysed(EXAMPLES / "motor.toml", "isochron")
    header = tmp_path / "motor_monitor.h"
    header.write_text(monitor.header(Findings(description, {}, [motor])))
    defines = {
        "configISOCHRON_USE_MONITOR_HOOK": "1",
        "configCPU_CLOCK_HZ": "25000000",
        "configTICK_RATE_HZ": "10000",
    }
    parts = firmware.Parts(include=(tmp_path,))
    elf = firmware.build(EXAMPLES / "watched.c", "isochron", defines=defines, parts=parts)
    result = simulator.run(elf)
    assert result.exit_code == 0
    assert result.output.splitlines() == ["encoder, job 5: ran for more than its budget"]


@pytest.mark.wide
def test_a_function_is_measured_and_run():
    description = load(EXAMPLES / "controller.toml")
    longest = findings.executions(description)
    assert 0 < longest["current"] < longest["filter"] < longest["check"]
    terms = overheads.measured("isochron")
    functions = {
        task.name: (description.source(call), call.function)
        for task, call in description.measured()
    }
    bounds = findings.analysed(description, terms, longest)
    plan = program.Plan(1, 120, directed=False)
    found = observed.observe(bounds.task_set, terms, plan, functions)
    assert [task for task in found if not task.safe] == []


@pytest.mark.wide
def test_the_function_of_a_task_that_an_interrupt_releases_is_run():
    """The program lets the line rise again in that job, which is not the function's."""
    description = load(EXAMPLES / "controller.toml")
    terms = overheads.measured("isochron")
    name, source = "commutate", EXAMPLES / "functions.c"
    given = findings.executions(description)
    bounds = findings.analysed(description, terms, given)
    task = next(task for task in bounds.task_set.tasks if task.released_by != TICK)
    assert task.name == name
    short = replace(task, execution=given["current"])
    plan = program.Plan(0, 60, directed=False)
    functions = {name: (source, "pid_step")}
    found = observed.observe(TaskSet([short], bounds.task_set.tick), terms, plan, functions)
    assert found[0].safe
