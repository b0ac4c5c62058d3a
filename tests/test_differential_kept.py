# SPDX-License-Identifier: Apache-2.0
"""Differences that long comparisons have found, and that are mended, as small scenarios."""

from dataclasses import replace

import pytest

from isochron.differential import runner
from isochron.differential.calls import FOR_EVER
from isochron.differential.scenario import Call, Event, Inside, Object, Routine, Scenario, Task


@pytest.fixture(scope="module")
def programs() -> runner.Programs:
    return runner.build()


@pytest.mark.parametrize(
    ("waits", "gives", "what"),
    [
        ("receive", Call("send", (1, 4, 0)), Object("queue", (1, 16))),
        ("peek", Call("send", (1, 4, 0)), Object("queue", (1, 16))),
        ("take", Call("give", (1,)), Object("semaphore", (1, 0))),
        ("lock", Call("unlock", (1,)), Object("mutex", ())),
    ],
    ids=["receive-queue", "peek-queue", "take-semaphore", "lock-mutex"],
)
def test_who_waits_no_more_looks_again_after_a_pending_yield(
    waits: str, gives: Call, what: Object, programs: runner.Programs
) -> None:
    """FreeRTOS notes that a wait for bits was aborted until the next call that may time out. That
    one gives up at once, but with a yield pending another task sends before it has looked."""
    bits, place, semaphore = 0, 1, 2
    holds = (Call("lock", (place, 0)),) if what.kind == "mutex" else ()
    scenario = Scenario(
        name=1,
        limit=40,
        tasks=(
            Task(3, (Call("wait_bits", (bits, 1, 0, 0, FOR_EVER)), Call(waits, (place, 9)))),
            Task(3, (*holds, Call("abort_delay", (0,)), Call("yield"), gives, Call("yield"))),
            Task(4, (Call("take", (semaphore, FOR_EVER)),)),
        ),
        objects=(Object("event_group", ()), what, Object("semaphore", (1, 0))),
        routines=(Routine(False, (Call("give_from_isr", (semaphore, 0)),)),),
    )
    scenarios = [
        replace(scenario, name=gap, events=(Event(gap, "routine", 0),)) for gap in range(12)
    ]
    assert all(comparison.agrees for comparison in runner.compare(programs, scenarios))


@pytest.mark.parametrize(
    ("member", "call"),
    [
        (Object("queue", (1, 16)), Call("send", (0, 4, 0))),
        (Object("semaphore", (1, 0)), Call("give", (0,))),
    ],
)
def test_a_tick_does_not_come_between_a_member_and_its_set(
    member: Object, call: Call, programs: runner.Programs
) -> None:
    """Who waits for the set is ready before those whose time has come by then."""
    scenario = Scenario(
        name=1,
        limit=24,
        tasks=(
            Task(4, (Call("join", (0, 1)), Call("delay", (1,)), call)),
            Task(4, (Call("select", (1, 20)),)),
            Task(4, (Call("delay", (2,)), Call("delay", (9,)))),
        ),
        objects=(member, Object("set", ())),
    )
    scenarios = [
        replace(scenario, name=gap * 100 + point, inside=Inside(Event(gap, "ticks", 1), point))
        for gap in range(5, 9)
        for point in range(1, 25)
    ]
    assert all(comparison.agrees for comparison in runner.compare(programs, scenarios))


@pytest.mark.parametrize(
    ("kind", "lock", "unlock"),
    [("mutex", "lock", "unlock"), ("recursive", "lock_recursive", "unlock_recursive")],
)
def test_a_mutex_that_was_reset_is_still_one(
    kind: str, lock: str, unlock: str, programs: runner.Programs
) -> None:
    """It was a semaphore then. Now nobody holds it, who waits stays, and anybody may give it."""
    mutex = 0
    ask = (Call("holder", (mutex,)), Call("get_priority", (0,)))
    again = Call(lock, (mutex, 0)) if kind == "recursive" else Call("yield")
    scenario = Scenario(
        name=1,
        limit=60,
        tasks=(
            Task(2, (Call(lock, (mutex, 0)), again, Call("delay", (2,)), Call(unlock, (mutex,)))),
            Task(5, (Call("delay", (1,)), Call(lock, (mutex, 9)), *ask, Call(unlock, (mutex,)))),
            Task(4, (Call("delay", (1,)), Call("reset", (mutex,)), *ask, Call("unlock", (mutex,)))),
        ),
        objects=(Object(kind, ()),),
    )
    assert all(comparison.agrees for comparison in runner.compare(programs, [scenario]))


def test_objects_run_out_on_both_kernels(programs: runner.Programs) -> None:
    """A queue takes two that belong together: it is missing, and what takes one is not."""
    each = ("give", "send", "set_bits", "unlock", "give")
    operands = ((0,), (1, 4, 0), (2, 1), (3,), (4,))
    calls = tuple(Call(*pair) for pair in zip(each, operands, strict=True))
    scenario = Scenario(
        name=1,
        limit=40,
        tasks=(Task(3, (*calls, Call("recreate", (0, 0)), Call("recreate", (1, 0)))),),
        objects=(
            Object("semaphore", (1, 0)),
            Object("queue", (1, 16)),
            Object("event_group", ()),
            Object("mutex", ()),
            Object("semaphore", (1, 0)),
        ),
    )
    for room in (0, 2, 4, 6, 8):
        (comparison,) = runner.compare(programs, [replace(scenario, room=room)])
        assert comparison.found.end == runner.FINISHED
        assert comparison.agrees
