# SPDX-License-Identifier: Apache-2.0
"""What a program with the kernel is made of: the list that the CMake package has, too."""

import re
from functools import cache
from pathlib import Path

from isochron.paths import ROOT

SYSTEMS = tuple(path.parent for path in sorted(ROOT.glob("systems/*/firmware/sources.cmake")))
"""The folders of kernels, and of layers above one, that are a system's."""
LISTS = (ROOT / "firmware/cmake/sources.cmake", *(path / "sources.cmake" for path in SYSTEMS))
_ENTRY = re.compile(r"^(?:set\(|(list)\(APPEND )ISOCHRON_(\S+)\s+([^)]*)\)$", re.MULTILINE)


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    lists: dict[str, tuple[str, ...]] = {}
    for path in LISTS:
        text = path.read_text().replace("${CMAKE_CURRENT_LIST_DIR}", str(path.parent))
        text = text.replace("${ISOCHRON_FIRMWARE}", str(ROOT / "firmware"))
        for appended, name, entries in _ENTRY.findall(text):
            lists[name] = (lists.get(name, ()) if appended else ()) + tuple(entries.split())
    return lists


def words(name: str) -> tuple[str, ...]:
    """Return the list of this name, without its prefix ``ISOCHRON_``; empty if there is none."""
    return _lists().get(name, ())


def folders(attachment: str) -> tuple[Path, ...]:
    """Return an attachment's folders, in the order of the include path."""
    return tuple(map(Path, words(f"FOLDERS_{attachment}")))


def definitions(name: str) -> dict[str, str]:
    """Return a list of preprocessor symbols with their values."""
    pairs = (word.partition("=") for word in words(name))
    return {symbol: value for symbol, _, value in pairs}
