# SPDX-License-Identifier: Apache-2.0
"""The reset of objects: FreeRTOS's rules one by one."""

import cocotb
from cocotb.triggers import ClockCycles

from kernel.model import Result
from kernel.registers import LINES
from kernel.script import HIGH, IDLE, LOW, MIDDLE, A, B, Script, Standing, directed, two_mutexes

OK, FAIL = Result.OK, Result.FAIL


@directed(two_mutexes)
async def reset(script: Script) -> None:
    """Nobody holds it then and nobody can take it; who waits and what was inherited stay."""
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
    await script.goes_on(HIGH, OK)
    assert await script.holder(A) == script.pointer(HIGH)
    assert await script.call("resume", LOW) == OK
    await script.wait("yield")
    # the former holder has one mutex too many in its account
    await script.goes_on(LOW, OK)
    assert await script.call("give", A) == Result.ERROR_OWNER
    assert await script.call("take", B) == OK
    assert await script.call("give", B) == OK
    assert await script.standing(LOW) == Standing(5, 1)


@cocotb.test()
async def reset_and_time_out(dut) -> None:
    """A wait that ends after the reset lowers the next holder, if there is one, not the former."""
    for taken_again in (False, True):
        script = await two_mutexes(dut)
        assert await script.call("take", A) == OK
        await script.begin(MIDDLE)
        await script.begin(HIGH)
        await script.wait("take", A)
        await script.goes_on(LOW, OK)
        assert await script.call("object_reset", A) == OK
        await script.wait("suspend", LOW)
        await script.goes_on(MIDDLE, OK)
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
        await script.goes_on(HIGH, FAIL)
        assert await script.standing(LOW) == Standing(5, 1)
        assert await script.standing(MIDDLE) == Standing(3, 3)
        await script.settle()


@cocotb.test()
async def reset_wakes_nobody(dut) -> None:
    """Neither who waits for the object nor who waits for the other one of the pair."""
    script = await two_mutexes(dut)
    even, odd = B + 1, B + 2
    for queue in (even, odd):
        assert await script.call("object_create", queue, 2 << 16) == OK
    for queue in (A, B):
        assert await script.call("object_reset", queue) == OK
    for queue in (A, B, even, odd):
        await script.begin(HIGH)
        await script.wait("take", queue)
        for other in (A, B, even, odd):
            assert await script.call("object_reset", other) == OK
            assert await script.runs() == LOW
            await script.settle()
        assert await script.call("task_delete", HIGH) == OK
        assert await script.call("task_create", HIGH, 5) is None
        await script.wait("suspend", HIGH)
        await script.answer(OK)


@directed(two_mutexes)
async def reset_of_semaphores(script: Script) -> None:
    """The tokens go, the maximum stays; who was woken and comes too late waits again."""
    for semaphore in (B + 1, B + 2):
        assert await script.call("object_create", semaphore, 2 << 16 | 2) == OK
        assert await script.call("object_reset", semaphore) == OK
        assert await script.call("take", semaphore) == FAIL
        for expected in (OK, OK, FAIL):
            assert await script.call("give", semaphore) == expected
        assert await script.call("object_reset", semaphore) == OK
        await script.begin(HIGH)
        await script.wait("take", semaphore)
        assert await script.call("suspend_all") == OK
        assert await script.call("give", semaphore) == OK
        assert await script.call("object_reset", semaphore) == OK
        assert await script.resume_all() is None
        assert await script.runs() == HIGH
        assert await script.result() is None
        assert await script.runs() == LOW
        await script.settle()
        assert await script.call("give", semaphore) is None
        await script.goes_on(HIGH, OK)
        await script.wait("suspend", HIGH)
    assert await script.isr("object_reset", B + 1) == (Result.ERROR_OPERATION, False)


@directed(two_mutexes)
async def a_line_while_its_semaphore_is_reset(script: Script) -> None:
    """An edge at any cycle of the command gives its token before the reset, or after it."""
    driver, semaphore = script.driver, B + 1
    assert await script.call("object_create", semaphore, 3 << 16) == OK
    await driver.transfer(LINES[0], 1 << 31 | semaphore, "store")
    counts = []
    for delay in range(30):
        served = len(driver.lines_served)
        assert await script.isr("give", semaphore) == (OK, False)

        async def rise(delay: int = delay) -> None:
            await ClockCycles(script.driver.dut.clk_i, 1 + delay)
            script.driver.dut.lines_i.value = 1

        cocotb.start_soon(rise())
        for _ in range(15):
            await driver.cycle()
        assert await script.call("object_reset", semaphore) == OK
        for _ in range(60):
            await driver.cycle()
        assert len(driver.lines_served) == served + 1
        counts.append(driver.model.objects[semaphore].count)
        script.driver.dut.lines_i.value = 0
        assert await script.call("object_reset", semaphore) == OK
        assert await driver.load("error") == 0
    assert counts == sorted(counts)
    assert {*counts} == {0, 1}
