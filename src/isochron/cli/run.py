# SPDX-License-Identifier: Apache-2.0
"""`isochron run`"""

import socket
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from isochron import advice, examples, suites, systems
from isochron.building import firmware, options, platforms, simulator_build
from isochron.cli.names import OF_MACHINES, ONLY_BENCH
from isochron.debugging import command as debugging
from isochron.errors import CHECKOUT_CURE, IsochronError
from isochron.freertos_folder import FreeRtosFolder
from isochron.paths import INSTALLED
from isochron.profiling import command as profiling
from isochron.running import assertions, simulator
from isochron.terminal import Activity, console, errors, known
from isochron.tracing import waves as waving
from isochron.tracing.recorder import Recorder
from isochron.tracing.window import Window

LONG_RUN = 10_000_000
"""Cycles after which somebody who sees nothing may think that the program hangs."""
DEFAULT_KERNEL = "isochron"
KERNELS = list(dict.fromkeys([*firmware.KERNELS, *OF_MACHINES["kernel"]]))
PLATFORMS = [*platforms.PLATFORMS, *OF_MACHINES["platform"]]
_NO_LIMIT = 2**63
"""Cycles."""

EPILOG = """Examples:

    isochron run firmware/examples/first_program.c

    isochron run program.c --kernel freertos -D NDEBUG   on stock FreeRTOS, without assertions

    isochron run program.c motor.c                       of two files

    isochron run firmware/examples/line                  an example, with the options it needs

    isochron run program.c --gdb :3333                   debugged: target remote :3333 in GDB

    isochron run program.c --jtag :9824                  debugged by OpenOCD, as a board is

    isochron run program.elf --hardware isochron-64   built for up to 64 tasks

    isochron run program.c --trace run.perfetto-trace --with freertos   the trace of two kernels

    isochron run program.c --trace run.ctf --trace-from 600000 --trace-to 700000   a part of it

    isochron run program.c --profile xQueueReceive --with freertos   what a function takes on both

    isochron run program.c --profile vProducer:main.c:40   from a function's begin to a line

    isochron run program.c --cores 2 --with freertos   on two cores, and on FreeRTOS's SMP

    isochron run program.c --cores 2 --gdb :3333   debugged: each task is a thread

    isochron run program.c --cores 2 --trace run.perfetto-trace   with tracks for each core

    isochron run program.c --platform vexpress-a15 --cores 2   on Arm cores that QEMU emulates

    isochron run program.c --waves run.fst --waves-from 600000 --waves-to 700000   signals
"""


