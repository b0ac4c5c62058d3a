# SPDX-License-Identifier: Apache-2.0
"""The reference SoC with Ibex as its activity is counted: one netlist for all programs of a kernel.

The RAM is no part of the netlist: it has the program, and its pins are counted as nets.
"""

import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from systems.energy.lab import activity, netlist
from systems.energy.lab.activity import Activity

from isochron import building
from isochron.boards import build, contents
from isochron.building import verilator
from isochron.paths import BUILT, ROOT
from isochron.running import runs

ENERGY = ROOT / "systems/energy"
TOP = "energy_soc"
PARAMETERS: Mapping[str, Mapping[str, int]] = {
    "freertos-optimised": {"Kernel": 2},
    "isochron": {"Kernel": 0},
    "isochron-contexts": {"Contexts": 1},
}
"""Of ``TOP``, by kernel; stock's SoC, a ``KernelNone``, has nothing of a kernel."""
LEAN = "lean"
"""A variant: without the monitor, and the hardware kernel's clock stops while nothing happens."""
MOST_CYCLES = 1_000_000
_RAM_PARAMETERS = ("NumWords", "InitFile", "AddressWidth")
_RAM_BYTES = 0x4_0000


def mapped(kernel: str, variant: str | None = None) -> Path:
    """Return the netlist (Yosys's JSON) of a kernel's SoC, made unless it is there: minutes."""
    is_lean = variant == LEAN
    other_cores = verilator.simulated_cores()
    files = verilator.system_sources(verilator.ISOCHRON)
    sources = [*(path for path in files if path not in other_cores), ENERGY / f"rtl/{TOP}.sv"]
    file = BUILT / "energy" / (f"{kernel}-{LEAN}" if is_lean else kernel) / "netlist.json"
    boxes = {netlist.RAM: _RAM_PARAMETERS, **({netlist.GATE: ("Gated",)} if is_lean else {})}
    defines = ("WITHOUT_MONITOR",) if is_lean else ()
    return netlist.synthesized(file, TOP, sources, PARAMETERS[kernel], boxes, defines)


def design(text: str) -> netlist.Design:
    """Return what is simulated of a SoC's netlist (Yosys's JSON)."""
    return netlist.design(text, TOP, "clk_i")


@cache
def of_kernel(kernel: str, variant: str | None = None) -> netlist.Design:
    """Return what is simulated of a kernel's SoC."""
    return design(mapped(kernel, variant).read_text())


def run(of: netlist.Design, elf: Path) -> list[tuple[str, Activity]]:
    """Return the lines that a program prints, each with what was counted until then.

    Raises:
        IsochronError: it has not ended with success.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build.write_hex(contents.image(elf, _RAM_BYTES), folder / "ram.hex")
        return activity.run(of, folder, MOST_CYCLES)


def kept(kernel: str, elf: Path, variant: str | None = None) -> list[tuple[str, Activity]]:
    """Return what ``run`` returns on a kernel's SoC, from an earlier run if there was the same."""

    def counted() -> list[Sequence[object]]:
        return [(text, *vars(seen).values()) for text, seen in run(of_kernel(kernel, variant), elf)]

    on = (mapped(kernel, variant), activity.simulator(), Path(netlist.__file__))
    found = runs.kept(elf, " ".join(map(building.content, on)), (MOST_CYCLES,), counted)
    return [(text, Activity(*figures)) for text, *figures in found]
