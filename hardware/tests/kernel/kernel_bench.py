# SPDX-License-Identifier: Apache-2.0
"""The whole hardware kernel against the golden model, under random software."""

from __future__ import annotations

import os
import random

import cocotb
from cocotb.triggers import ClockCycles

from kernel.driver import Driver
from kernel.model import AGAIN, Result
from kernel.model.state import PATIENCE
from kernel.registers import (
    ISR_OPERATIONS,
    ISR_WINDOW,
    LINE_BITS,
    LINES,
    MONITOR,
    MONITOR_GLOBAL,
    NOTIFICATION_STRIDE,
    OFFSETS,
    OPERATIONS,
    TASK_OPERATIONS,
)
from kernel.script import make
from kernel.stimulus import Software

COMMAND_LATENCY = 5
"""Cycles from the request of a command, or of a load that completes a wait, to its grant."""
SELECTION_LATENCY = 4
"""Cycles from a change of the ready lists to the selection that knows it: a dispatch waits."""

SECOND_PASS_LATENCY = 10
"""The same, when an operation moves two tasks."""

LINE_RESPONSE = 9
"""From the cycle whose end first samples a line high to the first cycle of the switch request."""
TICK_RESPONSE = 7
"""From the prescaler's tick to the first cycle of the request, when one task is due."""
EXPIRY = 9
"""More, for each further task that is due."""


@cocotb.test()
async def random_software(dut) -> None:
    """Random calls, interrupts and ticks; the state agrees, and every latency is one number."""
    driver = make(dut)
    model = driver.model
    await driver.reset()
    software = Software(driver, random, int(os.environ["NLines"]))
    if random.random() < 0.3:
        model.preemption = random.random() < 0.5
        model.time_slicing = random.random() < 0.5
        hook = random.random() < 0.5
        await driver.store("control", model.preemption | model.time_slicing << 1 | hook << 2)
    await software.boot(
        period=random.choice((40, 16 * len(model.tasks), 300)),
        first_tick=random.choice((0, (1 << model.timer_width) - 20)),
    )
    try:
        await software.run(int(os.environ["STEPS"]))
    except (AssertionError, IndexError):
        dut._log.error("cycle %d\n%s", driver.cycles, "\n".join(driver.trace))
        raise
    dut._log.info("commits %s", dict(driver.commits))
    dut._log.info("latency %s", {kind: dict(n) for kind, n in driver.latency.items()})
    assert driver.commits["retry"], "no wait was completed"
    assert set(driver.latency["command"]) == {COMMAND_LATENCY}
    assert set(driver.latency["retry"]) == {COMMAND_LATENCY}
    assert set(driver.latency["load"]) == {0}
    assert set(driver.latency["store"]) == {0}
    assert max(driver.latency["dispatch"]) <= SECOND_PASS_LATENCY
    assert set(driver.selection) == {SELECTION_LATENCY}


@cocotb.test()
async def random_event_groups(dut) -> None:
    """The same with little else than event groups, of tasks and service routines."""
    driver = make(dut)
    await driver.reset()
    lines = int(os.environ["NLines"])
    software = Software(driver, random, lines, only=("group", "delay", "resume"))
    await software.boot(period=16 * len(driver.model.tasks), first_tick=0)
    try:
        await software.run(int(os.environ["STEPS"]))
    except (AssertionError, IndexError):
        dut._log.error("cycle %d\n%s", driver.cycles, "\n".join(driver.trace))
        raise
    dut._log.info("commits %s", dict(driver.commits))
    assert driver.commits["group step"] > 10, "few waiters were looked at"
    assert set(driver.latency["command"]) == {COMMAND_LATENCY}
    assert set(driver.latency["retry"]) == {COMMAND_LATENCY}


@cocotb.test()
async def commands_after_a_reset(dut) -> None:
    """The first command waits until the memories are cleared, which loads do not."""
    driver = make(dut)
    await driver.begin_reset()
    assert not await driver.initialised()
    last = len(driver.model.tasks) - 1
    await driver.command("task_create", last, 1)
    assert await driver.initialised()
    await driver.command("task_pointer", last, last)
    await driver.command("start", last)
    await _settle(driver)


