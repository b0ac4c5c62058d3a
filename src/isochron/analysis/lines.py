# SPDX-License-Identifier: Apache-2.0
"""On which line of a TOML file something stands: tomllib does not say."""

import re
from collections.abc import Sequence

_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?")


def line_of(text: str, place: Sequence[str | int]) -> int:
    """Return the line, counted from 1, of a value, or of the nearest thing around it.

    Args:
        text: the file's.
        place: its path, such as ("task", 1, "sections", 0, "mutex").
    """
    lines = text.splitlines()
    if not place:
        return 1
    table, rest = str(place[0]), list(place[1:])
    number = rest.pop(0) if rest and isinstance(rest[0], int) else 0
    start, end = _block(lines, table, int(number))
    if start is None:
        return 1
    at = start
    skip = 0
    for step in rest:
        if isinstance(step, int):
            skip = step
            continue
        sources = [
            n
            for n in range(at, end)
            for _ in re.finditer(rf"(?<![\w-])[\"']?{re.escape(step)}[\"']?\s*=", _code(lines[n]))
        ]
        if not sources:
            break
        at = sources[min(skip, len(sources) - 1)]
        skip = 0
    return at + 1


def _block(lines: Sequence[str], table: str, number: int) -> tuple[int | None, int]:
    """Return the first line of the n-th table of a name, and the one behind its last."""
    start, seen = None, 0
    for n, line in enumerate(lines):
        head = _HEAD.match(line)
        if head is None:
            continue
        if start is not None:
            return start, n
        if head[2] == table:
            if seen == number:
                start = n
            seen += 1
    return start, len(lines)


def _code(line: str) -> str:
    return line.partition("#")[0]
