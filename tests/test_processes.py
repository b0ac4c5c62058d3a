# SPDX-License-Identifier: Apache-2.0
"""Other programs: their text is shown, in whatever encoding it is, and their time is limited."""

import ast
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from isochron import building
from isochron.api import conditions, names
from isochron.building import freertos, symbols
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import processor_time

LATIN_1 = b"""/* Regler f\xfcr den Motor */
#include <stdio.h>
#include "board.h"

int main(void)
{
    int unused; /* Gr\xf6\xdfe */
    printf("Gr\xf6\xdfe\\n");
    board_exit(0);
}
"""


def isochron(*arguments: str, encoding: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a terminal of some encoding."""
    command = [sys.executable, "-c", "from isochron.cli import main; main()", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(command, env=environment, capture_output=True)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_program_in_latin_1_is_built_and_run(tmp_path: Path, encoding: str):
    source = tmp_path / "my folder" / os.fsdecode(b"gr\xf6\xdfe.c")
    source.parent.mkdir()
    source.write_bytes(LATIN_1)
    done = isochron("run", os.fspath(source), encoding=encoding)
    assert done.returncode == 0, done.stderr
    assert done.stdout == rb"Gr\xf6\xdfe" + b"\n"
    assert b"unused variable" in done.stderr
    assert b"Traceback" not in done.stderr


def test_an_error_about_a_source_in_latin_1_is_the_compilers(tmp_path: Path):
    source = tmp_path / "wrong.c"
    source.write_bytes(b'char text[] = "Gr\xf6\xdfe"\n')
    with pytest.raises(IsochronError, match=r'"Gr\\xf6\\xdfe"') as raised:
        building.compile_object(["gcc"], source, tmp_path)
    assert "expected" in str(raised.value)


def test_a_place_in_a_source_of_a_name_in_latin_1_is_found(tmp_path: Path):
    source = tmp_path / os.fsdecode(b"gr\xf6\xdfe.c")
    source.write_text("int value;\nint main(void)\n{\n    return value;\n}\n")
    program = tmp_path / "program"
    building.execute(["gcc", "-g", "-no-pie", source, "-o", program])
    address = symbols.address_of(program, "main")
    assert symbols.place_of(program, address).line == f"{source.name}:3"
    begin, end = symbols.code_of(program, [source]) or (0, 0)
    assert begin <= address < end


def test_a_freertos_with_comments_in_latin_1_is_taken(tmp_path: Path):
    stock = freertos.provide()
    for folder in (".", "include"):
        (tmp_path / folder).mkdir(exist_ok=True)
        for path in [*(stock / folder).glob("*.c"), *(stock / folder).glob("*.h")]:
            (tmp_path / folder / path.name).write_bytes(b"/* \xe9 */\n" + path.read_bytes())
    assert freertos.version(tmp_path) == freertos.version(stock)
    assert names.public(tmp_path) == names.public(stock)
    assert conditions.api(tmp_path).header("xSemaphoreGive") == "semphr.h"


def test_the_text_of_every_program_is_read_in_one_way():
    names = {"text", "universal_newlines", "encoding", "errors"}
    ours = [
        (path.relative_to(ROOT), node.lineno)
        for path in (ROOT / "src").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and "subprocess." in ast.unparse(node.func)
        if names & {word.arg for word in node.keywords}
    ]
    # What is compared byte for byte is read as bytes: of Latin-1 each byte is a character.
    assert [path.name for path, _ in ours] == ["simulation.py"]


@pytest.mark.parametrize(
    ("allowed", "expected"), [(resource.RLIM_INFINITY, 600), (900, 600), (20, 20)]
)
def test_a_child_may_take_no_longer_than_its_parent(
    allowed: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (allowed, resource.RLIM_INFINITY))
    assert processor_time(600) == expected