@cocotb.test()
async def commands_back_to_back(dut) -> None:
    """Software that does nothing but issue commands holds up neither ticks nor lines."""
    driver = make(dut)
    model = driver.model
    await driver.reset()
    for task in range(4):
        await driver.command("task_create", task, min(task, 1))
        await driver.command("task_pointer", task, task)
    period = 16 * len(model.tasks)
    await driver.store("tick_period", period)
    await driver.transfer(LINES[0], 1 << 31 | 1 << 30 | 1, "store")
    await driver.command("start", 3)
    for _ in range(3):  # the others wait for one tick each, for ever again
        await driver.command("delay", 0, 1)
        await driver.load("result")
        await driver.load("dispatch")
    begun, ticks = driver.cycles, model.now
    while driver.cycles - begun < 20 * period:
        dut.lines_i.value = (driver.cycles - begun) // 100 & 1
        await driver.command("object_count", 0)
    assert model.now - ticks >= 18, "ticks are held up"
    assert len(driver.lines_served) >= 20 * period // 200 - 1, "lines are held up"
    assert driver.commits["expire"] == 3, "tasks that are due are held up"
    assert set(driver.latency["command"]) == {COMMAND_LATENCY}


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

    async def call(name: str, task: int, argument: int = 0) -> None:
        await driver.command(name, task, argument)
        if await driver.load("result") == AGAIN:
            await driver.load("dispatch")

    async def request_at_tick(priorities: tuple[int, ...], line: bool = False) -> int:
        """From the tick at which the sleepers wake to the request; they begin in their order."""
        for task in sleepers:
            assert model.current == task
            await call("delay", 0, 3)
        if model.current == line_task:
            await call("notify_take", 1, 0xFFFFFFFF)
        assert model.current == low
        for task, priority in zip((*sleepers, line_task), (*priorities, 5), strict=True):
            await call("priority", task, priority)
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
            await call("suspend", task)
            assert model.current == then
        await call("priority", low, 8)
        for task in sleepers:
            await call("priority", task, 2)
            await call("resume", task)
        await call("priority", low, 0)

    whole = TICK_RESPONSE + EXPIRY * (len(sleepers) - 1)
    for priorities in ((2, 2, 2, 2), (1, 2, 3, 4), (4, 3, 2, 1), (3, 1, 1, 4)):
        assert await request_at_tick(priorities) == whole
        by_priority = sorted(zip(priorities, sleepers, strict=True), key=lambda pair: -pair[0])
        await goes_on([task for _, task in by_priority])
    assert await request_at_tick((3, 1, 1, 2), line=True) < whole
    assert len(model.delayed) > 0


@cocotb.test()
async def ticks_that_a_lower_task_sees(dut) -> None:
    """At every phase: not before the tasks that a tick releases are ready and about to run.

    A wait of one tick, begun before the tick is seen, ends with it.
    """
    driver = make(dut)
    model = driver.model
    await driver.reset()
    idle, low, *sleepers = range(5)
    for task in (idle, low, *sleepers):
        await driver.command("task_create", task, min(task, 2))
        await driver.command("task_pointer", task, task)
    await driver.store("tick_period", 400)
    await driver.command("start", sleepers[0])

    async def call(name: str, identifier: int = 0, argument: int = 0) -> None:
        await driver.command(name, identifier, argument)
        if await driver.load("result") == AGAIN:
            await driver.load("dispatch")

    def all_ready() -> bool:
        return all(model.tasks[task].place == "ready" for task in sleepers)

    async def until_phase(phase: int) -> int:
        """The sleepers wait for a tick; so many cycles after it. Returns the tick before it."""
        for task in sleepers:
            assert model.current == task
            await call("delay", 0, 2)
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
                await call("yield")
        await call("yield")

    whole = TICK_RESPONSE + EXPIRY * len(sleepers)
    seen = set()
    for phase in range(whole + 20):
        before = await until_phase(phase)
        shown = driver.shown
        tick = await driver.load("tick")
        seen.add(tick - before)
        if tick != before:
            assert shown, "the tick is seen before the switch is requested"
            assert all_ready(), "... or before its tasks are ready"
        await driver.until_shown()
        await driver.load("dispatch")
        await sleepers_see(before + 1)
    assert seen == {0, 1}

    ends = set()
    for phase in range(whole + 20):
        before = await until_phase(phase)
        await driver.command("delay", 0, 1)
        unseen = model.now == before
        await driver.load("result")
        await driver.load("dispatch")
        for _ in range(whole + EXPIRY):
            await driver.cycle()
        assert all_ready()
        if model.current == idle:  # the tick began after the switch
            await driver.load("dispatch")
        ready = model.tasks[low].place == "ready"
        assert ready or not unseen, "the wait began before the tick, and does not end with it"
        ends.add(ready)
        await sleepers_see(before + 1)
        if not ready:
            await call("abort_delay", low)
    assert ends == {False, True}


