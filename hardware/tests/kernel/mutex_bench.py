# SPDX-License-Identifier: Apache-2.0
"""Mutexes, base priorities, aborted waits, added ticks: FreeRTOS's rules one by one."""

from __future__ import annotations

import cocotb
from cocotb.triggers import ClockCycles

from kernel.model import Result
from kernel.registers import LINES
from kernel.script import Script, Standing

IDLE, LOW, MIDDLE, HIGH, PEER = range(5)
PRIORITIES = (0, 1, 3, 5, 3)
OK, FAIL = Result.OK, Result.FAIL
A, B = 0, 1


async def _begin(dut, ticks: bool = False) -> Script:
    """LOW runs, and two mutexes are free."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW, ticks)
    for mutex in (A, B):
        assert await script.call("mutex_create", mutex) == OK
    return script


@cocotb.test()
async def inheritance(dut) -> None:
    """The holder runs with its best waiter's priority until it gives the mutex back."""
    script = await _begin(dut)
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
    await script.settle()


@cocotb.test()
async def several_mutexes(dut) -> None:
    """An inherited priority goes with the last mutex, and its loss yields without a waiter."""
    script = await _begin(dut)
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
        await script.settle()


@cocotb.test()
async def taken_before_the_start(dut) -> None:
    """It is nobody's, and no task counts it: what is inherited goes with the one mutex held.

    IDLE has the number of whoever counts as running before the start.
    """
    script = Script(dut)
    await script.driver.reset()
    for task in (IDLE, HIGH):
        await script.driver.command("task_pointer", task, script.pointer(task))
    await script.driver.command("task_create", IDLE, PRIORITIES[IDLE])
    for mutex in (A, B):
        assert await script.call("mutex_create", mutex) == OK
    assert await script.call("take", A) == OK
    await script.driver.command("start", IDLE)
    assert await script.holder(A) == 0
    assert await script.call("take", A, 0) == FAIL
    assert await script.call("take", B) == OK
    assert await script.call("task_create", HIGH, PRIORITIES[HIGH]) is None
    await script.wait("take", B)
    assert await script.standing(IDLE) == Standing(5, 0)
    assert await script.call("give", B) is None
    assert await script.standing(IDLE) == Standing(0, 0)
    await script.answer(OK)
    assert await script.isr("give", A) == (OK, False), "anybody may give it"
    await script.settle()


@cocotb.test()
async def a_chain_is_not_followed(dut) -> None:
    """Whoever waits for a mutex passes on nothing that it inherits meanwhile."""
    script = await _begin(dut)
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
    assert await script.runs() == MIDDLE
    await script.answer(OK)
    assert await script.call("give", B) == OK, "it still has HIGH's priority"
    assert await script.call("give", A) is None
    assert await script.runs() == HIGH
    assert await script.standing(MIDDLE) == Standing(3, 3)
    await script.answer(OK)
    await script.settle()


@cocotb.test()
async def equals_in_order(dut) -> None:
    """Waiters of one priority get the mutex in order; the holder is not raised by an equal."""
    script = await _begin(dut)
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
    assert await script.runs() == MIDDLE
    await script.answer(OK)
    assert await script.standing(MIDDLE) == Standing(3, 3)
    assert await script.call("give", A) == OK, "PEER is not above the caller"
    assert await script.call("yield") is None
    assert await script.runs() == PEER
    await script.answer(OK)
    await script.settle()


@cocotb.test()
async def time_out(dut) -> None:
    """A wait that ends without the mutex leaves the best remaining waiter's priority."""
    script = await _begin(dut, ticks=True)
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
    await script.settle()
    # the only waiter: the holder falls to its base
    assert await script.call("abort_delay", MIDDLE) == OK
    await script.wait("suspend", HIGH)
    assert await script.runs() == LOW, "it entered the ready list first"
    assert await script.call("yield") is None
    assert await script.runs() == MIDDLE
    await script.answer(FAIL)
    assert await script.standing(LOW) == Standing(1, 1)
    # a holder of two keeps what it has
    await script.wait("suspend", MIDDLE)
    assert await script.call("take", B) == OK
    await script.begin(MIDDLE)
    await script.answer(OK)
    await script.wait("take", A, 1)
    await script.interrupt()
    assert await script.runs() == MIDDLE
    await script.answer(FAIL)
    assert await script.standing(LOW) == Standing(3, 1)
    await script.settle()


@cocotb.test()
async def time_out_of_a_wait_that_lent_nothing(dut) -> None:
    """It takes nothing back either."""
    script = await _begin(dut)
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
    await script.settle()


