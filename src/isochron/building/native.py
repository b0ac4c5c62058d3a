# SPDX-License-Identifier: Apache-2.0
"""Build native programs: a kernel, the machine of firmware/laboratory/host, and a program on top.

FreeRTOS as it is runs on a port of our own, the hardware kernel's files on the attachment ``host``,
and those for the hybrid on FreeRTOS's port and the link ``host-link``, with the RTL compiled by
Verilator; otherwise all are the same sources and options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from isochron.building import compile_object, digest, firmware, freertos, link, verilator
from isochron.errors import IsochronError
from isochron.paths import ROOT

BUILD = ROOT / "build/native"
OBJECTS = BUILD / "objects"
HOST = ROOT / "firmware/laboratory/host"
HYBRID = ROOT / "systems/hybrid/firmware"
ATTACHMENTS = ROOT / "firmware/attachments"
KERNEL = ROOT / "firmware/kernel"

ORACLE = "freertos"
Subject = Literal["isochron", "hybrid"]
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
"""What is compared with the oracle."""
KERNELS = (ORACLE, *SUBJECTS)

MESSAGES = "configISOCHRON_MESSAGES"
"""The option without which no queue has its items in the hardware."""
PARAMETERS = {
    "NTasks": 32,
    "NPriorities": 16,
    "NObjects": 32,
    "NLines": 8,
    "NNotifications": 3,
    "MessageWords": 16,
}
"""How the hardware kernel is built (hardware_top.sv). Some queues of messages have no room."""


@dataclass(frozen=True)
class Hardware:
    """RTL that is compiled into a program, and the folder of what attaches it."""

    attachment: Path
    top: str
    sources: Callable[[], list[Path]]
    parameters: Mapping[str, int]
    """Of the top module."""

    def files(self) -> list[Path]:
        """Return everything that the compiled hardware depends on."""
        return [*self.sources(), self.attachment / f"{self.top}.sv"]


HARDWARE = {
    "isochron": Hardware(
        ATTACHMENTS / "host", "hardware_top", verilator.kernel_sources, PARAMETERS
    ),
    "hybrid": Hardware(
        HYBRID / "attachments/host-link",
        "link_top",
        verilator.hybrid_sources,
        {name: PARAMETERS[name] for name in ("NTasks", "NPriorities")},
    ),
}
"""Of the kernels that have some."""

DYNAMIC = "configSUPPORT_DYNAMIC_ALLOCATION"
"""The option without which there is no heap."""

_STOCK_PORT = HOST / "stock"
_INCLUDE = {
    "freertos": (_STOCK_PORT,),
    "isochron": (ATTACHMENTS / "host", _STOCK_PORT),
    "hybrid": (
        *(HYBRID / folder for folder in ("attachments/host-link", "include", "")),
        *(KERNEL.parent, ATTACHMENTS / "host", _STOCK_PORT),
    ),
}
"""Folders of attachment and port, in the order of the include path."""
_PORT_SOURCES = {
    "freertos": (_STOCK_PORT / "tick.c",),
    "isochron": (),
    "hybrid": (HYBRID / "attachments/host-link/tick.c",),
}
"""What a kernel needs beside the files of ``firmware.kernel_sources``."""

_DEFINES = {
    "freertos": {"configUSE_HW_ACCELERATION": 0},
    "isochron": {
        "configUSE_HW_ACCELERATION": 1,
        "configMAX_HW_ACCELERATION_TASKS": PARAMETERS["NTasks"],
        "configMAX_HW_ACCELERATION_SEMAPHORES": PARAMETERS["NObjects"],
    },
    "hybrid": {
        "configUSE_HW_ACCELERATION": 1,
        "configISOCHRON_HYBRID": 1,
        "configMAX_HW_ACCELERATION_TASKS": PARAMETERS["NTasks"],
    },
}

# Control blocks must be in the low 4 GiB, where the hardware kernel's registers can name them.
_POSITION = ("-fno-pie", "-no-pie")
_INSTRUMENTATION = {
    "": ("-O2",),
    "sanitizers": ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    # A scenario's process writes its counts itself (firmware/laboratory/differential/main.c).
    "coverage": ("-O0", "--coverage", "-DportFORCE_INLINE=inline", "-Wl,-u,__gcov_dump"),
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
    before: tuple[Path, ...] = ()
    """Folders of headers before all others, such as of changed copies."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of FreeRTOSConfig.h, over those of firmware/laboratory/host/include."""
    quick: bool = False
    """Hardware that is quickly built rather than fast: for a change that is tried once."""
    parameters: Mapping[str, int] = field(default_factory=dict)
    """Of the hardware, over ``PARAMETERS``."""


