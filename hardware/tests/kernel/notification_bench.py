# SPDX-License-Identifier: Apache-2.0
"""Waits for a task's own notification bits, and clearing them: FreeRTOS's rules one by one."""

from kernel.model import FOREVER, NOTIFICATIONS, Result
from kernel.script import Script, directed

IDLE, LOW, MIDDLE, HIGH = range(4)
PRIORITIES = (0, 1, 3, 5)
OK, FAIL = Result.OK, Result.FAIL


async def _begin(dut) -> Script:
    script = Script(dut)
    await script.start(PRIORITIES, LOW)
    return script


async def _operands(script: Script, entry: int, leave: int) -> None:
    assert await script.call("operand", 0, entry) == OK
    assert await script.call("operand", 1, leave) == OK


async def _value(script: Script) -> int:
    return await script.driver.load("value")


async def _peek(script: Script, task: int) -> int:
    """A task's notification value; nothing changes."""
    assert await script.call("notify_value_clear", task, 0) == OK
    return await _value(script)


@directed(_begin)
async def without_waiting(script: Script) -> None:
    """Bits go on entry when nothing is pending, on exit when something was."""
    await _operands(script, 0x0F, 0xF0)
    assert await script.isr("notify_overwrite", LOW, 0xABCD) == (OK, False)
    assert await script.call("notify_wait", 0, 0) == OK
    assert await _value(script) == 0xABCD
    assert await _peek(script, LOW) == 0xAB0D
    assert await script.call("notify_wait", 0, 0) == FAIL
    assert await _value(script) == 0xAB00
    assert await _peek(script, LOW) == 0xAB00
    assert await script.isr("notify_none", LOW) == (OK, False)
    assert await script.call("notify_wait", 0, FOREVER) == OK, "pending, value unchanged"


@directed(_begin)
async def waits(script: Script) -> None:
    """A wait ends by any notification, by time, by abortion; each leaves its own value."""
    await script.begin(HIGH)
    await _operands(script, 0x01, 0x02)
    assert await script.isr("notify_overwrite", HIGH, 0x07) == (OK, False)
    assert await script.call("notify_state_clear", HIGH) == OK
    await script.wait("notify_wait", 0)
    assert await script.runs() == LOW
    assert await _peek(script, HIGH) == 0x06, "cleared on entry"
    assert await script.call("notify_state_clear", HIGH) == FAIL, "it waits on"
    assert await script.call("notify_set_bits", HIGH, 0x10) is None
    await script.goes_on(HIGH, OK)
    assert await _value(script) == 0x16
    assert await _peek(script, HIGH) == 0x14, "cleared on exit"
    # a notification that leaves the value at 0 ends a wait as well
    await _operands(script, FOREVER, FOREVER)
    await script.wait("notify_wait", 0)
    assert await script.call("notify_none", HIGH) is None
    await script.answer(OK)
    assert await _value(script) == 0
    await script.wait("notify_wait", 0, 2)
    assert await script.catch_up(2) is None
    await script.goes_on(HIGH, FAIL)
    await script.wait("notify_wait", 0)
    await script.begin(HIGH, "abort_delay")
    await script.answer(FAIL)
    assert await script.isr("notify_increment", HIGH) == (OK, False), "it does not wait any more"
    assert await script.call("notify_state_clear", HIGH) == OK
    # notified, and cleared again before it runs: the value keeps what has come
    await script.wait("notify_wait", 0)
    assert await script.isr("notify_overwrite", HIGH, 5) == (OK, True)
    assert await script.call("notify_state_clear", HIGH) == OK
    assert await script.call("yield") is None
    await script.answer(FAIL)
    assert await _value(script) == 5
    assert await _peek(script, HIGH) == 5, "not cleared on exit: no notification was received"


@directed(_begin)
async def operands_of_each_task(script: Script) -> None:
    """A task finds its operands again after another one has set its own."""
    await _operands(script, 0x0F, 0x01)
    await script.begin(MIDDLE)
    await _operands(script, 0xF0, 0x02)
    await script.wait("notify_wait", 0)
    assert await script.isr("notify_overwrite", LOW, 0xFF) == (OK, False)
    assert await script.call("notify_wait", 0, 0) == OK
    assert await _peek(script, LOW) == 0xFE
    assert await script.call("notify_wait", 0, 0) == FAIL
    assert await _peek(script, LOW) == 0xF0
    assert await script.call("notify_set_bits", MIDDLE, 0xFF) is None
    await script.answer(OK)
    assert await _peek(script, MIDDLE) == 0xFD
    assert await script.call("operand", 2, 0) == Result.ERROR_ARGUMENT