@cocotb.test()
async def priority_set_while_inheriting(dut) -> None:
    """The base always changes, the priority when the new one is above the inherited one."""
    script = await _begin(dut)
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
    await script.settle()


@cocotb.test()
async def waiting_priority(dut) -> None:
    """A wait is ordered by the priority set or inherited last, even if that is the lower one."""
    script = await _begin(dut)
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
    assert await script.runs() == PEER
    await script.answer(OK)
    await script.settle()


@cocotb.test()
async def deletion(dut) -> None:
    """A mutex with waiters stays; a deleted holder keeps its mutex taken."""
    script = await _begin(dut)
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
    await script.settle()


@cocotb.test()
async def refusals(dut) -> None:
    """Only the holder gives a mutex back, and no interrupt service routine does."""
    script = await _begin(dut)
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
    await script.settle()


@cocotb.test()
async def reset(dut) -> None:
    """Nobody holds it then and nobody can take it; who waits and what was inherited stay."""
    script = await _begin(dut)
    assert await script.call("object_reset", A) == OK, "it is free"
    assert await script.holder(A) == 0
    assert await script.call("take", A, 0) == FAIL
    assert await script.isr("give", A) == (OK, False)
    assert await script.call("take", A) == OK
    await script.begin(HIGH)
    await script.wait("take", A)
    assert await script.runs() == LOW
    assert await script.call("object_reset", A) == OK
    assert await script.runs() == LOW
    await script.settle()
    assert await script.holder(A) == 0
    assert await script.standing(LOW) == Standing(5, 1)
    # anybody may give it, and who waits gets it
    assert await script.call("suspend", LOW) is None
    assert await script.runs() == IDLE
    assert await script.isr("give", A) == (OK, True)
    assert await script.isr("yield") == (OK, False)
    await script.interrupt()
    assert await script.runs() == HIGH
    await script.answer(OK)
    assert await script.holder(A) == script.pointer(HIGH)
    assert await script.call("resume", LOW) == OK
    await script.wait("yield")
    # the former holder has one mutex too many in its account
    assert await script.runs() == LOW
    await script.answer(OK)
    assert await script.call("give", A) == Result.ERROR_OWNER
    assert await script.call("take", B) == OK
    assert await script.call("give", B) == OK
    assert await script.standing(LOW) == Standing(5, 1)
    await script.settle()


@cocotb.test()
async def reset_and_time_out(dut) -> None:
    """A wait that ends after the reset lowers the next holder, if there is one, not the former."""
    for taken_again in (False, True):
        script = await _begin(dut)
        assert await script.call("take", A) == OK
        await script.begin(MIDDLE)
        await script.begin(HIGH)
        await script.wait("take", A)
        assert await script.runs() == LOW
        await script.answer(OK)
        assert await script.call("object_reset", A) == OK
        await script.wait("suspend", LOW)
        assert await script.runs() == MIDDLE
        await script.answer(OK)
        if taken_again:
            assert await script.call("suspend_all") == OK
            assert await script.call("give", A) == OK
            assert await script.call("take", A) == OK
            assert await script.resume_all() is None
            assert await script.runs() == HIGH
            assert await script.result() is None, "it waits again"
            assert await script.standing(MIDDLE) == Standing(5, 3)
            await script.answer(OK)
            assert await script.call("abort_delay", HIGH) == OK
            await script.wait("yield")
        else:
            assert await script.call("abort_delay", HIGH) is None
        assert await script.runs() == HIGH
        await script.answer(FAIL)
        assert await script.standing(LOW) == Standing(5, 1)
        assert await script.standing(MIDDLE) == Standing(3, 3)
        await script.settle()


@cocotb.test()
async def reset_wakes_nobody(dut) -> None:
    """Neither who waits for the object nor who waits for the other one of the pair."""
    script = await _begin(dut)
    even, odd = B + 1, B + 2
    for one in (even, odd):
        assert await script.call("object_create", one, 2 << 16) == OK
    for one in (A, B):
        assert await script.call("object_reset", one) == OK
    for one in (A, B, even, odd):
        await script.begin(HIGH)
        await script.wait("take", one)
        for other in (A, B, even, odd):
            assert await script.call("object_reset", other) == OK
            assert await script.runs() == LOW
            await script.settle()
        assert await script.call("task_delete", HIGH) == OK
        assert await script.call("task_create", HIGH, 5) is None
        await script.wait("suspend", HIGH)
        await script.answer(OK)


