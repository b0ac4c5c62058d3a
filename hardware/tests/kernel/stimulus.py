# SPDX-License-Identifier: Apache-2.0
"""Random software for the hardware kernel: tasks, interrupts, and now and then a mistake."""

import os
from types import ModuleType

from kernel.driver import Driver
from kernel.model import AGAIN, FOREVER, Result
from kernel.model.groups import ALL, CLEAR
from kernel.model.queues import (
    CHANGES,
    FRONT,
    JOINS,
    NOBODY,
    OVERWRITTEN,
    PEEKED,
    RECEIVED,
    SENT,
)
from kernel.registers import LINE_BITS, LINES, MONITOR, OPERATIONS

TASK_OPERATIONS = {
    "take": 30, "give": 10, "object_create": 2, "object_delete": 1, "object_count": 1, "yield": 3,
    "mutex_create": 2, "object_holder": 1, "catch_up_ticks": 1, "abort_delay": 3,
    "delay_aborted": 1, "delay": 10, "suspend_all": 4, "start": 1, "task_create": 4,
    "task_pointer": 1, "task_delete": 1, "suspend": 3, "resume": 6, "priority": 6, "task_state": 3,
    "notify_none": 1, "notify_set_bits": 1, "notify_increment": 3, "notify_overwrite": 1,
    "notify_no_overwrite": 1, "notify_take": 8, "queue_create": 2, "queue_send": 20,
    "queue_receive": 20, "queue_overwrite": 2, "queue_commit": 1, "object_reset": 4,
    "notify_wait": 8, "notify_state_clear": 2, "notify_value_clear": 2, "operand": 4,
    "queue_wait": 1, "step_tick": 1, "group_create": 2, "group_delete": 1, "group_wait": 20,
    "group_sync": 8, "group_set": 5, "group_clear": 20,
}  # fmt: skip
"""How often a task issues each operation."""

ISR_OPERATIONS = {
    "take": 2, "give": 8, "object_count": 1, "object_holder": 1, "yield": 3,
    "resume": 2, "task_state": 1, "notify_none": 1, "notify_set_bits": 1, "notify_increment": 3,
    "notify_overwrite": 1, "notify_no_overwrite": 1, "queue_send": 3, "queue_receive": 3,
    "queue_overwrite": 1, "group_set": 2, "group_clear": 2,
}  # fmt: skip

WAITS = ("take", "notify_take", "notify_wait", "delay", "queue_send", "queue_receive",
         "queue_wait", "group_wait", "group_sync")  # fmt: skip
"""Operations whose argument is a time-out."""

BEFORE_THE_START = (
    *("suspend", "resume", "suspend", "resume", "priority", "priority", "task_create"),
    *("task_delete", "task_state", "abort_delay", "delay_aborted", "notify_increment"),
    *("notify_take", "notify_wait", "take", "give", "queue_send", "queue_receive"),
    *("object_holder", "yield", "delay"),
)
"""Operations of main(), which is no task."""

SHOWN = ("value", "isr_result", "isr_value", "current", "current_id", "tick", "tick_overflows",
         "error", "status", "idle_ticks", "tick_hook")  # fmt: skip
"""Registers that are read at random."""


