# SPDX-License-Identifier: Apache-2.0
"""How late each step of the motor begins that a task of FreeRTOS below Linux controls."""

from collections.abc import Sequence

from systems.linux.lab import lateness

from isochron.errors import IsochronError
from isochron.results import Record
from isochron.running.samples import Sample

TEST = "motor-steps"
STEPS = 2000
"""That the program reads; motor/plot.c says so, too."""


def records_of(lines: Sequence[str]) -> list[Record]:
    """Return the records of what the program printed: cycles from a step's date to its begin.

    Raises:
        IsochronError: steps are missing.
    """
    found = [int(line.split()[1]) for line in lines if line.startswith("late ")]
    if len(found) != STEPS:
        raise IsochronError(f"there are {len(found)} steps, not {STEPS}")
    samples = [Sample(TEST, lateness.LATENCY, cycles, 0, 0, {}) for cycles in found]
    return lateness.summarised(lateness.FREERTOS, samples)
