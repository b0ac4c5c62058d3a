# SPDX-License-Identifier: Apache-2.0
"""The command line."""

from __future__ import annotations

import errno
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from systems.time_manager.lab import periods

from isochron import (
    advice,
    cores,
    examples,
    files,
    listing,
    overlay,
    projects,
    registers,
    report,
    results,
    suites,
    versions,
)
from isochron import bench as laboratory
from isochron import doctor as examination
from isochron.affected import affected
from isochron.analysis.command import EPILOG as ANALYZE_EPILOG
from isochron.analysis.command import analyze
from isochron.api.command import api_table
from isochron.boards.command import BITSTREAM_EPILOG, REPORT_EPILOG, bitstream, board_report
from isochron.building import firmware, options, platforms
from isochron.debugging import command as debugging
from isochron.differential.command import differential, soak_for_hours
from isochron.errors import IsochronError, ToolMissing
from isochron.jobs.options import AtATime, Scheduler
from isochron.jobs.workers import workers
from isochron.linux.command import EPILOG as LINUX_EPILOG
from isochron.linux.command import linux
from isochron.mutants.command import try_mutants
from isochron.pages.command import figures, record
from isochron.paths import ROOT
from isochron.profiling import command as profiling
from isochron.proofs.command import prove
from isochron.running import assertions, simulator
from isochron.synth import records as silicon
from isochron.synth.command import EPILOG as SYNTH_EPILOG
from isochron.synth.command import synth
from isochron.synth.verilog import EPILOG as VERILOG_EPILOG
from isochron.synth.verilog import verilog
from isochron.systems import systems
from isochron.terminal import (
    Activity,
    OutputFolder,
    console,
    errors,
    known,
    new_table,
    progress,
)
from isochron.tracing import command as tracing
from isochron.tracing import waves as waving
from isochron.tracing.recorder import Recorder
from isochron.tracing.window import Window

EXIT_FAILED = 1
"""What was asked for ran and failed: a program, a benchmark, a check."""
EXIT_USAGE = 2
"""The command line is wrong."""
EXIT_TOOL_MISSING = 3
"""Something is not installed."""

USE = "Run and measure"
MEASURE = "Measure hardware and Linux"
CHECK = "Check"
MAINTAIN = "Keep files current"
"""Groups of commands."""

LONG_RUN = 10_000_000
"""Cycles after which somebody who sees nothing may think that the program hangs."""

_ROOM, _OWN = "make room on its disk", "name a file in a folder that is yours"
_CURES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), _ROOM),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _OWN),
    errno.EIO: "look at its disk",
}
"""What to do where the system does not let a file be written."""

DEFAULT_FOLDER = Path("build/report")
DEFAULT_KERNEL = "isochron"
OF_SYSTEMS = {
    "kernel": [name for system in systems() for name in system.kernels],
    "platform": [name for system in systems() for name in system.platforms],
}
ONLY_BENCH = {
    name: "only isochron bench measures it" for names in OF_SYSTEMS.values() for name in names
}
"""Kernels and boards that no program of a user's runs on."""

_verbose: ContextVar[bool] = ContextVar("verbose", default=False)

app = typer.Typer(
    name="isochron",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
    help="Measure FreeRTOS, in software and on the hardware kernel, cycle by cycle.",
    epilog="Start with [bold]isochron run firmware/examples/first_program.c[/], then "
    "[bold]isochron bench[/], whose report is build/report/index.html. "
    "If something is missing, [bold]isochron doctor[/] says what to do.",
)


def main() -> None:
    """Run the command line; every expected error ends as one line that names cause and cure."""
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        # A terminal need not know each character that a program prints.
        sys.stdout.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # it ends all as Ctrl-C does
    try:
        app()
    except OSError as error:
        if error.errno not in _CURES or _verbose.get():
            raise
        text = f"{error.filename or 'a file'}: {error.strerror}: {_CURES[error.errno]}"
        errors.print(f"[bold red]error:[/] {escape(text)}", soft_wrap=True, highlight=False)
        sys.exit(EXIT_FAILED)
    except IsochronError as error:
        notes = getattr(error, "__notes__", []) if _verbose.get() else []
        text = escape("\n".join([str(error), *notes]))
        errors.print(f"[bold red]error:[/] {text}", soft_wrap=True, highlight=False)
        sys.exit(EXIT_TOOL_MISSING if isinstance(error, ToolMissing) else EXIT_FAILED)


