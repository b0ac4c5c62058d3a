# SPDX-License-Identifier: Apache-2.0
"""`isochron synth`"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from isochron import files, report, results
from isochron.errors import EXIT_FAILED
from isochron.jobs.options import AtATime, Scheduler
from isochron.jobs.workers import workers
from isochron.synth import gate, recorded, records, sweep, table
from isochron.synth.configurations import CONFIGURATIONS, usual_tasks, widths
from isochron.synth.flow import Point
from isochron.synth.sweep import Step
from isochron.synth.targets import ALL_TARGETS
from isochron.terminal import OutputFolder, console, known, new_table, progress

EXIT_STOPPED = 130
"""As a shell has it for a program that ended by Ctrl-C."""
DEFAULT_FOLDER = Path("build/report")

EPILOG = """Examples:

    isochron synth --list                                what there is

    isochron synth accelerated --tasks 4 --target ecp5   one small point

    isochron synth full accelerated --tasks 4,8,32 --seeds 3  two configurations, all targets

    isochron synth full --target cyclonev                cells for another family

    isochron synth --all --seeds 3                       the whole sweep: hours

    isochron synth --all --scheduler tcp://host:8786     the same by a Dask cluster
"""


def _numbers(text: str | None) -> list[int]:
    """Return the numbers of a list with commas."""
    try:
        return [int(word) for word in text.split(",")] if text else []
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is no list of numbers, such as 4,8,32") from error


def synth(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CONFIGURATION]...",
            help="Configurations; all by default.",
            callback=known("configuration", CONFIGURATIONS),
            show_default=False,
        ),
    ] = None,
    tasks: Annotated[
        str | None,
        typer.Option(metavar="N,...", help=f"Numbers of tasks; {usual_tasks()}."),
    ] = None,
    width: Annotated[
        str | None,
        typer.Option(
            metavar="N,...",
            help=f"Bits of delays, where they can be chosen: {widths()}; by default the first.",
        ),
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            "-t",
            help=f"Only this target ({', '.join(ALL_TARGETS)}); may be repeated.",
            callback=known("target", ALL_TARGETS),
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option(min=1, help="How often a netlist is placed and routed.")
    ] = 1,
    whole: Annotated[
        bool, typer.Option("--all", help="The whole sweep over tasks and bits.")
    ] = False,
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
    out: OutputFolder = DEFAULT_FOLDER,
    page: Annotated[
        bool,
        typer.Option(
            "--table", help=f"Record the figures in the repository, and write {table.PAGE.name}."
        ),
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="Show configurations and targets, do nothing else.")
    ] = False,
) -> None:
    """Synthesize, place and route the hardware; write its area and clock to results and report.

    What was done before is not done again: the same sources, tools and seed give the same figures.
    Ctrl-C loses only what runs; the same command goes on. The exit code is 1 if a limit of the
    gate is not kept.
    """
    if listed:
        _list()
        return
    if whole and tasks:
        raise typer.BadParameter("--all is every number of tasks: leave out one of --all, --tasks")
    points = sweep.plan(names or (), _numbers(tasks), _numbers(width), target or (), whole)
    numbers = range(1, seeds + 1)
    steps = sweep.missing(points, numbers)
    console.print(f"Points: {len(points)}, done before: {len(points) - _absent(steps)}")
    try:
        if steps:
            _run(steps, numbers, at_a_time, scheduler)
    except KeyboardInterrupt:
        console.print("Stopped. What is finished is kept: the same command goes on.")
        raise typer.Exit(EXIT_STOPPED) from None
    finally:
        measured = records.replaced(results.there(out))
        saved = results.save(measured, out)
    _show(points, measured)
    if page:
        figures = recorded.merged(recorded.known())
        recorded.save(figures)
        files.write(table.PAGE, recorded.page(figures))
        console.print(f"Table:   {table.PAGE}", soft_wrap=True)
    console.print(f"Results: {saved}", soft_wrap=True)
    console.print(f"Report:  {report.write(measured, out)}", soft_wrap=True)
    if not all(judged.passed for judged in gate.judge(measured.records)):
        raise typer.Exit(EXIT_FAILED)


def _absent(steps: Sequence[Step]) -> int:
    return len({step.point for step in steps})


def _run(steps: Sequence[Step], seeds: range, at_a_time: int | None, scheduler: str | None) -> None:
    with workers(at_a_time, scheduler) as pool, progress() as shown:
        bar = shown.add_task("Synthesis, place and route", total=0)
        total = 0

        def planned(more: int) -> None:
            nonlocal total
            total += more
            shown.update(bar, total=total)

        def done(step: Step) -> None:
            shown.advance(bar)
            if not console.is_terminal:
                console.print(step.name, soft_wrap=True)

        sweep.run(steps, seeds, pool, planned, done)


def _list() -> None:
    configurations = new_table("configurations", "configuration", "tasks", "what it is")
    for configuration in CONFIGURATIONS.values():
        configurations.add_row(
            configuration.name, configuration.range_text(), configuration.summary
        )
    console.print(configurations)
    targets = new_table("targets", "target", "what it is", "devices")
    for target in ALL_TARGETS.values():
        devices = ", ".join(device.name for device in target.devices)
        targets.add_row(target.name, target.title, devices or "counts only")
    console.print(targets)


def _show(points: Sequence[Point], measured: results.Results) -> None:
    names = {point.design.configuration.name for point in points}
    for target in dict.fromkeys(point.target for point in points):
        ours = [
            row
            for row in table.rows(measured.records)
            if row.configuration in names and row.target == target
        ]
        shown = new_table(target.title, *table.HEADS)
        for row in ours:
            shown.add_row(*row.cells)
        console.print(shown)
        if clocks := table.soc_clocks(ours, target):
            compared = new_table("The clock of the SoC", *table.SOC_HEADS)
            for line in clocks:
                compared.add_row(*line)
            console.print(compared)
    judged = gate.judge(measured.records)
    if judged:
        limits = new_table("The gate", "what", "found", "limit", "")
        for judgement in judged:
            verdict = "[green]passed[/]" if judgement.passed else "[bold red]failed[/]"
            limits.add_row(
                judgement.limit.name, f"{judgement.found:,g}", judgement.limit_text, verdict
            )
        console.print(limits)
