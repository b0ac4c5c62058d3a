# SPDX-License-Identifier: Apache-2.0
"""What is counted of netlists whose activity is known."""

import json
from pathlib import Path

import pytest
from systems.energy.lab import activity, netlist

from isochron.errors import IsochronError
from isochron.paths import BUILT

HERE = Path(__file__).parent
WINDOW = 64
"""Cycles between the two lines that the design prints."""


def counted(**parameters: int) -> tuple[netlist.Counted, activity.Activity]:
    """Return what is counted between both lines of known.sv."""
    folder = BUILT / "energy" / "-".join(["known", *map(str, parameters.values())])
    file = netlist.synthesized(folder / "netlist.json", "known", [HERE / "known.sv"], parameters)
    design = netlist.counted(file.read_text(), "known", "clk_i")
    simulator = activity.simulator(design, "known", folder)
    (_, before), (_, after) = activity.run(simulator, folder, 1000)
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


def test_a_flip_flop_is_clocked_where_its_enable_is_high() -> None:
    design, without = counted(Toggling=0, Enabled=0)
    assert without.clocked == WINDOW * design.clocked == WINDOW * 7
    _, enabled = counted(Toggling=0, Enabled=1)
    # as above, in half of the cycles; the enable, which toggles anyway, has an input more to drive
    assert more(without, enabled) == (WINDOW, WINDOW + WINDOW, WINDOW // 2)


def cell(kind: str, inputs: dict[str, int], outputs: dict[str, int], **parameters: str) -> object:
    """Return a cell of Yosys's netlists."""
    pins = {**dict.fromkeys(inputs, "input"), **dict.fromkeys(outputs, "output")}
    connections = {pin: [bit] for pin, bit in {**inputs, **outputs}.items()}
    return {
        "type": kind,
        "parameters": parameters,
        "port_directions": pins,
        "connections": connections,
    }


def test_nets_are_told_by_how_many_inputs_they_drive() -> None:
    flip_flop = cell("TRELLIS_FF", {"CLK": 2, "CE": 3, "DI": 5}, {"Q": 4}, CEMUX="CE")
    always = cell("TRELLIS_FF", {"CLK": 2, "DI": 4}, {"Q": 6}, CEMUX="1")
    table = cell("LUT4", {"A": 4, "B": 3, "C": 4}, {"Z": 5})
    ports = {name: {"direction": "input", "bits": [bit]} for name, bit in (("c", 2), ("e", 3))}
    cells = {"one": flip_flop, "two": always, "table": table}
    module = {"ports": ports, "cells": cells, "netnames": {}}
    design = netlist.counted(json.dumps({"modules": {"top": module}}), "top", "c")
    assert design.nets == {0: 1, 1: 1, 2: 1, 3: 1}
    assert design.netlist["modules"]["top"]["ports"]["nets_3"]["bits"] == [4]
    assert (design.always, design.enables, design.clocked) == (1, {1: 1}, 2)


def test_a_second_clock_is_refused() -> None:
    other = cell("TRELLIS_FF", {"CLK": 3, "DI": 4}, {"Q": 4}, CEMUX="1")
    module = {
        "ports": {"c": {"direction": "input", "bits": [2]}},
        "cells": {"one": other},
        "netnames": {},
    }
    with pytest.raises(IsochronError, match="another clock than c"):
        netlist.counted(json.dumps({"modules": {"top": module}}), "top", "c")
