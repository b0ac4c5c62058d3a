# SPDX-License-Identifier: Apache-2.0
"""The parts of the sources in which random mutants are made, parts.toml, and what tries each."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from isochron.errors import IsochronError
from isochron.paths import ROOT

FILE = Path(__file__).with_name("parts.toml")
GENERATED = "*_registers_pkg.sv"
"""`make lint` holds these files to what they are made from."""
NOTICE_NO_BEHAVIOUR = frozenset(
    {
        *("tests/test_affected.py", "tests/test_docs.py", "tests/test_jobs.py"),
        "tests/test_lint.py",
        *("tests/test_mutants.py", "tests/test_pages.py", "tests/test_random_mutants.py"),
        *("tests/test_tiers.py", "tests/test_traces.py"),
        "tests/test_kernel_api.py",  # notices each change of the cycles that a call takes
        "tests/test_user_programs.py",  # reads a page, of which the copies have none
    }
)
"""Test modules about the text of sources, or their cycles: no fault of behaviour is found there."""
MORE_RANDOM_CALLS = frozenset({"tests/test_differential.py", "tests/test_differential_hybrid.py"})
"""Test modules that make more of the random calls which have tried a mutant before."""


@dataclass(frozen=True)
class Part:
    """Some files, and tests."""

    name: str
    says: str
    """For the page."""
    files: Sequence[str]
    """Patterns, relative to the repository."""
    tests: Sequence[str]
    """As a Mutant's ``killed_by``, or modules; from cheap to dear."""
    apart: Sequence[str] = ()
    """Instead of ``tests`` for a mutant that has a build of its own from the first."""

    def sources(self) -> list[Path]:
        """Return the files that are changed, relative to the repository, in a fixed order."""
        found = {path for pattern in self.files for path in ROOT.glob(pattern)}
        return sorted(path.relative_to(ROOT) for path in found if not path.match(GENERATED))

    def tests_of(self, file: str, apart: bool = False) -> tuple[str, ...]:
        """Return what tries a mutant of a file, or one that cannot be combined; cheap to dear."""
        first = self.apart if apart and self.apart else self.tests
        parts_of_these = tuple(f"{one}{mark}" for one in self.tests for mark in ("::", "["))
        near = [
            one
            for one in _near(file)
            if one not in self.tests and not one.startswith(parts_of_these)
        ]
        return (*first, *near)


@cache
def _near(file: str) -> tuple[str, ...]:
    """Return the proofs and tests that concern a file, without those that notice no behaviour.

    Of RTL the proofs only: the tests have whole systems built for each mutant.
    """
    from isochron import affected  # which imports the command of the mutants

    concerns = affected.find([ROOT / file])
    if file.endswith(".sv"):
        proofs = "hardware/tests/test_proofs.py::test_properties_hold"
        return tuple(f"{proofs}[{one}]" for one in concerns.proofs)
    without = NOTICE_NO_BEHAVIOUR | MORE_RANDOM_CALLS
    return tuple(one for one in concerns.tests if one.partition("::")[0] not in without)


@cache
def parts() -> dict[str, Part]:
    """Return every part by its name."""
    listed = tomllib.loads(FILE.read_text())
    return {name: Part(name, **entry) for name, entry in listed.items()}


def chosen(names: Sequence[str]) -> list[Part]:
    """Return the parts of these names, or all.

    Raises:
        IsochronError: there is no such part.
    """
    every = parts()
    unknown = [name for name in names if name not in every]
    if unknown:
        raise IsochronError(f"there is no part {unknown[0]!r}; there are: {', '.join(every)}")
    return [every[name] for name in names or every]
