# SPDX-License-Identifier: Apache-2.0
"""Commands after a reset, one after another, and those that are none."""

import os

import cocotb

from kernel.driver import COMMAND_LATENCY
from kernel.model import AGAIN, Result
from kernel.registers import (
    ISR_OPERATIONS,
    ISR_WINDOW,
    ISR_WORDS,
    LINE_BITS,
    LINES,
    MONITOR,
    MONITOR_GLOBAL,
    NOTIFICATION_STRIDE,
    OFFSETS,
    OPERATIONS,
    TASK_OPERATIONS,
    WORDS,
)
from kernel.script import make

COUNT_WIDTH = 16
"""Bits of a semaphore's count, by default."""


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
    await driver.settle()


@cocotb.test()
async def a_second_start(dut) -> None:
    """The scheduler starts once: who runs is not replaced."""
    driver = make(dut)
    await driver.reset()
    for task in range(2):
        await driver.command("task_create", task, 1)
    await driver.command("start", 0)
    await driver.command("start", 1)
    assert await driver.load("result") == Result.ERROR_BUSY
    await driver.settle()


@cocotb.test()
async def commands_back_to_back(dut) -> None:
    """Software that does nothing but issue commands holds up neither ticks nor lines.

    A tick that releases a task above the running one becomes visible with the switch to it, so
    those that come meanwhile are counted, and none of them is seen.
    """
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
    for above in (True, False):
        for _ in range(3):  # the others wait for one tick each
            await driver.command("delay", 0, 1)
            await driver.load("result")
            await driver.load("dispatch")
        assert model.current == 0
        if above:
            await driver.command("priority", 0, 2)
        assert not model.requested
        begun, ticks, pended = driver.cycles, model.now, model.ticks_pended
        lines, expired = len(driver.lines_served), driver.commits["expire"]
        while driver.cycles - begun < 20 * period:
            dut.lines_i.value = (driver.cycles - begun) // 100 & 1
            await driver.command("object_count", 0)
        if above:
            assert model.now - ticks >= 18, "ticks are held up"
        else:
            assert model.now == ticks, "a tick is seen before the switch that it asks for"
            assert model.ticks_pended - pended >= 18, "ticks are lost"
            assert model.requested
        assert len(driver.lines_served) - lines >= 20 * period // 200 - 1, "lines are held up"
        assert driver.commits["expire"] - expired == 3, "tasks that are due are held up"
        if above:
            await driver.command("priority", 0, 0)
            await driver.load("result")
            await driver.load("dispatch")
    assert set(driver.latency["command"]) == {COMMAND_LATENCY}


@cocotb.test()
async def loads_right_behind_a_command(dut) -> None:
    """A word that the command has just written is loaded a cycle later, any other one at once."""
    driver = make(dut)
    await driver.reset()
    for task in range(2):
        await driver.command("task_create", task, task)
        await driver.command("task_pointer", task, 0x1234)
    await driver.command("start", 1)
    await driver.settle()
    driver.rests = False
    for register, cycles in (("value", 1), ("status", 0), ("current", 0)):
        driver.latency.clear()
        await driver.command("task_state", 0)
        await driver.load(register)
        [kind] = set(driver.latency) - {"command"}
        assert driver.latency[kind] == {cycles: 1}, register
        await driver.settle()


@cocotb.test()
async def how_it_is_built(dut) -> None:
    """Registers tell how large each thing is, and what was built in."""
    driver = make(dut)
    await driver.reset()
    for register, parameter in (
        ("tasks", "NTasks"),
        ("priorities", "NPriorities"),
        ("objects", "NObjects"),
        ("lines", "NLines"),
    ):
        assert await driver.load_raw(OFFSETS[register]) == int(os.environ[parameter])
    built_in = (("EventGroups", 16), ("Tickless", 17), ("Monitor", 19))
    sizes = driver.model.message_words << 24 | driver.model.indices << 20
    expected = sizes | COUNT_WIDTH << 8 | int(os.environ["TimerWidth"])
    for parameter, bit in built_in:
        expected |= int(os.environ.get(parameter, "1")) << bit
    assert await driver.load_raw(OFFSETS["widths"]) == expected


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
    watched = [address for first in MONITOR.values() for address in range(first, first + size, 4)]
    once = {OFFSETS[name] for name in MONITOR_GLOBAL}
    words = (*WORDS, *ISR_WORDS) if driver.model.message_words else ()
    registers = {*OFFSETS.values(), *LINES[:lines], *bits, *words}
    registers = registers | {*watched} if driver.monitor else registers - once
    others = (0x3FFFC, ISR_WINDOW, 0x400, 0x20002, NOTIFICATION_STRIDE + OFFSETS["status"])
    for line in LINES[:lines]:
        await driver.transfer(line, 1 << 31, "store")
    for offset in (*range(0x20000, 0x20200, 4), *range(0x30000, 0x32400, 4), *others):
        await driver.store("error", 0)
        driver.model.clear_errors()
        value = await driver.load_raw(offset)
        refused = await driver.load_raw(OFFSETS["error"]) & 0xF == Result.ERROR_OPERATION
        assert refused == (offset not in registers), f"load of {offset:#x}"
        assert not (refused and value), f"load of {offset:#x}: {value:#x}"
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
