# SPDX-License-Identifier: Apache-2.0
"""What LiteX's Builder writes for programs. It would ask for the two packages of its BIOS, too."""

from pathlib import Path

from litex.soc.integration import export
from litex.soc.integration.soc_core import SoCCore


def write_headers(soc: SoCCore, output: Path) -> None:
    """Finish a SoC, and write its headers to where a Builder with this output folder does."""
    soc.finalize()
    folder = output / "software/include/generated"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {
        "csr.h": export.get_csr_header(soc.csr_regions, soc.constants),
        "mem.h": export.get_mem_header(soc.mem_regions),
        "soc.h": export.get_soc_header(soc.constants),
        "regions.ld": export.get_linker_regions(soc.mem_regions),
    }.items():
        (folder / name).write_text(text)
