# SPDX-License-Identifier: Apache-2.0
"""What a program with the kernel is made of: the list that the CMake package has, too."""

from __future__ import annotations

import re
from functools import cache

from isochron.paths import ROOT

LIST = ROOT / "firmware/cmake/sources.cmake"
_SET = re.compile(r"^set\(ISOCHRON_(\S+)\s+([^)]*)\)$", re.MULTILINE)


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    return {name: tuple(words.split()) for name, words in _SET.findall(LIST.read_text())}


def words(name: str) -> tuple[str, ...]:
    """Return the list of this name, without its prefix ``ISOCHRON_``; empty if there is none."""
    return _lists().get(name, ())


def definitions(name: str) -> dict[str, str]:
    """Return a list of preprocessor symbols with their values."""
    pairs = (word.partition("=") for word in words(name))
    return {symbol: value for symbol, _, value in pairs}
