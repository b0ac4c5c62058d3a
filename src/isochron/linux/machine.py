# SPDX-License-Identifier: Apache-2.0
"""The simulated machine, and a run of Linux on it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from isochron import building
from isochron.building import verilator
from isochron.linux import kernel, programs
from isochron.linux.kernel import LINUX, Kernel, LinuxError
from isochron.paths import ROOT

CHANNELS = 12
"""The time manager's tasks: the paper's number."""
MAX_CYCLES = 400_000_000
"""Cycles after which a run counts as hung; the checks take fewer than 100 million."""
PASS = "PASS"

_DEVICE_TREE_ADDRESS = 0x80E0_0000
_FILE_SYSTEM_ADDRESS = 0x80E1_0000
_LEVEL = "-O2"
_OPTIMISE = "-fno-align-functions -fno-align-jumps -fno-align-labels -fno-align-loops"
_COMMAND_LINE = "earlycon=uart8250,mmio32,0xf0000000 console=ttyS0 lpj=1000000 panic=-1"


@dataclass(frozen=True)
class Run:
    """What a run printed, Linux and its programs."""

    lines: Sequence[str]

    @property
    def passed(self) -> bool:
        """Whether the program ended without a failure, and the machine was switched off."""
        return PASS in self.lines and self.lines[-1].startswith("machine: switched off")


def sources() -> list[Path]:
    """Return the machine's files in compile order."""
    soc = ROOT / "hardware/soc"
    return [
        *verilator.vexriscv_linux_sources(),
        *verilator.time_manager_sources(),
        soc / "soc_registers_pkg.sv",
        *(soc / f"soc_{name}.sv" for name in ("ram", "uart", "clint", "simulation_control")),
        LINUX / "hardware/linux_core.sv",
        LINUX / "hardware/linux_soc.sv",
        LINUX / "simulator/linux_top.sv",
    ]


def simulator(channels: int = CHANNELS) -> Path:
    """Return the simulator of the machine, built when an input has changed.

    Raises:
        ToolMissing: Verilator or the core is not installed.
        LinuxError: it cannot be built; with Verilator's or the compiler's messages.
    """
    optimise = f"{_OPTIMISE} -march=native -flto"
    arguments: list[str | Path] = [
        *("--exe", "-DSYNTHESIS", "--public-ignore", "--top-module", "linux_top"),
        *("-o", "simulator", "-CFLAGS", f"{optimise} -std=c++20"),
        *("-LDFLAGS", f"{_LEVEL} {optimise}"),
        *("-MAKEFLAGS", verilator.make_flags(_LEVEL, _LEVEL)),
        f"-GNTasks={channels}",
        LINUX / "simulator/linux.vlt",
        *sources(),
        LINUX / "simulator/main.cpp",
    ]
    folder = kernel.BUILD / f"simulator-{channels}"
    return verilator.build(arguments, folder, "simulator", LinuxError)


def run(
    built: Kernel,
    arguments: Sequence[str],
    *,
    channels: int = CHANNELS,
    max_cycles: int = MAX_CYCLES,
    on_line: Callable[[str], None] | None = None,
) -> Run:
    """Start Linux with a program, and return what was printed until it switched the machine off.

    ``arguments`` are the program's path and its own argument, as linux/programs/init.c takes them.
    ``on_line`` is called with each line as it appears.

    Raises:
        LinuxError: it was not switched off within ``max_cycles``; with the last lines.
    """
    files = programs.file_system(built)
    tree = _device_tree(built, files, arguments)
    command = [simulator(channels), "--kernel", built.image]
    command += ["--device-tree", f"{tree}@{_DEVICE_TREE_ADDRESS:#x}"]
    command += ["--load", f"{files}@{_FILE_SYSTEM_ADDRESS:#x}", "--max-cycles", max_cycles]
    lines = []
    with subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip("\r\n"))
            if on_line is not None:
                on_line(lines[-1])
    if process.returncode != 0:
        last = "\n".join(lines[-20:])
        raise LinuxError(f"Linux did not switch the machine off; it printed last:\n{last}")
    return Run(lines)


def _device_tree(built: Kernel, files: Path, arguments: Sequence[str]) -> Path:
    """Return the machine's device tree, with what this start of Linux needs."""
    folder = kernel.BUILD / f"programs-{built.name}"
    end = _FILE_SYSTEM_ADDRESS + files.stat().st_size
    chosen = (
        f'/include/ "{LINUX / "devicetree/machine.dts"}"\n'
        "/ { chosen {\n"
        f'bootargs = "{_COMMAND_LINE} -- {" ".join(arguments)}";\n'
        f"linux,initrd-start = <{_FILE_SYSTEM_ADDRESS:#x}>;\n"
        f"linux,initrd-end = <{end:#x}>;\n"
        "}; };\n"
    )
    name = building.digest([chosen])
    text, target = folder / f"machine-{name}.dts", folder / f"machine-{name}.dtb"
    text.write_text(chosen)
    building.execute(["dtc", "-q", "-I", "dts", "-O", "dtb", "-o", target, text], LinuxError)
    return target
