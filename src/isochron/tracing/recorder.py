# SPDX-License-Identifier: Apache-2.0
"""The option `--trace` of `isochron run`: a trace is written while its program runs."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

from isochron import files
from isochron.errors import IsochronError
from isochron.tracing import ctf, perfetto, reader
from isochron.tracing.events import OnTrack
from isochron.tracing.idle import joined
from isochron.tracing.output import Writer
from isochron.tracing.program import Program
from isochron.tracing.window import Window

FORMATS: Mapping[str, Callable[[Path], Writer]] = {
    ".perfetto-trace": perfetto.Writer,
    ".ctf": ctf.Writer,
}
"""By the end of the name: a file for Perfetto, a folder in the Common Trace Format."""
Follow = Callable[[Iterable[dict[str, Any]], Program], Iterator[OnTrack]]
"""From a simulator's records of a program to what happens on tracks, in the order of time."""


def check(file: Path) -> None:
    """Raise IsochronError if no trace can be written there, before a program runs for it."""
    if file.suffix not in FORMATS:
        names = " or ".join(f"{file.stem}{ending}" for ending in FORMATS)
        raise IsochronError(f"{file} does not end in a format of traces: name it {names}")
    try:
        if file.suffix == ".ctf":
            _check_folder(file)
        else:
            files.check(file)
    except OSError as error:
        raise IsochronError(
            f"{file} cannot be written ({error.strerror}): name a file in a folder that is there "
            "and yours"
        ) from error


def _check_folder(folder: Path) -> None:
    """Refuse a folder that holds something else, or cannot be made or written."""
    if not folder.exists():
        folder.mkdir()
        folder.rmdir()
    elif any(folder.iterdir()) and not (folder / ctf.METADATA).is_file():
        raise IsochronError(f"{folder} is a folder of something else: name a new one")
    else:
        files.check(folder / ctf.METADATA)


def new_writer(file: Path) -> Writer:
    """Begin a trace, in place of one that is there."""
    return FORMATS[file.suffix](file)


def _follow(records: Iterable[dict[str, Any]], program: Program) -> Iterator[OnTrack]:
    return joined(reader.follow(records, program))


class Recorder(ExitStack):
    """Writes the runs of one trace, which ends with its block."""

    def __init__(self, file: Path, window: Window) -> None:
        """Refuse a file that no trace can be written to."""
        super().__init__()
        check(file)
        self._file = file
        self._window = window
        self._writer: Writer | None = None

    @contextmanager
    def record(self, name: str, elf: Path, follow: Follow = _follow) -> Iterator[Path]:
        """Give the file for a simulator's records; write what they tell, however the run ends."""
        program = Program(elf)
        writer = self._writer = self._writer or self.enter_context(closing(new_writer(self._file)))

        def write(lines: TextIO) -> None:
            try:
                writer.begin(name)
                for track, event in self._window.of(follow(reader.records(lines), program)):
                    writer.write(track, event)
            finally:
                for _ in lines:  # else the simulator would not go on
                    pass

        with _pipe() as pipe, ThreadPoolExecutor(1) as pool:
            written = pool.submit(write, pipe.lines)
            try:
                yield pipe.path
            finally:
                pipe.end()
                written.result()


@dataclass(frozen=True)
class _Pipe:
    path: Path
    """Where another process writes to."""
    lines: TextIO
    """What it has written."""
    end: Callable[[], None]
    """Let the lines end where the other process ends them, or if there is none."""


@contextmanager
def _pipe() -> Iterator[_Pipe]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "records"
        os.mkfifo(path)
        reads = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        writes = os.open(path, os.O_WRONLY)
        os.set_blocking(reads, True)
        with reader.opened(reads) as lines:
            yield _Pipe(path, lines, lambda: os.close(writes))