@app.callback()
def common_options(
    verbose: Annotated[
        bool, typer.Option("--verbose", help="With an error, show the command that failed, too.")
    ] = False,
) -> None:
    """Options of all commands."""
    _verbose.set(verbose)


SuiteNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SUITE]...",
        help="Suites, or single tests of them; everything by default.",
        callback=known("suite or test", laboratory.names()),
        show_default=False,
    ),
]
KernelNames = Annotated[
    list[str] | None,
    typer.Option(
        "--kernel",
        "-k",
        help="Only this kernel; may be repeated.",
        callback=known("kernel", [*firmware.KERNELS, *OF_SYSTEMS["kernel"]]),
    ),
]
PlatformNames = Annotated[
    list[str] | None,
    typer.Option(
        "--platform",
        "-p",
        help="Only this platform; may be repeated.",
        callback=known("platform", [*platforms.PLATFORMS, *OF_SYSTEMS["platform"]]),
    ),
]
Optimisations = Annotated[
    list[str] | None,
    typer.Option(
        "--optimisation",
        "-O",
        help="Only this optimisation of the compiler (O0, O2, O3); may be repeated.",
        callback=known("optimisation", [firmware.UNOPTIMISED, *firmware.OPTIMISATIONS]),
    ),
]


@app.command(
    rich_help_panel=USE,
    epilog="""Examples:

    isochron run firmware/examples/first_program.c

    isochron run program.c --kernel freertos -D NDEBUG   on stock FreeRTOS, without assertions

    isochron run program.c motor.c                       of two files

    isochron run firmware/examples/line                  an example, with the options it needs

    isochron run program.c --gdb :3333                   debugged: target remote :3333 in GDB

    isochron run program.elf --platform vexriscv --hardware hybrid   built with kernel hybrid

    isochron run program.c --trace run.perfetto-trace --with freertos   the trace of two kernels

    isochron run program.c --trace run.ctf --trace-from 600000 --trace-to 700000   a part of it

    isochron run program.c --profile xQueueReceive --with freertos   what a function takes on both

    isochron run program.c --profile vProducer:main.c:40   from a function's begin to a line

    isochron run program.c --waves run.fst --waves-from 600000 --waves-to 700000   signals
""",
)
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
            help=f"Kernel that C files are built with: {', '.join(firmware.KERNELS)}.",
            callback=known("kernel", firmware.KERNELS, ONLY_BENCH),
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
            help=f"Platform to run it on: {', '.join(platforms.PLATFORMS)}.",
            callback=known("platform", platforms.PLATFORMS, ONLY_BENCH),
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
) -> None:
    """Run a program on the simulated SoC; show its output and what it measured.

    C files are compiled with a kernel and the board's files first; nothing
    else of their folder is. The first run builds the simulator: 1 to 4 minutes.

    A program ends by board_exit() of board.h. Its exit code becomes the
    command's, which is 1 if the program crashed or never ended.
    """
    example = examples.of_folder(files[0]) if len(files) == 1 else None
    if example:
        example.refuse_other_kernels(kernel)
        files = list(example.sources)
    for file in files:
        if file.is_dir():
            raise typer.BadParameter(
                f"{file} is a folder, but not of an example: name C files or a program (ELF)"
            )
        if not file.is_file():
            raise typer.BadParameter(f"{file} does not exist")
    program, chosen = files[0], firmware.KERNELS[kernel]
    own = [file.absolute() for file in files if file.suffix == ".c"]
    if len(files) > 1 and len(own) < len(files):
        raise typer.BadParameter("several files must all be C files (.c)")
    if not own and not simulator.is_elf(program):
        raise typer.BadParameter(
            f"{program.name} is not a C file (.c), nor an ELF file: name one of them. What is not "
            "in C, such as C++, is built by your own build, and its ELF file named here"
        )
    if not own:
        _refuse_for_built(context, program)
    if beside and not (own and beside != kernel):
        raise typer.BadParameter("--with needs C files and another kernel")
    if beside and example:
        example.refuse_other_kernels(beside)
    if waves is None and (waves_from or waves_to is not None):
        raise typer.BadParameter("--waves-from and --waves-to need --waves FILE.fst")
    if trace is None and (trace_from or trace_to is not None):
        raise typer.BadParameter("--trace-from and --trace-to need --trace FILE")
    if trace_to is not None and trace_to < trace_from:
        raise typer.BadParameter(
            "--trace-to comes before --trace-from: the first cycle comes first"
        )
    recorder = Recorder(trace, Window(trace_from, trace_to)) if trace else None
    profiler = profiling.Profiler(profile or [])
    signals = waving.wanted(waves, waves_from, waves_to) if waves else None

    def record(name: str, elf: Path) -> AbstractContextManager[Path | None]:
        return recorder.record(name, elf) if recorder else nullcontext()

    with Activity() as activity, recorder or nullcontext():
        if own:
            activity.now(f"compiling {program.name} and the kernel {kernel}")
            pairs = (symbol.partition("=") for symbol in define or ())
            symbols = {name: value if given else "1" for name, given, value in pairs}
            for name, near in options.unread(symbols, own).items():
                hint = f"; did you mean {near}?" if near else ""
                _print_plain(f"warning: neither program nor kernel reads {name}{hint}")
            build = partial(
                firmware.build,
                own[0],
                platform=platform,
                defines={**(example.defines if example else {}), **symbols},
                parts=example.parts if example else firmware.Parts(tuple(own[1:])),
                on_warnings=_print_plain,
            )
            program = build(kernel)
        activity.now("preparing the simulation")
        debugger = debugging.debugger(gdb, program, _print_plain) if gdb else None
        name = kernel if own else program.name
        with record(name, program) as events, waving.with_layout(signals):
            result = simulator.run(
                program,
                platform,
                hardware=hardware
                or (example.hardware(chosen.package) if example else chosen.hardware),
                max_cycles=max_cycles,
                seed=seed,
                own=own,
                on_line=lambda line: print(line),
                on_make=activity.long,
                debugger=debugger,
                on_cycles=partial(_simulating, activity, max_cycles),
                trace=events,
                profile=profiler.arguments(program),
                waves=signals,
            )
        runs = [(name, program, result)]
        if beside:
            activity.now(f"the same with the kernel {beside}")
            other, on = build(beside), firmware.KERNELS[beside]
            with record(beside, other) as events:
                second = simulator.run(
                    other,
                    platform,
                    hardware=example.hardware(on.package) if example else on.hardware,
                    max_cycles=max_cycles,
                    seed=seed,
                    own=own,
                    on_make=activity.long,
                    on_cycles=partial(_simulating, activity, max_cycles),
                    trace=events,
                    profile=profiler.arguments(other),
                )
            runs.append((beside, other, second))
    for name, elf, one in runs:
        profiler.add(name, elf, one)
    for shown in profiler.shown():
        console.print(shown)
    for name, _, one in runs:
        on_kernel = f" on {name}" if beside else ""
        if statement := assertions.source(one.output) if one.exit_code != 0 else None:
            _print_plain(f"The source there: {statement}")
        for line in simulator.own_code(one.own_place) if one.exit_code != 0 else ():
            _print_plain(f"{line}{on_kernel}")
        if told := advice.after(one.exit_code, one.output):
            _print_plain(told)
        errors.print(
            f"[dim]{one.cycles:,} cycles, {one.instructions:,} instructions, interrupts off at "
            f"most {one.interrupts_off_max:,} cycles, exit code {one.exit_code}{on_kernel}[/]",
            highlight=False,
            soft_wrap=True,
        )
    if any(one.output != result.output for _, _, one in runs):
        _print_plain(f"on {beside} the program printed something else")
    raise typer.Exit(simulator.exit_status(result.exit_code))