class Software:
    """A program of random calls; task 0 is the idle task and never blocks."""

    def __init__(
        self, driver: Driver, rng: ModuleType, lines: int, only: tuple[str, ...] = ("",)
    ) -> None:
        """Operations are those whose names begin with one of ``only``."""
        self.driver = driver
        self.task_operations, self.isr_operations = (
            {name: often for name, often in operations.items() if name.startswith(only)}
            for operations in (TASK_OPERATIONS, ISR_OPERATIONS)
        )
        self.rng = rng
        self.n_lines = lines
        self.queues = "queue" in only  # and no other objects
        self.unanswered: set[int] = set()  # tasks whose last command's RESULT is not loaded yet
        self.patience = float(os.environ["PATIENCE"])  # how likely such a task gives no other one
        # few tasks, priorities and objects make many equals and much contention
        model = driver.model
        self.tasks = rng.randint(min(4, len(model.tasks)), len(model.tasks))
        self.objects = rng.randint(2, min(6, len(model.objects)))
        self.priorities = [0] + [
            rng.randrange(1, len(model.ready)) for _ in range(rng.randint(1, 4))
        ]
        self.horizon = rng.choice((3, 6, 40))
        self.rest = rng.choice((20, 200))  # cycles without a transfer now and then
        self.line_state = 0
        self.line_rest = [0] * lines

    async def boot(self, period: int, first_tick: int) -> None:
        """Create tasks and objects as main() does, and start."""
        driver, rng = self.driver, self.rng
        await driver.store("tick_period", period)
        await driver.store("tick", first_tick)
        driver.model.now = first_tick
        for o in range(self.objects):
            maximum = rng.choice((1, 1, 2, 5, 0xFFFF))
            if self.queues:
                await driver.command("queue_create", o, rng.randint(1, 2) | self._words())
            elif o == 0 or rng.random() < 0.2:
                await driver.command("mutex_create", o)
            elif o == 1:
                await driver.command("group_create", o)
            elif rng.random() < 0.5:  # refused with an odd number
                await driver.command("queue_create", o, rng.choice((1, 1, 2, 3)) | self._words())
            elif rng.random() < 0.5:
                await driver.command("group_create", o)
            else:
                await driver.command("object_create", o, maximum << 16)
        for t in range(self.tasks):
            await driver.command("task_pointer", t, rng.getrandbits(32))
            await driver.command("task_create", t, rng.choice(self.priorities) if t else 0)
            await driver.load("result")
            await self._limit(t)
        for line in range(self.n_lines):
            await self._bind(line)
        await self._before_the_start(rng.choice((0, 0, 5, 40)))
        ready = [t for t, task in enumerate(driver.model.tasks) if task.place == "ready"]
        first = driver.model.current if rng.random() < 0.5 else rng.randrange(self.tasks)
        await driver.command("start", first if first in ready else rng.choice(ready))
        await driver.load("result")

    async def _before_the_start(self, steps: int) -> None:
        """The task that would run first changes as FreeRTOS's does, and main() has the results."""
        driver, rng = self.driver, self.rng
        names = [name for name in BEFORE_THE_START if name in self.task_operations]
        for _ in range(steps):
            await self._command(rng.choice(names))
            await driver.load("result")
            await driver.load(rng.choice(SHOWN))
            for _ in range(rng.choice((0, 0, 3, 20))):
                await driver.cycle()
            if rng.random() < 0.2:
                await driver.settle()
        self.unanswered.clear()

    def _words(self) -> int:
        """Of an item, for the argument of QUEUE_CREATE: mostly what there is room for."""
        room = self.driver.model.message_words
        return self.rng.choice((0, 1, 2, 3, 4, 4, 4, 5)) << 16 if room else 0

    async def _limit(self, task: int) -> None:
        """Give a task a deadline and a budget, or not."""
        monitor, rng = self.driver.monitor, self.rng
        if monitor and not (self.driver.model.started and monitor.tasks[task].active):
            for register in ("deadline", "budget"):
                await self.driver.watched(register, task, rng.choice((0, 1, 30, 200, 1000)))

    async def _bind(self, line: int) -> None:
        rng = self.rng
        to_task = rng.random() < 0.4
        to_group = not to_task and self.driver.model.event_groups and rng.random() < 0.5
        identifier = (
            rng.randrange(self.tasks)
            if to_task
            else rng.choice(self._objects_for("group_set" if to_group else "give"))
        )
        if rng.random() < 0.05:
            identifier = 200
        if to_group:
            await self.driver.transfer(LINE_BITS[line], rng.getrandbits(3), "store")
        offset = LINES[line]
        binding = 1 << 31 | to_task << 30 | to_group << 29 | identifier
        await self.driver.transfer(offset, binding, "store")
        assert await self.driver.transfer(offset, None, "load") == binding

    def _move_lines(self) -> None:
        """Raise and lower lines at random, slowly enough that no edge is merged."""
        for line in range(self.n_lines):
            if self.line_rest[line] <= self.driver.cycles and self.rng.random() < 0.05:
                self.line_state ^= 1 << line
                self.line_rest[line] = self.driver.cycles + 60
        self.driver.dut.lines_i.value = self.line_state

    async def run(self, steps: int) -> None:
        """Issue random transfers, and compare the whole state every now and then."""
        driver, rng = self.driver, self.rng
        for step in range(steps):
            self._move_lines()
            for _ in range(rng.choice((0, 0, 0, 1, 3, 12, self.rest))):
                await driver.cycle()
            driver.rests = rng.random() < 0.5
            await self._step()
            if step % 16 == 0:
                await driver.cycle()
                for _ in range(200):
                    if driver.settled():
                        driver.compare()
                        break
                    await driver.cycle()

    async def _step(self) -> None:
        driver, rng, model = self.driver, self.rng, self.driver.model
        dice = rng.random()
        if dice < 0.08:
            await self._interrupt()
        elif dice < 0.12:
            await driver.load(rng.choice(SHOWN))
        elif dice < 0.13:
            await self._misuse()
        elif dice < 0.2 and model.message_words:
            await self._word(isr=rng.random() < 0.3)
        elif dice < 0.132 and driver.monitor:
            await self._watch(rng.randrange(self.tasks))
        elif model.hook_call and rng.random() < 0.3:
            await driver.store("tick_hook", 0)
        elif model.requested and model.shown and dice < 0.6:
            await driver.load("dispatch")
        elif model.current in self.unanswered and dice < self.patience:
            running = model.current
            if await driver.load("result") == AGAIN:
                if not model.suspended and dice < 0.9:
                    await driver.load("dispatch")
            else:
                self.unanswered.discard(running)
                if dice < 0.3:
                    await driver.load("value")
        elif model.suspended and dice < 0.4:
            await self._command("resume_all")
        elif self._waited_groups() and rng.random() < 0.15:
            await self._command("group_set")
        elif model.suspended and dice < 0.6:
            await self._command(rng.choice(("queue_wait", "step_tick")))
        else:
            await self._command(rng.choices(*zip(*self.task_operations.items(), strict=True))[0])

    async def _watch(self, task: int) -> None:
        """Look at the monitor, clear it, or set other limits for the jobs to come."""
        rng, driver = self.rng, self.driver
        dice = rng.random()
        if dice < 0.5:
            name = rng.choice([*MONITOR]).removeprefix("monitor_")
            await driver.watched(name, task)
        elif dice < 0.7:
            await driver.load("monitor_event")
        elif not driver.monitor.tasks[task].active:
            await self._limit(task)
            if dice > 0.9:
                await driver.watched("counts", task, rng.getrandbits(32))

    async def _word(self, isr: bool) -> None:
        """Load or store a word of a message."""
        rng = self.rng
        data = rng.getrandbits(32) if rng.random() < 0.5 else None
        await self.driver.word(rng.randrange(4), data, isr)

    async def _commit(self, begun: str, queue: int, isr: bool) -> None:
        rng = self.rng
        what = {"send": SENT, "overwrite": OVERWRITTEN}.get(begun, rng.choice((RECEIVED, PEEKED)))
        argument = what | (NOBODY if rng.random() < 0.1 else 0)
        argument |= FRONT if what == SENT and rng.random() < 0.3 else 0
        argument |= rng.choice((0, 0, CHANGES, CHANGES | JOINS)) if what == PEEKED else 0
        await self.driver.command("queue_commit", queue, argument, isr=isr)

    async def _command(self, name: str) -> None:
        rng, model, running = self.rng, self.driver.model, self.driver.model.current
        identifier, argument = self._operands(name)
        if running == 0 and name in WAITS:
            argument = 0
        if name in ("task_delete", "suspend") and identifier == 0:
            identifier = rng.randrange(1, self.tasks)
        if name == "priority" and identifier == 0:
            argument = 0
        if name == "notify_wait":  # they are undefined until a task sets them
            for operand in (0, 1):
                bits = rng.choice((0, 1, 0xFFFFFFFF, rng.getrandbits(32)))
                await self.driver.command("operand", operand, bits)
        if name in ("group_wait", "group_sync"):
            bits = rng.randint(1, 7) | rng.choice((0, CLEAR, ALL, CLEAR | ALL))
            await self.driver.command("operand", 0, bits)
            await self.driver.command("operand", 1, rng.randint(0, 7))
        self.unanswered.discard(identifier if name == "task_create" else -1)
        self.unanswered.add(running)
        index = self._index(name, identifier)
        await self.driver.command(name, identifier, argument, index=index)
        if index == 0 and name in model.TRANSFERS:
            await self._end(name, identifier)
        elif model.message_words and name in model.TRANSFERS and rng.random() < 0.5:
            await self.driver.load("result")
            for number in range(rng.randint(0, 4)):
                await self.driver.word(number)

    async def _end(self, name: str, queue: int) -> None:
        """The running task has begun a transfer, or waits: mostly its end."""
        if await self.driver.load("result") == Result.OK:
            if self.rng.random() < 0.3:
                await self._interrupt()
            await self._commit(name.removeprefix("queue_"), queue, isr=False)

    def _index(self, name: str, identifier: int) -> int:
        """Which notification, or kind of transfer."""
        model = self.driver.model
        if name in model.TRANSFERS and model.message_words:
            known = identifier < len(model.objects) and model.objects[identifier].words
            return self.rng.choice((0, 1, 1, 2, 2) if known else (0, 0, 0, 0, 0, 1))
        return self.rng.choice((0, 0, 0, 1, 3)) if name.startswith("notify") else 0

    def _operands(self, name: str) -> tuple[int, int]:
        rng, model = self.rng, self.driver.model
        argument = rng.getrandbits(32) if rng.random() < 0.5 else rng.randint(0, 2)
        if name in WAITS:
            argument = rng.randint(1, self.horizon)
            if name == "delay" and rng.random() < 0.02:
                argument = rng.choice((0, (1 << model.timer_width) - 1))
            elif name != "delay" and rng.random() < 0.2:
                argument = rng.choice((0, FOREVER))
        if name == "yield":
            argument = rng.choice((0, 1))
        if name == "catch_up_ticks":
            argument = rng.choice((0, 1, 2, 5, 300))
        if name in ("give", "object_delete") and rng.random() < 0.7:  # mostly what the caller may
            held = [o for o in range(self.objects) if model.objects[o].holder == model.current]
            if held:
                return rng.choice(held), 0
        if name == "group_set":
            argument = rng.choice((1, 2, 4, 7)) | rng.choice((0, 0, 1 << 23, 1 << 24))
        if name == "group_clear":
            argument = rng.choice((0, 1, FOREVER, FOREVER))
        if name == "queue_create":
            argument = rng.choice((0, 1, 1, 2, 3, 1 << 16)) | self._words()
        if name in model.OBJECT:
            identifier = rng.choice(self._objects_for(name))
            if rng.random() < 0.02:
                identifier = rng.randrange(256)
        elif name in ("notify_take", "operand"):
            identifier = rng.randint(0, 1)
        elif name == "step_tick":
            idle = max(model.idle_ticks(), 0)
            identifier = rng.randint(0, 1)
            argument = rng.choice((0, 1, 2)) if identifier else rng.randint(0, min(idle, 50))
            if not identifier and rng.random() < 0.3:
                argument = min(idle, 1000)
        else:
            identifier = rng.randrange(self.tasks)
            if rng.random() < 0.02:
                identifier = rng.randrange(256)
        if name == "object_create":
            maximum = rng.choice((0, 1, 2, 5, 0xFFFF))
            argument = maximum << 16 | rng.randint(0, 2)
        if name in ("task_create", "priority"):
            argument = rng.choice(self.priorities)
            if rng.random() < 0.02:
                argument = rng.choice((len(model.ready), 255, 1 << 31))
            if identifier == 0:
                argument = 0
        return identifier, argument

    def _objects_for(self, name: str) -> list[int]:
        """Mostly objects of a kind that knows the operation."""
        every = list(range(self.objects))
        if "create" in name or self.rng.random() < 0.1:
            return every
        wanted = name.split("_")[0]
        kinds = (wanted,) if wanted in ("queue", "group") else ("none", "semaphore", "mutex")
        if name == "object_reset":
            kinds = ("semaphore", "mutex", "queue")
        objects = self.driver.model.objects
        if name == "group_set" and (waited := self._waited_groups()):
            return waited
        return [o for o in every if objects[o].kind in kinds] or every

    def _waited_groups(self) -> list[int]:
        """Event groups that a task waits for."""
        objects = self.driver.model.objects
        return [o for o, record in enumerate(objects) if record.kind == "group" and record.waiters]

    async def _interrupt(self) -> None:
        """An interrupt service routine of a few calls."""
        rng, driver = self.rng, self.driver
        for _ in range(rng.randint(1, 3)):
            name = rng.choices(*zip(*self.isr_operations.items(), strict=True))[0]
            identifier, argument = self._operands(name)
            index = self._index(name, identifier)
            await driver.command(name, identifier, argument, isr=True, index=index)
            if index and name.startswith("queue") and rng.random() < 0.5:
                for number in range(rng.randint(0, 4)):
                    await driver.word(number, isr=True)
            begun = name.startswith("queue") and index == 0
            if begun and driver.model.isr_result[0] == Result.OK:
                await self._commit(name.removeprefix("queue_"), identifier, isr=True)
            await driver.load(rng.choice(("isr_result", "isr_value")))

    async def _misuse(self) -> None:
        """What no correct program does: it must be refused and change nothing."""
        rng, driver = self.rng, self.driver
        isr = rng.random() < 0.5
        code = rng.randrange(64)
        names = {code: name for name, code in OPERATIONS.items()}
        if names.get(code) in ("suspend_all", "resume_all", "suspend", "task_delete"):
            return
        if names.get(code) in (*WAITS, "priority", "task_create", "step_tick"):
            return
        running = driver.model.current
        index = rng.choice((0, 0, 1, 2, 3))
        await driver.command(code, rng.randrange(256), rng.getrandbits(32), isr=isr, index=index)
        if not isr:
            self.unanswered.add(running)
