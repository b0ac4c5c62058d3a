# SPDX-License-Identifier: Apache-2.0
"""`isochron board bitstream`, `isochron board load` and `isochron board report`"""

import contextlib
import sys
import termios
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import serial
import typer
from rich.progress import Progress

from isochron import examples, systems
from isochron.boards import build, contents, loader, loading, recorded, self_test, simulation
from isochron.boards import report as reports
from isochron.boards.build import Image
from isochron.boards.catalogue import Board, boards, names
from isochron.building import firmware
from isochron.errors import EXIT_FAILED, IsochronError
from isochron.processes import TEXT
from isochron.terminal import Activity, console, errors, known, new_table, writable

DEFAULT_FOLDER = Path("build/bitstreams")
_HEAP_SHARE = 8
"""Three of so many parts of the RAM are the heap of C files, unless the user says how much."""
_SHOWN = ("TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D")

BITSTREAM_EPILOG = """Examples:

    isochron board bitstream --board ulx3s-25f                       the loader and the self-test

    isochron board bitstream --board ulx3s-25f --program main.c      a program in its place: seconds

    isochron board bitstream --board ulx3s-85f --program firmware/examples/hello --kernel freertos

    isochron board bitstream --board ulx3s-25f --debug               for OpenOCD and GDB, by JTAG

    isochron board bitstream --board ulx3s-25f --check               its netlist is simulated, too

    isochron board bitstream --board ulx3s-85f --cores 2 --program main.c   two cores

    isochron board bitstream --list                                  boards, and kernels that fit
"""
BOARD_REPORT_EPILOG = """Examples:

    isochron board report board.log      what the terminal program has written
"""

LOAD_EPILOG = """Examples:

    isochron board load /dev/ttyUSB0 program.elf               load it, start it, show its output

    isochron board load socket://host:4000 program.elf         a port of another machine
"""


