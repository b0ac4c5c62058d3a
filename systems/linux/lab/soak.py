# SPDX-License-Identifier: Apache-2.0
"""Everything at once, for long: what Linux does to FreeRTOS below it, and that this goes on."""

from collections.abc import Sequence

from systems.linux.lab import lateness

from isochron.errors import IsochronError
from isochron.results import Record
from isochron.running.samples import Sample

TEST = "soak"
CYCLES = 100_000_000
"""After which it is enough."""
ROUNDS, QUESTIONS, STARTS, RELEASES, LATEST = METRICS = (
    "rounds",
    "questions",
    "starts",
    "releases",
    "latest",
)
"""Attacks, each with all else; questions by a channel; how often Linux started again; releases of
FreeRTOS's periodic task, and the largest delay of one in cycles."""
PROGRAM = ("/soak", str(CYCLES))


def records_of(lines: Sequence[str]) -> list[Record]:
    """Return the records of what the program printed, from all starts of Linux together.

    Raises:
        IsochronError: figures are missing.
    """
    words = [line.split() for line in lines]
    each = [(int(word[1]), int(word[2])) for word in words if word[:1] == ["soak"]]
    last = [tuple(map(int, word[1:])) for word in words if word[:1] == ["soaked"]]
    if len(last) != 1 or len(each) != last[0][0] + 1:
        raise IsochronError("the program did not print what it did, or not of each start")
    values = [sum(rounds for rounds, _ in each), sum(asked for _, asked in each), *last[0]]
    samples = [
        Sample(TEST, metric, value, 0, 0, {}) for metric, value in zip(METRICS, values, strict=True)
    ]
    return lateness.summarised(lateness.FREERTOS, samples)
