# SPDX-License-Identifier: Apache-2.0
"""Delays through each adapter do what they do at the time manager's own port."""

import random

import cocotb
from adapters.buses import BUSES
from adapters.port import played
from adapters.transfers import Transfer

from time_manager.registers import OFFSETS

TASKS = 12
SHORT = 4
"""Cycles; as many loads take longer on any bus."""
ROUNDS = 60
REFUSED = 0x7FC


def load(register: str, index: int = 0) -> Transfer:
    return Transfer(OFFSETS[register] + 4 * index)


def store(register: str, word: int, index: int = 0) -> Transfer:
    return Transfer(OFFSETS[register] + 4 * index, word)


def program() -> list[Transfer]:
    """Delays begin, some are over, some are cancelled; loads show which, and never a time."""
    transfers = [load("identification"), store("time_high", 7), store("time_low", 0)]
    transfers += [load("time_high"), Transfer(REFUSED)]
    for _ in range(ROUNDS):
        task = random.randrange(TASKS)
        kind = random.choice(["long", "short", "next", "cancel", "clear"])
        if kind == "long":
            transfers += [store("high", random.randrange(1, 100), task), store("delay", 0, task)]
        elif kind == "short":
            transfers += [store("high", 0, task), store("delay", SHORT, task)]
            transfers += [load("identification")] * 2 * SHORT
        elif kind == "next":
            transfers += [store("high", 1, task), store("delay", 0, task)]
            transfers += [store("high", 9, task), store("next", 0, task)]
        else:
            transfers.append(
                store("cancel", 0, task) if kind == "cancel" else store("wake", 1 << task)
            )
        transfers += [load("high", task), load("waiting"), load("wake")]
    return transfers


PROGRAM = program()


@cocotb.test()
@cocotb.parametrize(name=[name for name in BUSES if name != "native"], pauses=[False, True])
async def answers_are_those_of_the_time_managers_own_port(dut, name: str, pauses: bool) -> None:
    """A store that follows a delay at once waits for a cycle; what is refused loads 0."""
    expected = await played(dut, "native", PROGRAM, False)
    both = list(zip(PROGRAM, expected, strict=True))
    for register in ("waiting", "wake"):
        found = {answer for transfer, answer in both if transfer == load(register)}
        assert len(found) > 8, "few delays began or ended"
    assert (Transfer(REFUSED), 0) in both
    assert await played(dut, name, PROGRAM, pauses) == expected
