# SPDX-License-Identifier: Apache-2.0
"""The command `isochron trace`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from isochron.processes import TEXT
from isochron.terminal import console
from isochron.tracing import recorded, words
from isochron.tracing.events import Begin
from isochron.tracing.recorder import check, new_writer
from isochron.tracing.timeline import LOST

EPILOG = """Examples:

    isochron trace uart.log                      what a board has printed, for ui.perfetto.dev

    isochron trace uart.log -o run.ctf           the same in the Common Trace Format
"""


def trace(
    log: Annotated[
        Path,
        typer.Argument(
            metavar="LOG", exists=True, dir_okay=False, help="What the program has printed."
        ),
    ],
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
    file = out or log.with_suffix(".perfetto-trace")
    with log.open(**TEXT) as lines:
        decoded = words.read(lines)
    happens = recorded.follow(decoded)
    check(file)
    cycles = losses = 0
    with closing(new_writer(file)) as writer:
        writer.begin(log.stem)
        for track, event in happens:
            writer.write(track, event)
            cycles = event.cycle
            losses += isinstance(event, Begin) and track.name == LOST
    lost = f"events were lost {losses} times" if losses else "nothing was lost"
    console.print(
        f"{len(decoded.words):,} words until cycle {cycles:,}; {lost}: {file}", soft_wrap=True
    )
