# SPDX-License-Identifier: Apache-2.0
"""The tutorial's motor: controlled by a task of FreeRTOS, and drawn by a program of Linux."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from systems.linux.lab import firmware, lateness, machine
from systems.linux.lab.firmware import Firmware
from systems.linux.lab.kernel import Kernel, LinuxError

from isochron.paths import ROOT
from isochron.results import Record
from isochron.running.samples import Sample

NAME = "motor"
PAGE = ROOT / "docs/tutorials/motor-below-linux.md"
"""Shows what the program prints."""
TEST = "motor-steps"
STEPS = 2000
"""That the program reads; motor/plot.c says so, too."""
_PROGRAM = f"/{NAME}"
_BELOW = machine.Below(Firmware(application=firmware.MOTOR))
_OTHERS = re.compile(r"\[ *\d+\.\d+\]|firmware:|machine:|PASS$")
"""Beginnings of lines that are not the program's, but the kernel's, the firmware's, the start's."""
_COUNT = re.compile(r"\d+ cycles")


def run(
    built: Kernel, on_line: Callable[[str], None] | None = None, *arguments: str
) -> machine.Run:
    """Boot Linux above the control, with the program."""
    return machine.run(built, [_PROGRAM, *arguments], on_line=on_line, below=_BELOW)


def printed(lines: Sequence[str]) -> list[str]:
    """Return what the program printed."""
    return [line for line in lines if not _OTHERS.match(line)]


def is_on_page(lines: Sequence[str]) -> bool:
    """Whether the page shows what was printed, but for cycles: those are recorded."""
    return _without_cycles("\n".join(printed(lines)).strip()) in _without_cycles(PAGE.read_text())


def _without_cycles(text: str) -> str:
    return _COUNT.sub("N cycles", text)


def measured(built: Kernel, on_line: Callable[[str], None] | None = None) -> list[Record]:
    """Run the program, and return the records of how late each step began.

    Raises:
        LinuxError: Linux did not end, a step was lost or late, or steps are missing.
    """
    found = run(built, on_line, "each")
    if not found.passed:
        raise LinuxError("the program did not end well:\n" + "\n".join(found.lines[-12:]))
    return records_of(found.lines)


def records_of(lines: Sequence[str]) -> list[Record]:
    """Return the records of what the program printed: cycles from a step's date to its begin.

    Raises:
        LinuxError: steps are missing.
    """
    found = [int(line.split()[1]) for line in lines if line.startswith("late ")]
    if len(found) != STEPS:
        raise LinuxError(f"there are {len(found)} steps, not {STEPS}")
    samples = [Sample(TEST, lateness.LATENCY, cycles, 0, 0, {}) for cycles in found]
    return lateness.summarised(lateness.FREERTOS, samples)
