# SPDX-License-Identifier: Apache-2.0
"""Tasks that leave a list while the kernel goes along it."""

import os
import random

import cocotb
from cocotb.triggers import ClockCycles

from kernel.driver import Driver
from kernel.model import AGAIN
from kernel.registers import LINES
from kernel.script import make


async def _begin(dut, period: int) -> Driver:
    """Start with every task, all of them above task 0, which runs when the others wait."""
    driver = make(dut)
    await driver.reset()
    for task in range(len(driver.model.tasks)):
        await driver.command("task_create", task, 1 + task % 2 if task else 0)
        await driver.command("task_pointer", task, task)
    await driver.store("tick_period", period)
    await driver.command("start", 0)
    await driver.load("result")
    return driver


async def _block_all(driver: Driver, shortest: int, longest: int) -> None:
    """Each task that is ready waits for its notification, until only task 0 is left."""
    while True:
        while await driver.load("result") == AGAIN:
            await driver.load("dispatch")
        if driver.model.selection() == 0:
            return
        if driver.model.current == 0:
            await driver.command("yield", 0)
        else:
            await driver.command("notify_take", 1, random.randint(shortest, longest))


@cocotb.test()
async def departures_during_scan(dut) -> None:
    """Tasks leave the delayed list anywhere in the search for those due, which goes on rightly.

    The others are due at one of the next two ticks, so that none can be passed over unseen.
    """
    period = 200
    driver = await _begin(dut, period)
    model = driver.model
    for _ in range(60):
        await _block_all(driver, 2, 3)
        ends = driver.commits["tick_end"]
        while driver.commits["tick_end"] == ends:
            if driver.shown:
                await driver.load("dispatch")
            await driver.cycle()
        for _ in range(random.randrange(30)):
            await driver.cycle()
        task = random.choice([t for t, task in enumerate(model.tasks) if task.place == "delayed"])
        if random.random() < 0.5:
            await driver.command("notify_increment", task, isr=True)
        else:  # it enters another list, so that its links say nothing about the delayed tasks
            await driver.command("suspend", task)
            await driver.command("resume", task)
            if await driver.load("result") == AGAIN:
                await driver.load("dispatch")
        ticks = model.begun_ticks
        for _ in range(2 * period):  # nobody but who switches: the kernel has all the time
            if driver.shown:
                await driver.load("dispatch")
            await driver.cycle()
        assert model.begun_ticks - ticks == 2, "ticks are held up"
        assert model.now + model.ticks_pended == model.begun_ticks, "a tick is held up"
        await driver.settle()


@cocotb.test()
async def departures_during_suspension(dut) -> None:
    """Woken tasks leave the pended ones anywhere, others arrive, also while they are moved."""
    driver = await _begin(dut, 0)
    model = driver.model
    lines = range(int(os.environ["NLines"]))
    level = 0
    tasks = range(1, len(model.tasks))

    async def wake(number: int) -> None:
        waiting = [t for t in tasks if model.tasks[t].waits_for_notification]
        for task in random.sample(waiting, min(number, len(waiting))):
            await driver.command("notify_increment", task, isr=True)

    for _ in range(60):
        await _block_all(driver, 0xFFFFFFFF, 0xFFFFFFFF)
        await driver.command("suspend_all", 0)
        await wake(random.randint(1, 4))
        removed = random.sample(model.pended, random.randint(1, len(model.pended)))
        if random.random() < 0.5:
            removed = model.pended[-1:]
        for task in removed:
            await driver.command(random.choice(("suspend", "task_delete")), task)
            await driver.settle()
        await wake(random.randint(1, 2))
        await driver.settle()
        # interrupt lines wake the rest around the end of the suspension
        waiting = [t for t in tasks if model.tasks[t].waits_for_notification]
        for line, task in zip(lines, waiting, strict=False):
            await driver.transfer(LINES[line], 1 << 31 | 1 << 30 | task, "store")
            level ^= 1 << line
        rising = random.randrange(20)

        async def move(level: int = level, rising: int = rising) -> None:
            await ClockCycles(dut.clk_i, rising)
            dut.lines_i.value = level

        cocotb.start_soon(move())
        await driver.command("resume_all", 0)
        for _ in range(60):
            await driver.cycle()
        await driver.settle()
        while await driver.load("result") == AGAIN:
            await driver.load("dispatch")
        for task in removed:
            if model.tasks[task].alive:
                await driver.command("resume", task)
            else:
                await driver.command("task_create", task, random.randint(1, 3))
            while await driver.load("result") == AGAIN:
                await driver.load("dispatch")