@cocotb.test()
async def reset_of_semaphores(dut) -> None:
    """The tokens go, the maximum stays; who was woken and comes too late waits again."""
    script = await _begin(dut)
    for one in (B + 1, B + 2):
        assert await script.call("object_create", one, 2 << 16 | 2) == OK
        assert await script.call("object_reset", one) == OK
        assert await script.call("take", one) == FAIL
        for expected in (OK, OK, FAIL):
            assert await script.call("give", one) == expected
        assert await script.call("object_reset", one) == OK
        await script.begin(HIGH)
        await script.wait("take", one)
        assert await script.call("suspend_all") == OK
        assert await script.call("give", one) == OK
        assert await script.call("object_reset", one) == OK
        assert await script.resume_all() is None
        assert await script.runs() == HIGH
        assert await script.result() is None
        assert await script.runs() == LOW
        await script.settle()
        assert await script.call("give", one) is None
        assert await script.runs() == HIGH
        await script.answer(OK)
        await script.wait("suspend", HIGH)
    assert await script.isr("object_reset", B + 1) == (Result.ERROR_OPERATION, False)
    await script.settle()


@cocotb.test()
async def a_line_while_its_semaphore_is_reset(dut) -> None:
    """An edge at any cycle of the command gives its token before the reset, or after it."""
    script = await _begin(dut)
    driver, semaphore = script.driver, B + 1
    assert await script.call("object_create", semaphore, 3 << 16) == OK
    await driver.transfer(LINES[0], 1 << 31 | semaphore, "store")
    counts = []
    for delay in range(30):
        served = len(driver.lines_served)
        assert await script.isr("give", semaphore) == (OK, False)

        async def rise(delay: int = delay) -> None:
            await ClockCycles(dut.clk_i, 1 + delay)
            dut.lines_i.value = 1

        cocotb.start_soon(rise())
        for _ in range(15):
            await driver.cycle()
        assert await script.call("object_reset", semaphore) == OK
        for _ in range(60):
            await driver.cycle()
        assert len(driver.lines_served) == served + 1
        counts.append(driver.model.objects[semaphore].count)
        dut.lines_i.value = 0
        assert await script.call("object_reset", semaphore) == OK
        assert await driver.load("error") == 0
    assert counts == sorted(counts)
    assert {*counts} == {0, 1}
    await script.settle()


@cocotb.test()
async def aborted_waits(dut) -> None:
    """What can be aborted, what the task learns of it, and the mark that goes stale."""
    script = await _begin(dut)
    assert await script.call("take", A) == OK
    assert await script.call("abort_delay", LOW) == FAIL, "it runs"
    assert await script.call("abort_delay", HIGH) == FAIL, "it is suspended"
    assert await script.call("resume", IDLE) == FAIL
    await script.begin(HIGH)

    async def stale_mark() -> None:
        """HIGH waits for LOW's mutex; the wait is aborted, yet the mutex is there in time."""
        await script.wait("take", A)
        assert await script.runs() == LOW
        assert await script.standing(LOW) == Standing(5, 1)
        assert await script.call("abort_delay", HIGH) == OK, "not above the inherited priority"
        assert await script.call("give", A) is None
        assert await script.runs() == HIGH
        await script.answer(OK)

    async def again() -> None:
        """LOW has the mutex, and HIGH runs."""
        assert await script.call("give", A) == OK
        await script.wait("suspend", HIGH)
        await script.answer(OK)
        assert await script.call("take", A) == OK
        await script.begin(HIGH)
        await script.answer(OK)

    await stale_mark()
    assert await script.call("delay_aborted") == OK
    assert await script.call("delay_aborted") == FAIL, "it is told once"
    await again()
    await stale_mark()
    await script.wait("delay", 0, 9)
    await script.answer(OK)
    await script.begin(HIGH, "abort_delay")
    await script.answer(OK)
    assert await script.call("delay_aborted") == FAIL, "it blocked, and waited for no object"
    await again()
    await stale_mark()
    assert await script.call("give", A) == OK
    assert await script.isr("take", A) == (OK, False)
    assert await script.call("take", A, 5) == FAIL, "the mark ends the next wait at once"
    await script.wait("take", A, 5)
    await script.settle()


@cocotb.test()
async def pending_yield_at_the_end_of_a_wait(dut) -> None:
    """A wait that fails acts on a yield that a routine has left pending (xTaskResumeAll)."""
    script = await _begin(dut)
    first, second = B + 1, B + 2
    for one in (first, second):
        assert await script.call("object_create", one, 1 << 16) == OK
    await script.begin(HIGH)
    await script.wait("take", first)
    await script.begin(MIDDLE)
    await script.wait("take", second)
    await script.begin(MIDDLE, "abort_delay")
    assert await script.isr("give", first) == (OK, True)
    assert await script.result() is None
    assert await script.runs() == HIGH
    await script.answer(OK)
    await script.wait("suspend", HIGH)
    assert await script.runs() == MIDDLE
    await script.answer(FAIL)
    await script.settle()


