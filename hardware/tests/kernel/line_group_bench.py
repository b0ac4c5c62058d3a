# SPDX-License-Identifier: Apache-2.0
"""Interrupt lines that set bits of an event group."""

from kernel.driver import Driver
from kernel.model import FOREVER, Result
from kernel.registers import LINE_BITS, LINES, OPERATIONS
from kernel.script import HIGH, LOW, MIDDLE, PEER, PRIORITIES, Script, directed

OK = Result.OK
G, OTHER, SEMAPHORE = 1, 2, 0
ENABLE, TO_TASK, TO_GROUP = 1 << 31, 1 << 30, 1 << 29


async def _begin(dut) -> Script:
    """LOW runs, and there are two event groups."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW)
    for group in (G, OTHER):
        assert await script.call("group_create", group) == OK
    assert await script.call("object_create", SEMAPHORE, 1 << 16) == OK
    return script


async def _bind(driver: Driver, line: int, binding: int, bits: int = 0) -> None:
    """Bind a line; bits of its registers that do not exist read as 0."""
    await driver.transfer(LINE_BITS[line], bits, "store")
    assert await driver.transfer(LINE_BITS[line], None, "load") == bits & 0xFFFFFF
    await driver.transfer(LINES[line], ENABLE | binding, "store")
    assert await driver.transfer(LINES[line], None, "load") == ENABLE | binding


async def _wait(script: Script, task: int, wanted: int) -> None:
    await script.begin(task)
    assert await script.call("operand", 0, wanted) == OK
    await script.wait("group_wait", G, FOREVER)


async def _bits(script: Script, group: int) -> int:
    assert await script.isr("group_clear", group, 0) == (OK, False)
    return await script.driver.load("isr_value")


async def _cycles(driver: Driver, count: int) -> None:
    for _ in range(count):
        await driver.cycle()


@directed(_begin)
async def sets_bits(script: Script) -> None:
    """As GROUP_SET of a service routine: the task that waits for them is switched to."""
    await _bind(script.driver, 1, TO_GROUP | G, 0xFF800006)
    await _bind(script.driver, 2, TO_GROUP | OTHER, 0x10)
    await _wait(script, HIGH, 0x4)
    script.driver.dut.lines_i.value = 1 << 1
    await script.interrupt()
    await script.goes_on(HIGH, OK)
    assert await script.driver.load("value") == 0x800006
    assert await _bits(script, G) == 0x800006
    assert await _bits(script, OTHER) == 0
    script.driver.dut.lines_i.value = 1 << 2
    await _cycles(script.driver, 30)
    assert await _bits(script, OTHER) == 0x10


@directed(_begin)
async def an_edge_waits_for_a_walk(script: Script) -> None:
    """It is not lost, and what is no event group's does not wait behind it."""
    driver = script.driver
    for task in (HIGH, MIDDLE, PEER):
        await _wait(script, task, 0x100)
    for line, binding, bits in ((0, TO_GROUP | OTHER, 2), (1, TO_TASK | LOW, 0)):
        await _bind(driver, line, binding, bits)
    await driver.command("group_set", G, 0x1, isr=True)
    assert driver.model.walk, "waiters are looked at"
    script.driver.dut.lines_i.value = 3
    while len(driver.lines_served) < 2:
        assert driver.model.walk or driver.lines_served, "the walk has ended too early"
        await driver.cycle()
    assert driver.lines_served == [1, 0]
    assert await _bits(script, OTHER) == 2
    assert await _bits(script, G) == 1


@directed(_begin)
async def what_is_no_group(script: Script) -> None:
    """It is reported like any refused operation of a service routine; a task comes first."""
    driver = script.driver
    await _bind(driver, 0, TO_GROUP | SEMAPHORE, 1)
    await driver.transfer(LINES[1], ENABLE | TO_TASK | TO_GROUP | MIDDLE, "store")
    assert await driver.transfer(LINES[1], None, "load") == ENABLE | TO_TASK | MIDDLE
    script.driver.dut.lines_i.value = 1
    await _cycles(driver, 30)
    expected = 1 << 24 | 1 << 22 | OPERATIONS["group_set"] << 16 | SEMAPHORE << 8
    assert await driver.load("error") == expected | Result.ERROR_OBJECT
    script.driver.dut.lines_i.value = 2
    await _cycles(driver, 30)
    assert driver.model.tasks[MIDDLE].notifications[0].value == 1


@directed(_begin)
async def a_task_sets_just_then(script: Script) -> None:
    """Whenever the edge comes, the task's call waits for the end of the walk, and sets its bits."""
    driver = script.driver
    await _bind(driver, 0, TO_GROUP | G, 0x1)
    await _wait(script, HIGH, 0x100)
    for phase in range(20):
        script.driver.dut.lines_i.value = 1
        await _cycles(driver, phase)
        await driver.command("group_set", G, 0x2)
        while driver.model.resuming:
            await driver.cycle()
        assert await script.result() == OK, f"{phase} cycles after the edge"
        await _cycles(driver, 30)
        assert await _bits(script, G) == 0x3, f"{phase} cycles after the edge"
        assert await script.isr("group_clear", G, 0x3) == (OK, False)
        script.driver.dut.lines_i.value = 0
        await _cycles(driver, 30)
