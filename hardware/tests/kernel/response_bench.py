# SPDX-License-Identifier: Apache-2.0
"""From lines and ticks to the switch that they request, and what a lower task sees of a tick."""

import random

import cocotb

from kernel.model import AGAIN, FOREVER, Result
from kernel.registers import LINES
from kernel.script import make

MESSAGE = 1
"""The index of a command that sends, or receives, a whole message."""
LINE_RESPONSE = 9
"""From the cycle whose end first samples a line high to the first cycle of the switch request."""
TICK_RESPONSE = 7
"""From the prescaler's tick to the first cycle of the request, when one task is due."""
EXPIRY = 9
"""More, for each further task that is due."""


@cocotb.test()
async def response(dut) -> None:
    """From an interrupt line, and from a tick, to the switch request: always the same time."""
    driver = make(dut)
    await driver.reset()
    for task, priority in ((0, 0), (1, 1)):
        await driver.command("task_create", task, priority)
        await driver.command("task_pointer", task, task)
    await driver.store("tick_period", 250)
    await driver.command("start", 1)
    await driver.load("result")
    await driver.transfer(LINES[0], 1 << 31 | 1 << 30 | 1, "store")

    async def cycles_to_request() -> int:
        start = driver.cycles
        await driver.until_shown()
        cycles = driver.cycles - start
        await driver.load("dispatch")
        await driver.load("result")
        return cycles

    for _ in range(40):
        await driver.command("notify_take", 1, 0xFFFFFFFF)
        assert await driver.load("result") == AGAIN
        await driver.load("dispatch")
        for _ in range(random.randrange(20, 60)):
            await driver.cycle()
        dut.lines_i.value = 1
        await driver.cycle()
        assert await cycles_to_request() == LINE_RESPONSE
        dut.lines_i.value = 0
        await driver.command("delay", 0, random.randrange(1, 4))
        assert await driver.load("result") == AGAIN
        await driver.load("dispatch")
        while driver.model.now < driver.model.tasks[1].deadline - 1 or not driver.ticked:
            await driver.cycle()
        assert await cycles_to_request() == TICK_RESPONSE


@cocotb.test()
async def many_due_at_one_tick(dut) -> None:
    """A switch for a tick is requested when all of its tasks are ready; for a line at once."""
    driver = make(dut)
    model = driver.model
    await driver.reset()
    low, *sleepers, line_task = range(6)
    for task in (low, *sleepers, line_task):
        await driver.command("task_create", task, 0 if task == low else 2)
        await driver.command("task_pointer", task, task)
    await driver.store("tick_period", 600)
    await driver.transfer(LINES[0], 1 << 31 | 1 << 30 | line_task, "store")
    await driver.command("start", sleepers[0])

    async def request_at_tick(priorities: tuple[int, ...], line: bool = False) -> int:
        """From the tick at which the sleepers wake to the request; they begin in their order."""
        for task in sleepers:
            assert model.current == task
            await driver.call("delay", 0, 3)
        if model.current == line_task:
            await driver.call("notify_take", 1, 0xFFFFFFFF)
        assert model.current == low
        for task, priority in zip((*sleepers, line_task), (*priorities, 5), strict=True):
            await driver.call("priority", task, priority)
        while model.now < model.tasks[sleepers[0]].deadline - 1 or not driver.ticked:
            await driver.cycle()
        start = driver.cycles
        while line and not model.requested:  # by the first of them; it is not shown
            await driver.cycle()
        dut.lines_i.value = int(line)
        await driver.until_shown()
        cycles = driver.cycles - start
        dut.lines_i.value = 0
        return cycles

    async def goes_on(expected: list[int]) -> None:
        """The sleepers run in this order, each until it suspends itself; then all are ready."""
        assert await driver.load("dispatch") == expected[0]
        for task, then in zip(expected, (*expected[1:], low), strict=True):
            assert await driver.load("result") != AGAIN
            await driver.call("suspend", task)
            assert model.current == then
        await driver.call("priority", low, 8)
        for task in sleepers:
            await driver.call("priority", task, 2)
            await driver.call("resume", task)
        await driver.call("priority", low, 0)

    whole = TICK_RESPONSE + EXPIRY * (len(sleepers) - 1)
    for priorities in ((2, 2, 2, 2), (1, 2, 3, 4), (4, 3, 2, 1), (3, 1, 1, 4)):
        assert await request_at_tick(priorities) == whole
        by_priority = sorted(zip(priorities, sleepers, strict=True), key=lambda pair: -pair[0])
        await goes_on([task for _, task in by_priority])
    assert await request_at_tick((3, 1, 1, 2), line=True) < whole
    assert len(model.delayed) > 0