def run(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="The C files of a program, which is built first, or one ELF file for the SoC, "
            "or the folder of an example.",
        ),
    ],
    kernel: Annotated[
        str,
        typer.Option(
            "--kernel",
            "-k",
            help=f"Kernel that C files are built with: {', '.join(KERNELS)}.",
            callback=known("kernel", KERNELS, ONLY_BENCH),
        ),
    ] = DEFAULT_KERNEL,
    define: Annotated[
        list[str] | None,
        typer.Option(
            "--define",
            "-D",
            metavar="NAME[=VALUE]",
            help="Preprocessor symbol for C files and their kernel; NDEBUG leaves assertions out, "
            "as benchmarks do. May be repeated.",
        ),
    ] = None,
    platform: Annotated[
        str,
        typer.Option(
            "--platform",
            "-p",
            help=f"Platform to run it on: {', '.join(PLATFORMS)}.",
            callback=known("platform", PLATFORMS, ONLY_BENCH),
        ),
    ] = suites.MAIN_PLATFORM,
    hardware: Annotated[
        str | None,
        typer.Option(
            help="Hardware that the SoC has, for an ELF file that needs another than the kernel's: "
            f"{', '.join(platforms.HARDWARE)}.",
            callback=known("kernel hardware", platforms.HARDWARE),
        ),
    ] = None,
    max_cycles: Annotated[
        int,
        typer.Option(
            min=1,
            help="Cycles after which the program counts as endless. 100 million take about two "
            "minutes.",
        ),
    ] = simulator.DEFAULT_MAX_CYCLES,
    seed: Annotated[int, typer.Option(min=1, help="Seed of the interrupts' phases.")] = 1,
    gdb: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST]:PORT",
            help="Stop at the first instruction, and let a GDB that connects there decide what is "
            "run. The host is this machine, if none is named.",
        ),
    ] = None,
    jtag: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST]:PORT",
            help="Wait there for an OpenOCD, and let it debug by the debug module of the SoC, as "
            "on a board. There is no limit of cycles then but a given one. Only on Ibex.",
        ),
    ] = None,
    trace: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write what happened there: tasks, calls, interrupts. By the end of its name for "
            "ui.perfetto.dev (FILE.perfetto-trace), or as a folder in the Common Trace Format "
            "(FILE.ctf), also if the program crashes or never ends, or by Ctrl-C.",
        ),
    ] = None,
    trace_from: Annotated[int, typer.Option(min=0, help="The first cycle of the trace.")] = 0,
    trace_to: Annotated[
        int | None, typer.Option(min=0, help="The last cycle of the trace.", show_default="the end")
    ] = None,
    profile: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FROM:TO|FUNCTION",
            help="Measure from one place of the program to another, each a function, a label or "
            "FILE:LINE, or every call of a function. May be repeated.",
        ),
    ] = None,
    beside: Annotated[
        str | None,
        typer.Option(
            "--with",
            help="Run the same C files on this kernel, too, and show both in the same tables and "
            "trace.",
            callback=known("kernel", firmware.KERNELS, ONLY_BENCH),
        ),
    ] = None,
    waves: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.fst",
            help="Write the signals of the SoC and of the kernel's hardware there, a unit of time "
            "for each cycle, and beside it how GTKWave shows them (FILE.gtkw). The first time "
            "builds another simulator: 1 to 4 minutes.",
        ),
    ] = None,
    waves_from: Annotated[int, typer.Option(min=0, help="The first cycle of the waves.")] = 0,
    waves_to: Annotated[
        int | None, typer.Option(min=0, help="The last cycle of the waves.", show_default="the end")
    ] = None,
    freertos: FreeRtosFolder = None,
    cores: Annotated[
        int | None,
        typer.Option(
            help="Run C files, or an ELF file built for so many, on a simulated SoC with several "
            "cores, 2 or 4; the kernel freertos has FreeRTOS's SMP. The first time builds its "
            "simulator: minutes. Or on the cores of a machine that --platform names.",
        ),
    ] = None,
) -> None:
    """Run a program on the simulated SoC; show its output and what it measured.

    C files are compiled with a kernel and the board's files first; nothing
    else of their folder is. The first run builds the simulator: a minute or less.

    A program ends by board_exit() of board.h. Its exit code becomes the
    command's, which is 1 if the program crashed or never ended.
    """
    machine = next((each for each in systems.machines() if platform in each.platforms), None)
    if machine:
        kernel = kernel if _is_given(context, "kernel") else machine.kernels[0]
        raise typer.Exit(
            _on_machine(context, machine, files, kernel, platform, cores or 1, define or [], gdb)
        )
    if kernel not in firmware.KERNELS:
        names = (
            name for each in systems.machines() if kernel in each.kernels for name in each.platforms
        )
        raise typer.BadParameter(f"the kernel {kernel} needs --platform {' or '.join(names)}")
    example = examples.of_folder(files[0]) if len(files) == 1 else None
    if example:
        example.refuse_other_kernels(kernel)
        example.refuse_other_cores(cores or 1)
        files = list(example.sources)
    own = _own(context, files)
    symbols = {**(example.options if example else {}), **_symbols(define or ())}
    program, chosen = files[0], firmware.KERNELS[kernel]
    if beside and not (own and beside != kernel):
        raise typer.BadParameter("--with needs C files and another kernel")
    if beside and jtag:
        raise typer.BadParameter("--jtag debugs a program on one kernel: leave --with out")
    if beside and example:
        example.refuse_other_kernels(beside)
    if gdb and jtag:
        raise typer.BadParameter(
            "--gdb and --jtag are two ways to debug: behind --jtag, OpenOCD is the server for GDB"
        )
    if waves is None and (waves_from or waves_to is not None):
        raise typer.BadParameter("--waves-from and --waves-to need --waves FILE.fst")
    if trace is None and (trace_from or trace_to is not None):
        raise typer.BadParameter("--trace-from and --trace-to need --trace FILE")
    if trace_to is not None and trace_to < trace_from:
        raise typer.BadParameter(
            "--trace-to comes before --trace-from: the first cycle comes first"
        )
    if cores is not None:
        if beside and gdb:
            raise typer.BadParameter("--gdb debugs a program on one kernel: leave --with out")
        _refuse_with_cores(context)
    recorder = Recorder(trace, Window(trace_from, trace_to)) if trace else None
    if cores is not None:
        chosen_kernels = [kernel, *([beside] if beside else [])]
        with recorder or nullcontext():
            code = _on_cores(files, cores, chosen_kernels, symbols, max_cycles, recorder, gdb)
        raise typer.Exit(code)
    profiler = profiling.Profiler(profile or [])
    signals = waving.wanted(waves, waves_from, waves_to) if waves else None

    def record(name: str, elf: Path) -> AbstractContextManager[Path | None]:
        return recorder.record(name, elf) if recorder else nullcontext()

    with Activity() as activity, recorder or nullcontext():
        if own:
            activity.now(f"compiling {program.name} and the kernel {kernel}")
            for name, near in options.unread(_symbols(define or ()), own).items():
                hint = f"; did you mean {near}?" if near else ""
                _print_plain(f"warning: neither program nor kernel reads {name}{hint}")
            build = partial(
                firmware.build,
                own[0],
                platform=platform,
                defines=symbols,
                parts=example.parts if example else firmware.Parts(tuple(own[1:])),
                on_warnings=_print_plain,
            )
            program = build(kernel)
        activity.now("preparing the simulation")
        debugger = debugging.debugger(gdb, program, _print_plain) if gdb else None
        name = kernel if own else program.name
        on = hardware or (example.hardware(chosen.package) if example else chosen.hardware)
        pins: AbstractContextManager[socket.socket | None] = nullcontext()
        if jtag:
            on = debugging.jtag_hardware(jtag, platform, on)
            simulator_build.build(platform, on, activity.long, waves=signals is not None)
            pins = debugging.jtag(jtag, program, _print_plain)
            if not _is_given(context, "max_cycles"):
                max_cycles = _NO_LIMIT
        with record(name, program) as events, waving.with_layout(signals), pins as listener:
            result = simulator.run(
                program,
                platform,
                hardware=on,
                max_cycles=max_cycles,
                seed=seed,
                own=own,
                on_line=lambda line: print(line),
                on_make=activity.long,
                debugger=debugger,
                jtag=listener,
                on_cycles=None if jtag else partial(_simulating, activity, max_cycles),
                trace=events,
                profile=profiler.arguments(program),
                waves=signals,
            )
        runs = [(name, program, result)]
        if beside:
            activity.now(f"the same with the kernel {beside}")
            other, its = build(beside), firmware.KERNELS[beside]
            with record(beside, other) as events:
                second = simulator.run(
                    other,
                    platform,
                    hardware=example.hardware(its.package) if example else its.hardware,
                    max_cycles=max_cycles,
                    seed=seed,
                    own=own,
                    on_make=activity.long,
                    on_cycles=partial(_simulating, activity, max_cycles),
                    trace=events,
                    profile=profiler.arguments(other),
                )
            runs.append((beside, other, second))
    for name, elf, ending in runs:
        profiler.add(name, elf, ending)
    for shown in profiler.shown():
        console.print(shown)
    for name, _, ending in runs:
        on_kernel = f" on {name}" if beside else ""
        if statement := assertions.source(ending.output) if ending.exit_code != 0 else None:
            _print_plain(f"The source there: {statement}")
        for line in simulator.own_code(ending.own_place) if ending.exit_code != 0 else ():
            _print_plain(f"{line}{on_kernel}")
        if cure := advice.after(ending.exit_code, ending.output):
            _print_plain(cure)
        errors.print(
            f"[dim]{ending.cycles:,} cycles, {ending.instructions:,} instructions, interrupts off "
            f"at most {ending.interrupts_off_max:,} cycles, "
            f"exit code {ending.exit_code}{on_kernel}[/]",
            highlight=False,
            soft_wrap=True,
        )
    if any(ending.output != result.output for _, _, ending in runs):
        _print_plain(f"on {beside} the program printed something else")
    raise typer.Exit(simulator.exit_status(result.exit_code))


