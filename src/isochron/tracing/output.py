# SPDX-License-Identifier: Apache-2.0
"""What writes a trace, in whatever format."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from isochron.errors import IsochronError
from isochron.tracing.events import Event
from isochron.tracing.timeline import Track


class Writer(Protocol):
    """Writes a trace as it comes; what is written can be read at any time.

    Where there is no room for a part, IsochronError is raised once, and nothing is written then.
    """

    def begin(self, run: str) -> None:
        """Begin a run; what is written from now on is of it."""

    def write(self, track: Track, event: Event) -> None:
        """Write what happens next."""

    def close(self) -> None:
        """Write the rest."""


@contextmanager
def part_of(file: Path) -> Iterator[None]:
    """Raise IsochronError if there is no room for a part of a trace."""
    try:
        yield
    except OSError as error:
        raise IsochronError(
            f"{file} ends before the run does, and can be read until there ({error.strerror}): "
            "make room, or write less by --trace-from and --trace-to"
        ) from error
