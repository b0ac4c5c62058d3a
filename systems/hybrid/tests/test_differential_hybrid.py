# SPDX-License-Identifier: Apache-2.0
"""Random scenarios on FreeRTOS and on FreeRTOS on the hybrid."""

import shutil
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from systems.hybrid.lab import kernel_files
from typer.testing import CliRunner

from isochron.building import native
from isochron.cli import app
from isochron.differential import board, runner
from isochron.differential.generator import generate
from isochron.differential.scenario import Call, Event, Inside, Object, Routine, Scenario, Task

CALLS = 50_000
SEED = 1
OFTEN = 8


@pytest.fixture(scope="module")
def programs() -> runner.Programs:
    return runner.build(kernel="hybrid")


def test_random_calls_go_the_same_way() -> None:
    arguments = ["--kernel", "hybrid", "--calls", str(CALLS), "--seed", str(SEED)]
    result = CliRunner().invoke(app, ["verify", "compare", *arguments])
    assert result.exit_code == 0, result.output
    assert "No difference in " in result.output


def test_three_ticks_more_are_a_difference(programs: runner.Programs) -> None:
    scenario = replace(generate(SEED, 0), inside=None)
    changed = replace(scenario, events=(Event(1, "ticks", 3), *scenario.events))
    (oracle,) = runner.run(programs.oracle, [scenario])[0]
    (found,) = runner.run(programs.subject, [changed])[0]
    assert not found.agrees(oracle)


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
def test_delays_and_time_outs_of_one_tick_end_in_the_order_in_which_they_began(
    programs: runner.Programs, order: tuple[int, ...]
) -> None:
    """The hardware ends the delay alone; a time-out of an object also wants software."""
    waits = (Call("delay", (3,)), Call("take", (0, 3)), Call("wait_bits", (1, 1, 0, 0, 3)))
    scenario = Scenario(
        name=1,
        limit=90,
        tasks=(
            *(Task(3, (waits[number], Call("yield"))) for number in order),
            Task(1, (Call("yield"),)),
        ),
        objects=(Object("semaphore", (1, 0)), Object("event_group", ())),
        events=tuple(Event(gap, "ticks", 1) for gap in range(6, 90, 4)),
    )
    (comparison,) = runner.compare(programs, [scenario])
    assert comparison.found.end == runner.FINISHED
    assert comparison.found.calls > 50
    assert comparison.agrees


def test_a_tick_is_over_before_a_gap_goes_on(programs: runner.Programs) -> None:
    """The idle task is interrupted between ticks of its gap; in a call a tick begins then."""
    scenario = Scenario(
        name=1,
        limit=60,
        tasks=(Task(5, (Call("stream_send", (0, 6, 2, 1)), Call("delay", (1,)))),),
        objects=(Object("stream", (3, 1)),),
        events=tuple(Event(gap, "ticks", 20) for gap in range(4, 60, 2)),
        without=("whole_ticks",),
    )
    inside = [
        Inside(Event(gap, "ticks", 1), point) for gap in range(10, 20) for point in range(1, 9)
    ]
    scenarios = [replace(scenario, name=i, inside=moment) for i, moment in enumerate(inside)]
    for comparison in runner.compare(programs, scenarios):
        assert comparison.found.end == runner.FINISHED
        assert comparison.agrees


def test_a_lower_task_that_is_due_reads_no_tick_before_a_higher_one(
    programs: runner.Programs,
) -> None:
    """A third task blocks when one of the two is ready, and the other one not yet."""
    scenario = Scenario(
        name=1,
        limit=30,
        tasks=(
            Task(1, (Call("delay", (3,)),)),
            Task(5, (Call("delay", (1,)),)),
            Task(3, (Call("yield"), Call("delay", (2,)))),
        ),
        without=("whole_ticks",),
    )
    inside = [Inside(Event(gap, "ticks", 1), point) for gap in (7, 8) for point in range(1, 9)]
    scenarios = [replace(scenario, name=i, inside=moment) for i, moment in enumerate(inside)]
    assert all(comparison.agrees for comparison in runner.compare(programs, scenarios))


def test_a_suspension_begins_at_once_for_an_interrupt(programs: runner.Programs) -> None:
    """A routine, or a tick, comes anywhere where a task suspends the scheduler and waits.

    What the routine wakes enters the ready list at once, or when the scheduler is resumed: by then
    the waiting task has left the list, so of two woken tasks of its priority the first one runs.
    """
    woken = [Task(3, (Call("take", (number, -1)),)) for number in (1, 2)]
    scenario = Scenario(
        name=1,
        limit=40,
        tasks=(
            Task(7, (Call("take", (3, -1)), Call("give", (2,)))),
            Task(5, (Call("delay", (1,)),)),
            *woken,
            Task(3, (Call("take", (0, 5)),)),
        ),
        objects=tuple(Object("semaphore", (1, 0)) for _ in range(4)),
        routines=(Routine(True, (Call("give_from_isr", (1, 0)), Call("give_from_isr", (3, 0)))),),
    )
    inside = [
        Inside(Event(gap, kind, argument), point)
        for gap in range(3, 6)
        for point in range(1, 25)
        for kind, argument in (("routine", 0), ("ticks", 1))
    ]
    scenarios = [replace(scenario, name=i, inside=moment) for i, moment in enumerate(inside)]
    for comparison in runner.compare(programs, scenarios):
        assert comparison.found.end == runner.FINISHED
        assert comparison.agrees, comparison.scenario.inside


