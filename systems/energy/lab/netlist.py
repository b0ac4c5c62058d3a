# SPDX-License-Identifier: Apache-2.0
"""A design as the ECP5's flow maps it, and what its simulator reads of it."""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from isochron import building, versions
from isochron.building import verilator, yosys
from isochron.errors import IsochronError
from isochron.synth.targets import ECP5, FLIP_FLOP_BOX

Json = dict[str, Any]
_ENABLES = {
    ("TRELLIS_FF", "CLK"): "CE",
    ("TRELLIS_DPR16X4", "WCK"): "WRE",
    ("DP16KD", "CLKA"): "CEA",
    ("DP16KD", "CLKB"): "CEB",
}
"""By kind of cell and its pin on the clock, the pin without which that clock does nothing. Others
are clocked always."""
PORTS = ("rst_ni", "tx_valid_o", "tx_data_o", "exit_o", "exit_code_o")
RAM = "soc_ram"
"""The SoC's RAM, which is a box."""
GATE = "isochron_clock_gate"
"""What stops the hardware kernel's clock, which is a box where it counts, else a wire."""
_CONSTANTS = (0, 1)
_OPTIONS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "TRELLIS_FF": {
        "CEMUX": ("CE", "INV", "1"),
        "CLKMUX": ("CLK",),
        "LSRMUX": ("LSR",),
        "LSRMODE": ("LSR",),
    },
    "CCU2C": {"INJECT1_0": ("NO",), "INJECT1_1": ("NO",)},
    "TRELLIS_DPR16X4": {"WCKMUX": ("WCK",), "WREMUX": ("WRE",)},
    "DP16KD": {"REGMODE_A": ("NOREG",), "REGMODE_B": ("NOREG",)},
}
"""What a cell's parameters may be where the mapping says them."""


@dataclass
class Clock:
    """The pins on a clock."""

    runs: int
    """The net that lets it run; 1 if it never stops."""
    pins: int = 0
    always: int = 0
    """Those of them whose cells are enabled while all enables are low."""
    enables: Counter[int] = field(default_factory=Counter)
    """How many there are more while an enable is high: fewer, if it is inverted."""


@dataclass(frozen=True)
class Design:
    """What is simulated and counted: nets by number, of which 0 and 1 are the constants."""

    fan_out: Sequence[int]
    """How many inputs of cells each net has, without those on a clock."""
    clocks: Sequence[Clock]
    """The design's, and the hardware kernel's if that is another one."""
    ports: Sequence[int]
    cells: Sequence[str]

    def text(self) -> str:
        """Return what systems/energy/simulator/main.cpp reads."""
        heads = [[len(self.fan_out), *self.fan_out], [len(self.clocks)]]
        for clock in self.clocks:
            enables = [number for pair in clock.enables.items() for number in pair]
            heads.append([clock.runs, clock.pins, clock.always, len(clock.enables), *enables])
        heads.append([*self.ports])
        return "\n".join([*(" ".join(map(str, head)) for head in heads), *self.cells]) + "\n"