def build(
    kernel: str,
    sources: Iterable[Path],
    name: str,
    variant: Variant | None = None,
    include: Iterable[Path] = (),
) -> Path:
    """Return the program made of a kernel and ``sources``, built when an input has changed.

    The folder of the first source, and those of ``include``, are on the include path.

    Raises:
        NativeBuildFailed: with the compiler's or Verilator's messages.
        ToolMissing: no compiler, no Verilator.
    """
    variant = variant or Variant()
    stock = freertos.provide()
    sources = [*sources, *sorted(HOST.glob("*.c")), *_PORT_SOURCES[kernel]]
    sources += _kernel_sources(stock, variant)
    # The program's folder comes last: a program may be called as a file of FreeRTOS's.
    own_folder = sources[0].parent
    include = list(include)
    hardware = HARDWARE.get(kernel)
    model = _model(hardware, variant) if hardware else None
    of_kernel = {name: str(value) for name, value in _DEFINES[kernel].items()}
    wanted = {**of_kernel, **variant.options}
    options = freertos.unlike_defaults(wanted, HOST / "include/FreeRTOSConfig.h")
    flags = [
        *("-g", "-Wall", "-Wextra", *_POSITION, *_INSTRUMENTATION[variant.instrumentation]),
        *(f"-D{name}={value}" for name, value in sorted(options.items())),
        *(f"-I{folder}" for folder in variant.before),
        f"-I{HOST / 'include'}",
        *(f"-I{folder}" for folder in include),
        f"-I{variant.kernel_files / 'include'}",
        *(f"-I{folder}" for folder in _INCLUDE[kernel]),
        *("-isystem", str(stock), "-isystem", str(stock / "include")),
        *("-idirafter", str(own_folder)),
    ]
    folder = BUILD / f"{name}-{kernel}-{digest([*flags, *sources, model])}"
    # The counts of a build for coverage are its own.
    objects_folder = folder if variant.instrumentation == "coverage" else OBJECTS
    compiler = ["gcc", "-std=gnu11", *flags]
    objects = [
        compile_object(compiler, source, objects_folder, NativeBuildFailed) for source in sources
    ]
    if hardware and model:
        objects.append(_compile_hardware(hardware, model, flags, objects_folder))
        objects += [model / f"libV{hardware.top}.a", model / "libverilated.a"]
    command: list[str | Path] = ["g++", *flags, *objects, "-lpthread"]
    return link(command, objects, folder / name, NativeBuildFailed)


def _kernel_sources(stock: Path, variant: Variant) -> list[Path]:
    """Return ``firmware.kernel_sources`` without assembler; with sanitizers another heap."""
    checked_heap = HOST / "sanitizers/heap.c" if variant.instrumentation == "sanitizers" else None
    found = []
    for path in firmware.kernel_sources(stock):
        if path.parent.name == "MemMang" and variant.options.get(DYNAMIC) == "0":
            continue
        if path.is_relative_to(KERNEL):
            path = variant.kernel_files / path.relative_to(KERNEL)
        if path.parent.name == "MemMang" and checked_heap:
            path = checked_heap
        if path.suffix == ".c":
            found.append(path)
    return found


def _model(hardware: Hardware, variant: Variant) -> Path:
    """Return the folder of compiled hardware.

    Quickly built hardware has one folder, in which little is compiled again after a change.
    """
    quick = variant.quick
    level = "-O0" if quick else "-O3"
    parameters = {**hardware.parameters, **variant.parameters}
    arguments: list[str | Path] = [
        *("--top-module", hardware.top, "-CFLAGS", "-fno-pie"),
        *("-MAKEFLAGS", verilator.make_flags(level, level)),
        *(f"-G{name}={value}" for name, value in parameters.items()),
        f"+incdir+{verilator.DEBUGGER_INCLUDES}",
        f"+incdir+{verilator.HYBRID_INCLUDES}",
        *hardware.files(),
    ]
    name = f"{hardware.top.removesuffix('_top')}-{digest(arguments)}"
    library = f"libV{hardware.top}.a"
    made = verilator.build(arguments, BUILD / name, library, NativeBuildFailed, again=quick)
    return made.parent / "model"


def _compile_hardware(hardware: Hardware, model: Path, flags: list[str], folder: Path) -> Path:
    include = verilator.root() / "include"
    headers = ["-isystem", str(include), "-isystem", str(include / "vltstd")]
    command = ["g++", "-std=c++20", *flags, "-isystem", str(model), *headers]
    source = hardware.attachment / "hardware.cpp"
    return compile_object(command, source, folder, NativeBuildFailed)
