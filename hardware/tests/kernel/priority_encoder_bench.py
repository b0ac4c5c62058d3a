# SPDX-License-Identifier: Apache-2.0
"""The priority encoder against ``int.bit_length``."""

import os
import random

import cocotb
from cocotb.triggers import Timer


@cocotb.test()
async def highest_bit(dut) -> None:
    """Every single bit, none, and random patterns of all densities."""
    width = int(os.environ["Width"])
    dense = [random.getrandbits(width) for _ in range(500)]
    sparse = [
        random.getrandbits(width) & random.getrandbits(width) & random.getrandbits(width)
        for _ in range(500)
    ]
    for bits in (0, *(1 << bit for bit in range(width)), *dense, *sparse):
        dut.bits_i.value = bits
        await Timer(1, "ns")
        assert bool(dut.any_o.value) == bool(bits)
        assert int(dut.index_o.value) == max(bits.bit_length() - 1, 0), f"{bits:#x}"
