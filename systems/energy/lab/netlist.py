# SPDX-License-Identifier: Apache-2.0
"""A design as the ECP5's flow maps it, with its nets brought out by their fan-out."""

import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron import building, versions
from isochron.building import verilator, yosys
from isochron.errors import IsochronError
from isochron.synth.targets import ECP5, FLIP_FLOP_BOX

Json = dict[str, Any]
_ENABLES = {"TRELLIS_FF": "CE", "TRELLIS_DPR16X4": "WRE"}
"""By kind of cell, the pin without which its clock does nothing. Others are clocked always."""


@dataclass(frozen=True)
class Counted:
    """What is counted in a netlist, whose module has an output for each class."""

    netlist: Json
    nets: Mapping[int, int]
    """How many nets have a fan-out; those of ``F`` are the output ``nets_F``."""
    always: int
    """Pins on the clock whose cells have no enable."""
    enables: Mapping[int, int]
    """How many enables let the clock through to so many pins: those of ``N`` are the output
    ``clocked_N``."""

    @property
    def clocked(self) -> int:
        """Pins on the clock."""
        return self.always + sum(pins * number for pins, number in self.enables.items())


def synthesized(
    file: Path, top: str, sources: Sequence[Path], parameters: Mapping[str, int]
) -> Path:
    """Return the netlist (Yosys's JSON) of a module with all below it, made unless it is there."""
    words = [f"-G {name}={value}" for name, value in parameters.items()]
    words += [f"-I {path}" for path in verilator.ibex_includes()]
    words += [f"-I {path}" for path in verilator.include_folders(sources)]
    commands = [
        f"read_slang --ignore-assertions --top {top} {' '.join(words)} "
        f"{' '.join(map(str, sources))}",
        *ECP5.commands(top),
        "write_json netlist.json",
    ]

    def make(partial: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            yosys.run(*commands, folder=folder)
            partial.write_text((Path(folder) / "netlist.json").read_text())

    decides = [*commands, versions.package("pyosys")]
    return building.made(file, decides, [*sources, FLIP_FLOP_BOX], make)


def counted(text: str, top: str, clock: str) -> Counted:
    """Return a netlist with its nets and its flip-flops' enables brought out.

    A net's fan-out is the number of cells' inputs that it drives. Constants are no nets, and the
    clock is counted by itself.

    Args:
        text: Yosys's JSON, flat.
        top: the module.
        clock: its port.

    Raises:
        IsochronError: there is no such module or port, or a second clock.
    """
    netlist = json.loads(text)
    try:
        module = netlist["modules"][top]
        (clock_bit,) = module["ports"][clock]["bits"]
    except (KeyError, ValueError) as error:
        raise IsochronError(f"there is no module {top} with a port {clock} of one bit") from error
    fan_out = _fan_out(module)
    of_clock: Counter[int] = Counter()
    always = 0
    for cell in module["cells"].values():
        pins = sum(bits.count(clock_bit) for bits in cell["connections"].values())
        if cell["type"] == "TRELLIS_FF" and not pins:
            raise IsochronError(f"the netlist has flip-flops on another clock than {clock}")
        if cell["parameters"].get("CEMUX") == "INV":
            raise IsochronError("the netlist has flip-flops with an inverted enable: not counted")
        enable = cell["connections"].get(_ENABLES.get(cell["type"], ""), ["1"])[0]
        if cell["parameters"].get("CEMUX", "CE") != "CE" or isinstance(enable, str):
            always += pins
        else:
            of_clock[enable] += pins
    del fan_out[clock_bit]
    nets = _by_weight(fan_out)
    enables = _by_weight(of_clock)
    for name, classes in (("nets", nets), ("clocked", enables)):
        for weight, bits in classes.items():
            _bring_out(module, f"{name}_{weight}", bits)
    return Counted(netlist, _sizes(nets), always, _sizes(enables))


def _fan_out(module: Json) -> Counter[int]:
    """Return how many inputs each net has, by its number; those of none, too."""
    found: Counter[int] = Counter()
    for cell in module["cells"].values():
        for pin, bits in cell["connections"].items():
            reads = cell["port_directions"][pin] == "input"
            for bit in bits:
                if not isinstance(bit, str):
                    found[bit] += reads
    for port in module["ports"].values():
        for bit in port["bits"]:
            if not isinstance(bit, str):
                found[bit] += 0
    return found


def _by_weight(weights: Mapping[int, int]) -> dict[int, list[int]]:
    classes: defaultdict[int, list[int]] = defaultdict(list)
    for bit, weight in weights.items():
        classes[weight].append(bit)
    return dict(sorted(classes.items()))


def _sizes(classes: Mapping[int, Sequence[int]]) -> dict[int, int]:
    return {weight: len(bits) for weight, bits in classes.items()}


def _bring_out(module: Json, name: str, bits: Iterable[int | str]) -> None:
    """Give a module an output."""
    module["ports"][name] = {"direction": "output", "bits": list(bits)}
    module["netnames"][name] = {"hide_name": 0, "bits": list(bits), "attributes": {}}
