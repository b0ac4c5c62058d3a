# SPDX-License-Identifier: Apache-2.0
"""The lists of proofs: hardware/formal/proofs.toml, and that of each system."""

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from isochron import rtl
from isochron.errors import IsochronError
from isochron.paths import ROOT

PROPERTIES = ROOT / "hardware/formal"
CATALOGUES = (PROPERTIES / "proofs.toml", *sorted(ROOT.glob("systems/*/formal/proofs.toml")))

_INCLUDED = re.compile(r'^ *`include "(\w+_types\.svh)"', re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """A change of a module's file with which the proof must fail."""

    old: str
    """Stands exactly once in the file."""
    new: str
    module: str = ""
    """Part of the block whose file is changed; by default the block itself."""

    def apply(self, path: Path) -> str:
        """Return the file's text with the fault; raise IsochronError if it does not fit."""
        text = path.read_text()
        if text.count(self.old) != 1:
            raise IsochronError(
                f"a fault's old text stands {text.count(self.old)} times in {path.name}, not once; "
                f"correct it in its list, proofs.toml: {self.old!r}"
            )
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Proof:
    """Assertions of one module and its parts."""

    name: str
    block: str
    """The module."""
    hardware: str
    """The core that has it, and whose files it needs."""
    depth: int
    """Steps of the induction."""
    sizes: tuple[dict[str, int], ...]
    """Parameters of the module; the first are small enough for `make test`."""
    faults: tuple[Fault, ...]
    folder: Path
    """Of the properties."""
    properties: tuple[str, ...] = ()
    """Files of the folder whose modules are bound to the block, or to blocks in it."""
    solver: str = "yices"
    """Its name, as ``solver`` knows it."""
    reached: dict[str, int] = field(default_factory=dict)
    """Parameters with which yices reaches all that `cover` names from reset on, so that nothing of
    it is assumed away; empty if nothing is named."""

    def sources(self) -> list[Path]:
        """Return the files in compile order."""
        return rtl.sources(self.hardware) + [self.folder / name for name in self.properties]

    def read(self) -> list[Path]:
        """Return every file that the proof depends on."""
        files = self.sources() + self.included()
        names = {name for path in files for name in _INCLUDED.findall(path.read_text())}
        return files + [self.folder / name for name in sorted(names)]

    def included(self) -> list[Path]:
        """Return the file of properties that the block includes if FORMAL is defined, if any."""
        path = self.folder / f"{self.block}_properties.svh"
        return [path] if path.is_file() else []

    def file(self, fault: Fault) -> Path:
        """Return the file that a fault changes; raise IsochronError if there is none."""
        module = fault.module or self.block
        for path in self.sources():
            if path.stem == module:
                return path
        raise IsochronError(
            f"proof {self.name!r}: a fault names the module {module!r}, which the core "
            f"{self.hardware!r} does not have"
        )


_OPTIONAL = {"name", "folder", "properties", "solver", "reached"}


@cache
def proofs() -> dict[str, Proof]:
    """Return every proof by its name, in the order of the list; an error for a wrong one."""
    return {
        name: _proof(name, catalogue.parent, entry)
        for catalogue in CATALOGUES
        for name, entry in tomllib.loads(catalogue.read_text()).items()
    }


def _proof(name: str, folder: Path, entry: dict[str, Any]) -> Proof:
    missing = Proof.__dataclass_fields__.keys() - entry.keys() - _OPTIONAL
    if missing:
        raise IsochronError(f"proof {name!r} lacks {', '.join(sorted(missing))}")
    fields = entry | {
        "sizes": tuple(entry["sizes"]),
        "properties": tuple(entry.get("properties", ())),
        "faults": tuple(Fault(**fault) for fault in entry["faults"]),
    }
    return Proof(name=name, folder=folder, **fields)
