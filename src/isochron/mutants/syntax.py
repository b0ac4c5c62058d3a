# SPDX-License-Identifier: Apache-2.0
"""Where a source file can be made wrong, and how: found in its syntax tree.

The changes are the usual simple ones: an operator, a constant, a condition, a statement left out.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import tree_sitter
import tree_sitter_c
import tree_sitter_cpp
import tree_sitter_systemverilog


@dataclass(frozen=True)
class Language:
    """What is changed in one language, by the types of its grammar's nodes."""

    grammar: tree_sitter.Language
    operations: frozenset[str]
    """Nodes of which an operator is a child."""
    operators: Mapping[str, tuple[str, ...]]
    """What stands for each instead; an empty text leaves one with a single operand out."""
    numbers: frozenset[str]
    """Decimal ones and literals that have alternatives of their own in ``operators``."""
    conditions: frozenset[str]
    """Nodes with a condition: their field of that name, or they themselves if they have none."""
    truth: tuple[str, str]
    """Always, and never."""
    statements: frozenset[str]
    """What may be left out, up to its semicolon."""
    spared: frozenset[str]
    """Nodes in which nothing is changed."""
    constants: frozenset[str]
    """Nodes that must have a value when the file is compiled."""
    not_called: re.Pattern[str]
    """Calls in which nothing is changed, and that are not left out."""


