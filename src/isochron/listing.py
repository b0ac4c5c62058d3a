# SPDX-License-Identifier: Apache-2.0
"""What `isochron list` shows: the names that the other commands take, as tables."""

from __future__ import annotations

from rich.table import Table

from isochron import suites
from isochron.building import firmware, platforms
from isochron.comparison import criteria
from isochron.comparison import kernels as compared
from isochron.comparison import table as comparison
from isochron.gic import boards, table
from isochron.terminal import new_table

PARTS = ("kernels", "platforms", "hardware", *suites.SUITES, comparison.SUITE, table.SUITE)
"""Names of the tables, in their order."""
_RUN_AND_BENCH = "run, bench"


def tables() -> dict[str, Table]:
    """Return a table for each of ``PARTS``."""
    return {
        "kernels": _kernels(),
        "platforms": _platforms(),
        "hardware": _hardware(),
        **{suite.name: _suite(suite) for suite in suites.SUITES.values()},
        comparison.SUITE: _criteria(),
        table.SUITE: _calls(),
    }


def _kernels() -> Table:
    found = new_table("kernels", "kernel", "what it is", "for")
    for kernel in firmware.KERNELS.values():
        found.add_row(kernel.name, kernel.summary, _RUN_AND_BENCH)
    for other in compared.KERNELS.values():
        if other.name not in firmware.KERNELS:
            found.add_row(other.name, other.title, f"bench {comparison.SUITE}")
    ours = boards.KERNELS[table.KERNEL]
    found.add_row(ours.name, ours.summary, f"bench {table.SUITE}")
    return found


def _platforms() -> Table:
    found = new_table("platforms", "platform", "what it is", "instruction set", "for")
    for platform in platforms.PLATFORMS.values():
        found.add_row(platform.name, platform.description, platform.march, _RUN_AND_BENCH)
    for board in boards.BOARDS.values():
        found.add_row(board.name, board.description, board.cpu, f"bench {table.SUITE}")
    return found


def _hardware() -> Table:
    found = new_table("hardware", "hardware", "tasks, idle included")
    for hardware in platforms.HARDWARE.values():
        found.add_row(hardware.name, str(hardware.tasks))
    return found


def _suite(suite: suites.Suite) -> Table:
    found = new_table(f"suite {suite.name}: {suite.title}", "test", "metric", "sweep")
    for test in suite.tests:
        for metric in test.metrics:
            found.add_row(test.name, metric.name, metric.parameter or "repetition")
    return found


def _criteria() -> Table:
    title = f"suite {comparison.SUITE}: {comparison.TITLE}"
    found = new_table(title, "criterion", "what", "unit")
    for one in criteria.CRITERIA.values():
        found.add_row(one.name, one.title, one.unit)
    return found


def _calls() -> Table:
    found = new_table(f"suite {table.SUITE}: {table.TITLE}", "test", "call")
    for name, call in table.CALLS.items():
        found.add_row(name, call)
    return found