def synthesized(
    file: Path,
    top: str,
    sources: Sequence[Path],
    parameters: Mapping[str, int],
    boxes: Mapping[str, Sequence[str]] | None = None,
    defines: Sequence[str] = (),
) -> Path:
    """Return the netlist (Yosys's JSON) of a module with all below it, made unless it is there.

    ``boxes`` are modules of which the netlist has only the pins, with their parameters, which it
    does not have.
    """
    boxes = boxes or {}
    words = [f"-G {name}={value}" for name, value in parameters.items()]
    words += [f"-D {name}" for name in defines]
    words += [f"--blackboxed-module {name}" for name in boxes]
    words += [f"-I {path}" for path in verilator.ibex_includes()]
    words += [f"-I {path}" for path in verilator.include_folders(sources)]
    commands = [
        f"read_slang --ignore-assertions --top {top} {' '.join(words)} "
        f"{' '.join(map(str, sources))}",
        *(
            f"setparam {' '.join(f'-unset {parameter}' for parameter in of_box)} t:{name}"
            for name, of_box in boxes.items()
        ),
        *ECP5.commands(top),
        "write_json netlist.json",
    ]

    def make(partial: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            yosys.run(*commands, folder=folder)
            partial.write_text((Path(folder) / "netlist.json").read_text())

    decides = [*commands, versions.package("pyosys")]
    return building.made(file, decides, [*sources, FLIP_FLOP_BOX], make)


def design(text: str, top: str, clock: str) -> Design:
    """Return what is simulated and counted of a netlist.

    A net's fan-out is the number of cells' inputs that it drives. Constants are no nets, and clocks
    are counted by themselves. Where a gate stops one, the cells on it go on as if it did not: what
    they do then changes nothing that is seen.

    Args:
        text: Yosys's JSON, flat; ``activity`` says which ports it has beside the clock.
        top: the module.
        clock: its port.

    Raises:
        IsochronError: there is no such module or port, or a second clock without a gate; a cell,
            or an option of one, that the simulator does not have.
    """
    try:
        module = json.loads(text)["modules"][top]
        (clock_bit,) = module["ports"][clock]["bits"]
    except (KeyError, ValueError) as error:
        raise IsochronError(f"there is no module {top} with a port {clock} of one bit") from error
    cells = module["cells"].values()
    nets = _Nets()
    clocks = {nets[clock_bit]: Clock(1)}
    for gate in cells:
        if gate["type"] == GATE:
            runs, output = (nets[gate["connections"][pin][0]] for pin in ("run_i", "clk_o"))
            clocks[output] = Clock(runs)
    lines = [line for cell in cells for line in _cell(cell, nets)]
    ports = [nets[bit] for name in PORTS for bit in module["ports"][name]["bits"]]
    _check_resets(cells, {bit for port in module["ports"].values() for bit in port["bits"]})

    fan_out: Counter[int] = Counter()
    for cell in cells:
        read = [
            (pin, nets[bit])
            for pin, bits in cell["connections"].items()
            if cell["port_directions"][pin] == "input"
            for bit in bits
        ]
        fan_out.update(net for _, net in read if net not in (*_CONSTANTS, *clocks))
        own = [(pin, clocks[net]) for pin, net in read if net in clocks]
        if cell["type"] == "TRELLIS_FF" and not own:
            raise IsochronError(f"the netlist has flip-flops on another clock than {clock}")
        for pin, of in own:
            enable, is_inverted = _enable(cell, pin, nets)
            of.pins += 1
            of.always += is_inverted or enable in _CONSTANTS
            if enable not in _CONSTANTS:
                of.enables[enable] += -1 if is_inverted else 1
    weights = [fan_out[net] for net in range(len(nets))]
    return Design(weights, list(clocks.values()), ports, lines)


class _Nets:
    """Numbers nets by Yosys's bits."""

    def __init__(self) -> None:
        self._numbers: dict[int | str, int] = {"0": 0, "1": 1, "x": 0, "z": 0}

    def __getitem__(self, bit: int | str) -> int:
        return self._numbers.setdefault(bit, len(self))

    def __len__(self) -> int:
        return len(self._numbers) - 2  # both others are 0


def _cell(cell: Json, nets: _Nets) -> Iterator[str]:
    """Yield the line of a cell, if it has one; pins without a net are 0."""
    kind, parameters = cell["type"], cell["parameters"]

    def pins(*names: str) -> list[int]:
        wires = cell["connections"]
        return [nets[bit] for name in names for bit in wires.get(name, ["0"])]

    def bus(name: str, bits: int) -> list[int]:
        return pins(*(f"{name}{bit}" for bit in range(bits)))

    def line(name: str, *numbers: int | Sequence[int]) -> str:
        flat = [n for part in numbers for n in ([part] if isinstance(part, int) else part)]
        return " ".join([name, *map(str, flat)])

    for name, usual in _OPTIONS.get(kind, {}).items():
        if str(parameters.get(name, usual[0])).strip() not in usual:
            raise IsochronError(f"the simulator has no {kind} with {name} {parameters[name]}")
    if kind == "LUT4":
        yield line("table", _number(parameters["INIT"]), pins(*"ABCDZ"))
    elif kind == "CCU2C":
        tables = [_number(parameters[f"INIT{half}"]) for half in (0, 1)]
        halves = ("A0", "B0", "C0", "D0", "A1", "B1", "C1", "D1")
        yield line("carry", tables, pins(*halves, "CIN", "S0", "S1", "COUT"))
    elif kind == "TRELLIS_FF":
        is_set = parameters["REGSET"] == "SET"
        enable, is_inverted = _enable(cell, "CLK", nets)
        yield line("flip_flop", int(is_set), int(is_inverted), enable, pins("LSR", "DI", "Q"))
    elif kind == "TRELLIS_DPR16X4":
        contents = _number(parameters.get("INITVAL", "0"))
        yield line("memory", contents, pins("RAD", "DO", "DI", "WAD", "WRE"))
    elif kind == "MULT18X18D":
        signs = pins("SIGNEDA", "SIGNEDB")
        yield line("multiplier", signs, bus("A", 18), bus("B", 18), bus("P", 36))
    elif kind == "DP16KD":
        texts = [parameters.get(f"INITVAL_{part:02X}", "0" * 320) for part in range(64)]
        rows = [_number(text[-20 * n - 18 : -20 * n or None]) for text in texts for n in range(16)]
        yield line("block", *(_port(parameters, port, pins, bus) for port in "AB"), rows)
    elif kind == RAM:
        wires = ("instr_addr_i", "instr_rdata_o", "data_addr_i", "data_be_i", "data_wdata_i")
        yield line("ram", pins(*wires, "data_rdata_o", "data_we_i"))
    elif kind != GATE:
        raise IsochronError(f"the simulator has no cell {kind}")


def _enable(cell: Json, clock: str, nets: _Nets) -> tuple[int, bool]:
    """Return the net that lets a clock through to a cell's pin, and whether it is inverted."""
    pin = _ENABLES.get((cell["type"], clock))
    mux = cell["parameters"].get("CEMUX", "CE").strip()
    if pin is None or mux == "1":
        return 1, False
    return nets[cell["connections"][pin][0]], mux == "INV"


def _port(
    parameters: Json,
    port: str,
    pins: Callable[..., list[int]],
    bus: Callable[[str, int], list[int]],
) -> list[int]:
    """Return what is told of a port of a block RAM."""
    width = parameters.get(f"DATA_WIDTH_{port}", "10010")
    reads_first = parameters.get(f"WRITEMODE_{port}") == "READBEFOREWRITE"
    buses = [*bus(f"AD{port}", 14), *bus(f"DI{port}", 18), *bus(f"DO{port}", 18)]
    return [_number(width), int(reads_first), *pins(f"CE{port}", f"WE{port}"), *buses]


def _number(bits: str) -> int:
    """Return the value of a parameter; a bit that may be anything is 0."""
    return int(bits.replace("x", "0"), 2)


def _check_resets(cells: Collection[Json], ports: Container[int | str]) -> None:
    """Refuse asynchronous resets that the simulator would find at the next edge only.

    It resets flip-flops at the clock's edge, so what resets them may come from outside alone.
    """

    def outside(bits: Iterable[int | str]) -> bool:
        return all(isinstance(bit, str) or bit in ports for bit in bits)

    inverted = {
        cell["connections"]["Z"][0]
        for cell in cells
        if cell["type"] == "LUT4"
        and outside(bit for pin in "ABCD" for bit in cell["connections"][pin])
    }
    for cell in cells:
        if cell["parameters"].get("SRMODE") == "ASYNC":
            resets = set(cell["connections"].get("LSR", ())) - inverted
            if not outside(resets):
                raise IsochronError("the netlist has an asynchronous reset that it makes itself")
