# SPDX-License-Identifier: Apache-2.0
"""What an adapter refuses does nothing, with the rules off that forbid to ask for it."""

import random

import cocotb

from adapters.buses import BUSES, REFUSED
from adapters.port import start
from adapters.transfers import OK, call, command, load

NUMBER = 3
"""A semaphore."""


@cocotb.test()
@cocotb.parametrize(name=[name for name in BUSES if name != "native"])
async def a_refused_store_does_nothing(dut, name: str) -> None:
    """Bytes of a command are a bus error, the whole word after it is one command."""
    bus = await start(dut, name)
    await bus.play(call("object_create", NUMBER, 0xFFFF_0000), False)
    for given in range(1, 9):
        strobes = random.choice([0b0001, 0b0011, 0b0111])
        broken = command("give", NUMBER)._replace(strobes=strobes)
        tried = [broken, *call("give", NUMBER), *call("object_count", NUMBER), load("value")]
        answers = await bus.play(tried, bool(given % 2))
        assert answers == [REFUSED, 0, OK, 0, OK, given]
