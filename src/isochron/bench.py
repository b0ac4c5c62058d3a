# SPDX-License-Identifier: Apache-2.0
"""Run benchmarks: build programs and simulators, run them side by side, collect the records.

Every run is one program in one simulator of its own; the figures are cycles of that simulation.
So runs may go in parallel and in any order, and the same runs give the same figures. What a run
gave is kept (``runs``), and it is not repeated while nothing it depends on has changed.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from isochron import building, suites, systems
from isochron.jobs import kept
from isochron.jobs.fingerprint import of_work
from isochron.jobs.job import Job
from isochron.jobs.workers import Workers
from isochron.results import Record
from isochron.suites import job as on_simulators
from isochron.suites.measurement import Measurement


def names() -> list[str]:
    """Return what ``plan`` can be asked for: the names of the suites and of their tests."""
    tests = [test.name for suite in suites.SUITES.values() for test in suite.tests]
    return [*suites.SUITES, *tests, *systems.suites()]


def plan(
    selection: Sequence[str] = (),
    kernels: Sequence[str] = (),
    platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[Measurement]:
    """Return all that is measured and that these choices leave; what is empty leaves everything.

    Args:
        selection: suites, or tests of the suites on simulators.
    """
    choices = (selection, kernels, platforms, optimisations)
    jobs: list[Measurement] = [*on_simulators.plan(*choices)]
    for _, suite in systems.suites().values():
        jobs += suite.plan(*choices)
    return jobs


@dataclass(frozen=True)
class Duration:
    """How long a part of the work took."""

    name: str
    seconds: float


def execute(
    jobs: Sequence[Measurement],
    pool: Workers,
    on_done: Callable[[Duration], None] = lambda _: None,
) -> list[list[Record]]:
    """Build and run every job and return the records of each.

    Simulators are built beside each other and the programs that need none of them. What workers
    elsewhere measure is kept on this machine as soon as it comes.
    """
    states = _states(jobs) if pool.elsewhere else {}
    simulators = {
        measurement.simulator.name: measurement.simulator
        for measurement in jobs
        if measurement.simulator
    }
    waiting: dict[str, list[Measurement]] = defaultdict(list)
    for measurement in jobs:
        waiting[measurement.simulator.name if measurement.simulator else ""].append(measurement)
    pending: deque[Job] = deque([*simulators.values(), *waiting[""]])
    measured: dict[str, list[Record]] = {}
    for job, done in pool.run(pending, lambda job: job):
        name, records = job.name, done.result()
        if name in waiting:
            pending += waiting[name]
        else:
            measured[name] = records
            if pool.elsewhere:
                kept.keep(states[name], name, [asdict(record) for record in records])
        on_done(Duration(name, done.seconds))
    return [measured[measurement.name] for measurement in jobs]


def collect(
    jobs: Sequence[Measurement], pool: Workers, on_done: Callable[[Duration], None]
) -> list[Record]:
    """Run jobs and return their records, among those of every other job whose run is kept.

    They are in the order of the plan. Workers elsewhere run only what is not known here, or, in a
    session that is fresh, all.
    """
    asked = {job.name for job in jobs}
    measured: dict[str, list[Record]] = {}
    if pool.elsewhere and not pool.session.fresh:
        measured = _known(jobs, pool)
        for name in measured:
            on_done(Duration(name, 0))
    left = [job for job in jobs if job.name not in measured]
    names = [job.name for job in left]
    measured |= dict(zip(names, execute(left, pool, on_done), strict=True))
    measured |= _known([job for job in plan() if job.name not in asked], pool)
    order = dict.fromkeys(job.name for job in [*plan(), *jobs])
    return [record for name in order for record in measured.get(name, ())]


def _known(jobs: Iterable[Measurement], pool: Workers) -> dict[str, list[Record]]:
    """Return what was measured by jobs from what there is now, here or by workers elsewhere."""
    jobs = list(jobs)
    states = _states(jobs)
    known = {}
    with building.within(building.Command(makes=False, seen=pool.command.seen)):
        for job in jobs:
            try:
                known[job.name] = job.work()
            except building.NotMade:
                records = kept.find(states[job.name], job.name)
                if records is not None:
                    known[job.name] = [Record(**record) for record in records]
    return known


def _states(jobs: Iterable[Measurement]) -> dict[str, str]:
    """Return the state of what each job depends on now, by its name."""
    needs = {job.name: (type(job), job.sources) for job in jobs}
    states = {need: of_work(need[0].work, need[1]).state for need in set(needs.values())}
    return {name: states[need] for name, need in needs.items()}


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
    present = {
        (
            record.suite,
            record.test,
            record.platform,
            record.kernel,
            record.parameters.get("optimisation"),
        )
        for record in records
    }
    by_suite: dict[str, list[Measurement]] = defaultdict(list)
    for job in plan():
        by_suite[job.point[0]].append(job)
    titles = {suite.name: suite.title for suite in suites.SUITES.values()}
    titles |= {name: system.title for name, (system, _) in systems.suites().items()}
    lacking = []
    for suite, jobs in by_suite.items():
        absent = [job.point for job in jobs if job.point not in present]
        where = dict.fromkeys(f"{platform} -{level}" for _, _, platform, _, level in absent)
        if absent:
            lacking.append(Missing(titles[suite], len(absent), len(jobs), ", ".join(where)))
    return lacking
