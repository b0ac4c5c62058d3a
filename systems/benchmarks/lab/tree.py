# SPDX-License-Identifier: Apache-2.0
"""The user's copy of a benchmark, and what one tells."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from isochron.errors import IsochronError

CLOCK_HZ = 50_000_000
"""Of the simulated SoC, to the programs."""
TICK_HZ = 1000


@dataclass(frozen=True)
class Tree:
    """Where a benchmark is."""

    title: str
    environment: str
    """The variable that names the folder."""
    url: str
    files: tuple[str, ...]
    """What is built of it."""

    @property
    def is_given(self) -> bool:
        """Whether the user names a folder."""
        return self.environment in os.environ

    def folder(self) -> Path:
        """Return the folder.

        Raises:
            IsochronError: none is given, or it lacks a file.
        """
        given = os.environ.get(self.environment)
        if not given:
            raise IsochronError(
                f"{self.title} is not given: clone {self.url} and say where it is by the variable "
                f"{self.environment}"
            )
        folder = Path(given).expanduser().resolve()
        for name in self.files:
            if not (folder / name).is_file():
                raise IsochronError(f"{given} is no tree of {self.title}: it lacks {name}")
        return folder

    def digest(self) -> str:
        """Return the SHA-256 of what is built: of names and contents."""
        content = hashlib.sha256()
        for name in self.files:
            content.update(f"{name}\0".encode() + (self.folder() / name).read_bytes())
        return content.hexdigest()


@dataclass(frozen=True)
class Cycles:
    """What an operation takes."""

    mean: int
    least: int
    most: int
