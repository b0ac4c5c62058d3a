# SPDX-License-Identifier: Apache-2.0
"""What there is at one moment: the queue's memory, its two records, and where each actor is."""

from __future__ import annotations

from typing import NamedTuple

from open_transfers.history import READS, Call, History, Violation

WORDS = 2
"""Of an item: enough for one that is half of another."""
WRITER, READER = range(2)


class Transfer(NamedTuple):
    """A record of the queue: whose transfer is open, and who copies for it."""

    owner: int
    copier: int


class Scenario(NamedTuple):
    """What the actors do."""

    scripts: tuple[tuple[Call, ...], ...]
    """The calls of each, in order. A higher number is a higher priority."""
    length: int = 1
    items: tuple[str, ...] = ()
    """What is in the queue already."""
    routine: int | None = None
    """The actor that is a service routine: each of its calls is one step."""
    ticks: int = 0
    """So many ticks come, at any moment."""
    member: bool = False
    """The queue is the member of a set."""
    patience: int = 2
    """So often a send is cancelled; then it is finished."""


class Actor:
    """One of them. `at` is its program counter."""

    def __init__(self) -> None:
        self.at = "idle"
        self.call = 0
        self._clear()

    def _clear(self) -> None:
        self.buffer: tuple[object, ...] = (None,) * WORDS
        self.place = 0
        """The slot that it copies from or to."""
        self.word = 0
        """The next word that it copies."""
        self.side = WRITER
        """The record of its own transfer."""
        self.cancelled = 0
        self.waits = "no"
        """What the hardware knows: "no", "waits", "woken" or "late", its time being over."""
        self.deadline: int | None = None
        self.began: int | None = None
        """When its time began, as the kernel has noted it..."""
        self.none_since: int | None = None
        """... and as it is: the first time that it asked, and found none."""

    def next_call(self) -> None:
        self.at = "idle"
        self.call += 1
        self._clear()

    def copy(self) -> Actor:
        copy = Actor.__new__(Actor)
        copy.__dict__.update(self.__dict__)
        return copy

    def key(self) -> tuple[object, ...]:
        return tuple(self.__dict__.values())


class World:
    """All of it. A step changes a copy."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        free = scenario.length - len(scenario.items)
        self.slots = [(item,) * WORDS for item in scenario.items] + [("",) * WORDS] * free
        self.count = len(scenario.items)
        self.head = 0
        self.tail = self.count % scenario.length
        self.news = self.count * scenario.member
        self.now = 0
        self.records: list[Transfer | None] = [None, None]
        self.actors = [Actor() for _ in scenario.scripts]
        self.queue_deleted = False
        self.history = History(scenario.items, scenario.length, scenario.member)

    def copy(self) -> World:
        copy = World.__new__(World)
        copy.__dict__.update(self.__dict__)
        copy.slots = list(self.slots)
        copy.records = list(self.records)
        copy.actors = [actor.copy() for actor in self.actors]
        copy.history = self.history.copy()
        return copy

    def key(self) -> tuple[object, ...]:
        return (
            tuple(self.slots), self.count, self.head, self.tail, self.news, self.now,
            tuple(self.records), tuple(actor.key() for actor in self.actors), self.queue_deleted,
            self.history.states, self.history.pending,
        )  # fmt: skip

    def call(self, number: int) -> Call:
        """The one that the actor is in, or begins."""
        script, call = self.scenario.scripts[number], self.actors[number].call
        if call >= len(script):
            raise Violation(f"actor {number} has ended, and is asked for its call")
        return script[call]

    def move(self, number: int, at: str) -> None:
        """Changes an actor's program counter."""
        actor = self.actors[number]
        if actor.at == "deleted":
            raise Violation(f"the program counter of actor {number} is moved, which is deleted")
        actor.at, actor.word = at, 0

    # the queue's memory

    def slot(self, number: int) -> int:
        """Where the item of the actor's call is, or goes."""
        kind = self.call(number).kind
        if kind in READS or self.actors[number].side == READER:
            return self.head
        return self.tail if kind != "front" else (self.head - 1) % self.scenario.length

    def copy_word(self, owner: int, place: int, word: int) -> None:
        """One word of the owner's item."""
        self.touch()
        actor, call = self.actors[owner], self.call(owner)
        if actor.at == "deleted":
            raise Violation(f"the item of actor {owner} is touched, which is deleted")
        if call.kind in READS:
            actor.buffer = _with(actor.buffer, word, self.slots[place][word])
        else:
            self.slots[place] = _with(self.slots[place], word, call.value)

    def touch(self) -> None:
        """What is done with the queue's structure, its memory or its records."""
        if self.queue_deleted:
            raise Violation("a queue is touched that is deleted")


def _with(words: tuple[object, ...], word: int, value: object) -> tuple[object, ...]:
    return (*words[:word], value, *words[word + 1 :])
