# SPDX-License-Identifier: Apache-2.0
"""Objects in software: FreeRTOS's rules for their waiters and holders, one by one.

A script's calls in the window of service routines stand for a task with interrupts masked, too.
"""

from __future__ import annotations

import cocotb

from kernel.model import FOREVER, Model, Result
from kernel.registers import ISR_OPERATIONS, OFFSETS, OPERATIONS, TASK_OPERATIONS
from kernel.script import HIGH, IDLE, LOW, MIDDLE, PEER, PRIORITIES, Script, Standing

OK, FAIL, BUSY = Result.OK, Result.FAIL, Result.ERROR_BUSY
READY, BLOCKED, SUSPENDED = 1, 2, 3
WIDTHS_SOFTWARE = 1 << 18
YIELD_PENDING = 1 << 1


async def _begin(dut, ticks: bool = False) -> Script:
    """LOW runs."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW, ticks)
    return script


async def _wait(script: Script, ticks: int = FOREVER) -> None:
    """The running task blocks on an object in software."""
    assert await script.call("suspend_all") == OK
    assert await script.call("wait", 0, ticks) == OK
    assert await script.resume_all() is None


async def _wake(script: Script, task: int, at_once: bool = False) -> tuple[int, bool]:
    return await script.isr("wake", task, int(at_once))


async def _state(script: Script, task: int) -> int:
    assert await script.isr("task_state", task) == (OK, False)
    return await script.driver.load("isr_value") & 7


# -- waiting and waking ---------------------------------------------------------------------------
@cocotb.test()
async def waits_once_the_suspension_ends(dut) -> None:
    """The caller runs on, blocked even for ever; who wakes it learns whether to switch."""
    script = await _begin(dut)
    assert await script.driver.load_raw(OFFSETS["widths"]) & WIDTHS_SOFTWARE
    await script.begin(HIGH)
    assert await script.call("suspend_all") == OK
    assert await script.call("wait", 77, FOREVER) == OK, "the identifier is ignored"
    assert await script.runs() == HIGH
    assert await script.call("wait", 0, FOREVER) == BUSY, "it waits already"
    assert await script.resume_all() is None
    assert await script.runs() == LOW
    assert await _state(script, HIGH) == BLOCKED
    assert await script.call("resume", HIGH) == FAIL, "it is not suspended"
    await script.settle()
    assert await _wake(script, HIGH) == (OK, True)
    assert await script.driver.load("status") & YIELD_PENDING
    assert await _state(script, HIGH) == READY
    assert await script.call("yield") is None
    assert await script.runs() == HIGH
    await script.answer(OK)
    await script.settle()


@cocotb.test()
async def does_not_wait(dut) -> None:
    """Neither without a suspension of the scheduler nor for no time."""
    script = await _begin(dut)
    assert await script.call("wait", 0, FOREVER) == BUSY
    assert await script.call("suspend_all") == OK
    assert await script.call("wait", 0, 0) == FAIL
    assert await script.resume_all() == FAIL
    assert await script.runs() == LOW
    await script.settle()


@cocotb.test()
async def says_with_which_priority_it_waits(dut) -> None:
    """After vTaskPrioritySet neither the inherited one nor, without it, the base."""
    script = await _begin(dut)
    assert await script.isr("mutex_taken") == (OK, False)
    await script.begin(MIDDLE)
    assert await script.isr("lend", LOW) == (OK, False)
    await _wait(script)
    assert await script.runs() == LOW
    for task, base in ((LOW, 1), (LOW, 2), (HIGH, 5)):
        if task == HIGH:
            await script.begin(HIGH)
        elif base != PRIORITIES[LOW]:
            assert await script.call("priority", LOW, base) == OK
            assert await script.runs() == LOW, "it keeps what it has inherited"
        assert await script.call("suspend_all") == OK
        for ticks, code in ((0, FAIL), (FOREVER, OK)):
            assert await script.call("wait", 0, ticks) == code
            assert await script.driver.load("value") == {1: 3, 2: 2, 5: 5}[base]
        assert await _wake(script, task) == (OK, False)
        assert await script.resume_all() == FAIL
    await script.settle()


@cocotb.test()
async def woken_at_once_in_the_suspension(dut) -> None:
    """It is before those in its ready list that follow, and needs no resume."""
    script = await _begin(dut)
    await script.begin(HIGH)
    await _wait(script)
    assert await script.runs() == LOW
    assert await script.call("suspend_all") == OK
    assert await _wake(script, HIGH, at_once=True) == (OK, True)
    await script.settle()
    assert await _state(script, HIGH) == READY
    assert await _wake(script, HIGH, at_once=True) == (FAIL, False), "it is ready"
    assert await script.resume_all() is None
    assert await script.runs() == HIGH
    await script.settle()


@cocotb.test()
async def woken_in_the_suspension(dut) -> None:
    """Who is woken meanwhile is pended; the waiter itself goes on at the resume, too."""
    script = await _begin(dut)
    await script.begin(HIGH)
    await _wait(script)
    assert await script.runs() == LOW
    assert await script.call("suspend_all") == OK
    assert await script.call("wait", 0, 9) == OK
    assert await _wake(script, LOW) == (OK, False)
    assert await _wake(script, LOW) == (FAIL, False), "it is pended"
    assert await _wake(script, HIGH) == (OK, True)
    await script.settle()
    assert await script.resume_all() is None
    assert await script.runs() == HIGH
    await script.answer(OK)
    assert await _state(script, LOW) == READY
    await script.settle()


@cocotb.test()
async def who_does_not_wait_is_not_woken(dut) -> None:
    """After a suspension, a deletion, an abort, a time-out; nor who waits for something else."""
    script = await _begin(dut, ticks=True)
    assert await _wake(script, MIDDLE) == (FAIL, False), "suspended"
    await script.begin(MIDDLE)
    await _wait(script)
    assert await script.call("suspend", MIDDLE) == OK
    assert await _state(script, MIDDLE) == SUSPENDED
    assert await _wake(script, MIDDLE) == (FAIL, False)
    assert await script.call("resume", MIDDLE) is None
    await script.answer(OK)
    await script.wait("delay", 0, 200)
    assert await _wake(script, MIDDLE) == (FAIL, False), "delayed"
    assert await _wake(script, LOW) == (FAIL, False), "it runs"
    assert await script.call("task_delete", MIDDLE) == OK
    assert await _wake(script, MIDDLE) == (Result.ERROR_TASK, False)
    await script.begin(HIGH)
    await _wait(script, 2)
    await script.interrupt()
    assert await script.runs() == HIGH, "time has passed"
    await script.answer(OK)
    assert await script.call("delay_aborted") == FAIL
    assert await _wake(script, HIGH) == (FAIL, False)
    await script.settle()


@cocotb.test()
async def abort(dut) -> None:
    """An aborted wait leaves a mark, and the next wait removes it."""
    script = await _begin(dut)
    await script.begin(HIGH)
    await _wait(script)
    await script.begin(HIGH, "abort_delay")
    await script.answer(OK)
    assert await script.call("delay_aborted") == OK
    await _wait(script)
    await script.begin(HIGH, "abort_delay")
    await script.answer(OK)
    await _wait(script)
    assert await _wake(script, HIGH) == (OK, True)
    assert await script.call("yield") is None
    await script.answer(OK)
    assert await script.call("delay_aborted") == FAIL
    await script.settle()


# -- mutexes --------------------------------------------------------------------------------------
@cocotb.test()
async def inheritance(dut) -> None:
    """A mutex in software: its holder is raised, and keeps the priority until the last one."""
    script = await _begin(dut)
    for _ in range(2):
        assert await script.isr("mutex_taken") == (OK, False)
    await script.begin(MIDDLE)
    assert await script.isr("lend", LOW) == (OK, False)
    assert await script.standing(LOW) == Standing(3, 1)
    assert await script.isr("lend", LOW) == (OK, False), "it has inherited before"
    assert await script.isr("lend", HIGH) == (FAIL, False), "above the lender"
    await script.settle()
    await _wait(script)
    assert await script.runs() == LOW
    assert await script.call("resume", PEER) == OK, "not above the inherited priority"
    assert await script.isr("disinherit", LOW) == (FAIL, False), "one mutex is left"
    assert await script.standing(LOW) == Standing(3, 1)
    assert await script.isr("disinherit", LOW) == (OK, False)
    assert await script.standing(LOW) == Standing(1, 1)
    assert await _wake(script, MIDDLE) == (OK, True)
    assert await script.call("yield") is None
    assert await script.runs() == MIDDLE
    await script.answer(OK)
    await script.settle()


@cocotb.test()
async def only_what_is_held_is_given_back(dut) -> None:
    """By the running task, also what it took before the start, when it would have run first.

    What is taken before there is a task is nobody's.
    """
    script = Script(dut)
    await script.driver.reset()
    for task in (IDLE, MIDDLE):
        await script.driver.command("task_pointer", task, script.pointer(task))
    assert await script.isr("mutex_taken") == (OK, False)
    await script.driver.command("task_create", IDLE, PRIORITIES[IDLE])
    assert await script.isr("mutex_taken") == (OK, False)
    await script.driver.command("start", IDLE)
    assert await script.isr("disinherit", IDLE) == (FAIL, False), "it has inherited nothing"
    assert await script.isr("disinherit", IDLE) == (Result.ERROR_OWNER, False)
    assert await script.isr("mutex_taken") == (OK, False)
    await script.driver.command("task_create", MIDDLE, PRIORITIES[MIDDLE])
    assert await script.result() is None
    assert await script.isr("disinherit", IDLE) == (Result.ERROR_OWNER, False), "MIDDLE runs"
    await script.settle()


@cocotb.test()
async def time_out(dut) -> None:
    """The holder keeps what the others lend who still wait, or more with two mutexes."""
    script = await _begin(dut)
    assert await script.isr("mutex_taken") == (OK, False)
    await script.begin(HIGH)
    assert await script.isr("lend", LOW) == (OK, False)
    for waiting, found in ((3, 3), (5, 5), (0, 1), (1, 1)):
        assert await script.isr("disinherit_timeout", LOW, waiting) == (OK, False)
        assert await script.standing(LOW) == Standing(found, 1)
    too_high = len(script.driver.model.ready)
    refused = (Result.ERROR_ARGUMENT, False)
    assert await script.isr("disinherit_timeout", LOW, too_high) == refused
    assert await script.isr("lend", LOW) == (OK, False)
    await _wait(script)
    assert await script.isr("mutex_taken") == (OK, False)
    assert await script.isr("disinherit_timeout", LOW, 0) == (OK, False)
    assert await script.standing(LOW) == Standing(5, 1), "it holds two"
    await script.settle()


# -- identifiers ----------------------------------------------------------------------------------
@cocotb.test()
async def the_object_in_software(dut) -> None:
    """Each command on it says so, in both windows, changes nothing, and is no error."""
    script = await _begin(dut)
    driver = script.driver
    names = {code: name for name, code in OPERATIONS.items()}
    seen = 0
    for isr, operations in ((False, TASK_OPERATIONS), (True, ISR_OPERATIONS)):
        for operation in operations:
            if names[operation] not in Model.OBJECT:
                continue
            seen += 1
            await driver.command(operation, Model.SOFTWARE_OBJECT, 0x00020001, isr=isr)
            code = await driver.load("isr_result" if isr else "result")
            assert code == Result.SOFTWARE, names[operation]
            assert await driver.load("error") == 0, names[operation]
    assert seen > len(Model.OBJECT), "of both windows"
    await driver.command("take", 0xFE)
    assert await driver.load("result") == Result.ERROR_OBJECT
    assert await driver.load("error")
    await script.settle()
