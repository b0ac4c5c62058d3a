# SPDX-License-Identifier: Apache-2.0
"""The public names of FreeRTOS: functions and function-like macros of its headers."""

import re
from pathlib import Path

from isochron.processes import TEXT

HEADERS = ("task", "queue", "semphr", "event_groups", "timers", "stream_buffer", "message_buffer")
"""Headers that applications include, in the order of the page."""

_KINDS = "Task|Queue|Semaphore|EventGroup|Timer|StreamBuffer|MessageBuffer|StreamBatchingBuffer"
_NAME = rf"(?:[a-z]{{1,3}}|p[a-z]{{1,2}})(?:{_KINDS}|Application)[A-Z]\w*"


def without_comments(text: str) -> str:
    """Return C text without its comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)


def _joined(text: str) -> str:
    """Return C text without comments and with continued lines in one."""
    return without_comments(text).replace("\\\n", " ")


def macros(text: str) -> dict[str, str]:
    """Return name and replacement of the function-like macros in a C file."""
    pattern = r"^\s*#\s*define\s+(\w+)\([^)\n]*\)([^\n]*)"
    return dict(re.findall(pattern, _joined(text), re.MULTILINE))


def declared(text: str) -> set[str]:
    """Return the public functions and function-like macros that a header has."""
    plain = re.sub(r"^\s*#[^\n]*", "", _joined(text), flags=re.MULTILINE)
    functions = re.findall(rf"\b({_NAME})\s*\([^;{{}}]*;", plain)
    names = {name for name in macros(text) if re.fullmatch(rf"{_NAME}|task[A-Z_]+", name)}
    return names.union(functions)


def functions(stock: Path) -> set[str]:
    """Return the functions of FreeRTOS's headers, and macros, without what an application has."""
    names_declared = {name for names in public(stock).values() for name in names}
    return {name for name in names_declared if not re.match("[a-z]+Application", name)}


def public(stock: Path) -> dict[str, set[str]]:
    """Return the public names of each header in ``HEADERS``, each name once.

    Args:
        stock: folder of FreeRTOS's kernel.
    """
    by_header: dict[str, set[str]] = {}
    seen: set[str] = set()
    for header in HEADERS:
        names = declared((stock / "include" / f"{header}.h").read_text(**TEXT)) - seen
        by_header[header] = names
        seen |= names
    return by_header
