# SPDX-License-Identifier: Apache-2.0
"""The command `isochron trace`."""

import termios
from contextlib import closing
from pathlib import Path
from typing import Annotated

import serial
import typer

from isochron.errors import IsochronError
from isochron.processes import TEXT
from isochron.terminal import console, errors
from isochron.tracing import recorded, words
from isochron.tracing.cable import BAUD, Cable
from isochron.tracing.events import Begin
from isochron.tracing.recorder import check, new_writer
from isochron.tracing.timeline import LOST
from isochron.tracing.words import Log

EPILOG = """Examples:

    isochron trace uart.log                      what a board has printed, for ui.perfetto.dev

    isochron trace uart.log -o run.ctf           the same in the Common Trace Format

    isochron trace --from /dev/ttyUSB1 -o run.perfetto-trace     while the program runs
"""


def trace(
    log: Annotated[
        Path | None,
        typer.Argument(
            metavar="LOG",
            exists=True,
            dir_okay=False,
            help="What the program has printed; with --from only the names of tasks are used.",
            show_default=False,
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="PORT",
            help="Serial port at which a board's trace arrives, or pyserial's URL: record until "
            "Ctrl-C.",
            show_default=False,
        ),
    ] = None,
    baud: Annotated[int, typer.Option(min=1, help="Speed of that port.")] = BAUD,
    out: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="FILE.perfetto-trace or, as a folder in the Common Trace Format, FILE.ctf; "
            "LOG.perfetto-trace by default.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Decode the words that the trace of real hardware has recorded: tasks and lines as tracks.

    Of the log only lines count that begin with `trace:`. Behind that are words of eight
    hexadecimal digits, as uxIsochronTraceRead() gives them, or `task NUMBER is NAME`.
    docs/howto/trace.md has a program that prints them.
    """
    if not log and not source:
        raise typer.BadParameter("name a LOG, or a port by --from")
    file = out or (log.with_suffix(".perfetto-trace") if log else None)
    if not file:
        raise typer.BadParameter("--from without a LOG: name the file by --output")
    if not source:
        assert log is not None
        with log.open(**TEXT) as lines:
            decoded = words.read(lines)
        _write(decoded, file, log.stem)
        return
    names: dict[int, str] = {}
    if log:
        with log.open(**TEXT) as lines:
            _, names = words.parse(lines)
    try:
        with serial.serial_for_url(source, baudrate=baud, timeout=1) as port:
            errors.print(f"recording what comes by {source}, until Ctrl-C", soft_wrap=True)
            _write(Log(Cable(port), names), file, file.stem)
    except (serial.SerialException, termios.error, ValueError) as error:
        raise IsochronError(
            f"{source} cannot be used ({error}): name the serial port at which the board's trace "
            "arrives, and see whether the cable is plugged in"
        ) from error


def _write(log: Log, file: Path, run: str) -> None:
    """Write a trace, and tell how much there was."""
    happens = recorded.follow(log)
    check(file)
    cycles = losses = 0
    with closing(new_writer(file)) as writer:
        writer.begin(run)
        for track, event in happens:
            writer.write(track, event)
            cycles = event.cycle
            losses += isinstance(event, Begin) and track.name == LOST
    times = "once" if losses == 1 else f"{losses} times"
    lost = f"events were lost {times}" if losses else "nothing was lost"
    told = f"{len(log.words):,} words until cycle {cycles:,}; {lost}: {file}"
    console.print(told, soft_wrap=True)
