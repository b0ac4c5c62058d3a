# SPDX-License-Identifier: Apache-2.0
"""`isochron differential`"""

from __future__ import annotations

from enum import StrEnum
from itertools import count
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from isochron import native
from isochron.differential import coverage, difference, runner
from isochron.differential.generator import generate

EXIT_DIFFERENT = 1

console = Console(soft_wrap=True, highlight=False, markup=False)


class Instrument(StrEnum):
    """What the programs are built with to see more (native.Variant)."""

    SANITIZERS = "sanitizers"
    COVERAGE = "coverage"


def differential(
    calls: Annotated[int, typer.Option(min=1, help="Stop after so many calls.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Seed of the scenarios.")] = 1,
    without: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="Switch this rule of docs/oracle.md off; repeatable."),
    ] = None,
    instrument: Annotated[
        Instrument | None,
        typer.Option(
            help="Address and undefined-behaviour sanitizers, or what the calls cover of the "
            "kernel files."
        ),
    ] = None,
) -> None:
    """Run random scenarios on FreeRTOS and on the hardware kernel; stop at a difference.

    The same seed gives the same scenarios. The exit code is 1 when the kernels differ.
    """
    programs = runner.build(native.Variant(instrumentation=instrument or ""))
    if instrument == Instrument.COVERAGE:
        coverage.forget(programs.subject)
    scenarios = (generate(seed, number, tuple(without or ())) for number in count())
    done = 0
    columns = (TextColumn("Calls"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=calls)
        for comparisons in runner.compare_all(programs, scenarios):
            different = [one for one in comparisons if not one.agrees]
            done += sum(one.found.calls for one in comparisons)
            progress.update(bar, completed=done)
            if not console.is_terminal:
                console.print(f"{done:,} calls")
            if different or done >= calls:
                break
    if different:
        scenario = different[0].scenario
        console.print(difference.explain(programs, scenario).text())
        console.print(f"Scenario {scenario.name} of seed {seed} differs.")
        raise typer.Exit(EXIT_DIFFERENT)
    console.print(f"No difference in {done:,} calls, seed {seed}.")
    if instrument == Instrument.COVERAGE:
        console.print(_table(coverage.measure(programs.subject)))
        console.print(f"Line by line: {coverage.PAGES / 'index.html'}")


def _table(shares: list[coverage.Share]) -> Table:
    table = Table("file", "lines", "%", "branches", "%", box=None)
    for one in shares:
        table.add_row(
            one.name,
            *_run(one.lines_run, one.lines),
            *_run(one.branches_taken, one.branches),
        )
    return table


def _run(part: int, whole: int) -> tuple[str, str]:
    return f"{part}/{whole}", f"{100 * part / whole:.1f}" if whole else ""