def _refuse_for_built(context: typer.Context, program: Path) -> None:
    """Refuse options that have no effect on a program that is built already."""
    for option in ("kernel", "define"):
        source = context.get_parameter_source(option)
        if source is not None and source.name == "COMMANDLINE":
            raise typer.BadParameter(
                f"--{option} is for C files, and {program.name} is built already: build it so, or "
                "choose by --hardware what the SoC has"
            )


def _print_plain(text: str) -> None:
    errors.print(text, highlight=False, markup=False, soft_wrap=True)


def _simulating(activity: Activity, max_cycles: int, cycles: int) -> None:
    """Say how far a run is: on a terminal always, elsewhere once, if it lasts."""
    limit = f"{max_cycles / 1e6:g} million cycles (--max-cycles)"
    activity.now(f"simulating: {cycles / 1e6:g} of at most {limit}")
    if cycles == LONG_RUN:
        activity.once(f"still running after {cycles / 1e6:g}, and endless after {limit}")


@app.command(
    rich_help_panel=USE,
    epilog="""Examples:

    isochron bench                                    the main job: the heart of each system

    isochron bench --all                              everything: half an hour

    isochron bench --all --scheduler tcp://host:8786  the same by a Dask cluster

    isochron bench semaphore-2 --kernel freertos      one test, one kernel

    isochron bench -p ibex -O O2 --out /some/folder   one platform, into another folder
""",
)
def bench(
    selection: SuiteNames = None,
    kernel: KernelNames = None,
    platform: PlatformNames = None,
    optimisation: Optimisations = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All benchmarks, not the main job only.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Run again what is known, and see that it is the same.")
    ] = False,
    durations: Annotated[
        int, typer.Option(min=0, help="Show so many of the longest jobs.", show_default=False)
    ] = 0,
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
    out: OutputFolder = DEFAULT_FOLDER,
) -> None:
    """Run benchmarks; write results.json and a report.

    Without options this is the main job: the heart of each system, minutes. A selection chooses
    from everything. The results have, beside what was asked for, all that was measured before from
    what there is now.

    Programs and simulators are built when something has changed, and a run is repeated only then:
    figures are cycles of a simulation, the same on every machine, and the same when run again.
    """
    choices = (selection or (), kernel or (), platform or (), optimisation or ())
    jobs = laboratory.plan(*choices)
    if not any(choices) and not everything:
        jobs = [job for job in jobs if job.in_heart]
    if not jobs:
        raise IsochronError(
            "there is nothing that all these options choose: isochron list shows what there is"
        )
    took: list[laboratory.Duration] = []
    with workers(at_a_time, scheduler, fresh=fresh) as who, progress() as shown:
        parts = len(jobs) + len({job.simulator for job in jobs} - {None})
        task = shown.add_task("Benchmarks", total=parts)

        def done(duration: laboratory.Duration) -> None:
            took.append(duration)
            shown.advance(task)
            if not console.is_terminal:
                console.print(duration.name, soft_wrap=True)

        records = laboratory.collect(jobs, who, done)
    whole = silicon.added(results.Results(versions.collect(), records), results.there(out))
    console.print(f"Results: {results.save(whole, out)}", soft_wrap=True)
    console.print(f"Report:  {report.write(whole, out)}", soft_wrap=True)
    if durations:
        longest = new_table("longest", "what", "seconds")
        for one in sorted(took, key=lambda one: one.seconds, reverse=True)[:durations]:
            longest.add_row(one.name, f"{one.seconds:.1f}")
        console.print(longest)


