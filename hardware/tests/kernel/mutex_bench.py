# SPDX-License-Identifier: Apache-2.0
"""Mutexes and priority inheritance: FreeRTOS's rules one by one."""

import cocotb

from kernel.model import Result
from kernel.script import (
    HIGH,
    IDLE,
    LOW,
    MIDDLE,
    PEER,
    PRIORITIES,
    A,
    B,
    Script,
    Standing,
    directed,
    two_mutexes,
)

OK, FAIL = Result.OK, Result.FAIL


@directed(two_mutexes)
async def inheritance(script: Script) -> None:
    """The holder runs with its best waiter's priority until it gives the mutex back."""
    assert await script.holder(A) == 0
    assert await script.call("take", A) == OK
    assert await script.holder(A) == script.pointer(LOW)
    assert await script.call("object_count", A) == OK
    assert await script.driver.load("value") == 0
    await script.begin(MIDDLE)
    await script.wait("take", A)
    assert await script.runs() == LOW
    assert await script.standing(LOW) == Standing(3, 1)
    assert await script.call("resume", PEER) == OK, "its priority is not above the inherited one"
    assert await script.standing(PEER) == Standing(3, 3)
    await script.begin(HIGH)
    await script.wait("take", A)
    assert await script.runs() == LOW, "above PEER"
    assert await script.standing(LOW) == Standing(5, 1)
    assert await script.call("give", A) is None
    assert await script.runs() == HIGH
    assert await script.standing(LOW) == Standing(1, 1)
    await script.answer(OK)
    assert await script.holder(A) == script.pointer(HIGH)
    assert await script.call("give", A) == OK, "MIDDLE is woken, below the caller"


@directed(two_mutexes)
async def several_mutexes(script: Script) -> None:
    """An inherited priority goes with the last mutex, and its loss yields without a waiter."""
    for last, first in ((A, B), (B, A)):
        assert await script.call("take", A) == OK
        assert await script.call("take", B) == OK
        await script.begin(HIGH)
        await script.wait("take", A)
        assert await script.call("give", first) == OK, "nobody is above the caller"
        assert await script.standing(LOW) == Standing(5, 1), "it holds another mutex"
        assert await script.call("give", last) is None
        assert await script.runs() == HIGH
        assert await script.standing(LOW) == Standing(1, 1)
        await script.answer(OK)
        assert await script.call("give", A) == OK
        await script.wait("suspend", HIGH)


@cocotb.test()
async def taken_before_the_start(dut) -> None:
    """It is nobody's if there is no task yet, else held by the one that would run first.

    That one counts it, and keeps what it inherits until it has given back each mutex.
    """
    script = Script(dut)
    await script.driver.reset()
    for task in (IDLE, LOW, HIGH):
        await script.driver.command("task_pointer", task, script.pointer(task))
    for mutex in (A, B, B + 1):
        assert await script.call("mutex_create", mutex) == OK
    assert await script.call("take", B + 1) == OK, "no task counts it"
    for task in (LOW, IDLE):
        await script.driver.command("task_create", task, PRIORITIES[task])
    assert await script.call("take", A) == OK
    assert await script.holder(A) == script.pointer(LOW), "not the task created last"
    await script.driver.command("start", LOW)
    assert await script.holder(A) == script.pointer(LOW)
    assert await script.holder(B + 1) == 0
    assert await script.call("take", A, 0) == FAIL
    assert await script.call("take", B + 1, 0) == FAIL
    assert await script.call("take", B) == OK
    assert await script.call("task_create", HIGH, PRIORITIES[HIGH]) is None
    await script.wait("take", B)
    assert await script.standing(LOW) == Standing(5, 1)
    assert await script.isr("give", A) == (Result.ERROR_OWNER, False)
    assert await script.call("give", B) == OK, "it still has HIGH's priority"
    assert await script.standing(LOW) == Standing(5, 1), "it holds the other one"
    assert await script.call("give", A) is None
    assert await script.runs() == HIGH
    assert await script.standing(LOW) == Standing(1, 1)
    await script.answer(OK)
    assert await script.isr("give", B + 1) == (OK, False), "anybody may give it"
    await script.settle()


