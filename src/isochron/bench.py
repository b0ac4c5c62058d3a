# SPDX-License-Identifier: Apache-2.0
"""Run benchmarks: build programs and simulators, run them side by side, collect the records.

Every run is one program in one simulator of its own; the figures are cycles of that simulation.
So runs may go in parallel and in any order, and the same runs give the same figures. What a run
gave is kept (``runs``), and it is not repeated while nothing it depends on has changed.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from isochron import building, suites
from isochron.building import firmware, platforms, simulator_build
from isochron.comparison import table as comparison
from isochron.errors import IsochronError
from isochron.gic import boards, table
from isochron.jobs import job as work
from isochron.jobs import kept
from isochron.jobs.fingerprint import fingerprint
from isochron.jobs.workers import Workers
from isochron.results import Record, Source, summarise
from isochron.running import samples, simulator

MAIN_PLATFORM = "ibex"
MAIN_OPTIMISATION = "O2"
THESIS_OPTIMISATION = "O3"


_TITLES = {suite.name: suite.title for suite in suites.SUITES.values()}
_TITLES |= {table.SUITE: table.TITLE, comparison.SUITE: comparison.TITLE}


class BenchFailed(IsochronError):
    """A run did not give its figures; the message has the reason."""


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
Simulator = tuple[str, str]
"""Its platform and kernel hardware."""


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
    jobs: Sequence[AnyJob], who: Workers, on_done: Callable[[Duration], None] = lambda _: None
) -> list[list[Record]]:
    """Build and run every job and return the records of each.

    Simulators are built beside each other and the programs that need none of them. What workers
    elsewhere measure is kept on this machine as soon as it comes.

    Raises:
        work.JobFailed: a program does not build, does not end well, or the instruments disagree;
            or there is no simulator.
        ToolMissing: as ``simulator_build.build``.
    """
    waiting: dict[Simulator | None, list[AnyJob]] = defaultdict(list)
    for job in jobs:
        waiting[job.simulator].append(job)
    measured: dict[str, list[Record]] = {}
    pending: deque[Simulator | AnyJob] = deque(needed for needed in waiting if needed)
    pending += waiting[None]
    for item, done in who.run(pending, _job):
        found = done.result()
        if isinstance(item, tuple):
            pending += waiting[item]
        else:
            measured[item.name] = found
            if who.elsewhere:
                kept.keep(who.state, item.name, [asdict(record) for record in found])
        on_done(Duration(done.job.name, done.seconds))
    return [measured[job.name] for job in jobs]


def _job(item: Simulator | AnyJob) -> work.Job:
    if isinstance(item, tuple):
        return work.Job(f"simulator for {', '.join(item)}", _build_simulator, item)
    return work.Job(item.name, measure, (item,))


def _build_simulator(platform: str, hardware: str) -> None:
    """Where it is built it is kept; a worker elsewhere builds its own."""
    simulator_build.build(platform, hardware)


def collect(
    jobs: Sequence[AnyJob], who: Workers, on_done: Callable[[Duration], None]
) -> list[Record]:
    """Run jobs and return their records, among those of every other job whose run is kept.

    They are in the order of the plan. Workers elsewhere run only what is not known here, or, in a
    session that is fresh, all.

    Raises:
        work.JobFailed, ToolMissing: as ``execute``.
    """
    asked = {job.name for job in jobs}
    measured: dict[str, list[Record]] = {}
    if who.elsewhere and not who.session.fresh:
        measured = _known(jobs, who)
        for name in measured:
            on_done(Duration(name, 0))
    left = [job for job in jobs if job.name not in measured]
    names = [job.name for job in left]
    measured |= dict(zip(names, execute(left, who, on_done), strict=True))
    measured |= _known([job for job in plan_all() if job.name not in asked], who)
    order = dict.fromkeys(job.name for job in [*plan_all(), *jobs])
    return [record for name in order for record in measured.get(name, ())]


def _known(jobs: Iterable[AnyJob], who: Workers) -> dict[str, list[Record]]:
    """Return what was measured by jobs from what there is now, here or by workers elsewhere."""
    state = who.state or fingerprint().state
    found = {}
    with building.within(building.Command(makes=False, seen=who.command.seen)):
        for job in jobs:
            try:
                found[job.name] = measure(job)
            except building.NotMade:
                records = kept.find(state, job.name)
                if records is not None:
                    found[job.name] = [Record(**record) for record in records]
    return found


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


def measure(job: AnyJob) -> list[Record]:
    """Build and run one job and return its records.

    Raises:
        IsochronError: see ``execute``; the text has no name of the job.
    """
    if isinstance(job, comparison.Job):
        return comparison.measure(job)
    if isinstance(job, table.Job):
        return table.measure(job)
    elf = suites.build(job.run, job.platform, job.optimisation)
    result = simulator.kept(elf, job.platform, hardware=job.run.hardware)
    if result.exit_code != 0:
        raise BenchFailed(f"exit code {result.exit_code}; it printed:\n{_tail(result.output)}")
    measured = samples.join(samples.read(result.output), result.windows)
    _check_complete(job, measured)
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
