# SPDX-License-Identifier: Apache-2.0
"""Build a program for a board and a kernel, and the counter of instructions for QEMU."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from systems.gic.lab import boards

from isochron.building import compile_object, cross_tool, digest, firmware, freertos, link
from isochron.errors import BuildFailed
from isochron.paths import BUILT, ROOT

BUILD = BUILT / "gic"
BOARD = ROOT / "systems/gic/firmware/board"
COMMON = ROOT / "systems/gic/firmware/common"
STOCK = ROOT / "systems/gic/firmware/stock"
KERNEL = ROOT / "systems/gic/firmware/kernel"
COUNTER = ROOT / "systems/gic/qemu/instructions.c"
PREFIX = "arm-none-eabi-"
PICOLIBC = Path("/usr/lib/picolibc/arm-none-eabi")
OPTIMISATIONS = ("O0", "O2")
FLOATING = "configGIC_FPU"
"""The option with which a program's own files have floating point in hardware, as tasks have."""
NO_FLOATING = ("-mgeneral-regs-only",)
PORT = "portable/GCC/ARM_CA9"
"""FreeRTOS's port, relative to its kernel's folder."""


def build(
    program: Path | str,
    kernel: str = "gic",
    board: str = "vexpress-a15",
    cores: int = 1,
    optimisation: str = "O2",
    defines: Mapping[str, str] | None = None,
    *,
    more: Sequence[Path] = (),
    include: Sequence[Path] = (),
    on_warnings: Callable[[str], None] | None = None,
) -> Path:
    """Return the ELF file of a program, built when an input has changed.

    Args:
        program: its C file, absolute or relative to the repository.
        kernel: a name in ``boards.KERNELS``.
        board: a name in ``boards.BOARDS``.
        cores: how many the kernel schedules on; stock FreeRTOS's port has one.
        optimisation: one of ``OPTIMISATIONS``.
        defines: further preprocessor symbols, over those of the kernel. Board and kernel see
            only those of FreeRTOSConfig.h, so that programs can share their objects.
        more: further C files of the program.
        include: folders of its headers, beside its own.
        on_warnings: is called with the compiler's warnings about them and the others.

    Raises:
        BuildFailed: an impossible choice, or the messages of compiler or linker.
    """
    chosen, target = boards.kernel(kernel), boards.board(board)
    if optimisation not in OPTIMISATIONS:
        raise BuildFailed(
            f"unknown optimisation {optimisation!r}; there are {', '.join(OPTIMISATIONS)}"
        )
    if cores not in boards.CORES or (cores > 1 and not chosen.scheduled_by_gic):
        raise BuildFailed(f"{kernel} does not run on {cores} cores")
    stock = freertos.provide()
    command = [compiler(), *_flags(chosen, target, optimisation, stock)]
    command += [f"-DconfigNUMBER_OF_CORES={cores}"]
    symbols = {name: f"-D{name}={value}" for name, value in (defines or {}).items()}
    shared = [flag for name, flag in symbols.items() if firmware.configures(name)]
    of_program = [*(f"-I{folder}" for folder in include), *symbols.values()]
    own = [ROOT / program, *more]
    if not (chosen.scheduled_by_gic and (defines or {}).get(FLOATING, "0") != "0"):
        of_program += NO_FLOATING
    objects = [
        compile_object([*command, *flags], source, BUILD / "objects", on_warnings)
        for source, flags in (
            *((path, of_program) for path in own),
            *((path, [*shared, *NO_FLOATING, *extra]) for path, extra in _others(chosen, stock)),
        )
    ]
    return _link(objects, target, f"{Path(program).stem}-{kernel}-{cores}")


def compiler(tool: str = "gcc") -> str:
    """Return the path of a tool of the cross compiler."""
    return cross_tool(PREFIX, tool, PICOLIBC)


def counter() -> Path:
    """Return QEMU's plugin that counts instructions, built when its source has changed."""
    command = ["gcc", "-O2", "-Wall", "-Wextra", "-Wno-unused-parameter", "-fPIC"]
    compiled = compile_object(command, COUNTER, BUILD / "objects")
    return link(["gcc", "-shared", compiled], [compiled], BUILD / "instructions.so")


def _others(kernel: boards.Kernel, stock: Path) -> list[tuple[Path, tuple[str, ...]]]:
    """Return every file to compile beside the program's, with flags of its own."""
    heap = stock / "portable/MemMang/heap_4.c"
    own = [*sorted(COMMON.glob("*.c")), *sorted(BOARD.glob("*.[cS]"))]
    if kernel.scheduled_by_gic:
        kernel_files = [*sorted(KERNEL.glob("*.[cS]")), stock / "list.c"]
        # all cores share the heap: its lock is the kernel's (scheduler.c)
        lock = ("-DvTaskSuspendAll=vGicLockHeap", "-DxTaskResumeAll=xGicUnlockHeap")
        return [*((path, ()) for path in (*own, *kernel_files)), (heap, lock)]
    port = (f"{PORT}/port.c", f"{PORT}/portASM.S")
    files = (
        *("tasks.c", "queue.c", "event_groups.c", "list.c", "timers.c", "stream_buffer.c"),
        *port,
    )
    own += [*sorted(STOCK.glob("*.c")), *(stock / name for name in files), heap]
    return [(path, ()) for path in own]


def _flags(kernel: boards.Kernel, board: boards.Board, optimisation: str, stock: Path) -> list[str]:
    port = KERNEL if kernel.scheduled_by_gic else stock / PORT
    own = [BOARD / "include", COMMON, KERNEL if kernel.scheduled_by_gic else STOCK]
    defines = {**kernel.defines, **board.defines}
    return [
        *(f"-mcpu={board.cpu}", "-mtune=generic-armv7-a"),
        *("-marm", "-mfpu=neon", "-mfloat-abi=softfp"),
        "-masm-syntax-unified",
        *(f"-{optimisation}", "-std=gnu11", "-g", "-Wall", "-Wextra"),
        *("-Wno-unused-parameter", "-ffreestanding"),
        *("-ffunction-sections", "-fdata-sections", "-fno-common"),
        *(f"-ffile-prefix-map={ROOT}/=", f"-ffile-prefix-map={stock}/=FreeRTOS-Kernel/"),
        *(f"-D{name}={value}" for name, value in defines.items()),
        *(f"-I{folder}" for folder in own),
        *("-isystem", str(stock / "include"), "-isystem", str(port)),
        *("-isystem", str(PICOLIBC / "include")),
    ]


def _link(objects: list[Path], board: boards.Board, name: str) -> Path:
    script = BOARD / "link.ld"
    command: list[str | Path] = [
        *(compiler(), f"-mcpu={board.cpu}", "-marm", "-nostdlib"),
        *("-Wl,--gc-sections", "-Wl,--fatal-warnings", "-Wl,--defsym=vfprintf=__i_vfprintf"),
        *(f"-Wl,--defsym=RAM_BASE={board.ram:#x}", f"-Wl,-T,{script}"),
        *objects,
        *(PICOLIBC / "lib/release/libc.a", "-lgcc"),
    ]
    elf = BUILD / f"{name}-{digest(command)}.elf"
    return link(command, [script, *objects], elf)
