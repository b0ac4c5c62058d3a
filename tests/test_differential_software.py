# SPDX-License-Identifier: Apache-2.0
"""Objects in software go the same way as FreeRTOS's."""

from __future__ import annotations

from isochron.building import native
from isochron.differential import runner
from isochron.differential.calls import FOR_EVER
from isochron.differential.scenario import Call, Event, Object, Scenario, Task


def test_who_is_woken_by_a_synchronisation_comes_after_who_was_ready() -> None:
    """It is woken, and the caller waits, in one suspension of the scheduler."""
    scenario = Scenario(
        name=1,
        limit=40,
        tasks=(
            Task(4, (Call("synchronise", (1, 8, 4, 7)), Call("receive", (0, 1)))),
            Task(4, (Call("wait_bits", (1, 8, 1, 0, -1)),)),
            Task(4, (Call("send", (0, 6, 2)),)),
        ),
        objects=(Object("queue", (1, 16)), Object("event_group", ())),
        taken=native.PARAMETERS["NObjects"],
    )
    (comparison,) = runner.compare(runner.build(), [scenario])
    assert comparison.found.end == runner.FINISHED
    assert comparison.agrees


def test_who_inherits_a_priority_waits_with_the_one_that_was_set() -> None:
    """In software for a semaphore, with a mutex of the hardware: vTaskPrioritySet sets the value
    by which an event list is sorted, and leaves the inherited priority."""
    mutex, semaphore = 0, 1
    rest = Call("delay", (40,))
    scenario = Scenario(
        name=2,
        limit=200,
        tasks=(
            Task(
                1,
                (
                    Call("lock", (mutex, FOR_EVER)),
                    Call("delay", (2,)),
                    Call("priority", (0, 2)),
                    Call("take", (semaphore, 20)),
                    rest,
                ),
            ),
            Task(4, (Call("delay", (1,)), Call("lock", (mutex, FOR_EVER)), rest)),
            Task(3, (Call("take", (semaphore, 20)), rest)),
            Task(5, (Call("delay", (4,)), Call("give", (semaphore,)), rest)),
        ),
        objects=(Object("mutex", ()), Object("semaphore", (1, 0))),
        events=tuple(Event(gap, "ticks", 1) for gap in range(20, 180, 10)),
        taken=native.PARAMETERS["NObjects"] - 1,
    )
    (comparison,) = runner.compare(runner.build(), [scenario])
    assert comparison.found.end == runner.FINISHED
    assert comparison.agrees
