# SPDX-License-Identifier: Apache-2.0
"""Tiny jobs for test_jobs.py, in a module of their own: workers import it."""

import os
import time
from pathlib import Path

from isochron.errors import IsochronError, ToolMissing
from isochron.jobs import job


class Awkward(IsochronError):
    """Cannot be pickled: its text is not what it is made of."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"{what} {number}")


def double(number: int) -> int:
    return 2 * number


def fail(number: int) -> None:
    raise Awkward(number, "no way around")


def stumble() -> None:
    raise ZeroDivisionError


def miss() -> None:
    raise ToolMissing("nextpnr is not installed")


def begin_and_note(folder: Path, number: int) -> int:
    """Note who begins; the first one of all comes to its end only when it is stopped."""
    note = folder / f"{number}-{os.getpid()}"
    first = not list(folder.iterdir())
    note.touch()
    while number == 0 and first:
        time.sleep(0.01)
    return 2 * number


def wait_until_stopped(folder: Path) -> None:
    (folder / "begun").touch()
    while True:
        job.raise_if_stopped()
        time.sleep(0.01)
