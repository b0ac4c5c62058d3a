# SPDX-License-Identifier: Apache-2.0
"""Directed tests: programs written out call by call, with what FreeRTOS does at each of them."""

import os
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, NamedTuple

import cocotb

from kernel.driver import Driver
from kernel.model import AGAIN, FOREVER, NOTIFICATIONS, Model, Result
from kernel.model.monitor import Monitor

IDLE, LOW, MIDDLE, HIGH, PEER = range(5)
PRIORITIES = (0, 1, 3, 5, 3)
"""Of these tasks."""
A, B = 0, 1
"""Two mutexes."""


class Standing(NamedTuple):
    """A task's priority, and the one that it has without inheritance."""

    priority: int
    base: int


def make(dut) -> Driver:
    """Return a driver with a model of the device's size."""
    size = {
        name: int(os.environ[name]) for name in ("NTasks", "NPriorities", "NObjects", "TimerWidth")
    }
    model = Model(size["NTasks"], size["NPriorities"], size["NObjects"], size["TimerWidth"])
    of_objects = (size["NObjects"] - 1).bit_length() + 1
    model.held_width = max(int(os.environ.get("CountWidth", "16")), of_objects)
    model.event_groups = os.environ.get("EventGroups", "1") == "1"
    model.message_words = int(os.environ.get("MessageWords", "64"))
    model.indices = int(os.environ.get("NNotifications", NOTIFICATIONS))
    monitor = Monitor(size["NTasks"]) if os.environ.get("Monitor", "1") == "1" else None
    return Driver(dut, model, monitor)


class Script:
    """A program whose author says which task calls what."""

    def __init__(self, dut) -> None:
        self.driver = make(dut)

    async def start(self, priorities: tuple[int, ...], first: int, ticks: bool = False) -> None:
        """Task ``first`` runs, task 0 idles, the others are suspended."""
        driver = self.driver
        await driver.reset()
        for task, priority in enumerate(priorities):
            await driver.command("task_create", task, priority)
            await driver.command("task_pointer", task, self.pointer(task))
        await driver.store("tick_period", 40 * len(driver.model.tasks) if ticks else 0)
        await driver.command("start", first)
        for task in range(1, len(priorities)):
            if task != first:
                await driver.command("suspend", task)

    @staticmethod
    def pointer(task: int) -> int:
        """A task's control block."""
        return 0x1000 + 16 * task

    async def runs(self) -> int:
        """Return the running task, as the device says."""
        return await self.driver.load("current_id")

    async def result(self) -> int | None:
        """RESULT of the running task; None when it was AGAIN, and then another task runs."""
        code = await self.driver.load("result")
        if code == AGAIN:
            await self.driver.load("dispatch")
            return None
        return code

    async def call(
        self, name: str, identifier: int = 0, argument: int = 0, index: int = 0
    ) -> int | None:
        """A call of the running task, with its first load of RESULT."""
        await self.driver.command(name, identifier, argument, index=index)
        return await self.result()

    async def isr(
        self, name: str, identifier: int = 0, argument: int = 0, index: int = 0
    ) -> tuple[int, bool]:
        """A call of an interrupt service routine: its result, and whether it wants a switch."""
        await self.driver.command(name, identifier, argument, isr=True, index=index)
        code = await self.driver.load("isr_result")
        return code & 0xFF, bool(code >> 8)

    async def interrupt(self) -> None:
        """Wait for the interrupt that requests a switch, and switch."""
        for _ in range(10000):
            if self.driver.dut.switch_request_o.value:
                await self.driver.load("dispatch")
                return
            await self.driver.cycle()
        raise AssertionError("no switch is requested")

    async def begin(self, task: int, how: str = "resume") -> None:
        """Resume a task above the running one, or abort its wait: it runs."""
        assert await self.call(how, task) is None
        assert await self.runs() == task

    async def catch_up(self, ticks: int) -> int | None:
        """CATCH_UP_TICKS, until the ticks are worked off."""
        await self.driver.command("catch_up_ticks", 0, ticks)
        while self.driver.model.resuming:
            await self.driver.cycle()
        return await self.result()

    async def resume_all(self) -> int | None:
        """RESUME_ALL, until what the suspension held up is worked off."""
        await self.driver.command("resume_all", 0)
        while self.driver.model.resuming:
            await self.driver.cycle()
        return await self.result()

    async def wait(self, name: str, identifier: int = 0, ticks: int = FOREVER) -> None:
        """A call that blocks."""
        assert await self.call(name, identifier, ticks) is None

    async def answer(self, code: Result) -> None:
        """The running task learns the result of a call that switched."""
        assert await self.result() == code

    async def goes_on(self, task: int, code: Result) -> None:
        """A task runs, and learns the result of its call."""
        assert await self.runs() == task
        await self.answer(code)

    async def standing(self, task: int) -> Standing:
        """Priorities of a task."""
        await self.driver.command("task_state", task, isr=True)
        value = await self.driver.load("isr_value")
        return Standing(value >> 8 & 0xFF, value >> 24)

    async def holder(self, mutex: int) -> int:
        """Control block of the task that holds a mutex."""
        await self.driver.command("object_holder", mutex, isr=True)
        return await self.driver.load("isr_value")

    async def settle(self) -> None:
        """Compare the whole state as soon as nothing is in progress."""
        await self.driver.settle()


async def two_mutexes(dut, ticks: bool = False) -> Script:
    """LOW runs, and two mutexes are free."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW, ticks)
    for mutex in (A, B):
        assert await script.call("mutex_create", mutex) == Result.OK
    return script


def directed(
    begin: Callable[..., Awaitable[Script]], *arguments: Any, **options: Any
) -> Callable[[Callable[[Script], Awaitable[None]]], Any]:
    """Make a test of what follows on a beginning; at its end the whole state is compared."""

    def decorated(test: Callable[[Script], Awaitable[None]]) -> Any:
        @cocotb.test()
        @wraps(test)
        async def run(dut) -> None:
            script = await begin(dut, *arguments, **options)
            await test(script)
            await script.settle()

        return run

    return decorated