@cocotb.test()
async def ticks_that_a_lower_task_sees(dut) -> None:
    """At every phase: with the switch that it asks for, and not before, however late that comes.

    A wait of one tick that is begun before ends with it.
    """
    driver = make(dut)
    model = driver.model
    await driver.reset()
    idle, low, *sleepers = range(5)
    for task in (idle, low, *sleepers):
        await driver.command("task_create", task, min(task, 2))
        await driver.command("task_pointer", task, task)
    await driver.store("tick_period", 250)
    await driver.command("start", sleepers[0])

    def all_ready() -> bool:
        return all(model.tasks[task].place == "ready" for task in sleepers)

    async def until_phase(phase: int) -> int:
        """The sleepers wait for a tick; so many cycles after it. Returns the tick before it."""
        for task in sleepers:
            assert model.current == task
            await driver.call("delay", 0, 2)
        assert model.current == low
        while model.now < model.tasks[sleepers[0]].deadline - 1 or not driver.ticked:
            await driver.cycle()
        before = model.now
        for _ in range(phase):
            await driver.cycle()
        return before

    async def sleepers_see(tick: int) -> None:
        for task in sleepers:
            assert model.current == task
            assert await driver.load("result") == Result.OK
            assert await driver.load("tick") == tick % (1 << model.timer_width)
            if task != sleepers[-1]:
                await driver.call("yield")
        await driver.call("yield")

    whole = TICK_RESPONSE + EXPIRY * len(sleepers)
    requested = set()
    for phase in range(whole + 20):
        before = await until_phase(phase)
        requested.add(driver.shown)
        assert await driver.load("tick") == before % (1 << model.timer_width)
        await driver.until_shown()
        assert all_ready()
        await driver.load("dispatch")
        await sleepers_see(before + 1)
    assert requested == {False, True}

    for phase in range(whole + 20):
        before = await until_phase(phase)
        await driver.command("delay", 0, 1)
        assert model.now == before
        await driver.load("result")
        await driver.load("dispatch")
        for _ in range(whole + EXPIRY):
            await driver.cycle()
        assert all_ready()
        if model.current == idle:  # the tick began after the switch
            await driver.load("dispatch")
        assert model.tasks[low].place == "ready", "the wait began before the tick, and ends with it"
        await sleepers_see(before + 1)


@cocotb.test()
async def begins_to_run_in_a_tick(dut) -> None:
    """Who is due and runs before the others are ready waits for them; who is woken does not."""
    driver = make(dut)
    model = driver.model
    await driver.reset()
    low, *sleepers, woken = range(5)
    semaphore, queue = 1, 2

    async def until_they_are_due() -> None:
        """The sleepers delay themselves, and the lowest task runs until their tick begins."""
        for _ in sleepers:
            assert await driver.load("result") != AGAIN
            await driver.call("delay", 0, 3)
        assert model.current == low
        while not model.more_due:
            await driver.cycle()

    for task in (low, *sleepers, woken):
        await driver.command("task_create", task, 0 if task == low else 2)
        await driver.command("task_pointer", task, task)
    await driver.store("tick_period", 600)
    await driver.transfer(LINES[0], 1 << 31 | 1 << 30 | woken, "store")
    await driver.command("start", woken)
    await driver.command("object_create", semaphore, 1 << 16)
    await driver.command("priority", woken, 5)

    waits = [("delay", 0), ("take", semaphore), ("notify_take", 1)]
    for first in range(len(waits) * 2):
        assert model.current == woken
        await driver.call("notify_take", 1, 0xFFFFFFFF)
        first_task = model.current
        for i in range(len(sleepers)):
            if first > 0:  # before a task's first command RESULT is undefined
                assert await driver.load("result") != AGAIN
            await driver.call(*waits[(first + i) % len(waits)], 3)
        assert model.current == low
        while not model.more_due:
            await driver.cycle()
        before = model.now
        if first < len(waits):
            await driver.call("suspend", low)
            assert model.current == first_task
            tick = await driver.load("tick")
            while await driver.load("result") == AGAIN:
                assert tick == before % 256
                tick = await driver.load("tick")
            assert await driver.load("tick") == (before + 1) % 256
            assert all(model.tasks[task].place == "ready" for task in sleepers)
            await driver.call("resume", low)
        dut.lines_i.value = 1
        while model.current != woken:
            await driver.until_shown()
            await driver.load("dispatch")
        dut.lines_i.value = 0
        assert await driver.load("result") == Result.OK
        if first >= len(waits):
            assert model.tick_open, "it has waited for the end of the tick"
            while model.tick_open:
                await driver.cycle()
        for task in sleepers:
            await driver.call("suspend", task)
        for task in sleepers:
            await driver.call("resume", task)

    # its time has ended with the tick, too, but it has been notified
    await driver.call("notify_take", 1, 3)
    await until_they_are_due()
    await driver.command("notify_increment", woken, isr=True)
    await driver.call("suspend", low)
    assert model.current == woken
    assert await driver.load("result") == Result.OK
    assert model.tick_open, "it has waited for the end of the tick"

    # a message has come, and its end makes room for the one that waits to send
    while model.tick_open:
        await driver.cycle()
    await driver.call("resume", low)
    await driver.call("queue_create", queue, 1 | 1 << 16)
    await driver.command("queue_receive", queue, FOREVER, index=MESSAGE)
    assert await driver.load("result") == AGAIN
    await driver.load("dispatch")
    await until_they_are_due()
    await driver.command("queue_send", queue, 0, isr=True, index=MESSAGE)
    await driver.command("queue_send", queue, FOREVER, index=MESSAGE)
    assert await driver.load("result") == AGAIN
    await driver.load("dispatch")
    assert model.current == woken
    for _ in range(2):
        assert await driver.load("result") == Result.OK
        assert model.tick_open, "it has waited for the end of the tick"
