# SPDX-License-Identifier: Apache-2.0
"""A wrong integration behind an adapter: a rule ends the simulation before the test ends."""

import os
from collections.abc import Sequence

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge

from adapters.buses import Bus
from adapters.port import start
from adapters.transfers import Transfer, call, command, load

NAME, WRONG = os.environ["BUS"], os.environ["WRONG"]
GIVE, RESULT = call("give", 3)
BYTE = command("give", 3)._replace(strobes=0b0001)
ASKS = {
    "native": "native_req_i",
    "wishbone": "classic_stb_i",
    "wishbone-pipelined": "pipelined_stb_i",
    "apb": "s_apb_psel",
    "axi-lite": "s_axil_awvalid",
    "avalon": "avs_write_i",
}
"""The input of a bus by which a store is asked for, until it is done."""
SEQUENCES: dict[str, Sequence[Transfer]] = {
    "overtaken": [GIVE, RESULT, load("current"), RESULT, GIVE],
    "repeated": [GIVE, RESULT, RESULT],
    "byte": [BYTE],
}
"""What a bus makes of two calls with a buffer that loads pass, of one that is loaded twice, and of
a byte."""


async def begun(dut, bus: Bus) -> None:
    """A store is asked for, and not granted."""
    cocotb.start_soon(bus.play([GIVE], False))
    while not dut.req.value:
        await RisingEdge(dut.clk_i)
    await ClockCycles(dut.clk_i, 2)
    assert not dut.gnt.value


@cocotb.test(skip=WRONG not in SEQUENCES)
async def a_wrong_sequence(dut) -> None:
    """Of transfers."""
    bus = await start(dut, NAME)
    await bus.play(SEQUENCES[WRONG], False)
    await ClockCycles(dut.clk_i, 4)


@cocotb.test(skip=WRONG != "dropped")
async def a_request_dropped(dut) -> None:
    """Its master does not wait until the kernel is initialised."""
    bus = await start(dut, NAME)
    await begun(dut, bus)
    getattr(dut, ASKS[NAME]).value = 0
    await ClockCycles(dut.clk_i, 4)


@cocotb.test(skip=WRONG != "half a reset")
async def a_reset_half_way(dut) -> None:
    """Kernel and adapter are reset, their master is not."""
    bus = await start(dut, NAME)
    await begun(dut, bus)
    dut.rst_ni.value = 0
    await ClockCycles(dut.clk_i, 3)
    dut.rst_ni.value = 1
    await ClockCycles(dut.clk_i, 4)


@cocotb.test(skip=WRONG != "at once")
async def a_load_beside_a_store(dut) -> None:
    """A master of AXI does not wait for the answer to a store."""
    bus = await start(dut, NAME)
    cocotb.start_soon(bus.play([GIVE], False))
    await bus.play([RESULT], False)
