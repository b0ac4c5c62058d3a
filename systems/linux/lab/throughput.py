# SPDX-License-Identifier: Apache-2.0
"""Measure what is left to Linux while FreeRTOS's tasks take a part of the time, and its clock."""

from collections.abc import Sequence

from systems.linux.lab import lateness

from isochron.errors import IsochronError
from isochron.results import Record
from isochron.running.samples import Sample

TEST = "throughput"
ROUNDS, DRIFT, STEAL = "rounds", "drift", "steal"
"""Metrics: pieces of work that Linux has done, cycles by which its clock differs, and milliseconds
that it counts as stolen."""
_TICK = 10
"""Milliseconds: in ticks of this length Linux counts what is stolen."""
PERCENT = (0, 10, 50)
"""Parts of the time that FreeRTOS's task takes."""
PROGRAM = ("/throughput", ",".join(map(str, PERCENT)))


def records_of(lines: Sequence[str]) -> list[Record]:
    """Return the records of what the program printed.

    Raises:
        IsochronError: figures are missing.
    """
    found = [line.split()[1:] for line in lines if line.startswith(f"{TEST} ")]
    if [int(percent) for percent, *_ in found] != list(PERCENT):
        raise IsochronError("the program printed other figures than it was asked for")
    samples = [
        Sample(TEST, metric, int(value), 0, 0, {"taken": int(percent)})
        for percent, rounds, _, drift, ticks in found
        for metric, value in ((ROUNDS, rounds), (DRIFT, drift), (STEAL, _TICK * int(ticks)))
    ]
    return lateness.summarised(lateness.FREERTOS, samples)