@directed(_begin)
async def clears(script: Script) -> None:
    """State and bits of any task can be cleared."""
    assert await script.call("notify_overwrite", MIDDLE, 0x33) == OK
    assert await script.call("notify_value_clear", MIDDLE, 0x11) == OK
    assert await _value(script) == 0x33
    assert await _peek(script, MIDDLE) == 0x22
    assert await script.call("notify_no_overwrite", MIDDLE, 1) == FAIL, "still pending"
    assert await script.call("notify_state_clear", MIDDLE) == OK
    assert await script.call("notify_state_clear", MIDDLE) == FAIL
    assert await _peek(script, MIDDLE) == 0x22
    assert await script.call("notify_no_overwrite", MIDDLE, 1) == OK
    for name in ("notify_state_clear", "notify_value_clear"):
        assert await script.call(name, 5) == Result.ERROR_TASK, "no such task"


async def _peek_all(script: Script, task: int) -> list[int]:
    """All notification values of a task; nothing changes."""
    values = []
    for index in range(NOTIFICATIONS):
        assert await script.call("notify_value_clear", task, 0, index) == OK
        values.append(await _value(script))
    return values


@directed(_begin)
async def several_of_each_task(script: Script) -> None:
    """Each has its own value and state, of which a wait concerns one."""
    for index in range(NOTIFICATIONS):
        assert await script.isr("notify_overwrite", MIDDLE, 10 + index, index) == (OK, False)
        assert await script.call("notify_overwrite", LOW, 20 + index, index) == OK
    assert await _peek_all(script, MIDDLE) == [10, 11, 12, 13]
    assert await _peek_all(script, LOW) == [20, 21, 22, 23]
    assert await script.call("notify_state_clear", MIDDLE, 0, 2) == OK
    for index, code in enumerate((OK, OK, FAIL, OK)):
        assert await script.call("notify_state_clear", MIDDLE, 0, index) == code
    assert await script.call("notify_take", 1, 0, 3) == OK
    assert await _value(script) == 23
    assert await _peek_all(script, LOW) == [20, 21, 22, 0]


@directed(_begin)
async def waits_for_one_of_several(script: Script) -> None:
    """Only the notification that is waited for ends the wait."""
    for name, how in (("notify_wait", 0), ("notify_take", 0)):
        await script.begin(HIGH)
        await _operands(script, 0, FOREVER)
        await script.driver.command(name, how, FOREVER, index=2)
        assert await script.result() is None
        assert await script.runs() == LOW
        for index in (0, 1, 3):
            assert await script.call("notify_increment", HIGH, 0, index) == OK
            assert await script.isr("notify_increment", HIGH, 0, index) == (OK, False)
        assert await script.runs() == LOW
        assert await script.call("resume", HIGH) == FAIL, "it waits, it is not suspended"
        assert await script.call("task_state", HIGH) == OK
        assert await _value(script) & 0xFF0007 == 2 << 16 | 2, "blocked, on number 2"
        assert await script.call("notify_overwrite", HIGH, 5, 2) is None
        await script.goes_on(HIGH, OK)
        assert await _value(script) == 5
        assert await script.call("notify_state_clear", HIGH, 0, 2) == FAIL
        await script.wait("suspend", HIGH)
        assert await script.runs() == LOW
        assert await script.call("yield") is None


@directed(_begin)
async def suspended_or_deleted_while_it_waits(script: Script) -> None:
    """A suspension ends the wait for any of them; a new task has none."""
    await script.begin(HIGH)
    await script.driver.command("notify_take", 1, FOREVER, index=3)
    assert await script.result() is None
    assert await script.call("suspend", HIGH) == OK
    assert await script.call("notify_increment", HIGH, 0, 3) == OK
    assert await script.runs() == LOW
    assert await script.call("task_state", HIGH) == OK
    assert await _value(script) & 7 == 3
    assert await script.call("task_delete", HIGH) == OK
    for index in range(NOTIFICATIONS):
        assert await script.call("notify_overwrite", MIDDLE, 7, index) == OK
    assert await script.call("task_delete", MIDDLE) == OK
    assert await script.call("task_create", MIDDLE, 1) == OK
    assert await _peek_all(script, MIDDLE) == [0, 0, 0, 0]
    for index in range(NOTIFICATIONS):
        assert await script.call("notify_state_clear", MIDDLE, 0, index) == FAIL


@directed(_begin)
async def notified_while_the_scheduler_is_suspended(script: Script) -> None:
    """Who is notified by a task is ready at once, who is notified by a routine after the end."""
    for task in (MIDDLE, HIGH):
        await script.begin(task)
        await script.wait("notify_take", 1)
    assert await script.call("priority", HIGH, PRIORITIES[MIDDLE]) == OK
    assert await script.call("suspend_all") == OK
    assert await script.isr("notify_increment", MIDDLE) == (OK, True)
    assert await script.call("notify_increment", HIGH) == OK
    await script.settle()
    assert await script.resume_all() is None
    for task in (HIGH, MIDDLE):
        await script.goes_on(task, OK)
        await script.wait("suspend", task)


@directed(_begin)
async def strays(script: Script) -> None:
    """Nothing else has a number."""
    for name in ("yield", "task_state", "operand"):
        assert await script.call(name, 0, 0, 1) == Result.ERROR_OPERATION
