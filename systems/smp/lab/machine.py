# SPDX-License-Identifier: Apache-2.0
"""The simulated SoC with several cores, programs for it, and their runs."""

import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from systems.smp.lab import trace

from isochron import building, rtl
from isochron.building import firmware, freertos, verilator
from isochron.debugging.program import Program
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT
from isochron.running import runs
from isochron.systems import CoresEnding, CoresRecord

SMP = ROOT / "systems/smp"
BUILD = BUILT / "smp"
WAIVERS = SMP / "simulator/smp.vlt"
MAX_CYCLES = 10_000_000
"""After which a program counts as hung."""
_SOC = ("registers_pkg", "pkg", "bus", "uart", "simulation_control", "register_file", "core_ibex")
_BLOCKS = ("ram", "clint", "locks", "soc")
_LEVEL = "-O2"
_OPTIMISE = "-march=native -std=c++20"
_KERNEL = ("tasks.c", "queue.c", "list.c", "timers.c", "event_groups.c", "stream_buffer.c")

_CONTROL_BLOCK = "tskTaskControlBlock"
_CYCLES = re.compile(r"^cycles (\d+)\n", re.MULTILINE)
"""What the simulator says at the end."""
_HARDWARE_KERNEL = ("tasks.c", "queue.c", "port.c", "port_asm.S")


@dataclass(frozen=True)
class Machine:
    """A simulated SoC."""

    cores: int
    hardware_kernel: bool = False

    @property
    def parameters(self) -> list[str]:
        """What Verilator is told of it."""
        return [f"-GNCores={self.cores}", f"-GHardwareKernel={int(self.hardware_kernel)}"]

    @property
    def folder(self) -> Path:
        """Where its simulator is built."""
        return BUILD / f"isochron-{self.cores}" if self.hardware_kernel else BUILD


KERNELS = ("isochron", "freertos")
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


def simulator(machine: Machine = FOUR) -> Path:
    """Return the simulator of a SoC, built when an input has changed."""
    arguments: list[str | Path] = [
        *("--exe", "-DSYNTHESIS", "--public-ignore", "--top-module", "smp_top"),
        *("-o", "simulator", "-CFLAGS", f"{_OPTIMISE} -I{ROOT / 'simulator'}"),
        *("-MAKEFLAGS", verilator.make_flags(_LEVEL, _LEVEL)),
        *machine.parameters,
        *(f"+incdir+{folder}" for folder in verilator.ibex_includes()),
        WAIVERS,
        *sources(),
        SMP / "simulator/smp_top.sv",
        *sorted((SMP / "simulator").glob("*.cpp")),
        *(ROOT / f"simulator/{name}.cpp" for name in ("elf_file", "record_writer")),
    ]
    return verilator.build(arguments, machine.folder, "simulator")


def build(
    program: Path,
    cores: int,
    defines: Mapping[str, str] | None = None,
    others: Sequence[Path] = (),
) -> Path:
    """Return a program with FreeRTOS on so many cores, built when an input has changed."""
    stock = freertos.provide()
    own = SMP / "firmware"
    board = ROOT / "firmware/board"
    files = [
        program,
        *others,
        *sorted((own / "board").glob("*.[cS]")),
        *sorted((own / "port").glob("*.[cS]")),
        *(board / name for name in ("console.c", "fatal.c")),
        *(stock / name for name in _KERNEL),
        stock / "portable/MemMang/heap_4.c",
    ]
    include = [own / "board/include", own / "port", stock / "include"]
    symbols = {"configNUMBER_OF_CORES": f"{cores}", **(defines or {})}
    return firmware.build_bare(program.stem, files, include, symbols, folder=f"smp-{cores}")


def run(program: Path, machine: Machine = FOUR) -> list[str]:
    """Return the lines that a program prints on a SoC until it ends.

    Raises:
        IsochronError: it has not ended with success; with what it printed last.
    """
    command = [str(word) for word in (simulator(machine), program, MAX_CYCLES)]
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


def run_files(
    kernel: str,
    files: Sequence[Path],
    cores: int,
    defines: Mapping[str, str],
    max_cycles: int,
    on_line: Callable[[str], None],
    record: CoresRecord | None = None,
) -> CoresEnding:
    """Run a program of C files with one of `KERNELS`, recorded if that is wanted."""
    on_hardware = kernel == KERNELS[0]
    machine = Machine(cores, hardware_kernel=True) if on_hardware else FOUR
    build_it = build_on_hardware_kernel if on_hardware else build
    program = build_it(files[0], cores, defines, files[1:])
    command: list[str | Path | int] = [simulator(machine), program, max_cycles]
    with record(kernel, program, trace.follow) if record else nullcontext() as records:
        if records:
            command += [records, _name_offset(program)]
        with subprocess.Popen(
            [str(word) for word in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **TEXT,
        ) as running:
            assert running.stdout is not None
            assert running.stderr is not None
            for line in running.stdout:
                on_line(line.rstrip("\n"))
            said = running.stderr.read()
    counted = _CYCLES.search(said)
    if counted is None:
        raise IsochronError(said.strip())
    return CoresEnding(running.returncode, int(counted[1]), _CYCLES.sub("", said).strip())


def _name_offset(program: Path) -> int:
    """Return where a control block has the task's name, in programs that have tasks."""
    place = Program(program).field(_CONTROL_BLOCK, "pcTaskName")
    return place[0] if place else 0


def build_on_hardware_kernel(
    program: Path,
    cores: int,
    defines: Mapping[str, str] | None = None,
    others: Sequence[Path] = (),
) -> Path:
    """Return a program on the hardware kernel, built when an input has changed."""
    stock = freertos.provide()
    own = SMP / "firmware"
    trunk = ROOT / "firmware"
    files = [
        program,
        *others,
        *sorted((own / "board").glob("*.[cS]")),
        *sorted((own / "isochron").glob("*.c")),
        *(trunk / f"board/{name}" for name in ("console.c", "fatal.c")),
        *(trunk / f"kernel/isochron_{name}" for name in _HARDWARE_KERNEL),
        *(stock / name for name in ("list.c", "timers.c", "stream_buffer.c")),
        stock / "portable/MemMang/heap_4.c",
    ]
    include = [
        own / "board/include",
        trunk / "kernel/include",
        trunk / "attachments/bus",
        own / "port",
        stock / "include",
    ]
    symbols = {
        "configUSE_HW_ACCELERATION": "1",
        "configNUMBER_OF_CORES": f"{cores}",
        **(defines or {}),
    }
    return firmware.build_bare(
        program.stem, files, include, symbols, folder=f"isochron-smp-{cores}"
    )


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
