# SPDX-License-Identifier: Apache-2.0
"""The periodic tasks of Atalanta's example: how many cycles tasks and kernel take together.

The program is ours, after the example's description: it needs no tree of the user's.
"""

import re
from pathlib import Path

from systems.benchmarks.lab.tree import CLOCK_HZ

from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import ROOT

NAME = "periodic-tasks"
TITLE = "Periodic tasks of Atalanta"
URL = "https://github.com/soc-hub-fi/Atalanta"
PROGRAM = ROOT / "systems/benchmarks/firmware/periodic_tasks.c"
TICKS = (5000, 2500, 1250, 625)
"""Cycles from tick to tick; a base period has 32 ticks."""
_WORK = ((4, 40), (8, 80), (16, 200), (32, 400))
"""Of each task: its periods in a base period, and the part of that which each works."""
UNITS = {"busy": "cycles", "late": "releases"}
_LINE = re.compile(r"^(busy|late) (\d+)$", re.MULTILINE)


def work(tick: int) -> int:
    """Return the cycles of the tasks' own work in ten base periods."""
    return sum(10 * periods * 32 * tick // share for periods, share in _WORK)


def build(tick: int, kernel: str, platform: str) -> Path:
    """Return it as a program, with a tick of so many cycles."""
    symbols = {
        "NDEBUG": "1",
        "configCPU_CLOCK_HZ": f"{CLOCK_HZ}",
        "configTICK_RATE_HZ": f"{CLOCK_HZ // tick}",
    }
    return firmware.build(PROGRAM, kernel, platform, "O2", symbols)


def figures(output: str) -> dict[str, tuple[int, str]]:
    """Return the cycles in which tasks or kernel were busy and the releases that came late.

    Each with its unit.

    Raises:
        IsochronError: it has not come to its end.
    """
    found = {name: (int(figure), UNITS[name]) for name, figure in _LINE.findall(output)}
    if found.keys() != UNITS.keys():
        raise IsochronError(f"the periodic tasks did not end; the program printed:\n{output}")
    return found
