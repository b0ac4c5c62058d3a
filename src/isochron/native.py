# SPDX-License-Identifier: Apache-2.0
"""Build native programs: a kernel, the machine of firmware/host, and a program on top.

FreeRTOS as it is runs on a port of our own, the hardware kernel's files on the attachment ``host``
with the RTL compiled by Verilator; otherwise both are the same sources and options.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from isochron import firmware, freertos, verilator
from isochron.building import digest, execute, locked
from isochron.errors import IsochronError

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/native"
HOST = ROOT / "firmware/host"
ATTACHMENT = ROOT / "firmware/attachments/host"
KERNEL = ROOT / "firmware/kernel"

KERNELS = ("freertos", "isochron")
"""The oracle, and what is compared with it."""

PARAMETERS = {"NTasks": 32, "NPriorities": 8, "NObjects": 16, "NLines": 4}
"""How the hardware kernel is built (hardware_top.sv)."""

_DEFINES = {
    "freertos": {"configUSE_HW_ACCELERATION": 0},
    "isochron": {
        "configUSE_HW_ACCELERATION": 1,
        "configMAX_HW_ACCELERATION_TASKS": PARAMETERS["NTasks"],
        "configMAX_HW_ACCELERATION_SEMAPHORES": PARAMETERS["NObjects"],
    },
}

# Control blocks must be in the low 4 GiB, where the hardware kernel's registers can name them.
_POSITION = ("-fno-pie", "-no-pie")
_INSTRUMENTATION = {
    "": ("-O2",),
    "sanitizers": ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    # A scenario's process writes its counts itself (firmware/differential/main.c).
    "coverage": ("-O0", "--coverage", "-Wl,-u,__gcov_dump"),
}


class NativeBuildFailed(IsochronError):
    """The compiler or Verilator refused something; the text is theirs."""


@dataclass(frozen=True)
class Variant:
    """What a program is built with, beyond the kernel."""

    instrumentation: str = ""
    """'', 'sanitizers' or 'coverage'."""
    kernel_files: Path = KERNEL
    """The kernel's files: another folder for a changed copy of them."""


def build(kernel: str, sources: Iterable[Path], name: str, variant: Variant | None = None) -> Path:
    """Return the program made of a kernel and ``sources``, built when an input has changed.

    Raises:
        NativeBuildFailed: with the compiler's or Verilator's messages.
        ToolMissing: no compiler, no Verilator.
    """
    variant = variant or Variant()
    stock = freertos.provide()
    sources = [*sources, *sorted(HOST.glob("*.c")), *_kernel_sources(stock, variant)]
    hardware = _hardware() if kernel == "isochron" else None
    flags = [
        *("-g", "-Wall", "-Wextra", *_POSITION, *_INSTRUMENTATION[variant.instrumentation]),
        *(f"-D{option}={value}" for option, value in _DEFINES[kernel].items()),
        *(f"-I{folder}" for folder in {source.parent: None for source in sources[:1]}),
        f"-I{HOST / 'include'}",
        f"-I{variant.kernel_files / 'include'}",
        f"-I{ATTACHMENT if hardware else HOST / 'stock'}",
        *((f"-I{HOST / 'stock'}",) if hardware else ()),
        *("-isystem", str(stock), "-isystem", str(stock / "include")),
    ]
    inputs = [*sources, *_files(variant.kernel_files), *_files(HOST), *_files(ATTACHMENT)]
    inputs += [path for source in sources[:1] for path in _files(source.parent)]
    key = digest([kernel, str(hardware), *flags], inputs)
    folder = BUILD / f"{name}-{kernel}-{key}"
    program = folder / name
    with locked(folder):
        if not program.is_file():
            partial = folder / "partial"
            objects = [_compile(source, flags, folder) for source in sources]
            if hardware:
                objects.append(_compile_hardware(hardware, flags, folder))
                objects += [str(hardware / name) for name in _LIBRARIES]
            link = ["g++", *flags, *objects, "-lpthread", "-o", partial]
            execute(link, NativeBuildFailed)
            partial.replace(program)
    return program


_LIBRARIES = ("libVhardware_top.a", "libverilated.a")


def _kernel_sources(stock: Path, variant: Variant) -> list[Path]:
    """Return what docs/kernel.md lists, without assembler; with sanitizers another heap."""
    checked_heap = HOST / "sanitizers/heap.c" if variant.instrumentation == "sanitizers" else None
    found = []
    for path in firmware.kernel_sources(stock):
        if path.is_relative_to(KERNEL):
            path = variant.kernel_files / path.relative_to(KERNEL)
        if path.parent.name == "MemMang" and checked_heap:
            path = checked_heap
        if path.suffix == ".c":
            found.append(path)
    return found


def _hardware() -> Path:
    """Return the folder of the compiled hardware kernel."""
    sources = [*verilator.kernel_sources(), ATTACHMENT / "hardware_top.sv"]
    command = [
        str(verilator.root() / "bin/verilator"),
        *("--cc", "--build", "-j", "2", "-O3", "--x-assign", "fast", "--x-initial", "fast"),
        *("--no-assert", "-Wno-fatal", "--top-module", "hardware_top"),
        *("-CFLAGS", "-O3 -fno-pie"),
        *("-MAKEFLAGS", verilator.make_flags("-O3", "-O1", "-O3")),
        *(f"-G{name}={value}" for name, value in PARAMETERS.items()),
        *map(str, sources),
    ]
    folder = BUILD / f"hardware-{digest(command, sources)}"
    with locked(folder):
        if not all((folder / name).is_file() for name in _LIBRARIES):
            command += ["--Mdir", str(folder)]
            execute(command, NativeBuildFailed, verilator.environment())
    return folder


def _compile(source: Path, flags: list[str], folder: Path) -> str:
    target = folder / f"{source.stem}.o"
    execute(["gcc", "-std=gnu11", *flags, "-c", source, "-o", target], NativeBuildFailed)
    return str(target)


def _compile_hardware(hardware: Path, flags: list[str], folder: Path) -> str:
    source, target = ATTACHMENT / "hardware.cpp", folder / "hardware.o"
    include = verilator.root() / "include"
    headers = ["-isystem", str(include), "-isystem", str(include / "vltstd")]
    model = ["-isystem", str(hardware)]
    command = ["g++", "-std=c++20", *flags, *model, *headers, "-c", source, "-o", target]
    execute(command, NativeBuildFailed)
    return str(target)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".c", ".h", ".cpp"))
