# SPDX-License-Identifier: Apache-2.0
"""The simulated SoC with several cores, programs for it, and their runs."""

import re
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from systems.smp.lab import trace

from isochron import building, rtl
from isochron.api import names
from isochron.building import (
    firmware,
    freertos,
    package,
    platforms,
    simulator_build,
    verilator,
)
from isochron.debugging.program import Program
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT
from isochron.running import runs
from isochron.running.simulator import debugged
from isochron.systems import CoresEnding, CoresRecord

SMP = ROOT / "systems/smp"
BUILD = BUILT / "smp"
WAIVERS = SMP / "simulator/smp.vlt"
MAX_CYCLES = 10_000_000
"""After which a program counts as hung."""
_SOC = ("registers_pkg", "pkg", "bus", "uart", "simulation_control", "register_file", "core_ibex")
_BLOCKS = ("ram", "ram_ports", "clint", "locks", "soc")
_FLAGS = f"{simulator_build.OF_THIS_MACHINE} {simulator_build.LANGUAGE}"
_LEVEL = "-O1"
"""Of the compiler: with -O2 a program of four cores runs 16% quicker, and the simulator of it takes
43% longer to build."""

_CONTROL_BLOCK = "tskTaskControlBlock"
_OF_CORES = "uxPortCriticalNesting"
"""A variable of both ports: a word for each core."""
_WORD = 4
"""Bytes."""
_IN_SOFTWARE = "pxCurrentTCBs"
"""A variable of FreeRTOS's scheduler only."""
_CYCLES = re.compile(r"^cycles (\d+)\n", re.MULTILINE)
"""What the simulator says at the end."""


@dataclass(frozen=True)
class Machine:
    """A simulated SoC."""

    cores: int
    hardware_kernel: bool = False
    one_port: bool = False
    """A core has one port to the RAM, and the hardware kernel no choice of one priority at a time,
    as on an FPGA with two cores."""

    @property
    def parameters(self) -> list[str]:
        """What Verilator is told of it."""
        return [
            f"-GNCores={self.cores}",
            f"-GHardwareKernel={self.hardware_kernel:d}",
            f"-GOnePort={self.one_port:d}",
        ]

    @property
    def folder(self) -> Path:
        """Where its simulator is built."""
        if not self.hardware_kernel:
            return BUILD
        return BUILD / f"isochron-{self.cores}{'-one-port' if self.one_port else ''}"


PORTS = 2
"""Of an FPGA's block RAM, each for a core."""
KERNELS = ("isochron", "freertos")
NUMBERS = tuple(map(int, package.words("SEVERAL_CORES")))
"""Of cores."""
FOUR = Machine(4)
"""For FreeRTOS's scheduler: cores that a program does not start sleep."""


def sources() -> list[Path]:
    """Return the files of the SoC in compile order."""
    return [
        *verilator.ibex_sources(),
        verilator.ASSERTIONS,
        *rtl.sources("kernel"),
        *(ROOT / f"hardware/soc/soc_{name}.sv" for name in _SOC),
        *(SMP / f"rtl/smp_{name}.sv" for name in _BLOCKS),
    ]


def board_sources() -> list[Path]:
    """Return the files of the SoC on a board in compile order, without what every board has."""
    return [
        *sources(),
        ROOT / "hardware/soc/soc_uart_line.sv",
        SMP / "boards/board_top.sv",
    ]


def simulator(machine: Machine = FOUR) -> Path:
    """Return the simulator of a SoC, built when an input has changed."""
    arguments: list[str | Path] = [
        *("--exe", "-DSYNTHESIS", "--public-ignore", "--top-module", "smp_top"),
        *("-o", "simulator", "-CFLAGS", f"{_FLAGS} -I{ROOT / 'simulator'}"),
        *("-MAKEFLAGS", verilator.make_flags(_LEVEL, _LEVEL)),
        *machine.parameters,
        *(
            f"+incdir+{folder}"
            for folder in (*verilator.ibex_includes(), *verilator.observer_includes())
        ),
        WAIVERS,
        *sources(),
        verilator.DEBUGGER / "debugger_no_kernel.sv",
        *sorted((SMP / "simulator").glob("*.sv")),
        SMP / "simulator/harness.cpp",
    ]
    return verilator.build(arguments, machine.folder, "simulator")


def build(
    program: Path,
    cores: int,
    defines: Mapping[str, str] | None = None,
    others: Sequence[Path] = (),
    kernel: str = "freertos",
) -> Path:
    """Return a program with one of `KERNELS` on so many cores, built when an input has changed."""
    stock, chosen = freertos.provide(), firmware.KERNELS[kernel]
    files = [
        program,
        *others,
        *_paths(f"BOARD_{chosen.package}"),
        *firmware.kernel_sources(stock),
    ]
    include = [
        *_paths("BOARD_INCLUDE"),
        firmware.KERNEL / "include",
        *package.folders(chosen.attachment(platforms.find("ibex"))),
        *_paths("FOLDERS"),
        *firmware.freertos_include(stock),
    ]
    symbols = {**chosen.defines, "configNUMBER_OF_CORES": f"{cores}", **(defines or {})}
    return firmware.build_bare(
        program.stem, files, include, symbols, folder=f"{kernel}-smp-{cores}"
    )


