# SPDX-License-Identifier: Apache-2.0
"""What `isochron analyze` prints: tables."""

from collections.abc import Iterator

from rich.table import Table

from isochron.analysis.findings import MEGA, Findings, OfKernel, Sweep
from isochron.terminal import new_table

HELD, MISSED = "[green]yes[/]", "[bold red]no[/]"
OVERLOAD = "[bold red]overload[/]"


def tables(findings: Findings) -> Iterator[Table]:
    """Yield a table for each kernel, one that compares them, and one of the sweep."""
    for kernel in findings.kernels:
        yield _responses(kernel)
        if kernel.seen:
            yield _observed(kernel)
    yield _compared(findings)
    if findings.sweep is not None:
        yield _swept(findings.sweep)


def _figures(title: str, *columns: str) -> Table:
    """Return a table whose figures are never taken apart, also at 80 columns."""
    table = new_table(title, *columns)
    table.show_edge = table.pad_edge = False
    table.padding = (0, 1, 0, 0)
    for column in table.columns[1:]:
        column.no_wrap = True
    return table


def _responses(result: OfKernel) -> Table:
    clock = f"{result.clock_hz / MEGA:.1f} MHz ({result.origin})"
    table = _figures(
        f"{result.kernel} at {clock}, {result.task_set.tick:,} cycles a tick: clock cycles",
        *("task", "prio", "deadline", "response", "slack"),
        *("own", "higher\ntasks", "kernel", "block-\ning", "held"),
    )
    for task in result.task_set.tasks:
        bound = result.bounds[task.name]
        parts = bound.parts
        figures = (
            [task.deadline - (bound.response or 0), *(
                (parts.own, parts.interference, parts.kernel, parts.blocking)
            )]
            if parts
            else []
        )  # fmt: skip
        table.add_row(
            *(task.name, str(task.priority), f"{task.deadline:,}"),
            OVERLOAD if bound.response is None else f"{bound.response:,}",
            *([f"{figure:,}" for figure in figures] or [""] * 5),
            HELD if bound.meets(task.deadline) else MISSED,
        )
    return table


def _observed(result: OfKernel) -> Table:
    table = _figures(
        f"{result.kernel}, on the simulated SoC: clock cycles",
        *("task", "own", "bound", "longest\nseen", "bound\n/ seen", "in\nround", "jobs", "misses"),
    )
    for seen in result.seen:
        ratio = "" if seen.ratio is None else f"{seen.ratio:.3f}"
        table.add_row(
            *(seen.task, f"{seen.own:,}"),
            OVERLOAD if seen.bound is None else f"{seen.bound:,}",
            f"{seen.longest:,}" if seen.safe else f"[bold red]{seen.longest:,}[/]",
            *(ratio, str(seen.worst), f"{seen.jobs:,}", str(seen.misses)),
        )
    return table


def _compared(findings: Findings) -> Table:
    table = _figures(
        "all deadlines, and how far they are",
        *("kernel", "clock,\nMHz", "held", "load", "load\nthat fits"),
        *("least clock,\nMHz", "execution times\nmay grow by"),
    )
    for kernel in findings.kernels:
        least = kernel.least_clock_hz
        table.add_row(
            *(
                kernel.kernel,
                f"{kernel.clock_hz / MEGA:.1f}",
                HELD if kernel.guaranteed else MISSED,
            ),
            *(f"{kernel.task_set.load:.3f}", f"{kernel.fits:.3f}"),
            "none" if least is None else f"{least / MEGA:.2f}",
            f"{kernel.growth:.3f}",
        )
    return table


def _swept(sweep: Sweep) -> Table:
    kernels = [result.kernel for result in sweep.found[0]]
    table = new_table(f"{sweep.key}: held, load that fits, least clock in MHz", sweep.key, *kernels)
    for value, results in zip(sweep.values, sweep.found, strict=True):
        cells = [
            f"{HELD if result.guaranteed else MISSED}, {result.fits:.3f}, "
            + ("none" if result.least_clock_hz is None else f"{result.least_clock_hz / MEGA:.2f}")
            for result in results
        ]
        table.add_row(f"{value:g}", *cells)
    return table
