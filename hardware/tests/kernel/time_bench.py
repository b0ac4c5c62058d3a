# SPDX-License-Identifier: Apache-2.0
"""Prescaler, pended ticks and visible tick against a model."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge


@cocotb.test()
async def random_ticks(dut) -> None:
    """Random periods; ticks are worked off at random, late or at once."""
    width = int(os.environ["TimerWidth"])
    for clock in (dut.clk_i, dut.clk_gated_i):
        cocotb.start_soon(Clock(clock, 10, unit="ns").start())
    for signal in (
        *(dut.started_i, dut.write_period_i, dut.write_now_i, dut.wdata_i, dut.advance_i),
        *(dut.add_i, dut.amount_i, dut.step_i, dut.stepped_i),
    ):
        signal.value = 0
    dut.rst_ni.value = 0
    await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)

    async def store(signal, data: int) -> None:
        signal.value, dut.wdata_i.value = 1, data
        await RisingEdge(dut.clk_i)
        signal.value = 0

    now = (1 << width) - 5
    await store(dut.write_now_i, now)
    await store(dut.write_period_i, period := 7)
    for _ in range(50):  # nothing happens before the scheduler starts
        await FallingEdge(dut.clk_i)
        assert not dut.pended_o.value
        assert int(dut.now_o.value) == now
    await RisingEdge(dut.clk_i)
    dut.started_i.value = 1
    elapsed, pended, ticks = 0, 0, 0
    for _ in range(6000):
        added = random.choice((0, 1, 3, 100)) if random.random() < 0.05 else None
        advance = added is None and pended > 0 and random.random() < 0.6
        step = not advance and random.random() < 0.1
        stepped = now + (1 if advance else random.choice((0, 1, 30, (1 << width) - 1)))
        dut.step_i.value = step
        dut.stepped_i.value = stepped % (2 << width)
        dut.add_i.value = added is not None
        dut.amount_i.value = added or 0
        change = random.random() < 0.005
        dut.advance_i.value = advance
        dut.write_period_i.value = change
        dut.write_now_i.value = random.random() < 0.01  # refused: the scheduler is started
        dut.wdata_i.value = data = random.choice((0, 1, 2, 5, 30))
        await FallingEdge(dut.clk_i)
        assert bool(dut.pended_o.value) == (pended > 0)
        assert int(dut.now_o.value) == now % (2 << width)
        assert int(dut.overflows_o.value) == now >> width
        assert int(dut.period_o.value) == period
        await RisingEdge(dut.clk_i)
        elapsed += 1
        if elapsed == period:
            elapsed = 0
            pended += 1
            ticks += 1
        pended += added or 0
        if advance:
            pended -= 1
            now += 1
        if step:
            now = stepped
        if change:
            period, elapsed = data, 0
    assert ticks > 500
    assert now >> width > 1