_COMPARISONS = {
    "==": ("!=",),
    "!=": ("==",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
}
_BOTH = {
    **_COMPARISONS,
    "&&": ("||",),
    "||": ("&&",),
    "&": ("|",),
    "|": ("&",),
    "^": ("&",),
    "+": ("-",),
    "-": ("+",),
    "<<": (">>",),
    ">>": ("<<",),
    "!": ("",),
    "~": ("",),
}

C = Language(
    tree_sitter.Language(tree_sitter_c.language()),
    operations=frozenset(
        {"binary_expression", "unary_expression", "assignment_expression", "update_expression"}
    ),
    operators={
        **_BOTH,
        "*": ("+",),
        "/": ("*",),
        "%": ("/",),
        "++": ("--",),
        "--": ("++",),
        "+=": ("-=",),
        "-=": ("+=",),
        "|=": ("&=",),
        "&=": ("|=",),
    },
    numbers=frozenset({"number_literal"}),
    conditions=frozenset({"if_statement", "conditional_expression"}),
    truth=("1", "0"),
    statements=frozenset({"expression_statement"}),
    spared=frozenset(
        {
            *("preproc_def", "preproc_function_def", "preproc_include", "preproc_call"),
            *("array_declarator", "attribute_specifier", "gnu_asm_expression", "ERROR"),
            *("enumerator", "field_declaration", "sizeof_expression"),
        }
    ),
    constants=frozenset({"initializer_list"}),
    not_called=re.compile(
        r"trace[A-Z]|mtCOVERAGE_TEST|config(ASSERT|CHECK)|portASSERT_IF|_Static_assert"
    ),
)

CPP = replace(
    C,
    grammar=tree_sitter.Language(tree_sitter_cpp.language()),
    truth=("true", "false"),
    spared=C.spared
    | {"static_assert_declaration", "template_parameter_list", "template_argument_list"},
)

SYSTEMVERILOG = Language(
    tree_sitter.Language(tree_sitter_systemverilog.language()),
    operations=frozenset({"expression", "unary_operator"}),
    operators={**_BOTH, "'0": ("'1",), "'1": ("'0",), "1'b0": ("1'b1",), "1'b1": ("1'b0",)},
    numbers=frozenset({"decimal_number", "binary_number", "unbased_unsized_literal"}),
    conditions=frozenset({"cond_predicate"}),
    truth=("1'b1", "1'b0"),
    statements=frozenset({"blocking_assignment", "nonblocking_assignment"}),
    spared=frozenset(
        {
            *("packed_dimension", "unpacked_dimension", "parameter_port_list", "port_declaration"),
            *("local_parameter_declaration", "text_macro_usage", "concurrent_assertion_item"),
            *("event_control", "initial_construct", "elaboration_severity_system_task"),
        }
    ),
    constants=frozenset(
        {
            *("constant_expression", "constant_range", "genvar_initialization", "casting_type"),
            *("parameter_value_assignment", "range_list"),
        }
    ),
    not_called=re.compile(r"(?!)"),
)

LANGUAGES = {".c": C, ".cpp": CPP, ".sv": SYSTEMVERILOG}
"""By the ends of files' names."""
_DECIMAL = re.compile(r"((?:\d+'d)?)(\d+)([uUlL]*)")


@dataclass(frozen=True)
class Site:
    """A place in a file, and what may stand there instead."""

    start: int
    """In bytes."""
    end: int
    alternatives: tuple[str, ...]
    whole: tuple[int, int] | None
    """From where to where the expression or statement is to which the place belongs; None of a
    constant, which no variable can choose."""
    is_statement: bool = False


@cache
def _parser(suffix: str) -> tree_sitter.Parser:
    return tree_sitter.Parser(LANGUAGES[suffix].grammar)


def sites(file: Path) -> list[Site]:
    """Return the places of a file in which a random mutant may differ, in their order."""
    return _sites(file.suffix, file.read_bytes())


@cache
def _sites(suffix: str, text: bytes) -> list[Site]:
    sites = _below(_parser(suffix).parse(text).root_node, LANGUAGES[suffix])
    return sorted(set(sites), key=lambda site: (site.start, site.end, site.alternatives))


def _below(node: tree_sitter.Node, language: Language, is_constant: bool = False) -> Iterator[Site]:
    if node.type in language.spared or _is_spared_call(node, language):
        return
    is_constant = is_constant or node.type in language.constants
    here = _at(node, language)
    yield from (replace(site, whole=None) for site in here) if is_constant else here
    preprocessor = (
        node.child_by_field_name("condition") if node.type.startswith("preproc") else None
    )
    for child in node.children:
        if child != preprocessor:  # what is compiled is the configuration's choice
            yield from _below(child, language, is_constant)


def _is_spared_call(node: tree_sitter.Node, language: Language) -> bool:
    inner = node.named_children[:1] if node.type in language.statements else [node]
    return any(
        part.type == "call_expression" and language.not_called.match(_text(part)) for part in inner
    )


def _at(node: tree_sitter.Node, language: Language) -> Iterator[Site]:
    if node.type in language.operations:
        whole = node.parent if node.type == "unary_operator" else node
        for child in node.children:
            if not child.is_named:
                yield from _site(child, language.operators.get(_text(child), ()), whole)
    if node.type in language.numbers:
        text = _text(node)
        yield from _site(node, language.operators.get(text) or other_numbers(text))
    if node.type in language.conditions:
        condition = node.child_by_field_name("condition") or node
        text = _text(condition)
        yield from _site(condition, tuple(f"({word})" for word in (f"!({text})", *language.truth)))
    if node.type in language.statements and node.named_children:
        text = _text(node)
        whole = node if text.endswith(";") else node.parent
        alternative = ";" if text.endswith(";") else ""
        yield from _site(node, (alternative,), whole, is_statement=True)


def other_numbers(text: str) -> tuple[str, ...]:
    """Return the decimal numbers beside one; none of what is no such number."""
    decimal = _DECIMAL.fullmatch(text)
    if decimal is None:
        return ()
    before, digits, after = decimal.groups()
    value = int(digits)
    others = (value + 1, value - 1) if value else (1,)
    return tuple(f"{before}{other}{after}" for other in others)


def _site(
    node: tree_sitter.Node,
    alternatives: tuple[str, ...],
    whole: tree_sitter.Node | None = None,
    is_statement: bool = False,
) -> Iterator[Site]:
    if alternatives:
        around = whole or node
        limits = around.start_byte, around.end_byte
        yield Site(node.start_byte, node.end_byte, alternatives, limits, is_statement)


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode()
