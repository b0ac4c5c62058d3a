# SPDX-License-Identifier: Apache-2.0
"""A program through each adapter does what it does at the hardware kernel's own port."""

import os

import cocotb

from adapters.buses import BUSES
from adapters.port import played
from adapters.transfers import OK, program

ROUNDS = int(os.environ["ROUNDS"])
ADAPTERS = [name for name in BUSES if name != "native"]
PROGRAM = program(ROUNDS)


@cocotb.test()
@cocotb.parametrize(name=ADAPTERS, pauses=[False, True])
async def answers_are_those_of_the_kernels_own_port(dut, name: str, pauses: bool) -> None:
    """Whether transfers follow one another at once or with pauses."""
    expected = await played(dut, "native", PROGRAM, False)
    assert expected[0] == 0x4953_4F4B
    assert OK in expected
    answers = await played(dut, name, PROGRAM, pauses)
    for transfer, answer, wanted in zip(PROGRAM, answers, expected, strict=True):
        assert answer == wanted, transfer
