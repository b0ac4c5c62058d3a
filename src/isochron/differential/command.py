# SPDX-License-Identifier: Apache-2.0
"""`isochron verify compare`, `isochron verify soak`"""

import os
import shlex
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from isochron import files
from isochron.building import native
from isochron.differential import batches, board, configuration, coverage, difference, soak
from isochron.differential.batches import Series
from isochron.differential.shrink import shrink
from isochron.errors import EXIT_FAILED
from isochron.freertos_folder import FreeRtosFolder
from isochron.jobs.options import AtATime, Scheduler
from isochron.jobs.workers import Workers, workers
from isochron.paths import BUILT
from isochron.systems import Soak, systems
from isochron.terminal import known

EXIT_UNCOVERED = 2
SCENARIOS = BUILT / "differential"
"""Where a scenario that differs is left."""

console = Console(soft_wrap=True, highlight=False, markup=False)


COMPARE_EPILOG = """Examples:

    isochron verify compare --calls 100000 --seed 7          the same scenarios each time

    isochron verify compare --without priority_of_waiter     also what is known to differ

    isochron verify compare --scenario build/differential/seed_1_scenario_7.txt   one that differed

    isochron verify compare --scheduler tcp://host:8786      by a Dask cluster: the same scenarios
"""
SOAK_FOR_HOURS_EPILOG = """Examples:

    isochron verify soak --calls 1000000                  so many calls more than last time

    isochron verify soak --kernel isochron-contexts       with contexts, on the simulated SoC

    isochron verify soak --scheduler tcp://host:8786      by a Dask cluster, until Ctrl-C
"""
SOAKS = {
    board.CONTEXTS: Soak(os.cpu_count() or 1, board.runs_of_contexts),
    **{system.name: system.soak for system in systems() if system.soak},
}
"""What runs random calls for hours elsewhere than in native programs."""
_FIRST = native.SUBJECTS[0]
_KERNEL = typer.Option(
    "--kernel",
    help=f"What to compare with FreeRTOS: {', '.join(native.SUBJECTS)}.",
    callback=known("kernel", native.SUBJECTS),
)
_Option = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="Build both kernels with this option of FreeRTOSConfig.h; repeatable.",
    ),
]


class _Different(Exception):
    """The kernels do different things in a scenario."""

    def __init__(self, scenario: int) -> None:
        super().__init__(scenario)
        self.scenario = scenario


class Instrument(StrEnum):
    """What the programs are built with to see more (native.Variant)."""

    SANITIZERS = "sanitizers"
    COVERAGE = "coverage"


