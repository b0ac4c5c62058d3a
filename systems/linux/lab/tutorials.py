# SPDX-License-Identifier: Apache-2.0
"""Tutorials of programs below and on Linux: what they print is what their pages show."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from systems.linux.lab import firmware, machine
from systems.linux.lab.firmware import Firmware
from systems.linux.lab.kernel import Kernel

from isochron.paths import ROOT

_OTHERS = re.compile(r"\[ *\d+\.\d+\]|firmware:|machine:|PASS$")
"""Beginnings of lines that are not the program's, but the kernel's, the firmware's, the start's."""
_COUNT = re.compile(r"\d+ cycles")


@dataclass(frozen=True)
class Tutorial:
    """Tasks of FreeRTOS, a program of Linux, and a page."""

    name: str
    """Of the program in Linux's file system, and of the firmware's application."""
    page: Path
    """Shows what the program prints."""

    def run(
        self, built: Kernel, on_line: Callable[[str], None] | None = None, *arguments: str
    ) -> machine.Run:
        """Boot Linux above the tasks, with the program."""
        below = machine.Below(Firmware(application=self.name))
        return machine.run(built, [f"/{self.name}", *arguments], on_line=on_line, below=below)

    def is_on_page(self, lines: Sequence[str]) -> bool:
        """Whether the page shows what was printed, but for cycles: those are recorded."""
        shown = _without_cycles(self.page.read_text())
        return _without_cycles("\n".join(printed(lines)).strip()) in shown


def printed(lines: Sequence[str]) -> list[str]:
    """Return what the program printed."""
    return [line for line in lines if not _OTHERS.match(line)]


def _without_cycles(text: str) -> str:
    return _COUNT.sub("N cycles", text)


MOTOR = Tutorial(firmware.MOTOR, ROOT / "docs/tutorials/motor-below-linux.md")
PIPES = Tutorial(firmware.PIPES, ROOT / "docs/tutorials/from-xenomai.md")
TUTORIALS = {tutorial.name: tutorial for tutorial in (MOTOR, PIPES)}
