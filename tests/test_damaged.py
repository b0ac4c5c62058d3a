# SPDX-License-Identifier: Apache-2.0
"""Whoever reads a file that a user gives says in one line that it is damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from damage import damaged

from isochron import building
from isochron.boards import contents
from isochron.building import firmware, symbols
from isochron.debugging.program import Program as Debugged
from isochron.errors import IsochronError
from isochron.tracing.program import Program as Traced

COUNTS = [pytest.param(200, id="200"), pytest.param(10_000, id="10000", marks=pytest.mark.wide)]
RAM_BYTES = 65_536
SOURCE = """
typedef struct list { struct list *next; volatile const unsigned *values[4]; } list_t;
struct tskTaskControlBlock { unsigned top; list_t item; char pcTaskName[16]; union { int a; } u; };
struct tskTaskControlBlock *pxCurrentTCB;
static struct tskTaskControlBlock blocks[2] = {{ .top = 1 }};
static const char text[] = "text";
static int inner(const char *name, int number) { return name[number] + blocks[number].top; }
int outer(list_t *list, int number) { for (list_t *one = list; one; one = one->next) number++;
    return number + inner(text, number); }
void _start(void) { for (;;) blocks[1].top = outer(&blocks[0].item, 3); }
"""


@pytest.fixture(scope="module")
def elf(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A program with all kinds of debug information that readers look at."""
    folder = tmp_path_factory.mktemp("program")
    source, target = folder / "program.c", folder / "program.elf"
    source.write_text(SOURCE)
    command = [firmware.compiler(), "-march=rv32im", "-mabi=ilp32", "-g", "-O1", "-nostdlib"]
    command += ["-Wl,-Ttext=0x40000000", "-Wl,-N", source.as_posix()]
    building.execute([*command, "-o", target], IsochronError)
    return target.read_bytes()


def place(elf: Path) -> None:
    symbols.place_of(elf, 0x40000010)
    symbols.code_of(elf, [Path("program.c")])
    symbols.has_symbol(elf, "outer")


def debug(elf: Path) -> None:
    program = Debugged(elf)
    program.variable("pxCurrentTCB")
    program.field("tskTaskControlBlock", "item.next")


def trace(elf: Path) -> None:
    program = Traced(elf)
    program.signature("outer")
    program.variable(0x40010000)
    program.text(0x40000100)


def load(elf: Path) -> None:
    contents.image(elf, RAM_BYTES)


READERS = (place, debug, trace, load)


def test_what_is_not_damaged_is_read(tmp_path: Path, elf: bytes):
    file = tmp_path / "whole.elf"
    file.write_bytes(elf)
    for reader in READERS:
        reader(file)
    assert Debugged(file).field("tskTaskControlBlock", "item.next") == (4, 4)
    assert Traced(file).signature("outer").parameters == ("list", "number")
    assert (symbols.place_of(file, 0x40000000).line or "").startswith("program.c:")


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("count", COUNTS)
def test_a_damaged_program(tmp_path: Path, elf: bytes, reader: Callable, count: int):
    refused = told(reader, tmp_path / "damaged.elf", damaged(elf, count, seed=1))
    assert count // 10 < refused < count


def told(reader: Callable[[Path], object], file: Path, contents: Iterable[bytes]) -> int:
    """Let a file be read with many contents; return how many were refused, each in one line."""
    said = []
    for content in contents:
        file.write_bytes(content)
        try:
            reader(file)
        except IsochronError as error:
            said.append(str(error))
    assert [text for text in said if "\n" in text or file.name not in text] == []
    return len(said)