def bitstream(
    board: Annotated[
        str | None,
        typer.Option("--board", "-b", help=f"Board: {', '.join(names())}."),
    ] = None,
    program: Annotated[
        list[Path] | None,
        typer.Option(
            "--program",
            "-p",
            metavar="FILE",
            help="An ELF file, C files (repeat the option), or the folder of an example; "
            "by default the loader and the self-test.",
        ),
    ] = None,
    kernel: Annotated[
        str,
        typer.Option(
            "--kernel",
            "-k",
            help=f"Kernel whose hardware the SoC has: {', '.join(build.KERNELS)}. C files are "
            "built with it.",
            callback=known("kernel", build.KERNELS),
        ),
    ] = "isochron",
    platform: Annotated[
        str,
        typer.Option(
            help=f"Core of the SoC: {', '.join(build.PLATFORMS)}.",
            callback=known("platform", build.PLATFORMS),
        ),
    ] = build.IBEX,
    cores: Annotated[
        int, typer.Option(min=1, help="Cores of the SoC, for a program that is built for as many.")
    ] = 1,
    define: Annotated[
        list[str] | None,
        typer.Option(
            "--define",
            "-D",
            metavar="NAME[=VALUE]",
            help="Preprocessor symbol for C files and their kernel. May be repeated.",
        ),
    ] = None,
    hardware: Annotated[
        str | None,
        typer.Option(
            help=f"What the SoC has beside the hardware kernel: {', '.join(build.ADDITIONS)}.",
            callback=known("hardware", build.ADDITIONS),
        ),
    ] = None,
    debug: Annotated[
        bool,
        typer.Option("--debug", help="The SoC has a debug module, with JTAG on pins of the board."),
    ] = False,
    trace: Annotated[
        bool,
        typer.Option(
            "--trace", help="The SoC sends what happens to tasks by a pin, for `isochron trace`."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(min=1, help="Seed of place and route.")] = 1,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Folder for the bitstream.", callback=writable)
    ] = DEFAULT_FOLDER,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Simulate the netlist after place and route beside the RTL, too, with a small "
            "program: every output in every cycle. Takes some 3 minutes.",
        ),
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Record cells and clock in the repository.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="Show boards and kernels, do nothing else.")
    ] = False,
) -> None:
    """Make a bitstream of the reference SoC for a board, with a program in its RAM.

    Synthesis, place and route take some 6 minutes of a processor, once for a board and a kernel.
    Then a program takes seconds: the RAM's contents are replaced. Nothing here was tried on a
    board; the netlist runs in a simulation.
    """
    if listed:
        console.print(_boards())
        return
    known("board", names())(board)
    if board is None:
        raise typer.BadParameter(f"--board is missing; there are {', '.join(names())}")
    image = Image(boards()[board], kernel, seed, debug, trace, hardware, platform, cores)
    if (platform != build.IBEX or cores != 1) and not program:
        raise typer.BadParameter(
            f"--program is missing: the loader and the self-test are for one core, {build.IBEX}"
        )
    with Activity() as activity:
        activity.now("compiling")
        elf = _program(program or [], image, define or [])
        words = (  # refuse before the work
            contents.image(elf, image.board.ram_bytes)
            if program
            else loader.image(elf, image.board)
        )
        image.configuration(
            activity.long, lambda line: activity.now(f"place and route: {line[:70]}")
        )
        figures = image.figures()
        cycles = simulation.check(image, activity.now) if check else None
        if record:
            recorded.save(image, figures, cycles)
        activity.now("writing the bitstream")
        out.mkdir(parents=True, exist_ok=True)
        target = out / f"{board}-{image.soc}-{_name(program or [])}.bit"
        files = image.bitstream(words, target)
    table = new_table(f"{image.board.title}, {image.soc}", "", "", "")
    for kind in _SHOWN:
        used, available = figures.used.get(kind, (0, 0))
        table.add_row(kind, f"{used:,} of {available:,}", f"{100 * used // max(available, 1)}%")
    table.add_row("clock", f"{image.board.clock_mhz} MHz", f"reaches {figures.mhz} MHz")
    console.print(table)
    if cycles:
        console.print(
            f"The netlist after place and route did what the RTL does in {cycles:,} cycles: every "
            "output had the same value in each.",
            soft_wrap=True,
            highlight=False,
        )
    for file in files:
        console.print(f"{file}: {file.stat().st_size:,} bytes", soft_wrap=True, highlight=False)
    console.print(
        f"Next: openFPGALoader -b {image.board.loader} {files[0]}, and a terminal with "
        f"{image.board.baud:,} baud, 8N1. Not tried on hardware.",
        soft_wrap=True,
        highlight=False,
    )


def load(
    port: Annotated[
        str, typer.Argument(metavar="PORT", help="Serial port of the board, or pyserial's URL.")
    ],
    program: Annotated[
        Path,
        typer.Argument(metavar="ELF", exists=True, dir_okay=False, help="The program's ELF file."),
    ],
    baud: Annotated[int, typer.Option(min=1, help="Speed of the line.")] = Board.baud,
    listen: Annotated[
        bool, typer.Option(help="Show what the program prints, until Ctrl-C.")
    ] = True,
) -> None:
    """Load a program into a board by its serial line, and start it.

    The board runs the loader, which a bitstream without --program has. A block that is lost or
    damaged is sent again. A board takes one program; for the next one configure it again.
    """
    try:
        with serial.serial_for_url(port, baudrate=baud, timeout=1) as line:
            with Progress(console=errors, transient=True) as progress:
                task = progress.add_task(program.name)
                size = loading.load(
                    line, program, lambda done, of: progress.update(task, completed=done, total=of)
                )
            errors.print(f"{size:,} bytes loaded; {program.name} runs.", highlight=False)
            with contextlib.suppress(KeyboardInterrupt):
                while listen:
                    sys.stdout.buffer.write(line.read())
                    sys.stdout.buffer.flush()
    except (serial.SerialException, termios.error, ValueError) as error:
        raise IsochronError(
            f"{port} cannot be used ({error}): name the board's serial port, close the terminal "
            "program that has it, and see whether the cable is plugged in"
        ) from error


