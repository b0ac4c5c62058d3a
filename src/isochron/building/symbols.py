# SPDX-License-Identifier: Apache-2.0
"""From an address of a program to the function and source line that it belongs to."""

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from elftools.dwarf.lineprogram import LineProgram
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Symbol, SymbolTableSection

from isochron.building.debug_types import name_of
from isochron.building.elf import opened
from isochron.paths import ROOT


@dataclass(frozen=True)
class Place:
    """Where an address lies in the program's source."""

    address: int
    function: str | None
    line: str | None
    """``file:line``, where the program was compiled with debug information."""

    @property
    def short(self) -> str:
        """Function and line."""
        text = self.function or "no function"
        return f"{text} ({self.line})" if self.line else text

    def __str__(self) -> str:
        return f"{self.short}, pc {self.address:#010x}"


class Code:
    """What an ELF file says about its code: functions, labels and lines of the source."""

    def __init__(self, elf: Path) -> None:
        with opened(elf) as file:
            self._symbols = [entry for entry in symbols_of(file) if _is_in_code(file, entry)]
            self._lines = sorted(_lines(file))
        self._begins = [entry.begin for entry in self._lines]

    def place(self, address: int) -> Place:
        """Return the function and line of an address."""
        index = bisect_right(self._begins, address) - 1
        line = self._lines[index] if index >= 0 and address < self._lines[index].end else None
        named = f"{line.name}:{line.number}" if line else None
        return Place(address, self._function(address), named)

    def addresses(self, name: str) -> set[int]:
        """Return where code of this name begins; the compiler may have added to the name."""
        exact = {symbol["st_value"] for symbol in self._symbols if symbol.name == name}
        parts = {
            symbol["st_value"] for symbol in self._symbols if symbol.name.startswith(f"{name}.")
        }
        return exact or parts

    def names(self) -> set[str]:
        """Return the names of functions and labels."""
        return {symbol.name for symbol in self._symbols}

    def lines(self, name: str) -> dict[int, int]:
        """Return where each line of a source file begins; none if there is no such file."""
        by_address: dict[int, int] = {}
        for row in self._lines:
            if row.statement and f"/{row.path}".endswith(f"/{name}"):
                by_address.setdefault(row.number, row.begin)
        return by_address

    def _function(self, address: int) -> str | None:
        """Return the function around the address, else the nearest label before it."""
        nearest: tuple[int, str] | None = None
        for symbol in self._symbols:
            start, size = symbol["st_value"], symbol["st_size"]
            if _is_function(symbol) and start <= address < start + size:
                return symbol.name
            is_label = not _is_function(symbol)
            if is_label and start <= address and (nearest is None or start > nearest[0]):
                nearest = (start, symbol.name)
        return nearest[1] if nearest else None


@dataclass(frozen=True, order=True)
class _Line:
    begin: int
    end: int
    path: str
    number: int
    statement: bool
    """A statement begins here."""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


def place_of(elf: Path, address: int) -> Place:
    """Return the function and line of an address."""
    return Code(elf).place(address)


def code_of(elf: Path, sources: Iterable[Path]) -> tuple[int, int] | None:
    """Return where the code of some C files lies: its first address, and its end.

    The files must have been linked one after another, which puts their code in one piece. None: the
    program has no code of theirs, or no debug information.
    """
    names = {name for path in map(str, sources) for name in (path, path.removeprefix(f"{ROOT}/"))}
    addresses: list[int] = []
    with opened(elf) as file:
        text = file.get_section_by_name(".text")
        if text is None or not file.has_dwarf_info():
            return None
        begin, end = text["sh_addr"], text["sh_addr"] + text["sh_size"]
        dwarf = file.get_dwarf_info()
        for unit in dwarf.iter_CUs():
            if name_of(unit.get_top_DIE()) not in names:
                continue
            program = dwarf.line_program_for_CU(unit)
            states = [entry.state for entry in program.get_entries()] if program else []
            # The linker drops functions that nobody calls: their code begins at address 0.
            addresses += [
                state.address for state in states if state and begin <= state.address <= end
            ]
    return (min(addresses), max(addresses)) if addresses else None


def symbols_of(file: ELFFile) -> list[Symbol]:
    """Return a file's symbols; none if it was stripped of them."""
    table = file.get_section_by_name(".symtab")
    return list(table.iter_symbols()) if isinstance(table, SymbolTableSection) else []


def address_of(elf: Path, name: str) -> int:
    """Return the address of the one symbol of this name."""
    with opened(elf) as file:
        symbols = [entry for entry in symbols_of(file) if entry.name == name]
    (symbol,) = symbols
    return int(symbol["st_value"])


def has_symbol(elf: Path, name: str) -> bool:
    """Return whether a program has a function or object of this name."""
    with opened(elf) as file:
        return any(symbol.name == name for symbol in symbols_of(file))


def _is_function(symbol: Symbol) -> bool:
    return bool(symbol["st_info"]["type"] == "STT_FUNC")


def _is_in_code(file: ELFFile, symbol: Symbol) -> bool:
    kind, section = symbol["st_info"]["type"], symbol["st_shndx"]
    if not symbol.name or symbol.name.startswith(("$", ".")) or not isinstance(section, int):
        return False
    is_code = bool(file.get_section(section)["sh_flags"] & SH_FLAGS.SHF_EXECINSTR)
    return kind == "STT_FUNC" or (kind == "STT_NOTYPE" and is_code)


def _lines(file: ELFFile) -> Iterator[_Line]:
    """Yield the stretches of code that belong to a line; some are empty, before another one."""
    if not file.has_dwarf_info():
        return
    dwarf = file.get_dwarf_info()
    for unit in dwarf.iter_CUs():
        program = dwarf.line_program_for_CU(unit)
        if program is None:
            continue
        previous = None
        for entry in program.get_entries():
            state = entry.state
            if state is None:
                continue
            # The linker drops functions that nobody calls: their code begins at address 0.
            if previous is not None and 0 < previous.address <= state.address:
                path = _path(program, previous.file)
                statement = bool(previous.is_stmt)
                yield _Line(previous.address, state.address, path, previous.line, statement)
            previous = None if state.end_sequence else state


def _path(program: LineProgram, index: int) -> str:
    first = 1 if program["version"] < 5 else 0
    entry = program["file_entry"][index - first]
    folders = program["include_directory"]
    folder = entry.dir_index - first
    name = os.fsdecode(entry.name)
    return f"{os.fsdecode(folders[folder])}/{name}" if 0 <= folder < len(folders) else name
