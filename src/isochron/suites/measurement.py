# SPDX-License-Identifier: Apache-2.0
"""What all that is measured has in common, on simulators and on boards."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from isochron.building import simulator_build
from isochron.errors import IsochronError
from isochron.jobs.job import Job
from isochron.results import Record
from isochron.running import samples, simulator

_TAIL = 12
"""Lines of a program's output that a failure shows."""


@dataclass(frozen=True)
class Simulator:
    """The reference SoC that a program runs on; the job that builds it.

    Where it is built it is kept: a worker elsewhere builds its own.
    """

    platform: str
    hardware: str
    """What it has of a kernel, see ``platforms``."""

    @property
    def name(self) -> str:
        """What a person reads."""
        return f"simulator for {self.platform}, {self.hardware}"

    def work(self) -> None:
        """Build it."""
        simulator_build.build(self.platform, self.hardware)


class Measurement(Job, Protocol):
    """One program for one kernel; the job that builds it, runs it and returns its records."""

    @property
    def simulator(self) -> Simulator | None:
        """What it runs on; None for what is no simulator of ours."""

    @property
    def in_heart(self) -> bool:
        """Whether the main job has it."""

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""

    @property
    def sources(self) -> tuple[str, ...]:
        """Folders of what its records depend on, beside the code that measures."""

    def work(self) -> list[Record]:
        """Build and run it and return its records."""


_Chosen = TypeVar("_Chosen", bound=Measurement)


def chosen(
    jobs: Iterable[_Chosen],
    selection: Collection[str] = (),
    kernels: Collection[str] = (),
    platforms: Collection[str] = (),
    optimisations: Collection[str] = (),
) -> list[_Chosen]:
    """Return those of a system's jobs that these choices leave; what is empty leaves all.

    Args:
        selection: suites.
    """

    def is_chosen(job: _Chosen) -> bool:
        suite, _, platform, kernel, optimisation = job.point
        names = (suite, kernel, platform, optimisation)
        choices = (selection, kernels, platforms, optimisations)
        return all(not of or name in of for of, name in zip(choices, names, strict=True))

    return [job for job in jobs if is_chosen(job)]


def run(elf: Path, on: Simulator, seed: int = 1) -> simulator.RunResult:
    """Run a program, or return what it gave earlier.

    Raises:
        IsochronError: it ended with another exit code than 0; with the end of its output.
    """
    result = simulator.kept(elf, on.platform, hardware=on.hardware, seed=seed)
    if result.exit_code != 0:
        printed = "\n".join(result.output.splitlines()[-_TAIL:])
        raise IsochronError(f"exit code {result.exit_code}; it printed:\n{printed}")
    return result


def samples_of(
    result: simulator.RunResult, expected: Collection[tuple[str, str]]
) -> list[samples.Sample]:
    """Return what stopwatch and probes agree on in a run.

    Args:
        result: of ``run``.
        expected: test and metric of all that it must measure.

    Raises:
        IsochronError: it measured more or less than expected.
    """
    joined = samples.join(samples.read(result.output), result.windows)
    measured = {(sample.test, sample.metric) for sample in joined}
    if measured != set(expected):
        raise IsochronError(f"it measured {_names(measured)}, its table has {_names(expected)}")
    return joined


def _names(metrics: Collection[tuple[str, str]]) -> str:
    return ", ".join(sorted("/".join(metric) for metric in metrics)) or "nothing"
