# SPDX-License-Identifier: Apache-2.0
"""Build a program with a kernel for a platform: ``build`` returns its ELF file.

Every program is compiled from the same source list with the same include path, whatever the
kernel; the kernel is an option (``configUSE_HW_ACCELERATION``). Objects are shared between
programs and compiled only when something they depend on has changed.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from isochron import building, systems
from isochron.api import conditions
from isochron.building import digest, freertos, package, platforms, undefined
from isochron.building.kinds import Kernel, Platform
from isochron.errors import BuildFailed, IsochronError
from isochron.paths import BUILT, ROOT

BUILD = BUILT / "firmware"
BOARD = ROOT / "firmware/board"
LABORATORY = ROOT / "firmware/laboratory"
SYSTEMS = ROOT / "systems"
KERNEL = ROOT / "firmware/kernel"
ATTACHMENTS = ROOT / "firmware/attachments"
RUNTIME = ROOT / "firmware/runtime"
EXAMPLES = (ROOT / "firmware/examples", *sorted(SYSTEMS.glob("*/examples")))
PREFIX = "riscv64-unknown-elf-"
PICOLIBC = Path("/usr/lib/picolibc/riscv64-unknown-elf")
OPTIMISATIONS = ("O2", "O3")
SMALL_PRINTF = "PICOLIBC_INTEGER_PRINTF_SCANF"
"""A symbol by which a program asks for picolibc's printf without floating point and long long."""
_OVERFLOW = re.compile(r"region `RAM' overflowed by (\d+) bytes")
UNOPTIMISED = "O0"
"""The compiler's own default, which the comparison of kernels measures as well."""
OTHERS = ("O1", "Os", "O2-flto")
"""Others of the compiler's choices, at which programs are right, too; nothing is measured."""
WITHOUT_OPTIONS = ("crt0.S", "console.c", "fatal.c", "signals.c")
"""Files of board and C run-time that read neither FreeRTOSConfig.h nor a kernel's headers: all
programs share their objects."""
_TEST, _READS_TEST = "BENCH_TEST", "bench.c"
"""The symbol of a test's name, and the one file of ours that reads it."""
OPTIONS = ("config", "INCLUDE_", "port", "trace")
"""How the names begin that FreeRTOSConfig.h may define: options, what FreeRTOS asks of a port, and
trace macros."""


KERNELS: Mapping[str, Kernel] = {
    kernel.name: kernel
    for kernel in (
        Kernel(
            "freertos",
            "stock FreeRTOS, generic task selection",
            "FreeRTOS, generic selection",
            "stock",
            soc="soc-stock",
        ),
        Kernel(
            "freertos-optimised",
            "stock FreeRTOS as its RISC-V port comes: a bitmap of ready priorities (at most 32)",
            "FreeRTOS, port's selection",
            "stock",
            {"configUSE_PORT_OPTIMISED_TASK_SELECTION": "1"},
            soc="soc-stock",
        ),
        Kernel(
            "freertos-short-tick",
            "the same, and a tick saves all registers only if it switches, as FreeRTOS-Kernel's "
            "pull request 1482 proposes",
            "FreeRTOS, port's selection, short tick",
            "stock",
            {"configUSE_PORT_OPTIMISED_TASK_SELECTION": "1", "configBOARD_SHORT_TICK": "1"},
            soc="soc-stock",
        ),
        Kernel("isochron", "FreeRTOS on the hardware kernel", "Isochron", "hardware"),
        *(kernel for module in systems.modules("kernel_files") for kernel in module.KERNELS),
        Kernel(
            "isochron-contexts",
            "FreeRTOS on the hardware kernel, with registers for each task",
            "Isochron, contexts",
            "hardware",
            attached=("contexts",),
            soc="soc-contexts",
        ),
        Kernel(
            "isochron-cfu",
            "FreeRTOS on the hardware kernel, by custom instructions",
            "Isochron, custom instructions",
            "hardware",
            attached=("cfu",),
            soc=None,
        ),
    )
}
OF_SYSTEMS = tuple(kernel.name for kernel in KERNELS.values() if kernel.files)
"""Those that are a system's."""


