# SPDX-License-Identifier: Apache-2.0
"""The interrupt lines against a model: edges are latched, the lowest line comes first."""

from __future__ import annotations

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge


class Model:
    """What the block's registers hold after each clock edge."""

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.history = [0, 0, 0]  # synchroniser, and the last level
        self.bindings: list[tuple[bool, int, int]] = [(False, 0, 0)] * lines
        self.pending = 0

    def clock(self, levels: int, served: int | None, bound: tuple | None) -> None:
        """One clock edge; ``bound`` is (line, enable, to_task, id)."""
        enabled = sum(1 << line for line, binding in enumerate(self.bindings) if binding[0])
        edges = self.history[1] & ~self.history[2] & enabled
        self.history = [levels, *self.history[:2]]
        if served is not None:
            self.pending &= ~(1 << served)
        self.pending |= edges
        if bound:
            line, enable, to_task, identifier = bound
            self.bindings[line] = (enable, to_task, identifier)
            if not enable:
                self.pending &= ~(1 << line)

    def first(self) -> int | None:
        """The line to serve."""
        pending = [line for line in range(self.lines) if self.pending >> line & 1]
        return pending[0] if pending else None


@cocotb.test()
async def random_edges(dut) -> None:
    """Random levels, bindings and services."""
    model = Model(int(os.environ["NLines"]))
    for clock in (dut.clk_i, dut.clk_gated_i):
        cocotb.start_soon(Clock(clock, 10, unit="ns").start())
    for signal in (dut.lines_i, dut.write_i, dut.served_i, dut.line_i, dut.served_line_i):
        signal.value = 0
    dut.rst_ni.value = 0
    await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)
    services = 0
    for _ in range(4000):
        levels = random.getrandbits(model.lines) & random.getrandbits(model.lines)
        line = random.randrange(model.lines)
        bound = None
        if random.random() < 0.05:
            bound = (line, random.random() < 0.8, random.getrandbits(1), random.getrandbits(8))
        first = model.first()
        served = first if random.random() < 0.3 else None
        dut.lines_i.value = levels
        dut.write_i.value = bound is not None
        dut.line_i.value = line
        _, dut.enable_i.value, dut.to_task_i.value, dut.id_i.value = bound or (0, 0, 0, 0)
        dut.served_i.value = served is not None
        dut.served_line_i.value = served or 0
        await FallingEdge(dut.clk_i)
        assert bool(dut.event_o.value) == (first is not None)
        if first is not None:
            assert int(dut.event_line_o.value) == first
            _, to_task, identifier = model.bindings[first]
            assert int(dut.event_to_task_o.value) == to_task
            assert int(dut.event_id_o.value) == identifier
        enable, to_task, identifier = model.bindings[line]
        assert bool(dut.enable_o.value) == enable
        assert int(dut.to_task_o.value) == (to_task if enable else 0)
        assert int(dut.id_o.value) == (identifier if enable else 0)
        await RisingEdge(dut.clk_i)
        model.clock(levels, served, bound)
        services += served is not None
    assert services > 100