def board_report(
    log: Annotated[
        Path, typer.Argument(metavar="LOG", help="What the self-test printed on the board.")
    ],
) -> None:
    """Compare what a board's self-test measured with the simulator, cycle by cycle.

    The exit code is 1 if a sample differs, or is missing.
    """
    if not log.is_file():
        raise typer.BadParameter(f"{log} is not there: name the file that the terminal has written")
    log_read = reports.read(log.read_text(**TEXT))
    with Activity() as activity:
        activity.now(f"simulating the self-test with {log_read.kernel}")
        expected = reports.simulated(log_read.kernel, log_read.tests, activity.long)
    rows = reports.compare(log_read, expected)
    table = new_table(
        f"Self-test with the kernel {log_read.kernel}", *("test", "metric", "samples", "cycles", "")
    )
    for row in rows:
        verdict = "[bold red]different[/]" if row.differences else "[green]equal[/]"
        cycles = f"{row.least:,}" if row.least == row.most else f"{row.least:,} to {row.most:,}"
        table.add_row(row.test, row.metric, f"{row.samples:,}", cycles, verdict)
    console.print(table)
    wrong = [difference for row in rows for difference in row.differences]
    for difference in wrong[: reports.SHOWN]:
        console.print(difference, soft_wrap=True, highlight=False, markup=False)
    if wrong:
        console.print(f"{len(wrong):,} samples differ from the simulator.", highlight=False)
        raise typer.Exit(EXIT_FAILED)
    total = sum(row.samples for row in rows)
    console.print(f"All {total:,} samples are equal to the simulator's, cycle by cycle.")


def _name(program: Sequence[Path]) -> str:
    return program[0].resolve().stem if program else "self-test"


def _program(files: Sequence[Path], image: Image, define: Sequence[str]) -> Path:
    """Return the ELF file of what the user names, built for the board if it is C."""
    board, kernel = image.board, image.kernel
    if define and not any(file.is_dir() or file.suffix == ".c" for file in files):
        raise typer.BadParameter("--define is for C files, and what is named is built already")
    if not files:
        return self_test.build(kernel, board.ram_bytes)
    for file in files:
        if not file.exists():
            raise typer.BadParameter(f"{file} does not exist")
    example = examples.of_folder(files[0]) if len(files) == 1 else None
    if example is None and len(files) == 1 and files[0].suffix != ".c":
        if files[0].is_dir():
            raise typer.BadParameter(
                f"{files[0]} is a folder, but not of an example: name C files, or an ELF file"
            )
        for system in systems.systems():
            if system.cores:
                system.cores.refuse_others(files[0], image.cores)
        return files[0]
    if example is None and any(file.suffix != ".c" for file in files):
        raise typer.BadParameter("several files must all be C files (.c)")
    if example:
        example.refuse_other_kernels(kernel)
        example.refuse_other_cores(image.cores)
        if example.soc and example.soc != image.addition:
            raise IsochronError(
                f"the example {example.name} needs an SoC with the hardware {example.soc}: choose "
                f"--hardware {example.soc}"
            )
    sources = [file.absolute() for file in (example.sources if example else files)]
    pairs = (symbol.partition("=") for symbol in define)
    defines = {
        **board.clock,
        **({} if board.ram_kib == 256 else {"configTOTAL_HEAP_SIZE": str(_heap(board))}),
        **(example.options if example else {}),
        **{name: value or "1" for name, _, value in pairs},
    }
    if image.cores != 1:
        several = systems.several_cores()
        return several.build(sources[0], image.cores, defines, sources[1:], kernel)
    parts = example.parts if example else firmware.Parts(tuple(sources[1:]))
    return firmware.build(
        sources[0],
        kernel,
        image.platform,
        defines=defines,
        parts=parts,
        ram_bytes=board.ram_bytes,
    )


def _heap(board: Board) -> int:
    return 3 * board.ram_bytes // _HEAP_SHARE


def _boards() -> object:
    table = new_table("boards", "board", "what it is", "clock", "RAM", "kernels")
    for board in boards().values():
        size = f"{board.ram_kib} KiB"
        kernels = ", ".join(board.kernels)
        table.add_row(board.name, board.title, f"{board.clock_mhz} MHz", size, kernels)
    return table