@cocotb.test()
async def begins_to_run_in_a_tick(dut) -> None:
    """Who is due and runs before the others are ready waits for them; who is woken does not."""
    driver = make(dut)
    model = driver.model
    await driver.reset()
    low, *sleepers, woken = range(5)
    semaphore = 1
    for task in (low, *sleepers, woken):
        await driver.command("task_create", task, 0 if task == low else 2)
        await driver.command("task_pointer", task, task)
    await driver.store("tick_period", 600)
    await driver.transfer(LINES[0], 1 << 31 | 1 << 30 | woken, "store")
    await driver.command("start", woken)
    await driver.command("object_create", semaphore, 1 << 16)
    await driver.command("priority", woken, 5)

    async def call(name: str, identifier: int = 0, argument: int = 0) -> None:
        await driver.command(name, identifier, argument)
        if await driver.load("result") == AGAIN:
            await driver.load("dispatch")

    waits = [("delay", 0), ("take", semaphore), ("notify_take", 1)]
    for first in range(len(waits) * 2):
        assert model.current == woken
        await call("notify_take", 1, 0xFFFFFFFF)
        first_task = model.current
        for i in range(len(sleepers)):
            assert await driver.load("result") != AGAIN
            await call(*waits[(first + i) % len(waits)], 3)
        assert model.current == low
        while not model.tick_open:
            await driver.cycle()
        before = model.now
        if first < len(waits):
            await call("suspend", low)
            assert model.current == first_task
            while await driver.load("result") == AGAIN:
                assert await driver.load("tick") == before % 256
            assert await driver.load("tick") == (before + 1) % 256
            assert all(model.tasks[task].place == "ready" for task in sleepers)
            await call("resume", low)
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
            await call("suspend", task)
        for task in sleepers:
            await call("resume", task)

    # its time has ended with the tick, too, but it has been notified
    await call("notify_take", 1, 3)
    for _ in sleepers:
        assert await driver.load("result") != AGAIN
        await call("delay", 0, 3)
    assert model.current == low
    while not model.tick_open:
        await driver.cycle()
    await driver.command("notify_increment", woken, isr=True)
    await call("suspend", low)
    assert model.current == woken
    assert await driver.load("result") == Result.OK
    assert model.tick_open, "it has waited for the end of the tick"


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
    assert model.now == now + 1
    assert await driver.load("dispatch") == equals[1]
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


async def _settle(driver: Driver) -> None:
    """Compare the whole state as soon as nothing is in progress."""
    for _ in range(200):
        if driver.settled():
            driver.compare()
            return
        await driver.cycle()
    raise AssertionError("the device does not settle")


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
        ends = driver.commits["tick end"]
        while driver.commits["tick end"] == ends:
            await driver.cycle()
        for _ in range(random.randrange(30)):
            await driver.cycle()
        task = random.choice([t for t, one in enumerate(model.tasks) if one.place == "delayed"])
        if random.random() < 0.5:
            await driver.command("notify_increment", task, isr=True)
        else:  # it enters another list, so that its links say nothing about the delayed tasks
            await driver.command("suspend", task)
            await driver.command("resume", task)
            if await driver.load("result") == AGAIN:
                await driver.load("dispatch")
        ticks = model.begun_ticks
        for _ in range(2 * period):  # the running task does nothing: the kernel has all the time
            await driver.cycle()
        assert model.begun_ticks - ticks == 2, "ticks are held up"
        assert model.now + model.ticks_pended == model.begun_ticks, "a tick is held up"
        await _settle(driver)


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
            await _settle(driver)
        await wake(random.randint(1, 2))
        await _settle(driver)
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
        await _settle(driver)
        while await driver.load("result") == AGAIN:
            await driver.load("dispatch")
        for task in removed:
            if model.tasks[task].alive:
                await driver.command("resume", task)
            else:
                await driver.command("task_create", task, random.randint(1, 3))
            while await driver.load("result") == AGAIN:
                await driver.load("dispatch")


