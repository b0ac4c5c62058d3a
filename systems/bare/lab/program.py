# SPDX-License-Identifier: Apache-2.0
"""Builds programs on the thin API of the hardware kernel, without FreeRTOS."""

from pathlib import Path

from isochron.building import firmware
from isochron.paths import ROOT

FIRMWARE = ROOT / "systems/bare/firmware"
ATTACHMENT = ROOT / "firmware/attachments/bus"
SOURCES = (
    *(FIRMWARE / name for name in ("switch.S", "isochron_bare.c", "board.c")),
    ROOT / "firmware/board/crt0.S",
)
INCLUDE = (FIRMWARE, ATTACHMENT, ROOT / "firmware/kernel/include")


def build(program: Path, optimisation: str = "O2") -> Path:
    """Build a program for ``ibex``, if anything it depends on has changed; return its ELF file."""
    return firmware.build_bare(program.stem, [*SOURCES, program], INCLUDE, {}, optimisation)
