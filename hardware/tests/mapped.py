# SPDX-License-Identifier: Apache-2.0
"""RTL as the ECP5's flow maps it: lookup tables, carry chains and flip-flops, as plain Verilog.

What a cell does is of Yosys's library of them. It has no block RAM: that is left to the other kinds
of memory here.
"""

import tempfile
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

from isochron import building
from isochron.building import verilator, yosys
from isochron.synth import targets
from isochron.synth.targets import ECP5

_CELLS = "+/ecp5/cells_sim.v"


def write(file: Path, top: str, sources: Iterable[Path], parameters: Mapping[str, int]) -> Path:
    """Write a module, as ``<top>_mapped``, with all below it, flat, unless the file is current."""
    files = list(sources)
    words = [*(f"-G {name}={value}" for name, value in parameters.items()), *map(str, files)]
    words += [f"-I {folder}" for folder in verilator.include_folders(files)]
    commands = [
        f"read_slang --ignore-assertions --top {top} {' '.join(words)}",
        "setattr -unset ram_style a:ram_style=block",
        *(command.replace("synth_ecp5", "synth_ecp5 -nobram") for command in ECP5.commands(top)),
        *("design -stash mapped", f"read_verilog -overwrite {_CELLS}"),
        # memory that nothing was written to begins as in a simulation of the source
        *(f"design -copy-from mapped {top}", "setundef -zero -params", f"hierarchy -top {top}"),
        *("proc", "flatten", "opt_clean -purge", f"rename {top} {top}_mapped"),
        "write_verilog -noattr mapped.v",
    ]

    def make(partial: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            yosys.run(*commands, folder=folder)
            partial.write_text((Path(folder) / "mapped.v").read_text())

    decides = [*commands, version("pyosys")]
    return building.made(file, decides, [*files, targets.FLIP_FLOP_BOX], make)
