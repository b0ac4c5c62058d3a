# SPDX-License-Identifier: Apache-2.0
"""`isochron verify affected`: the tests and proofs that concern a file.

Nothing is kept from an earlier run. The parts of the random mutants name the tests that try a file,
the list of proofs names blocks, whose text names their parts, Python files say what they import,
and pytest says which of its tests are about a program.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Annotated

import typer

from isochron import imports, rtl
from isochron.building import native, verilator
from isochron.errors import IsochronError
from isochron.mutants.parts import parts
from isochron.mutants.trial import DIFFERENTIAL
from isochron.paths import ROOT
from isochron.processes import TEXT
from isochron.proofs import command as proofs_command
from isochron.proofs.concerned import proofs_of
from isochron.terminal import console

TESTS = (ROOT / "tests", ROOT / "hardware/tests", *sorted(ROOT.glob("systems/*/tests")))
PROGRAMS = ROOT / "firmware/laboratory/tests"
RANDOM_CALLS = {
    native.ISOCHRON: "tests/test_differential.py",
    **{
        path.stem.removeprefix("test_differential_"): str(path.relative_to(ROOT))
        for path in ROOT.glob("systems/*/tests/test_differential_*.py")
    },
}
"""The tests of random scenarios, by the kernel that is compared with FreeRTOS."""
FILE_LISTS: Mapping[str, Callable[[], list[Path]]] = {
    "soc_sources(": verilator.soc_sources,
    **{f'rtl.sources("{name}")': partial(rtl.sources, name) for name in rtl.cores()},
}
"""Of RTL, by how a test module calls them."""


EPILOG = """Examples:

    isochron verify affected hardware/rtl/kernel/isochron_lists.sv

    isochron verify affected --run $(git diff --name-only)
"""


class TestsFailed(IsochronError):
    """pytest said what."""

    __test__ = False


@dataclass(frozen=True)
class Affected:
    """What concerns some files, each list in order."""

    tests: list[str]
    """Modules and single tests, as pytest names them."""
    proofs: list[str]


def find(files: Iterable[Path]) -> Affected:
    """Return what concerns the files; a test of a module that is there itself is left out."""
    tests: set[str] = set()
    found_proofs: list[str] = []
    for file in map(Path.resolve, files):
        if not file.is_relative_to(ROOT):
            raise IsochronError(f"{file} is not in {ROOT}")
        tests |= tests_of_parts(file) | modules_of(file)
        if file.is_relative_to(PROGRAMS):
            tests |= tests_of_program(file)
        found_proofs += proofs_of(file)
    single = {test for test in tests if test.partition("::")[0] not in tests or "::" not in test}
    return Affected(sorted(single), list(dict.fromkeys(found_proofs)))


def tests_of_parts(file: Path) -> set[str]:
    """Return what tries random mutants of the file, if it is of a part."""
    relative = file.relative_to(ROOT)
    return {
        RANDOM_CALLS[DIFFERENTIAL[test][0]] if test in DIFFERENTIAL else test
        for part in parts().values()
        if relative in part.sources()
        for test in (*part.tests, *part.further)
    }


def modules_of(file: Path) -> set[str]:
    """Return the test modules that are the file, import it, compile it as RTL, or name it."""
    relative = str(file.relative_to(ROOT))
    lists = [call for call, sources in FILE_LISTS.items() if file in sources()]
    named = [*lists, relative, file.name if file.suffix != ".py" else relative]
    for folder in TESTS:
        if file.is_relative_to(folder) and file.parent != folder:
            top = file.relative_to(folder).parts[0]
            named += [f'"{top}.']  # cocotb imports a bench by its name
    modules = _test_modules()
    readers = {test for test in modules if any(name in test.read_text() for name in named)}
    if file.suffix == ".py":
        readers |= imports.importing(file, modules)
    return {str(module.relative_to(ROOT)) for module in readers}


def tests_of_program(program: Path) -> set[str]:
    """Return the tests that have the program's name among their parameters; proofs have names of
    their own."""
    name = re.compile(rf"^(?:systems/\w+/)?tests/.*\[.*(?<!\w){re.escape(program.stem)}(?!\w)")
    return {test for test in collected("") if name.search(test)}


@cache
def collected(markers: str) -> tuple[str, ...]:
    """Return the tests that have these markers, every test if there are none, as pytest names them.

    Raises:
        IsochronError: pytest cannot collect them.
    """
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-m", markers]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, **TEXT, check=False)
    if done.returncode != 0:
        raise IsochronError(f"pytest cannot collect the tests:\n{done.stdout}{done.stderr}")
    return tuple(line for line in done.stdout.splitlines() if "::" in line)


def _test_modules() -> list[Path]:
    return [path for folder in TESTS for path in sorted(folder.glob("test_*.py"))]


def affected(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", exists=True, dir_okay=False, help="Files of this checkout."
        ),
    ],
    run: Annotated[bool, typer.Option("--run", help="Run them, and nothing else.")] = False,
) -> None:
    """Say which tests and proofs concern some files, and run just these.

    Files that everything is built from concern more than is told: `make test` runs it all.
    """
    concerned = find(files)
    for what, names in (("tests", concerned.tests), ("proofs", concerned.proofs)):
        console.print(f"{what}: {len(names)}", *names, sep="\n  ", highlight=False, markup=False)
    if not run:
        return
    if concerned.tests:
        command = [sys.executable, "-m", "pytest", "-q", "-m", "", *concerned.tests]
        if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
            raise TestsFailed("a test that concerns the files fails")
    if concerned.proofs:
        proofs_command.prove(concerned.proofs, quick=True)
