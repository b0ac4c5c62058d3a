# SPDX-License-Identifier: Apache-2.0
"""Synthesis by Yosys (pyosys, with its SystemVerilog front end slang), place and route by nextpnr.

A netlist is made once for a design and a target, and placed and routed with as many seeds as are
wanted. The same sources, tool versions and seed give the same figures. Nothing is kept here: see
``store``.
"""

import json
import re
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from isochron.building import yosys
from isochron.errors import IsochronError, ToolMissing
from isochron.processes import TEXT
from isochron.synth.configurations import Design
from isochron.synth.targets import Device, Target

TARGET_MHZ = 50
"""Clock that place and route aims at."""
# nextpnr comes as WebAssembly and sees only its working folder.
_NETLIST, _REPORT = "netlist.json", "report.json"
_WORD = re.compile(r"(.*\bmemory_q)\[\d+\]")
"""A register that is a word of a memory (``hardware/rtl/common/isochron_ram_*.sv``)."""
_USED = re.compile(r"^Info:\s+(\w+):\s*(\d+)/\s*(\d+)\s+\d+%", re.MULTILINE)
_NO_ROOM = re.compile(r"^ERROR: .*(unable to (find|place)|failed to place|no BELs)", re.I | re.M)


class DoesNotFit(IsochronError):
    """The design found no place on a device."""


@dataclass(frozen=True)
class Point:
    """A design for a target."""

    design: Design
    target: Target

    @property
    def name(self) -> str:
        """Name of a folder, and for people."""
        return f"{self.design.name}-{self.target.name}"


@dataclass(frozen=True)
class Synthesized:
    """What synthesis made of a design, registers around it included."""

    counts: Mapping[str, int]
    """``lut``; ``comb``, those of carry chains and distributed memory included; ``ff``;
    ``distributed`` and ``block``, bits of memory."""
    device: str | None
    """The smallest one with as many cells of each kind; None if there is none."""


@dataclass(frozen=True)
class Placed:
    """What place and route made of a netlist with one seed."""

    mhz: float
    device: str


def synthesize(point: Point) -> tuple[Synthesized, bytes]:
    """Return the figures of the netlist, and the netlist: Yosys's JSON, compressed.

    Raises:
        IsochronError: one of them failed; a memory became flip-flops.
    """
    design, target = point.design, point.target
    top = design.configuration.top
    with tempfile.TemporaryDirectory() as folder:
        yosys.run(
            read(design),
            *target.commands(top),
            f"write_json {_NETLIST}",
            folder=folder,
        )
        text = (Path(folder) / _NETLIST).read_bytes()
        module = json.loads(text)["modules"][top]
        lost = in_flip_flops(module["netnames"])
        if lost and target.distributed:
            raise IsochronError(
                f"{point.name}: {', '.join(lost)} became flip-flops; Yosys's log says why, in its "
                "passes memory_libmap and memory_bram"
            )
        counts = target.count(Counter(cell["type"] for cell in module["cells"].values()))
        device = None
        for candidate in target.devices if design.configuration.framed else ():
            used = used_cells(_nextpnr(target, candidate, folder, "--pack-only"))
            counts["comb"], _ = used[target.comb]
            if all(number <= available for number, available in used.values()):
                device = candidate.name
                break
    return Synthesized(counts, device), zlib.compress(text)


def read(design: Design) -> str:
    """Return Yosys's command that reads a design."""
    words = [f"-G {key}={value}" for key, value in design.parameters().items()]
    words += [f"-I {path}" for path in design.configuration.includes()]
    words += [str(path) for path in design.sources()]
    return f"read_slang --top {design.configuration.top} {' '.join(words)}"


def in_flip_flops(nets: Iterable[str]) -> list[str]:
    """Return the memories of which a netlist has the words as registers, given its nets' names."""
    return sorted({word[1] for name in nets if (word := _WORD.fullmatch(name))})


def place(point: Point, device: str, netlist: bytes, seed: int) -> Placed:
    """Place and route a netlist on a device, or on the next larger one where it finds no place.

    Raises:
        DoesNotFit: it found no place on any device.
    """
    target = point.target
    names = [device.name for device in target.devices]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / _NETLIST).write_bytes(zlib.decompress(netlist))
        options = ("--report", _REPORT, "--seed", str(seed), "--freq", str(TARGET_MHZ))
        for device_name in target.devices[names.index(device) :]:
            try:
                _nextpnr(target, device_name, folder, *options, "--timing-allow-fail")
            except DoesNotFit:
                continue
            (clock,) = json.loads((Path(folder) / _REPORT).read_text())["fmax"].values()
            return Placed(round(clock["achieved"], 1), device_name.name)
    raise DoesNotFit(f"{point.name}, seed {seed}: nextpnr found no place on {', '.join(names)}")


def used_cells(log: str) -> dict[str, tuple[int, int]]:
    """Return what is used and what there is of each kind of cell of a device."""
    packed = log.partition("Device utilisation:")[2]
    return {kind: (int(used), int(available)) for kind, used, available in _USED.findall(packed)}


def _nextpnr(target: Target, device: Device, folder: str, *options: str) -> str:
    """Run nextpnr in a folder with a netlist and return its log."""
    done = subprocess.run(
        [
            *(program(target.nextpnr), *device.options, *target.options),
            *("--json", _NETLIST, *options),
        ],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **TEXT,
    )
    if done.returncode:
        end = "\n".join(done.stdout.splitlines()[-20:])
        error = DoesNotFit if _NO_ROOM.search(done.stdout) else IsochronError
        raise error(f"{target.nextpnr} failed:\n{end}")
    return done.stdout


def program(name: str) -> str:
    """Return a program of the pinned packages, which is beside Python.

    Raises:
        ToolMissing: it is not there.
    """
    path = Path(sys.executable).parent / name
    if not path.is_file():
        raise ToolMissing(
            f"{name} is not installed: run `make setup`, or install it with pip as "
            "requirements.lock pins it"
        )
    return str(path)
