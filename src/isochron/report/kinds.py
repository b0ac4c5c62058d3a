# SPDX-License-Identifier: Apache-2.0
"""What the sections of the report are made of: tables, figures, tiles, and claims with verdicts.

A section gives its data as these; ``templates/macros.html.j2`` knows how each of them looks.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from isochron.report.plots import Plot
from isochron.report.text import NOT_MEASURED


@dataclass(frozen=True)
class Row:
    """One line of a table; every cell is text."""

    name: str
    cells: Sequence[str]
    key: str = ""
    """Of the series that it shows: decides the colour."""
    note: str = ""
    """Stands small below the name."""
    anchor: str = ""


@dataclass(frozen=True)
class Table:
    """Rows under heads, one head for each cell."""

    heads: Sequence[str]
    rows: Sequence[Row]
    title: str = ""
    text: str = ""
    """What belongs to it in a sentence."""
    corner: str = ""
    """The head of the rows' names."""
    groups: Sequence[tuple[str, int]] = ()
    """Above the heads: a name, and over how many of them it stands."""


@dataclass(frozen=True)
class Figure:
    """A plot, what it shows and how that was found, and the same as a table."""

    title: str
    plot: Plot
    anchor: str = ""
    metric: str = ""
    reference: str = ""
    """Where the papers have it."""
    method: str = ""
    table: Table | None = None
    points: Table | None = None
    """Every point of a sweep, for who wants them all."""


@dataclass(frozen=True)
class Section:
    """A plot of everything, and the tables that belong to it."""

    plot: Plot
    tables: Sequence[Table]


@dataclass(frozen=True)
class Tile:
    """One figure, large."""

    title: str
    value: str
    detail: str
    why: str = ""


class Verdict(enum.Enum):
    """What became of a claim."""

    CONFIRMED = "confirmed"
    OTHER_FIGURE = "holds, another figure"
    REFUTED = "refuted"
    OPEN = NOT_MEASURED

    @classmethod
    def of(cls, holds: bool, *, otherwise: bool = False) -> Verdict:
        """Return whether a claim holds as it is stated, or ``otherwise`` with another figure."""
        if holds:
            return cls.CONFIRMED
        return cls.OTHER_FIGURE if otherwise else cls.REFUTED


Finding = tuple[str, Verdict] | None
"""What was found and what follows; None where it was not measured."""
Where = TypeVar("Where")
"""Of what kind that is in which a finding is made."""
Statement = tuple[str, str, Callable[[Where], Finding]]
"""What is claimed, where, and how it is looked for."""


@dataclass(frozen=True)
class Claim:
    """A claim of a paper (or of ours), and what was found."""

    claimed: str
    where: str
    found: str
    verdict: Verdict


def judged(statements: Iterable[Statement[Where]], where: Where) -> list[Claim]:
    """Return the claims with what is found in some measurements."""
    return [
        Claim(claimed, place, *(find(where) or (NOT_MEASURED, Verdict.OPEN)))
        for claimed, place, find in statements
    ]
