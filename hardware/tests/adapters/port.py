# SPDX-License-Identifier: Apache-2.0
"""The kernel's port behind the adapters: what reaches it, and the reset."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

from adapters.buses import BUSES, Bus
from adapters.transfers import Transfer


async def start(dut, name: str) -> Bus:
    """Reset, with one bus in front of the kernel; return its master. The others rest."""
    masters = {bus: make(dut) for bus, make in BUSES.items()}
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.bus_i.value = list(BUSES).index(name)
    await reset(dut)
    return masters[name]


async def reset(dut) -> None:
    """Reset kernel and adapters."""
    dut.rst_ni.value = 0
    await ClockCycles(dut.clk_i, 3)
    dut.rst_ni.value = 1
    await ClockCycles(dut.clk_i, 2)


async def played(dut, name: str, program: list[Transfer], pauses: bool) -> list[int | None]:
    """Return what a program loads through a bus; each transfer reaches the device once."""
    bus = await start(dut, name)
    seen: list[Transfer] = []
    cocotb.start_soon(watch(dut, seen))
    answers = await bus.play(program, pauses)
    await ClockCycles(dut.clk_i, 20)
    assert seen == program, "the device's port saw other transfers than were asked for"
    return answers


async def watch(dut, seen: list[Transfer]) -> None:
    """Add each transfer to ``seen`` as it is granted."""
    while True:
        await RisingEdge(dut.clk_i)
        if dut.gnt.value and dut.req.value:
            word = int(dut.wdata.value) if dut.we.value else None
            seen.append(Transfer(int(dut.addr.value), word))
