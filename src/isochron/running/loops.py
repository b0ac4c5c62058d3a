# SPDX-License-Identifier: Apache-2.0
"""Find the loops in a program's machine code: an object file's, function by function.

A kernel path takes a constant time only if it has no loop over tasks, priorities or waiters. The
machine code says so better than the source: macros, inlining and library calls that the compiler
makes a loop of are in it. A loop is a cycle among the instructions of one section; with a section
for each function (``-ffunction-sections``) these are the function's.
"""

import re
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from elftools.elf.sections import Symbol

from isochron.building import execute, firmware
from isochron.building.elf import opened
from isochron.building.symbols import symbols_of

SECTION = re.compile(r"^Disassembly of section (\S+):$")
LABEL = re.compile(r"^[0-9a-f]+ <([^>]+)>:$")
INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\t(\S+)(?:\t([^#<]*)(?:<([^>+]+)[^>]*>)?)?")
NEVER_GOES_ON = {"j", "jr", "ret", "mret", "tail", "ebreak", "unimp"}


@dataclass(frozen=True)
class Loop:
    """A cycle of instructions."""

    function: str
    """Nearest label of a function or a global symbol before it."""
    addresses: tuple[int, ...]
    """Of its instructions, in its section, in the order in which they follow one another."""


@dataclass
class _Section:
    name: str
    followers: dict[int, set[int]] = field(default_factory=dict)
    functions: dict[int, str] = field(default_factory=dict)
    """Label in effect at each address."""


def find(object_file: Path) -> list[Loop]:
    """Return the loops in an object file: at least one for each group of nested ones.

    A tail call of the function itself is a loop, too; a call that returns is not.
    """
    command = [firmware.compiler("objdump"), "-d", "--no-show-raw-insn", str(object_file)]
    return in_listing(execute(command))


def used(object_file: Path) -> set[str]:
    """Return the names of the functions and data that an object file takes from others."""
    return {symbol.name for symbol in _symbols(object_file) if symbol["st_shndx"] == "SHN_UNDEF"}


def defined(object_file: Path) -> set[str]:
    """Return the names of the functions and data that an object file offers to others."""
    return {
        symbol.name
        for symbol in _symbols(object_file)
        if symbol["st_shndx"] != "SHN_UNDEF" and symbol["st_info"]["bind"] != "STB_LOCAL"
    }


def in_listing(listing: str) -> list[Loop]:
    """Return the loops in what the disassembler prints: see ``find``."""
    return [loop for section in _sections(listing) for loop in _cycles(section)]


def _symbols(object_file: Path) -> list[Symbol]:
    with opened(object_file) as file:
        return [symbol for symbol in symbols_of(file) if symbol.name]


def _sections(listing: str) -> list[_Section]:
    sections: list[_Section] = []
    function = ""
    falls_from: int | None = None
    for line in listing.splitlines():
        if match := SECTION.match(line):
            sections.append(_Section(match[1]))
            falls_from = None
        elif match := LABEL.match(line):
            if not match[1].startswith("."):
                function = match[1]
        elif match := INSTRUCTION.match(line):
            address, name, operands = int(match[1], 16), match[2], match[3] or ""
            section = sections[-1]
            section.functions[address] = function
            followers = section.followers.setdefault(address, set())
            if falls_from is not None:
                section.followers[falls_from].add(address)
            falls_from = None if name in NEVER_GOES_ON else address
            if match[4] and (name == "j" or name.startswith("b")):
                followers.add(int(operands.split(",")[-1], 16))
    return sections


def _cycles(section: _Section) -> list[Loop]:
    """Take one cycle after the other out of the graph."""
    loops = []
    while True:
        try:
            TopologicalSorter(section.followers).prepare()
        except CycleError as found:
            # graphlib's edges lead to predecessors, so its cycle is the reverse of the program's
            cycle = found.args[1][:-1]
            first = min(cycle)
            loops.append(Loop(section.functions[first], tuple(sorted(cycle))))
            for address in cycle:
                section.followers[address] -= set(cycle)
        else:
            return loops
