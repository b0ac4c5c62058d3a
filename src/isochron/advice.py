# SPDX-License-Identifier: Apache-2.0
"""The page about errors, and which of its sections is about what has happened."""

from enum import StrEnum

from isochron.paths import ROOT

PAGE = ROOT / "docs/reference/errors.md"


class Case(StrEnum):
    """A section of the page, by its anchor."""

    MISSING_FUNCTION = "a-function-is-missing"
    REFUSED = "the-hardware-kernel-refused-a-command"
    ASSERTION = "an-assertion-failed"
    EXCEPTION = "an-exception"
    OUT_OF_MEMORY = "out-of-memory"
    UNSERVED_INTERRUPT = "an-interrupt-that-nobody-serves"
    CONFIGURATION = "the-configuration-does-not-fit-the-hardware"
    STACK_OVERFLOW = "a-stack-overflow"
    ENDLESS = "a-program-that-does-not-end"


BOARD_ENDS = {
    64: Case.ASSERTION,
    65: Case.EXCEPTION,
    66: Case.OUT_OF_MEMORY,
    67: Case.UNSERVED_INTERRUPT,
    68: Case.CONFIGURATION,
    69: Case.STACK_OVERFLOW,
}
"""Exit codes with which the board ends a program (firmware/board/include/board.h)."""
_REFUSED = "The hardware kernel refused a command: "
"""What the board prints before that assertion (firmware/kernel/hardware_kernel/refusals.c)."""


def what_to_do(case: Case) -> str:
    """Return the line that points at a section, usable from any folder."""
    return f"What to do: {PAGE}#{case}"


def after(exit_code: int, output: str) -> str | None:
    """Return the line for a program that the board ended; None: it ended by itself."""
    case = BOARD_ENDS.get(exit_code)
    if case is Case.ASSERTION and _REFUSED in output:
        case = Case.REFUSED
    return what_to_do(case) if case else None
