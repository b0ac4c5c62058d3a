# SPDX-License-Identifier: Apache-2.0
"""How often something took how long, as bars in a terminal."""

from collections import Counter
from collections.abc import Sequence

from rich.table import Table

from isochron.profiling.tables import Figures
from isochron.terminal import new_table

_ROWS = 12
_WIDTH = 24
"""Characters of the longest bar."""
_BAR = "█"


def bins(values: Sequence[int]) -> list[range]:
    """Return ranges that hold all values: one for each if these are few, else of equal width."""
    different = sorted(set(values))
    if len(different) <= _ROWS:
        return [range(value, value + 1) for value in different]
    least, most = different[0], different[-1]
    width = -(-(most - least + 1) // _ROWS)
    ranges = [range(begin, begin + width) for begin in range(least, most + 1, width)]
    return [cycles for cycles in ranges if any(value in cycles for value in different)]


def table(name: str, figures: Sequence[Figures]) -> Table:
    """Return a table with a row for each bin, and a column of bars for each kernel.

    The last row says in which cycle the longest began. Each kernel must have measured something.
    """
    shown = new_table("", f"cycles of {name}", *(figure.kernel for figure in figures))
    shown.columns[0].justify = "right"
    counts = [Counter(figure.cycles) for figure in figures]
    for cycles in bins([value for figure in figures for value in figure.cycles]):
        last = cycles[-1]
        label = f"{cycles[0]:,}" if len(cycles) == 1 else f"{cycles[0]:,} to {last:,}"
        shown.add_row(label, *(_bar(count, cycles) for count in counts))
    longest = [figure.starts[figure.cycles.index(max(figure.cycles))] for figure in figures]
    shown.add_row("the longest began in cycle", *(f"{cycle:,}" for cycle in longest))
    return shown


def _bar(counts: Counter[int], cycles: range) -> str:
    """Return a bar for what lies in a range, with its number; at least one character for some."""
    number = sum(count for value, count in counts.items() if value in cycles)
    if not number:
        return ""
    return f"{_BAR * max(1, round(_WIDTH * number / counts.total()))} {number:,}"
