# SPDX-License-Identifier: Apache-2.0
"""Aborted waits, the end of a wait, suspensions, added ticks: FreeRTOS's rules one by one."""

from kernel.model import Result
from kernel.script import HIGH, IDLE, LOW, MIDDLE, A, B, Script, Standing, directed, two_mutexes

OK, FAIL = Result.OK, Result.FAIL


@directed(two_mutexes)
async def aborted_waits(script: Script) -> None:
    """What can be aborted, what the task learns of it, and the mark that goes stale."""
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
        await script.goes_on(HIGH, OK)

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


@directed(two_mutexes)
async def pending_yield_at_the_end_of_a_wait(script: Script) -> None:
    """A wait that fails acts on a yield that a routine has left pending (xTaskResumeAll)."""
    first, second = B + 1, B + 2
    for queue in (first, second):
        assert await script.call("object_create", queue, 1 << 16) == OK
    await script.begin(HIGH)
    await script.wait("take", first)
    await script.begin(MIDDLE)
    await script.wait("take", second)
    await script.begin(MIDDLE, "abort_delay")
    assert await script.isr("give", first) == (OK, True)
    assert await script.result() is None
    await script.goes_on(HIGH, OK)
    await script.wait("suspend", HIGH)
    await script.goes_on(MIDDLE, FAIL)


@directed(two_mutexes)
async def another_look_at_the_end_of_a_wait(script: Script) -> None:
    """When a wait has failed and others ran before its task learns of it, the task looks again;
    until then a mutex's holder keeps what it has inherited."""
    first, second = B + 1, B + 2
    for queue in (first, second):
        assert await script.call("object_create", queue, 1 << 16) == OK
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
        await script.goes_on(HIGH, OK)
        assert await script.standing(LOW) == Standing(inherited, 1)
        if gives:
            assert await script.call("give", second) == OK
        await script.wait("take", first)
        if waited == A:
            await script.answer(OK)
            await script.wait("yield")  # LOW is an equal until MIDDLE has looked
        await script.goes_on(MIDDLE, found)
        assert await script.standing(LOW) == Standing(1, 1)
        await script.wait("suspend", MIDDLE)
        await script.goes_on(LOW, OK)


@directed(two_mutexes)
async def pended_though_ready(script: Script) -> None:
    """A task that is ready is notified during a suspension: it moves within its own ready list."""
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
    await script.goes_on(MIDDLE, OK)


@directed(two_mutexes)
async def resumed_by_a_routine_while_suspended(script: Script) -> None:
    """xTaskResumeFromISR in a suspension of the scheduler: pdFALSE, and pended until it ends."""
    assert await script.call("suspend_all") == OK
    assert await script.isr("resume", HIGH) == (OK, False)
    assert not script.driver.dut.switch_request_o.value
    assert await script.isr("resume", HIGH) == (FAIL, False), "it was resumed already"
    assert await script.resume_all() is None
    assert await script.runs() == HIGH


@directed(two_mutexes)
async def added_ticks(script: Script) -> None:
    """Added ticks are worked off one by one, and wake whom they concern."""
    await script.begin(HIGH)
    await script.wait("delay", 0, 3)
    assert await script.catch_up(2) == FAIL
    assert await script.driver.load("tick") == 2
    assert await script.catch_up(0) == FAIL
    assert await script.catch_up(4) is None
    await script.goes_on(HIGH, OK)
    assert await script.driver.load("tick") == 6
    assert await script.call("catch_up_ticks", 0, 1 << 8) == Result.ERROR_ARGUMENT
    assert await script.call("suspend_all") == OK
    assert await script.call("catch_up_ticks", 0, 1) == Result.ERROR_BUSY
    assert await script.call("resume_all") == FAIL


@directed(two_mutexes)
async def yield_among_equals(script: Script) -> None:
    """A conditional yield needs a second task in the ready list of the caller's priority."""
    assert await script.call("yield", 0, 1) == OK
    await script.driver.command("resume", HIGH, isr=True)
    assert await script.call("yield", 0, 1) == OK, "HIGH is no equal"
    assert await script.runs() == LOW
    assert await script.call("yield", 0, 0) is None
    assert await script.call("priority", LOW, 5) == OK
    assert await script.call("yield", 0, 1) is None
    assert await script.runs() == LOW