@dataclass(frozen=True)
class Parts:
    """Further parts of a program."""

    sources: tuple[Path, ...] = ()
    include: tuple[Path, ...] = ()
    """Folders of headers, after those of board, kernel and attachment."""
    wrapped: tuple[str, ...] = ()
    """Functions ``f`` in whose place the linker puts the program's own ``__wrap_f``."""
    objects: tuple[Path, ...] = ()
    """Object files to link with it."""


def layer(name: str) -> Parts:
    """Return the files of another API above the kernel: a layer of the CMake package."""
    (folder,) = map(Path, package.words(f"LAYER_{name}"))
    include = map(Path, package.words(f"LAYER_INCLUDE_{name}"))
    return Parts(tuple(sorted(folder.glob("*.c"))), (*include, folder))


def build(
    program: Path | str,
    kernel: str = "freertos",
    platform: str = "ibex",
    optimisation: str = "O2",
    defines: Mapping[str, str] | None = None,
    parts: Parts | None = None,
    on_warnings: Callable[[str], None] | None = None,
    ram_bytes: int | None = None,
) -> Path:
    """Build a program, if anything it depends on has changed, and return its ELF file.

    Args:
        program: its C file, absolute or relative to the repository. With a program of
            ``LABORATORY`` or ``SYSTEMS``, what is in the folder ``common`` beside it, or else
            beside its folder, is compiled too.
        kernel: a name in ``KERNELS``.
        platform: its name, see ``platforms``.
        optimisation: one of ``OPTIMISATIONS`` or ``OTHERS``, or ``UNOPTIMISED``.
        defines: further preprocessor symbols, over those of the kernel. Board and kernel see
            only those of FreeRTOSConfig.h, so that programs can share their objects.
        parts: of a program of several folders: what belongs to it, too.
        on_warnings: is called with the compiler's warnings about the program's own files.
        ram_bytes: of the SoC that it is for; None: the simulator's.

    Raises:
        IsochronError: an unknown name, or a compile or link error; it does not fit ``ram_bytes``;
            no such platform.
    """
    source = ROOT / program
    if not source.is_file():
        raise IsochronError(f"no such program: {source}")
    if kernel not in KERNELS:
        raise IsochronError(f"unknown kernel {kernel!r}; there are {', '.join(KERNELS)}")
    if optimisation not in (UNOPTIMISED, *OPTIMISATIONS, *OTHERS):
        known = ", ".join((UNOPTIMISED, *OPTIMISATIONS, *OTHERS))
        raise IsochronError(f"unknown optimisation {optimisation!r}; there are {known}")

    target = platforms.find(platform)
    common = _common(source)
    if not fits(kernel, target):
        fit = [
            candidate.name for candidate in platforms.PLATFORMS.values() if fits(kernel, candidate)
        ]
        way = KERNELS[kernel].attachment(target)
        raise IsochronError(
            f"{kernel} is attached by '{way}', which {platform} does not have; "
            f"choose {' or '.join(fit)}"
        )
    symbols = freertos.unlike_defaults(
        {**KERNELS[kernel].defines, **(defines or {})}, BOARD / "include/FreeRTOSConfig.h"
    )
    parts = parts or Parts()
    attachment = KERNELS[kernel].attachment(target)
    flags = _flags(target, optimisation, common, attachment)
    shared_flags = [*flags, *_define_flags(symbols, configures)]
    program_flags = [*flags, *_define_flags(symbols, lambda _: True)]
    program_flags += [f"-I{folder}" for folder in parts.include]
    if on_warnings:
        # a main() that starts tasks has no end
        program_flags += ["-fhosted", "-fno-builtin", "-Wno-main"]
    of_program = (source, *(sorted(common.glob("*.c")) if common else ()), *parts.sources)
    shared = board_sources() + kernel_sources(freertos.provide())
    folder = f"{platform}/{kernel}-{optimisation}"
    choice = _choice(optimisation)
    small = SMALL_PRINTF in symbols or _is_own(source)
    try:
        objects = [_compile(path, program_flags, on_warnings) for path in of_program]
        bare_flags = _bare_flags(target, optimisation)
        objects += [
            _compile(path, bare_flags if path.name in WITHOUT_OPTIONS else shared_flags)
            for path in shared
        ]
        objects += parts.objects
        return _link(objects, target, folder, source.stem, small, parts.wrapped, choice, ram_bytes)
    except BuildFailed as failed:
        names = ", ".join(path.name for path in of_program)
        failed.args = (undefined.explained(str(failed), names, lambda: _values(shared_flags)),)
        raise


