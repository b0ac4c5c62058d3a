# SPDX-License-Identifier: Apache-2.0
"""The pages that go through a paper item by item, of the lists in docs/papers and systems."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.report.kinds import Verdict

FOLDER = ROOT / "docs/papers"
FILES = (FOLDER / "accelerated.toml", *sorted(ROOT.glob("systems/*/paper.toml")))
STATES = ("whole", "beyond", "reduced", "missing", "not measured")
WITH_REASON = STATES[2:]
CLAIM = "claim"
KINDS = {
    "design": "How it is built",
    "function": "Functions and options",
    "platform": "Platform",
    "method": "Method",
    "table": "Tables",
    "figure": "Figures",
    "scenario": "Scenarios",
    CLAIM: "Claims",
    "future": "What the paper leaves for later",
    "ours": "What the paper does not have",
}
"""The heading of each kind of item, in the order of a page."""
COMMAND, RECORD, STATED = "isochron ", "record: ", "claim: "
"""How a place begins that is no path."""


@dataclass(frozen=True)
class Item:
    """A table, a figure, a function, a claim of a paper."""

    kind: str
    name: str
    place: str
    """In the paper."""
    state: str
    where: Sequence[str] = ()
    """A path, with ``#heading`` or ``::test``; a command; a record; a claim of the report."""
    why: str = ""
    found: str = ""
    """What became of a claim."""


@dataclass(frozen=True)
class Paper:
    """A paper, and the page about it."""

    file: Path
    title: str
    page: Path
    about: str
    items: Sequence[Item]


def load(file: Path) -> Paper:
    """Return a list.

    Raises:
        IsochronError: an item has another kind or state than those that there are, says no reason
            where it must, or is a claim without what was found.
    """
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    head = {key: content.pop(key) for key in ("title", "page", "about")}
    items = []
    for kind, entries in content.items():
        if kind not in KINDS:
            raise IsochronError(f"{file} has items of kind {kind!r}, not one of {', '.join(KINDS)}")
        for entry in entries:
            item = Item(kind, **entry)
            if fault := _fault(item):
                raise IsochronError(f"{file}, {item.name!r}: {fault}")
            items.append(item)
    return Paper(file, head["title"], FOLDER / head["page"], head["about"], items)


def _fault(item: Item) -> str | None:
    if item.state not in STATES:
        return f"its state is {item.state!r}, not one of {', '.join(STATES)}"
    if item.state in WITH_REASON and not item.why:
        return f"it is {item.state}, and `why` does not say the reason"
    if item.state not in WITH_REASON and not item.where:
        return f"it is {item.state}, and `where` does not say where"
    judged = item.kind == CLAIM and item.state not in ("missing", "not measured")
    verdicts = [verdict.value for verdict in Verdict if verdict is not Verdict.OPEN]
    if judged and item.found not in verdicts:
        return f"`found` is {item.found!r}, not one of: {'; '.join(verdicts)}"
    if not judged and item.found:
        return "it has `found`, and is no claim that was judged"
    return None


def texts() -> Mapping[Path, str]:
    """Return the text of each page."""
    return {paper.page: page(paper) for paper in map(load, FILES)}


def page(paper: Paper) -> str:
    """Return the text of a page."""
    lines = [
        f"<!-- Generated from {paper.file.relative_to(ROOT).as_posix()} by "
        "`isochron generate papers`. Do not edit. -->",
        f"# {paper.title}",
        "",
        f"{paper.about} [What the states mean](README.md).",
        "",
        "| state | items |",
        "|---|---|",
        *(f"| {state} | {number} |" for state, number in counts(paper)),
        f"| all | {len(paper.items)} |",
    ]
    for kind, heading in KINDS.items():
        if items := [item for item in paper.items if item.kind == kind]:
            lines += ["", f"## {heading}", *_table(kind, items)]
    return "\n".join(lines) + "\n"


def counts(paper: Paper) -> Iterator[tuple[str, int]]:
    """Yield how many items are in each state."""
    counter = Counter(item.state for item in paper.items)
    for state in STATES:
        yield state, counter[state]


def _table(kind: str, items: Sequence[Item]) -> Iterator[str]:
    heads = ["item", "in the paper", *(["found"] if kind == CLAIM else []), "state", "where", "why"]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for item in items:
        where = ", ".join(_shown(place) for place in item.where)
        found = [item.found] if kind == CLAIM else []
        cells = (item.name, item.place, *found, item.state, where, item.why)
        yield f"| {' | '.join(cells)} |"


def _shown(place: str) -> str:
    if place.startswith("docs/"):
        path, _, heading = place.partition("#")
        words = heading.replace("-", " ")
        label = f"{Path(path).stem}: {words}" if words else Path(path).stem
        return f"[{label}](../{place.removeprefix('docs/')})"
    if place.startswith(STATED):
        return f"claim *{place.removeprefix(STATED)}*"
    if place.startswith(RECORD):
        return f"record `{place.removeprefix(RECORD)}`"
    return f"`{place}`"
