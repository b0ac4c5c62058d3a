# SPDX-License-Identifier: Apache-2.0
"""Build native programs: a kernel, the machine of firmware/laboratory/host, and a program on top.

FreeRTOS as it is runs on a port of our own, the hardware kernel's files on the attachment ``host``,
and those of a system on what it gives, with the RTL compiled by Verilator; otherwise all are the
same sources and options.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from isochron import systems
from isochron.building import compile_object, digest, firmware, freertos, link, verilator
from isochron.building.kinds import NativeHardware, NativeKernel
from isochron.paths import BUILT, ROOT

BUILD = BUILT / "native"
OBJECTS = BUILD / "objects"
HOST = ROOT / "firmware/laboratory/host"
ATTACHMENTS = ROOT / "firmware/attachments"
KERNEL = ROOT / "firmware/kernel"

ORACLE, ISOCHRON = "freertos", "isochron"

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
_OF_HARDWARE = {"configMAX_HW_ACCELERATION_TASKS": PARAMETERS["NTasks"]}
"""Options of each kernel with hardware."""


DYNAMIC = "configSUPPORT_DYNAMIC_ALLOCATION"
"""The option without which there is no heap."""

_STOCK_PORT = HOST / "stock"
KERNELS: Mapping[str, NativeKernel] = {
    kernel.name: kernel
    for kernel in (
        NativeKernel(
            ORACLE,
            "FreeRTOS",
            {"configUSE_HW_ACCELERATION": 0},
            (_STOCK_PORT,),
            (_STOCK_PORT / "tick.c",),
        ),
        NativeKernel(
            ISOCHRON,
            "the hardware kernel",
            {
                "configUSE_HW_ACCELERATION": 1,
                "configMAX_HW_ACCELERATION_SEMAPHORES": PARAMETERS["NObjects"],
            },
            (ATTACHMENTS / "host", _STOCK_PORT),
            hardware=NativeHardware(
                ATTACHMENTS / "host", "hardware_top", ISOCHRON, tuple(PARAMETERS)
            ),
        ),
        *(kernel for module in systems.modules("kernel_files") for kernel in module.NATIVE),
    )
}
SUBJECTS = tuple(name for name in KERNELS if name != ORACLE)
"""What is compared with the oracle."""

# Control blocks must be in the low 4 GiB, where the hardware kernel's registers can name them.
_POSITION = ("-fno-pie", "-no-pie")
_INSTRUMENTATION = {
    "": ("-O2",),
    "unoptimised": ("-O0",),
    "sanitizers": ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    # A scenario's process writes its counts itself (firmware/laboratory/differential/main.c).
    "coverage": ("-O0", "--coverage", "-DportFORCE_INLINE=inline", "-Wl,-u,__gcov_dump"),
}


@dataclass(frozen=True)
class Variant:
    """What a program is built with, beyond the kernel."""

    instrumentation: str = ""
    """'', 'unoptimised', 'sanitizers' or 'coverage'."""
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
    """
    variant = variant or Variant()
    stock = freertos.provide()
    chosen = KERNELS[kernel]
    sources = [*sources, *sorted(HOST.glob("*.c")), *chosen.sources]
    sources += _kernel_sources(stock, variant)
    # The program's folder comes last: a program may be called as a file of FreeRTOS's.
    own_folder = sources[0].parent
    include = list(include)
    hardware = chosen.hardware
    model = _model(hardware, variant) if hardware else None
    of_kernel = {**chosen.options, **(_OF_HARDWARE if hardware else {})}
    wanted = {**{name: str(value) for name, value in of_kernel.items()}, **variant.options}
    options = freertos.unlike_defaults(wanted, HOST / "include/FreeRTOSConfig.h")
    instrumented = [
        "-g",
        "-Wall",
        "-Wextra",
        "-Wno-unused-parameter",
        *_POSITION,
        *_INSTRUMENTATION[variant.instrumentation],
    ]
    folders = [*variant.before, HOST / "include"]
    of_kernel_files = [variant.kernel_files / "include", *chosen.include]
    flags = [
        *instrumented,
        *(f"-D{name}={value}" for name, value in sorted(options.items())),
        *(f"-I{folder}" for folder in (*folders, *include, *of_kernel_files)),
        *("-isystem", str(stock), "-isystem", str(stock / "include")),
        *("-idirafter", str(own_folder)),
    ]
    folder = BUILD / f"{name}-{kernel}-{digest([*flags, *sources, model])}"
    # The counts of a build for coverage are its own.
    objects_folder = folder if variant.instrumentation == "coverage" else OBJECTS
    compiler = ["gcc", "-std=gnu11", *flags]
    objects = [compile_object(compiler, source, objects_folder) for source in sources]
    if hardware and model:
        needed = [*instrumented, *(f"-I{folder}" for folder in (*folders, *of_kernel_files))]
        objects.append(_compile_hardware(hardware, model, needed, objects_folder))
        objects += [model / f"libV{hardware.top}.a", model / "libverilated.a"]
    command: list[str | Path] = ["g++", *flags, *objects, "-lpthread"]
    return link(command, objects, folder / name)


def _kernel_sources(stock: Path, variant: Variant) -> list[Path]:
    """Return ``firmware.kernel_sources`` without assembler; with sanitizers another heap."""
    checked_heap = HOST / "sanitizers/heap.c" if variant.instrumentation == "sanitizers" else None
    sources = []
    for path in firmware.kernel_sources(stock):
        if path.parent.name == "MemMang" and variant.options.get(DYNAMIC) == "0":
            continue
        if path.is_relative_to(KERNEL):
            path = variant.kernel_files / path.relative_to(KERNEL)
        if path.parent.name == "MemMang" and checked_heap:
            path = checked_heap
        if path.suffix == ".c":
            sources.append(path)
    return sources


def _model(hardware: NativeHardware, variant: Variant) -> Path:
    """Return the folder of compiled hardware.

    Quickly built hardware has one folder, in which little is compiled again after a change.
    """
    quick = variant.quick
    level = "-O0" if quick else "-O1"  # with -O3 it is compiled longer, and no quicker
    usual = {name: PARAMETERS[name] for name in hardware.parameters}
    parameters = {**usual, **variant.parameters}
    arguments: list[str | Path] = [
        *("--top-module", hardware.top, "-CFLAGS", "-fno-pie"),
        *("-MAKEFLAGS", verilator.make_flags(level, level)),
        *(f"-G{name}={value}" for name, value in parameters.items()),
        *(f"+incdir+{path}" for path in verilator.observer_includes()),
        *verilator.design_sources(hardware.design),
        hardware.attachment / f"{hardware.top}.sv",
    ]
    name = f"{hardware.top.removesuffix('_top')}-{digest(arguments)}"
    library = f"libV{hardware.top}.a"
    made = verilator.build(arguments, BUILD / name, library, again=quick)
    return made.parent / "model"


def _compile_hardware(
    hardware: NativeHardware, model: Path, flags: list[str], folder: Path
) -> Path:
    """Compile what neither options of FreeRTOSConfig.h nor programs decide: all share it."""
    include = verilator.root() / "include"
    headers = ["-isystem", str(include), "-isystem", str(include / "vltstd")]
    command = ["g++", "-std=c++20", *flags, "-isystem", str(model), *headers]
    source = hardware.attachment / "hardware.cpp"
    return compile_object(command, source, folder)
