# SPDX-License-Identifier: Apache-2.0
"""What the source says at an assertion that failed: the statement, and the comment before it."""

import re
from pathlib import Path

from isochron.building import freertos
from isochron.paths import ROOT
from isochron.processes import TEXT

_FAILED = re.compile(r"^assertion failed: (.+):(\d+)$", re.MULTILINE)
"""What the board prints (firmware/board/fatal.c)."""


def source(output: str) -> str | None:
    """Return the source's comment and statement at the assertion that a program's output names.

    None: the output names none, or its file is not there.
    """
    match = _FAILED.search(output)
    if match is None:
        return None
    stock = f"{freertos.provide().name}/"
    file = match[1]
    path = freertos.provide() / file.removeprefix(stock) if file.startswith(stock) else ROOT / file
    return _at(path, int(match[2])) if path.is_file() else None


def _at(path: Path, number: int) -> str | None:
    """Return a line of a file without its indentation, and the comment that ends above it."""
    lines = path.read_text(**TEXT).splitlines()[:number]
    if len(lines) < number:
        return None
    begin = number - 1
    if begin and lines[begin - 1].rstrip().endswith("*/"):
        begin -= 1
        while begin and "/*" not in lines[begin]:
            begin -= 1
    comment = [re.sub(r"^\*\s+(?!/)", "", line.strip()) for line in lines[begin:-1]]
    return " ".join([*comment, lines[-1].strip()])