WAITS = {
    "peek": Call("peek", (0, 1)),
    "send": Call("send", (1, 1, 1)),
    "take": Call("take", (2, 1)),
    "wait_bits": Call("wait_bits", (3, 1, 0, 0, 1)),
    "stream_receive": Call("stream_receive", (4, 1, 1)),
    "notify_take": Call("notify_take", (1, 1, 0)),
    "delay": Call("delay", (1,)),
}
"""A call of each part of the kernel that waits for a tick."""


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
def test_equals_that_are_due_at_a_tick_inside_the_call_of_one_keep_their_order(
    programs: runner.Programs, wait: Call
) -> None:
    """The tick comes before the wait begins, and they take turns, or behind it."""
    scenario = Scenario(
        name=1,
        limit=40,
        tasks=(Task(3, (Call("delay", (3,)),)), Task(3, (wait,)), Task(1, (Call("yield"),))),
        objects=(
            Object("queue", (1, 4)),
            Object("queue", (1, 4)),
            Object("semaphore", (1, 0)),
            Object("event_group", ()),
            Object("stream", (8, 1)),
        ),
        events=tuple(Event(gap, "ticks", 1) for gap in range(4, 40, 2)),
    )
    inside = [
        Inside(Event(gap, "ticks", 1), point) for gap in range(4, 12) for point in range(1, 17)
    ]
    scenarios = [replace(scenario, name=i, inside=place) for i, place in enumerate(inside)]
    for comparison in runner.compare(programs, scenarios):
        assert comparison.found.end == runner.FINISHED
        assert comparison.agrees, comparison.scenario.inside


def test_a_tick_may_come_when_the_timer_task_has_read_the_one_before(
    programs: runner.Programs,
) -> None:
    looks = Task(7, (Call("timer_state", (0,)), Call("delay", (1,))))
    scenario = Scenario(
        name=1,
        limit=80,
        tasks=(Task(7, (Call("timer_start", (0, 0)), Call("delay", (3,)))), looks, looks),
        objects=(Object("timer", (3, 1)),),
        events=tuple(Event(gap, "ticks", 1) for gap in range(5, 80, 3)),
    )
    inside = [Inside(Event(gap, "ticks", 1), point) for gap in (16, 25, 34) for point in (7, 8, 9)]
    scenarios = [replace(scenario, name=i, inside=moment) for i, moment in enumerate(inside)]
    assert all(comparison.agrees for comparison in runner.compare(programs, scenarios))


TWO_AT_ONCE = Scenario(
    name=1,
    limit=90,
    tasks=(
        Task(3, (Call("take", (0, -1)),)),
        Task(4, (Call("take", (1, -1)),)),
        Task(3, (Call("take", (1, -1)),)),
        Task(
            2,
            (
                Call("suspend_all"),
                *(Call("give", (number,)) for number in (0, 1, 1)),
                Call("resume_all"),
                Call("delay", (1,)),
            ),
        ),
    ),
    objects=(Object("semaphore", (1, 0)), Object("semaphore", (2, 0))),
    events=tuple(Event(gap, "ticks", 1) for gap in range(8, 90, 4)),
)
"""Several tasks become ready in each suspension of the scheduler."""


@pytest.mark.parametrize("platform", ["ibex", pytest.param("vexriscv", marks=pytest.mark.wide)])
def test_tasks_that_a_suspension_makes_ready_run_on_the_soc(
    programs: runner.Programs, platform: str
) -> None:
    """In a native program a message is a function's call, so the compiler keeps no list's head."""
    scenario = board.suitable(TWO_AT_ONCE)
    (natively,) = runner.run(programs.oracle, [scenario])[1]
    assert natively.calls > 50
    assert board.run("hybrid", scenario, platform) == natively


@pytest.mark.parametrize("number", [0, pytest.param(4, marks=pytest.mark.wide)])
def test_a_scenario_goes_the_same_way_on_the_soc(number: int, programs: runner.Programs) -> None:
    scenario = board.suitable(generate(SEED, number))
    (natively,) = runner.run(programs.oracle, [scenario])[number]
    assert board.run("hybrid", scenario) == natively


@pytest.mark.wide  # compiles another kernel
def test_random_scenarios_often_make_two_tasks_ready_in_a_suspension(tmp_path: Path) -> None:
    """The change: of those that became ready in a suspension only the first one is served."""
    folder = tmp_path / "kernel"
    shutil.copytree(kernel_files.FIRMWARE / "kernel", folder)
    path = folder / "scheduler.c"
    loop = "while( listLIST_IS_EMPTY( &xPendingReadyList ) == pdFALSE )"
    text = path.read_text()
    assert text.count(loop) == 1
    path.write_text(text.replace(loop, loop.replace("while", "if")))
    changed = runner.build(native.Variant(before=(tmp_path,)), "hybrid")
    scenarios = [generate(SEED, number) for number in range(OFTEN * 15)]
    differ = [
        comparison for comparison in runner.compare(changed, scenarios) if not comparison.agrees
    ]
    assert len(differ) >= OFTEN, "one scenario in fifteen"
