# SPDX-License-Identifier: Apache-2.0
"""What is asked of the hardware kernel through a bus, and a program-like sequence of it."""

import random
from typing import NamedTuple

from kernel.registers import OFFSETS, OPERATIONS, command_offset

WHOLE = 0xF
OBJECTS = 8
IDLE, WAITER = range(2)
"""Tasks, each with its number as its priority, but that the waiter is above the giver."""
PRIORITIES = (0, 3, 2)
OK, AGAIN = 1, 1 << 31


class Transfer(NamedTuple):
    """A load, or a store of a word; the bytes that are asked for."""

    offset: int
    word: int | None = None
    strobes: int = WHOLE


def command(name: str, identifier: int = 0, argument: int = 0) -> Transfer:
    """Return the store of a task's command."""
    return Transfer(command_offset(OPERATIONS[name], identifier), argument)


def load(register: str) -> Transfer:
    """Return the load of a register."""
    return Transfer(OFFSETS[register])


def call(name: str, identifier: int = 0, argument: int = 0) -> list[Transfer]:
    """Return a kernel call: a command and its result."""
    return [command(name, identifier, argument), load("result")]


def start() -> list[Transfer]:
    """Tasks and objects are created, and the waiter runs."""
    transfers = [load("identification")]
    for task, priority in enumerate(PRIORITIES):
        transfers += call("task_pointer", task, 0x1000 * (task + 1))
        transfers += call("task_create", task, priority)
    for number in range(OBJECTS):
        transfers += call("object_create", number, 0xFFFF_0000)
    return [*transfers, *call("start", WAITER), load("current")]


def wait_and_give(number: int, again: bool) -> list[Transfer]:
    """The waiter blocks on a semaphore, the giver runs, perhaps again, and wakes it."""
    blocks = [*call("take", number, 0xFFFF_FFFF), load("current"), load("dispatch")]
    goes_on = [load("result")] if again else []
    wakes = [*call("give", number), load("current"), load("dispatch")]
    return [*blocks, *goes_on, *wakes, load("result"), load("current_id")]


def program(rounds: int) -> list[Transfer]:
    """Return loads and stores as the kernel files make them, chosen at random."""
    transfers = start()
    counts = [0] * OBJECTS
    again = False
    for _ in range(rounds):
        number = random.randrange(OBJECTS)
        kind = random.choice(["give", "take", "count", "wait"])
        if kind == "wait" and not counts[number]:
            transfers += wait_and_give(number, again)
            again = True
        elif kind == "count":
            transfers += [*call("object_count", number), load("value")]
        elif kind == "take":
            transfers += call("take", number)
            counts[number] = max(counts[number] - 1, 0)
        else:
            transfers += call("give", number)
            counts[number] += 1
    return transfers
