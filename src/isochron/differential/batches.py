# SPDX-License-Identifier: Apache-2.0
"""Random scenarios in batches: jobs, each some scenarios of a seed on both kernels."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from isochron.building import native
from isochron.differential import runner
from isochron.differential.configuration import NATIVE, Configuration
from isochron.differential.generator import generate
from isochron.differential.scenario import Scenario
from isochron.jobs.job import Call, Job
from isochron.jobs.workers import Workers

SIZE = 100
"""Scenarios of a batch, if nobody says otherwise."""


@dataclass(frozen=True)
class Series:
    """Which scenarios are compared, and on what."""

    seed: int
    kernel: str = native.SUBJECTS[0]
    without: tuple[str, ...] = ()
    """Rules that are off."""
    short: bool = False
    """Objects run out in each scenario."""
    instrumentation: str = ""
    configurations: tuple[Configuration, ...] = (NATIVE,)
    """Each batch has the next one, and so on from the first again."""
    size: int = field(default_factory=lambda: SIZE)
    """Scenarios that a process runs before the next look at the results."""

    def configuration(self, number: int) -> Configuration:
        """Return that of a scenario."""
        return self.configurations[number // self.size % len(self.configurations)]

    def scenario(self, number: int) -> Scenario:
        """Return one of them."""
        configuration = self.configuration(number)
        return generate(self.seed, number, self.without, self.short, configuration)

    def programs(self, number: int = 0) -> runner.Programs:
        """Return the interpreter for both kernels and a scenario, built if need be."""
        variant = self.configuration(number).variant(self.instrumentation)
        return runner.build(variant, self.kernel)


@dataclass(frozen=True)
class Batch:
    """What was found in some scenarios."""

    scenarios: int
    calls: int
    different: int | None
    """The number of the first scenario that differs."""


def compared(series: Series, first: int, pool: Workers) -> Iterator[Batch]:
    """Compare the scenarios of a series, from the first one wanted on, without end and in order."""
    for done in pool.run_in_order(_job(series, begin) for begin in count(first, series.size)):
        yield done.result()


def _job(series: Series, first: int) -> Job:
    configuration = series.configuration(first).name
    name = f"{series.kernel}, seed {series.seed}, scenarios {first} to {first + series.size - 1}"
    name += f", {configuration}" if configuration else ""
    return Call(name, _compare, (series, first))


def _compare(series: Series, first: int) -> Batch:
    scenarios = map(series.scenario, range(first, first + series.size))
    comparisons = runner.compare(series.programs(first), scenarios)
    different = next(
        (comparison.scenario.name for comparison in comparisons if not comparison.agrees), None
    )
    return Batch(
        len(comparisons), sum(comparison.found.calls for comparison in comparisons), different
    )
