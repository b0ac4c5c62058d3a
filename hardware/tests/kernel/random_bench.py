# SPDX-License-Identifier: Apache-2.0
"""The whole hardware kernel against the golden model, under random software."""

import os
import random

import cocotb

from kernel.driver import COMMAND_LATENCY, RETRY_LATENCY, Driver
from kernel.script import make
from kernel.stimulus import Software

SELECTION_LATENCY = 4
"""Cycles from a change of the ready lists to the selection that knows it: a dispatch waits."""

WORD_LATENCY = 8
"""Cycles until the last word of a message is there, at most."""

SECOND_PASS_LATENCY = 10
"""The same, when an operation moves two tasks."""


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
    await _run(dut, driver, software)
    assert driver.commits["retry"], "no wait was completed"
    assert set(driver.latency["command"]) == {COMMAND_LATENCY}
    assert set(driver.latency["retry"]) == {RETRY_LATENCY}
    assert set(driver.latency["load"]) == {0}
    assert set(driver.latency["load from memory"]) <= {0, 1}
    assert set(driver.latency["store"]) == {0}
    if model.preemption:  # else a switch waits for all who are due at a tick
        assert max(driver.latency["dispatch"]) <= SECOND_PASS_LATENCY
    else:
        assert driver.latency["dispatch without preemption"], "no task was switched to"
    assert set(driver.selection) == {SELECTION_LATENCY}


@cocotb.test()
async def random_event_groups(dut) -> None:
    """The same with little else than event groups, of tasks and service routines."""
    driver = make(dut)
    await driver.reset()
    lines = int(os.environ["NLines"])
    software = Software(driver, random, lines, only=("group", "delay", "resume"))
    await software.boot(period=16 * len(driver.model.tasks), first_tick=0)
    await _run(dut, driver, software)
    assert driver.commits["group_step"] > 10, "few waiters were looked at"
    assert set(driver.latency["command"]) == {COMMAND_LATENCY}
    assert set(driver.latency["retry"]) == {RETRY_LATENCY}


@cocotb.test()
async def random_messages(dut) -> None:
    """The same with little else than queues, most of them of messages."""
    driver = make(dut)
    await driver.reset()
    lines = int(os.environ["NLines"])
    software = Software(driver, random, lines, only=("queue", "delay", "resume", "object_reset"))
    await software.boot(period=16 * len(driver.model.tasks), first_tick=0)
    await _run(dut, driver, software)
    assert driver.commits["handover"], "no message woke a task"
    assert set(driver.latency["command"]) == {COMMAND_LATENCY}
    assert set(driver.latency["command that hands over"]) == {2 * COMMAND_LATENCY}
    assert set(driver.latency["retry"]) == {RETRY_LATENCY}
    again = driver.latency.get("retry that hands over", {COMMAND_LATENCY + RETRY_LATENCY})
    assert set(again) == {COMMAND_LATENCY + RETRY_LATENCY}
    assert max(driver.latency["word"]) <= WORD_LATENCY


async def _run(dut, driver: Driver, software: Software) -> None:
    """Run the software; tell what happened, and if it fails what led there."""
    try:
        await software.run(int(os.environ["STEPS"]))
    except (AssertionError, IndexError):
        dut._log.error("cycle %d\n%s", driver.cycles, "\n".join(driver.trace))
        raise
    dut._log.info("commits %s", dict(driver.commits))
    dut._log.info("latency %s", {kind: dict(n) for kind, n in driver.latency.items()})
