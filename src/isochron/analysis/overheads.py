# SPDX-License-Identifier: Apache-2.0
"""What a kernel takes, in clock cycles, from the records of the suite `calibration`.

Each term is derived from the largest samples, so it is never too small for what was measured.
docs/explanation/response-times.md says of each what it is and which measurement it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from math import ceil

from isochron import suites
from isochron.analysis.model import ISR, LINE, TICK
from isochron.errors import IsochronError
from isochron.results import Record
from isochron.suites import job as runs
from isochron.suites.calibration import (
    CALIBRATED,
    CALL,
    DELAYED,
    DISTANCE,
    DUE,
    USERS,
    WAKING,
)

KERNELS = CALIBRATED
"""Those that can be analysed."""
WITH_LINES = ("isochron", "isochron-banked")
"""Those where a line can notify a task itself."""
ENDS = "delay"
"""The call with which a job ends."""
ENDS_FAR = ("delay-8-sleepers", 8)
"""The same past so many sleepers."""
SWITCHES_FAR = ("delay-from-priority-20", 20)
"""The same at this priority, with only idle below."""
WAKES = "semaphore-give-waking"
"""What a give of a mutex does for which another task waits."""
NOTHING = "nothing"
MUTEX = "mutex"


class NotCalibrated(IsochronError):
    """There are no figures, or not all, of a kernel."""


@dataclass(frozen=True)
class Job:
    """What a whole job takes beside its own execution, by what releases it.

    Attributes:
        first: with nothing delayed, one priority above the next task.
        delayed_any, delayed_each: more for tasks that are delayed meanwhile: once, and for each.
        distance_each: more for each further priority down to the next task.
        start: from its release to its first instruction, without the tick itself.
        start_each: more for each other task that is due.
    """

    first: int
    delayed_any: int
    delayed_each: int
    distance_each: int
    start: int
    start_each: int

    def whole(self, delayed: int, distance: int) -> int:
        """Return start, end and switch back."""
        walk = self.delayed_any + self.delayed_each * delayed if delayed else 0
        return self.first + walk + self.distance_each * (distance - 1)

    def to_start(self, due: int) -> int:
        """Return the cycles from the release to the first instruction with others due."""
        return self.start + self.start_each * due


@dataclass(frozen=True)
class Overheads:
    """All terms of one kernel, in clock cycles.

    Attributes:
        tick: each tick.
        tick_any: more for a tick at which any task wakes.
        wake: for each task that wakes.
        at_end: more for a tick that comes while a job ends.
        jobs: by what releases them: TICK, ISR, LINE (where there is one).
        for_lower: a service routine that wakes a task below the running one.
        mutex: a take and a give of a free mutex.
        contention: more if another task holds it: wait, inheritance, switches, give.
        calls: a call that switches nothing, by its name.
        late: how much later than otherwise a task starts if its release falls into a lower
            task's call, by its name.
    """

    kernel: str
    tick: int
    tick_any: int
    wake: int
    at_end: int
    jobs: Mapping[str, Job]
    for_lower: Mapping[str, int]
    mutex: int
    contention: int
    calls: Mapping[str, int]
    late: Mapping[str, int]

    def late_at_end(self, delayed: int, priority: int) -> int:
        """Return how late the end of a lower task's job makes a task above.

        Args:
            delayed: how many others are delayed.
            priority: of the lower task at most: where the search for the next one begins.
        """
        past, sleepers = ENDS_FAR
        far, measured_from = SWITCHES_FAR
        each = ceil(max(0, self.late[past] - self.late[ENDS]) / sleepers)
        further = self.jobs[TICK].distance_each * max(0, priority - measured_from)
        return max(self.late[ENDS] + each * delayed, self.late[far] + further)


class _Found:
    """The largest sample of each metric at each point."""

    def __init__(self, records: Iterable[Record], kernel: str) -> None:
        self._records = [
            one for one in records if (one.suite, one.kernel) == (suites.CALIBRATION.name, kernel)
        ]
        self._kernel = kernel

    def all(self, metric: str, sweep: str | None, variant: str | None = None) -> dict[str, int]:
        """Return largest samples by point, as text."""
        found = {
            str(one.parameters.get(sweep, "") if sweep else ""): int(one.max)
            for one in self._records
            if (one.metric, one.variant) == (metric, variant)
        }
        if not found:
            raise NotCalibrated(
                f"there is no figure of {metric} on {self._kernel}: "
                f"`isochron bench {suites.CALIBRATION.name} --kernel {self._kernel}` measures it"
            )
        return found

    def numbers(self, metric: str, sweep: str, variant: str | None = None) -> dict[int, int]:
        return {int(key): value for key, value in self.all(metric, sweep, variant).items()}

    def one(self, metric: str, variant: str | None = None) -> int:
        return self.all(metric, None, variant)[""]

    def spread(self, metric: str) -> int:
        """Return the largest sample of all less the smallest."""
        samples = [
            cycles for one in self._records if one.metric == metric for cycles in one.samples
        ]
        return int(max(samples) - min(samples))


def from_records(records: Sequence[Record], kernel: str) -> Overheads:
    """Return a kernel's terms.

    Raises:
        NotCalibrated: a figure is missing.
    """
    found = _Found(records, kernel)
    ticks = found.numbers("tick", WAKING)
    wake, tick_any = _line(ticks)
    one_wakes = ticks[0] + tick_any + wake
    delayed_each, delayed_any = _line(found.numbers("job-past-delayed", DELAYED))
    by_distance = found.numbers("job-by-tick", DISTANCE)
    distance_each = _slope(by_distance)
    latencies = found.numbers("tick-to-task", DUE)
    due_each = max(0, _slope(latencies) - wake)
    start = max(
        0,
        latencies[0] - one_wakes,
        *(cycles - one_wakes - (wake + due_each) * due for due, cycles in latencies.items()),
    )
    first = max(by_distance[1] - one_wakes, 0)
    jobs = {TICK: Job(first, delayed_any, delayed_each, distance_each, start, due_each)}
    for_lower = {}
    for source in (ISR, *([LINE] if kernel in WITH_LINES else [])):
        distances = found.numbers("job-by-interrupt", DISTANCE, source)
        begin = found.one("interrupt-to-task", source)
        jobs[source] = Job(distances[1], 0, 0, _slope(distances), begin, 0)
        for_lower[source] = max(0, found.one("interrupt-for-lower", source))
    users = found.all("mutex", USERS)
    pair = max(users["low"] - users["none"], users["higher"] - users["job"])
    contention = users["both"] - users["low"] - (users["higher"] - users["none"])
    late = found.all("tick-behind-call", CALL)
    return Overheads(
        kernel,
        tick=ticks[0],
        tick_any=tick_any,
        wake=wake,
        at_end=found.spread("tick-at-job-end"),
        jobs=jobs,
        for_lower=for_lower,
        mutex=pair,
        contention=max(0, contention),
        calls=found.all("call", CALL),
        late={call: cycles - late[NOTHING] for call, cycles in late.items()},
    )


def measured(kernel: str) -> Overheads:
    """Return a kernel's terms by the programs of the suite, which run if that is not known yet.

    Raises:
        NotCalibrated: the suite does not measure the kernel.
        IsochronError: a program does not build, or does not end well.
    """
    if kernel not in KERNELS:
        raise NotCalibrated(f"{kernel} is not calibrated: choose from {', '.join(KERNELS)}")
    jobs = runs.plan([suites.CALIBRATION.name], [kernel], [suites.MAIN_PLATFORM])
    return from_records([record for job in jobs for record in job.work()], kernel)


def terms(overheads: Overheads) -> dict[str, int]:
    """Return every term that a bound may depend on, by a name such as `jobs.tick.first`."""
    found: dict[str, int] = {}
    for one in fields(overheads):
        value = getattr(overheads, one.name)
        if isinstance(value, int):
            found[one.name] = value
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                if isinstance(inner, Job):
                    found |= {
                        f"{one.name}.{key}.{part.name}": getattr(inner, part.name)
                        for part in fields(inner)
                    }
                else:
                    found[f"{one.name}.{key}"] = inner
    return found


def _slope(points: Mapping[int, int]) -> int:
    """Return the least whole number of cycles a step that no two neighbours exceed."""
    ordered = sorted(points.items())
    return max(
        0,
        *(ceil((y - before) / (x - at)) for (at, before), (x, y) in pairwise(ordered)),
    )


def _line(points: Mapping[int, int]) -> tuple[int, int]:
    """Return slope and offset of a line from 1 on that no point exceeds; at 0 it starts anew.

    The slope is that from 1 to the last point, rounded up.
    """
    at = min(x for x in points if x)
    last = max(points)
    each = max(0, ceil((points[last] - points[at]) / (last - at)))
    offset = max(0, *(y - points[0] - each * x for x, y in points.items() if x))
    return each, offset
