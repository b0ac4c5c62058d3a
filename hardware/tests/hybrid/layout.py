# SPDX-License-Identifier: Apache-2.0
"""Words of messages and replies, laid out as the generated C headers say."""

from __future__ import annotations

import re

from isochron.paths import ROOT

_HEADERS = ROOT / "firmware/kernel/include"
_FIELDS: dict[str, dict[str, tuple[int, int]]] = {}
for _place, _field, _mask in re.findall(
    r"#define ISOCHRON_HYBRID__(?:LINK|REPLIES)__(\w+?)__(\w+)_bm (0x\w+)",
    (_HEADERS / "isochron_hybrid_registers.h").read_text(),
):
    _bits = int(_mask, 16)
    _lowest = (_bits & -_bits).bit_length() - 1
    _FIELDS.setdefault(_place.lower(), {})[_field.lower()] = (_lowest, _bits >> _lowest)

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


def pack(layout: str, **fields: int) -> int:
    """Return a word with these fields, the others 0; each must fit."""
    word = 0
    for name, value in fields.items():
        lowest, mask = _FIELDS[layout][name]
        assert value & ~mask == 0, f"{name}={value} does not fit"
        word |= value << lowest
    return word


def unpack(layout: str, word: int) -> dict[str, int]:
    """Return a word's fields."""
    return {name: word >> lowest & mask for name, (lowest, mask) in _FIELDS[layout].items()}


def header(command: str, **fields: int) -> int:
    """Return a message's first word for the scheduler."""
    return pack("scheduler", command=COMMANDS[command], **fields)