@directed(two_mutexes)
async def a_chain_is_not_followed(script: Script) -> None:
    """Whoever waits for a mutex passes on nothing that it inherits meanwhile."""
    assert await script.call("take", A) == OK
    await script.begin(MIDDLE)
    assert await script.call("take", B) == OK
    await script.wait("take", A)
    await script.begin(HIGH)
    await script.wait("take", B)
    assert await script.runs() == LOW
    assert await script.standing(MIDDLE) == Standing(5, 3)
    assert await script.standing(LOW) == Standing(3, 1), "not transitive"
    assert await script.call("give", A) is None
    await script.goes_on(MIDDLE, OK)
    assert await script.call("give", B) == OK, "it still has HIGH's priority"
    assert await script.call("give", A) is None
    assert await script.runs() == HIGH
    assert await script.standing(MIDDLE) == Standing(3, 3)
    await script.answer(OK)


@directed(two_mutexes)
async def equals_in_order(script: Script) -> None:
    """Waiters of one priority get the mutex in order; the holder is not raised by an equal."""
    assert await script.call("take", A) == OK
    await script.begin(MIDDLE)
    await script.wait("take", A)
    assert await script.standing(LOW) == Standing(3, 1)
    assert await script.call("resume", PEER) == OK
    assert await script.call("yield") is None
    assert await script.runs() == PEER
    await script.wait("take", A)
    assert await script.standing(LOW) == Standing(3, 1)
    assert await script.call("give", A) is None
    await script.goes_on(MIDDLE, OK)
    assert await script.standing(MIDDLE) == Standing(3, 3)
    assert await script.call("give", A) == OK, "PEER is not above the caller"
    assert await script.call("yield") is None
    await script.goes_on(PEER, OK)


@directed(two_mutexes, ticks=True)
async def time_out(script: Script) -> None:
    """A wait that ends without the mutex leaves the best remaining waiter's priority."""
    assert await script.call("take", A) == OK
    await script.begin(MIDDLE)
    await script.wait("take", A)
    await script.begin(HIGH)
    await script.wait("take", A, 2)
    assert await script.standing(LOW) == Standing(5, 1)
    await script.interrupt()
    assert await script.runs() == HIGH
    assert await script.standing(LOW) == Standing(5, 1), "until the task runs"
    await script.answer(FAIL)
    assert await script.standing(LOW) == Standing(3, 1)
    # the only waiter: the holder falls to its base
    assert await script.call("abort_delay", MIDDLE) == OK
    await script.wait("suspend", HIGH)
    assert await script.runs() == LOW, "it entered the ready list first"
    assert await script.call("yield") is None
    await script.goes_on(MIDDLE, FAIL)
    assert await script.standing(LOW) == Standing(1, 1)
    # a holder of two keeps what it has
    await script.wait("suspend", MIDDLE)
    assert await script.call("take", B) == OK
    await script.begin(MIDDLE)
    await script.answer(OK)
    await script.wait("take", A, 1)
    await script.interrupt()
    await script.goes_on(MIDDLE, FAIL)
    assert await script.standing(LOW) == Standing(3, 1)
    await script.settle()


@directed(two_mutexes)
async def time_out_of_a_wait_that_lent_nothing(script: Script) -> None:
    """It takes nothing back either."""
    assert await script.call("priority", LOW, 2) == OK
    await script.begin(MIDDLE)
    assert await script.call("take", A) == OK
    await script.begin(HIGH)
    await script.wait("take", A)
    assert await script.standing(MIDDLE) == Standing(5, 3)
    assert await script.call("task_delete", HIGH) == OK
    assert await script.standing(MIDDLE) == Standing(5, 3), "a deletion takes nothing back"
    await script.wait("delay", 0, 100)
    assert await script.runs() == LOW
    await script.wait("take", A)
    assert await script.runs() == IDLE
    assert await script.call("abort_delay", LOW) is None
    await script.answer(FAIL)
    assert await script.standing(MIDDLE) == Standing(5, 3)


