# SPDX-License-Identifier: Apache-2.0
"""Simulates a netlist and counts what its nets do between the lines that its program prints.

The design has these ports: clk_i; rst_ni, a reset that is active low; tx_valid_o and tx_data_o, the
character that it prints in a cycle; exit_o and exit_code_o, its end.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from systems.energy.lab.netlist import Counted

from isochron import files
from isochron.boards import simulation
from isochron.building import verilator, yosys
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

SIMULATOR = ROOT / "systems/energy/simulator"
TOP = "energy_top"
MOST_CYCLES = 10_000_000
_QUICKLY_BUILT = verilator.make_flags("-O1", "-O1", one_file=False)


@dataclass(frozen=True)
class Activity:
    """What was counted until a line was printed, or between two."""

    cycles: int
    toggles: int
    """Of every net but the clock."""
    weighted: int
    """The same, each times the fan-out of its net."""
    clocked: int
    """Pins on the clock whose cell was enabled, summed over the cycles."""

    def since(self, before: Activity) -> Activity:
        """Return what was counted after ``before``."""
        own, other = vars(self), vars(before)
        return Activity(**{name: own[name] - other[name] for name in own})


def simulator(design: Counted, top: str, folder: Path) -> Path:
    """Return a simulator that counts, built when an input has changed.

    Args:
        design: of ``netlist.counted``.
        top: its module.
        folder: where it is built.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files.write(folder / "counted.json", json.dumps(design.netlist))
    yosys.run("read_json counted.json", "write_verilog -noattr counted.v", folder=folder)
    files.write(folder / f"{TOP}.sv", "\n".join(_top(design, top)) + "\n")
    arguments: list[str | Path] = [
        *(
            "--exe",
            "--top-module",
            TOP,
            "-o",
            "activity",
            "-MAKEFLAGS",
            _QUICKLY_BUILT,
            "-Wno-lint",
        ),
        *(*simulation.models(folder), folder / "counted.v"),
        *(SIMULATOR / "activity_counter.sv", folder / f"{TOP}.sv", SIMULATOR / "main.cpp"),
    ]
    return verilator.build(arguments, folder, "activity")


def run(program: Path, folder: Path, cycles: int = MOST_CYCLES) -> list[tuple[str, Activity]]:
    """Return each line that a simulator printed, with what was counted until then.

    Args:
        program: of ``simulator``.
        folder: the working one, in which it finds its files.
        cycles: after which it counts as hung.

    Raises:
        IsochronError: it has not ended, or with another exit code than 0.
    """
    done = subprocess.run([program, str(cycles)], cwd=folder, capture_output=True, **TEXT)
    lines = done.stdout.splitlines()
    if done.returncode or "exit 0" not in lines:
        last = "\n".join(lines[-3:])
        raise IsochronError(f"the program did not end well; it printed last:\n{last}")
    parts = (line.split("\t") for line in lines if "\t" in line)
    return [(text, Activity(*map(int, figures))) for text, *figures in parts]


def _top(design: Counted, top: str) -> Iterator[str]:
    """Yield the module around the design: its counters, its reset and its output."""
    yield f"module {TOP} (input logic clk_i);"
    yield "  logic [63:0] cycle = '0;"
    yield "  logic tx_valid, exit; logic [7:0] tx_data; logic [31:0] exit_code;"
    ports = "".join(
        f", .{name}_{weight}({name}_{weight})"
        for name, classes in (("nets", design.nets), ("clocked", design.enables))
        for weight in classes
    )
    toggles, plain = _sum("nets", design.nets)
    clocked, _ = _sum("clocked", design.enables)
    for name, classes, levels in (("nets", design.nets, 0), ("clocked", design.enables, 1)):
        for weight, bits in classes.items():
            of = f"{name}_{weight}"
            yield f"  logic [{bits - 1}:0] {of}; logic [63:0] count_{of};"
            yield f"  activity_counter #(.Bits({bits}), .Levels({levels})) u_{of} ("
            yield f"    .clk_i, .nets_i({of}), .count_o(count_{of}));"
    yield f"  {top} u_design (.clk_i, .rst_ni(cycle > 3), .tx_valid_o(tx_valid),"
    yield f"    .tx_data_o(tx_data), .exit_o(exit), .exit_code_o(exit_code){ports});"
    yield "  always @(posedge clk_i) begin"
    yield "    cycle <= cycle + 1;"
    yield "    if (cycle > 3 && tx_valid && tx_data != 10 && tx_data != 13)"
    yield '      $write("%c", tx_data);'
    yield "    if (cycle > 3 && tx_valid && tx_data == 10)"
    yield '      $display("\\t%0d\\t%0d\\t%0d\\t%0d", cycle,'
    yield f"        {plain}, {toggles}, 64'd{design.always} * cycle + {clocked});"
    yield '    if (cycle > 3 && exit) begin $display("exit %0d", exit_code); $finish; end'
    yield "  end"
    yield "endmodule"


def _sum(name: str, classes: Mapping[int, int]) -> tuple[str, str]:
    """Return the sum of some counters, each times its weight, and without the weights."""
    counts = {weight: f"count_{name}_{weight}" for weight in classes}
    weighted = [f"64'd{weight} * {count}" for weight, count in counts.items()]
    return " + ".join(weighted) or "64'd0", " + ".join(counts.values()) or "64'd0"
