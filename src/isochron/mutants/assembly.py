# SPDX-License-Identifier: Apache-2.0
"""Where a file in assembly can be made wrong, and how: line by line, for RISC-V.

An instruction is left out, a branch or a change of a register's bits is inverted, a number is
another one. No variable can choose one of these: each has a build of its own.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from isochron.mutants.syntax import Site, other_numbers

SUFFIX = ".S"

_PAIRS = (
    *(("beq", "bne"), ("beqz", "bnez"), ("blt", "bge"), ("bltu", "bgeu"), ("bltz", "bgez")),
    *(("bgt", "ble"), ("bgtu", "bleu"), ("bgtz", "blez"), ("csrs", "csrc"), ("csrsi", "csrci")),
    *(("and", "or"), ("andi", "ori"), ("add", "sub"), ("slli", "srli")),
)
_OPPOSITES = {first: other for pair in _PAIRS for first, other in (pair, pair[::-1])}
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_DIRECTIVE = re.compile(rb"^[ \t]*[#.](?:.*\\\n)*.*$", re.MULTILINE)
"""Of the preprocessor or the assembler."""
_INSTRUCTION = re.compile(rb"^(?:\w+:)?[ \t]+([a-z][a-z0-9.]*|[A-Z][A-Z0-9_]*)\b([^\n;]*)", re.M)
"""Its name, or that of a macro, and its operands."""
_NUMBER = re.compile(rb"(?<![\w.])\d+(?!\w)")


def sites(file: Path) -> list[Site]:
    """Return the places of a file in which a random mutant may differ, in their order."""
    return _sites(file.read_bytes())


@cache
def _sites(text: bytes) -> list[Site]:
    code = _DIRECTIVE.sub(_blank, _COMMENT.sub(_blank, text))
    return [site for line in _INSTRUCTION.finditer(code) for site in _of_instruction(line)]


def _blank(match: re.Match[bytes]) -> bytes:
    """Return as many spaces, and the same lines."""
    return re.sub(rb"[^\n]", b" ", match[0])


def _of_instruction(line: re.Match[bytes]) -> Iterator[Site]:
    start, end = (
        line.start(1),
        line.start(1) + len(line[0][line.start(1) - line.start() :].rstrip()),
    )
    yield Site(start, end, ("",), whole=None)
    opposite = _OPPOSITES.get(line[1].decode())
    if opposite:
        yield Site(start, line.end(1), (opposite,), whole=None)
    for number in _NUMBER.finditer(line.string, line.start(2), line.end(2)):
        others = other_numbers(number[0].decode())
        yield Site(number.start(), number.end(), others, whole=None)
