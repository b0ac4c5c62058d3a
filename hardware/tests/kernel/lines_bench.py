# SPDX-License-Identifier: Apache-2.0
"""The interrupt lines against a model: edges are latched, the lowest line comes first."""

import os
import random
from collections.abc import Sequence

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from kernel.model import Result

FIELDS = {"to_task": (33, 1), "to_group": (32, 1), "id": (24, 8)}
"""Of a binding: lowest bit and width in the type of the package, which has the bits below them."""
BOUND = (34, 1)
"""Of a binding, too: that there is one."""
EVENT = {"valid": (44, 1), "line": (39, 5), "binding": (4, 35), "error": (0, 4)}
"""Of what goes to the sequencer, likewise."""
WORD, LINE, BITS, WHICH = 1 << 14, 1 << 10, 1 << 9, 1 << 4
"""Of the registers that are stored: of the word, LINE is, LINE_BITS is, of the line's number."""
SERVES = 1 << 5
"""Of what comes back: the bit that says so, above the line's number."""
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
        self.bits: list[int | None] = [None] * lines
        """None: not written yet."""
        self.pending = 0

    def clock(
        self,
        levels: int,
        served: int | None,
        bound: tuple | None,
        bits: tuple[int, int] | None,
    ) -> None:
        """One clock edge; ``bound`` is (line, enable, to_task, to_group, id).

        ``bits`` is (line, bits).
        """
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
        if bits:
            self.bits[bits[0]] = bits[1]

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


def _field(value: int, place: tuple[int, int]) -> int:
    lowest, width = place
    return value >> lowest & (1 << width) - 1


def _agree(binding: int, fields: Sequence[int], bits: int | None) -> None:
    """A binding is that of the model."""
    for (name, place), field in zip(FIELDS.items(), fields, strict=True):
        assert _field(binding, place) == field, name
    if bits is not None:
        assert binding & 0xFFFFFF == bits


@cocotb.test()
async def random_edges(dut) -> None:
    """Random levels, bindings, services and resets."""
    model = Model(int(os.environ["NLines"]))
    for clock in (dut.clk_i, dut.clk_gated_i):
        cocotb.start_soon(Clock(clock, 10, unit="ns").start())
    for signal in (dut.lines_i, dut.touched_i, dut.served_i):
        signal.value = 0
    services, since = 0, RESET
    for _ in range(6000):
        levels = random.getrandbits(model.lines) & random.getrandbits(model.lines)
        if since >= RESET:
            model, since = Model(model.lines), 0
            dut.rst_ni.value, dut.touched_i.value, dut.served_i.value = 0, 0, 0
            dut.lines_i.value = levels
            await RisingEdge(dut.clk_i)
            dut.rst_ni.value = 1
            continue
        since += 1
        line = random.randrange(model.lines)
        bound = bits = None
        word = random.getrandbits(32)  # what other stores have on the bus
        if random.random() < (0.5 if since < SOON else 0.05):
            kind = random.choice(((0, 0), (1, 0), (0, 1)))
            enable = random.random() < 0.8
            bound = (line, enable, *kind, random.getrandbits(8))
            word = enable << 31 | kind[0] << 30 | kind[1] << 29 | bound[-1]
        elif random.random() < 0.1:
            bits = (line, word & 0xFFFFFF)
        walk = random.random() < 0.3
        first = model.first(walk)
        served = first if random.random() < 0.3 else None
        dut.lines_i.value = levels
        touched = word * WORD + line * WHICH
        touched |= LINE if bound is not None else 0
        touched |= BITS if bits is not None else 0
        dut.touched_i.value = touched
        dut.walk_i.value = walk
        dut.served_i.value = 0 if served is None else SERVES | served
        await FallingEdge(dut.clk_i)
        event = int(dut.event_o.value.resolve("zeros"))
        assert _field(event, EVENT["valid"]) == (first is not None)
        if first is not None:
            assert _field(event, EVENT["line"]) == first
            _agree(_field(event, EVENT["binding"]), model.bindings[first][1:], model.bits[first])
            assert _field(event, EVENT["error"]) == _refused(*model.bindings[first][1:])
        enabled, *shown = model.bindings[line] if model.bindings[line][0] else [0] * 4
        assert _field(int(dut.binding_o.value), BOUND) == enabled
        _agree(int(dut.binding_o.value), shown, model.bits[line])
        await RisingEdge(dut.clk_i)
        model.clock(levels, served, bound, bits)
        services += served is not None
    assert services > 100
