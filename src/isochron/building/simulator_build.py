# SPDX-License-Identifier: Apache-2.0
"""Build the simulators of the reference SoC.

The model of one that many programs run on is compiled twice: the first one counts, on a test
program, which of its branches are taken, and the compiler lays out the second one by these counts
for the machine at hand. That takes a fifth off its time (0.38 s instead of 0.47 s for a short
program) for some seconds of compilation. What is simulated does not depend on it.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path

from isochron.building import firmware, platforms, verilator
from isochron.building.kinds import Hardware, Platform
from isochron.errors import CHECKOUT_CURE, IsochronError, ToolMissing
from isochron.paths import BUILT, INSTALLED, ROOT

BUILD = BUILT / "simulator"
OF_WHEEL = ROOT / "build/simulator"
"""Where a wheel has its simulators."""
MACHINE = "x86-64-v2"
"""What those are built for: each x86-64 processor since some 2009."""
HARNESS = ROOT / "simulator"

_TRAINING_PROGRAM = "firmware/laboratory/tests/semaphores.c"
_TRAINING_CYCLES = 200_000
_TRAINED = ("ibex", "isochron")
"""The platform and the kernel's hardware whose programs take longer than the compilation."""

_WAVES = "-waves"
"""Ends the folder of a simulator that can write signals."""
_PORTABLE = "-portable"
"""Ends the folder of one for other machines."""
_COMPRESSION = b"#include <lz4.h>\n#include <zlib.h>\n"

# A cycle of the model is one long run of code through the instruction cache, hardly a loop in it:
# the smaller the code the faster, and no padding. -Os makes it smaller still, but slower. -O2 alone
# is not faster than -O1, and takes a quarter longer to compile.
_LEVEL = "-O1"
_OPTIMISE = "-fno-align-functions -fno-align-jumps -fno-align-labels -fno-align-loops"
LANGUAGE = "-std=c++20"
OF_THIS_MACHINE = f"{_OPTIMISE} -march=native"
"""The compiler's flags; simulators with the same ones share Verilator's run-time in ccache."""


def name(platform: str, hardware: str) -> str:
    """Return the name of a simulator's folder."""
    return f"{platform}-{hardware}"


def _of_wheel(folder: str) -> Path:
    simulator = OF_WHEEL / folder / "simulator"
    if not simulator.is_file():
        present = ", ".join(sorted(path.name for path in OF_WHEEL.iterdir()))
        raise IsochronError(
            f"the simulator {folder} is not in the wheel that isochron was installed from, which "
            f"has {present}: {CHECKOUT_CURE}, which builds it"
        )
    return simulator


def build(
    platform: str,
    hardware: str = platforms.DEFAULT_HARDWARE,
    on_make: Callable[[str], None] = lambda _: None,
    *,
    waves: bool = False,
    portable: bool = False,
) -> Path:
    """Return the simulator of a platform with a kernel's hardware, built when an input has changed.

    ``on_make`` is called with what is being done before the work, if there is some. With ``waves``
    it is one that can write the signals of each cycle, and is slower. A ``portable`` one runs on
    other machines, too. A package that is installed from a wheel has its simulators.

    Raises IsochronError, ToolMissing, IsochronError when the program that it is
    trained with cannot be built, and IsochronError with Verilator's or the compiler's messages.
    """
    chosen, kernel = platforms.find(platform), platforms.find_hardware(hardware)
    folder = f"{name(platform, hardware)}{_WAVES if waves else ''}"
    if INSTALLED:
        return _of_wheel(folder)
    is_trained = (platform, hardware) == _TRAINED and not waves
    arguments: list[str | Path] = [
        *("-o", "simulator"),
        *("-CFLAGS", f"{_OPTIMISE} -march={MACHINE}" if portable else OF_THIS_MACHINE),
        *("-MAKEFLAGS", verilator.make_flags(_LEVEL, _LEVEL)),
        *simulated(chosen, kernel),
    ]
    which = f"{platform} with {hardware}"
    if portable:
        arguments += ["-LDFLAGS", "-static-libstdc++ -static-libgcc -s"]
        folder += _PORTABLE
        which += ", for other machines"
    if waves:
        _check_compression()
        arguments += ["--trace-fst", "--trace-structs", HARNESS / "waves.vlt"]
        which += ", which writes waves"
    lasts = "1 to 4 minutes" if waves else "a minute or less"
    what = f"building the simulator for {which} (once, {lasts})"
    return verilator.build(
        arguments,
        BUILD / folder,
        "simulator",
        train=_train if is_trained else None,
        on_make=lambda: on_make(what),
    )


def simulated(platform: Platform, hardware: Hardware) -> list[str | Path]:
    """Return Verilator's arguments for what is simulated, and for the harness around it."""
    parameters = {**platform.parameters, **hardware.parameters}
    around = top_sources(hardware.design, writeback=bool(parameters.get("WritebackStage", 1)))
    return [
        *("--exe", "-DSYNTHESIS", "--top-module", "simulator_top"),
        # Marks in VexRiscv's source, which would keep its modules from being laid out as one.
        "--public-ignore",
        *("-CFLAGS", f"{LANGUAGE} -I{HARNESS}"),
        *(f"-G{name}={value}" for name, value in parameters.items()),
        *(f"+incdir+{path}" for path in verilator.top_includes()),
        HARNESS / "simulator.vlt",
        *(verilator.fpu_sources() if parameters.get("Fpu") else []),
        *verilator.system_sources(hardware.design),
        *(verilator.debug_sources() if hardware.debug else []),
        *around,
        HARNESS / "harness.cpp",
    ]


def _check_compression() -> None:
    """Raise ToolMissing without the headers of the libraries that compress waves."""
    words = ["g++", "-E", "-x", "c++", "-"]
    if subprocess.run(words, input=_COMPRESSION, capture_output=True, check=False).returncode:
        raise ToolMissing(
            "lz4.h or zlib.h is not installed, with which waves are compressed: apt-get install "
            "liblz4-dev zlib1g-dev"
        )


def top_sources(design: str, *, writeback: bool = True) -> list[Path]:
    """Return what is around the reference SoC with a kernel's hardware.

    Verilator wants no file that names parts which are not there: of another kernel, or of a stage
    to write back, if the core has none.
    """
    absent = [] if design == verilator.ISOCHRON else [verilator.ISOCHRON]
    absent += [] if writeback else ["writeback"]
    folders = (verilator.DEBUGGER, verilator.TRACING, ROOT / f"systems/{design}/simulator")
    asked = {path for folder in folders for path in folder.glob("*.sv")}
    of_others = {path for path in asked for part in absent if path.match(f"*_{part}*.sv")}
    return [*sorted(asked - of_others), HARNESS / "simulator_top.sv"]


def _train(program: Path, counts: Path) -> None:
    platform, kernel = _TRAINED
    training = firmware.build(_TRAINING_PROGRAM, kernel, platform)
    # However the program ends: it is the counts that matter.
    command: list[str | Path] = [program, "--elf", training, "--probe-file", "/dev/null"]
    command += ["--max-cycles", str(_TRAINING_CYCLES)]
    subprocess.run(command, capture_output=True, check=False)
    if not any(counts.glob("*.gcda")):
        raise IsochronError(f"the simulator's training run left no profile in {counts}")
