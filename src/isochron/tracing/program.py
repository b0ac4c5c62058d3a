# SPDX-License-Identifier: Apache-2.0
"""What a trace needs of a program's ELF file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from elftools.dwarf.die import DIE

from isochron.building.debug_types import count_of, declared, name_of, size_of, type_of
from isochron.building.elf import opened
from isochron.building.symbols import symbols_of
from isochron.errors import IsochronError
from isochron.processes import TEXT

_LONGEST_NAME = 64
_MOST_ELEMENTS = 256
"""Of an array: in a larger one nobody looks for handles."""
_WITH_VARIABLES = ("DW_TAG_subprogram", "DW_TAG_lexical_block")


@dataclass(frozen=True)
class Signature:
    """What a function is given, and whether it returns something."""

    parameters: tuple[str, ...]
    returns: bool


class Program:
    """The functions, variables and constant texts of a linked program."""

    def __init__(self, elf: Path | None = None) -> None:
        """Read a program's file; without one nothing is known of the program."""
        self._signatures: dict[str, Signature] = {}
        self._pointers: dict[int, str] = {}
        self._objects: dict[int, str] = {}
        self._functions: dict[int, str] = {}
        self._segments: list[tuple[int, bytes]] = []
        if elf is None:
            return
        with opened(elf) as file:
            symbols = [(entry.name, int(entry["st_value"]), entry) for entry in symbols_of(file)]
            self._objects, self._functions = (
                {at: name for name, at, entry in symbols if entry["st_info"]["type"] == kind}
                for kind in ("STT_OBJECT", "STT_FUNC")
            )
            self._segments = [
                (segment["p_vaddr"], segment.data()) for segment in file.iter_segments("PT_LOAD")
            ]
            if file.has_dwarf_info():
                for unit in file.get_dwarf_info().iter_CUs():
                    self._read(unit.get_top_DIE().iter_children())
        if not self._functions:
            raise IsochronError(
                f"{elf.name} has no symbols, by which a trace finds tasks and calls: link it "
                "without -s, and do not strip it"
            )

    def signature(self, function: str) -> Signature:
        """Return a function's; without debug information a guess by FreeRTOS's way of naming."""
        known = self._signatures.get(function)
        return known or Signature(("a0", "a1", "a2", "a3"), not function.startswith("v"))

    def function(self, address: int) -> str | None:
        """Return the name of the function that begins at an address."""
        return self._functions.get(address)

    def variable(self, address: int) -> str | None:
        """Return the name of the variable, element or member that keeps a handle at an address."""
        return self._pointers.get(address) or self._objects.get(address)

    def text(self, address: int) -> str:
        """Return a constant text of the file, empty if there is none at the address."""
        for begin, data in self._segments:
            if begin <= address < begin + len(data):
                offset = address - begin
                text: bytes = data[offset : offset + _LONGEST_NAME].partition(b"\0")[0]
                return text.decode(**TEXT)
        return ""

    def _read(self, dies: Iterable[DIE]) -> None:
        for die in dies:
            if die.tag == "DW_TAG_variable":
                self._read_variable(die)
            elif die.tag in _WITH_VARIABLES:
                if die.tag == "DW_TAG_subprogram" and "DW_AT_low_pc" in die.attributes:
                    self._read_function(die)
                self._read(die.iter_children())

    def _read_function(self, die: DIE) -> None:
        abstract = die  # has the parameters in their order
        if "DW_AT_abstract_origin" in die.attributes:
            abstract = die.get_DIE_from_attribute("DW_AT_abstract_origin")
        parameters = (
            name_of(child) or ""
            for child in abstract.iter_children()
            if child.tag == "DW_TAG_formal_parameter"
        )
        if name := name_of(die):
            returns = "DW_AT_type" in declared(die, "DW_AT_type").attributes
            self._signatures[name] = Signature(tuple(parameters), returns)

    def _read_variable(self, die: DIE) -> None:
        name, place = name_of(die), die.attributes.get("DW_AT_location")
        if not name or place is None or not isinstance(place.value, list):
            return
        operation, *address = place.value
        if operation == _DW_OP_ADDR:
            begin = int.from_bytes(bytes(address), "little")
            self._pointers.update(_pointers(type_of(die), begin, name))


_DW_OP_ADDR = 0x03


def _pointers(kind: DIE, address: int, name: str) -> Iterator[tuple[int, str]]:
    """Yield what is a pointer in a variable: its address and what the program calls it."""
    if kind.tag == "DW_TAG_pointer_type":
        yield address, name
    elif kind.tag == "DW_TAG_array_type":
        element, count = type_of(kind), count_of(kind)
        for i in range(count if count <= _MOST_ELEMENTS else 0):
            yield from _pointers(element, address + i * size_of(element), f"{name}[{i}]")
    elif kind.tag == "DW_TAG_structure_type":
        for member in kind.iter_children():
            offset = member.attributes.get("DW_AT_data_member_location")
            if member.tag == "DW_TAG_member":
                begin = address + (offset.value if offset else 0)
                yield from _pointers(type_of(member), begin, f"{name}.{name_of(member) or ''}")
