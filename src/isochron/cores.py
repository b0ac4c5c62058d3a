# SPDX-License-Identifier: Apache-2.0
"""The core files of FuseSoC and the manifest of Bender, made from the lists of RTL.

Both stand in the checkout, so that who adds the repository as a library needs nothing of ours;
``isochron generate cores --check`` (and a test) tells when one is stale.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from isochron import systems
from isochron.building import verilator
from isochron.paths import ROOT
from isochron.proofs import catalogue

HARDWARE = ROOT / "hardware"
RTL = HARDWARE / "rtl"
LIBRARY = "isochron:hardware"
"""Vendor and library of the cores; the name is that of the folder."""
BENDER = ROOT / "Bender.yml"
BENCH = HARDWARE / "tests/kernel/isochron_smoke.sv"
"""What the kernel's target `sim` runs."""
WAIVERS = HARDWARE / "verilator.vlt"
"""What the target `lint` does not warn of."""
SYNTHESIS = HARDWARE / "synthesis/fusesoc.tcl"
PROOF = HARDWARE / "formal/fusesoc.sby.j2"
_COMMON = "common"
_HEAD = (
    # REUSE-IgnoreStart
    "# SPDX-License-Identifier: Apache-2.0\n"
    # REUSE-IgnoreEnd
    "# Generated from the lists of RTL, *.f, by `isochron generate cores`. Do not edit.\n"
)
_PARAMETER = re.compile(
    r"^  parameter (?P<type>int unsigned|bit) +(?P<name>\w+) *= *(?:1'b)?(?P<value>\d+),? *"
    r"// (?P<says>.*(?:\n {20,}// .*)*)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Part:
    """A folder of RTL with a list of its files."""

    name: str
    """Of the folder and the list."""
    says: str
    tops: tuple[str, ...] = ()
    """Modules that stand by themselves; with several, targets have their names."""
    proofs: tuple[str, ...] = ()
    """For each of them the proof of `hardware/formal/proofs.toml` that is its target `formal`."""

    system: str = ""
    """The system that it is the RTL of, if it is one's: a folder of `systems`."""

    @property
    def root(self) -> Path:
        """The folder of the core file, to which its names are relative."""
        return ROOT / "systems" / self.system if self.system else HARDWARE

    @property
    def core(self) -> Path:
        """The core file."""
        return self.root / f"{self.name}.core"

    @property
    def folder(self) -> Path:
        """The folder of its RTL and the list."""
        return self.root / "rtl" if self.system else RTL / self.name

    def listed(self) -> list[Path]:
        """Return the files of its list, those of other folders among them."""
        return verilator.listed(self.folder / f"{self.name}.f")

    def own(self) -> list[Path]:
        """Return the files in its folder, in compile order."""
        return [path for path in self.listed() if path.parent == self.folder]

    def needs(self) -> list[str]:
        """Return the other folders that its list has files of."""
        return sorted({path.parent.name for path in self.listed() if path.parent != self.folder})


class _Common(Part):
    """What several lists have files of, which has no list: all that they name."""

    def listed(self) -> list[Path]:
        every = [path for part in parts() if part is not self for path in part.listed()]
        return list(dict.fromkeys(path for path in every if path.parent == self.folder))


_BEFORE_SYSTEMS = (
    _Common(_COMMON, "Memories, queues, time and assertions of Isochron's other cores"),
    Part(
        "kernel",
        "Hardware kernel under FreeRTOS's API, behind a bus",
        ("isochron",),
        ("commands",),
    ),
)
_ADAPTERS = Part(
    "adapters",
    "Wishbone, APB4, AHB-Lite, AXI4-Lite, TileLink-UL, Avalon-MM to the hardware kernel's port",
    (
        "isochron_wishbone",
        "isochron_apb",
        "isochron_axi_lite",
        "isochron_tilelink",
        "isochron_avalon",
        "isochron_ahb_lite",
    ),
    (
        "adapter-wishbone",
        "adapter-apb",
        "adapter-axi-lite",
        "adapter-tilelink",
        "adapter-avalon",
        "adapter-ahb-lite",
    ),
)
_AFTER_SYSTEMS = (
    Part("contexts", "A core's registers for each task of the hardware kernel"),
    Part("cfu", "Commands of the hardware kernel as custom instructions"),
    _ADAPTERS,
)


@cache
def parts() -> tuple[Part, ...]:
    """Return every folder of RTL, in an order in which none needs a later one."""
    of_systems = [part for module in systems.modules("cores") for part in module.PARTS]
    return (*_BEFORE_SYSTEMS, *of_systems, *_AFTER_SYSTEMS)


@dataclass(frozen=True)
class Parameter:
    """One of a module, as its source has it."""

    name: str
    default: int
    says: str


def parameters(module: Path) -> list[Parameter]:
    """Return the parameters of the module in a file."""
    return [
        Parameter(one["name"], int(one["value"]), re.sub(r"\s*\n\s*// ", " ", one["says"]))
        for one in _PARAMETER.finditer(module.read_text())
    ]


def generate() -> dict[Path, str]:
    """Return the text of every file."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    cores = {part.core: f"CAPI=2:\n{_HEAD}{_yaml(_core(part, version))}" for part in parts()}
    return {**cores, BENDER: _HEAD + _yaml(_manifest())}


def _core(part: Part, version: str) -> dict[str, Any]:
    rtl: dict[str, Any] = {
        "file_type": "systemVerilogSource",
        "files": [
            {_name(path, part): {"is_include_file": True}}
            if path.suffix == ".svh"
            else _name(path, part)
            for path in part.own()
        ],
    }
    if part.needs():
        rtl["depend"] = [f"{LIBRARY}:{name}" for name in part.needs()]
    filesets = {"rtl": rtl}
    targets: dict[str, Any] = {"default": {"filesets": ["rtl"]}}
    if isinstance(part, _Common):
        filesets |= _shared(part)
        targets["default"]["filesets"] += [
            f"target_{target}{suffix} ? ({name})"
            for target, name in _OF_TARGETS.items()
            for suffix in ("", *(_suffix(_ADAPTERS, top) for top in _ADAPTERS.tops))
        ]
    known: dict[str, Parameter] = {}
    for number, top in enumerate(part.tops):
        ours = parameters(part.folder / f"{top}.sv")
        known |= {one.name: one for one in ours}
        values = [one.name for one in ours]
        # of the kernel's packages an adapter uses a part
        waived = ["-Wno-UNUSEDPARAM"] if "kernel" in part.needs() else []
        suffix = _suffix(part, top)
        targets[f"lint{suffix}"] = {
            "description": f"Verilator's warnings about {top}",
            "flow": "lint",
            "flow_options": {"tool": "verilator", "verilator_options": ["-Wall", *waived]},
            **_target(["rtl"], top, values),
        }
        if part.name == "kernel":
            filesets["bench"] = _files([BENCH], "systemVerilogSource", part)
            targets["sim"] = {
                "description": "Two tasks, a semaphore and the switches between them",
                "flow": "sim",
                "flow_options": {
                    "tool": "verilator",
                    "mode": "binary",
                    # a bench that waits is made of coroutines
                    "verilator_options": ["-CFLAGS", "-std=c++20"],
                },
                **_target(["rtl", "bench"], BENCH.stem, []),
            }
        if not suffix:
            targets["synth"] = {
                "description": "Area on an ECP5, by Yosys with its reader slang",
                "flow": "generic",
                "flow_options": {
                    "tool": "yosys",
                    "arch": "ecp5",
                    "yosys_template": SYNTHESIS.name,
                },
                **_target(["rtl"], top, values),
            }
        if part.proofs:
            proof = catalogue.proofs()[part.proofs[number]]
            properties = [proof.folder / one for one in proof.properties]
            filesets["formal"] = _files(properties, "systemVerilogSource", part)
            sizes = [f"{name}={value}" for name, value in proof.sizes[0].items()]
            targets[f"formal{suffix}"] = {
                "description": f"The proof {proof.name} of docs/reference/proofs.md",
                "default_tool": "symbiyosys",
                **_target(["rtl", "formal"], top, sizes),
            }
    found = {
        "name": f"{LIBRARY}:{part.name}:{version}",
        "description": part.says,
        "filesets": filesets,
        "targets": targets,
    }
    if known:
        found["parameters"] = {
            one.name: {
                "datatype": "int",
                "default": one.default,
                "description": one.says,
                "paramtype": "vlogparam",
            }
            for one in known.values()
        }
    return found


def _target(filesets: Sequence[str], top: str, values: Sequence[str]) -> dict[str, Any]:
    named = {"parameters": list(values)} if values else {}
    return {"filesets": list(filesets), "toplevel": top, **named}


_OF_TARGETS = {"lint": "waivers", "synth": "synthesis", "formal": "proof"}
"""The files for a target that the common core brings to every other core."""


def _suffix(part: Part, top: str) -> str:
    """Return what the targets of a module have behind their name."""
    return top.removeprefix("isochron") if len(part.tops) > 1 else ""


def _shared(part: Part) -> dict[str, Any]:
    """Return the filesets of ``_OF_TARGETS``."""
    script = {_name(SYNTHESIS, part): {"copyto": SYNTHESIS.name}}
    return {
        "waivers": _files([WAIVERS], "vlt", part),
        "synthesis": {"file_type": "user", "files": [script]},
        "proof": _files([PROOF], "sbyConfigTemplate", part),
    }


def _files(paths: Sequence[Path], kind: str, part: Part) -> dict[str, Any]:
    return {"file_type": kind, "files": [_name(path, part) for path in paths]}


def _name(path: Path, part: Part) -> str:
    """Return a file's name in a part's core file."""
    return path.relative_to(part.root).as_posix()


def _manifest() -> dict[str, Any]:
    groups: list[dict[str, Any]] = []
    for part in parts():
        files = [path for path in part.own() if path.suffix == ".sv"]
        groups.append(
            {
                "include_dirs": [str((RTL / _COMMON).relative_to(ROOT))],
                "files": [str(path.relative_to(ROOT)) for path in files],
            }
        )
    groups.append({"target": "simulation", "files": [str(BENCH.relative_to(ROOT))]})
    return {"package": {"name": "isochron"}, "sources": groups}


def _yaml(found: Mapping[str, Any]) -> str:
    return yaml.safe_dump(dict(found), sort_keys=False, width=100)
