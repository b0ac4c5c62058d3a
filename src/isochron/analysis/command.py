# SPDX-License-Identifier: Apache-2.0
"""`isochron analyze`"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from isochron import files, report
from isochron.analysis import description as descriptions
from isochron.analysis import document, findings, monitor, observed, overheads, program, shown
from isochron.analysis.description import Description
from isochron.analysis.findings import MEGA, SWEPT, Findings, OfKernel, Sweep
from isochron.errors import EXIT_FAILED
from isochron.terminal import console, known

FOLDER = Path("build/analysis")

EPILOG = """Examples:

    isochron analyze firmware/examples/analysis/motor.toml

    isochron analyze tasks.toml --kernel isochron --sweep tick_hz=1000,2000,5000,10000

    isochron analyze tasks.toml --simulate          the same tasks on the simulated SoC, too

    isochron analyze tasks.toml --monitor watch.h   budgets and deadlines for the hardware monitor

    isochron analyze tasks.toml -o build/report     and `isochron bench --report` shows it as well
"""


def _sweep(text: str | None) -> str | None:
    if text is None:
        return None
    key, separator, values = text.partition("=")
    try:
        numbers = [float(value) for value in values.split(",")]
    except ValueError:
        numbers = []
    if key not in SWEPT or not separator or not numbers or min(numbers) <= 0:
        raise typer.BadParameter(
            f"{text!r}: give {' or '.join(SWEPT)}, = and numbers above 0, such as "
            "tick_hz=1000,2000,5000"
        )
    if key == "tick_hz" and any(number != int(number) for number in numbers):
        raise typer.BadParameter(f"{text!r}: tick rates are whole numbers")
    return text


def analyze(
    tasks: Annotated[Path, typer.Argument(help="The description: docs/howto/analyse.md.")],
    kernels: Annotated[
        list[str] | None,
        typer.Option(
            "--kernel",
            "-k",
            help="Only this kernel; may be repeated. By default those of the description.",
            callback=known("kernel", overheads.KERNELS),
        ),
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option(
            metavar="KEY=N,N...",
            help=f"Analyse at each of these values of {', '.join(SWEPT)}.",
            callback=_sweep,
        ),
    ] = None,
    simulate: Annotated[
        bool,
        typer.Option(
            "--simulate", help="Run the tasks on the simulated SoC, and compare with the bounds."
        ),
    ] = False,
    seeds: Annotated[int, typer.Option(min=1, help="Random rounds of --simulate.")] = 16,
    monitored: Annotated[
        Path | None,
        typer.Option("--monitor", metavar="FILE.h", help="Write a header for the monitor."),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Folder for analysis.json and analysis.html.")
    ] = FOLDER,
) -> None:
    """Say whether deadlines hold, on which kernel, at what clock.

    The kernels' overheads come from runs of the suite `calibration`, which are made if they are not
    known: some minutes the first time. The exit code is 1 if a deadline is not guaranteed on one of
    the kernels, or if a response was longer than its bound.
    """
    description = descriptions.load(tasks)
    names = kernels or list(description.system.kernels)
    with console.status("Overheads (measured when not known)") as status:
        terms = []
        for name in names:
            status.update(f"Overheads of {name} (measured when not known)")
            terms.append(overheads.measured(name))
        description = descriptions.load(tasks, list(terms[0].calls))
        executions = findings.executions(description)
    result = Findings(
        description,
        executions,
        [findings.analysed(description, term, executions) for term in terms],
        _swept(description, terms, executions, sweep) if sweep else None,
    )
    timelines: list[report.Timeline] = []
    if simulate:
        with console.status("On the simulated SoC") as status:
            result, timelines = _simulated(result, seeds, status.update)
    for table in shown.tables(result):
        console.print(table)
        console.print()
    if monitored is not None:
        files.write(monitored, monitor.header(result))
        console.print(f"Monitor: {monitored}", soft_wrap=True)
    console.print(f"Figures: {document.save(result, out)}", soft_wrap=True)
    page = report.write_analysis(document.of(result), timelines, out)
    console.print(f"Plots:   {page}", soft_wrap=True)
    unsafe = [seen for kernel in result.kernels for seen in kernel.seen if not seen.safe]
    for seen in unsafe:
        console.print(
            f"[bold red]{seen.task} on {seen.kernel}: {seen.longest:,} cycles seen, "
            f"above the bound of {seen.bound:,}: the analysis is wrong, please report it[/]"
        )
    if unsafe or not all(kernel.guaranteed for kernel in result.kernels):
        raise typer.Exit(EXIT_FAILED)


def _swept(
    description: Description,
    terms: Sequence[overheads.Overheads],
    executions: dict[str, int],
    text: str,
) -> Sweep:
    key, _, values = text.partition("=")
    numbers = [float(value) for value in values.split(",")]
    return Sweep(
        key,
        numbers,
        [
            [
                findings.analysed(
                    description,
                    term,
                    executions,
                    tick_hz=int(number) if key == "tick_hz" else None,
                    clock_hz=number * MEGA if key == "clock_mhz" else None,
                    factor=number if key == "execution" else 1.0,
                )
                for term in terms
            ]
            for number in numbers
        ],
    )


def _simulated(
    result: Findings, seeds: int, on_kernel: Callable[[str], None]
) -> tuple[Findings, list[report.Timeline]]:
    """Run every kernel's program; where a deadline is missed, draw the round for each kernel."""
    functions = {
        task.name: (result.description.source(function).absolute(), function.function)
        for task, function in result.description.measured()
    }
    ticks = program.ticks_of(result.kernels[0].task_set)
    plan = program.Plan(seeds, ticks)
    kernels: list[OfKernel] = []
    for of_kernel in result.kernels:
        on_kernel(f"{of_kernel.kernel} on the simulated SoC")
        kernels.append(
            of_kernel.with_seen(
                observed.observe(of_kernel.task_set, of_kernel.overheads, plan, functions)
            )
        )
    late = [seen for kernel in kernels for seen in kernel.seen if seen.misses]
    timelines = []
    if late:
        only = replace(plan, only=late[0].worst)
        for of_kernel in kernels:
            jobs = observed.trace(of_kernel.task_set, of_kernel.kernel, only, functions)
            deadlines = {task.name: task.deadline for task in of_kernel.task_set.tasks}
            timelines.append(
                report.timeline(
                    f"{of_kernel.kernel}, round {late[0].worst}",
                    [(job.task, job.released, job.ended) for job in jobs],
                    deadlines,
                )
            )
    return replace(result, kernels=kernels, seeds=seeds), timelines
