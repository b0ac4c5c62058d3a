# SPDX-License-Identifier: Apache-2.0
"""What a program on the simulated LiteX SoC prints, up to the end that it tells itself."""

from __future__ import annotations

import os
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout

PERIOD = 40
"""Nanoseconds of a clock cycle."""
END_OF_OUTPUT = 4
MOST_CYCLES = 400_000


async def _output(dut) -> str:
    text = bytearray()
    while END_OF_OUTPUT not in text:
        if not dut.serial_source_valid.value:
            await RisingEdge(dut.serial_source_valid)
        await FallingEdge(dut.sys_clk)
        if dut.serial_source_valid.value:
            text.append(int(dut.serial_source_data.value))
    return text[:-1].decode()


@cocotb.test()
async def prints(dut) -> None:
    """The program's output goes to the file that the environment names."""
    dut.sys_rst.value = 1
    dut.serial_sink_valid.value = 0
    dut.serial_source_ready.value = 1
    Clock(dut.sys_clk, PERIOD, "ns").start()
    for _ in range(10):
        await FallingEdge(dut.sys_clk)
    dut.sys_rst.value = 0
    text = await with_timeout(_output(dut), MOST_CYCLES * PERIOD, "ns")
    Path(os.environ["OUTPUT"]).write_text(text)
