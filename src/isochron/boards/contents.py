# SPDX-License-Identifier: Apache-2.0
"""A program in the RAM of a board: its words, and where synthesis has put them.

Yosys makes the RAM of DP16KD blocks that hold one bit of 16,384 words each. A board is synthesized,
placed and routed with random words; a block is known by the bits of them that it has, and gets
those of the program in their place. So a program needs no place and route of its own.

A block is 2,048 values of 9 bits, of which 8 are used: bits of successive words, the first lowest.
"""

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from isochron.building.elf import opened
from isochron.errors import IsochronError

RAM_BASE = 0x4000_0000
ENTRY = RAM_BASE + 0x80
"""The core's first instruction."""
_BLOCK_WORDS = 16_384
_VALUES = 2_048
_INITVALS = 64
_GROUPS = 16
"""Of values in the parameter INITVAL_xx of a DP16KD: two in 20 bits, of which 18 are used."""
_GROUP_BITS = 20
_VALUE_BITS = 9
_INIT = re.compile(r"(^\.bram_init \d+\n)((?:[0-9a-f ]+\n)+)", re.MULTILINE)
_COLUMNS = 8

Block = tuple[int, ...]


def image(elf: Path, ram_bytes: int) -> list[int]:
    """Return the words of the RAM with a program in it.

    Raises:
        IsochronError: this is no program for the SoC; it does not fit.
    """
    contents = bytearray(ram_bytes)
    with opened(elf) as file:
        loaded = [segment for segment in file.iter_segments() if segment["p_type"] == "PT_LOAD"]
        parts = [(part["p_vaddr"], part["p_memsz"], b"") for part in loaded]
        # Variables and stack, which the board's linker script leaves out of the segments.
        empty = [section for section in file.iter_sections() if section["sh_type"] == "SHT_NOBITS"]
        parts += [(part["sh_addr"], part["sh_size"], b"") for part in empty]
    parts += [(address, len(data), data) for address, data in segments(elf)]
    for address, size, data in parts:
        begin = address - RAM_BASE
        if begin < 0:
            raise IsochronError(
                f"{elf.name} wants memory at {address:#010x}, but the RAM begins at "
                f"{RAM_BASE:#010x}: link it with firmware/board/link.ld"
            )
        if begin + size > ram_bytes:
            raise IsochronError(
                f"{elf.name} needs {begin + size:,} bytes of RAM, and the board has "
                f"{ram_bytes:,}: build it with a smaller heap (configTOTAL_HEAP_SIZE) and "
                f"-Wl,--defsym=__ram_size={ram_bytes}, or choose a board with more RAM"
            )
        contents[begin : begin + len(data)] = data
    return [int.from_bytes(contents[at : at + 4], "little") for at in range(0, ram_bytes, 4)]


def segments(elf: Path) -> list[tuple[int, bytes]]:
    """Return what a program has in its file, each part with its address.

    Raises:
        IsochronError: it does not begin where the core does.
    """
    with opened(elf) as file:
        entry = file["e_entry"]
        parts = [
            (segment["p_vaddr"], segment.data())
            for segment in file.iter_segments()
            if segment["p_type"] == "PT_LOAD" and segment["p_filesz"]
        ]
    if entry != ENTRY:
        raise IsochronError(
            f"{elf.name} begins at {entry:#010x}, but the core at {ENTRY:#010x}: link it with "
            "firmware/board/link.ld, or name in your script by ENTRY() what lies there"
        )
    return parts


def fill(ram_bytes: int) -> list[int]:
    """Return the random words that a board is synthesized with, the same each time."""
    source = random.Random(ram_bytes)
    return [source.getrandbits(32) for _ in range(ram_bytes // 4)]


def in_configuration(text: str, words: Sequence[int]) -> str:
    """Return nextpnr's configuration (Trellis's text) with other words in the RAM."""
    exchange = _Exchange(words)

    def exchanged(match: re.Match[str]) -> str:
        block = exchange.block(tuple(int(value, 16) for value in match[2].split()))
        rows = (block[at : at + _COLUMNS] for at in range(0, _VALUES, _COLUMNS))
        return match[1] + "".join(" ".join(f"{v:03x}" for v in row) + "\n" for row in rows)

    changed = _INIT.sub(exchanged, text)
    exchange.check()
    return changed


def in_netlist(text: str, top: str, words: Sequence[int]) -> str:
    """Return Yosys's netlist (JSON) with other words in the RAM."""
    netlist = json.loads(text)
    exchange = _Exchange(words)
    for cell in netlist["modules"][top]["cells"].values():
        if cell["type"] == "DP16KD":
            _set_block(cell["parameters"], exchange.block(_block_of(cell["parameters"])))
    exchange.check()
    return json.dumps(netlist)


class _Exchange:
    """Finds the block of the program for one that holds random bits."""

    def __init__(self, words: Sequence[int]) -> None:
        self._new = dict(zip(_blocks(fill(4 * len(words))), _blocks(words), strict=True))
        self._found: list[Block] = []

    def block(self, old: Block) -> Block:
        """Return the program's, or the same if it is no block of the RAM."""
        if old not in self._new:
            return old
        self._found.append(old)
        return self._new[old]

    def check(self) -> None:
        """Raise IsochronError unless each block was there once."""
        places = set(self._found)
        if len(places) < len(self._found) or places != self._new.keys():
            raise IsochronError(
                f"{len(places)} of the {len(self._new)} blocks of the RAM were found: Yosys has "
                "mapped it in another way than src/isochron/boards/contents.py expects"
            )


def _blocks(words: Sequence[int]) -> list[Block]:
    if len(words) % _BLOCK_WORDS:
        raise IsochronError(f"a RAM of {4 * len(words):,} bytes is no multiple of 65,536")
    return [
        _slice(words[begin : begin + _BLOCK_WORDS], bit)
        for begin in range(0, len(words), _BLOCK_WORDS)
        for bit in range(32)
    ]


def _slice(words: Sequence[int], bit: int) -> Block:
    bits = [word >> bit & 1 for word in words]
    return tuple(
        sum(bits[at + place] << place for place in range(8)) for at in range(0, len(bits), 8)
    )


def _block_of(parameters: dict[str, Any]) -> Block:
    values: list[int] = []
    for number in range(_INITVALS):
        whole = int(parameters.get(f"INITVAL_{number:02X}", "0").replace("x", "0"), 2)
        for group in range(_GROUPS):
            pair = whole >> _GROUP_BITS * group
            values += [pair & 0x1FF, pair >> _VALUE_BITS & 0x1FF]
    return tuple(values)


def _set_block(parameters: dict[str, Any], block: Block) -> None:
    for number in range(_INITVALS):
        part = block[2 * _GROUPS * number : 2 * _GROUPS * (number + 1)]
        whole = sum(
            (part[2 * group] | part[2 * group + 1] << _VALUE_BITS) << _GROUP_BITS * group
            for group in range(_GROUPS)
        )
        parameters[f"INITVAL_{number:02X}"] = f"{whole:0{_GROUPS * _GROUP_BITS}b}"
