# SPDX-License-Identifier: Apache-2.0
"""Tables of what was measured. All figures are clock cycles."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low

from rich.table import Table

from isochron.terminal import new_table

BY_ITSELF = ", by itself"
"""Behind the name of a function: without interrupts and other tasks that came meanwhile."""


@dataclass(frozen=True)
class Figures:
    """What a window or a function took on a kernel, each time."""

    name: str
    kernel: str
    cycles: tuple[int, ...]
    starts: tuple[int, ...]
    """Cycle in which each one began."""
    interrupts_off: int | None = None
    """Longest stretch with interrupts masked in any of them; None: not told."""


@dataclass(frozen=True)
class Masked:
    """Stretches with interrupts masked between the same two places."""

    kernel: str
    most: int
    times: int
    cycle: int
    """In which the longest began."""
    begin: str | int
    """Where interrupts were masked; a number: by an interrupt of this cause."""
    end: str


def windows(figures: Sequence[Figures]) -> Table:
    """Return a row for each name and kernel; without the kernels if there is only one."""
    with_kernel = len({figure.kernel for figure in figures}) > 1
    names = ["metric", *(["kernel"] if with_kernel else []), "times", "least", "median", "most"]
    shown = new_table("", *names, "interrupts off, at most")
    order = list(dict.fromkeys(figure.name for figure in figures))
    for figure in sorted(figures, key=lambda figure: order.index(figure.name)):
        row = [figure.name, *([figure.kernel] if with_kernel else []), f"{len(figure.cycles):,}"]
        if figure.cycles:
            summary = (min(figure.cycles), median_low(figure.cycles), max(figure.cycles))
            row += [f"{cycles:,}" for cycles in summary]
            row += [] if figure.interrupts_off is None else [f"{figure.interrupts_off:,}"]
        shown.add_row(*row)
    return shown


def masked(stretches: Sequence[Masked]) -> Table:
    """Return a row for each: how long interrupts were off, from where, and to where."""
    with_kernel = len({stretch.kernel for stretch in stretches}) > 1
    names = ["off, at most", "times", "from", "to", "the longest began in cycle"]
    shown = new_table("", *(["kernel"] if with_kernel else []), *names)
    for stretch in stretches:
        begin = f"interrupt {stretch.begin}" if isinstance(stretch.begin, int) else stretch.begin
        row = [f"{stretch.most:,}", f"{stretch.times:,}", begin, stretch.end, f"{stretch.cycle:,}"]
        shown.add_row(*([stretch.kernel] if with_kernel else []), *row)
    return shown
