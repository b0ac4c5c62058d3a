# SPDX-License-Identifier: Apache-2.0
"""Simulates a board's top, or its netlist, under Verilator, pin by pin."""

from __future__ import annotations

import importlib.util
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from isochron.boards import build, contents
from isochron.boards.build import Image
from isochron.boards.catalogue import Board
from isochron.building import verilator, yosys
from isochron.errors import IsochronError

FOLDER = Path(__file__).parent
BIT_CYCLES = 16
"""Of a bit of the UART, on a board made ``fast``."""
_QUICKLY_BUILT = verilator.make_flags("-O1", "-O1")


class SimulationFailed(IsochronError):
    """Verilator or the compiler refused."""


@dataclass(frozen=True)
class Seen:
    """What a board did."""

    output: str
    changes: list[str]
    """Of its outputs, each with its cycle."""
    exit_code: int

    @property
    def cycles(self) -> int:
        """Return the cycle in which the first LED shone: the program had ended."""
        for change in self.changes:
            cycle, value = change.split()
            if int(value, 16) >> 1 & 1:
                return int(cycle)
        raise AssertionError("the program did not end")


def fast(board: Board) -> Board:
    """Return a board with a UART as fast as can be, and a clock that fits: little to simulate."""
    return replace(board, name=f"{board.name}-simulated", clock_mhz=24, baud=1_500_000)


def of_rtl(image: Image) -> Path:
    """Build a simulator of the board's SystemVerilog, which reads ram.hex."""
    parameters = [f"-G{name}={value}" for name, value in image.parameters.items()]
    include = [f"+incdir+{path}" for path in verilator.ibex_includes()]
    arguments = ["-DSYNTHESIS", *parameters, *include, FOLDER / "cells.v", *image.sources]
    return _built(image, "rtl", arguments)


def of_netlist(image: Image, words: Sequence[int]) -> Path:
    """Build a simulator of the netlist after mapping, with a program in its RAM."""
    folder = build.BUILD / f"{image.folder.name}-netlist"
    folder.mkdir(parents=True, exist_ok=True)
    text = contents.in_netlist(image.netlist().read_text(), build.TOP, words)
    (folder / "netlist.json").write_text(text)
    yosys.run("read_json netlist.json", "write_verilog -noattr netlist.v", folder=folder)
    (folder / "ports.v").write_text(_block_ram() + _multiplier())
    library = Path(importlib.util.find_spec("pyosys").origin).parent / "share/ecp5"
    models = [FOLDER / "cells.v", folder / "ports.v", library / "cells_sim.v"]
    return _built(image, "netlist", [f"-I{library}", *models, folder / "netlist.v"])


def run(simulator: Path, words: Sequence[int], folder: Path, cycles: int, key_at: int = 0) -> Seen:
    """Run a program, whose words are in the RAM, for so many cycles at most."""
    build.write_hex(words, folder / "ram.hex")
    command = [str(simulator), str(cycles), str(BIT_CYCLES), str(key_at)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return Seen(done.stdout, done.stderr.splitlines(), done.returncode)


def _built(image: Image, what: str, arguments: Sequence[str | Path]) -> Path:
    folder = build.BUILD / f"{image.folder.name}-{what}"
    words: list[str | Path] = ["--exe", "--top-module", build.TOP, "-o", what, "-Wno-lint"]
    words += ["-MAKEFLAGS", _QUICKLY_BUILT, *arguments, FOLDER / "main.cpp"]
    return verilator.build(words, folder, what, SimulationFailed)


def _ports(direction: str, name: str, bits: int) -> str:
    return f"{direction} " + ", ".join(f"{name}{bit}" for bit in range(bits))


def _vector(name: str, bits: int) -> str:
    return "{" + ", ".join(f"{name}{bit}" for bit in reversed(range(bits))) + "}"


def _block_ram() -> str:
    """Return DP16KD: its ports and parameters, around the model."""
    control = [f"{name}{port}" for port in "AB" for name in ("CE", "OCE", "CLK", "WE", "RST")]
    control += [f"CS{port}{bit}" for port in "AB" for bit in range(3)]
    ports = [f"input {name}" for name in control]
    for port in "AB":
        ports += [_ports("input", f"DI{port}", 18), _ports("input", f"AD{port}", 14)]
        ports += [_ports("output", f"DO{port}", 18)]
    texts = ("REGMODE_A", "REGMODE_B", "RESETMODE", "ASYNC_RESET_RELEASE", "CSDECODE_A")
    texts += ("CSDECODE_B", "WRITEMODE_A", "WRITEMODE_B", "CLKAMUX", "CLKBMUX", "GSR")
    values = [f"INITVAL_{number:02X}" for number in range(64)]
    parameters = ["parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18"]
    parameters += [f'parameter {name} = ""' for name in texts]
    parameters += [f"parameter [319:0] {name} = 0" for name in values]
    rows = [f"{name}[{20 * row}+:18]" for name in values for row in range(16)]
    connected = [f".{name}({name.upper()})" for name in ("clka", "clkb", "cea", "ceb")]
    connected += [f".{name}({name.upper()})" for name in ("wea", "web")]
    for port in "ab":
        for name, bits in ((f"ad{port}", 14), (f"di{port}", 18), (f"do{port}", 18)):
            connected.append(f".{name}({_vector(name.upper(), bits)})")
    return (
        f"module DP16KD #({', '.join(parameters)}) ({', '.join(ports)});\n"
        "dp16kd #(.WIDTH_A(DATA_WIDTH_A), .WIDTH_B(DATA_WIDTH_B),\n"
        '  .READ_FIRST_A(WRITEMODE_A == "READBEFOREWRITE"),\n'
        '  .READ_FIRST_B(WRITEMODE_B == "READBEFOREWRITE"),\n'
        f"  .INIT({{{', '.join(reversed(rows))}}})) u_model ({', '.join(connected)});\n"
        "endmodule\n"
    )


def _multiplier() -> str:
    """Return MULT18X18D: its ports around the model."""
    ports = [_ports("input", name, 18) for name in "ABC"] + [_ports("output", "P", 36)]
    ports += [f"input {name}" for name in ("SIGNEDA", "SIGNEDB", "SOURCEA", "SOURCEB")]
    ports += [f"input {name}{bit}" for name in ("CLK", "CE", "RST") for bit in range(4)]
    connected = [f".{name}({_vector(name.upper(), bits)})" for name, bits in (("a", 18), ("b", 18))]
    return (
        f"module MULT18X18D ({', '.join(ports)});\n"
        f"mult18x18d u_model (.signed_a(SIGNEDA), .signed_b(SIGNEDB), {', '.join(connected)},\n"
        f"  .p({_vector('P', 36)}));\nendmodule\n"
    )
