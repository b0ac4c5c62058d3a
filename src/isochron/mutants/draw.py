# SPDX-License-Identifier: Apache-2.0
"""Draws random mutants: each change of a part's files is as likely as any other."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from isochron.mutants import assembly, syntax
from isochron.mutants.mutant import Mutant
from isochron.mutants.parts import Part
from isochron.mutants.syntax import Site
from isochron.paths import ROOT


@dataclass(frozen=True)
class Change:
    """A place of a file, and what stands there instead."""

    file: Path
    """Relative to the repository."""
    site: Site
    new: str

    @property
    def is_constant(self) -> bool:
        """Whether it needs a build of its own (``Site.whole``)."""
        return self.site.whole is None


def draw(part: Part, number: int, seed: int) -> dict[Mutant, Change]:
    """Return so many mutants of a part, or as many as there are.

    The same seed and sources give the same ones, a smaller number the first of them.
    """
    changes = list(_changes(part))
    Random(f"{part.name} {seed}").shuffle(changes)
    return {_mutant(change): change for change in changes[:number]}


def count(part: Part) -> int:
    """Return how many mutants a part has."""
    return sum(1 for _ in _changes(part))


def _changes(part: Part) -> Iterator[Change]:
    for file in part.sources():
        of_language = assembly if file.suffix == assembly.SUFFIX else syntax
        for site in of_language.sites(ROOT / file):
            yield from (Change(file, site, alternative) for alternative in site.alternatives)


def _mutant(change: Change) -> Mutant:
    """Return a change as a mutant: a text that stands in the file once, and the new."""
    file, start, end, new = change.file, change.site.start, change.site.end, change.new
    text = (ROOT / file).read_bytes()
    line = text.count(b"\n", 0, start) + 1
    column = start - text.rfind(b"\n", 0, start)
    first, last = start, end
    while first == start or text.count(text[first:last]) != 1:
        first = text.rfind(b"\n", 0, max(first - 1, 0)) + 1
        last = (text.find(b"\n", last + 1) + len(text) + 1) % (len(text) + 1)
    before, after = text[first:start].decode(), text[end:last].decode()
    old = " ".join(text[start:end].decode().split())
    name = f"{file}:{line}:{column} {old!r} is {' '.join(new.split())!r}"
    return Mutant(name, str(file), text[first:last].decode(), f"{before}{new}{after}")
