# SPDX-License-Identifier: Apache-2.0
"""Random scenarios in batches: jobs, each some scenarios of a seed on both kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from isochron.building import native
from isochron.differential import runner
from isochron.differential.generator import generate
from isochron.differential.scenario import Scenario
from isochron.jobs.job import Job
from isochron.jobs.workers import Workers

SIZE = 100
"""Scenarios that a process runs before the next look at the results."""


@dataclass(frozen=True)
class Series:
    """Which scenarios are compared, and on what."""

    seed: int
    kernel: str = native.SUBJECTS[0]
    without: tuple[str, ...] = ()
    """Rules that are off."""
    software: bool = False
    """Objects in software in each scenario."""
    instrumentation: str = ""

    def scenario(self, number: int) -> Scenario:
        """Return one of them."""
        return generate(self.seed, number, self.without, self.software)

    def programs(self) -> runner.Programs:
        """Return the interpreter for both kernels, built if need be."""
        return runner.build(native.Variant(instrumentation=self.instrumentation), self.kernel)


@dataclass(frozen=True)
class Batch:
    """What was found in some scenarios."""

    scenarios: int
    calls: int
    different: int | None
    """The number of the first scenario that differs."""


def compared(series: Series, first: int, who: Workers) -> Iterator[Batch]:
    """Compare the scenarios of a series, from the first one wanted on, without end and in order.

    Raises:
        JobFailed: a scenario could not be run; with the numbers of the batch.
        ToolMissing: no compiler, no Verilator.
    """
    for done in who.run_in_order(_job(series, begin) for begin in count(first, SIZE)):
        yield done.result()


def _job(series: Series, first: int) -> Job:
    name = f"{series.kernel}, seed {series.seed}, scenarios {first} to {first + SIZE - 1}"
    return Job(name, _compare, (series, first))


def _compare(series: Series, first: int) -> Batch:
    scenarios = map(series.scenario, range(first, first + SIZE))
    comparisons = runner.compare(series.programs(), scenarios)
    different = next((one.scenario.name for one in comparisons if not one.agrees), None)
    return Batch(len(comparisons), sum(one.found.calls for one in comparisons), different)
