# SPDX-License-Identifier: Apache-2.0
"""A program through each adapter does what it does at the hardware kernel's own port."""

import os

import cocotb
from cocotb.triggers import ClockCycles

from adapters.buses import BUSES
from adapters.port import start, watch
from adapters.transfers import OK, Transfer, program

ROUNDS = int(os.environ["ROUNDS"])
ADAPTERS = [name for name in BUSES if name != "native"]
PROGRAM = program(ROUNDS)


async def played(dut, name: str, pauses: bool) -> list[int | None]:
    """Return what the program loads through a bus; each transfer reaches the kernel once."""
    bus = await start(dut, name)
    seen: list[Transfer] = []
    cocotb.start_soon(watch(dut, seen))
    answers = await bus.play(PROGRAM, pauses)
    await ClockCycles(dut.clk_i, 20)
    assert seen == PROGRAM, "the kernel's port saw other transfers than were asked for"
    return answers


@cocotb.test()
@cocotb.parametrize(name=ADAPTERS, pauses=[False, True])
async def answers_are_those_of_the_kernels_own_port(dut, name: str, pauses: bool) -> None:
    """Whether transfers follow one another at once or with pauses."""
    expected = await played(dut, "native", False)
    assert expected[0] == 0x4953_4F4B
    assert OK in expected
    answers = await played(dut, name, pauses)
    for transfer, answer, wanted in zip(PROGRAM, answers, expected, strict=True):
        assert answer == wanted, transfer
