# SPDX-License-Identifier: Apache-2.0
"""More mutexes than a task can count, where counts have few bits."""

import cocotb

from kernel.model import Result
from kernel.script import make


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
    await driver.settle()
