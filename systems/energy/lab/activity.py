# SPDX-License-Identifier: Apache-2.0
"""Simulates a netlist and counts what its nets do between the lines that its program prints.

The design has these ports: clk_i; rst_ni, a reset that is active low; tx_valid_o and tx_data_o, the
character that it prints in a cycle; exit_o and exit_code_o, its end.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from systems.energy.lab.netlist import Design

from isochron import building, files
from isochron.building import verilator
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT

SOURCE = ROOT / "systems/energy/simulator/main.cpp"
_NETLIST = "netlist.txt"
_COMPILER = (verilator.GCC, "-std=c++20", "-O2", "-Wall", "-Wextra")


@dataclass(frozen=True)
class Activity:
    """What was counted until a line was printed, or between two."""

    cycles: int
    toggles: int
    """Of every net but the clock."""
    weighted: int
    """The same, each times the fan-out of its net."""
    pins: int
    """Pins on the clock, summed over the cycles."""
    clocked: int
    """Those of them whose cell was enabled."""

    def energy(self, *, gated: bool) -> int:
        """Return the toggles of all cells' inputs; a pin on the clock has two in a cycle.

        Args:
            gated: each enable is a gate, so a pin whose cell is not enabled sees no clock.
        """
        return self.weighted + 2 * (self.clocked if gated else self.pins)

    def since(self, before: Activity) -> Activity:
        """Return what was counted after ``before``."""
        own, other = vars(self), vars(before)
        return Activity(**{name: own[name] - other[name] for name in own})


def simulator() -> Path:
    """Return the simulator, built when its source has changed."""
    folder = BUILT / "energy"
    compiled = building.compile_object(_COMPILER, SOURCE, folder)
    return building.link([*_COMPILER, compiled], [compiled], folder / "activity")


def run(design: Design, folder: Path, cycles: int) -> list[tuple[str, Activity]]:
    """Return each line that a design printed, with what was counted until then.

    Args:
        design: of ``netlist.design``.
        folder: the working one, which has the contents of the RAM, if there is one: ram.hex.
        cycles: after which it counts as hung.

    Raises:
        IsochronError: it has not ended, or with another exit code than 0.
    """
    files.write(folder / _NETLIST, design.text())
    command = [str(simulator()), _NETLIST, str(cycles)]
    done = subprocess.run(command, cwd=folder, capture_output=True, **TEXT)
    lines = done.stdout.splitlines()
    if done.returncode or "exit 0" not in lines:
        last = "\n".join([*lines[-3:], done.stderr.strip()])
        raise IsochronError(f"the program did not end well; it printed last:\n{last}")
    parts = (line.split("\t") for line in lines if "\t" in line)
    return [(text, Activity(*map(int, figures))) for text, *figures in parts]