def _own(context: typer.Context, files: Sequence[Path]) -> list[Path]:
    """Return the C files of a program; none, if it is built already."""
    for file in files:
        if file.is_dir():
            raise typer.BadParameter(
                f"{file} is a folder, but not of an example: name C files or a program (ELF)"
            )
        if not file.is_file():
            raise typer.BadParameter(f"{file} does not exist")
    own = [file.absolute() for file in files if file.suffix == ".c"]
    if len(files) > 1 and len(own) < len(files):
        raise typer.BadParameter("several files must all be C files (.c)")
    if not own and not simulator.is_elf(files[0]):
        raise typer.BadParameter(
            f"{files[0].name} is not a C file (.c), nor an ELF file: name one of them. What is not "
            "in C, such as C++, is built by your own build, and its ELF file named here"
        )
    if not own:
        _refuse_for_built(context, files[0])
    return own


def _on_machine(
    context: typer.Context,
    machine: systems.Machine,
    files: Sequence[Path],
    kernel: str,
    platform: str,
    cores: int,
    define: Iterable[str],
    gdb: str | None,
) -> int:
    """Run a program on a machine that a system emulates; return the command's exit status."""
    only = ("hardware", "max_cycles", "seed", "jtag", "trace", "profile", "beside", "waves")
    for name in (*only, "trace_from", "trace_to", "waves_from", "waves_to", "freertos"):
        if _is_given(context, name):
            option = {"beside": "with"}.get(name, name.replace("_", "-"))
            raise typer.BadParameter(f"on {platform} there is no --{option}: leave one out")
    if kernel not in machine.kernels:
        raise typer.BadParameter(
            f"on {platform} the kernel is {' or '.join(machine.kernels)}, not {kernel}"
        )
    if INSTALLED:
        raise IsochronError(
            f"--platform {platform}: its board is not in the wheel that isochron was installed "
            f"from: {CHECKOUT_CURE}"
        )
    own = _own(context, files)
    code, said = machine.run(
        own or [files[0].absolute()],
        kernel,
        platform,
        cores,
        _symbols(define),
        gdb,
        print,
        _print_plain,
    )
    _print_plain(said)
    return code


