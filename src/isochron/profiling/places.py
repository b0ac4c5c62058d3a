# SPDX-License-Identifier: Apache-2.0
"""What is to be measured: two places of a program, or a function."""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from isochron.api import conditions
from isochron.building import freertos
from isochron.building.symbols import Code
from isochron.errors import IsochronError

_BOTH = 2
"""Parts of FROM:TO."""


@dataclass(frozen=True)
class Item:
    """A window between two instructions, or a function."""

    name: str
    """As the user wrote it."""
    begin: int
    end: int | None
    """None of a function."""

    @property
    def argument(self) -> str:
        """The item as the simulator is told it."""
        return f"{self.begin:#x}" if self.end is None else f"{self.begin:#x}:{self.end:#x}"


def parts(text: str) -> list[str]:
    """Return the places of FROM:TO, or the one of FUNCTION; a line is FILE:NUMBER."""
    texts: list[str] = []
    for word in text.split(":"):
        if word.isdecimal() and texts and ":" not in texts[-1]:
            texts[-1] += f":{word}"
        else:
            texts.append(word)
    if len(texts) > _BOTH or not all(texts) or (len(texts) == 1 and ":" in texts[0]):
        raise IsochronError(
            f"--profile {text}: name a function, or two places as FROM:TO, each a function, a "
            "label or a line such as main.c:20"
        )
    return texts


def items(texts: list[str], elf: Path) -> list[Item]:
    """Return what the texts name in a program; raise IsochronError for what is not there."""
    code = Code(elf)
    chosen = []
    for text in texts:
        begin, *end = (_address(place, code, elf.name) for place in parts(text))
        chosen.append(Item(text, begin, end[0] if end else None))
    return chosen


def _address(place: str, code: Code, program: str) -> int:
    name, _, number = place.partition(":")
    return _of_line(name, int(number), code, program) if number else _of_name(name, code, program)


def _of_name(name: str, code: Code, program: str) -> int:
    addresses = code.addresses(name)
    if len(addresses) == 1:
        return addresses.pop()
    if addresses:
        raise IsochronError(
            f"{program} has {len(addresses)} pieces of code called {name}: name the line of one"
        )
    api = conditions.api(freertos.provide())
    if header := api.header(name):
        function = api.code.target_of(name)
        instead = f"its function is {function}" if function else "it is no function"
        raise IsochronError(f"{name} is a macro of {header}: {instead}")
    near = get_close_matches(name, code.names(), 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise IsochronError(
        f"{program} has no function or label {name}{hint}\nA function that the compiler put into "
        "its callers is none: __attribute__((noipa)) keeps it apart."
    )


def _of_line(file: str, number: int, code: Code, program: str) -> int:
    lines = code.lines(file)
    if number in lines:
        return lines[number]
    if not lines:
        raise IsochronError(f"{program} has no code of a file {file}")
    near = min(lines, key=lambda line: abs(line - number))
    raise IsochronError(f"{program} has no code of {file}:{number}, but of line {near}")
