# SPDX-License-Identifier: Apache-2.0
"""The netlist after place and route, as nextpnr-ecp5 writes it, told by cells that have models.

In nextpnr's netlist a pin may be connected to nothing, and a parameter say what it is: ``CEMUX``
``"1 "``, ``RSTAMUX`` ``"INV"``. Here each input of a cell has a net or a constant, and the
parameters that do this are gone. Sources: nextpnr's ecp5/pack.cc and ecp5/bitstream.cc, Project
Trellis.
"""

import json
from collections.abc import Mapping
from typing import Any

from isochron.errors import IsochronError

TOP = "top"
"""What nextpnr calls every top module."""
_MUXED = ("DP16KD", "MULT18X18D")
"""Cells of which any input may have a parameter that makes it a constant."""
_UNTOLD = {"TRELLIS_FF": {"SD"}, "TRELLIS_COMB": {"WREMUX", "WCKMUX"}}
"""Parameters that are used up here, or that have one value only."""
_CONSTANTS = {"0": "0", "1": "1", "INV": "0"}
"""Of an input without a net, which is 1, by the value of its parameter."""


def modelled(text: str) -> str:
    """Return a netlist that nextpnr wrote (JSON) without attributes, for models of its cells.

    Raises:
        IsochronError: an input is inverted where no model inverts it, or a cell is not for a board.
    """
    module = json.loads(text)["modules"][TOP]
    cells = {name: _cell(name, entry) for name, entry in module["cells"].items()}
    nets = {
        name: {"hide_name": entry["hide_name"], "bits": entry["bits"], "attributes": {}}
        for name, entry in module["netnames"].items()
    }
    top = {"attributes": {"top": 1}, "ports": module["ports"], "cells": cells, "netnames": nets}
    return json.dumps({"modules": {TOP: top}})


def _cell(name: str, cell: Mapping[str, Any]) -> dict[str, Any]:
    kind = cell["type"]
    parameters = dict(cell["parameters"])
    connections = {pin: bits for pin, bits in cell["connections"].items() if bits}
    inputs = {pin for pin, way in cell["port_directions"].items() if way == "input"}
    if kind in _MUXED:
        for pin in inputs:
            choice = parameters.pop(f"{pin}MUX", pin).strip()
            if pin not in connections:
                connections[pin] = [_CONSTANTS.get(choice, "1")]
            elif choice != pin:
                raise IsochronError(f"{name}: the pin {pin} of a {kind} is {choice}, with a net")
    elif kind == "TRELLIS_COMB":
        connections = {**{pin: ["1"] for pin in "ABCD"}, **connections}
    elif kind == "TRELLIS_FF":
        stored = connections.pop("M", None)
        if parameters["SD"].strip() == "0":
            connections["DI"] = stored
        connections.setdefault("LSR", ["0"])
    elif kind == "TRELLIS_IO":
        kind = f"{kind}_{parameters['DIR']}"
        parameters = {}
    for parameter in _UNTOLD.get(kind, ()):
        parameters.pop(parameter, None)
    return {
        "hide_name": cell["hide_name"],
        "type": kind,
        "parameters": parameters,
        "attributes": {},
        "port_directions": cell["port_directions"],
        "connections": connections,
    }