def _symbols(define: Iterable[str]) -> dict[str, str]:
    pairs = (symbol.partition("=") for symbol in define)
    return {name: value if given else "1" for name, given, value in pairs}


def _refuse_with_cores(context: typer.Context) -> None:
    """Refuse options that the SoC with several cores has not."""
    for option in ("platform", "hardware", "seed", "jtag", "profile", "waves", "freertos"):
        if _is_given(context, option):
            raise typer.BadParameter(f"with --cores there is no --{option} yet: leave one out")


def _on_cores(
    files: Sequence[Path],
    cores: int,
    kernels: Sequence[str],
    symbols: Mapping[str, str],
    max_cycles: int,
    recorder: Recorder | None,
    gdb: str | None,
) -> int:
    """Run C files with each kernel, or a program, on the SoC with several cores.

    Return the command's exit status.
    """
    if INSTALLED:
        raise IsochronError(
            "--cores: the simulator of several cores is not in the wheel that isochron was "
            f"installed from: {CHECKOUT_CURE}, which builds it"
        )
    several = systems.several_cores()
    if cores not in several.numbers:
        numbers = " or ".join(map(str, several.numbers))
        raise typer.BadParameter(f"--cores {cores}: the SoC of several cores has {numbers}")
    own = [file.absolute() for file in files if file.suffix == ".c"]
    for kernel in kernels:
        if kernel not in several.kernels:
            raise typer.BadParameter(
                f"with --cores the kernel is {' or '.join(several.kernels)}, not {kernel}"
            )
    codes = []
    for kernel in kernels:
        with Activity() as activity:
            activity.now(f"{kernel if own else files[0].name} on {cores} cores")
            program = files[0].absolute()
            if own:
                program = several.build(own[0], cores, symbols, own[1:], kernel)
            record = partial(recorder.record, kernel if own else program.name) if recorder else None
            debugger = None
            if gdb:
                debugger = debugging.debugger(gdb, program, _print_plain, several.target)
            ending = several.run(program, cores, max_cycles, print, record, debugger)
        codes.append(ending.exit_code)
        if ending.said:
            _print_plain(ending.said)
        on_kernel = f" on {kernel}" if len(kernels) > 1 else ""
        _print_plain(
            f"{ending.cycles:,} cycles, {cores} cores, exit code {ending.exit_code}{on_kernel}"
        )
    return simulator.exit_status(codes[0])


def _refuse_for_built(context: typer.Context, program: Path) -> None:
    """Refuse options that have no effect on a program that is built already."""
    for option in ("kernel", "define", "freertos"):
        if _is_given(context, option):
            raise typer.BadParameter(
                f"--{option} is for C files, and {program.name} is built already: build it so, or "
                "choose by --hardware what the SoC has"
            )


def _is_given(context: typer.Context, option: str) -> bool:
    source = context.get_parameter_source(option)
    return source is not None and source.name == "COMMANDLINE"


def _print_plain(text: str) -> None:
    errors.print(text, highlight=False, markup=False, soft_wrap=True)


def _simulating(activity: Activity, max_cycles: int, cycles: int) -> None:
    """Say how far a run is: on a terminal always, elsewhere once, if it lasts."""
    limit = f"{max_cycles / 1e6:g} million cycles (--max-cycles)"
    activity.now(f"simulating: {cycles / 1e6:g} of at most {limit}")
    if cycles == LONG_RUN:
        activity.once(f"still running after {cycles / 1e6:g}, and endless after {limit}")