@app.command("report", rich_help_panel=USE)
def render(out: OutputFolder = DEFAULT_FOLDER) -> None:
    """Render the report again from a folder's results.json."""
    measured = results.load(out / results.FILE_NAME)
    console.print(f"Report: {report.write(measured, out)}", soft_wrap=True)


@app.command("list", rich_help_panel=USE)
def show(
    part: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART]...",
            help="Only kernels, platforms, hardware, or a suite, by its name.",
            callback=known("part", listing.parts()),
            show_default=False,
        ),
    ] = None,
) -> None:
    """List kernels and platforms, then what bench measures: suites, tests, metrics.

    A metric is one figure of a test. Its sweep is what it is measured over,
    such as the number of tasks; "repetition" means several times the same.
    """
    tables = listing.tables()
    for name in part or tables:
        console.print(tables[name])


@app.command(rich_help_panel=USE)
def doctor() -> None:
    """Say which tools are there, in which version, and what to do about the others."""
    findings = examination.examine()
    found = new_table("", "", "what", "for", "version")
    for finding in findings:
        mark = "[green]ok[/]" if finding.good else "[bold red]missing[/]"
        found.add_row(mark, finding.name, finding.purpose, finding.version or "")
    console.print(found)
    wrong = [finding for finding in findings if not finding.good]
    for finding in wrong:
        errors.print(f"[bold red]{escape(finding.name)}:[/] {escape(finding.cure)}", soft_wrap=True)
    if wrong:
        raise typer.Exit(EXIT_TOOL_MISSING)
    console.print("All is there.")


