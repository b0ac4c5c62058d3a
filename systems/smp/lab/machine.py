# SPDX-License-Identifier: Apache-2.0
"""The simulated SoC with several cores, programs for it, and their runs."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from isochron.building import firmware, freertos, verilator
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT

SMP = ROOT / "systems/smp"
BUILD = BUILT / "smp"
WAIVERS = SMP / "simulator/smp.vlt"
CORES = 4
"""Of the simulated SoC: those that a program does not start sleep."""
MAX_CYCLES = 10_000_000
"""After which a program counts as hung."""
_SOC = ("registers_pkg", "pkg", "bus", "uart", "simulation_control", "register_file", "core_ibex")
_BLOCKS = ("ram", "clint", "locks", "soc")
_LEVEL = "-O2"
_OPTIMISE = "-march=native -std=c++20"
_KERNEL = ("tasks.c", "queue.c", "list.c", "timers.c", "event_groups.c", "stream_buffer.c")


class SmpError(IsochronError):
    """The simulator cannot be built, or a program has failed."""


def sources() -> list[Path]:
    """Return the files of the SoC in compile order."""
    return [
        *verilator.ibex_sources(),
        verilator.ASSERTIONS,
        *(ROOT / f"hardware/soc/soc_{name}.sv" for name in _SOC),
        *(SMP / f"rtl/smp_{name}.sv" for name in _BLOCKS),
    ]


def simulator() -> Path:
    """Return the simulator, built when an input has changed.

    Raises:
        ToolMissing: Verilator or a core's package is not installed.
        SmpError: it cannot be built; with Verilator's or the compiler's messages.
    """
    arguments: list[str | Path] = [
        *("--exe", "-DSYNTHESIS", "--public-ignore", "--top-module", "smp_top"),
        *("-o", "simulator", "-CFLAGS", f"{_OPTIMISE} -I{ROOT / 'simulator'}"),
        *("-MAKEFLAGS", verilator.make_flags(_LEVEL, _LEVEL)),
        f"-GNCores={CORES}",
        *(f"+incdir+{folder}" for folder in verilator.ibex_includes()),
        WAIVERS,
        *sources(),
        SMP / "simulator/smp_top.sv",
        SMP / "simulator/main.cpp",
        ROOT / "simulator/elf_file.cpp",
    ]
    return verilator.build(arguments, BUILD, "simulator", SmpError)


def build(program: Path, cores: int, defines: Mapping[str, str] | None = None) -> Path:
    """Return a program with FreeRTOS on so many cores, built when an input has changed.

    Raises:
        FirmwareError, ToolMissing, FreeRtosError: as ``isochron.building.firmware.build``.
    """
    stock = freertos.provide()
    own = SMP / "firmware"
    board = ROOT / "firmware/board"
    files = [
        program,
        *sorted((own / "board").glob("*.[cS]")),
        *sorted((own / "port").glob("*.[cS]")),
        *(board / name for name in ("console.c", "fatal.c")),
        *(stock / name for name in _KERNEL),
        stock / "portable/MemMang/heap_4.c",
    ]
    include = [own / "board/include", own / "port", stock / "include"]
    symbols = {"configNUMBER_OF_CORES": f"{cores}", **(defines or {})}
    return firmware.build_bare(program.stem, files, include, symbols, folder=f"smp-{cores}")


def run(program: Path) -> list[str]:
    """Return the lines that a program prints until it ends.

    Raises:
        SmpError: it has not ended with success; with what it printed last.
    """
    command = [str(word) for word in (simulator(), program, MAX_CYCLES)]
    done = subprocess.run(command, capture_output=True, check=False, **TEXT)
    lines = done.stdout.splitlines()
    if done.returncode != 0:
        last = "\n".join([*lines[-20:], done.stderr.strip()])
        raise SmpError(f"{program.name} ended with {done.returncode}; it printed last:\n{last}")
    return lines
