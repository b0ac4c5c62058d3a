# SPDX-License-Identifier: Apache-2.0
"""Events inside calls: the hardware kernel does what FreeRTOS could have done."""

from dataclasses import replace

import pytest

from isochron.differential import runner
from isochron.differential.scenario import Call, Event, Inside, Object, Routine, Scenario, Task

POINTS = range(1, 16)
"""More than any of these calls has."""


@pytest.fixture(scope="module")
def programs() -> runner.Programs:
    return runner.build()


def at_each_point(scenario: Scenario, event: Event) -> list[Scenario]:
    return [replace(scenario, name=point, inside=Inside(event, point)) for point in POINTS]


def test_a_deleted_task_is_not_counted(programs: runner.Programs) -> None:
    """The tick that interrupts the deletion was to wake the deleted task, too, before the other."""
    scenario = Scenario(
        name=1,
        limit=6,
        tasks=(
            Task(3, (Call("delay", (1,)), Call("delete", (2,)))),
            Task(4, (Call("delay", (1,)),)),
            Task(5, (Call("delay", (2,)),)),
        ),
    )
    compared = runner.compare(programs, at_each_point(scenario, Event(5, "ticks", 1)))
    assert all(comparison.agrees for comparison in compared)


def test_a_tick_does_not_overtake_one_that_waits(programs: runner.Programs) -> None:
    """The first tick waits for the end of a critical section, which is left by waiting."""
    scenario = Scenario(
        name=1,
        limit=8,
        tasks=(
            Task(5, (Call("delay", (2,)), Call("enter_critical"), Call("take", (0, 9)))),
            Task(5, (Call("delay", (3,)),)),
            Task(5, (Call("delay", (4,)),)),
        ),
        objects=(Object("semaphore", (1, 0)),),
        events=(Event(6, "ticks", 1),),
    )
    compared = runner.compare(programs, at_each_point(scenario, Event(6, "ticks", 1)))
    assert all(comparison.agrees for comparison in compared)


def test_an_interrupt_may_come_before_the_switch_that_a_call_asks_for(
    programs: runner.Programs,
) -> None:
    """As on those ports of FreeRTOS where a switch is an interrupt of its own."""
    scenario = Scenario(
        name=1,
        limit=20,
        tasks=(
            Task(4, (Call("timer_period", (0, 1, 4)),)),
            Task(7, (Call("delay", (3,)),)),
            Task(4, (Call("yield"),)),
        ),
        objects=(Object("timer", (8, 1)),),
        routines=(Routine(True, (Call("timer_stop_from_isr", (0, 0)),)),),
        first_tick=0,
    )
    scenarios = at_each_point(scenario, Event(18, "routine", 0))
    assert all(comparison.agrees for comparison in runner.compare(programs, scenarios))
    found = runner.run(programs.subject, scenarios)
    at_once = runner.run(programs.oracle, scenarios[:1], *runner.AT_ONCE)[1]
    later = runner.run(programs.oracle, scenarios[:1], *runner.LATER)[1]
    only_later = [
        outcome
        for (outcome,) in found.values()
        if outcome.checksum not in {each.checksum for each in at_once}
    ]
    assert only_later
    assert {outcome.checksum for outcome in only_later} <= {each.checksum for each in later}
