# SPDX-License-Identifier: Apache-2.0
"""How much of the kernel files scenarios run through, by gcov's counts and gcovr."""

import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from isochron import systems
from isochron.building import execute, firmware, native
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT
from isochron.running import checks

PAGES = BUILT / "coverage"
"""Where every line is shown with its counts."""
LEAST_LINES, LEAST_BRANCHES = 95.0, 90.0
"""Percent of all files together that are to be run, and taken."""
FILES = (
    "firmware/kernel/",
    *(f"{kernel.files.relative_to(ROOT)}/" for kernel in firmware.KERNELS.values() if kernel.files),
)
NOT_TAKEN = {
    r"configASSERT": "an assertion that fails, which ends the program",
    r"ISOCHRON_IDENTIFICATION_OFFSET \) !=": "no hardware kernel at the address",
    r"ulVersion !=": "a hardware kernel of another version",
    r"xHardware\.uxTickBits !=": "hardware with narrower ticks",
    r"prvHasMonitor\(\) .= pdFALSE": "hardware without a monitor: the native one has it",
}
"""Branches that do not count, by what stands in their line, and what would take them."""


@dataclass(frozen=True)
class Share:
    """What was run of a file, or of all."""

    name: str
    lines: int
    lines_run: int
    branches: int
    branches_taken: int

    @property
    def enough(self) -> bool:
        """Whether as much was run as is asked of all files together."""
        return (
            100 * self.lines_run >= LEAST_LINES * self.lines
            and 100 * self.branches_taken >= LEAST_BRANCHES * self.branches
        )


def forget(program: Path) -> None:
    """Begin anew with the counts of a program that was built for coverage."""
    for counts in program.parent.glob("*.gcda"):
        counts.unlink()


def run_checks(progress: Callable[[str], None], kernel: str) -> list[Path]:
    """Run a kernel's programs of firmware/laboratory/tests, built for coverage; return them.

    ``progress`` hears the name of each.

    Raises:
        IsochronError: one of them failed, so that it did not run what it should.
    """
    missed = []
    for case, variant in _cases(kernel):
        program = checks.build(case, variant)
        progress(case.name)
        forget(program)
        code, output = checks.run(program)
        if code != case.code:
            raise IsochronError(f"{case.name} failed: {output}")
        missed.append(program)
    return missed


def _cases(kernel: str) -> list[tuple[checks.Case, native.Variant]]:
    """Return a kernel's programs, and what each is built with: some for smaller hardware, too."""
    counted = native.Variant(instrumentation="coverage")
    for module in systems.modules("programs"):
        if kernel == module.KERNEL:
            return [(case, counted) for case in module.cases()]
    smallest = replace(counted, parameters=checks.SMALLEST, quick=True)
    cases = [(case, counted) for case in checks.native_cases()]
    return cases + [(case, smallest) for case in checks.SMALLEST_CASES]


def measure(programs: Iterable[Path]) -> list[Share]:
    """Return what was run of each kernel file, the sum last; write pages with every line.

    Raises:
        IsochronError: no counts, or gcovr failed.
    """
    folders = [program.parent for program in programs]
    for folder in folders:
        if not any(folder.glob("*.gcda")):
            raise IsochronError(f"{folder} has no counts: nothing ran to its end")
        for notes in folder.glob("*.gcno"):
            if not notes.with_suffix(".gcda").exists():  # of a source as it was before
                notes.unlink()
    PAGES.mkdir(parents=True, exist_ok=True)
    command: list[str | Path] = [
        *(sys.executable, "-m", "gcovr", "--root", str(ROOT)),
        *(
            word for folder in FILES for word in ("--filter", re.escape(f"{ROOT}/{folder}"))
        ),  # wherever this is called from
        *("--exclude-unreachable-branches",),
        *("--exclude-branches-by-pattern", f".*({'|'.join(NOT_TAKEN)}).*"),
        *("--json", "-", "--html-details"),
        PAGES / "index.html",
        *folders,
    ]
    summary = json.loads(execute(command))
    shares = [
        _share(file["file"].removeprefix(FILES[0]), file["lines"]) for file in summary["files"]
    ]
    counts = ((s.lines, s.lines_run, s.branches, s.branches_taken) for s in shares)
    columns = zip(*counts, strict=True)
    return [*shares, Share("all", *map(sum, columns))]


def _share(name: str, lines: list[dict[str, Any]]) -> Share:
    """Add up a file. What one line is in several builds is one line, run if it is in one of them.

    gcovr keeps them apart where the builds' options give the line's function another number.
    """
    run: dict[int, bool] = {}
    taken: dict[tuple[int, int], bool] = {}
    for line in lines:
        number = line["line_number"]
        run[number] = run.get(number, False) or line["count"] > 0
        for i, branch in enumerate(line["branches"]):
            if branch.get("gcovr/excluded"):
                continue
            taken[number, i] = taken.get((number, i), False) or branch["count"] > 0
    return Share(name, len(run), sum(run.values()), len(taken), sum(taken.values()))
