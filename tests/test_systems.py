# SPDX-License-Identifier: Apache-2.0
"""The laboratory knows its systems by one table: nothing else names one that has a folder."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from isochron import systems
from isochron.paths import ROOT

NAMED = {"hybrid", "linux", "time_manager"}
"""Systems that have a folder, and that the laboratory names all the same."""
FOLDERS = sorted(
    path.name
    for path in (ROOT / "systems").iterdir()
    if (path / "lab").is_dir() and path.name not in NAMED
)


def imported(path: Path) -> set[str]:
    """Return the modules that a Python file names in its imports."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return found | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_each_folder_is_a_line_of_the_table() -> None:
    modules = {name: module for name, module in systems.MODULES.items() if "systems." in module}
    assert modules == {name: f"systems.{name}.lab.system" for name in FOLDERS}
    assert [system.name for system in systems.systems()] == list(systems.MODULES)


@pytest.mark.parametrize("folder", ["src/isochron", "tests", "hardware/tests"])
def test_nothing_imports_a_system_that_has_a_folder(folder: str) -> None:
    guilty = {
        str(path.relative_to(ROOT))
        for path in (ROOT / folder).rglob("*.py")
        if any(
            name.startswith(f"systems.{system}.") for name in imported(path) for system in FOLDERS
        )
    }
    assert guilty == set()


@pytest.mark.parametrize("name", FOLDERS)
def test_the_laboratory_works_without_a_system(name: str, tmp_path: Path) -> None:
    for folder in ("src", "systems", "firmware", "hardware", "simulator", "scripts"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name_of_file in ("requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name_of_file, tmp_path)
    shutil.rmtree(tmp_path / "systems" / name)
    table = tmp_path / "src/isochron/systems.py"
    line = f'    "{name}": "systems.{name}.lab.system",\n'
    assert table.read_text().count(line) == 1
    table.write_text(table.read_text().replace(line, ""))
    program = "from isochron import bench, listing; listing.tables(); print(*bench.names())"
    commands = (
        "from isochron.cli.commands import BOARD, COMMANDS, EXPORT, VERIFY\n"
        "for entry in (*COMMANDS.values(), *BOARD.values(), *EXPORT.values(), *VERIFY.values()):\n"
        "    entry.load()"
    )
    for code in ("from isochron.cli import app; app(['--help'])", commands, program):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    others = {system.suite for system in systems.systems() if system.name != name}
    assert set(done.stdout.split()) & {system.suite for system in systems.systems()} == others


@pytest.mark.wide
@pytest.mark.parametrize("name", FOLDERS)
def test_types_hold_and_tests_are_found_without_a_system(name: str, tmp_path: Path) -> None:
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for file in filter(None, listed.split("\0")):
        if not file.startswith(f"systems/{name}/") and (ROOT / file).is_file():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / "build").mkdir()
    (tmp_path / "build/freertos").symlink_to(ROOT / "build/freertos")
    table = tmp_path / "src/isochron/systems.py"
    line = f'    "{name}": "systems.{name}.lab.system",\n'
    table.write_text(table.read_text().replace(line, ""))
    for words in (["mypy"], ["pytest", "--collect-only", "-q", "-n", "0", "-m", ""]):
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": f"{tmp_path / 'src'}:{tmp_path}"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert f"systems/{name}/" not in done.stdout
    assert "tests/test_systems.py::" in done.stdout
