# SPDX-License-Identifier: Apache-2.0
"""What the hardware kernel of a simulated SoC has decided, replayed on the golden model."""

import struct
from collections.abc import Iterator
from pathlib import Path

from cores.calls import TOKENS, Semaphore
from cores.commands import OK, Queue
from cores.follower import Follower, command_at
from cores.scheduler import Core, Options
from kernel.enumerations import SOURCES
from kernel.registers import WORK

_ENTRY = struct.Struct("<BBBxIII")
"""Of the log: systems/smp/simulator/decision_log.h."""
_OPERATION = 2
_BLOCK = 1 << 16
_PRIORITIES = 64


def entries(log: Path) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield the entries of a log: what it is, who, kind, where, the word, and the cycle."""
    with log.open("rb") as file:
        while block := file.read(_ENTRY.size * _BLOCK):
            yield from _ENTRY.iter_unpack(block)


class Replay(Follower):
    """The golden model under a whole run of a program."""

    def __init__(self, cores: int, slicing: bool = True, several_priorities: bool = True) -> None:
        self.options = Options(
            cores,
            affinity=True,
            preemption_disable=True,
            slicing=slicing,
            several_priorities=several_priorities,
            asks_itself=False,
            priorities=_PRIORITIES,
        )
        super().__init__(self.options)
        self.priorities: list[int] = []
        self.masks: list[int] = []
        self.pointers: dict[int, int] = {}
        self.started: set[int] = set()
        """Cores."""
        self.calls = 0
        """Commands of tasks."""

    def pointer(self, task: int) -> int:
        return self.pointers[task]

    def run(self, log: Path) -> None:
        """Replay a log.

        Raises:
            AssertionError: the hardware has done something else than the model.
        """
        for what, who, kind, where, word, _ in entries(log):
            if what != _OPERATION:
                self.transferred(who, where, word if what else None, word)
            elif self.started and not (kind == WORK["slice"] and where & 0xFF not in self.started):
                self.decided(SOURCES[who], kind, where & 0xFF, where >> 16)

    def transferred(self, core: int, offset: int, data: int | None, word: int) -> None:
        """A core's transfer is done."""
        if core in self.started:
            command = command_at(offset)
            self.calls += command is not None and not command[0]
            self.granted(core, offset, data, word)
        elif data is not None and (command := command_at(offset)):
            self.create(core, command[1], command[2], data)

    def create(self, core: int, name: str, number: int, argument: int) -> None:
        """A command before the core runs a task."""
        model = self.model
        if name == "object_create":
            assert argument == TOKENS << 16
            self.objects(number)[number] = Semaphore(0)
        elif name == "mutex_create":
            self.objects(number)[number] = Semaphore(1, mutex=True)
        elif name == "queue_create":
            model.queues[number] = Queue(argument & 0xFFFF, argument >> 16 & 7)
        elif name == "task_pointer":
            self.pointers[number] = argument
        elif name == "task_create":
            assert number == len(self.priorities)
            self.priorities.append(argument & 0xFF)
            self.masks.append(~(argument >> 8) & (1 << self.options.cores) - 1)
        else:
            assert name == "start", name
            self.start(core, number)

    def objects(self, number: int) -> list[Semaphore]:
        """Return the semaphores, as many as this number needs."""
        semaphores = self.model.semaphores
        semaphores += [Semaphore(0) for _ in range(len(semaphores), number + 1)]
        return semaphores

    def start(self, core: int, idle: int) -> None:
        """A core begins. Nobody asks one that has not begun."""
        model = self.model
        if not self.started:
            model.begin(self.priorities, self.masks)
            model.cores = [Core(-1, pending=True) for _ in model.core_numbers]
            model.words = {task: [0] * 4 for task in range(len(self.priorities))}
            self.results = dict.fromkeys(model.words, OK)
        model.start_core(core)
        assert model.cores[core].task == idle
        self.started.add(core)