def compare(
    calls: Annotated[int, typer.Option(min=1, help="Stop after so many calls.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Seed of the scenarios.")] = 1,
    kernel: Annotated[str, _KERNEL] = _FIRST,
    without: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="Switch this rule off; repeatable. The list: oracle.md."),
    ] = None,
    option: _Option = None,
    scenario: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, help="Run this one, which a difference left, once more."
        ),
    ] = None,
    short: Annotated[
        bool,
        typer.Option("--short", help="Objects run out in each scenario, not in every fifth."),
    ] = False,
    instrument: Annotated[
        Instrument | None,
        typer.Option(
            help="Address and undefined-behaviour sanitizers, or what the calls cover of the "
            "kernel files; the latter with one job at a time, on this machine."
        ),
    ] = None,
    freertos: FreeRtosFolder = None,
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
) -> None:
    """Run random scenarios on FreeRTOS and on a kernel of ours; stop at a difference.

    The same seed gives the same scenarios. A difference is shrunk, and its scenario left in
    build/differential. The exit code is 1 when the kernels differ, 2 when the calls cover too
    little.
    """
    counted = instrument == Instrument.COVERAGE
    if counted and (scheduler or at_a_time):
        raise typer.BadParameter(
            "lines are counted by one job at a time, on this machine: leave out --jobs, --scheduler"
        )
    series = Series(
        *(seed, str(kernel), tuple(without or ()), short, str(instrument or "")),
        configurations=(configuration.read(option or ()),),
    )
    if scenario is not None:
        again = difference.explain(series.programs(), scenario.read_text())
        console.print("No difference." if again.agrees else again.text())
        raise typer.Exit(0 if again.agrees else EXIT_FAILED)
    if counted:
        coverage.forget(series.programs().subject)
    done = 0
    different = None
    columns = (TextColumn("Calls"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        workers(1 if counted else at_a_time, scheduler) as pool,
        Progress(*columns, console=console, transient=True) as progress,
    ):
        bar = progress.add_task("", total=calls)
        for batch in batches.compared(series, 0, pool):
            done += batch.calls
            progress.update(bar, completed=done)
            if not console.is_terminal:
                console.print(f"{done:,} calls")
            different = batch.different
            if different is not None or done >= calls:
                break
    if different is not None:
        _show(series, different)
        raise typer.Exit(EXIT_FAILED)
    console.print(f"No difference in {done:,} calls, seed {seed}.")
    if counted:
        ran = [series.programs().subject, *coverage.run_checks(console.print, kernel)]
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
        str,
        typer.Option(
            "--kernel",
            help=f"What to run: {', '.join(native.SUBJECTS)}, or what no native program runs: "
            f"{', '.join(SOAKS)}.",
            callback=known("kernel", [*native.SUBJECTS, *SOAKS]),
        ),
    ] = _FIRST,
    state: Annotated[
        Path | None,
        typer.Option(
            help="File that says how far it has come; else one for each kernel in build/.",
            show_default=False,
        ),
    ] = None,
    freertos: FreeRtosFolder = None,
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
) -> None:
    """Run random scenarios until a difference or Ctrl-C; the next time goes on from there.

    They go through options of FreeRTOSConfig.h, each by itself and several together.
    A difference is shrunk, and its scenario left in build/differential; it comes again until it is
    mended. With --kernel gic, a scenario is a run of random calls of four cores at the same time.
    With --kernel isochron-contexts it runs on the simulated SoC, without other options.
    """
    state = state or soak.file(kernel)
    here = soak.read(state, seed, kernel)
    if kernel in SOAKS:
        alone = SOAKS[kernel]
        with workers(None if scheduler else at_a_time or alone.at_a_time, scheduler) as pool:
            ran = ((1, done) for done in alone.runs(here.seed, here.scenarios, pool))
            _soak(here, state, calls, ran, "no failure")
        return
    series = Series(here.seed, str(kernel), configurations=tuple(configuration.each()))
    try:
        with workers(at_a_time, scheduler) as pool:
            _soak(here, state, calls, _agreeing(series, here.scenarios, pool), "no difference")
    except _Different as different:
        _show(series, different.scenario)
        raise typer.Exit(EXIT_FAILED) from None


def _agreeing(series: Series, first: int, pool: Workers) -> Iterator[tuple[int, int]]:
    """Yield scenarios and calls of each batch without a difference; raise _Different at one."""
    for batch in batches.compared(series, first, pool):
        if batch.different is not None:
            raise _Different(batch.different)
        yield batch.scenarios, batch.calls


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


def _show(series: Series, number: int) -> None:
    """Print a difference, shrunk, and leave its scenario, with the command that runs it again."""
    options = series.configuration(number).name
    console.print(f"Scenario {number} of seed {series.seed} differs. Shrinking it:")
    if options:
        console.print(f"Both kernels have {options}.")
    programs = series.programs(number)
    small = shrink(
        programs, series.scenario(number), lambda left: console.print(f"  {left} parts left")
    )
    console.print(difference.explain(programs, small.text()).text())
    SCENARIOS.mkdir(parents=True, exist_ok=True)
    file = SCENARIOS / f"seed_{series.seed}_scenario_{number}.txt"
    files.write(file, small.text())
    words = ["--scenario", str(file), "--kernel", series.kernel]
    words += [word for option in options.split() for word in ("--option", option)]
    console.print(f"\nThis scenario again: isochron verify compare {shlex.join(words)}")


def _table(shares: list[coverage.Share]) -> Table:
    table = Table("file", "lines", "%", "branches", "%", box=None)
    for share in shares:
        table.add_row(
            share.name,
            *_run(share.lines_run, share.lines),
            *_run(share.branches_taken, share.branches),
        )
    return table


def _run(part: int, whole: int) -> tuple[str, str]:
    return f"{part}/{whole}", f"{100 * part / whole:.1f}" if whole else ""
