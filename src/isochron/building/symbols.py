# SPDX-License-Identifier: Apache-2.0
"""From an address of a program to the function and source line that it belongs to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from elftools.dwarf.lineprogram import LineProgram
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Symbol, SymbolTableSection

from isochron.paths import ROOT


@dataclass(frozen=True)
class Place:
    """Where an address lies in the program's source."""

    address: int
    function: str | None
    line: str | None
    """``file:line``, where the program was compiled with debug information."""

    def __str__(self) -> str:
        text = self.function or "no function"
        if self.line:
            text += f" ({self.line})"
        return f"{text}, pc {self.address:#010x}"


def place_of(elf: Path, address: int) -> Place:
    """Return the function and line of an address."""
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        return Place(address, _function(file, address), _line(file, address))


def code_of(elf: Path, sources: Iterable[Path]) -> tuple[int, int] | None:
    """Return where the code of some C files lies: its first address, and its end.

    The files must have been linked one after another, which puts their code in one piece. None: the
    program has no code of theirs, or no debug information.
    """
    names = {name for path in map(str, sources) for name in (path, path.removeprefix(f"{ROOT}/"))}
    found: list[int] = []
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        text = file.get_section_by_name(".text")
        if text is None or not file.has_dwarf_info():
            return None
        begin, end = text["sh_addr"], text["sh_addr"] + text["sh_size"]
        dwarf = file.get_dwarf_info()
        for unit in dwarf.iter_CUs():
            if unit.get_top_DIE().attributes["DW_AT_name"].value.decode() not in names:
                continue
            program = dwarf.line_program_for_CU(unit)
            states = [entry.state for entry in program.get_entries()] if program else []
            # The linker drops functions that nobody calls: their code begins at address 0.
            found += [state.address for state in states if state and begin <= state.address <= end]
    return (min(found), max(found)) if found else None


def symbols_of(file: ELFFile) -> list[Symbol]:
    """Return a file's symbols; none if it was stripped of them."""
    table = file.get_section_by_name(".symtab")
    return list(table.iter_symbols()) if isinstance(table, SymbolTableSection) else []


def address_of(elf: Path, name: str) -> int:
    """Return the address of the one symbol of this name."""
    with elf.open("rb") as stream:
        (found,) = (one for one in symbols_of(ELFFile(stream)) if one.name == name)
        return int(found["st_value"])


def has_symbol(elf: Path, name: str) -> bool:
    """Return whether a program has a function or object of this name."""
    with elf.open("rb") as stream:
        return any(one.name == name for one in symbols_of(ELFFile(stream)))


def _function(file: ELFFile, address: int) -> str | None:
    """Return the function around the address, else the nearest label before it."""
    nearest: tuple[int, str] | None = None
    for symbol in symbols_of(file):
        start, size = symbol["st_value"], symbol["st_size"]
        kind = symbol["st_info"]["type"]
        if kind == "STT_FUNC" and start <= address < start + size:
            return symbol.name
        is_label = kind == "STT_NOTYPE" and symbol.name and not symbol.name.startswith(("$", "."))
        in_code = isinstance(symbol["st_shndx"], int) and start <= address
        if is_label and in_code and (nearest is None or start > nearest[0]):
            nearest = (start, symbol.name)
    return nearest[1] if nearest else None


def _line(file: ELFFile, address: int) -> str | None:
    if not file.has_dwarf_info():
        return None
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
            if previous is not None and previous.address <= address < state.address:
                return f"{_file_name(program, previous.file)}:{previous.line}"
            previous = None if state.end_sequence else state
    return None


def _file_name(program: LineProgram, index: int) -> str:
    first = 1 if program["version"] < 5 else 0
    name: bytes = program["file_entry"][index - first].name
    return name.decode()