@app.command("periods", rich_help_panel=CHECK)
def run_periods(
    count: Annotated[
        int, typer.Option("--periods", min=2, help="Releases at each rate.")
    ] = periods.PERIODS,
) -> None:
    """Run periodic tasks on the time manager for many periods; fail if a release drifts.

    100,000 periods take twenty minutes.
    """
    with console.status(f"{count:,} periods at each rate"):
        rates = periods.measure(count)
    table = new_table("Periods", "cycles", "releases", "drift", "latency, least", "most")
    for rate in rates:
        figures = (rate.period, rate.releases, rate.drift, rate.latency_least, rate.latency_most)
        table.add_row(*(f"{figure:,}" for figure in figures))
    console.print(table)
    if any(rate.drift for rate in rates):
        raise typer.Exit(EXIT_FAILED)


app.command(
    rich_help_panel=CHECK,
    epilog="""Examples:

    isochron differential --calls 100000 --seed 7          the same scenarios each time

    isochron differential --without priority_of_waiter     also what is known to differ

    isochron differential --scenario build/differential/seed_1_scenario_7.txt   one that differed

    isochron differential --scheduler tcp://host:8786      by a Dask cluster: the same scenarios
""",
)(differential)
app.command(
    rich_help_panel=CHECK,
    epilog="""Examples:

    isochron affected hardware/rtl/kernel/isochron_lists.sv

    isochron affected --run $(git diff --name-only)
""",
)(affected)
app.command(rich_help_panel=USE, epilog=ANALYZE_EPILOG)(analyze)
app.command(rich_help_panel=MEASURE, epilog=BITSTREAM_EPILOG)(bitstream)
app.command("board-report", rich_help_panel=MEASURE, epilog=REPORT_EPILOG)(board_report)
app.command(rich_help_panel=MEASURE, epilog=LINUX_EPILOG)(linux)
app.command(rich_help_panel=MEASURE, epilog=SYNTH_EPILOG)(synth)
app.command(rich_help_panel=USE, epilog=tracing.EPILOG)(tracing.trace)
app.command(rich_help_panel=USE, epilog=VERILOG_EPILOG)(verilog)
app.command("api-table", rich_help_panel=MAINTAIN)(api_table)
app.command(
    "soak",
    rich_help_panel=CHECK,
    epilog="""Examples:

    isochron soak --calls 1000000                  so many calls more than last time

    isochron soak --scheduler tcp://host:8786      by a Dask cluster, until Ctrl-C
""",
)(soak_for_hours)
app.command(rich_help_panel=MAINTAIN)(record)
app.command(rich_help_panel=MAINTAIN)(figures)
app.command(
    rich_help_panel=CHECK,
    epilog="""Examples:

    isochron prove --quick           every proof in its smallest size

    isochron prove ready-lists       one of them, in all sizes

    isochron prove --scheduler tcp://host:8786   all, by a Dask cluster
""",
)(prove)
app.command(
    "mutants",
    rich_help_panel=CHECK,
    epilog="""Examples:

    isochron mutants                                    50 of each part

    isochron mutants --number 500 --seed 2 gic-c        of one part

    isochron mutants --scheduler tcp://host:8786        by a Dask cluster
""",
)(try_mutants)


