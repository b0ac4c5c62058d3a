# SPDX-License-Identifier: Apache-2.0
"""What a program's ELF file says about its variables and structures."""

from functools import cached_property
from pathlib import Path

from elftools.dwarf.die import DIE

from isochron.building.debug_types import POINTER_SIZE, name_of, size_of, type_of
from isochron.building.elf import opened
from isochron.building.symbols import symbols_of

_FLOAT_ABI = 0x6
"""Of an ELF file's flags: how floating-point arguments are passed; 0: as integers."""


class Program:
    """A linked program. Without debug information it has variables, but no structures."""

    pointer = POINTER_SIZE

    def __init__(self, elf: Path) -> None:
        self.elf = elf

    @cached_property
    def _symbols(self) -> dict[str, tuple[int, int, str]]:
        with opened(self.elf) as file:
            return {
                symbol.name: (symbol["st_value"], symbol["st_size"], symbol["st_info"]["type"])
                for symbol in symbols_of(file)
                if symbol.name and symbol["st_shndx"] != "SHN_UNDEF"
            }

    @property
    def has_symbols(self) -> bool:
        """It was not stripped of its symbols."""
        return bool(self._symbols)

    @cached_property
    def has_floating_point(self) -> bool:
        """It was compiled for an ABI with floating-point registers, which GDB then wants."""
        with opened(self.elf) as file:
            return bool(file.header.e_flags & _FLOAT_ABI)

    def variable(self, name: str) -> tuple[int, int] | None:
        """Return a variable's address and size; None if there is none."""
        address, size, kind = self._symbols.get(name, (0, 0, ""))
        return (address, size) if kind == "STT_OBJECT" else None

    def label(self, name: str) -> int | None:
        """Return the address of code under a name; None if there is none."""
        address, _, kind = self._symbols.get(name, (0, 0, "STT_OBJECT"))
        return None if kind == "STT_OBJECT" else address

    def size(self, structure: str) -> int:
        """Return the size of a structure; raise KeyError when there is none."""
        return self._structures[structure][0]

    def field(self, structure: str, path: str) -> tuple[int, int] | None:
        """Return offset and size of a structure's member; None if there is none."""
        return self._structures.get(structure, (0, {}))[1].get(path)

    @cached_property
    def _structures(self) -> dict[str, tuple[int, dict[str, tuple[int, int]]]]:
        """All structures: size, and the members with those of their own structures."""
        structures: dict[str, tuple[int, dict[str, tuple[int, int]]]] = {}
        with opened(self.elf) as file:
            if not file.has_dwarf_info():
                return structures
            for unit in file.get_dwarf_info().iter_CUs():
                for die in unit.get_top_DIE().iter_children():
                    if die.tag == "DW_TAG_structure_type" and "DW_AT_byte_size" in die.attributes:
                        name = name_of(die)
                        if name and name not in structures:
                            structures[name] = (size_of(die), dict(_fields(die, "", 0)))
        return structures


def _fields(structure: DIE, prefix: str, base: int) -> list[tuple[str, tuple[int, int]]]:
    fields = []
    for member in structure.iter_children():
        name = name_of(member)
        if member.tag != "DW_TAG_member" or name is None:
            continue
        path = f"{prefix}{name}"
        location = member.attributes.get("DW_AT_data_member_location")
        offset = base + (location.value if location else 0)
        kind = type_of(member)
        fields.append((path, (offset, size_of(kind))))
        if kind.tag == "DW_TAG_structure_type":
            fields += _fields(kind, f"{path}.", offset)
    return fields
