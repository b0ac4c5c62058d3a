# SPDX-License-Identifier: Apache-2.0
"""Characters to bits and back, at several divisors, against what a serial line is."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout

DIVISORS = (1, 2, 14, 0)
"""0 counts as 1."""
CHARACTERS = 20


async def begin(dut, divisor: int) -> int:
    """Start the block at rest; return the cycles of a bit."""
    Clock(dut.clk_i, 10, unit="ns").start()
    dut.rst_ni.value = 0
    dut.divisor_i.value = divisor
    dut.tx_valid_i.value = 0
    dut.rx_i.value = 1
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)
    return 16 * max(divisor, 1)


def bits(character: int) -> list[int]:
    """Return what is on the line for a character."""
    return [0, *(character >> bit & 1 for bit in range(8)), 1]


async def drive(dut, values: list[int], cycles: int) -> None:
    for value in values:
        dut.rx_i.value = value
        for _ in range(cycles):
            await FallingEdge(dut.clk_i)


async def received(dut, cycles: int) -> list[int]:
    """Return the characters that arrive within some cycles."""
    found = []
    for _ in range(cycles):
        await RisingEdge(dut.clk_i)
        if int(dut.rx_valid_o.value):
            found.append(int(dut.rx_data_o.value))
    return found


@cocotb.test()
@cocotb.parametrize(divisor=DIVISORS)
async def a_character_leaves_bit_by_bit_one_behind_the_other(dut, divisor: int) -> None:
    cycles = await begin(dut, divisor)
    for _ in range(CHARACTERS):
        character = random.getrandbits(8)
        dut.tx_valid_i.value = 1
        dut.tx_data_i.value = character
        await FallingEdge(dut.clk_i)
        dut.tx_valid_i.value = 0
        for bit in bits(character):
            for _ in range(cycles):
                assert int(dut.tx_o.value) == bit
                await FallingEdge(dut.clk_i)
        assert int(dut.tx_o.value) == 1


@cocotb.test()
@cocotb.parametrize(divisor=DIVISORS)
async def characters_arrive_from_a_clock_that_is_three_per_cent_off(dut, divisor: int) -> None:
    cycles = await begin(dut, divisor)
    sent = [random.getrandbits(8) for _ in range(CHARACTERS)]
    arriving = cocotb.start_soon(received(dut, 12 * cycles * CHARACTERS))
    for number, character in enumerate(sent):
        off = cycles * 3 // 100 * (1 if number % 2 else -1)
        await drive(dut, bits(character), cycles + off)
    assert await with_timeout(arriving, 1, "ms") == sent


@cocotb.test()
async def what_is_no_character_is_dropped(dut) -> None:
    cycles = await begin(dut, 2)
    arriving = cocotb.start_soon(received(dut, 50 * cycles))
    await drive(dut, [0], cycles // 4)  # a start bit that is too short
    await drive(dut, [1], 12 * cycles)  # as long as a character that it would have begun
    await drive(dut, [*bits(0x00)[:-1], 0, 1, 1], cycles)  # no stop bit
    await drive(dut, [*bits(0x5A), 1], cycles)
    assert await with_timeout(arriving, 1, "ms") == [0x5A]
