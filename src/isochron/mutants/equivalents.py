# SPDX-License-Identifier: Apache-2.0
"""Mutants that change nothing that can be observed, with the reason of each: equivalent/*.toml."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable

from isochron.errors import IsochronError
from isochron.mutants.mutant import Mutant
from isochron.mutants.parts import Part
from isochron.paths import ROOT

KEYS = {"old", "new", "reason"}


def load(part: Part) -> dict[Mutant, str]:
    """Return the reasons of a part's equivalent mutants.

    Raises:
        IsochronError: an entry lacks something, or changes nothing.
    """
    path = part.equivalents
    reasons: dict[Mutant, str] = {}
    for file, entries in tomllib.loads(path.read_text()).items() if path.is_file() else ():
        for number, entry in enumerate(entries, 1):
            name = f"{part.name}, equivalent {number} of {file}"
            if entry.keys() != KEYS or not all(entry.values()) or entry["old"] == entry["new"]:
                raise IsochronError(f"{name}: it needs old, another new, and the reason")
            reasons[Mutant(name, file, entry["old"], entry["new"])] = entry["reason"]
    return reasons


def explained(drawn: Iterable[Mutant], equivalents: dict[Mutant, str]) -> dict[str, str]:
    """Return the reasons of those drawn mutants that are equivalent, by name."""
    reasons: dict[str, dict[str, str]] = defaultdict(dict)
    for mutant, reason in equivalents.items():
        reasons[mutant.file][mutant.apply((ROOT / mutant.file).read_text())] = reason
    known = {}
    for mutant in drawn:
        text = mutant.apply((ROOT / mutant.file).read_text())
        if text in reasons[mutant.file]:
            known[mutant.name] = reasons[mutant.file][text]
    return known
