# SPDX-License-Identifier: Apache-2.0
"""The lists of mutants, in the folders kernel and hardware beside this file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from isochron.errors import IsochronError
from isochron.paths import ROOT

FOLDER = Path(__file__).parent
AREAS = ("kernel", "hardware")
"""The kernel's files in C, and the RTL: a folder of lists each."""


class BadMutant(IsochronError):
    """An entry of the list does not fit the sources."""


@dataclass(frozen=True)
class Mutant:
    """A change of one piece of text, and what becomes of it."""

    name: str
    area: str
    file: str
    """Relative to the repository."""
    old: str
    """Stands exactly once in the file."""
    new: str
    killed_by: str = ""
    """'differential', 'differential-hybrid', or a test as pytest names it."""
    equivalent: str = ""
    """Instead: why nothing that can be observed changes."""

    def apply(self, text: str) -> str:
        """Return the file's text with the change.

        Raises:
            BadMutant: the old text is not there exactly once.
        """
        count = text.count(self.old)
        if count != 1:
            raise BadMutant(
                f"mutant {self.name!r}: its old text stands {count} times in {self.file}, not "
                "once; correct `old` in the list of mutants"
            )
        return text.replace(self.old, self.new)


@cache
def mutants() -> dict[str, Mutant]:
    """Return every mutant by its name, in the order of the lists.

    Raises:
        BadMutant: an entry lacks something, or a name stands twice.
    """
    found: dict[str, Mutant] = {}
    for area in AREAS:
        for path in sorted((FOLDER / area).glob("*.toml")):
            for file, entries in tomllib.loads(path.read_text()).items():
                for name, entry in entries.items():
                    if name in found:
                        raise BadMutant(f"mutant {name!r} stands twice in the lists")
                    found[name] = _mutant(name, area, file, entry)
    return found


def _mutant(name: str, area: str, file: str, entry: dict[str, str]) -> Mutant:
    unknown = entry.keys() - {"old", "new", "killed_by", "equivalent"}
    if unknown or "old" not in entry or "new" not in entry:
        raise BadMutant(f"mutant {name!r} needs old and new, and has {sorted(entry)}")
    mutant = Mutant(name, area, file, **entry)
    if bool(mutant.killed_by) == bool(mutant.equivalent):
        raise BadMutant(f"mutant {name!r} needs either killed_by or equivalent")
    if mutant.old == mutant.new:
        raise BadMutant(f"mutant {name!r} changes nothing")
    return mutant


def check(root: Path = ROOT) -> None:
    """See that every mutant fits its file; raise BadMutant for the first that does not."""
    for mutant in mutants().values():
        path = root / mutant.file
        if not path.is_file():
            raise BadMutant(f"mutant {mutant.name!r}: there is no file {mutant.file}")
        mutant.apply(path.read_text())
