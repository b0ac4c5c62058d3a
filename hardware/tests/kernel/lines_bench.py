# SPDX-License-Identifier: Apache-2.0
"""The interrupt lines against a model: edges are latched, the lowest line comes first."""

from __future__ import annotations

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from kernel.model import Result

FIELDS = ("enable", "to_task", "to_group", "id")
"""Of a binding."""
TASKS, OBJECTS = 32, 64
"""As many as there are by default."""
RESET = 60
"""Cycles until the next reset, whatever goes on."""
SOON = 4
"""Cycles after it in which lines are bound as soon as they can be."""


class Model:
    """What the block's registers hold after each clock edge."""

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.history = [0, 0, 0]  # synchroniser, and the last level
        self.bindings: list[tuple[bool, int, int, int]] = [(False, 0, 0, 0)] * lines
        self.bits = [0] * lines
        self.pending = 0

    def clock(self, levels: int, served: int | None, bound: tuple | None) -> None:
        """One clock edge; ``bound`` is (line, enable, to_task, to_group, id)."""
        enabled = sum(1 << line for line, binding in enumerate(self.bindings) if binding[0])
        edges = self.history[1] & ~self.history[2] & enabled
        self.history = [levels, *self.history[:2]]
        if served is not None:
            self.pending &= ~(1 << served)
        self.pending |= edges
        if bound:
            line, enable, *how = bound
            self.bindings[line] = (enable, *how)
            if not enable:
                self.pending &= ~(1 << line)

    def first(self, walk: bool) -> int | None:
        """The line to serve; those of event groups wait for the end of a walk."""
        for line, (_, _, to_group, _) in enumerate(self.bindings):
            if self.pending >> line & 1 and not (walk and to_group):
                return line
        return None


def _refused(to_task: int, _to_group: int, identifier: int) -> Result:
    """Return why a line is not served; FAIL: it is."""
    if to_task:
        return Result.ERROR_TASK if identifier >= TASKS else Result.FAIL
    return Result.ERROR_OBJECT if identifier >= OBJECTS else Result.FAIL


@cocotb.test()
async def random_edges(dut) -> None:
    """Random levels, bindings, services and resets."""
    model = Model(int(os.environ["NLines"]))
    for clock in (dut.clk_i, dut.clk_gated_i):
        cocotb.start_soon(Clock(clock, 10, unit="ns").start())
    for signal in (dut.lines_i, dut.write_i, dut.served_i, dut.line_i, dut.served_line_i):
        signal.value = 0
    services, since = 0, RESET
    for _ in range(6000):
        levels = random.getrandbits(model.lines) & random.getrandbits(model.lines)
        if since >= RESET:
            model, since = Model(model.lines), 0
            dut.rst_ni.value, dut.write_i.value, dut.served_i.value = 0, 0, 0
            dut.lines_i.value = levels
            await RisingEdge(dut.clk_i)
            dut.rst_ni.value = 1
            continue
        since += 1
        line = random.randrange(model.lines)
        bound = None
        if random.random() < (0.5 if since < SOON else 0.05):
            kind = random.choice(((0, 0), (1, 0), (0, 1)))
            bound = (line, random.random() < 0.8, *kind, random.getrandbits(8))
            model.bits[line] = random.getrandbits(24)
        walk = random.random() < 0.3
        first = model.first(walk)
        served = first if random.random() < 0.3 else None
        dut.lines_i.value = levels
        dut.write_i.value = bound is not None
        dut.line_i.value = line
        for name, value in zip(FIELDS, bound[1:] if bound else [0] * 4, strict=True):
            getattr(dut, f"{name}_i").value = value
        dut.write_bits_i.value = bound is not None
        dut.bits_i.value = model.bits[line]
        dut.walk_i.value = walk
        dut.served_i.value = served is not None
        dut.served_line_i.value = served or 0
        await FallingEdge(dut.clk_i)
        assert bool(dut.event_o.value) == (first is not None)
        if first is not None:
            assert int(dut.event_line_o.value) == first
            for name, value in zip(FIELDS[1:], model.bindings[first][1:], strict=True):
                assert int(getattr(dut, f"event_{name}_o").value) == value, name
            assert int(dut.event_error_o.value) == _refused(*model.bindings[first][1:])
            if model.bindings[first][2] and not (bound and first == line):
                assert int(dut.event_bits_o.value) == model.bits[first]
        shown = model.bindings[line] if model.bindings[line][0] else [0] * 4
        for name, value in zip(FIELDS, shown, strict=True):
            assert int(getattr(dut, f"{name}_o").value) == value, name
        await RisingEdge(dut.clk_i)
        model.clock(levels, served, bound)
        services += served is not None
    assert services > 100
