# SPDX-License-Identifier: Apache-2.0
"""A FIFO is asked for an entry that it does not have: an assertion forbids that."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge


@cocotb.test()
async def pops_nothing(dut) -> None:
    """The simulation ends before this does."""
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    dut.rst_ni.value = 0
    dut.push_i.value = 0
    dut.data_i.value = 0
    dut.pop_i.value = 0
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)
    dut.pop_i.value = 1
    for _ in range(4):
        await FallingEdge(dut.clk_i)
