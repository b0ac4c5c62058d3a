# SPDX-License-Identifier: Apache-2.0
"""Which options of FreeRTOSConfig.h leave a name of FreeRTOS's API out: by the #if around it."""

import ast
import operator
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from isochron.api.names import HEADERS, without_comments
from isochron.api.sources import HEAD, Sources, read
from isochron.processes import TEXT

_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b([^\n]*)", re.MULTILINE)
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\(", re.MULTILINE)
_OPTION = re.compile(r"(?:config|INCLUDE_)\w+")
_REFUSED = (
    *("configNUMBER_OF_CORES", "configUSE_TASK_PREEMPTION_DISABLE"),  # with one core
    "configUSE_CO_ROUTINES",
)
"""Options that the kernels, or FreeRTOS's headers, refuse to have set."""

Unmet = dict[str, int]
"""Options, and the value that each must have."""


@dataclass(frozen=True)
class Definition:
    """Where a name is defined: within which conditions of the preprocessor."""

    file: Path
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class Api:
    """FreeRTOS's functions and function-like macros, and under which conditions they are there."""

    definitions: Mapping[str, list[Definition]]
    code: Sources

    def left_out(self, name: str, values: Mapping[str, int]) -> Unmet | None:
        """Return the options that leave a name out, with the values that it needs.

        Args:
            name: a function, or a macro that stands for one.
            values: of the preprocessor's symbols; one that is not there is 0.

        Returns:
            nothing if no option leaves it out; None if FreeRTOS has no such name, or options alone
            do not bring it.
        """
        unmet = self._unmet(name, values)
        if unmet is not None and (target := self.code.target_of(name)):
            of_target = self._unmet(target, values)
            return None if of_target is None else {**of_target, **unmet}
        return unmet

    def header(self, name: str) -> str | None:
        """Return the header that a macro is in; None: it is no macro of FreeRTOS's headers."""
        headers = [
            definition.file
            for definition in self.definitions.get(name, ())
            if definition.file.suffix == ".h"
        ]
        return headers[0].name if headers else None

    def _unmet(self, name: str, values: Mapping[str, int]) -> Unmet | None:
        ways = (
            _all(definition.conditions, values) for definition in self.definitions.get(name, ())
        )
        return min((way for way in ways if way is not None), key=len, default=None)


@cache
def api(stock: Path) -> Api:
    """Return FreeRTOS's API, as the sources in a folder of its kernel have it."""
    sources, headers = sorted(stock.glob("*.c")), sorted((stock / "include").glob("*.h"))
    definitions: dict[str, list[Definition]] = defaultdict(list)
    for path in sources:
        for name, conditions in _within(path.read_text(**TEXT), functions=True):
            definitions[name].append(Definition(path, conditions))
    for path in (stock / "include" / f"{name}.h" for name in HEADERS):
        for name, conditions in _within(path.read_text(**TEXT), functions=False):
            definitions[name].append(Definition(path, conditions))
    return Api(definitions, read([], sources, headers, []))


def _within(text: str, *, functions: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each function, or function-like macro, of a C file and the conditions around it."""
    plain = without_comments(text).replace("\\\n", " ")
    begins = [0]
    around: list[tuple[str, ...]] = [()]
    for match in _DIRECTIVE.finditer(plain):
        begins.append(match.end())
        around.append(_after(around[-1], match[1], match[2].strip()))
    for match in (HEAD if functions else _MACRO).finditer(plain):
        yield match[1], around[bisect_right(begins, match.start(1)) - 1]


def _after(around: tuple[str, ...], directive: str, text: str) -> tuple[str, ...]:
    """Return the conditions that hold after a directive of the preprocessor."""
    if directive == "endif":
        return around[:-1]
    if directive in ("else", "elif"):
        otherwise = f"!( {around[-1]} )"
        return (*around[:-1], f"{otherwise} && ( {text} )" if directive == "elif" else otherwise)
    # Headers guard themselves by #ifndef; #ifdef asks for another language or tool.
    return (*around, {"ifndef": "1", "ifdef": "0"}.get(directive, text))


def _all(conditions: Iterable[str], values: Mapping[str, int]) -> Unmet | None:
    """Return what is to be set so that all of the conditions hold; None: options cannot do it."""
    unmet: Unmet = {}
    for text in conditions:
        solved = _solved(_parsed(text), True, values)
        if solved is None:
            return None
        unmet |= solved
    return unmet


@cache
def _parsed(condition: str) -> ast.expr:
    """Return a condition of the preprocessor as Python reads it."""
    text = re.sub(r"\bdefined\s*\(?\s*\w+\s*\)?", "0", condition)
    text = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", text)
    text = re.sub(r"!(?!=)", " not ", text.replace("&&", " and ").replace("||", " or "))
    return ast.parse(f"( {text} )", mode="eval").body


def _solved(node: ast.expr, wanted: bool, values: Mapping[str, int]) -> Unmet | None:
    """Return what is to be set so that a condition is as wanted; None: options cannot do it."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _solved(node.operand, not wanted, values)
    if isinstance(node, ast.BoolOp):
        parts = [_solved(part, wanted, values) for part in node.values]
        if isinstance(node.op, ast.And) == wanted:
            merged: Unmet = {}
            for part in parts:
                if part is None:
                    return None
                merged |= part
            return merged
        return min((part for part in parts if part is not None), key=len, default=None)
    if not isinstance(node, ast.Compare):
        return {} if (_value(node, values) != 0) == wanted else None
    left, right = node.left, _value(node.comparators[0], values)
    holds = _HOLDS[type(node.ops[0])]
    if holds(_value(left, values), right) == wanted:
        return {}
    if isinstance(left, ast.Name) and _OPTION.fullmatch(left.id) and left.id not in _REFUSED:
        fit = [number for number in (1, 0, right, right + 1) if holds(number, right) == wanted]
        return {left.id: fit[0]} if fit else None
    return None


_HOLDS = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
}


def _value(node: ast.expr, values: Mapping[str, int]) -> int:
    """Return what a name or number is; what is more complicated is no option."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        return values.get(node.id, 0)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, values)
    raise ValueError(f"no condition on options: {ast.unparse(node)}")


def values(definitions: str) -> dict[str, int]:
    """Return the symbols of the preprocessor that are numbers.

    Args:
        definitions: what GCC prints with -dM -E.
    """
    texts = dict(re.findall(r"^#define (\w+) (.+)$", definitions, re.MULTILINE))

    def number(name: str, depth: int = 0) -> int | None:
        text = re.sub(r"\(\s*\w+_t\s*\)|[()\s]", "", texts.get(name, ""))
        if re.fullmatch(r"-?(?:0x[0-9a-fA-F]+|\d+)[uUlL]*", text):
            return int(text.rstrip("uUlL"), 0)
        return number(text, depth + 1) if text in texts and depth < len(texts) else None

    numbers = {name: number(name) for name in texts}
    return {name: value for name, value in numbers.items() if value is not None}
