# SPDX-License-Identifier: Apache-2.0
"""A FreeRTOS program for a LiteX SoC: its headers, what CMake makes of it, and the SoC's memory."""

import sys
from pathlib import Path

from litex.soc.integration import export
from litex.soc.integration.common import get_mem_data
from litex.soc.integration.soc_core import SoCCore

from isochron import building
from isochron.errors import IsochronError
from isochron.paths import ROOT

PROJECT = ROOT / "firmware/litex"
PROGRAM = PROJECT / "main.c"
"""What is built unless another program is named. It wants a second timer, ``pulse``, on line 0."""
RESET_ADDRESS = 0x4000_0080
"""Where a program begins in LiteX's ``main_ram``: behind its vectors."""
_PACKAGE = ROOT / "firmware/cmake"


def write_headers(soc: SoCCore, output: Path) -> None:
    """Finish a SoC, and write its headers to where a Builder with this output folder does.

    A Builder would ask for the two packages of LiteX's BIOS, too.
    """
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


def build_program(soc: SoCCore, output: Path, program: Path = PROGRAM) -> Path:
    """Build a C file with FreeRTOS for a SoC whose headers are written; return ``program.bin``."""
    folder = output / "program"
    words = [
        *("cmake", "-S", PROJECT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"),
        *(f"-DLITEX_OUTPUT={output}", f"-DLITEX_CPU={soc.cpu_type}", f"-DLITEX_MAIN={program}"),
        f"-DISOCHRON_KERNEL={soc.isochron.firmware}",
        *(f"-Disochron_DIR={_PACKAGE}", f"-DPython3_EXECUTABLE={sys.executable}"),
        f"-DCMAKE_TOOLCHAIN_FILE={_PACKAGE}/riscv-toolchain.cmake",
    ]
    building.execute(list(map(str, words)))
    building.execute(["cmake", "--build", str(folder)])
    return folder / "program.bin"


def load_program(soc: SoCCore, output: Path, program: Path) -> None:
    """Write a SoC's headers, build a program for it, and put that into its ``main_ram``."""
    write_headers(soc, output)
    load_image(soc, build_program(soc, output, program))


def load_image(soc: SoCCore, image: Path) -> None:
    """Put a program's binary image into a SoC's ``main_ram``.

    Raises:
        IsochronError: the memory is too small.
    """
    memory = soc.main_ram.mem
    words = get_mem_data(str(image), data_width=memory.width, endianness="little")
    if len(words) > memory.depth:
        raise IsochronError(
            f"{image} has {len(words):,} words of {memory.width} bits, and the SoC's main_ram "
            f"{memory.depth:,}: give it a larger integrated_main_ram_size"
        )
    memory.init = words
