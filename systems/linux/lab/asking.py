# SPDX-License-Identifier: Apache-2.0
"""Measure how soon a task of FreeRTOS answers a program of Linux, by the driver of the channels."""

from collections.abc import Sequence

from systems.linux.lab import lateness

from isochron.errors import IsochronError
from isochron.results import Record
from isochron.running.samples import Sample

TEST, ANSWER = "asked", "answer"
QUESTIONS = 200
WAYS = {
    "asleep": "by the channel; the program sleeps until the answer is there",
    "awake": "by the channel; it looks for the answer again and again",
    "sent": "... until it has sent the question",
    "call": "beside these, a system call that does nothing",
    "doorbell": "by a doorbell and a register, without the kernel",
}
"""How the program asks and waits, and what is beside; programs/ask.c says so, too."""
PROGRAM = ("/ask",)


def records_of(lines: Sequence[str]) -> list[Record]:
    """Return the records of what the program printed: cycles from a question to its answer.

    Raises:
        IsochronError: answers are missing.
    """
    found = [line.split()[1:] for line in lines if line.startswith("ask ")]
    samples = [Sample(TEST, ANSWER, int(cycles), 0, 0, {"way": way}) for way, cycles in found]
    records = lateness.summarised(lateness.FREERTOS, samples)
    if {record.parameters["way"]: record.n for record in records} != dict.fromkeys(WAYS, QUESTIONS):
        raise IsochronError(f"there are not {QUESTIONS} answers of each kind, but {len(found)}")
    return records