@directed(two_mutexes)
async def priority_set_while_inheriting(script: Script) -> None:
    """The base always changes, the priority when the new one is above the inherited one."""
    assert await script.call("take", A) == OK
    await script.begin(MIDDLE)
    await script.wait("take", A)
    for base, priority, code in (
        *((2, 3, OK), (0, 3, None), (2, 3, OK), (4, 4, OK), (1, 1, None), (2, 2, OK)),
    ):
        assert await script.call("priority", LOW, base) == code
        assert await script.runs() == LOW
        assert await script.standing(LOW) == Standing(priority, base)
        await script.settle()
    assert await script.call("give", A) is None
    assert await script.runs() == MIDDLE
    assert await script.standing(LOW) == Standing(2, 2)
    await script.answer(OK)
    await script.begin(HIGH)
    await script.wait("take", A)
    assert await script.runs() == MIDDLE
    assert await script.call("priority", HIGH, 6) is None, "above the caller, though it is blocked"
    assert await script.runs() == MIDDLE
    assert await script.standing(HIGH) == Standing(6, 6)
    assert await script.standing(MIDDLE) == Standing(5, 3), "HIGH has lent 5"


@directed(two_mutexes)
async def waiting_priority(script: Script) -> None:
    """A wait is ordered by the priority set or inherited last, even if that is the lower one."""
    assert await script.call("take", A) == OK
    assert await script.call("object_create", B + 1, 1 << 16) == OK
    await script.begin(MIDDLE)
    await script.wait("take", A)
    assert await script.call("priority", LOW, 2) == OK
    assert await script.standing(LOW) == Standing(3, 2)
    await script.wait("take", B + 1)
    await script.begin(PEER)
    await script.wait("take", B + 1)
    assert await script.runs() == IDLE
    assert await script.call("give", B + 1) is None
    await script.goes_on(PEER, OK)


@directed(two_mutexes)
async def deletion(script: Script) -> None:
    """A mutex with waiters stays; a deleted holder keeps its mutex taken."""
    assert await script.call("take", A) == OK
    await script.begin(HIGH)
    await script.wait("take", A)
    assert await script.call("object_delete", A) == Result.ERROR_BUSY
    assert await script.call("task_delete", HIGH) == OK
    assert await script.call("give", A) is None, "the loss of the priority yields"
    assert await script.runs() == LOW
    assert await script.standing(LOW) == Standing(1, 1)
    assert await script.call("take", A) == OK
    await script.begin(MIDDLE)
    assert await script.call("task_delete", LOW) == OK
    assert await script.call("take", A, 0) == FAIL
    assert await script.call("object_delete", A) == OK
    assert await script.call("take", A, 0) == Result.ERROR_OBJECT


@directed(two_mutexes)
async def refusals(script: Script) -> None:
    """Only the holder gives a mutex back, and no interrupt service routine does."""
    assert await script.call("mutex_create", A) == Result.ERROR_BUSY
    assert await script.call("give", A) == FAIL, "it is free"
    assert await script.call("take", A) == OK
    assert await script.isr("give", A) == (Result.ERROR_OWNER, False)
    await script.begin(HIGH)
    assert await script.call("give", A) == Result.ERROR_OWNER
    assert await script.holder(A) == script.pointer(LOW)
    assert await script.isr("take", B) == (OK, False)
    assert await script.holder(B) == 0, "taken by an interrupt service routine"
    assert await script.isr("give", B) == (OK, False)
    assert await script.call("object_create", B + 1, 1 << 16) == OK
    assert await script.call("object_holder", B + 1) == Result.ERROR_OBJECT


@directed(two_mutexes)
async def a_priority_that_there_is_not(script: Script) -> None:
    """PRIORITY refuses it, and the task keeps its own; TASK_CREATE does, and there is no task."""
    for priority in (len(script.driver.model.ready), 1 << 8, 1 << 31):
        assert await script.call("priority", HIGH, priority) == Result.ERROR_ARGUMENT
        assert await script.standing(HIGH) == Standing(5, 5)
        assert await script.call("task_create", PEER + 1, priority) == Result.ERROR_ARGUMENT
        assert await script.call("task_state", PEER + 1) == Result.ERROR_TASK
