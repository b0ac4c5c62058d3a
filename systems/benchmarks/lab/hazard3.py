# SPDX-License-Identifier: Apache-2.0
"""Hazard3 from the user's tree with the hardware kernel on its bus, in a simulation of its own."""

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from systems.benchmarks.lab.tree import Tree

from isochron import building, rtl
from isochron.building import firmware, verilator, yosys
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT

FOLDER = ROOT / "systems/benchmarks/cores"
BUILD = BUILT / "benchmarks/hazard3"
TREE = Tree(
    "Hazard3",
    "HAZARD3_PATH",
    "https://github.com/Wren6991/Hazard3",
    ("hdl/hazard3_cpu_2port.v", "hdl/hazard3_core.v"),
)
_CORE = "hazard3_cpu_2port"
_PARAMETERS = {"RESET_VECTOR": 0x4000_0080, "EXTENSION_A": 0, "CSR_COUNTER": 1, "MUL_FAST": 1}


def _write_core(path: Path) -> list[Path]:
    """Write the core by Yosys: of its own files Verilator misses changes of an array that two
    blocks write, its queue of instructions."""
    folder = TREE.folder() / "hdl"
    yosys.run(
        f"read_verilog -I {folder} {folder}/*.v {folder}/arith/*.v",
        "chparam " + " ".join(f"-set {name} {n}" for name, n in _PARAMETERS.items()) + f" {_CORE}",
        f"hierarchy -top {_CORE}",
        "proc",
        "opt_clean",
        f"rename -top {_CORE}",
        f"write_verilog -noattr {path}",
    )
    return [*folder.glob("*.v*"), *folder.glob("arith/*.v")]


def simulator() -> Path:
    """Return the simulator, built when an input has changed."""
    core = building.made(BUILD / "core.v", [TREE.folder(), *_PARAMETERS.items()], [], _write_core)
    arguments: list[str | Path] = [
        *("--exe", "--main", "--timing", "--assert", "--top-module", "hazard3_soc"),
        *("-o", "simulator", "-CFLAGS", "-std=c++20"),
        *("-MAKEFLAGS", verilator.make_flags("-O1", "-O1")),
        *dict.fromkeys([verilator.ASSERTIONS, *rtl.sources("kernel"), *rtl.sources("adapters")]),
        *(FOLDER / name for name in ("board.sv", "hazard3_soc.sv")),
        core,
    ]
    return verilator.build(arguments, BUILD, "simulator")


def run(program: Path, kernel: str, defines: Mapping[str, str] | None = None) -> list[str]:
    """Return the lines that a program for the reference SoC prints until it ends.

    Raises:
        IsochronError, as ``simulator``: it cannot be built, or does not end.
    """
    elf = firmware.build(program, kernel, "ibex", defines=defines)
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "image.hex"
        words = ["-O", "verilog", "--verilog-data-width=4", "--change-addresses=-0x40000000"]
        building.execute([f"{firmware.PREFIX}objcopy", *words, elf, image])
        command = [str(simulator()), f"+image={image}"]
        done = subprocess.run(command, capture_output=True, check=False, **TEXT)
    if done.returncode != 0:
        raise IsochronError(f"{program.name} on Hazard3:\n{done.stdout}{done.stderr}")
    return [line for line in done.stdout.splitlines() if not line.startswith("- ")]
