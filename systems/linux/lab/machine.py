# SPDX-License-Identifier: Apache-2.0
"""The simulated machines, and a run of Linux on one of them."""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from systems.linux.lab import core, firmware, kernel, programs
from systems.linux.lab.firmware import Firmware
from systems.linux.lab.kernel import BELOW, LINUX, Kernel

from isochron import building, rtl
from isochron.building import verilator
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

CHANNELS = 12
"""The time manager's tasks: the paper's number."""
MAX_CYCLES = 800_000_000
"""Cycles after which a run counts as hung; the checks take fewer than 400 million."""
PASS = "PASS"
_OFF = "machine: switched off"

DEVICE_TREE_ADDRESS = 0x80E0_0000
_FILE_SYSTEM_ADDRESS = 0x80E1_0000
_HARDWARE = ("core", "platform", "soc", "guard", "doorbells")
_LEVEL = "-O2"
_OPTIMISE = "-fno-align-functions -fno-align-jumps -fno-align-labels -fno-align-loops"
_OPTIONS = "lpj=1000000 panic=-1"


@dataclass(frozen=True)
class Machine:
    """One of the two machines."""

    folder: str
    """Of its simulator, without the number of channels."""
    parameters: Sequence[str]
    """Of simulator/linux_top.sv."""
    tree: str
    """Its device tree, in linux/devicetree."""
    console: str
    """What the kernel's command line says of it."""


_ALONE = Machine(
    "simulator", (), "machine.dts", "earlycon=uart8250,mmio32,0xf0000000 console=ttyS0"
)
_TREES = {firmware.CHECKED: "below.dts", firmware.MOTOR: "motor.dts", firmware.PIPES: "pipes.dts"}
"""Of the machine with FreeRTOS below, by the application: the channels have other names."""
_BELOW = Machine(
    "simulator-below", ("-GBelow=1",), _TREES[firmware.CHECKED], "earlycon=sbi console=hvc0"
)


@dataclass(frozen=True)
class Below:
    """How the machine below Linux is built, and its firmware."""

    firmware: Firmware = firmware.DEFAULT
    ram_wait: int = 0
    """Cycles that the RAM's first word of a burst is late."""

    @property
    def machine(self) -> Machine:
        """The machine."""
        found = replace(_BELOW, tree=_TREES.get(self.firmware.application, _BELOW.tree))
        tasks = self.firmware.kernel_tasks
        if (tasks, self.ram_wait) == (firmware.KERNEL_TASKS, 0):
            return found
        hardware = (f"-GKernelTasks={tasks}", f"-GRamWait={self.ram_wait}")
        folder = f"{_BELOW.folder}-{tasks}-tasks-{self.ram_wait}-wait"
        return replace(found, folder=folder, parameters=(*_BELOW.parameters, *hardware))


DEFAULT = Below()


def of(name: str) -> Machine:
    """Return the machine that the kernel of this name is for."""
    return _BELOW if name == BELOW else _ALONE


@dataclass(frozen=True)
class Edge:
    """A rising edge of a line of the hardware kernel, as simulator/watch.h writes it."""

    line: int
    state: int
    """What ran: 0 U mode, 1 S mode, 2 S mode with its interrupts masked, 3 M mode."""
    entry: int
    """Cycles to the first instruction in M mode, 0 in state 3."""
    task: int
    """Cycles until a task had served the line."""


@dataclass(frozen=True)
class Stretch:
    """Where M mode had its interrupts masked: addresses of its first and last instruction."""

    begin: int
    end: int
    count: int
    longest: int
    """In cycles."""


