# SPDX-License-Identifier: Apache-2.0
"""Run benchmarks: build programs and simulators, run them side by side, collect the records.

Every run is one program in one simulator of its own; the figures are cycles of that simulation.
So runs may go in parallel and in any order, and the same runs give the same figures.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from isochron import firmware, platforms, samples, simulator, simulator_build, suites
from isochron.comparison import table as comparison
from isochron.errors import IsochronError
from isochron.gic import boards, table
from isochron.results import Record, Source, summarise

MAIN_PLATFORM = "ibex"
MAIN_OPTIMISATION = "O2"
THESIS_OPTIMISATION = "O3"


class BenchFailed(IsochronError):
    """A run did not give its figures; the message names the run and the reason."""


@dataclass(frozen=True)
class Job:
    """One run on one platform."""

    run: suites.Run
    platform: str
    optimisation: str

    @property
    def name(self) -> str:
        """What a person reads."""
        variant = f" ({self.run.variant})" if self.run.variant else ""
        return (
            f"{self.run.test.name}{variant} on {self.run.kernel}, "
            f"{self.platform}, -{self.optimisation}"
        )

    @property
    def hardware(self) -> str:
        """What the simulated SoC must have of a kernel."""
        return self.run.hardware

    @property
    def _attachment(self) -> str:
        if self.run.kernel in suites.STOCK:
            return "none"
        kernel = firmware.KERNELS[self.run.kernel]
        return kernel.attachment(platforms.find(self.platform))

    @property
    def source(self) -> Source:
        """What its records say of where they come from."""
        return Source(
            paper=self.run.suite.paper,
            suite=self.run.suite.name,
            platform=self.platform,
            kernel=self.run.kernel,
            attachment=self._attachment,
            variant=self.run.variant,
            optimisation=self.optimisation,
        )


AnyJob = Job | table.Job | comparison.Job


def names() -> list[str]:
    """Return what ``plan`` can be asked for: the names of the suites and of their tests."""
    tests = [test.name for suite in suites.SUITES.values() for test in suite.tests]
    return [*suites.SUITES, *tests, table.SUITE, comparison.SUITE]


def plan(
    selection: Sequence[str] = (),
    kernels: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[Job]:
    """Return the runs of some suites or tests; what is left empty is as the main job has it.

    The main job measures every suite where, and with which optimisations, the table says.
    """
    wanted = set(selection) or set(suites.SUITES)
    if chosen_platforms and set(chosen_platforms) <= set(boards.BOARDS):
        return []
    chosen_platforms = [name for name in chosen_platforms if name not in boards.BOARDS]
    runs = [
        run
        for run in suites.runs(kernels=tuple(kernels) or firmware.KERNELS)
        if wanted & {run.suite.name, run.test.name}
    ]
    jobs = []
    for platform in chosen_platforms or platforms.PLATFORMS:
        for optimisation in optimisations or (MAIN_OPTIMISATION, THESIS_OPTIMISATION):
            jobs += [
                Job(run, platform, optimisation)
                for run in runs
                if firmware.fits(run.kernel, platforms.find(platform))
                and (chosen_platforms or platform in run.platforms)
                and (optimisations or _measured_with(run, optimisation, platform))
            ]
    return jobs


def plan_boards(
    selection: Sequence[str] = (),
    kernels: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[table.Job]:
    """Return the runs on boards with a GIC, by the same choices as ``plan``."""
    if (selection and table.SUITE not in selection) or (
        chosen_platforms and table.BOARD not in chosen_platforms
    ):
        return []
    return table.plan(kernels, optimisations)


def plan_comparison(
    selection: Sequence[str] = (),
    kernels: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[comparison.Job]:
    """Return the runs of the comparison of kernels, by the same choices as ``plan``."""
    if (selection and comparison.SUITE not in selection) or (
        chosen_platforms and MAIN_PLATFORM not in chosen_platforms
    ):
        return []
    return comparison.plan(kernels, optimisations)


def _measured_with(run: suites.Run, optimisation: str, platform: str) -> bool:
    """Whether the main job measures a run with an optimisation on a platform."""
    first, *others = run.suite.optimisations
    if optimisation == first or run.kernel in suites.OTHERS_ATTACHED:
        return optimisation == first
    return optimisation in others and platform == MAIN_PLATFORM


def build_simulators(
    jobs: Iterable[Job | comparison.Job], on_build: Callable[[str], None]
) -> None:
    """Build every simulator that is needed, as many at a time as there are cores.

    A build uses one core for half of its time. Raises as ``simulator_build.build`` does.
    """

    def build(needed: tuple[str, str]) -> None:
        on_build(", ".join(needed))
        simulator_build.build(*needed)

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        list(pool.map(build, dict.fromkeys((job.platform, job.hardware) for job in jobs)))


def execute(
    jobs: Sequence[AnyJob], on_done: Callable[[AnyJob], None]
) -> list[Record]:
    """Build and run every job and return the records, in the order of the jobs.

    Raises:
        BenchFailed: a program does not build, does not end well, or the instruments disagree.
    """
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        futures = [pool.submit(_measure, job) for job in jobs]
        for job, future in zip(jobs, futures, strict=True):
            future.add_done_callback(lambda done, job=job: _report(done, job, on_done))
        wait(futures, return_when=FIRST_EXCEPTION)
        pool.shutdown(cancel_futures=True)
    _raise_first_failure(futures)
    return [record for future in futures for record in future.result()]


def _measure(job: AnyJob) -> list[Record]:
    if isinstance(job, Job):
        return measure(job)
    try:
        return comparison.measure(job) if isinstance(job, comparison.Job) else table.measure(job)
    except IsochronError as error:
        raise BenchFailed(f"{job.name}: {error}") from error


def _report(done: Future, job: AnyJob, on_done: Callable) -> None:
    if not done.cancelled() and done.exception() is None:
        on_done(job)


def _raise_first_failure(futures: Iterable[Future]) -> None:
    for future in futures:
        if not future.cancelled() and (error := future.exception()) is not None:
            raise error


def measure(job: Job) -> list[Record]:
    """Build and run one job and return its records.

    Raises:
        BenchFailed: see ``execute``.
    """
    try:
        elf = suites.build(job.run, job.platform, job.optimisation)
        result = simulator.run(elf, job.platform, hardware=job.hardware)
        if result.exit_code != 0:
            raise BenchFailed(f"exit code {result.exit_code}; it printed:\n{_tail(result.output)}")
        measured = samples.join(samples.read(result.output), result.windows)
        _check_complete(job, measured)
    except IsochronError as error:
        raise BenchFailed(f"{job.name}: {error}") from error
    return summarise(job.source, measured)


def _check_complete(job: Job, measured: Iterable[samples.Sample]) -> None:
    """Hold a run against the table of suites: exactly its metrics, each with samples."""
    expected = {(job.run.test.name, metric.name) for metric in job.run.test.metrics}
    found = {(sample.test, sample.metric) for sample in measured}
    if expected != found:
        raise BenchFailed(
            f"it measured {_names(found)}, the table of suites has {_names(expected)}"
        )


def _names(metrics: Iterable[tuple[str, str]]) -> str:
    return ", ".join(sorted("/".join(metric) for metric in metrics)) or "nothing"


def _tail(output: str, lines: int = 12) -> str:
    return "\n".join(output.splitlines()[-lines:])
