# SPDX-License-Identifier: Apache-2.0
"""Each file of the kernels can be compiled by itself, as an editor does."""

import json
import subprocess
from pathlib import Path

import pytest

from isochron import compile_commands
from isochron.building import firmware

PARTS = [
    path
    for folders in compile_commands.FOLDERS.values()
    for folder in folders
    for path in sorted(folder.glob("*.c"))
    if folder not in (firmware.KERNEL, firmware.ATTACHMENTS / "bus")
]


@pytest.fixture(scope="module")
def commands() -> dict[Path, list[str]]:
    return compile_commands.commands()


@pytest.mark.parametrize("path", PARTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_file_stands_alone(path: Path, commands: dict[Path, list[str]]) -> None:
    done = subprocess.run([*commands[path], "-fsyntax-only"], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 0


def test_the_file_says_how(commands: dict[Path, list[str]]) -> None:
    entries = json.loads(compile_commands.text())
    assert {entry["file"]: entry["arguments"] for entry in entries} == {
        str(path): arguments for path, arguments in commands.items()
    }
