# SPDX-License-Identifier: Apache-2.0
"""`isochron differential`, `isochron soak`, `isochron differential-program`"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from isochron import native
from isochron.differential import coverage, difference, program, runner, soak
from isochron.differential.generator import generate
from isochron.differential.scenario import Scenario
from isochron.differential.shrink import shrink
from isochron.gic import soak as gic_soak
from isochron.paths import ROOT

EXIT_DIFFERENT = 1
EXIT_UNCOVERED = 2
PROGRAMS = ROOT / "build/differential"
"""Where a difference is left as a C program."""

console = Console(soft_wrap=True, highlight=False, markup=False)


Soaked = Literal[native.Subject, "gic"]
"""What runs for hours; the kernel on the GIC checks itself."""
_FIRST = native.SUBJECTS[0]
_KERNEL = typer.Option("--kernel", help="What to compare with FreeRTOS.")


class _Different(Exception):
    """The kernels do different things in a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario.name)
        self.scenario = scenario


class Instrument(StrEnum):
    """What the programs are built with to see more (native.Variant)."""

    SANITIZERS = "sanitizers"
    COVERAGE = "coverage"


def differential(
    calls: Annotated[int, typer.Option(min=1, help="Stop after so many calls.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Seed of the scenarios.")] = 1,
    kernel: Annotated[native.Subject, _KERNEL] = _FIRST,
    without: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="Switch this rule off; repeatable. The list: oracle.md."),
    ] = None,
    software: Annotated[
        bool,
        typer.Option("--software", help="Objects in software in each scenario, not every fifth."),
    ] = False,
    instrument: Annotated[
        Instrument | None,
        typer.Option(
            help="Address and undefined-behaviour sanitizers, or what the calls cover of the "
            "kernel files."
        ),
    ] = None,
) -> None:
    """Run random scenarios on FreeRTOS and on a kernel of ours; stop at a difference.

    The same seed gives the same scenarios. A difference is shrunk, and printed as a C program. The
    exit code is 1 when the kernels differ, 2 when the calls cover too little.
    """
    programs = runner.build(native.Variant(instrumentation=instrument or ""), kernel)
    if instrument == Instrument.COVERAGE:
        coverage.forget(programs.subject)
    done = 0
    columns = (TextColumn("Calls"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=calls)
        for comparisons in _compared(programs, seed, 0, tuple(without or ()), software):
            done += _calls(comparisons)
            progress.update(bar, completed=done)
            if not console.is_terminal:
                console.print(f"{done:,} calls")
            different = _first_different(comparisons)
            if different or done >= calls:
                break
    if different:
        _show(programs, different, seed)
        raise typer.Exit(EXIT_DIFFERENT)
    console.print(f"No difference in {done:,} calls, seed {seed}.")
    if instrument == Instrument.COVERAGE:
        ran = [programs.subject, *coverage.run_checks(console.print, kernel)]
        shares = coverage.measure(ran)
        console.print(_table(shares))
        console.print(f"Line by line: {coverage.PAGES / 'index.html'}")
        if not shares[-1].enough:
            raise typer.Exit(EXIT_UNCOVERED)


def soak_for_hours(
    seed: Annotated[
        int | None, typer.Option(help="Seed; another one than last time begins anew.")
    ] = None,
    calls: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many calls; else go on for ever.")
    ] = None,
    kernel: Annotated[
        Soaked, typer.Option("--kernel", help="What to run; gic checks itself.")
    ] = _FIRST,
    state: Annotated[
        Path | None,
        typer.Option(
            help="File that says how far it has come; else one for each kernel in build/.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Run random scenarios until a difference or Ctrl-C; the next time goes on from there.

    A difference is shrunk, and printed as a C program; it comes again until it is mended. With
    --kernel gic, a scenario is a run of random calls of four cores at the same time.
    """
    state = state or soak.file(kernel)
    here = soak.read(state, seed, kernel)
    if kernel == gic_soak.KERNEL:
        ran = ((1, done) for done in gic_soak.runs(here.seed, here.scenarios))
        _soak(here, state, calls, ran, "no failure")
        return
    programs = runner.build(kernel=kernel)
    try:
        _soak(here, state, calls, _agreeing(programs, here), "no difference")
    except _Different as different:
        _show(programs, different.scenario, here.seed)
        raise typer.Exit(EXIT_DIFFERENT) from None


def _agreeing(programs: runner.Programs, here: soak.State) -> Iterator[tuple[int, int]]:
    """Yield scenarios and calls of each batch without a difference; raise _Different at one."""
    for comparisons in _compared(programs, here.seed, here.scenarios):
        different = _first_different(comparisons)
        if different:
            raise _Different(different)
        yield len(comparisons), _calls(comparisons)


def _soak(
    here: soak.State,
    state: Path,
    calls: int | None,
    batches: Iterator[tuple[int, int]],
    found: str,
) -> None:
    """Keep count of scenarios and calls, in a file, until so many more calls are done."""
    wanted = None if calls is None else here.calls + calls
    console.print(f"Seed {here.seed}, from scenario {here.scenarios:,} on; state: {state}")
    columns = (TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=None)
        for scenarios, done in batches:
            here = replace(here, scenarios=here.scenarios + scenarios, calls=here.calls + done)
            here.write(state)
            text = f"{here.calls:,} calls, {here.scenarios:,} scenarios, {found}"
            progress.update(bar, description=text)
            if wanted is not None and here.calls >= wanted:
                break
    console.print(f"{found.capitalize()} in {here.calls:,} calls, seed {here.seed}.")


def differential_program(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The C program.")],
    kernel: Annotated[native.Subject, _KERNEL] = _FIRST,
) -> None:
    """Run a C program that `differential` left on both kernels, and compare what it prints."""
    stock, ours = (
        program.run(program.build(file, one)).splitlines() for one in (native.ORACLE, kernel)
    )
    names = ("FreeRTOS", str(kernel))
    longest = max(len(stock), len(ours))
    compared = list(difflib.unified_diff(stock, ours, *names, lineterm="", n=longest))
    console.print("\n".join(compared or stock))
    if compared:
        raise typer.Exit(EXIT_DIFFERENT)


def _compared(
    programs: runner.Programs,
    seed: int,
    first: int,
    without: tuple[str, ...] = (),
    software: bool = False,
) -> Iterator[list[runner.Comparison]]:
    """Compare the scenarios of a seed, from the first one wanted on, without end."""
    scenarios = (generate(seed, number, without, software) for number in count(first))
    return runner.compare_all(programs, scenarios)


def _calls(comparisons: list[runner.Comparison]) -> int:
    return sum(one.found.calls for one in comparisons)


def _first_different(comparisons: list[runner.Comparison]) -> Scenario | None:
    return next((one.scenario for one in comparisons if not one.agrees), None)


def _show(programs: runner.Programs, scenario: Scenario, seed: int) -> None:
    """Print a difference, shrunk, and leave it as a C program."""
    console.print(f"Scenario {scenario.name} of seed {seed} differs. Shrinking it:")
    small = shrink(programs, scenario, lambda left: console.print(f"  {left} parts left"))
    console.print(difference.explain(programs, small).text())
    try:
        text = program.text(small, f"Scenario {scenario.name} of seed {seed}, shrunk.")
    except program.NotPrintable as reason:
        console.print(f"No C program: {reason}.")
        return
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    file = PROGRAMS / f"seed_{seed}_scenario_{scenario.name}.c"
    file.write_text(text)
    console.print(f"\n{text}\nThis program: {file}")


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