def board_program(cores: int, defines: Mapping[str, str]) -> Path:
    """Return the example of several cores, with so few jobs that a netlist can be simulated."""
    example = SMP / "examples/workers/main.c"
    return build(example, cores, {**defines, "JOBS": "20"}, kernel="isochron")


def _paths(name: str) -> list[Path]:
    """Return what the CMake package has of several cores under a name."""
    return [Path(path) for path in package.words(f"SEVERAL_CORES_{name}")]


def run(
    program: Path,
    machine: Machine = FOUR,
    log: Path | None = None,
    max_cycles: int = MAX_CYCLES,
) -> list[str]:
    """Return the lines that a program prints on a SoC until it ends.

    Into ``log`` goes what the hardware kernel decides: simulator/decision_log.h.

    Raises:
        IsochronError: it has not ended with success; with what it printed last.
    """
    logged = ("--log", log) if log else ()
    command = [str(word) for word in (simulator(machine), program, max_cycles, *logged)]
    done = subprocess.run(command, capture_output=True, check=False, **TEXT)
    lines = done.stdout.splitlines()
    if done.returncode != 0:
        last = "\n".join([*lines[-20:], done.stderr.strip()])
        raise IsochronError(
            f"{program.name} ended with {done.returncode}; it printed last:\n{last}"
        )
    return lines


def kept(program: Path, machine: Machine = FOUR) -> list[str]:
    """Return what ``run`` returns, from an earlier run if there was the same (``runs``)."""
    of = building.content(simulator(machine))
    found: list[str] = runs.kept(program, of, (MAX_CYCLES,), lambda: run(program, machine))
    return found


def run_program(
    program: Path,
    cores: int,
    max_cycles: int,
    on_line: Callable[[str], None],
    record: CoresRecord | None = None,
    debugger: Callable[[socket.socket], None] | None = None,
) -> CoresEnding:
    """Run a program on the SoC that it is for, recorded and debugged if that is wanted.

    Raises:
        IsochronError: it is not for so many cores.
    """
    symbols = Program(program)
    command: list[str | Path | int] = [
        simulator(_machine_for(symbols, cores)),
        program,
        max_cycles,
    ]
    with (
        record(program, trace.follow) if record else nullcontext() as records,
        debugged(debugger) as sockets,
    ):
        if records:
            command += ["--trace", records, _name_offset(symbols)]
            called = sorted(names.functions(freertos.provide()))
            command += [word for name in called for word in ("--trace-function", name)]
        command += [word for end in sockets for word in ("--debugger", end.fileno())]
        with subprocess.Popen(
            [str(word) for word in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[end.fileno() for end in sockets],
            **TEXT,
        ) as running:
            for end in sockets:
                end.close()
            assert running.stdout is not None
            assert running.stderr is not None
            for line in running.stdout:
                on_line(line.rstrip("\n"))
            said = running.stderr.read()
    counted = _CYCLES.search(said)
    if counted is None:
        raise IsochronError(said.strip())
    return CoresEnding(running.returncode, int(counted[1]), _CYCLES.sub("", said).strip())


def refuse_others(program: Path, cores: int) -> None:
    """Raise IsochronError for a program that is not for so many cores with the hardware kernel.

    One core runs every kernel.
    """
    symbols = Program(program)
    if cores == 1:
        number = _cores_of(symbols)
        if number not in (None, 1):
            raise IsochronError(
                f"{program.name} is built for {number} cores: choose --cores {number}"
            )
    elif not _machine_for(symbols, cores).hardware_kernel:
        raise IsochronError(f"{program.name} is not built with the hardware kernel")


def _cores_of(program: Program) -> int | None:
    """Return for how many cores a program is built; None if it has no port for several."""
    found = program.variable(_OF_CORES)
    return found[1] // _WORD if found else None


def _machine_for(program: Program, cores: int) -> Machine:
    """Return the SoC for a program; a kernel in software tells by its variables that it is one."""
    number = _cores_of(program)
    if number is None:
        raise IsochronError(
            f"{program.elf.name} has no FreeRTOS for several cores: build it with "
            "ISOCHRON_NUMBER_OF_CORES, or leave --cores out"
            if program.has_symbols
            else f"{program.elf.name} has no symbols, which tell what it is for: link it without -s"
        )
    if number != cores:
        raise IsochronError(
            f"{program.elf.name} is built for {number} cores, and --cores says {cores}"
        )
    return FOUR if program.variable(_IN_SOFTWARE) else Machine(cores, hardware_kernel=True)


def _name_offset(program: Program) -> int:
    """Return where a control block has the task's name, in programs that have tasks."""
    place = program.field(_CONTROL_BLOCK, "pcTaskName")
    return place[0] if place else 0


def build_without_freertos(program: Path) -> Path:
    """Return a program that calls the hardware kernel by its registers."""
    own = SMP / "firmware"
    board = ROOT / "firmware/board"
    files = [
        program,
        *sorted((own / "board").glob("*.[cS]")),
        *(board / name for name in ("console.c", "fatal.c")),
    ]
    include = [own / "port", ROOT / "firmware/kernel/include"]
    return firmware.build_bare(program.stem, files, include, {}, folder="smp-bare")
