# SPDX-License-Identifier: Apache-2.0
"""Words of messages and replies, laid out as the register description says."""

import re
from functools import cache

from isochron import registers
from isochron.paths import ROOT

_HEADERS = ROOT / "systems/hybrid/firmware/include"
_RDL = ROOT / "systems/hybrid/registers/hybrid.rdl"
_VALUES = {
    name.lower(): int(value, 0)
    for name, value in re.findall(
        r"#define ISOCHRON_HYBRID_(\w+) (\w+)",
        (_HEADERS / "isochron_hybrid_constants.h").read_text(),
    )
}


def _enumeration(prefix: str) -> dict[str, int]:
    start = prefix + "_"
    return {
        name.removeprefix(start): value
        for name, value in _VALUES.items()
        if name.startswith(start) and not name.endswith("_offset")
    }


COMMANDS = _enumeration("command")
REPORTS = _enumeration("report")
ADJUSTS = _enumeration("adjust")
ERRORS = _enumeration("error")
OFFSETS = {
    name.removeprefix("link_").removesuffix("_offset"): value
    for name, value in _VALUES.items()
    if name.startswith("link_")
}
"""Byte offsets of the bus attachment's registers."""

SCHEDULER, TIMERS = 0, 1
"""TDEST."""


@cache
def _fields(layout: str) -> dict[str, registers.Field]:
    """Return the fields of a word of the link, or of a reply, by name."""
    return registers.fields(_RDL, layout)


def pack(layout: str, **fields: int) -> int:
    """Return a word with these fields, the others 0; each must fit."""
    word = 0
    for name, value in fields.items():
        field = _fields(layout)[name]
        assert value >> field.width == 0, f"{name}={value} does not fit"
        word |= value << field.lsb
    return word


def unpack(layout: str, word: int) -> dict[str, int]:
    """Return a word's fields."""
    return {name: field.of(word) for name, field in _fields(layout).items()}


def header(command: str, **fields: int) -> int:
    """Return a message's first word for the scheduler."""
    return pack("scheduler", command=COMMANDS[command], **fields)
