# SPDX-License-Identifier: Apache-2.0
"""Random software of several cores: tasks that make calls, service routines, switches.

Its parameters are those of the hardware, from the environment.
"""

import os
import random
from collections.abc import Generator

from kernel.registers import (
    ISR_WORDS,
    OFFSETS,
    OPERATIONS,
    SEVERAL_CORES,
    WORDS,
    command_offset,
)

from cores.calls import FOREVER
from cores.commands import (
    AGAIN,
    FRONT,
    JOINS,
    LEAVES,
    NOBODY,
    OK,
    OVERWRITTEN,
    SENDS,
    SENT,
    TRANSFERS,
)
from cores.follower import Follower
from cores.scheduler import Options

CORES = int(os.environ["NCores"])
TASKS = int(os.environ["NTasks"])
PRIORITIES = int(os.environ["NPriorities"])
AFFINITY = int(os.environ["Affinity"])
IDLE = TASKS - CORES
"""The first of the idle tasks."""
SEMAPHORES, MUTEXES = 3, 2
QUEUES = {6: 2, 8: 1}
"""Objects, and how many messages they may have."""
ITEM = 2
"""Words of a message."""
ENDLESS = (1 << 32) - 1

Transfer = tuple[int, int | None]
Software = Generator[Transfer | None, int, None]
"""What a core loads and stores, or nothing for a cycle; it is sent what a load says."""