@cocotb.test()
async def more_mutexes_than_are_counted(dut) -> None:
    """A reset leaves the mutex in its former holder's number, which begins anew from 0."""
    driver = make(dut)
    await driver.reset()
    await driver.command("mutex_create", 0)
    await driver.command("task_create", 0, 1)
    await driver.command("start", 0)
    most = (1 << driver.model.held_width) - 1
    calls = [("take", Result.OK), ("object_reset", Result.OK), ("give", Result.OK)]
    for name, expected in (*(most * calls), ("take", Result.OK), ("give", Result.ERROR_OWNER)):
        await driver.load("result")
        await driver.command(name, 0)
        assert await driver.load("result") == expected
    await _settle(driver)


@cocotb.test()
async def decoder(dut) -> None:
    """Each offset that the register description does not have is refused and reported."""
    driver = make(dut)
    await driver.reset()
    absent = {OPERATIONS[name] for name in driver.model.absent}
    for isr, described in ((False, TASK_OPERATIONS), (True, ISR_OPERATIONS)):
        defined = [operation for operation in described if operation not in absent]
        for operation in range(64):
            if operation in defined:
                continue
            before = await driver.load_raw(OFFSETS["error"])
            await driver.command(operation, 3, 0x12345678, isr=isr)
            expected = (before >> 24) + 1 << 24 | isr << 22 | operation << 16 | 3 << 8
            assert await driver.load("error") == expected | Result.ERROR_OPERATION
            await driver.load("isr_result" if isr else "result")
        # what is defined is not refused as undefined
        for operation in defined:
            await driver.store("error", 0)
            driver.model.clear_errors()
            await driver.command(operation, 0, 0, isr=isr)
            assert await driver.load("error") & 0xF != Result.ERROR_OPERATION
            while await driver.load("result") == AGAIN:
                await driver.load("dispatch")
    lines = int(os.environ["NLines"])
    bits = LINE_BITS[:lines] if driver.model.event_groups else ()
    size = 4 * len(driver.model.tasks)
    watched = [one for first in MONITOR.values() for one in range(first, first + size, 4)]
    once = {OFFSETS[name] for name in MONITOR_GLOBAL}
    registers = {*OFFSETS.values(), *LINES[:lines], *bits}
    registers = registers | {*watched} if driver.monitor else registers - once
    others = (0x3FFFC, ISR_WINDOW, 0x400, 0x20002, NOTIFICATION_STRIDE + OFFSETS["status"])
    for offset in (*range(0x20000, 0x20200, 4), *range(0x30000, 0x32400, 4), *others):
        await driver.store("error", 0)
        driver.model.clear_errors()
        await driver.load_raw(offset)
        refused = await driver.load_raw(OFFSETS["error"]) & 0xF == Result.ERROR_OPERATION
        assert refused == (offset not in registers), f"load of {offset:#x}"
    for name in ("result", "status", "identification", "dispatch"):
        await driver.store("error", 0)
        await driver.store(name, 1)
        assert await driver.load_raw(OFFSETS["error"]) & 0xF == Result.ERROR_OPERATION
    for window in (0, ISR_WINDOW):  # half a word is no command
        await driver.store("error", 0)
        await driver.transfer(window | OPERATIONS["give"] << 10 | 2, 0, "store")
        assert await driver.load_raw(OFFSETS["error"]) & 0xF == Result.ERROR_OPERATION
    # the count of errors stays at its most
    for _ in range(260):
        await driver.load_raw(0x3FFFC)
    assert await driver.load_raw(OFFSETS["error"]) >> 24 == 0xFF
