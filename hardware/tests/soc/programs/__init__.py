# SPDX-License-Identifier: Apache-2.0
"""Small assembler programs for the tests of the simulator."""

import subprocess
from pathlib import Path

from isochron.building import platforms
from isochron.paths import ROOT

HERE = Path(__file__).parent
INCLUDES = ("firmware/board/include", "firmware/kernel/include")


def build(name: str, folder: Path, platform: str, **defines: str) -> Path:
    """Assemble and link ``<name>.S`` into a folder and return the ELF file."""
    chosen = platforms.find(platform)
    elf = folder / f"{name}.elf"
    command = [
        "riscv64-unknown-elf-gcc",
        *("-g", f"-march={chosen.march}", f"-mabi={chosen.mabi}", "-nostdlib", "-static"),
        *(f"-I{ROOT / path}" for path in INCLUDES),
        *(f"-D{key}={value}" for key, value in defines.items()),
        *("-T", "program.ld", "-Wl,--no-warn-rwx-segments", f"{name}.S", "-o", str(elf)),
    ]
    subprocess.run(command, cwd=HERE, check=True)
    return elf
