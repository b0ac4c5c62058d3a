# SPDX-License-Identifier: Apache-2.0
"""What the program of a task set did on the simulated SoC, beside the bounds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from isochron import suites
from isochron.analysis import program
from isochron.analysis.model import ISR, TaskSet
from isochron.analysis.overheads import Overheads
from isochron.analysis.response import Analysis
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.running import simulator

_OWN = re.compile(r"^own (\S+) (\d+) routine=(\d+)$", re.MULTILINE)
_ROUND = re.compile(r"^round (\d+) (\S+) jobs=(\d+) longest=(\d+) misses=(\d+)$", re.MULTILINE)
_JOB = re.compile(r"^job (\S+) released=(-?\d+) began=(-?\d+) ended=(-?\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Seen:
    """A task's jobs on one kernel; cycles.

    Attributes:
        own: what a job takes alone, kernel left out: what its bound is computed with.
        bound: None where the processor is overloaded.
        longest: the longest response, in the round `worst`.
    """

    task: str
    kernel: str
    own: int
    bound: int | None
    deadline: int
    longest: int
    worst: int
    jobs: int
    misses: int

    @property
    def safe(self) -> bool:
        """Whether no response was above the bound."""
        return self.bound is None or self.longest <= self.bound

    @property
    def ratio(self) -> float | None:
        """Bound over the longest response."""
        return self.bound / self.longest if self.bound is not None and self.longest else None


@dataclass(frozen=True)
class TracedJob:
    """One job; cycles from the first release of the round."""

    task: str
    released: int
    began: int
    ended: int


def observe(
    task_set: TaskSet,
    overheads: Overheads,
    plan: program.Plan,
    functions: Mapping[str, tuple[Path, str]] | None = None,
) -> list[Seen]:
    """Build and run the program on one kernel; return what was seen of each task.

    Raises:
        IsochronError: it did not end well, or a job takes longer than its execution time.
    """
    kernel = overheads.kernel
    output = _output(task_set, kernel, plan, functions)
    own = {name: int(cycles) for name, cycles, _ in _OWN.findall(output)}
    routines = {name: int(cycles) for name, _, cycles in _OWN.findall(output)}
    for task in task_set.tasks:
        around = program.around(task) if task.name in (functions or {}) else 0
        if own[task.name] > task.execution + around:
            raise IsochronError(
                f'a job of "{task.name}" takes {own[task.name]} cycles on {kernel}, but its '
                f"execution is {task.execution}"
            )
    as_run = TaskSet(
        [
            replace(
                candidate,
                execution=own[candidate.name],
                routine=routines[candidate.name] if candidate.released_by == ISR else 0,
            )
            for candidate in task_set.tasks
        ],
        task_set.tick,
    )
    bounds = Analysis(as_run, overheads).bounds()
    rounds = [
        (int(number), name, int(jobs), int(longest), int(misses))
        for number, name, jobs, longest, misses in _ROUND.findall(output)
    ]
    seen = []
    for task in task_set.tasks:
        mine = [job for job in rounds if job[1] == task.name]
        worst = max(mine, key=lambda job: job[3])
        seen.append(
            Seen(
                task.name,
                kernel,
                own[task.name],
                bounds[task.name].response,
                task.deadline,
                worst[3],
                worst[0],
                sum(job[2] for job in mine),
                sum(job[4] for job in mine),
            )
        )
    return seen


def trace(
    task_set: TaskSet,
    kernel: str,
    plan: program.Plan,
    functions: Mapping[str, tuple[Path, str]] | None = None,
) -> Sequence[TracedJob]:
    """Return the first jobs of the one round of a plan; raises as ``observe``."""
    jobs = _JOB.findall(_output(task_set, kernel, plan, functions))
    return [TracedJob(name, *map(int, times)) for name, *times in jobs]


def _output(
    task_set: TaskSet,
    kernel: str,
    plan: program.Plan,
    functions: Mapping[str, tuple[Path, str]] | None,
) -> str:
    elf = program.build(task_set, kernel, plan, functions)
    result = simulator.kept(elf, suites.MAIN_PLATFORM, hardware=firmware.KERNELS[kernel].hardware)
    if result.exit_code != 0:
        raise IsochronError(f"exit code {result.exit_code} on {kernel}:\n{result.output[-500:]}")
    return result.output
