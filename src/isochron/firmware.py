# SPDX-License-Identifier: Apache-2.0
"""Build a program with a kernel for a platform: ``build`` returns its ELF file.

Every program is compiled from the same source list with the same include path, whatever the
kernel; the kernel is an option (``configUSE_HW_ACCELERATION``). Objects are shared between
programs and compiled only when something they depend on has changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from isochron import freertos, platforms

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/firmware"
BOARD = ROOT / "firmware/board"
PREFIX = "riscv64-unknown-elf-"
PICOLIBC = Path("/usr/lib/picolibc/riscv64-unknown-elf")
OPTIMISATIONS = ("O2", "O3")
ABI = "ilp32"

PORT = "portable/GCC/RISC-V"
"""FreeRTOS's port, relative to its kernel's folder."""
CHIP = f"{PORT}/chip_specific_extensions/RISCV_MTIME_CLINT_no_extensions"


@dataclass(frozen=True)
class Kernel:
    """A kernel that programs are built with: a name and the options that select it."""

    name: str
    summary: str
    defines: Mapping[str, str] = field(default_factory=dict)


KERNELS = {
    kernel.name: kernel
    for kernel in (
        Kernel(
            "freertos",
            "stock FreeRTOS, generic task selection",
            {"configUSE_HW_ACCELERATION": "0"},
        ),
        Kernel(
            "freertos-optimised",
            "stock FreeRTOS, the port's bitmap of ready priorities (at most 32)",
            {"configUSE_HW_ACCELERATION": "0", "configUSE_PORT_OPTIMISED_TASK_SELECTION": "1"},
        ),
        Kernel(
            "isochron",
            "FreeRTOS on the hardware kernel",
            {"configUSE_HW_ACCELERATION": "1"},
        ),
    )
}


class FirmwareError(RuntimeError):
    """A program cannot be built; the message says why and what to do."""


class CompilerMissing(FirmwareError):
    """The cross compiler or its C library is not installed."""


class BuildFailed(FirmwareError):
    """The compiler or the linker refused; the message holds its output."""


def build(
    program: Path | str,
    kernel: str = "freertos",
    platform: str = "ibex",
    optimisation: str = "O2",
    defines: Mapping[str, str] | None = None,
) -> Path:
    """Build a program, if anything it depends on has changed, and return its ELF file.

    Args:
        program: its C file, absolute or relative to the repository. What is in the folder
            ``common`` beside it is compiled too.
        kernel: a name in ``KERNELS``.
        platform: a name in ``platforms.PLATFORMS``.
        optimisation: one of ``OPTIMISATIONS``.
        defines: further preprocessor symbols, over those of the kernel.

    Raises:
        FirmwareError: an unknown name, a missing tool, or a compile or link error.
        freertos.FreeRtosError: FreeRTOS is missing and cannot be fetched.
    """
    source = ROOT / program
    if not source.is_file():
        raise FirmwareError(f"no such program: {source}")
    if kernel not in KERNELS:
        raise FirmwareError(f"unknown kernel {kernel!r}; there are {', '.join(KERNELS)}")
    if platform not in platforms.PLATFORMS:
        known = ", ".join(platforms.PLATFORMS)
        raise FirmwareError(f"unknown platform {platform!r}; there are {known}")
    if optimisation not in OPTIMISATIONS:
        known = ", ".join(OPTIMISATIONS)
        raise FirmwareError(f"unknown optimisation {optimisation!r}; there are {known}")

    march = platforms.PLATFORMS[platform].march
    stock = freertos.provide()
    common = source.parent / "common"
    symbols = {**KERNELS[kernel].defines, **(defines or {})}
    flags = [
        *_target_flags(march),
        f"-{optimisation}",
        *(f"-D{name}={value}" for name, value in sorted(symbols.items())),
        *_include_flags(stock, common),
    ]
    sources = [source, *sorted(common.glob("*.c")), *board_sources(), *kernel_sources(stock)]
    objects = [_compile(path, flags) for path in sources]
    return _link(objects, march, f"{platform}/{kernel}-{optimisation}", source.stem)


def board_sources() -> list[Path]:
    """Return the board's C and assembler files."""
    return sorted([*BOARD.glob("*.c"), *BOARD.glob("*.S")])


def kernel_sources(stock: Path) -> list[Path]:
    """Return the kernel's source files, the same for every kernel."""
    return [
        *(stock / name for name in ("tasks.c", "queue.c", "list.c")),
        stock / "portable/MemMang/heap_4.c",
        *(stock / PORT / name for name in ("port.c", "portASM.S")),
    ]


