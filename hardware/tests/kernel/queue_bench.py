# SPDX-License-Identifier: Apache-2.0
"""Queues: FreeRTOS's rules one by one."""

import cocotb

from kernel.model import FOREVER, Result
from kernel.model.queues import NOBODY, OVERWRITTEN, PEEKED, RECEIVED, SENT
from kernel.script import HIGH, LOW, MIDDLE, PRIORITIES, Script, directed

OK, FAIL, BUSY = Result.OK, Result.FAIL, Result.ERROR_BUSY
Q, SENDERS, SEMAPHORE = 2, 3, 0


async def _begin(dut, length: int = 1, ticks: bool = False) -> Script:
    """LOW runs, and there is an empty queue."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW, ticks)
    assert await script.call("queue_create", Q, length) == OK
    return script


async def _send(script: Script, ticks: int = 0) -> int | None:
    """A transfer of the running task; what its end returned, None when that switched."""
    assert await script.call("queue_send", Q, ticks) == OK
    return await script.call("queue_commit", Q, SENT)


async def _receive(script: Script, what: int = RECEIVED) -> int | None:
    assert await script.call("queue_receive", Q) == OK
    return await script.call("queue_commit", Q, what)


async def _count(script: Script) -> int:
    assert await script.isr("object_count", Q) == (OK, False)
    return await script.driver.load("isr_value")


@directed(_begin, length=2)
async def counts(script: Script) -> None:
    """Room, items, and what each kind of transfer leaves."""
    assert await script.call("queue_receive", Q) == FAIL
    for items in (1, 2):
        assert await _send(script) == OK
        assert await _count(script) == items
    assert await script.call("queue_send", Q) == FAIL
    assert await _receive(script, PEEKED) == OK
    assert await _count(script) == 2
    assert await _receive(script) == OK
    assert await _count(script) == 1
    assert await script.call("object_reset", Q) == OK
    assert await _count(script) == 0
    for _ in range(2):
        assert await script.call("queue_overwrite", Q) == OK
        assert await script.call("queue_commit", Q, OVERWRITTEN) == OK
        assert await _count(script) == 1


@directed(_begin)
async def refusals(script: Script) -> None:
    """A queue is two objects, and no semaphore."""
    assert await script.call("object_create", SEMAPHORE, 1 << 16) == OK
    for name in ("take", "give", "object_holder"):
        assert await script.call(name, Q) == Result.ERROR_OBJECT
    for name in ("queue_send", "queue_receive", "queue_overwrite", "queue_commit"):
        assert await script.call(name, SEMAPHORE) == Result.ERROR_OBJECT
        assert await script.call(name, SENDERS) == Result.ERROR_OBJECT
    for name in ("object_count", "object_reset"):
        assert await script.call(name, SENDERS) == Result.ERROR_OBJECT
    assert await script.call("object_create", SENDERS, 1 << 16) == BUSY
    assert await script.call("mutex_create", SENDERS) == BUSY
    assert await script.call("queue_create", Q, 1) == BUSY
    assert await script.call("queue_create", SENDERS, 1) == Result.ERROR_OBJECT
    assert await script.call("object_create", 5, 1 << 16) == OK
    assert await script.call("queue_create", 4, 1) == BUSY, "the next object is in use"
    assert await script.call("object_delete", 5) == OK
    for length in (0, 1 << 16, FOREVER):
        assert await script.call("queue_create", 4, length) == Result.ERROR_ARGUMENT
    assert await script.call("object_delete", Q) == OK
    assert await script.call("object_create", SENDERS, 1 << 16) == OK


@directed(_begin)
async def receivers_in_order(script: Script) -> None:
    """A send wakes the best receiver, which competes for the item when it runs."""
    await script.begin(MIDDLE)
    await script.wait("queue_receive", Q)
    await script.begin(HIGH)
    await script.wait("queue_receive", Q)
    assert await script.runs() == LOW
    assert await script.call("object_delete", Q) == BUSY
    assert await _send(script) is None
    await script.goes_on(HIGH, OK)
    assert await script.call("queue_commit", Q, PEEKED) == OK, "MIDDLE is woken"
    assert await script.call("queue_receive", Q) == OK
    assert await script.call("queue_commit", Q, RECEIVED) == OK
    await script.wait("suspend", HIGH)
    assert await script.runs() == MIDDLE
    assert await script.result() is None, "nothing is left: it waits again"
    assert await script.runs() == LOW


@directed(_begin)
async def senders_in_order(script: Script) -> None:
    """A receive wakes the best sender; so does a reset; a queue with senders stays."""
    assert await _send(script) == OK
    await script.begin(MIDDLE)
    await script.wait("queue_send", Q)
    await script.begin(HIGH)
    await script.wait("queue_send", Q)
    assert await script.runs() == LOW
    assert await script.call("object_delete", Q) == BUSY
    assert await _receive(script, PEEKED) == OK, "a peek leaves no room"
    assert await _receive(script) is None
    await script.goes_on(HIGH, OK)
    assert await script.call("queue_commit", Q, SENT) == OK
    assert await script.call("object_reset", Q) == OK, "MIDDLE is not above the caller"
    await script.wait("suspend", HIGH)
    await script.goes_on(MIDDLE, OK)
    assert await script.call("queue_commit", Q, SENT) == OK
    assert await _count(script) == 1
    # a reset wakes a sender above the caller
    await script.begin(HIGH)
    await script.answer(OK)
    await script.wait("queue_send", Q)
    assert await script.call("object_reset", Q) is None
    await script.goes_on(HIGH, OK)
    assert await script.call("queue_commit", Q, SENT) == OK


@directed(_begin)
async def wake_nobody(script: Script) -> None:
    """A member of a queue set wakes no receiver of its own, and no sender."""
    await script.begin(HIGH)
    await script.wait("queue_receive", Q)
    assert await script.call("queue_send", Q) == OK
    assert await script.call("queue_commit", Q, SENT | NOBODY) == OK
    assert await script.runs() == LOW
    assert await script.call("object_create", SEMAPHORE, 1 << 16) == OK
    await script.begin(MIDDLE)
    await script.wait("take", SEMAPHORE)
    assert await script.call("give", SEMAPHORE, NOBODY) == OK
    assert await script.runs() == LOW


@directed(_begin, ticks=True)
async def time_out(script: Script) -> None:
    """Waits end: each of the two kinds by time, by abortion, by deletion of the waiter."""
    for name in ("queue_receive", "queue_send"):
        await script.begin(HIGH)
        if name == "queue_send":
            await script.answer(OK)
        await script.wait(name, Q, 2)
        await script.interrupt()
        await script.goes_on(HIGH, FAIL)
        await script.wait(name, Q)
        await script.begin(HIGH, "abort_delay")
        await script.answer(FAIL)
        await script.wait("suspend", HIGH)
        await script.begin(MIDDLE)
        await script.wait(name, Q)
        assert await script.call("task_delete", MIDDLE) == OK
        if name == "queue_receive":
            assert await _send(script) == OK, "nobody waits any more"
        assert await script.call("task_create", MIDDLE, 3) is None
        await script.wait("suspend", MIDDLE)


@directed(_begin, length=2)
async def a_transfer_holds_nothing(script: Script) -> None:
    """Any command is accepted between its begin and its end, and its end tells what it wakes."""
    await script.begin(HIGH)
    await script.wait("queue_receive", Q)
    assert await script.call("queue_send", Q) == OK
    assert await script.call("object_count", Q) == OK
    assert await script.call("queue_send", Q) == OK, "nothing is reserved"
    assert await script.isr("queue_send", Q) == (OK, False)
    assert await script.isr("queue_commit", Q, SENT) == (OK, True)
    assert not script.driver.dut.switch_request_o.value, "the routine asks for it at its end"
    assert await script.isr("yield") == (OK, False)
    await script.interrupt()
    await script.goes_on(HIGH, OK)
    assert await script.isr("queue_receive", Q) == (OK, False)
    assert await script.isr("queue_commit", Q, RECEIVED) == (OK, False)
    assert await script.call("queue_receive", Q) == FAIL, "who waited asks again"
    await script.wait("suspend", HIGH)
    assert await script.isr("queue_receive", Q) == (FAIL, False)
    assert await script.isr("queue_overwrite", Q) == (OK, False)
    assert await script.isr("queue_commit", Q, OVERWRITTEN) == (OK, False)
    assert await _count(script) == 1


@directed(_begin)
async def scheduler_suspended(script: Script) -> None:
    """With the scheduler suspended a transfer works, a wait fails, and a woken task waits."""
    await script.begin(HIGH)
    await script.wait("queue_receive", Q)
    assert await script.call("suspend_all") == OK
    assert await script.call("queue_receive", Q, 5) == FAIL
    assert await _send(script) == OK
    assert await script.runs() == LOW
    await script.driver.command("resume_all", 0)
    while script.driver.model.resuming:
        await script.driver.cycle()
    assert await script.result() is None
    await script.goes_on(HIGH, OK)
    assert await script.call("queue_commit", Q, RECEIVED) == OK


@cocotb.test()
async def before_the_start(dut) -> None:
    """Transfers work before the scheduler starts; waits fail."""
    script = Script(dut)
    driver = script.driver
    await driver.reset()
    assert await script.call("queue_create", Q, 1) == OK
    assert await script.call("queue_receive", Q, 5) == FAIL
    assert await _send(script) == OK
    assert await script.call("queue_send", Q, 5) == FAIL
    await script.settle()
