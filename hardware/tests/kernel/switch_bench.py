# SPDX-License-Identifier: Apache-2.0
"""Between a call and the switch that it asks for."""

import cocotb

from kernel.model import AGAIN, Result
from kernel.model.state import PATIENCE
from kernel.registers import LINES
from kernel.script import make


@cocotb.test()
async def callers_that_do_not_switch(dut) -> None:
    """They are interrupted after a while, in a tick, too, so that ticks and lines go on."""
    driver = make(dut)
    await driver.reset()
    low, *sleepers = range(4)
    for task in (low, *sleepers):
        await driver.command("task_create", task, 0 if task == low else 2)
        await driver.command("task_pointer", task, task)
    await driver.store("tick_period", 300)
    await driver.command("start", sleepers[0])
    for task in (*sleepers, low):
        assert driver.model.current == task
        await driver.command("delay", 0, 4)
        begun = driver.cycles
        await driver.until_shown()
        assert driver.cycles - begun == PATIENCE
        await driver.load("dispatch")
        if task == sleepers[-1]:  # the first one is ready, another one due at the same tick is not
            while not (driver.model.more_due and driver.model.requested):
                await driver.cycle()
    assert driver.model.current == sleepers[0]


@cocotb.test()
async def before_a_switch(dut) -> None:
    """A tick or a line between a call and the switch that it asks for comes after the switch."""
    driver = make(dut)
    model = driver.model
    await driver.reset()
    first, *equals, line_task = range(4)
    for task, priority in zip((first, *equals, line_task), (2, 1, 1, 3), strict=True):
        await driver.command("task_create", task, priority)
        await driver.command("task_pointer", task, task)
    period = 200
    await driver.store("tick_period", period)
    await driver.transfer(LINES[0], 1 << 31 | 1 << 30 | line_task, "store")
    await driver.command("start", line_task)
    await driver.command("notify_take", 1, 0xFFFFFFFF)
    assert await driver.load("result") == AGAIN
    assert await driver.load("dispatch") == first

    # the equal that runs then is rotated, as if the tick had come to it
    await driver.command("delay", 0, 2)
    assert await driver.load("result") == AGAIN
    now = model.now
    for _ in range(period + 50):
        await driver.cycle()
    assert model.now == now
    assert await driver.load("dispatch") == equals[0]
    await driver.until_shown()
    assert model.now == now
    assert await driver.load("dispatch") == equals[1]
    assert model.now == now + 1
    await driver.until_shown()
    assert await driver.load("dispatch") == first
    assert await driver.load("result") == Result.OK

    # the equal has run, if only for a moment, so after the line's task the next one does
    await driver.command("delay", 0, 100)
    assert await driver.load("result") == AGAIN
    dut.lines_i.value = 1
    for _ in range(50):
        await driver.cycle()
    assert not driver.lines_served
    assert await driver.load("dispatch") == equals[0]
    await driver.until_shown()
    assert await driver.load("dispatch") == line_task
    assert await driver.load("result") == Result.OK
    await driver.command("notify_take", 1, 0xFFFFFFFF)
    assert await driver.load("result") == AGAIN
    assert await driver.load("dispatch") == equals[1]
