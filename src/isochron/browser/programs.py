# SPDX-License-Identifier: Apache-2.0
"""The programs that a visitor chooses from, built with each kernel, and what can be changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from elftools.elf.elffile import ELFFile

from isochron import building, examples
from isochron.building import firmware
from isochron.building.elf import opened
from isochron.building.symbols import symbols_of
from isochron.errors import IsochronError
from isochron.paths import ROOT

KERNELS = {
    "freertos-optimised": "FreeRTOS",
    "freertos": "FreeRTOS, generic selection",
    "isochron": "Isochron",
}
"""What each program runs on, and what the page calls it."""
_WORD = 4


@dataclass(frozen=True)
class Word:
    """A variable of a program that the page changes before the program starts."""

    variable: str
    title: str
    least: int
    most: int


@dataclass(frozen=True)
class Program:
    """A program of the page."""

    source: Path
    title: str
    options: Mapping[str, str] = field(default_factory=dict)
    words: tuple[Word, ...] = ()

    @property
    def name(self) -> str:
        """Its name, which is that of its files, too."""
        return self.source.parent.name if self.source.stem == "main" else self.source.stem

    def build(self, kernel: str) -> Path:
        """Return its ELF file with a kernel; raises as ``firmware.build`` does."""
        return firmware.build(self.source, kernel, defines=self.options)


def _single(name: str) -> Path:
    return ROOT / f"firmware/examples/{name}.c"


def _of_example(name: str, title: str) -> Program:
    example = examples.examples()[name]
    (source,) = example.sources
    return Program(source, title, example.options)


def programs() -> list[Program]:
    """Return them, in the order of the page, which runs the first one at once: it prints soon."""
    measured = {"NDEBUG": ""}
    return [
        Program(
            _single("crowd"),
            "Calls beside other tasks",
            measured,
            (
                Word("uxSleepers", "tasks that sleep", 1, 24),
                Word("uxDrop", "priorities between the two tasks", 1, 30),
            ),
        ),
        Program(_single("first_program"), "A task waits for a semaphore"),
        Program(_single("measured_call"), "A give, measured", measured),
        _of_example("inheritance", "An inversion of priorities, and a mutex against it"),
        _of_example("producer_consumer", "A queue that is full"),
    ]


def stripped(elf: Path, target: Path) -> None:
    """Write a program without what only a debugger reads."""
    objcopy = firmware.compiler("objcopy")
    building.execute([objcopy, "--strip-debug", elf, target])


def place_of(elf: Path, variable: str) -> tuple[int, int]:
    """Return where in an ELF file a variable's word lies, and its value.

    Raises IsochronError: the file does not hold it.
    """
    with opened(elf) as file:
        offset = _offset(file, variable)
    if offset is None:
        raise IsochronError(f"{elf.name} holds no word {variable}: give it a value that is not 0")
    word = elf.read_bytes()[offset : offset + _WORD]
    return offset, int.from_bytes(word, "little")


def _offset(file: ELFFile, variable: str) -> int | None:
    for symbol in (entry for entry in symbols_of(file) if entry.name == variable):
        for segment in file.iter_segments("PT_LOAD"):
            offset = symbol["st_value"] - segment["p_vaddr"]
            if 0 <= offset <= segment["p_filesz"] - _WORD:
                return int(segment["p_offset"] + offset)
    return None


def shown(source: Path) -> str:
    """Return how pages call a file."""
    return str(source.relative_to(ROOT))