@cocotb.test()
async def another_look_at_the_end_of_a_wait(dut) -> None:
    """When a wait has failed and others ran before its task learns of it, the task looks again;
    until then a mutex's holder keeps what it has inherited."""
    script = await _begin(dut)
    first, second = B + 1, B + 2
    for one in (first, second):
        assert await script.call("object_create", one, 1 << 16) == OK
    assert await script.call("take", A) == OK
    await script.begin(HIGH)
    await script.wait("take", first)
    for waited, gives, found in ((second, True, OK), (second, False, FAIL), (A, False, FAIL)):
        await script.begin(MIDDLE)
        await script.wait("take", waited)
        inherited = 3 if waited == A else 1
        assert await script.call("abort_delay", MIDDLE) in (OK, None)
        if await script.runs() != MIDDLE:
            await script.wait("yield")
        assert await script.runs() == MIDDLE
        assert await script.isr("give", first) == (OK, True)
        assert await script.result() is None
        assert await script.runs() == HIGH
        await script.answer(OK)
        assert await script.standing(LOW) == Standing(inherited, 1)
        if gives:
            assert await script.call("give", second) == OK
        await script.wait("take", first)
        if waited == A:
            await script.answer(OK)
            await script.wait("yield")  # LOW is an equal until MIDDLE has looked
        assert await script.runs() == MIDDLE
        await script.answer(found)
        assert await script.standing(LOW) == Standing(1, 1)
        await script.wait("suspend", MIDDLE)
        assert await script.runs() == LOW
        await script.answer(OK)
    await script.settle()


@cocotb.test()
async def pended_though_ready(dut) -> None:
    """A task that is ready is notified during a suspension: it moves within its own ready list."""
    script = await _begin(dut)
    await script.begin(MIDDLE)
    assert await script.call("notify_take", 1, 1) is None
    await script.begin(HIGH)
    assert await script.catch_up(1) == FAIL, "MIDDLE is ready, below the caller"
    assert await script.call("suspend_all") == OK
    assert await script.isr("notify_increment", MIDDLE) == (OK, False)
    await script.standing(HIGH)  # an operation on another priority
    await script.driver.command("resume_all", 0)
    while script.driver.model.resuming:
        await script.driver.cycle()
    assert await script.result() == FAIL
    await script.settle()
    await script.wait("suspend", HIGH)
    assert await script.runs() == MIDDLE
    await script.answer(OK)
    await script.settle()


@cocotb.test()
async def resumed_by_a_routine_while_suspended(dut) -> None:
    """xTaskResumeFromISR in a suspension of the scheduler: pdFALSE, and pended until it ends."""
    script = await _begin(dut)
    assert await script.call("suspend_all") == OK
    assert await script.isr("resume", HIGH) == (OK, False)
    assert not dut.switch_request_o.value
    assert await script.isr("resume", HIGH) == (FAIL, False), "it was resumed already"
    assert await script.resume_all() is None
    assert await script.runs() == HIGH
    await script.settle()


@cocotb.test()
async def added_ticks(dut) -> None:
    """Added ticks are worked off one by one, and wake whom they concern."""
    script = await _begin(dut)
    await script.begin(HIGH)
    await script.wait("delay", 0, 3)
    assert await script.catch_up(2) == FAIL
    assert await script.driver.load("tick") == 2
    assert await script.catch_up(0) == FAIL
    assert await script.catch_up(4) is None
    assert await script.runs() == HIGH
    await script.answer(OK)
    assert await script.driver.load("tick") == 6
    assert await script.call("catch_up_ticks", 0, 1 << 8) == Result.ERROR_ARGUMENT
    assert await script.call("suspend_all") == OK
    assert await script.call("catch_up_ticks", 0, 1) == Result.ERROR_BUSY
    assert await script.call("resume_all") == FAIL
    await script.settle()


@cocotb.test()
async def yield_among_equals(dut) -> None:
    """A conditional yield needs a second task in the ready list of the caller's priority."""
    script = await _begin(dut)
    assert await script.call("yield", 0, 1) == OK
    await script.driver.command("resume", HIGH, isr=True)
    assert await script.call("yield", 0, 1) == OK, "HIGH is no equal"
    assert await script.runs() == LOW
    assert await script.call("yield", 0, 0) is None
    assert await script.call("priority", LOW, 5) == OK
    assert await script.call("yield", 0, 1) is None
    assert await script.runs() == LOW
    await script.settle()
