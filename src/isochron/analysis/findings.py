# SPDX-License-Identifier: Apache-2.0
"""A description analysed on its kernels: what the table, the plots and the document show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from isochron import suites
from isochron.analysis import margins
from isochron.analysis.description import Description, Measured
from isochron.analysis.model import TaskSet
from isochron.analysis.observed import Seen
from isochron.analysis.overheads import Overheads
from isochron.analysis.response import Analysis, Bound
from isochron.analysis.sets import task_set
from isochron.building import firmware, platforms
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.report import silicon
from isochron.running import simulator
from isochron.synth import recorded

GIVEN = "given"
MEASURED = "of the SoC on ECP5, recorded"
MEGA = 1e6
SWEPT = ("tick_hz", "clock_mhz", "execution")
"""What a sweep may change: tick rate, clock, or all execution times by a factor."""
_EXECUTION = ROOT / "firmware/laboratory/benchmarks/task_sets/execution.c"


@dataclass(frozen=True)
class OfKernel:
    """A task set on one kernel, at one clock."""

    overheads: Overheads
    clock_hz: float
    origin: str
    """Where the clock is from."""
    task_set: TaskSet
    bounds: Mapping[str, Bound]
    growth: float
    least_clock_hz: float | None
    seen: Sequence[Seen] = ()

    @property
    def kernel(self) -> str:
        """Its name."""
        return self.overheads.kernel

    @property
    def guaranteed(self) -> bool:
        """Whether every deadline is."""
        return all(self.bounds[task.name].meets(task.deadline) for task in self.task_set.tasks)

    @property
    def fits(self) -> float:
        """The load that would just fit: that of the set, grown."""
        return self.task_set.load * self.growth

    def with_seen(self, seen: Sequence[Seen]) -> OfKernel:
        """Return the same with what was observed."""
        return replace(self, seen=tuple(seen))


@dataclass(frozen=True)
class Sweep:
    """The same at several values of one key; each of ``found`` has the kernels at one value."""

    key: str
    values: Sequence[float]
    found: Sequence[Sequence[OfKernel]]


@dataclass(frozen=True)
class Findings:
    """All of a description."""

    description: Description
    executions: Mapping[str, int]
    """Of tasks whose execution was measured, with the margin."""
    kernels: Sequence[OfKernel]
    sweep: Sweep | None = None
    seeds: int = 0
    """Of the rounds simulated; 0 without."""
    functions: Mapping[str, tuple[Path, str]] = field(default_factory=dict)


def analysed(
    description: Description,
    overheads: Overheads,
    executions: Mapping[str, int],
    *,
    tick_hz: int | None = None,
    clock_hz: float | None = None,
    factor: float = 1.0,
) -> OfKernel:
    """Return a description's bounds and margins on one kernel.

    Args:
        tick_hz, clock_hz: others than the description's.
        factor: of all execution times.
    """
    kernel = overheads.kernel
    hz, origin = (clock_hz, GIVEN) if clock_hz else clock_of(description, kernel)

    def at(clock: float) -> TaskSet:
        made = task_set(description, kernel, clock, executions, tick_hz)
        return made.grown(factor) if factor != 1 else made

    whole = at(hz)
    return OfKernel(
        overheads,
        hz,
        origin,
        whole,
        Analysis(whole, overheads).bounds(),
        margins.growth(whole, overheads),
        margins.least_clock(at, overheads, hz),
    )


def clock_of(description: Description, kernel: str) -> tuple[float, str]:
    """Return a kernel's clock in Hz, and where it is from.

    Raises:
        IsochronError: neither the description nor the recorded synthesis has one.
    """
    given = description.system.clock_mhz
    if given is not None:
        mhz = given[kernel] if isinstance(given, dict) else given
        return mhz * MEGA, GIVEN
    tasks = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    clock = silicon.clock(recorded.load().results.records, kernel, tasks)
    if clock is None:
        raise IsochronError(f"{kernel} has no recorded clock: give clock_mhz in {description.path}")
    return clock.median * MEGA, MEASURED


def executions(description: Description) -> dict[str, int]:
    """Measure the functions of a description; return the longest runs, times its margin, by task.

    Such a time is a high-water mark on the exact simulator, not a bound of all inputs.
    """
    return {
        task.name: int(
            longest(description.source(execution), execution) * description.system.margin
        )
        for task, execution in description.measured()
    }


def longest(source: Path, measured: Measured) -> int:
    """Return the longest of a function's runs in clock cycles; raises as ``executions``."""
    if not source.is_file():
        raise IsochronError(f"there is no {source}: give the C file of {measured.function}")
    defines = {
        "FUNCTION": measured.function,
        "RUNS": f"{measured.runs}U",
        "BENCH_TEST": "execution",
    }
    elf = firmware.build(_EXECUTION, defines=defines, parts=firmware.Parts((source.absolute(),)))
    result = simulator.kept(elf, suites.MAIN_PLATFORM)
    last = result.output.split()[-1:]
    if result.exit_code != 0 or not last or not last[0].isdigit():
        raise IsochronError(f"{measured.function} did not end well: exit code {result.exit_code}")
    return int(last[0])