@dataclass(frozen=True)
class Run:
    """What a run printed, Linux and its programs."""

    lines: Sequence[str]
    edges: Sequence[Edge] = ()
    """With ``watch``, and the next."""
    stretches: Sequence[Stretch] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing failed, before Linux started again either, and the machine is off."""
        return PASS in self.lines and not self._failures and self.lines[-1].startswith(_OFF)

    @property
    def _failures(self) -> list[str]:
        return [line for line in self.lines if line.startswith(("FAIL", "not ok "))]

    def checked(self) -> "Run":
        """Return itself.

        Raises:
            IsochronError: it has not passed.
        """
        if not self.passed:
            last = "\n".join([*self._failures, *self.lines[-12:]])
            raise IsochronError(f"the program did not end well:\n{last}")
        return self


def sources() -> list[Path]:
    """Return the files of both machines in compile order."""
    soc = ROOT / "hardware/soc"
    devices = ("ram", "uart", "clint", "simulation_control", "interrupt_generator")
    files = [
        core.netlist(),
        *rtl.sources("time_manager"),
        *rtl.sources("kernel"),
        *(soc / f"soc_{name}.sv" for name in ("registers_pkg", "pkg", *devices)),
        *(LINUX / f"hardware/linux_{name}.sv" for name in _HARDWARE),
        LINUX / "hardware/InstructionCache.sv",
        LINUX / "hardware/below_soc.sv",
        LINUX / "simulator/linux_top.sv",
    ]
    return list(dict.fromkeys(files))  # a block that several of them have is there once


def simulator(channels: int = CHANNELS, machine: Machine = _ALONE) -> Path:
    """Return the simulator of a machine, built when an input has changed."""
    optimise = f"{_OPTIMISE} -march=native -flto"
    arguments: list[str | Path] = [
        *("--exe", "-DSYNTHESIS", "--public-ignore", "--top-module", "linux_top"),
        *("-o", "simulator", "-CFLAGS", f"{optimise} -std=c++20"),
        *("-LDFLAGS", f"{_LEVEL} {optimise}"),
        *("-MAKEFLAGS", verilator.make_flags(_LEVEL, _LEVEL)),
        f"-GNTasks={channels}",
        *machine.parameters,
        LINUX / "simulator/linux.vlt",
        *sources(),
        LINUX / "simulator/main.cpp",
        LINUX / "simulator/watch.cpp",
    ]
    folder = kernel.BUILD / f"{machine.folder}-{channels}"
    return verilator.build(arguments, folder, "simulator")


def run(
    built: Kernel,
    arguments: Sequence[str],
    *,
    channels: int = CHANNELS,
    max_cycles: int = MAX_CYCLES,
    on_line: Callable[[str], None] | None = None,
    watch: bool = False,
    below: Below = DEFAULT,
) -> Run:
    """Start Linux with a program, and return what was printed until it switched the machine off.

    ``arguments`` are the program's path and its own argument, as programs/init.c takes them.
    ``on_line`` is called with each line as it appears. ``below`` counts for that kernel only.

    Raises:
        IsochronError: it was not switched off within ``max_cycles``; with the last lines.
    """
    files = programs.file_system(built)
    machine = below.machine if built.name == BELOW else _ALONE
    tree = f"{_device_tree(built, machine, files, arguments)}@{DEVICE_TREE_ADDRESS:#x}"
    command: list[object] = [simulator(channels, machine), "--max-cycles", max_cycles]
    command += ["--load", f"{files}@{_FILE_SYSTEM_ADDRESS:#x}"]
    if built.name == BELOW:
        command += ["--load", f"{firmware.build(below.firmware)}@{firmware.ADDRESS:#x}"]
        command += ["--load", tree]
        command += ["--load", f"{built.image}@{firmware.LINUX_ADDRESS:#x}"]
    else:
        command += ["--kernel", built.image, "--device-tree", tree]
    return _simulate(command, on_line, watch)


def run_guest(
    image: Path,
    *,
    channels: int = CHANNELS,
    max_cycles: int = MAX_CYCLES,
    on_line: Callable[[str], None] | None = None,
    watch: bool = False,
    below: Below = DEFAULT,
) -> Run:
    """Start the firmware with a program in Linux's place, and return what was printed.

    Raises:
        IsochronError: the machine was not switched off within ``max_cycles``; with the last lines.
    """
    command: list[object] = [simulator(channels, below.machine), "--max-cycles", max_cycles]
    command += ["--load", f"{firmware.build(below.firmware)}@{firmware.ADDRESS:#x}"]
    command += ["--load", f"{image}@{firmware.LINUX_ADDRESS:#x}"]
    return _simulate(command, on_line, watch)


def _simulate(command: Sequence[object], on_line: Callable[[str], None] | None, watch: bool) -> Run:
    if not watch:
        return Run(_printed(command, on_line))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "watched"
        lines = _printed([*command, "--watch", path], on_line)
        found = [line.split() for line in path.read_text().splitlines()]
    edges = [Edge(*map(int, words[1:])) for words in found if words[0] == "edge"]
    stretches = [Stretch(*map(int, words[1:])) for words in found if words[0] == "masked"]
    return Run(lines, edges, stretches)


def _printed(command: Sequence[object], on_line: Callable[[str], None] | None) -> list[str]:
    lines = []
    with subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.PIPE, **TEXT
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip("\r\n"))
            if on_line is not None:
                on_line(lines[-1])
    if process.returncode != 0:
        last = "\n".join(lines[-20:])
        raise IsochronError(f"the machine was not switched off; it printed last:\n{last}")
    return lines


def _device_tree(built: Kernel, machine: Machine, files: Path, arguments: Sequence[str]) -> Path:
    """Return a machine's device tree, with what this start of Linux needs."""
    folder = kernel.BUILD / f"programs-{built.name}"
    end = _FILE_SYSTEM_ADDRESS + files.stat().st_size
    chosen = (
        f'/include/ "{LINUX / "devicetree" / machine.tree}"\n'
        "/ { chosen {\n"
        f'bootargs = "{machine.console} {_OPTIONS} -- {" ".join(arguments)}";\n'
        f"linux,initrd-start = <{_FILE_SYSTEM_ADDRESS:#x}>;\n"
        f"linux,initrd-end = <{end:#x}>;\n"
        "}; };\n"
    )
    name = building.digest([chosen])
    text, target = folder / f"machine-{name}.dts", folder / f"machine-{name}.dtb"
    text.write_text(chosen)
    building.execute(["dtc", "-q", "-I", "dts", "-O", "dtb", "-o", target, text])
    return target