@app.command(
    rich_help_panel=USE,
    epilog="""Examples:

    isochron new my-app                  a project of the example hello

    isochron new my-app --example line
""",
)
def new(
    folder: Annotated[
        Path, typer.Argument(help="Where the project will be. Its name is that of the program.")
    ],
    example: Annotated[
        str,
        typer.Option(
            "--example",
            "-e",
            help=f"Example that it begins as: {', '.join(examples.examples())}.",
            callback=known("example", examples.examples(), examples.single_files()),
        ),
    ] = "hello",
) -> None:
    """Make a project of an example, for CMake, with a preset for each kernel.

    Its README says how to build and run it. Nothing of this command is needed then.
    """
    projects.make(folder, examples.examples()[example])
    console.print(f"Made {folder} of the example {example}. Next:", soft_wrap=True)
    for line in projects.commands(folder, examples.examples()[example]):
        console.print(f"  {line}", soft_wrap=True, highlight=False)


@app.command(
    "overlay",
    rich_help_panel=USE,
    epilog="""Examples:

    isochron overlay FreeRTOS-Kernel

    isochron overlay FreeRTOS-Kernel --attachment banked
""",
)
def write_overlay(
    folder: Annotated[Path, typer.Argument(help="Where it will be.")],
    attachment: Annotated[
        str,
        typer.Option(
            help=f"How the core reaches the kernel: {', '.join(overlay.attachments())}.",
            callback=known("attachment", overlay.attachments()),
        ),
    ] = overlay.attachments()[0],
) -> None:
    """Write a folder like FreeRTOS-Kernel's, with this kernel's files in it.

    For a build that compiles FreeRTOS-Kernel's folder itself: name this one
    in its place. Its include_path.txt has the folders of headers, which come
    before others. configUSE_HW_ACCELERATION chooses the kernel.
    """
    overlay.make(folder, attachment)
    console.print(f"Made {folder}; its headers: {folder / overlay.INCLUDE_PATH}", soft_wrap=True)


@app.command("examples", rich_help_panel=MAINTAIN)
def show_outputs(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when an output is another one.")
    ] = False,
) -> None:
    """Run the examples, and write their outputs into their READMEs and the tutorial."""
    for page in examples.pages():
        shown = page.read_text()
        true = examples.with_outputs(shown, examples.output)
        if true == shown:
            continue
        if check:
            raise IsochronError(
                f"{page.relative_to(ROOT)} does not show what is printed: run `isochron examples`"
            )
        files.write(page, true)
        console.print(f"written: {page.relative_to(ROOT)}")


@app.command("cores", rich_help_panel=MAINTAIN)
def generate_cores(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when a file is stale.")
    ] = False,
) -> None:
    """Write the core files of FuseSoC and Bender.yml from the lists of RTL."""
    changed = cores.stale() if check else cores.write()
    for path in changed:
        console.print(f"{'stale' if check else 'written'}: {path.relative_to(ROOT)}")
    if check and changed:
        raise IsochronError("core files are stale: run `isochron cores`, commit them")


@app.command("registers", rich_help_panel=MAINTAIN)
def generate_registers(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when a file is stale.")
    ] = False,
) -> None:
    """Generate headers, constants and pages from the register descriptions."""
    changed = registers.stale() if check else registers.write()
    for path in changed:
        console.print(f"{'stale' if check else 'written'}: {path.relative_to(ROOT)}")
    if check and changed:
        raise IsochronError("generated files are stale: run `isochron registers`, commit them")
