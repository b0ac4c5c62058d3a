# SPDX-License-Identifier: Apache-2.0
"""The recorded figures of the silicon: docs/results/silicon.json, a configuration at a time.

docs/reference/silicon-figures.md is made from it, and the report shows it where this checkout has
synthesized nothing itself.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.results import Record, Results
from isochron.synth import records, store, sweep, table
from isochron.synth.configurations import CONFIGURATIONS, Configuration, Design
from isochron.synth.flow import Placed, Point, Synthesized
from isochron.synth.targets import ALL_TARGETS

FILE = ROOT / "docs/results/silicon.json"
_NOT_LOGIC = re.compile(r"(?://[^\n]*|/\*.*?\*/|\s)+", re.DOTALL)


@dataclass(frozen=True)
class Figures:
    """A point's figures."""

    point: Point
    made: Synthesized
    clocks: Sequence[float]
    """In MHz, one for each seed."""

    @property
    def records(self) -> list[Record]:
        """The same as records of results."""
        device = self.made.device
        placed = {n: Placed(mhz, device) for n, mhz in enumerate(self.clocks, 1) if device}
        return list(records.of(self.point, self.made, placed))


@dataclass(frozen=True)
class Rtl:
    """What was synthesized."""

    digest: str
    """Of the RTL and its parameters (:func:`digest`)."""
    commit: str


class OtherTools(IsochronError):
    """Figures of other tools are recorded."""


@dataclass(frozen=True)
class Recorded:
    """All of them."""

    versions: Mapping[str, str]
    """The tools, as in results.json."""
    rtl: Mapping[str, Rtl]
    """Of each configuration what was synthesized."""
    points: Sequence[Figures]

    @property
    def results(self) -> Results:
        """The same as results."""
        return Results(self.versions, [one for figures in self.points for one in figures.records])

    def origin(self, configuration: str) -> str:
        """Say for people where a configuration's figures are from."""
        rtl = self.rtl[configuration]
        changed = ", which has changed since" if rtl.digest != digest(configuration) else ""
        return f"recorded at commit {rtl.commit}, RTL {rtl.digest}{changed}"


def digest(configuration: str) -> str:
    """Return a short digest of a configuration's RTL and parameters.

    Comments, white space and the names of files are left out, since they decide no figure.
    """
    return _digest(CONFIGURATIONS[configuration])


@cache
def _digest(configuration: Configuration) -> str:
    found = hashlib.sha256(repr(sorted(configuration.parameters.items())).encode())
    for path in Design(configuration, None).sources():
        logic = _NOT_LOGIC.sub(" ", path.read_text()).strip()
        found.update(f"\0{logic}".encode())
    return found.hexdigest()[:8]


def known() -> Recorded:
    """Return what was synthesized from what there is now."""
    points = [
        Figures(point, made, [one.mhz for one in store.placed(point).values()])
        for point in records.known_points()
        if (made := store.synthesized(point))
    ]
    names = dict.fromkeys(one.point.design.configuration.name for one in points)
    tools = records.used()
    commit = tools.pop(records.COMMIT)
    return Recorded(tools, {name: Rtl(digest(name), commit) for name in names}, points)


def load(file: Path | None = None) -> Recorded:
    """Return what is recorded."""
    document = json.loads((file or FILE).read_text(encoding="utf-8"))
    points = [_figures(**one) for one in document["points"]]
    rtl = {name: Rtl(**one) for name, one in document["rtl"].items()}
    return Recorded(document["versions"], rtl, points)


def merged(found: Recorded) -> Recorded:
    """Return what is found, and of all other configurations what is recorded.

    Raises:
        OtherTools: if what is recorded of these was made by other tools.
    """
    if not FILE.is_file():
        return found
    old = load()
    kept = {name: rtl for name, rtl in old.rtl.items() if name not in found.rtl}
    if kept and dict(old.versions) != dict(found.versions):
        raise OtherTools(
            f"{FILE.name} has figures of other tools, which are not mixed with these: "
            "run `isochron synth --all --table`"
        )
    others = [one for one in old.points if one.point.design.configuration.name in kept]
    return Recorded(found.versions, {**kept, **found.rtl}, [*others, *found.points])


def _figures(
    configuration: str,
    tasks: int | None,
    width: int | None,
    target: str,
    counts: dict[str, int],
    device: str | None,
    mhz: Sequence[float],
) -> Figures:
    design = Design(CONFIGURATIONS[configuration], tasks, width)
    return Figures(Point(design, ALL_TARGETS[target]), Synthesized(counts, device), mhz)


def save(recorded: Recorded, file: Path | None = None) -> None:
    """Record figures in place of those of before, a configuration and a point a line."""
    points = ",\n".join(json.dumps(_members(one)) for one in recorded.points)
    rtl = ",\n".join(f'"{name}": {json.dumps(asdict(one))}' for name, one in recorded.rtl.items())
    (file or FILE).write_text(
        f'{{\n"versions": {json.dumps(dict(recorded.versions))},\n'
        f'"rtl": {{\n{rtl}\n}},\n"points": [\n{points}\n]}}\n',
        encoding="utf-8",
    )


def _members(one: Figures) -> dict[str, Any]:
    design = one.point.design
    return {
        "configuration": design.configuration.name,
        "tasks": design.tasks,
        "width": design.width,
        "target": one.point.target.name,
        "counts": dict(one.made.counts),
        "device": one.made.device,
        "mhz": list(one.clocks),
    }


def page(recorded: Recorded) -> str:
    """Return the page of these figures, and of what the whole sweep lacks."""
    origins = {name: f"`{one.digest}` ({one.commit})" for name, one in recorded.rtl.items()}
    return table.page(recorded.results, origins, list(_lacking(recorded.points)))


def _lacking(points: Iterable[Figures]) -> Iterator[str]:
    there = {one.point.name: one for one in points}
    for point in sweep.plan(whole=True):
        if point.name not in there:
            yield point.name
        elif there[point.name].made.device and not there[point.name].clocks:
            yield f"{point.name}, seed 1"


def added(own: Results) -> Results:
    """Return results with recorded figures of every configuration of which they have none.

    A recorded figure has a parameter ``recorded``, which says where it is from.
    """
    recorded = load()
    there = {record.test for record in records.silicon(own.records)}
    origins = {name: recorded.origin(name) for name in recorded.rtl if name not in there}
    others = [
        replace(one, parameters={**one.parameters, records.RECORDED: origins[one.test]})
        for one in recorded.results.records
        if one.test in origins
    ]
    return Results({**recorded.versions, **own.versions}, [*own.records, *others])