def values(kernel: str) -> dict[str, int]:
    """Return the options of a kernel on ``ibex``, if nobody sets others, as numbers."""
    return _values(kernel_flags(kernel))


def _values(flags: Sequence[str]) -> dict[str, int]:
    """Return the options and other numbers that the preprocessor knows after FreeRTOS.h."""
    command = [compiler(), *flags, "-dM", "-E", "-include", "FreeRTOS.h", "-x", "c", "/dev/null"]
    return conditions.values(building.execute(command))


def build_module(name: str, program: Path, kernel: str, defines: Mapping[str, str]) -> Path:
    """Compile a program of ``LABORATORY`` for ``ibex`` into one object file; return that.

    Its ``main`` is called ``name`` there, and no other of its names is seen outside: several such
    modules can be linked into one program, with a kernel that is compiled once.
    """
    target, chosen = platforms.find("ibex"), KERNELS[kernel]
    common = _common(program)
    symbols = {**chosen.defines, **defines}
    flags = _flags(target, "O2", common, chosen.attachment(target))
    flags += _define_flags(symbols, lambda _: True)
    sources = [program, *(sorted(common.glob("*.c")) if common else ())]
    objects = [_compile(path, flags) for path in sources]

    join = (compiler(), f"-march={target.march}", f"-mabi={target.mabi}", "-nostdlib", "-r")

    def make(partial: Path) -> None:
        building.execute([*join, "-o", partial, *objects])
        rename = ("--redefine-sym", f"main={name}", "--keep-global-symbol", name)
        building.execute([compiler("objcopy"), *rename, partial])

    words = [name, *join, *(building.identity(compiler(tool)) for tool in ("gcc", "objcopy"))]
    made = BUILD / "modules" / f"{name}-{digest([*words, *objects])}.o"
    return building.made(made, words, objects, make)


def _is_own(program: Path) -> bool:
    """Whether a program is the checkout's, and none of the examples, which one changes.

    Those print neither floating point nor long long (``tests/test_building.py``).
    """
    return program.is_relative_to(ROOT) and not any(map(program.is_relative_to, EXAMPLES))


def _common(program: Path) -> Path | None:
    """Return the folder of what a program shares with its neighbours; an application has none."""
    if not (program.is_relative_to(LABORATORY) or program.is_relative_to(SYSTEMS)):
        return None
    places = (program.parent / "common", program.parents[1] / "common")
    return next((place for place in places if place.is_dir()), None)


def build_bare(
    name: str,
    sources: Iterable[Path],
    include: Iterable[Path],
    defines: Mapping[str, str],
    optimisation: str = "O2",
    platform: str = "ibex",
    folder: str = "bare",
    objects: Sequence[Path] = (),
) -> Path:
    """Build a program without FreeRTOS, if anything it depends on has changed; return its ELF file.

    Args:
        name: of the ELF file.
        sources: all its C and assembler files; start-up (``BOARD``'s crt0.S) is not added.
        include: folders of headers, before the board's and the C library's.
        defines: preprocessor symbols, of all files.
        optimisation: one of ``OPTIMISATIONS``, or ``UNOPTIMISED``.
        platform: its name, see ``platforms``.
        folder: of the ELF file, beside those of the kernels.
        objects: what is linked with these, of ``compile_bare``.
    """
    objects = [*compile_bare(sources, include, defines, optimisation, platform), *objects]
    target = platforms.find(platform)
    return _link(objects, target, f"{platform}/{folder}-{optimisation}", name, small_printf=True)


