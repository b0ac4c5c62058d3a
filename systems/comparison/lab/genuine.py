# SPDX-License-Identifier: Apache-2.0
"""Builds with a kernel's genuine source, which the user provides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from isochron.building import firmware


@dataclass(frozen=True)
class Kernel:
    """A kernel's files.

    Attributes:
        name: of the folder of its programs.
        sources: C and assembler files, its port's among them.
        include: folders of headers.
    """

    name: str
    sources: Sequence[Path]
    include: Sequence[Path]


def build(
    kernel: Kernel,
    program: Path,
    include: Sequence[Path],
    defines: Mapping[str, str],
    optimisation: str,
    further: Sequence[Path] = (),
) -> Path:
    """Build a program of the comparison, or a test, and return its ELF file.

    Args:
        kernel: with which.
        program: its C file; what is in the folder ``common`` beside it, or else beside its
            folder, is compiled too.
        include: folders of its headers.
        defines: preprocessor symbols.
        optimisation: see ``firmware.build_bare``.
        further: C files that belong to it.

    Raises:
        firmware.FirmwareError, ToolMissing: as ``firmware.build_bare``.
    """
    common = program.parent / "common"
    if not common.is_dir():
        common = program.parents[1] / "common"
    board = [firmware.BOARD / name for name in ("crt0.S", "console.c", "fatal.c", "interrupts.c")]
    return firmware.build_bare(
        program.stem,
        [program, *sorted(common.glob("*.c")), *further, *board, *kernel.sources],
        [*include, common, *kernel.include],
        defines,
        optimisation,
        folder=kernel.name,
    )
