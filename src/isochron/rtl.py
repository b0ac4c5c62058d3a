# SPDX-License-Identifier: Apache-2.0
"""The lists of RTL: FuseSoC's core files, which all tools here read, and Bender's manifest of them.

A core file has the files of its folder in compile order, and names the cores that it needs. All are
in the checkout, so that who adds the repository as a library needs nothing of ours.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import yaml

from isochron.paths import ROOT

BENDER = ROOT / "Bender.yml"
_HEAD = (
    # REUSE-IgnoreStart
    "# SPDX-License-Identifier: Apache-2.0\n"
    # REUSE-IgnoreEnd
    "# Generated from the core files by `isochron generate cores`. Do not edit.\n"
)
_COMMENT = re.compile(r"//.*")
_PARAMETER = re.compile(
    r"^  parameter (?:int unsigned|bit) +(?P<name>\w+) *= *(?:1'b)?(?P<value>\d+)", re.MULTILINE
)


@dataclass(frozen=True)
class Core:
    """A core file."""

    path: Path
    description: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The third part of vendor, library, name and version."""
        return self.path.stem

    @property
    def needs(self) -> list[str]:
        """The names of the cores whose files it needs."""
        rtl = self.description["filesets"]["rtl"]
        return [name.split(":")[2] for name in rtl.get("depend", ())]

    @property
    def tops(self) -> list[str]:
        """The modules that stand by themselves, which have a target `lint`."""
        targets = self.description["targets"].items()
        return [target["toplevel"] for name, target in targets if name.startswith("lint")]

    def files(self, fileset: str = "rtl") -> list[Path]:
        """Return the files of a fileset, those that it needs of other cores not among them."""
        entries = self.description["filesets"][fileset]["files"]
        names = [next(iter(entry)) if isinstance(entry, dict) else entry for entry in entries]
        return [self.path.parent / name for name in names]


@cache
def cores() -> Mapping[str, Core]:
    """Return every core by its name, each behind those that it needs."""
    paths = sorted([*ROOT.glob("hardware/*.core"), *ROOT.glob("systems/*/*.core")])
    texts = {path: path.read_text().removeprefix("CAPI=2:") for path in paths}
    every = {path.stem: Core(path, yaml.safe_load(text)) for path, text in texts.items()}
    order = TopologicalSorter({name: core.needs for name, core in every.items()})
    return {name: every[name] for name in order.static_order()}


def of_systems() -> list[Core]:
    """Return the cores that are a system's, whose folder theirs is."""
    return [core for core in cores().values() if core.path.parent.parent.name == "systems"]


@cache
def _sources(name: str) -> tuple[Path, ...]:
    core = cores()[name]
    named = core.files()
    words = _words(*named)
    others = [path for need in core.needs for path in cores()[need].files()]
    while more := [path for path in others if path.stem in words and path not in named]:
        named += more
        words |= _words(*more)
    return *(path for path in others if path in named), *core.files()


def sources(name: str) -> list[Path]:
    """Return the files of a core, behind those that they name of the cores that it needs."""
    return list(_sources(name))


def _words(*paths: Path) -> set[str]:
    texts = (_COMMENT.sub("", path.read_text()) for path in paths)
    return {word for text in texts for word in re.findall(r"\w+", text)}


def address_bits(module: Path) -> int:
    """Return the width of the address ``addr_i`` of the module in a file."""
    (high,) = re.findall(r"\[ *(\d+):0\] +addr_i,", module.read_text())
    return int(high) + 1


def parameters(module: Path) -> dict[str, int]:
    """Return the parameters of the module in a file, with their defaults."""
    return {match["name"]: int(match["value"]) for match in _PARAMETER.finditer(module.read_text())}


def texts() -> dict[Path, str]:
    """Return the text of Bender's manifest."""
    groups: list[dict[str, Any]] = [
        {
            "include_dirs": ["hardware/rtl/common"],
            "files": [_name(path) for path in core.files() if path.suffix == ".sv"],
        }
        for core in cores().values()
    ]
    bench = cores()["kernel"].files("bench")
    groups.append({"target": "simulation", "files": [_name(path) for path in bench]})
    manifest = {"package": {"name": "isochron"}, "sources": groups}
    return {BENDER: _HEAD + yaml.safe_dump(manifest, sort_keys=False, width=100)}


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
