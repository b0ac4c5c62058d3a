# SPDX-License-Identifier: Apache-2.0
"""The option `--trace` of `isochron run`, and `isochron trace`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from isochron.errors import IsochronError
from isochron.terminal import console
from isochron.tracing import ctf, perfetto, reader, recorded, words
from isochron.tracing.timeline import LOST, Timeline

FORMATS: Mapping[str, Callable[[Path, Iterable[Timeline]], None]] = {
    ".perfetto-trace": perfetto.write,
    ".ctf": ctf.write,
}
"""By the end of the name: a file for Perfetto, a folder in the Common Trace Format."""


EPILOG = """Examples:

    isochron trace uart.log                      what a board has printed, for ui.perfetto.dev

    isochron trace uart.log -o run.ctf           the same in the Common Trace Format
"""


class WrongTraceFile(IsochronError):
    """A trace cannot be written to the file that was named."""


def check(file: Path) -> None:
    """Raise WrongTraceFile if no trace can be written there, before a program runs for it."""
    if file.suffix not in FORMATS:
        names = " or ".join(f"{file.stem}{ending}" for ending in FORMATS)
        raise WrongTraceFile(f"{file} does not end in a format of traces: name it {names}")
    try:
        if file.suffix == ".ctf":
            _check_folder(file)
        else:
            file.open("ab").close()
    except OSError as error:
        raise WrongTraceFile(
            f"{file} cannot be written ({error.strerror}): name a file in a folder that is there "
            "and yours"
        ) from error


def _check_folder(folder: Path) -> None:
    """Make the folder of a trace; refuse one that holds something else."""
    folder.mkdir(exist_ok=True)
    if any(folder.iterdir()) and not (folder / ctf.METADATA).is_file():
        raise WrongTraceFile(f"{folder} is a folder of something else: name a new one")


class Recorder:
    """Collects the runs of one trace."""

    def __init__(self, file: Path) -> None:
        """Refuse a file that no trace can be written to."""
        check(file)
        self._file = file
        self._folder = TemporaryDirectory()
        self._timelines: list[Timeline] = []

    @contextmanager
    def record(self, name: str, elf: Path) -> Iterator[Path]:
        """Give the file for the simulator's events; write the trace, however the run ends."""
        events = Path(self._folder.name) / "events.jsonl"
        try:
            yield events
        finally:
            if events.is_file():
                self._timelines.append(reader.read(name, events, elf))
                events.unlink()
                FORMATS[self._file.suffix](self._file, self._timelines)


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
    with log.open(errors="replace") as lines:
        found = words.read(lines)
    shown = recorded.timeline(log.stem, found)
    check(file)
    FORMATS[file.suffix](file, [shown])
    losses = len(shown.tracks[LOST].slices) if LOST in shown.tracks else 0
    lost = f"events were lost {losses} times" if losses else "nothing was lost"
    console.print(
        f"{len(found.words):,} words until cycle {shown.cycles:,}; {lost}: {file}", soft_wrap=True
    )
