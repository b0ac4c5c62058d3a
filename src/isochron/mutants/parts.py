# SPDX-License-Identifier: Apache-2.0
"""Parts of the sources in which random mutants are made, and what tries them: parts.toml."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from isochron.errors import IsochronError
from isochron.mutants.trial import PROOF
from isochron.paths import ROOT
from isochron.proofs.concerned import proofs_of

FILES = (
    Path(__file__).with_name("parts.toml"),
    *sorted(ROOT.glob("systems/*/mutants/parts.toml")),
)
"""Of the hardware kernel, and of each system."""
GENERATED = "*_registers_pkg.sv"
"""`make lint` holds these files to what they are made from."""


@dataclass(frozen=True)
class Part:
    """Some files, and tests."""

    name: str
    equivalents: Path
    """Of those that change nothing that can be observed, with reasons (equivalents.py)."""
    says: str
    """For the page."""
    files: Sequence[str]
    """Patterns, relative to the repository."""
    tests: Sequence[str]
    """Native ones, which try all mutants in one build; from cheap to dear."""
    apart: Sequence[str] = ()
    """Instead of ``tests`` for a mutant that has a build of its own from the first."""
    further: Sequence[str] = ()
    """What tries those that live, each in a build of its own; from cheap to dear."""
    without: Sequence[str] = ()
    """Patterns of files that are another part's."""
    proofs: Sequence[str] = ()
    """Of RTL the only ones that may notice a mutant; by default all that concern its file."""

    def sources(self) -> list[Path]:
        """Return the files that are changed, relative to the repository, in a fixed order."""
        paths = {path for pattern in self.files for path in ROOT.glob(pattern)}
        others = (GENERATED, *self.without)
        return sorted(path.relative_to(ROOT) for path in paths if not any(map(path.match, others)))

    def tried_by(self, further: Sequence[str]) -> "Part":
        """Return it with more tests for what lives."""
        return replace(self, further=(*self.further, *further))

    def tests_of(self, file: str, apart: bool = False) -> tuple[str, ...]:
        """Return what tries a mutant of a file, or one that cannot be combined; cheap to dear.

        Of RTL the proofs that concern the file come last.
        """
        first = self.apart if apart and self.apart else self.tests
        return (*first, *self.further, *self._proofs_of(file))

    def _proofs_of(self, file: str) -> tuple[str, ...]:
        names = _concerned(file) if file.endswith(".sv") else ()
        chosen = [name for name in names if not self.proofs or name in self.proofs]
        return tuple(f"{PROOF}test_properties_hold[{name}]" for name in chosen)


@cache
def _concerned(file: str) -> tuple[str, ...]:
    """Return the names of the proofs that concern a file."""
    return tuple(proofs_of(ROOT / file))


@cache
def parts() -> dict[str, Part]:
    """Return every part by its name; a system may add to what tries a part of the trunk."""
    every: dict[str, Part] = {}
    for file in FILES:
        for name, entry in tomllib.loads(file.read_text()).items():
            if name in every:
                every[name] = every[name].tried_by(**entry)
            else:
                every[name] = Part(name, file.parent / f"equivalent/{name}.toml", **entry)
    return every


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
