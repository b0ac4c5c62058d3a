# SPDX-License-Identifier: Apache-2.0
"""The recorded figures of the silicon, a configuration at a time.

They are in docs/results/silicon.json, those of a system's configurations in its silicon.json.

docs/reference/silicon-figures.md is made from it, and the report shows it where this checkout has
synthesized nothing itself.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from isochron import files
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.results import Record, Results
from isochron.synth import records, store, sweep, table
from isochron.synth.configurations import CONFIGURATIONS, Configuration, Design
from isochron.synth.flow import Placed, Point, Synthesized
from isochron.synth.targets import ALL_TARGETS

NAME = "silicon.json"
FOLDERS: Mapping[str | None, Path] = {
    None: ROOT / "docs/results",
    **{
        path.parent.name: path.parent for path in sorted(ROOT.glob("systems/*/configurations.toml"))
    },
}
"""Where the file is, by the system that its configurations belong to."""
_NOT_LOGIC = re.compile(r"(?://[^\n]*|/\*.*?\*/|\s)+", re.DOTALL)


Origin = tuple[str, str]
"""Names of a configuration and a target: what is recorded together, of one commit."""


@dataclass(frozen=True)
class Figures:
    """A point's figures."""

    point: Point
    made: Synthesized
    clocks: Sequence[float]
    """In MHz, one for each seed."""

    @property
    def origin(self) -> Origin:
        """What it is recorded with."""
        return self.point.design.configuration.name, self.point.target.name

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


@dataclass(frozen=True)
class Recorded:
    """All of them."""

    versions: Mapping[str, str]
    """The tools, as in results.json."""
    rtl: Mapping[Origin, Rtl]
    """Of each configuration and target what was synthesized."""
    points: Sequence[Figures]

    @cached_property
    def results(self) -> Results:
        """The same as results."""
        return Results(
            self.versions, [record for figures in self.points for record in figures.records]
        )

    def origin(self, configuration: str, target: str) -> str:
        """Say for people where a configuration's figures for a target are from."""
        rtl = self.rtl[configuration, target]
        changed = ", which has changed since" if rtl.digest != digest(configuration) else ""
        return f"recorded at commit {rtl.commit}, RTL {rtl.digest}{changed}"


def digest(configuration: str) -> str:
    """Return a short digest of a configuration's RTL and parameters.

    Comments, white space and the names of files are left out, since they decide no figure.
    """
    return _digest(CONFIGURATIONS[configuration])


@cache
def _digest(configuration: Configuration) -> str:
    hasher = hashlib.sha256(repr(sorted(configuration.parameters.items())).encode())
    for path in Design(configuration, None).sources():
        logic = _NOT_LOGIC.sub(" ", path.read_text()).strip()
        hasher.update(f"\0{logic}".encode())
    return hasher.hexdigest()[:8]


def known() -> Recorded:
    """Return what was synthesized from what there is now."""
    points = [
        Figures(point, made, [run.mhz for run in store.placed(point).values()])
        for point in records.known_points()
        if (made := store.synthesized(point))
    ]
    tools = records.used()
    commit = tools.pop(records.COMMIT)
    return Recorded(
        tools,
        {figures.origin: Rtl(digest(figures.origin[0]), commit) for figures in points},
        points,
    )


def _files() -> list[Path]:
    return [path for folder in FOLDERS.values() if (path := folder / NAME).is_file()]


def load() -> Recorded:
    """Return what is recorded.

    Raises:
        IsochronError: two files have figures of different tools.
    """
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in _files()]
    versions = documents[0]["versions"]
    if any(document["versions"] != versions for document in documents):
        raise IsochronError(
            f"the files {NAME} have figures of different tools: run `isochron synth --all --table`"
        )
    points = [_figures(**entry) for document in documents for entry in document["points"]]
    rtl = {
        (name, target): Rtl(**entry)
        for document in documents
        for name, by_target in document["rtl"].items()
        for target, entry in by_target.items()
    }
    return Recorded(versions, rtl, _in_order(points))


def _in_order(points: Iterable[Figures]) -> list[Figures]:
    return sorted(points, key=lambda figures: records.place(figures.point))


def merged(recorded: Recorded) -> Recorded:
    """Return what is found, and what is recorded of all other configurations and targets.

    Raises:
        IsochronError: if what is recorded of these was made by other tools.
    """
    if not _files():
        return recorded
    old = load()
    kept = {origin: rtl for origin, rtl in old.rtl.items() if origin not in recorded.rtl}
    if kept and dict(old.versions) != dict(recorded.versions):
        raise IsochronError(
            f"{NAME} has figures of other tools, which are not mixed with these: "
            "run `isochron synth --all --table`"
        )
    others = [point for point in old.points if point.origin in kept]
    return Recorded(
        recorded.versions, {**kept, **recorded.rtl}, _in_order([*others, *recorded.points])
    )


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


def save(recorded: Recorded) -> None:
    """Record figures in place of those of before, a configuration and a point a line."""
    for system, folder in FOLDERS.items():
        names = {
            configuration.name
            for configuration in CONFIGURATIONS.values()
            if configuration.system == system
        }
        ours = [
            json.dumps(_members(point)) for point in recorded.points if point.origin[0] in names
        ]
        if not ours:
            continue
        points = ",\n".join(ours)
        origins: dict[str, dict[str, dict[str, str]]] = {}
        for (name, target), rtl_text in recorded.rtl.items():
            if name in names:
                origins.setdefault(name, {})[target] = asdict(rtl_text)
        rtl = ",\n".join(f'"{name}": {json.dumps(rtl_text)}' for name, rtl_text in origins.items())
        files.write(
            folder / NAME,
            f'{{\n"versions": {json.dumps(dict(recorded.versions))},\n'
            f'"rtl": {{\n{rtl}\n}},\n"points": [\n{points}\n]}}\n',
        )


def _members(figures: Figures) -> dict[str, Any]:
    design = figures.point.design
    return {
        "configuration": design.configuration.name,
        "tasks": design.tasks,
        "width": design.width,
        "target": figures.point.target.name,
        "counts": dict(figures.made.counts),
        "device": figures.made.device,
        "mhz": list(figures.clocks),
    }


def page(recorded: Recorded) -> str:
    """Return the page of these figures, and of what the whole sweep lacks."""
    origins: dict[str, dict[str, str]] = {}
    order = list(CONFIGURATIONS)
    for (name, target), rtl in sorted(
        recorded.rtl.items(), key=lambda entry: order.index(entry[0][0])
    ):
        origins.setdefault(target, {})[name] = f"`{rtl.digest}` ({rtl.commit})"
    return table.page(recorded.results, origins, list(_lacking(recorded.points)))


def _lacking(points: Iterable[Figures]) -> Iterator[str]:
    recorded_names = {figures.point.name: figures for figures in points}
    for point in sweep.plan(whole=True):
        if point.name not in recorded_names:
            yield point.name
        elif recorded_names[point.name].made.device and not recorded_names[point.name].clocks:
            yield f"{point.name}, seed 1"


def added(own: Results) -> Results:
    """Return results with recorded figures where they have none of a configuration and target.

    A recorded figure has a parameter ``recorded``, which says where it is from.
    """
    recorded = load()
    present = {(record.test, record.platform) for record in records.silicon(own.records)}
    origins = {which: recorded.origin(*which) for which in recorded.rtl if which not in present}
    others = [
        replace(record, parameters={**record.parameters, records.RECORDED: origins[which]})
        for record in recorded.results.records
        if (which := (record.test, record.platform)) in origins
    ]
    return Results({**recorded.versions, **own.versions}, [*own.records, *others])
