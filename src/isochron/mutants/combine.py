# SPDX-License-Identifier: Apache-2.0
"""One text of a file with many mutants in it, of which the environment chooses one.

A mutant is an expression beside the one that it replaces, or a statement under a condition. So a
program is built once for all of them.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from isochron.mutants.draw import Change

CHOICE = "ISOCHRON_MUTANT"
"""The variable of the environment: a mutant's number, from 1; without it there is none."""
MARK = b"isochronmut\0"
"""What stands before the number in a program that has no environment (board.py)."""


@dataclass(frozen=True)
class _Language:
    head: str
    """Stands before the file; several of these may follow each other in one compilation."""
    chosen: str
    """Whether a number is chosen."""
    block: tuple[bytes, bytes]
    """What is around a statement that depends on it."""


_C = _Language(
    f"""\
#ifndef {CHOICE}
#if __STDC_HOSTED__
#define {CHOICE}( number )    ( isochron_mutant == ( number ) )
extern char * getenv( const char * );
extern int atoi( const char * );
static int isochron_mutant;
static __attribute__( ( constructor ) ) void isochron_choose_mutant( void )
{{
    const char * chosen = getenv( "{CHOICE}" );
    isochron_mutant = ( chosen != 0 ) ? atoi( chosen ) : 0;
}}
#else
#define {CHOICE}( number )    ( isochron_mutant.chosen == ( number ) )
static const volatile struct {{ char mark[ 12 ]; int chosen; }} isochron_mutant =
    {{ "isochronmut", 0 }};
#endif
#endif
""",
    f"{CHOICE}( {{}} )",
    (b" {", b"} "),
)
_CPP = replace(
    _C,
    head=f"""\
#ifndef {CHOICE}
#include <cstdlib>
static const int isochron_mutant = [] {{
  const char *chosen = std::getenv("{CHOICE}");
  return chosen ? std::atoi(chosen) : 0;
}}();
#define {CHOICE}(number) (isochron_mutant == (number))
#endif
""",
)
_SYSTEMVERILOG = _Language(
    f"""\
/* verilator lint_off DECLFILENAME */
/* verilator lint_off WIDTH */
/* verilator lint_off UNSIGNED */
/* verilator lint_off CMPCONST */
/* verilator lint_off LATCH */
/* verilator lint_off UNOPTFLAT */
/* verilator lint_off UNUSED */
/* verilator lint_off SELRANGE */
`ifndef {CHOICE}
`define {CHOICE}(number) (isochron_mutant::chosen == number)
package isochron_mutant;
  int chosen = $c32("(getenv(\\"{CHOICE}\\") ? atoi(getenv(\\"{CHOICE}\\")) : 0)");
endpackage
`endif
""",
    f"`{CHOICE}({{}})",
    (b"begin", b" end "),
)
_LANGUAGES = {".c": _C, ".cpp": _CPP, ".sv": _SYSTEMVERILOG}
_MARK = re.compile(rf"{CHOICE}\(\s*(\d+)")


def combine(text: bytes, suffix: str, mutants: Mapping[int, Change]) -> bytes:
    """Return the text of a file with mutants, by their numbers, in it."""
    language = _LANGUAGES[suffix]
    before: dict[int, bytes] = defaultdict(bytes)
    after: dict[int, bytes] = defaultdict(bytes)
    # an outer one first: it begins before an inner one, and ends after it
    for number, change in sorted(mutants.items(), key=_outer_first):
        site = change.site
        start, end = _limits(change)
        chosen = language.chosen.format(number).encode()
        if site.is_statement:
            opening, closing = language.block
            before[start] += b"%b\nif( !%b ) " % (opening, chosen)
            after[end] = closing + after[end]
        else:
            other = text[start : site.start] + change.new.encode() + text[site.end : end]
            before[start] += b"\n(%b ? (%b) :\n(" % (chosen, other)
            after[end] = b"))" + after[end]
    edges = sorted({0, *before, *after, len(text)})
    pieces = (text[begin:other] + after[other] + before[other] for begin, other in pairwise(edges))
    return language.head.encode() + before[0] + b"".join(pieces)


def _outer_first(mutant: tuple[int, Change]) -> tuple[int, int, int]:
    number, change = mutant
    start, end = _limits(change)
    return start, -end, number


def _limits(change: Change) -> tuple[int, int]:
    if change.site.whole is None:
        raise ValueError("no variable can choose a constant")
    return change.site.whole


def number_at(text: str, line: int) -> int | None:
    """Return which mutant a line of a combined text belongs to: the last one that begins there."""
    numbers = _MARK.findall("\n".join(text.split("\n")[:line]))
    return int(numbers[-1]) if numbers else None
