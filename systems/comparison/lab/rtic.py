# SPDX-License-Identifier: Apache-2.0
"""RTIC 2, a kernel in Rust: its programs, systems/comparison/firmware/rtic, built by Cargo.

Debian's compiler has the library ``core`` for this core as source only, so Cargo compiles that too
(``-Zbuild-std``, for which a released compiler wants ``RUSTC_BOOTSTRAP``).
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from systems.comparison.lab.criteria import FOLDER

from isochron import building
from isochron.building import firmware, freertos
from isochron.errors import BuildFailed, IsochronError
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT

NAME = "rtic"
PROGRAMS = FOLDER / "rtic"
BUILD = BUILT / "rtic"
COMPILER = Path("/usr/bin/rustc")
CORE = Path("/usr/lib/rustlib/src/rust/library/core")
TARGET = "riscv32im-unknown-none-elf"

_NO_SEMAPHORE = "RTIC has no semaphores: rtic-sync has channels, signals and an arbiter"
_NO_WAITING = (
    "nobody waits for a resource of RTIC: a task that shares one does not begin while it is locked"
)
_NO_MEMORY = "RTIC gives out no memory: what tasks need is static"
LACKS: Mapping[str, str] = {
    "windows/semaphores": _NO_SEMAPHORE,
    "windows/memory": _NO_MEMORY,
    "windows/malloc": _NO_MEMORY,
    "operations/semaphores": _NO_SEMAPHORE,
    "operations/waiters": _NO_SEMAPHORE,
    "operations/memory": _NO_MEMORY,
    "operations/timers": "RTIC has no timers that call a function: a task awaits a delay",
    "operations/yield": "RTIC has no yield: a task goes on until it awaits something",
    "lock-block": _NO_WAITING,
    "unlock-unblock": _NO_WAITING,
}
"""Programs of the comparison, and single operations, that there are not for it, and why."""


def missing() -> str | None:
    """Return what is not installed and the cure; None if all is there."""
    for path, package in ((COMPILER, "rustc-web"), (CORE, "rust-web-src")):
        if not path.exists():
            return f"{path} is not there: make setup, or: apt-get install {package}"
    try:
        freertos.find_cargo()
    except freertos.FreeRtosError as error:
        return str(error)
    return None


def version() -> str:
    """Return the compiler's version, such as ``1.96.0``.

    Raises:
        IsochronError: something is not installed.
    """
    _require()
    done = subprocess.run([COMPILER, "--version"], capture_output=True, **TEXT, check=True)
    return done.stdout.split()[1]


def build(program: str, optimisation: str) -> Path:
    """Build a program for RTIC, if anything it depends on has changed, and return its ELF file.

    Args:
        program: its Rust file in ``PROGRAMS``, without ``.rs``.
        optimisation: one of ``firmware.OPTIMISATIONS``, or ``firmware.UNOPTIMISED``, if Cargo.toml
            has a profile for it.

    Raises:
        IsochronError: something is not installed, or Cargo failed.
    """
    _require()
    profile, name = optimisation.lower(), program.replace("/", "-")
    cargo, objects = freertos.find_cargo(), _shared(optimisation)
    linker = building.identity(firmware.compiler("ld"))
    tools = [building.identity(cargo), building.identity(COMPILER, *_libraries()), linker]
    folder = BUILD / building.digest(tools)
    command: list[str | Path] = [
        *(cargo, "build", "--quiet", "--locked", "--manifest-path", PROGRAMS / "Cargo.toml"),
        *("--config", PROGRAMS / ".cargo/config.toml", "--profile", profile, "--bin", name),
    ]
    # a configuration of the user's would replace the flags of ours
    environment = {key: value for key, value in os.environ.items() if key != "RUSTFLAGS"}
    environment |= {
        "RUSTC": str(COMPILER),
        "RUSTC_BOOTSTRAP": "1",
        "CARGO_TARGET_DIR": str(folder),
        "COMPARISON_OBJECTS": " ".join(map(str, objects)),
    }

    def make(partial: Path) -> None:
        # Cargo goes by times: what is ours and what it links is compiled again.
        for built in (folder / TARGET / profile, folder / profile):
            for path in (built / ".fingerprint").glob("isochron-comparison-*"):
                shutil.rmtree(path)
        try:
            building.execute(command, environment)
        except BuildFailed as error:
            raise IsochronError(f"{error}\nIf crates are missing, check the network") from error
        shutil.copy(folder / TARGET / profile / name, partial)

    own = [path for path in sorted(PROGRAMS.rglob("*")) if path.is_file()]
    inputs = [*own, *objects, *sorted(CORE.rglob("*.rs"))]
    with building.locked(BUILD):
        return building.made(BUILD / f"{name}-{optimisation}.elf", [*command, *tools], inputs, make)


def _libraries() -> list[Path]:
    """Return what the compiler is made of beside its driver."""
    folder = Path(building.said(str(COMPILER), "--print", "sysroot")) / "lib"
    return [*folder.glob("librustc_driver*.so"), *folder.glob("*/librustc_driver*.so")]


def _require() -> None:
    if reason := missing():
        raise IsochronError(reason)


def _shared(optimisation: str) -> list[Path]:
    """Compile what all kernels share in C, and return the objects and the C library."""
    bench = ROOT / "firmware/laboratory/benchmarks/common"
    common = FOLDER / "common"
    board = [firmware.BOARD / name for name in ("console.c", "fatal.c", "interrupts.c")]
    sources = [*board, bench / "bench.c", common / "comparison.c"]
    # only single operations print samples
    defines = {"NDEBUG": "1", "BENCH_TEST": "operations"}
    objects = firmware.compile_bare(sources, (bench, common), defines, optimisation)
    return [*objects, *firmware.libraries()]
