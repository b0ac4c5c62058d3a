# SPDX-License-Identifier: Apache-2.0
"""What was synthesized, kept in build/synth: nothing is made twice, and a run can be stopped.

A folder for each point and state of its sources, parameters, flow and tools: ``figures.json`` (of
the netlist, and which point it is), ``netlist.z``, and ``seed-<n>.json`` for each seed. Folders of
other states are removed when a point is synthesized anew.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path

from isochron import files, versions
from isochron.building import yosys
from isochron.paths import BUILT
from isochron.synth import flow, targets
from isochron.synth.configurations import CONFIGURATIONS, Design
from isochron.synth.flow import Placed, Point, Synthesized
from isochron.synth.targets import ALL_TARGETS

BUILD = BUILT / "synth"
_FIGURES, _NETLIST = "figures.json", "netlist.z"
_FLOW = (*map(Path, (flow.__file__, targets.__file__, yosys.__file__)), targets.FLIP_FLOP_BOX)
_TOOLS = ("pyosys", "pythondata-cpu-ibex")


def state(point: Point) -> str:
    """Return a short name for all that a point's figures depend on, the same on every machine."""
    target = point.target
    tools = [*_TOOLS, *([target.nextpnr] if target.nextpnr else [])]
    words = [target, *point.design.parameters().items(), *map(versions.package, tools)]
    hasher = hashlib.sha256(repr(words).encode())
    for path in [*point.design.sources(), *_FLOW]:
        hasher.update(f"\0{path.name}\0{_content(path)}".encode())
    return hasher.hexdigest()[:12]


def _content(path: Path) -> str:
    stat = path.stat()
    return _digest(path, stat.st_mtime_ns, stat.st_size)


@cache
def _digest(path: Path, _changed: int, _size: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def synthesized(point: Point) -> Synthesized | None:
    """Return a point's figures, None if it was not synthesized from what there is now."""
    path = _folder(point) / _FIGURES
    if not path.is_file():
        return None
    kept = json.loads(path.read_text())
    return Synthesized(kept["counts"], kept["device"])


def netlist(point: Point) -> bytes:
    """Return the netlist of a point that was synthesized."""
    return (_folder(point) / _NETLIST).read_bytes()


def keep_synthesized(point: Point, made: Synthesized, text: bytes) -> None:
    """Keep a point's figures and netlist."""
    folder = _folder(point)
    for other in BUILD.glob(f"{point.name}-{'?' * len(state(point))}"):
        if other != folder:
            shutil.rmtree(other)
    folder.mkdir(parents=True, exist_ok=True)
    files.write(folder / _NETLIST, text)
    design = point.design
    which = {
        "configuration": design.configuration.name,
        "tasks": design.tasks,
        "width": design.width,
        "target": point.target.name,
    }
    _write(folder / _FIGURES, {**which, **asdict(made)})


def placed(point: Point) -> dict[int, Placed]:
    """Return what place and route made of a point, by seed."""
    runs = {
        int(path.stem.removeprefix("seed-")): Placed(**json.loads(path.read_text()))
        for path in _folder(point).glob("seed-*.json")
    }
    return dict(sorted(runs.items()))


def keep_placed(point: Point, seed: int, made: Placed) -> None:
    """Keep what place and route made of a point with a seed."""
    _write(_folder(point) / f"seed-{seed}.json", asdict(made))


def known() -> Iterator[Point]:
    """Return every point with a netlist that was made from what there is now."""
    for path in BUILD.glob(f"*/{_FIGURES}"):
        kept = json.loads(path.read_text())
        configuration = CONFIGURATIONS.get(kept["configuration"])
        target = ALL_TARGETS.get(kept["target"])
        if configuration and target:
            point = Point(Design(configuration, kept["tasks"], kept["width"]), target)
            if _folder(point) == path.parent:
                yield point


def _folder(point: Point) -> Path:
    return BUILD / f"{point.name}-{state(point)}"


def _write(path: Path, content: Mapping[str, object]) -> None:
    files.write(path, json.dumps(content) + "\n")
