# SPDX-License-Identifier: Apache-2.0
"""Build the simulators of the reference SoC.

One that many programs run on is compiled twice: the first program counts, on a test program, which
branches of the verilated model are taken, and the compiler lays out the second one by these counts
for the machine at hand. That takes a fifth off its time (0.38 s instead of 0.47 s for a short
program) for some seconds of compilation. What is simulated does not depend on it.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from isochron import building, firmware, platforms, verilator
from isochron.errors import IsochronError

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/simulator"
HARNESS = ROOT / "simulator"

_TRAINING_PROGRAM = "firmware/tests/semaphores.c"
_TRAINING_KERNEL = "isochron"
_TRAINING_CYCLES = 200_000
_TRAINED = "ibex"
"""The platform, with that kernel's hardware, whose programs take longer than the compilation."""

# A cycle of the model is one long run of code through the instruction cache, hardly a loop in it:
# the smaller the code the faster, and no padding. -Os makes it smaller still, but slower.
_OPTIMISE = "-O2 -fno-align-functions -fno-align-jumps -fno-align-labels -fno-align-loops"


class SimulatorError(IsochronError):
    """The simulator could not be built, or a program could not be run to its end."""


def build(platform: str, hardware: str = platforms.DEFAULT_HARDWARE) -> Path:
    """Return the simulator of a platform with a kernel's hardware, built when an input has changed.

    Raises UnknownPlatform, ToolMissing, FirmwareError when the program that it is trained with
    cannot be built, and SimulatorError with Verilator's or the compiler's messages.
    """
    chosen, kernel = platforms.find(platform), platforms.find_hardware(hardware)
    folder = BUILD / f"{chosen.name}-{kernel.name}"
    program = folder / "simulator"
    stamp = folder / "inputs"
    with building.locked(folder):
        digest = _digest(_verilator_command(chosen, kernel, folder, ""))
        if program.is_file() and stamp.is_file() and stamp.read_text() == digest:
            return program
        stamp.unlink(missing_ok=True)
        if chosen.name == _TRAINED and kernel.name == _TRAINING_KERNEL:
            _compile_with_profile(chosen, kernel, folder)
        else:
            _compile(chosen, kernel, folder, "")
        stamp.write_text(digest)
    return program


def _compile_with_profile(
    platform: platforms.Platform, hardware: platforms.Hardware, folder: Path
) -> None:
    profile = folder / "profile"
    shutil.rmtree(profile, ignore_errors=True)
    _compile(platform, hardware, folder, f"-fprofile-generate={profile}")
    training = firmware.build(_TRAINING_PROGRAM, _TRAINING_KERNEL, platform.name)
    # However the program ends: it is the counts that matter.
    subprocess.run(
        [folder / "simulator", "--elf", training, "--probe-file", "/dev/null"]
        + ["--max-cycles", str(_TRAINING_CYCLES)],
        capture_output=True,
        check=False,
    )
    if not any(profile.glob("*.gcda")):
        raise SimulatorError(f"the simulator's training run left no profile in {profile}")
    _compile(platform, hardware, folder, f"-fprofile-use={profile} -Wno-missing-profile")


def _compile(
    platform: platforms.Platform, hardware: platforms.Hardware, folder: Path, flags: str
) -> None:
    shutil.rmtree(folder / "model", ignore_errors=True)
    command = _verilator_command(platform, hardware, folder, flags)
    building.execute(command, SimulatorError, verilator.environment())


def _verilator_command(
    platform: platforms.Platform, hardware: platforms.Hardware, folder: Path, flags: str
) -> list[str]:
    """Return the command that verilates and compiles; ``flags`` are more for the compiler."""
    sources = [*verilator.system_sources(hardware.design), HARNESS / "simulator_top.sv"]
    parameters = {**platform.parameters, **hardware.parameters}
    optimise = f"{_OPTIMISE} -march=native -flto {flags}".strip()
    return [
        str(verilator.root() / "bin/verilator"),
        *("--cc", "--exe", "--build", "-j", "2", "-O3", "--x-assign", "fast"),
        *("--x-initial", "fast", "-DSYNTHESIS", "--no-assert", "-Wno-fatal"),
        # Marks in VexRiscv's source, which would keep its modules from being laid out as one.
        "--public-ignore",
        *("--top-module", "simulator_top", "--Mdir", str(folder / "model"), "-o", "../simulator"),
        *("-CFLAGS", f"{optimise} -std=c++20 -I{HARNESS}", "-LDFLAGS", optimise),
        *("-MAKEFLAGS", verilator.make_flags("-O2", "-O1", "-O2")),
        *(f"-G{name}={value}" for name, value in parameters.items()),
        *(f"+incdir+{path}" for path in verilator.ibex_includes()),
        str(HARNESS / "simulator.vlt"),
        *map(str, sources),
        *map(str, sorted(HARNESS.glob("*.cpp"))),
    ]


def _digest(command: list[str]) -> str:
    """Hash the command, every file that it reads, and the processor that it compiles for."""
    files = [Path(part) for part in command if part.endswith((".sv", ".v", ".cpp", ".vlt"))]
    # What the compiler makes of ``-march=native``.
    processor = building.execute(["g++", "-march=native", "-Q", "--help=target"], SimulatorError)
    return building.digest([*command, processor], [*files, *sorted(HARNESS.glob("*.h"))])
