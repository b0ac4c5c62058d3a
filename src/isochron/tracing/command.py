# SPDX-License-Identifier: Apache-2.0
"""The option `--trace` of `isochron run`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from isochron.errors import IsochronError
from isochron.tracing import perfetto, timeline
from isochron.tracing.timeline import Timeline

FORMATS: Mapping[str, Callable[[Iterable[Timeline]], bytes]] = {
    ".perfetto-trace": perfetto.encode,
}
"""By the end of a file's name."""


class WrongTraceFile(IsochronError):
    """A trace cannot be written to the file that was named."""


def check(file: Path) -> None:
    """Raise WrongTraceFile if no trace can be written there, before a program runs for it."""
    if file.suffix not in FORMATS:
        raise WrongTraceFile(
            f"{file} does not end in a format of traces: name it {file.stem}{next(iter(FORMATS))}"
        )
    try:
        file.open("ab").close()
    except OSError as error:
        raise WrongTraceFile(
            f"{file} cannot be written ({error.strerror}): name a file in a folder that is there "
            "and yours"
        ) from error


class Recorder:
    """Collects the runs of one trace."""

    def __init__(self, file: Path) -> None:
        """Refuse a file that no trace can be written to."""
        check(file)
        self._file = file
        self._folder = TemporaryDirectory()
        self._timelines: list[Timeline] = []
        self.events = Path(self._folder.name) / "events.jsonl"
        """Where the simulator writes the next run's events."""

    def add(self, name: str, elf: Path, cycles: int) -> None:
        """Take the events of a run that has ended."""
        self._timelines.append(timeline.read(name, self.events, elf, cycles))

    def write(self) -> None:
        """Write all runs in the format that the file's name ends in."""
        self._file.write_bytes(FORMATS[self._file.suffix](self._timelines))
