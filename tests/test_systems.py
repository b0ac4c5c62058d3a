# SPDX-License-Identifier: Apache-2.0
"""The laboratory knows its systems by one table: nothing else names one."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from isochron import rtl, suites, systems
from isochron.building import firmware, package
from isochron.errors import IsochronError
from isochron.mutants import parts
from isochron.paths import ROOT

FOLDERS = sorted(path.name for path in (ROOT / "systems").iterdir() if (path / "lab").is_dir())


OF_ALL_SYSTEMS = {
    "Bender.yml",
    "docs/reference/random-mutants.md",
    "docs/reference/silicon-figures.md",
}
"""Generated files that name what each system has, so they are written anew without it."""


def cut(name: str, checkout: Path) -> set[str]:
    """Take a system out of a checkout, with those that need it; return the names of what is left.

    It is what `git rm -r` of their folders, and of their lines of the table, does.
    """
    table = checkout / "src/isochron/systems.py"
    left = {system.name for system in systems.systems()}
    for system in systems.systems():
        if name in (system.name, *system.needs):
            left.remove(system.name)
            folder = checkout / "systems" / system.name
            folder.unlink() if folder.is_symlink() else shutil.rmtree(folder)
            line = f'    "{system.name}": "systems.{system.name}.lab.system",\n'
            assert table.read_text().count(line) == 1
            table.write_text(table.read_text().replace(line, ""))
    return left


def imported(path: Path) -> set[str]:
    """Return the modules that a Python file names in its imports."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return found | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_each_folder_is_a_line_of_the_table() -> None:
    assert systems.MODULES == {name: f"systems.{name}.lab.system" for name in FOLDERS}
    assert [system.name for system in systems.systems()] == list(systems.MODULES)


@pytest.mark.parametrize(
    ("name", "needed"),
    [(system.name, needed) for system in systems.systems() for needed in system.needs],
)
def test_a_system_without_one_that_it_needs_is_refused(
    name: str, needed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(systems.MODULES, needed)
    systems.systems.cache_clear()
    try:
        with pytest.raises(IsochronError, match=f"{name} needs {needed}.*take out {name}, too"):
            systems.systems()
    finally:
        systems.systems.cache_clear()


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


@pytest.mark.parametrize("system", systems.systems(), ids=lambda system: system.name)
def test_a_system_imports_of_others_only_what_it_needs(system: systems.System) -> None:
    folder = ROOT / "systems" / system.name
    names = {name for path in folder.rglob("*.py") for name in imported(path)}
    others = {name.split(".")[1] for name in names if name.startswith("systems.")}
    assert others <= {system.name, *system.needs}


@pytest.mark.parametrize("folder", ["tests", "hardware/tests"])
def test_no_test_of_the_trunk_names_a_kernel_of_a_system(folder: str) -> None:
    named = re.compile("|".join(rf"['\"]{name}['\"]" for name in firmware.OF_SYSTEMS) or "(?!)")
    paths = (path for path in (ROOT / folder).rglob("*.py") if named.search(path.read_text()))
    assert [str(path.relative_to(ROOT)) for path in paths] == []


def test_what_tries_mutants_of_the_trunk_names_no_test_of_a_system() -> None:
    assert "systems/" not in parts.FILES[0].read_text()


_OF_ONE_CORE = re.compile(r"ISOCHRON_(KERNELS|LAYERS) ")
"""In the list of a system that adds to the reference SoC."""


def test_figures_depend_on_what_each_system_has_on_the_soc() -> None:
    counted = {ROOT / folder for folder in suites.SOURCES}
    rtl_files = [path for core in rtl.of_systems() for path in core.files()]
    lists = [path for path in package.LISTS[1:] if _OF_ONE_CORE.search(path.read_text())]
    paths = [*rtl_files, *lists]
    assert [path for path in paths if not counted & {*path.parents}] == []


@pytest.mark.parametrize("name", [path.parts[-3] for path in ROOT.glob("systems/*/lab/suite.py")])
def test_a_systems_suite_can_be_the_first_import(name: str) -> None:
    assert run(ROOT, "-c", f"import systems.{name}.lab.suite") == ""


def run(checkout: Path, *command: str | Path) -> str:
    """Return what a command prints in another checkout, whose laboratory it uses."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": f"{checkout / 'src'}:{checkout}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("name", FOLDERS)
def test_the_laboratory_works_without_a_system(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src")  # with what Python has compiled
    others = (ROOT / folder for folder in ("firmware", "hardware", "simulator", "scripts"))
    for path in (*others, *(ROOT / "systems").iterdir()):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(exist_ok=True)
        copy.symlink_to(path)
    for name_of_file in ("requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name_of_file, tmp_path)
    left = cut(name, tmp_path)
    program = (
        "from isochron import bench, listing\n"
        "from isochron.cli import app\n"
        "from isochron.cli.commands import BOARD, COMMANDS, EXPORT, VERIFY\n"
        "app(['--help'], standalone_mode=False)\n"
        "for entry in (*COMMANDS.values(), *BOARD.values(), *EXPORT.values(), *VERIFY.values()):\n"
        "    entry.load()\n"
        "listing.tables()\n"
        "print(*bench.names(), sep='\\n')"
    )
    names = set(run(tmp_path, "-c", program).splitlines())
    others = {suite for suite, (system, _) in systems.suites().items() if system.name in left}
    assert names & {*systems.suites()} == others


@pytest.mark.wide(each=9)
@pytest.mark.parametrize("name", FOLDERS)
def test_what_make_lint_and_the_tests_begin_with_passes_without_a_system(
    name: str, tmp_path: Path
) -> None:
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for file in filter(None, listed.split("\0")):
        if (ROOT / file).is_file():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, tmp_path / file, follow_symlinks=False)
    left = cut(name, tmp_path)
    (tmp_path / "build").mkdir()
    (tmp_path / "build/freertos").symlink_to(ROOT / "build/freertos")
    if (known := ROOT / "build/mypy").is_dir():  # what `make lint` found of the other files
        shutil.copytree(known, tmp_path / "build/mypy")
    tools = Path(sys.executable).parent
    run(tmp_path, "-m", "ruff", "check", "--no-cache")
    run(tmp_path, "-m", "ruff", "format", "--check", "--no-cache")
    run(tmp_path, "-m", "mypy")
    run(tmp_path, tools / "lint-imports", "--no-cache", "--no-logo")
    run(tmp_path, tools / "isochron", "--help")
    written = run(tmp_path, tools / "isochron", "generate").splitlines()
    assert {line.removeprefix("written: ") for line in written} <= OF_ALL_SYSTEMS
    run(tmp_path, tools / "isochron", "generate", "--check")
    found = run(tmp_path, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-m", "")
    cut_out = {system.name for system in systems.systems()} - left
    assert [gone for gone in cut_out if f"systems/{gone}/" in found] == []
    assert "tests/test_systems.py::" in found
    run(tmp_path, "-m", "pytest", "-q", "-n", "0", "tests/test_tiers.py", "-k", "every_part")
