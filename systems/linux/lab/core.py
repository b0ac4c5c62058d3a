# SPDX-License-Identifier: Apache-2.0
"""The core's netlist, in which its instruction cache has another name than in its package.

So hardware/InstructionCache.sv stands in the cache's place, and has that cache inside.
"""

from pathlib import Path

from systems.linux.lab import kernel

from isochron import building
from isochron.building import verilator
from isochron.errors import IsochronError

_CACHE = "module InstructionCache ("
_RENAMED = "module CoreInstructionCache ("


def netlist() -> Path:
    """Return the file, written when the package's has changed.

    Raises:
        IsochronError: it has no such cache.
    """
    (package,) = verilator.vexriscv_linux_sources()

    def rename(partial: Path) -> None:
        text = package.read_text()
        if text.count(_CACHE) != 1:
            raise IsochronError(f"{package} has another instruction cache than is known")
        partial.write_text(text.replace(_CACHE, _RENAMED))

    return building.made(kernel.BUILD / package.name, [_CACHE, _RENAMED], [package], rename)
