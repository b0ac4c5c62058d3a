# SPDX-License-Identifier: Apache-2.0
"""How often the registers of a task were there at a switch to it (explanation/contexts.md)."""

from isochron.results import Record, Source, counted
from isochron.running.simulator import Turns

HITS, MISSES = "context-hits", "context-misses"
"""Metrics of every test on a core with contexts: the number of hits, and of each miss the clock
cycles for which the core waited."""


def records(source: Source, test: str, turns: Turns | None) -> list[Record]:
    """Return the records of a run's switches; none on an attachment that uses no contexts."""
    if turns is None or source.attachment != "contexts":
        return []
    waits = [waited for waited, times in sorted(turns.misses.items()) for _ in range(times)]
    records_found = [counted(source, test, HITS, "switches", [turns.hits], {})]
    return records_found + ([counted(source, test, MISSES, "cycles", waits, {})] if waits else [])
