# SPDX-License-Identifier: Apache-2.0
"""Messages through each adapter do what they do at the hybrid's own port."""

import random

import cocotb
from adapters.buses import BUSES
from adapters.port import played
from adapters.transfers import Transfer

from hybrid.layout import OFFSETS, header, pack, unpack

TASKS = 7
POINTER = 0x1000
ROUNDS = 40


def sent(*words: int) -> list[Transfer]:
    """Return the stores of a message to the scheduler."""
    more = [Transfer(OFFSETS["scheduler_more"], word) for word in words[:-1]]
    return [*more, Transfer(OFFSETS["scheduler"], words[-1])]


def asked(*words: int) -> list[Transfer]:
    """Return a message, and the load of its reply, which waits for that."""
    return [*sent(*words), Transfer(OFFSETS["reply"])]


def program() -> list[Transfer]:
    """Tasks of random priorities block, become ready, are delayed, and are switched to."""
    transfers = []
    for task in range(TASKS):
        priority = random.randrange(4) if task else 0
        transfers += sent(header("write", id=task, priority=priority, ready=1), POINTER + task)
    transfers += sent(header("start", id=0))
    for _ in range(ROUNDS):
        task, priority = random.randrange(1, TASKS), random.randrange(4)
        ready = random.randrange(2)
        state = {"ready": ready, "blocked": 1 - ready}
        transfers += sent(header("write", id=task, priority=priority, **state))
        if not ready:
            delay = pack("timers", id=task, ticks=random.randrange(1, 100), event=0)
            transfers.append(Transfer(OFFSETS["timers"], delay))
        transfers += [*asked(header("get", id=task)), *asked(header("read"))]
    return transfers


PROGRAM = program()


@cocotb.test()
@cocotb.parametrize(name=[name for name in BUSES if name != "native"], pauses=[False, True])
async def answers_are_those_of_the_hybrids_own_port(dut, name: str, pauses: bool) -> None:
    """A store waits while the FIFO is full, a load of REPLY for the reply."""
    expected = await played(dut, "native", PROGRAM, False)
    both = zip(PROGRAM, expected, strict=True)
    loads = [answer for transfer, answer in both if transfer.word is None]
    assert len({*loads[1::2]}) > 3, "few tasks were switched to"
    assert {unpack("task", word)["delayed"] for word in loads[::2]} == {0, 1}
    assert await played(dut, name, PROGRAM, pauses) == expected
