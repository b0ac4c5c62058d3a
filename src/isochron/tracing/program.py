# SPDX-License-Identifier: Apache-2.0
"""What a trace needs of a program's ELF file."""

from __future__ import annotations

from pathlib import Path

from elftools.elf.elffile import ELFFile

from isochron.building.symbols import symbols_of
from isochron.errors import IsochronError


class NoSymbols(IsochronError):
    """A program cannot be traced, since nothing says where its functions are."""


class Program:
    """The functions and constant texts of a linked program."""

    def __init__(self, elf: Path) -> None:
        with elf.open("rb") as stream:
            file = ELFFile(stream)
            self._functions = {
                int(one["st_value"]): one.name
                for one in symbols_of(file)
                if one["st_info"]["type"] == "STT_FUNC"
            }
            self._segments = [(one["p_vaddr"], one.data()) for one in file.iter_segments("PT_LOAD")]
        if not self._functions:
            raise NoSymbols(
                f"{elf.name} has no symbols, by which a trace finds tasks and calls: link it "
                "without -s, and do not strip it"
            )

    def function(self, address: int) -> str:
        """Return the name of the function that begins at an address."""
        return self._functions.get(address, f"{address:#x}")

    def text(self, address: int) -> str:
        """Return a constant text of the file, empty if there is none at the address."""
        for begin, data in self._segments:
            if begin <= address < begin + len(data):
                text: bytes = data[address - begin :].partition(b"\0")[0]
                return text.decode() if text.isascii() and len(text) < _LONGEST_NAME else ""
        return ""


_LONGEST_NAME = 64
