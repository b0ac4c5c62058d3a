# SPDX-License-Identifier: Apache-2.0
"""The loader in a board's RAM, before the program that is there."""

from pathlib import Path

from isochron import building
from isochron.boards import contents
from isochron.boards.catalogue import LINE_CYCLES, Board
from isochron.building import digest, firmware, platforms
from isochron.errors import IsochronError
from isochron.paths import ROOT

FOLDER = ROOT / "firmware/loader"
BYTES = 2048
"""Of its place at the end of the RAM."""
_SILENCE = 3_000
"""Bits of the line after which nothing more belongs to what came: 26 ms at 115,200 baud."""


def build(board: Board) -> Path:
    """Build it for a board and return its ELF file."""
    sources = (FOLDER / "start.S", FOLDER / "loader.c")
    defines = {
        "LOADER_RAM_BYTES": f"{board.ram_bytes}U",
        "LOADER_SILENCE": f"{_SILENCE * LINE_CYCLES * board.uart_divisor}U",
    }
    objects = firmware.compile_bare(sources, (), defines, "Os")
    target, script = platforms.find("ibex"), FOLDER / "loader.ld"
    inputs = [*objects, *firmware.libraries()]
    command: list[str | Path] = [
        *(firmware.compiler(), f"-march={target.march}", f"-mabi={target.mabi}", "-nostdlib"),
        *("-Wl,--fatal-warnings", f"-Wl,-T,{script}", f"-Wl,--defsym=__ram_size={board.ram_bytes}"),
        *inputs,
    ]
    elf = firmware.BUILD / "loader" / f"loader-{digest(command)}.elf"
    return building.link(command, [script, *inputs], elf)


def image(elf: Path, board: Board) -> list[int]:
    """Return the words of the RAM with the loader, and the program that a key starts.

    Raises:
        IsochronError: this is no program for the SoC; it needs the loader's place before it begins.
    """
    words, own = (contents.image(part, board.ram_bytes) for part in (elf, build(board)))
    place, entry = (board.ram_bytes - BYTES) // 4, (contents.ENTRY - contents.RAM_BASE) // 4
    if any(words[place:]):
        raise IsochronError(f"{elf.name} leaves no {BYTES:,} bytes for the loader")
    first = words[entry]
    words[entry], words[place:] = own[entry], own[place:]
    words[place] = first
    return words
