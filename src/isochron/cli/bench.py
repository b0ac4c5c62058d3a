# SPDX-License-Identifier: Apache-2.0
"""`isochron bench`"""

from pathlib import Path
from typing import Annotated

import typer

from isochron import bench as laboratory
from isochron import report, results, versions
from isochron.building import firmware, platforms
from isochron.cli.names import OF_SYSTEMS
from isochron.errors import IsochronError
from isochron.freertos_folder import FreeRtosFolder
from isochron.jobs.options import AtATime, Scheduler
from isochron.jobs.workers import workers
from isochron.synth import records as silicon
from isochron.terminal import OutputFolder, console, known, new_table, progress

DEFAULT_FOLDER = Path("build/report")

EPILOG = """Examples:

    isochron bench                                    the main job: the heart of each system

    isochron bench --all                              everything: half an hour

    isochron bench --all --scheduler tcp://host:8786  the same by a Dask cluster

    isochron bench semaphore-2 --kernel freertos      one test, one kernel

    isochron bench -p ibex -O O2 --out /some/folder   one platform, into another folder

    isochron bench --report                           the report again, of what was measured
"""

SuiteNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SUITE]...",
        help="Suites, or single tests of them; everything by default.",
        callback=known("suite or test", laboratory.names()),
        show_default=False,
    ),
]
KernelNames = Annotated[
    list[str] | None,
    typer.Option(
        "--kernel",
        "-k",
        help="Only this kernel; may be repeated.",
        callback=known("kernel", [*firmware.KERNELS, *OF_SYSTEMS["kernel"]]),
    ),
]
PlatformNames = Annotated[
    list[str] | None,
    typer.Option(
        "--platform",
        "-p",
        help="Only this platform; may be repeated.",
        callback=known("platform", [*platforms.PLATFORMS, *OF_SYSTEMS["platform"]]),
    ),
]
Optimisations = Annotated[
    list[str] | None,
    typer.Option(
        "--optimisation",
        "-O",
        help="Only this optimisation of the compiler (O0, O2, O3); may be repeated.",
        callback=known("optimisation", [firmware.UNOPTIMISED, *firmware.OPTIMISATIONS]),
    ),
]


def bench(
    selection: SuiteNames = None,
    kernel: KernelNames = None,
    platform: PlatformNames = None,
    optimisation: Optimisations = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All benchmarks, not the main job only.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Run again what is known, and see that it is the same.")
    ] = False,
    durations: Annotated[
        int, typer.Option(min=0, help="Show so many of the longest jobs.", show_default=False)
    ] = 0,
    only_report: Annotated[
        bool,
        typer.Option("--report", help="Run nothing; render the report of results.json again."),
    ] = False,
    freertos: FreeRtosFolder = None,
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
    out: OutputFolder = DEFAULT_FOLDER,
) -> None:
    """Run benchmarks; write results.json and a report.

    Without options this is the main job: the heart of each system, minutes. A selection chooses
    from everything. The results have, beside what was asked for, all that was measured before from
    what there is now.

    Programs and simulators are built when something has changed, and a run is repeated only then:
    figures are cycles of a simulation, the same on every machine, and the same when run again.
    """
    if only_report:
        measured = results.load(out / results.FILE_NAME)
        console.print(f"Report: {report.write(measured, out)}", soft_wrap=True)
        return
    choices = (selection or (), kernel or (), platform or (), optimisation or ())
    jobs = laboratory.plan(*choices)
    if not any(choices) and not everything:
        jobs = [job for job in jobs if job.in_heart]
    if not jobs:
        raise IsochronError(
            "there is nothing that all these options choose: isochron list shows what there is"
        )
    took: list[laboratory.Duration] = []
    with workers(at_a_time, scheduler, fresh=fresh) as pool, progress() as shown:
        parts = len(jobs) + len({job.simulator for job in jobs} - {None})
        task = shown.add_task("Benchmarks", total=parts)

        def done(duration: laboratory.Duration) -> None:
            took.append(duration)
            shown.advance(task)
            if not console.is_terminal:
                console.print(duration.name, soft_wrap=True)

        records = laboratory.collect(jobs, pool, done)
    whole = silicon.added(results.Results(versions.collect(), records), results.there(out))
    console.print(f"Results: {results.save(whole, out)}", soft_wrap=True)
    console.print(f"Report:  {report.write(whole, out)}", soft_wrap=True)
    if durations:
        longest = new_table("longest", "what", "seconds")
        for job in sorted(took, key=lambda job: job.seconds, reverse=True)[:durations]:
            longest.add_row(job.name, f"{job.seconds:.1f}")
        console.print(longest)
