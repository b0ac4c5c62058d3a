# SPDX-License-Identifier: Apache-2.0
"""The whole hardware kernel against the golden model, under random software."""

from __future__ import annotations

import os
import random

import cocotb

from kernel.driver import Driver
from kernel.model import Model
from kernel.stimulus import Software

COMMAND_LATENCY = 5
"""Cycles from the request of a command, or of a load that completes a wait, to its grant."""


def sizes(dut) -> dict[str, int]:  # noqa: ANN001
    """The device's parameters."""
    names = ("NTasks", "NPriorities", "NObjects", "NLines", "TimerWidth")
    return {name: int(os.environ[name]) for name in names}


@cocotb.test()
async def random_software(dut) -> None:  # noqa: ANN001
    """Random calls, interrupts and ticks; the state agrees, and every latency is one number."""
    size = sizes(dut)
    seed = int(os.environ["SEED"])
    rng = random.Random(seed)
    model = Model(size["NTasks"], size["NPriorities"], size["NObjects"], size["TimerWidth"])
    driver = Driver(dut, model)
    await driver.reset()
    software = Software(driver, rng, size["NLines"])
    if rng.random() < 0.3:
        model.preemption = rng.random() < 0.5
        model.time_slicing = rng.random() < 0.5
        await driver.store("control", model.preemption | model.time_slicing << 1)
    await software.boot(
        period=rng.choice((16 * size["NTasks"], 300, 2000)),
        first_tick=rng.choice((0, (1 << size["TimerWidth"]) - 20)),
    )
    try:
        await software.run(int(os.environ["STEPS"]))
    except AssertionError:
        dut._log.error("seed %d, cycle %d\n%s", seed, driver.cycles, "\n".join(driver.trace))
        raise
    dut._log.info("commits %s", dict(driver.commits))
    dut._log.info("latency %s", {kind: dict(n) for kind, n in driver.latency.items()})
    assert set(driver.latency["command"]) == {COMMAND_LATENCY}
    assert set(driver.latency.get("retry", {COMMAND_LATENCY: 1})) == {COMMAND_LATENCY}
    assert set(driver.latency["load"]) == {0}
    assert set(driver.latency["store"]) == {0}
