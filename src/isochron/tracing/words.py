# SPDX-License-Identifier: Apache-2.0
"""The words that hardware records (hardware/rtl/kernel/isochron_trace.sv), and logs of them.

A log is what a program prints, whatever else is in it. Its lines with words and names are::

    trace: 8a012345 00000017 8b0f0678
    trace: task 3 is driver
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from isochron import registers
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.registers import Field

DESCRIPTION = ROOT / "hardware/registers/trace.rdl"
_STEP_WIDTH = 11
"""Bits of the time below those of a gap."""
_MARK = "trace:"
_WORDS = re.compile(r"(?: [0-9a-f]{8})+")
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


@dataclass(frozen=True)
class Log:
    """What a log has of a trace."""

    words: list[int]
    names: Mapping[int, str] = field(default_factory=dict)
    """Of tasks, by their numbers; the last one if a number was used again."""


def read(lines: Iterable[str]) -> Log:
    """Return the words and names of a log.

    Raises WrongLog: a line is no line of a trace though it begins as one; or there is no word.
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
    if not words:
        raise WrongLog(
            f"no line begins with '{_MARK}' and has words: print them as docs/howto/trace.md shows"
        )
    return Log(words, names)


@cache
def _description() -> tuple[Mapping[str, Field], Mapping[str, Field], Mapping[str, int]]:
    """Return the fields of an event and of a gap, and the codes of what happens."""
    event, gap = (registers.fields(DESCRIPTION, name) for name in ("event", "gap"))
    return event, gap, registers.codes(DESCRIPTION)["traced_e"]


def decode(words: Iterable[int]) -> Iterator[Happened | Lost]:
    """Yield what words tell, in their order.

    Raises WrongLog: a word is no word of a trace.
    """
    event, gap, codes = _description()
    names = {code: name for name, code in codes.items()}
    by_line = codes["READY_BY_LINE_0"]
    period = 1 << event["time"].width
    now = last = 0
    for place, word in enumerate(words, 1):
        if not event["is_event"].of(word):
            now = gap["time"].of(word) << _STEP_WIDTH
            if gap["lost"].of(word):
                yield Lost(last, now)
            continue
        now += (event["time"].of(word) - now) % period
        what = event["what"].of(word)
        line = what - by_line if what >= by_line else 0
        if what - line not in names:
            raise WrongLog(f"word {place}, {word:08x}, is none of a trace: its WHAT is {what}")
        task, lines = event["task"].of(word), event["lines"].of(word)
        yield Happened(now, names[what - line], task, lines, line)
        last = now
        now += 1
