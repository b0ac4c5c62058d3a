# SPDX-License-Identifier: Apache-2.0
"""A reset at any moment: nothing is left of what was before."""

import os
import random

import cocotb
from cocotb.triggers import RisingEdge

from kernel.driver import Driver
from kernel.model import Result
from kernel.registers import LINES, MONITOR, OFFSETS, OPERATIONS, command_offset
from kernel.script import make
from kernel.stimulus import Software

RUNS = 24
UNDEFINED = (
    *("result", "value", "dispatch", "current", "cycles", "cycles_high", "monitor_high"),
    "idle_ticks",
)
"""Registers that a reset leaves as they are, or that go on at once; STATUS is read before, and says
that IDLE_TICKS is not valid."""
COMMAND = 12
"""Cycles that a command takes, at most."""


async def _all_that_is_read(driver: Driver) -> dict[str, int]:
    """Return the words of all registers that a reset defines."""
    offsets = {
        name: offset for name, offset in OFFSETS.items() if name not in (*UNDEFINED, "status")
    }
    for line in range(int(os.environ["NLines"])):
        offsets[f"line {line}"] = LINES[line]
    for name, first in MONITOR.items():
        for task in range(len(driver.model.tasks)):
            offsets[f"{name} {task}"] = first + 4 * task
    return {name: await driver.load_raw(offset) for name, offset in offsets.items()}


async def _begin_a_command(dut) -> None:
    """Any one, for as many cycles as it may take, or fewer."""
    operation = random.choice([*OPERATIONS.values()])
    dut.addr_i.value = command_offset(operation, random.randrange(6), isr=random.random() < 0.3)
    dut.wdata_i.value = random.choice((0, 1, 3, 1 << 16 | 1, 0xFFFFFFFF))
    dut.req_i.value = dut.we_i.value = 1
    dut.lines_i.value = random.getrandbits(3)
    for _ in range(random.randrange(COMMAND)):
        await RisingEdge(dut.clk_i)


def _forget(dut) -> None:
    """Make 0 of what a reset leaves undefined, and the model has as 0."""
    tasks = dut.u_tasks
    messages = dut.u_objects.gen_messages.u_messages
    for memory in (tasks.u_result_code, tasks.u_result_value, messages.u_words):
        for word in memory.memory_q:
            word.value = 0


@cocotb.test()
async def random_software_after_resets(dut) -> None:
    """All reads as after the first reset, and random software finds what the model does."""
    driver = make(dut)
    await driver.reset()
    new = await _all_that_is_read(driver)
    for run in range(RUNS):
        software = Software(driver, random, int(os.environ["NLines"]))
        await software.boot(period=16 * len(driver.model.tasks), first_tick=random.choice((0, 250)))
        await driver.store("control", 0b1111)
        driver.on_store(OFFSETS["control"], 0b1111)
        await software.run(int(os.environ["STEPS"]))
        await _begin_a_command(dut)
        driver = make(dut)
        await driver.begin_reset_again()
        _forget(dut)
        while not await driver.initialised():
            pass
        assert not driver.watch.u_turns.watches_q.value, "nobody has a deadline"
        read = await _all_that_is_read(driver)
        assert {name: word for name, word in read.items() if word != new[name]} == {}, run


@cocotb.test()
async def a_reset_while_a_suspension_ends(dut) -> None:
    """What was left to be worked off is forgotten: RESULT does not say AGAIN."""
    driver = make(dut)
    await driver.begin_reset()
    for cycles in range(12):
        driver.rests = False
        await driver.command("task_create", 0, 0)  # as soon as the memories are cleared
        assert await driver.load("result") == Result.OK
        await driver.command("start", 0)
        await driver.command("catch_up_ticks", 0, 9)
        assert driver.model.resuming
        for _ in range(cycles):
            await driver.cycle()
        driver = make(dut)
        await driver.begin_reset_again()