def compile_bare(
    sources: Iterable[Path],
    include: Iterable[Path],
    defines: Mapping[str, str],
    optimisation: str = "O2",
    platform: str = "ibex",
) -> list[Path]:
    """Compile files as ``build_bare`` does; return their object files."""
    flags = _bare_flags(platforms.find(platform), optimisation, include)
    flags += _define_flags(defines, lambda _: True)
    return [_compile(path, flags) for path in sources]


def libraries(platform: str = "ibex") -> list[Path]:
    """Return the C library and the compiler's own, to link with."""
    target = platforms.find(platform)
    return _libraries(target.march, target.mabi)


def identity() -> str:
    """Return what else than its source decides what a program for ``ibex`` does: a digest.

    Raises:
        ToolMissing: there is no RISC-V GCC.
    """
    return digest([building.identity(compiler()), *map(building.content, libraries())])


def fits(kernel: str, platform: Platform) -> bool:
    """Return whether a kernel's attachment is one of the platform's."""
    return not set(KERNELS[kernel].attached).isdisjoint(platform.attachments)


def kernel_objects(defines: Mapping[str, str], optimisation: str = "O2") -> list[Path]:
    """Compile our kernel files, without FreeRTOS's own, for ``ibex``.

    Args:
        defines: options of FreeRTOSConfig.h, over those of the kernel ``isochron``.
        optimisation: one of ``OPTIMISATIONS``.

    Returns:
        their object files, with a section for each function.
    """
    flags = kernel_flags("isochron", defines, optimisation)
    sources = kernel_sources(freertos.provide())
    return [_compile(path, flags) for path in sources if path.is_relative_to(KERNEL)]


def kernel_flags(
    kernel: str, defines: Mapping[str, str] | None = None, optimisation: str = "O2"
) -> list[str]:
    """Return the compiler's flags for a kernel's files on ``ibex``, with further options."""
    target, chosen = platforms.find("ibex"), KERNELS[kernel]
    common = ROOT / "firmware/laboratory/tests/common"
    flags = _flags(target, optimisation, common, chosen.attachment(target))
    return [*flags, *_define_flags({**chosen.defines, **(defines or {})}, configures)]


def board_sources() -> list[Path]:
    """Return the board's C and assembler files, and those of the C run-time."""
    runtime = (RUNTIME / name for name in package.words("RUNTIME_SOURCES"))
    return [*sorted([*BOARD.glob("*.c"), *BOARD.glob("*.S")]), *runtime]


def kernel_sources(stock: Path) -> list[Path]:
    """Return the source files, the same for every kernel: those of the CMake package."""
    return [
        *(KERNEL / name for name in package.words("KERNEL_SOURCES")),
        *(stock / name for name in package.words("FREERTOS_SOURCES")),
        *(stock / folder / "heap_4.c" for folder in package.words("FREERTOS_HEAPS")),
    ]


def freertos_include(stock: Path) -> list[Path]:
    """Return the folders of FreeRTOS's headers, in the order of the include path."""
    return [stock / folder for folder in package.words("FREERTOS_INCLUDE")]


def compiler(tool: str = "gcc") -> str:
    """Return the path of a tool of the cross compiler."""
    return building.cross_tool(PREFIX, tool, PICOLIBC)


def _flags(target: Platform, optimisation: str, common: Path | None, attachment: str) -> list[str]:
    stock = freertos.provide()
    # Only in messages: a debugger is to find the files where they are.
    prefix = f"-fmacro-prefix-map={stock}/=FreeRTOS-Kernel/"
    includes = _include_flags(stock, common, attachment)
    return [*_target_flags(target), *_choice(optimisation), *includes, prefix]


def _bare_flags(target: Platform, optimisation: str, include: Iterable[Path] = ()) -> list[str]:
    """Return the flags without FreeRTOS, with further folders of headers before the board's."""
    own = [f"-I{folder}" for folder in (*include, BOARD / "include")]
    library = ["-isystem", str(PICOLIBC / "include")]
    return [*_target_flags(target), *_choice(optimisation), *own, *library]


