# SPDX-License-Identifier: Apache-2.0
"""What is counted of netlists whose activity is known."""

import json
from collections import Counter
from pathlib import Path

import pytest
from systems.energy.lab import activity, netlist

from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT

HERE = Path(__file__).parent
WINDOW = 64
"""Cycles between the two lines that the design prints."""


def counted(**parameters: int) -> tuple[netlist.Design, activity.Activity]:
    """Return what is counted between both lines of known.sv."""
    folder = BUILT / "energy" / "-".join(["known", *map(str, parameters.values())])
    sources = [HERE / "known.sv", ROOT / f"hardware/rtl/common/{netlist.GATE}.sv"]
    file = netlist.synthesized(
        folder / "netlist.json", "known", sources, parameters, {netlist.GATE: ("Gated",)}
    )
    design = netlist.design(file.read_text(), "known", "clk_i")
    (_, before), (_, after) = activity.run(design, folder, 1000)
    return design, after.since(before)


def more(before: activity.Activity, after: activity.Activity) -> tuple[int, int, int]:
    """Return what there is more in toggles, toggles by fan-out, and pins that are clocked."""
    change = after.since(before)
    assert change.cycles == 0
    return change.toggles, change.weighted, change.clocked


def test_a_flip_flop_added_is_seen_with_exactly_its_toggles() -> None:
    _, without = counted(Toggling=0, Enabled=0)
    _, toggling = counted(Toggling=1, Enabled=0)
    # its output, which the inverter reads, and the inverter's, which it reads
    assert more(without, toggling) == (2 * WINDOW, 2 * WINDOW, WINDOW)
    assert toggling.energy(gated=False) - without.energy(gated=False) == 4 * WINDOW


def test_a_flip_flop_is_clocked_where_its_enable_is_high() -> None:
    design, without = counted(Toggling=0, Enabled=0)
    assert without.clocked == without.pins == WINDOW * design.clocks[0].pins == WINDOW * 7
    _, enabled = counted(Toggling=0, Enabled=1)
    # as above, in half of the cycles; the enable, which toggles anyway, has an input more to drive
    assert more(without, enabled) == (WINDOW, WINDOW + WINDOW, WINDOW // 2)
    assert enabled.energy(gated=True) - without.energy(gated=True) == 3 * WINDOW
    assert enabled.energy(gated=False) - without.energy(gated=False) == 4 * WINDOW


def test_a_clock_that_a_gate_stops_reaches_no_pin() -> None:
    _, without = counted(Toggling=1, Enabled=0)
    design, gated = counted(Toggling=1, Enabled=0, Gated=1)
    assert [clock.pins for clock in design.clocks] == [8, 1]
    # the gate's own pin, and what tells it to run, which toggles anyway; half of the other's clocks
    assert more(without, gated) == (0, WINDOW, WINDOW - WINDOW // 2)
    assert gated.pins - without.pins == WINDOW - WINDOW // 2


def cell(
    kind: str, inputs: dict[str, int], outputs: dict[str, int], **parameters: str
) -> dict[str, object]:
    """Return a cell of Yosys's netlists."""
    pins = {**dict.fromkeys(inputs, "input"), **dict.fromkeys(outputs, "output")}
    connections = {pin: [bit] for pin, bit in {**inputs, **outputs}.items()}
    return {
        "type": kind,
        "parameters": parameters,
        "port_directions": pins,
        "connections": connections,
    }


def read(cells: dict[str, object], **ports: int) -> netlist.Design:
    """Return what is read of a netlist of these cells, and of ports of one bit."""
    bits = {**dict.fromkeys(netlist.PORTS, 0), **ports}
    module = {
        "ports": {name: {"direction": "input", "bits": [bit]} for name, bit in bits.items()},
        "cells": cells,
    }
    return netlist.design(json.dumps({"modules": {"top": module}}), "top", "clk_i")


def test_a_net_weighs_as_many_inputs_as_it_drives() -> None:
    flip_flop = cell("TRELLIS_FF", {"CLK": 2, "CE": 3, "DI": 5}, {"Q": 4}, CEMUX="CE", REGSET="SET")
    always = cell("TRELLIS_FF", {"CLK": 2, "DI": 4}, {"Q": 6}, CEMUX="1", REGSET="RESET")
    table = cell("LUT4", {"A": 4, "B": 3, "C": 4, "D": 5}, {"Z": 5}, INIT="0" * 16)
    other = cell("TRELLIS_FF", {"CLK": 2, "CE": 3}, {"Q": 7}, CEMUX="INV", REGSET="RESET")
    design = read({"one": flip_flop, "two": always, "table": table}, clk_i=2)
    # nets are numbered as they come: 2 the clock, 3 the enable, of which are 2 inputs
    assert list(design.fan_out) == [0, 0, 0, 2, 2, 3, 0, 0]
    assert design.clocks == [netlist.Clock(1, pins=2, always=1, enables=Counter({3: 1}))]
    inverted = read({"one": other, "two": always}, clk_i=2)
    assert inverted.clocks == [netlist.Clock(1, pins=2, always=2, enables=Counter({3: -1}))]


def test_each_port_of_a_block_ram_has_an_enable() -> None:
    pins = {"CLKA": 2, "CEA": 3, "CLKB": 2, "CEB": 4}
    design = read({"block": cell("DP16KD", pins, {})}, clk_i=2)
    assert design.clocks == [netlist.Clock(1, pins=2, always=0, enables=Counter({3: 1, 4: 1}))]


@pytest.mark.parametrize(
    ("refused", "why"),
    [
        (
            cell("TRELLIS_FF", {"CLK": 3, "DI": 4}, {"Q": 4}, CEMUX="1", REGSET="SET"),
            "another clock",
        ),
        (cell("TRELLIS_FF", {"CLK": 2, "DI": 4}, {"Q": 4}, CEMUX="0"), "CEMUX 0"),
        (cell("PFUMX", {"C0": 4}, {"Z": 5}), "no cell PFUMX"),
        (
            cell(
                *("TRELLIS_FF", {"CLK": 2, "DI": 4, "LSR": 5}, {"Q": 5}),
                **{"CEMUX": "1", "REGSET": "SET", "SRMODE": "ASYNC"},
            ),
            "asynchronous reset",
        ),
    ],
)
def test_what_is_not_simulated_is_refused(refused: dict[str, object], why: str) -> None:
    with pytest.raises(IsochronError, match=why):
        read({"cell": refused}, clk_i=2)
