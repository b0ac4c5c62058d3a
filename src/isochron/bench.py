# SPDX-License-Identifier: Apache-2.0
"""Run benchmarks: build programs and simulators, run them side by side, collect the records.

Every run is one program in one simulator of its own; the figures are cycles of that simulation.
So runs may go in parallel and in any order, and the same runs give the same figures. What a run
gave is kept (``runs``), and it is not repeated while nothing it depends on has changed.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from isochron import building, firmware, platforms, samples, simulator, simulator_build, suites
from isochron.comparison import table as comparison
from isochron.errors import IsochronError
from isochron.gic import boards, table
from isochron.results import Record, Source, summarise

MAIN_PLATFORM = "ibex"
MAIN_OPTIMISATION = "O2"
THESIS_OPTIMISATION = "O3"


_TITLES = {suite.name: suite.title for suite in suites.SUITES.values()}
_TITLES |= {table.SUITE: table.TITLE, comparison.SUITE: comparison.TITLE}


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
    def simulator(self) -> tuple[str, str]:
        """Platform and kernel hardware that it is simulated on."""
        return self.platform, self.run.hardware

    @property
    def in_heart(self) -> bool:
        """Whether the main job measures it."""
        return self.run.in_heart(self.platform, self.optimisation)

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        names = (self.run.suite.name, self.run.test.name, self.platform, self.run.kernel)
        return (*names, self.optimisation)

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


def plan_all(
    selection: Sequence[str] = (),
    kernels: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[AnyJob]:
    """Return every run, on simulators and boards, that these choices leave."""
    choices = (selection, kernels, chosen_platforms, optimisations)
    return [*plan(*choices), *plan_boards(*choices), *plan_comparison(*choices)]


def plan(
    selection: Sequence[str] = (),
    kernels: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[Job]:
    """Return the runs of some suites or tests; what is left empty is as their tables have it."""
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
    """Whether a run is measured with an optimisation on a platform."""
    first, *others = run.suite.optimisations
    if optimisation == first or run.kernel in suites.OTHERS_ATTACHED:
        return optimisation == first
    return optimisation in others and platform == MAIN_PLATFORM


@dataclass(frozen=True)
class Duration:
    """How long a part of the work took."""

    name: str
    seconds: float


def execute(
    jobs: Sequence[AnyJob], on_done: Callable[[Duration], None] = lambda _: None
) -> list[list[Record]]:
    """Build and run every job and return the records of each.

    Simulators are built beside each other and the programs that need none of them.

    Raises:
        BenchFailed: a program does not build, does not end well, or the instruments disagree.
        simulator_build.SimulatorError and others: as ``simulator_build.build``.
    """
    waiting: dict[tuple[str, str] | None, list[int]] = defaultdict(list)
    for number, job in enumerate(jobs):
        waiting[job.simulator].append(number)
    measured: dict[int, list[Record]] = {}
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        simulators = {
            _submit(pool, f"simulator for {', '.join(needed)}", simulator_build.build, *needed): (
                needed
            )
            for needed in waiting
            if needed is not None
        }
        running: dict[Future[Any], int] = {}

        def start(needed: tuple[str, str] | None) -> None:
            for number in waiting.pop(needed, ()):
                running[_submit(pool, jobs[number].name, _measure, jobs[number])] = number

        start(None)
        try:
            while simulators or running:
                done, _ = wait([*simulators, *running], return_when=FIRST_COMPLETED)
                for future in done:
                    found, duration = future.result()
                    if future in simulators:
                        start(simulators.pop(future))
                    else:
                        measured[running.pop(future)] = found
                    on_done(duration)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [measured[number] for number in range(len(jobs))]


def _submit(
    pool: ThreadPoolExecutor, name: str, work: Callable[..., Any], *arguments: object
) -> Future[Any]:
    """Let a thread do some work, within the command of this one; tell how long it took."""

    def timed() -> tuple[object, Duration]:
        start = time.monotonic()
        found = work(*arguments)
        return found, Duration(name, time.monotonic() - start)

    return pool.submit(copy_context().run, timed)


def collect(
    jobs: Sequence[AnyJob], on_done: Callable[[Duration], None], *, fresh: bool = False
) -> list[Record]:
    """Run jobs and return their records, among those of every other job whose run is kept.

    They are in the order of the plan. With ``fresh`` the jobs are run though their runs are kept.

    Raises:
        BenchFailed and others: as ``execute``.
    """
    command = building.Command(fresh=fresh)
    with building.within(command):
        measured = dict(zip((job.name for job in jobs), execute(jobs, on_done), strict=True))
    with building.within(building.Command(makes=False, seen=command.seen)):
        for job in plan_all():
            if job.name not in measured:
                measured[job.name] = _kept(job)
    order = dict.fromkeys(job.name for job in [*plan_all(), *jobs])
    return [record for name in order for record in measured[name]]


def _kept(job: AnyJob) -> list[Record]:
    try:
        return _measure(job)
    except building.NotMade:
        return []


@dataclass(frozen=True)
class Missing:
    """How much of a suite is not in some results."""

    suite: str
    """Its title."""
    runs: int
    of: int
    where: str
    """Platforms and optimisations of these runs."""


def missing(records: Iterable[Record]) -> list[Missing]:
    """Return what of everything is not in some records, by suite."""
    there = {
        (one.suite, one.test, one.platform, one.kernel, one.parameters.get("optimisation"))
        for one in records
    }
    by_suite: dict[str, list[AnyJob]] = defaultdict(list)
    for job in plan_all():
        by_suite[job.point[0]].append(job)
    found = []
    for suite, jobs in by_suite.items():
        absent = [job.point for job in jobs if job.point not in there]
        where = dict.fromkeys(f"{platform} -{level}" for _, _, platform, _, level in absent)
        if absent:
            found.append(Missing(_TITLES[suite], len(absent), len(jobs), ", ".join(where)))
    return found


def _measure(job: AnyJob) -> list[Record]:
    if isinstance(job, Job):
        return measure(job)
    try:
        return comparison.measure(job) if isinstance(job, comparison.Job) else table.measure(job)
    except IsochronError as error:
        raise BenchFailed(f"{job.name}: {error}") from error


def measure(job: Job) -> list[Record]:
    """Build and run one job and return its records.

    Raises:
        BenchFailed: see ``execute``.
    """
    try:
        elf = suites.build(job.run, job.platform, job.optimisation)
        result = simulator.kept(elf, job.platform, hardware=job.run.hardware)
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