class RandomSoftware(Follower):
    """On every core; the model says which task runs there."""

    def __init__(self, dut, options: Options) -> None:
        super().__init__(options)
        self.dut = dut
        self.open: set[int] = set()
        """Tasks in a call."""
        self.plans: dict[int, list[Transfer]] = {}
        """What tasks do next: the words of a message."""
        self.sends: dict[int, tuple[str, int, int]] = {}
        """And then this command."""
        self.called: dict[int, str] = {}
        """What tasks have called last."""

    def store(self, name: str, number: int, argument: int) -> Transfer:
        """Return the transfer of a command; its effect is the model's at the grant."""
        operation, index = TRANSFERS.get(name, (name, 0))
        return command_offset(OPERATIONS[operation], number, index=index), argument & ENDLESS

    def section(self, core: int) -> Software:
        """A task's section: nothing comes in between, and its switch comes at the end."""
        task = self.model.cores[core].task
        waits = False
        nesting = random.choice((1, 2))
        for _ in range(nesting):
            scheduled = yield SEVERAL_CORES["lock"], None
        if not scheduled & AGAIN:
            for _ in range(random.randrange(4)):
                yield SEVERAL_CORES["running"], None
                if random.random() < 0.4:
                    yield from self.membership(core)
                    continue
                self.open.add(task)
                name = random.choice(("give", "give", "resume", "suspend", "priority", "take"))
                number = random.randrange(SEMAPHORES if name in ("give", "take") else IDLE)
                argument = random.randrange(PRIORITIES - 1) if name == "priority" else 0
                yield self.store(name, number, argument)
                waits = bool((yield OFFSETS["result"], None) & AGAIN)
                if waits:
                    break
                self.open.discard(task)
        for _ in range(nesting):
            yields = yield SEVERAL_CORES["unlock"], None
        if waits or yields & AGAIN:
            yield OFFSETS["dispatch"], None

    def membership(self, core: int) -> Software:
        """In a section: a queue joins a queue set or leaves it, or software sends to it."""
        number = random.choice([*QUEUES])
        queue = self.model.queues[number]
        offset = command_offset(OPERATIONS["queue_commit"], number, isr=True)
        if not queue.items and (not queue.member or random.random() < 0.3):
            yield offset, (LEAVES if queue.member else JOINS) | NOBODY
        elif queue.member and (queue.length == 1 or len(queue.items) < queue.length):
            for word in ISR_WORDS[:ITEM]:
                yield word, random.getrandbits(32)
            kind = OVERWRITTEN if queue.length == 1 else random.choice((SENT, SENT | FRONT))
            yield offset, kind | random.choice((NOBODY, NOBODY, 0))
        else:
            return
        yield OFFSETS["isr_result"], None

    def message(self, core: int) -> Transfer:
        """Return what moves a message of the task of a core: first the words, if it is sent."""
        task = self.model.cores[core].task
        number = random.choice([*QUEUES])
        names = ["receive", "receive", "peek", "await_room", "send", "send_to_front"]
        name = random.choice(names if QUEUES[number] > 1 else [*names[:-1], "overwrite"])
        argument = 0 if name == "overwrite" else random.choice((0, 1, 1, 2, FOREVER))
        if name not in SENDS:
            self.called[task] = "" if name == "await_room" else name
            return self.store(name, number, argument)
        self.sends[task] = name, number, argument
        self.plans[task] = [(offset, random.getrandbits(32)) for offset in WORDS[:ITEM]]
        return self.plan(core)

    def plan(self, core: int) -> Transfer:
        """Return the next of what a task does."""
        return self.plans[self.model.cores[core].task].pop(0)

    def message_of_routine(self, core: int) -> Software:
        number = random.choice([*QUEUES])
        names = ["receive", "peek", "send", "send_to_front"]
        name = random.choice(names if QUEUES[number] > 1 else [*names[:-1], "overwrite"])
        if name not in ("receive", "peek"):
            for offset in ISR_WORDS[:ITEM]:
                yield offset, random.getrandbits(32)
        operation, index = TRANSFERS[name]
        yield command_offset(OPERATIONS[operation], number, isr=True, index=index), 0
        word = yield OFFSETS["isr_result"], None
        if name in ("receive", "peek") and word & 0xF:
            for offset in ISR_WORDS[:ITEM]:
                yield offset, None
        if word >> 8 & 1:
            yield OFFSETS["dispatch"], None

    def command(self, core: int) -> Transfer:
        """Return a command of the task of a core.

        An idle task yields, and sees to it that not all others wait for ever.
        """
        model = self.model
        task = model.cores[core].task
        names = [
            "yield",
            "delay",
            "suspend",
            "resume",
            "resume",
            "priority",
            "give",
            "take",
            "take",
        ]
        names += ["lock", "unlock", "unlock", "notify_increment", "notify_take"]
        names += ["affinity", "affinity", "preemption"] * AFFINITY
        if task >= IDLE:
            names = ["yield", "yield", "yield", "resume", "notify_increment"]
        name = random.choice(names)
        other = random.randrange(IDLE)
        ticks = random.choice((0, 1, 1, 2, 3, FOREVER))
        held = [
            number
            for number in range(SEMAPHORES, SEMAPHORES + MUTEXES)
            if model.semaphores[number].holder == task
        ]
        if name == "yield":
            # an idle task yields mostly to equals alone, as FreeRTOS's does
            return self.store(name, 0, int(task >= IDLE and random.random() < 0.8))
        if name == "delay":
            return self.store(name, 0, max(ticks, 0))
        if name == "notify_increment":
            return self.store(name, other, 0)
        if name == "notify_take":
            return self.store(name, 1, ticks)
        if name == "priority":
            return self.store(name, other, random.randrange(PRIORITIES - 1))
        if name == "unlock" and held:
            return self.store("give", random.choice(held), 0)
        if name == "lock" and not held:
            return self.store("take", random.randrange(SEMAPHORES, SEMAPHORES + MUTEXES), ticks)
        if name == "affinity":
            return self.store(name, other, random.randrange(1, 1 << CORES))
        if name == "preemption":
            return self.store(name, other, int(random.random() < 0.7))
        if name in ("suspend", "resume"):
            return self.store(name, other, 0)
        number = random.randrange(SEMAPHORES)
        if name in ("take", "lock"):
            return self.store("take", number, ticks)
        return self.store("give", number, 0)

    def software(self, core: int) -> Software:
        """What a core does: tasks that make calls, service routines, switches."""
        model = self.model
        while True:
            for _ in range(random.choice((0, 0, 1, 3, 20, 60))):
                yield None
            if int(self.dut.switch_request_o.value) >> core & 1 and random.random() < 0.8:
                yield OFFSETS["dispatch"], None
                continue
            if random.random() < 0.1:
                number = random.randrange(SEMAPHORES)
                yield command_offset(OPERATIONS["give"], number, isr=True), 0
                word = yield OFFSETS["isr_result"], None
                if word >> 8 & 1:
                    yield OFFSETS["dispatch"], None
                continue
            if random.random() < 0.1:
                yield from self.message_of_routine(core)
                continue
            task = model.cores[core].task
            if self.plans.get(task):
                yield self.plan(core)
                continue
            if task in self.sends:
                yield self.store(*self.sends.pop(task))
                continue
            if task in self.open:
                word = yield OFFSETS["result"], None
                if word & AGAIN:
                    yield OFFSETS["dispatch"], None
                else:
                    self.open.discard(task)
                    if self.called.pop(task, "") and word == OK:
                        self.plans[task] = [(offset, None) for offset in WORDS[:ITEM]]
                continue
            if random.random() < 0.1 and task < IDLE:
                yield from self.section(core)
                continue
            self.open.add(task)
            is_message = task < IDLE and random.random() < 0.5
            yield self.message(core) if is_message else self.command(core)