def compiler(tool: str = "gcc") -> str:
    """Return the path of a tool of the cross compiler.

    Raises:
        CompilerMissing: it, or its C library, is not installed.
    """
    path = shutil.which(PREFIX + tool)
    if path is None:
        raise CompilerMissing(
            f"{PREFIX}{tool} is not installed: apt-get install gcc-riscv64-unknown-elf"
        )
    if not (PICOLIBC / "include/stdio.h").is_file():
        raise CompilerMissing(
            f"the C library {PICOLIBC} is not installed: "
            "apt-get install picolibc-riscv64-unknown-elf"
        )
    return path


def _target_flags(march: str) -> list[str]:
    return [
        f"-march={march}_zicsr",
        f"-mabi={ABI}",
        "-std=gnu11",
        "-g",
        "-Wall",
        "-Wextra",
        "-ffreestanding",
        "-ffunction-sections",
        "-fdata-sections",
        "-fno-common",
        # file names in messages do not depend on where the repository is
        f"-ffile-prefix-map={ROOT}/=",
    ]


def _include_flags(stock: Path, common: Path) -> list[str]:
    own = [BOARD / "include", common]
    others = [stock, stock / "include", stock / PORT, stock / CHIP, PICOLIBC / "include"]
    return [
        *(f"-I{folder}" for folder in own),
        *(argument for folder in others for argument in ("-isystem", str(folder))),
    ]


def _compile(source: Path, flags: list[str]) -> Path:
    """Compile one file, if it or a file it includes has changed, and return the object file."""
    key = _digest([compiler(), *flags, str(source)])
    target = BUILD / "objects" / f"{source.stem}-{key}.o"
    dependencies = target.with_suffix(".d")
    if not _is_current(target, _dependencies(dependencies)):
        target.parent.mkdir(parents=True, exist_ok=True)
        with _replacing(target) as partial:
            _run([compiler(), *flags, "-MMD", "-MF", f"{partial}.d", "-c", source, "-o", partial])
            os.replace(f"{partial}.d", dependencies)
    return target


def _dependencies(file: Path) -> list[Path] | None:
    """Return the files that a dependency file of the compiler names, None if there is none."""
    if not file.is_file():
        return None
    _, _, names = file.read_text().replace("\\\n", " ").partition(": ")
    return [Path(name) for name in names.split()]


def _is_current(target: Path, inputs: Iterable[Path] | None) -> bool:
    if inputs is None or not target.is_file():
        return False
    built = target.stat().st_mtime_ns
    return all(path.is_file() and path.stat().st_mtime_ns <= built for path in inputs)


def _link(objects: list[Path], march: str, folder: str, name: str) -> Path:
    script = BOARD / "link.ld"
    key = _digest([compiler(), march, *map(str, objects)])
    target = BUILD / folder / f"{name}-{key}.elf"
    if not _is_current(target, [*objects, script]):
        target.parent.mkdir(parents=True, exist_ok=True)
        with _replacing(target) as partial:
            _run(
                [
                    compiler(),
                    f"-march={march}_zicsr",
                    f"-mabi={ABI}",
                    "-nostdlib",
                    "-Wl,--gc-sections",
                    "-Wl,--fatal-warnings",
                    # no floating point in printf
                    "-Wl,--defsym=vfprintf=__i_vfprintf",
                    f"-Wl,-T,{script}",
                    *objects,
                    *_libraries(march),
                    "-o",
                    partial,
                ]
            )
    return target


@cache
def _libraries(march: str) -> list[str]:
    """Return the libraries to link: GCC 12 picks 64-bit ones when the ISA names an extension."""
    select = [compiler(), f"-march={march}", f"-mabi={ABI}"]
    multilib = _run([*select, "-print-multi-directory"]).strip()
    libc = PICOLIBC / "lib/release" / multilib / "libc.a"
    libgcc = _run([*select, "-print-libgcc-file-name"]).strip()
    return [str(libc), libgcc]


class _replacing:
    """A temporary file that takes the target's place at the end, so that nobody sees a part."""

    def __init__(self, target: Path) -> None:
        self._target = target

    def __enter__(self) -> str:
        with NamedTemporaryFile(
            dir=self._target.parent, suffix=self._target.suffix, delete=False
        ) as file:
            self._partial = file.name
        return self._partial

    def __exit__(self, error: object, *_: object) -> None:
        if error is None:
            os.chmod(self._partial, 0o644)
            os.replace(self._partial, self._target)
        else:
            for leftover in (self._partial, f"{self._partial}.d"):
                Path(leftover).unlink(missing_ok=True)


def _digest(words: list[str]) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:12]


def _run(command: list[str | Path]) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildFailed(f"{' '.join(map(str, command))}\n{done.stderr.strip()}")
    return done.stdout