def _choice(optimisation: str) -> list[str]:
    """Return the flags of a name such as O2-flto."""
    return [f"-{flag}" for flag in optimisation.split("-")]


def _target_flags(target: Platform) -> list[str]:
    return [
        f"-march={target.march}",
        f"-mabi={target.mabi}",
        *_define_flags(target.defines, lambda _: True),
        "-std=gnu11",
        "-g",
        "-Wall",
        "-Wextra",
        "-Wno-unused-parameter",  # a task's function has one, wanted or not
        "-ffreestanding",
        "-ffunction-sections",
        "-fdata-sections",
        "-fno-common",
        # file names in messages do not depend on where the repository is
        f"-ffile-prefix-map={ROOT}/=",
    ]


def name_of(symbol: str) -> str:
    """Return the name of a preprocessor symbol, which may be a macro with arguments."""
    return symbol.partition("(")[0].strip()


def configures(symbol: str) -> bool:
    """Whether a preprocessor symbol is one of FreeRTOSConfig.h."""
    return symbol.startswith(OPTIONS) or symbol == "NDEBUG"


def _define_flags(symbols: Mapping[str, str], wanted: Callable[[str], bool]) -> list[str]:
    return [f"-D{name}={value}" for name, value in sorted(symbols.items()) if wanted(name)]


def _include_flags(stock: Path, common: Path | None, attachment: str) -> list[str]:
    own = [BOARD / "include", *([common] if common else []), KERNEL / "include"]
    own += package.folders(attachment)
    others = [*freertos_include(stock), PICOLIBC / "include"]
    return [
        *(f"-I{folder}" for folder in own),
        *(argument for folder in others for argument in ("-isystem", str(folder))),
    ]


def _compile(
    source: Path, flags: list[str], on_warnings: Callable[[str], None] | None = None
) -> Path:
    """Compile one file, if it or a file it includes has changed, and return the object file."""
    if _is_own(source) and source.name != _READS_TEST:
        flags = [flag for flag in flags if not flag.startswith(f"-D{_TEST}=")]
    command = [compiler(), *flags]
    return building.compile_object(command, source, BUILD / "objects", on_warnings)


def _link(
    objects: list[Path],
    target: Platform,
    folder: str,
    name: str,
    small_printf: bool,
    wrapped: Iterable[str] = (),
    choice: Sequence[str] = (),
    ram_bytes: int | None = None,
) -> Path:
    """Link; ``choice`` are the flags of the optimisation, which matter if the linker optimises."""
    script = BOARD / "link.ld"
    inputs = [*objects, *_libraries(target.march, target.mabi)]
    command: list[str | Path] = [
        *(compiler(), f"-march={target.march}", f"-mabi={target.mabi}", "-nostdlib"),
        *("-Wl,--gc-sections", "-Wl,--fatal-warnings"),
        *(("-Wl,--defsym=vfprintf=__i_vfprintf",) if small_printf else ()),
        f"-Wl,-T,{script}",
        *(f"-Wl,--wrap={function}" for function in wrapped),
        *([f"-Wl,--defsym=__ram_size={ram_bytes}"] if ram_bytes else ()),
        *(choice if "-flto" in choice else ()),
        *inputs,
    ]
    elf = BUILD / folder / f"{name}-{digest(command)}.elf"
    try:
        return building.link(command, [script, *inputs], elf)
    except BuildFailed as failed:
        if overflow := _OVERFLOW.search(str(failed)):
            raise IsochronError(
                f"{name} is {int(overflow[1]):,} bytes too large for the RAM: give it a smaller "
                "heap (-D configTOTAL_HEAP_SIZE=N, in bytes), or choose a board with more RAM"
            ) from failed
        raise


def _libraries(march: str, mabi: str) -> list[Path]:
    """Return the libraries to link: for a named extension such as zicsr GCC 12 picks others."""
    select = (compiler(), f"-march={march.partition('_')[0]}", f"-mabi={mabi}")
    multilib = building.said(*select, "-print-multi-directory")
    return [
        PICOLIBC / "lib/release" / multilib / "libc.a",
        Path(building.said(*select, "-print-libgcc-file-name")),
    ]
