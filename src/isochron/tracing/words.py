# SPDX-License-Identifier: Apache-2.0
"""The words that hardware records (hardware/rtl/kernel/isochron_trace.sv), and logs of them.

A log is what a program prints, whatever else is in it. Its lines with words and names are::

    trace: 8a012345 00000017 8b0f0678
    trace: task 3 is driver
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from isochron import registers
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.registers import Field

DESCRIPTION = ROOT / "hardware/registers/trace.rdl"
_STEP_WIDTH = 11
"""Bits of the time below those of a gap."""
_MARK = "trace:"
_WORDS = re.compile(r"(?: [0-9a-f]{8})+")
_TELL_WHO_RUNS = ("NOTHING", "SWITCH")
_NAME = re.compile(r" task (\d+) is (.+)")


class WrongLog(IsochronError):
    """A log has no words of a trace, or wrong ones."""


@dataclass(frozen=True)
class Happened:
    """A word about an event, with its whole time."""

    cycle: int
    what: str
    """A name of the enumeration ``traced_e``; of lines 0 to 7 that of line 0."""
    task: int
    lines: int
    """The levels of lines 7 to 0."""
    line: int = 0
    """The line that made a task ready, if one of these did."""


@dataclass(frozen=True)
class Lost:
    """Events are lost that were after ``begin`` and before ``end``, both cycles."""

    begin: int
    end: int


class Words(Sized, Iterable[int | None], Protocol):
    """Words; None where some are missing. How many there are is known when all have come."""


@dataclass(frozen=True)
class Log:
    """What a log has of a trace."""

    words: Words
    names: Mapping[int, str] = field(default_factory=dict)
    """Of tasks, by their numbers; the last one if a number was used again."""


def read(lines: Iterable[str]) -> Log:
    """Return the words and names of a log.

    Raises WrongLog: a line is no line of a trace though it begins as one; or there is no word, or
    a wrong one.
    """
    words, names = parse(lines)
    if not words:
        raise WrongLog(
            f"no line begins with '{_MARK}' and has words: print them as docs/howto/trace.md shows"
        )
    for _ in decode(words):
        pass
    return Log(words, names)


def parse(lines: Iterable[str]) -> tuple[list[int], dict[int, str]]:
    """Return the words and names of a log, which may have none.

    Raises WrongLog: a line is no line of a trace though it begins as one.
    """
    words: list[int] = []
    names: dict[int, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text.startswith(_MARK):
            continue
        rest = text.removeprefix(_MARK)
        if _WORDS.fullmatch(rest):
            words += (int(word, 16) for word in rest.split())
        elif match := _NAME.fullmatch(rest):
            names[int(match[1])] = match[2]
        else:
            raise WrongLog(
                f"line {number} is neither '{_MARK}' with words of eight hexadecimal digits nor "
                f"'{_MARK} task NUMBER is NAME', but '{text}': print it as docs/howto/trace.md "
                "shows"
            )
    return words, names


@cache
def _description() -> tuple[Mapping[str, Field], Mapping[str, Field], Mapping[str, int]]:
    """Return the fields of an event and of a gap, and the codes of what happens."""
    event, gap = (registers.fields(DESCRIPTION, name) for name in ("event", "gap"))
    return event, gap, registers.codes(DESCRIPTION)["traced_e"]


def decode(words: Iterable[int | None]) -> Iterator[Happened | Lost]:
    """Yield what words tell, in their order.

    Where words are missing, what comes is lost until a gap tells the time, and an event behind it
    who runs.

    Raises WrongLog: a word is no word of a trace, or the time begins again.
    """
    event, gap, codes = _description()
    names = {code: name for name, code in codes.items()}
    by_line = codes["READY_BY_LINE_0"]
    period = 1 << event["time"].width
    now = last = 0
    missing, timed = False, True
    for place, word in enumerate(words, 1):
        if word is None:
            missing, timed = True, False
            continue
        if not event["is_event"].of(word):
            now, timed = gap["time"].of(word) << _STEP_WIDTH, True
            if gap["lost"].of(word):
                missing = False
                yield Lost(last, now)
            continue
        if not timed:
            continue
        now += (event["time"].of(word) - now) % period
        what = event["what"].of(word)
        line = what - by_line if what >= by_line else 0
        if what - line not in names:
            raise WrongLog(f"word {place}, {word:08x}, is none of a trace: its WHAT is {what}")
        if now < last:
            raise WrongLog("the time begins again: the hardware was reset, so trace it anew")
        if missing and names[what - line] in _TELL_WHO_RUNS:
            missing = False
            yield Lost(last, now)
        if not missing:
            task, lines = event["task"].of(word), event["lines"].of(word)
            yield Happened(now, names[what - line], task, lines, line)
            last = now
        now += 1
