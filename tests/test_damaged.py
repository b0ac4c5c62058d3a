# SPDX-License-Identifier: Apache-2.0
"""Whoever reads a file that a user gives says in one line that it is damaged."""

import random
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
import synthetic
from damage import damaged

from isochron import building, results
from isochron.analysis import description
from isochron.boards import catalogue, contents
from isochron.building import firmware, simulator_build, symbols
from isochron.debugging.program import Program as Debugged
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import simulator
from isochron.tracing import words
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
    command += ["-Wl,-Ttext=0x40000000", "-Wl,-N,-e,0x40000080", source.as_posix()]
    building.execute([*command, "-o", target])
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

SIMULATORS_READER = """
#include <iostream>
#include "elf_file.h"
#include "errors.h"

int main() {
  for (std::string path; std::getline(std::cin, path);) {
    try {
      ElfFile elf(path);
      std::cout << "read" << std::endl;
    } catch (const WrongElf &error) {
      std::cout << error.what() << std::endl;
    }
  }
}
"""


def test_what_is_not_damaged_is_read(tmp_path: Path, elf: bytes):
    file = tmp_path / "whole.elf"
    file.write_bytes(elf)
    for reader in READERS:
        reader(file)
    assert Debugged(file).field("tskTaskControlBlock", "item.next") == (4, 4)
    assert Traced(file).signature("outer").parameters == ("list", "number")
    assert (symbols.place_of(file, 0x40000000).line or "").startswith("program.c:")


def test_a_program_that_begins_elsewhere_than_the_core_is_refused(tmp_path: Path, elf: bytes):
    file = tmp_path / "other.elf"
    file.write_bytes(elf)
    command = [firmware.compiler("objcopy"), "--set-start=0x40000100", file]
    building.execute(command)
    told = "begins at 0x40000100, but the core at 0x40000080: link it with"
    with pytest.raises(IsochronError, match=told):
        contents.image(file, RAM_BYTES)
    with pytest.raises(simulator.WrongElf, match=told):
        simulator.run(file)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("count", COUNTS)
def test_a_damaged_program(tmp_path: Path, elf: bytes, reader: Callable, count: int):
    refused = told(reader, tmp_path / "damaged.elf", damaged(elf, count, seed=1))
    assert count // 10 < refused < count


@pytest.mark.parametrize("count", COUNTS)
def test_a_damaged_program_in_the_simulator(tmp_path: Path, elf: bytes, count: int):
    (tmp_path / "main.cpp").write_text(SIMULATORS_READER)
    command = ["g++", "-std=c++20", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"]
    files = [tmp_path / "main.cpp", simulator_build.HARNESS / "elf_file.cpp"]
    command += [f"-I{simulator_build.HARNESS}", "-o"]
    building.execute([*command, tmp_path / "reader", *files])
    said = []
    file = tmp_path / "damaged.elf"
    with subprocess.Popen(
        [tmp_path / "reader"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        for content in damaged(elf, count, seed=2):
            file.write_bytes(content)
            print(file, file=reader.stdin, flush=True)
            said.append(reader.stdout.readline())
        reader.stdin.close()
        assert reader.stdout.read() == ""
    assert reader.returncode == 0
    refused = [line for line in said if line != "read\n"]
    assert count // 10 < len(refused) < count
    assert [line for line in refused if not line.startswith(str(file))] == []


TOKENS = (
    *(b"nan", b"1e999", b"-1", b"0", b"99999999999999999999", b'"', b"[", b"]", b"{", b"}", b"="),
    *(b"true", b'""', b"[[", b"a.b", b"\n[task]\n", b"1979-05-27", b"''", b"\\u0000", b"\xff"),
    *(b'"ns"', b'"1e400us"', b'"0us"', b"[[[[[[[[" * 200),
)


def changed(text: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Yield a text so many times, with words of it changed to others, or put elsewhere."""
    chance = random.Random(seed)
    words = re.findall(rb"\w+|\s+|[^\w\s]", text)
    for _ in range(count):
        new = list(words)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(new))
            new[at : at + chance.randint(0, 2)] = [chance.choice((*TOKENS, *words))]
        yield b"".join(new)


@pytest.mark.parametrize(
    ("reader", "file"),
    [
        (description.load, ROOT / "firmware/examples/analysis/motor.toml"),
        (catalogue.read, catalogue.FOLDER / "ulx3s-25f.toml"),
    ],
)
@pytest.mark.parametrize("count", COUNTS)
def test_a_damaged_description(tmp_path: Path, reader: Callable, file: Path, count: int):
    content = file.read_bytes()
    inputs = [*changed(content, count // 2, seed=3), *damaged(content, count // 2, seed=4)]
    assert count // 10 < told(reader, tmp_path / file.name, inputs) <= count


RESULTS = results.Results({"python": "3"}, synthetic.silicon("full", 32))


@pytest.mark.parametrize("count", COUNTS)
def test_damaged_results(tmp_path: Path, count: int):
    content = results.save(RESULTS, tmp_path / "whole").read_bytes()
    inputs = [*changed(content, count // 2, seed=5), *damaged(content, count // 2, seed=6)]
    assert count // 10 < told(results.load, tmp_path / "results.json", inputs) < count


WORDS = b"trace: 8a012345 00000017\nother\ntrace: task 3 is driver\ntrace: 8b0f0678\n"


def decode(log: Path) -> None:
    try:
        with log.open(errors="replace") as lines:
            list(words.decode(words.read(lines).words))
    except words.WrongLog as error:
        raise words.WrongLog(f"{log.name}: {error}") from error


@pytest.mark.parametrize("count", COUNTS)
def test_a_damaged_trace(tmp_path: Path, count: int):
    inputs = [*changed(WORDS, count // 2, seed=7), *damaged(WORDS, count // 2, seed=8)]
    assert count // 10 < told(decode, tmp_path / "trace.log", inputs) < count


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
