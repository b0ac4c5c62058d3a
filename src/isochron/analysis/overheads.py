# SPDX-License-Identifier: Apache-2.0
"""What a kernel takes, in clock cycles, from the records of the suite `calibration`.

Each term is derived from the largest samples, so it is never too small for what was measured.
docs/explanation/response-times.md says of each what it is and which measurement it comes from.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import ceil
from pathlib import Path

from isochron import suites, versions
from isochron.analysis.model import ISR, LINE, TICK
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import INSTALLED, ROOT
from isochron.results import Record
from isochron.suites import job as runs
from isochron.suites.calibration import (
    AFTER,
    CALIBRATED,
    CALL,
    CROSSING_DISTANCE,
    DELAYED,
    DISTANCE,
    DUE,
    JOBS,
    LINE_NUMBER,
    TICK_DISTANCE,
    USERS,
    WAKING,
)

KERNELS = CALIBRATED
"""Those that can be analysed."""
TERMS = ROOT / "terms.json"
"""Those of every kernel, which a wheel may have: of programs by the compiler that its maker has."""
WITH_LINES = ("isochron", "isochron-contexts")
"""Those where a line can notify a task itself."""
ENDS = {TICK: "delay-until", ISR: "notify-wait", LINE: "notify-wait"}
"""The call with which a job ends, by what releases it; also with OVER and FAR behind it."""
OVER = "-over-task"
"""The same over a task that was interrupted."""
FAR, FAR_PRIORITY = "-from-priority-20", 20
"""The same at this priority, with only idle below."""
PAST, DUE_TOO, OTHERS = "delay-until-8-sleepers", "delay-until-8-due", 8
"""The same of a tick's job past so many others, or while so many are due with the highest task."""
IDLE = "idle"
"""A task that has waited for a while: the idle task runs."""
WAKES = "semaphore-give-waking"
"""What a give of a mutex does for which another task waits."""
NOTHING = "nothing"
MUTEX = "mutex"


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
        crossing: more for an interrupt that comes within the start or end of a tick's job, by its
            source.
        crossing_each: the same of another interrupt's job.
        resumed: more for a job's start if an arrival has switched away from the end of its task's
            last one: so that it is not yet at its end.
        line_each: more for each number of a line, which a service routine's dispatcher looks for.
        jobs: by what releases them: TICK, ISR, LINE (where there is one).
        for_lower: a service routine that wakes a task below the running one.
        mutex: a take and a give of a free mutex.
        contention: more if another task holds it: wait, inheritance, switches, give.
        calls: a call that switches nothing, by its name.
        late: how much later than otherwise a task starts if its release, by that source, falls
            into a lower task's call, by its name.
        extra: how much more release and call take together if the release, by that source, falls
            into the call, by its name, whoever calls.
    """

    kernel: str
    tick: int
    tick_any: int
    wake: int
    at_end: int
    crossing: Mapping[str, int]
    crossing_each: Mapping[str, int]
    resumed: int
    line_each: int
    jobs: Mapping[str, Job]
    for_lower: Mapping[str, int]
    mutex: int
    contention: int
    calls: Mapping[str, int]
    late: Mapping[str, Mapping[str, int]]
    extra: Mapping[str, Mapping[str, int]]

    def late_at_end(self, source: str, ending: str, delayed: int, priority: int) -> int:
        """Return how late the end of a lower task's job makes a task above.

        Args:
            source: what releases the task above.
            ending: what has released the job that ends.
            delayed: how many others are delayed.
            priority: of the lower task at most: where the search for the next one begins.
        """
        late, end = self.late[source], ENDS[ending]
        further = self.jobs[TICK].distance_each * max(0, priority - FAR_PRIORITY)
        longest = max(late[end], late[end + OVER], late[end + FAR] + further)
        if ending == TICK:
            longest += delayed * ceil(max(0, late[PAST] - late[end]) / OTHERS)
            longest = max(longest, late[DUE_TOO])
        return longest


class _Found:
    """The largest sample of each metric at each point."""

    def __init__(self, records: Iterable[Record], kernel: str) -> None:
        self._records = [
            record
            for record in records
            if (record.suite, record.kernel) == (suites.CALIBRATION.name, kernel)
        ]
        self._kernel = kernel

    def all(self, metric: str, sweep: str | None, variant: str | None = None) -> dict[str, int]:
        """Return largest samples by point, as text."""
        values = {
            str(record.parameters.get(sweep, "") if sweep else ""): int(record.max)
            for record in self._records
            if (record.metric, record.variant) == (metric, variant)
        }
        if not values:
            raise IsochronError(
                f"there is no figure of {metric} on {self._kernel}: "
                f"`isochron bench {suites.CALIBRATION.name} --kernel {self._kernel}` measures it"
            )
        return values

    def numbers(self, metric: str, sweep: str, variant: str | None = None) -> dict[int, int]:
        return {int(key): value for key, value in self.all(metric, sweep, variant).items()}

    def one(self, metric: str, variant: str | None = None) -> int:
        return self.all(metric, None, variant)[""]

    def spread(self, metric: str) -> int:
        """Return the largest sample of all less the smallest."""
        samples = [
            cycles
            for record in self._records
            if record.metric == metric
            for cycles in record.samples
        ]
        return int(max(samples) - min(samples))


def from_records(records: Sequence[Record], kernel: str) -> Overheads:
    """Return a kernel's terms."""
    measured = _Found(records, kernel)
    ticks = measured.numbers("tick", WAKING)
    beside = measured.numbers("tick-beside-delayed", WAKING)
    dearer = {n: max(cycles, beside.get(n, 0)) for n, cycles in ticks.items()}
    wake, tick_any = _line(dearer)
    one_wakes = ticks[
        1
    ]  # where a whole job is measured, nobody stays delayed; else the tick is dearer
    delayed_each, delayed_any = _line(measured.numbers("job-past-delayed", DELAYED))
    delayed_any = max(0, delayed_any - (dearer[1] - ticks[1]))
    by_distance = measured.numbers("job-by-tick", DISTANCE)
    distance_each = _slope(by_distance)
    latencies = measured.numbers("tick-to-task", DUE)
    due_each = max(0, _slope(latencies) - wake)
    start = max(
        0, *(cycles - one_wakes - (wake + due_each) * due for due, cycles in latencies.items())
    )
    resumed = measured.spread("tick-behind-tick")
    first = max(
        0,
        by_distance[1] - one_wakes,
        *(
            ceil((cycles - ticks[number]) / number)
            for number, cycles in measured.numbers("jobs-in-turn", JOBS).items()
        ),
    )
    jobs = {TICK: Job(first, delayed_any, delayed_each, distance_each, start, due_each)}
    for_lower, crossing, crossing_each = {}, {}, {}
    for source in (ISR, *([LINE] if kernel in WITH_LINES else [])):
        distances = measured.numbers("job-by-interrupt", DISTANCE, source)
        begin = measured.one("interrupt-to-task", source)
        jobs[source] = Job(distances[1], 0, 0, _slope(distances), begin, 0)
        for_lower[source] = max(0, measured.one("interrupt-for-lower", source))
        two = jobs[source].whole(0, 1) + jobs[source].whole(0, CROSSING_DISTANCE)
        across = measured.numbers("interrupt-across-job", AFTER, source)
        crossing_each[source] = max(0, max(across.values()) - two - resumed)
        two = by_distance[1] + jobs[source].whole(0, TICK_DISTANCE)
        across = measured.numbers("interrupt-across-tick", AFTER, source)
        crossing[source] = max(0, max(across.values()) - two)
    users = measured.all("mutex", USERS)
    pair = max(users["low"] - users["none"], users["higher"] - users["job"])
    contention = users["both"] - users["low"] - (users["higher"] - users["none"])
    late = {source: _beyond(measured.all("release-behind-call", CALL, source)) for source in jobs}
    for beside_others in late.values():  # the start has these already
        beside_others[DUE_TOO] = max(0, beside_others[DUE_TOO] - OTHERS * (wake + due_each))
    extra = {source: _beyond(measured.all("release-in-call", CALL, source)) for source in jobs}
    return Overheads(
        kernel,
        tick=max(dearer[0], 0),
        tick_any=tick_any,
        wake=wake,
        at_end=measured.spread("tick-at-job-end"),
        crossing=crossing,
        crossing_each=crossing_each,
        resumed=resumed,
        line_each=_slope(measured.numbers("interrupt-of-line", LINE_NUMBER, ISR)),
        jobs=jobs,
        for_lower=for_lower,
        mutex=pair,
        contention=max(0, contention),
        calls=_largest(measured, jobs),
        late=late,
        extra=extra,
    )


def _beyond(samples: Mapping[str, int]) -> dict[str, int]:
    """Return samples by call less that without one."""
    return {call: max(0, cycles - samples[NOTHING]) for call, cycles in samples.items()}


def _largest(measured: _Found, sources: Iterable[str]) -> dict[str, int]:
    """Return what calls take: each program measures them once."""
    calls = [measured.all("call", CALL, source) for source in sources]
    return {call: max(cycles[call] for cycles in calls) for call in calls[0]}


def measured(kernel: str) -> Overheads:
    """Return a kernel's terms by the programs of the suite, which run if that is not known yet.

    A wheel may have them already.

    Raises:
        IsochronError: the suite does not measure the kernel;
            a program does not build, or does not end well.
    """
    if kernel not in KERNELS:
        raise IsochronError(f"{kernel} is not calibrated: choose from {', '.join(KERNELS)}")
    if INSTALLED and TERMS.is_file() and versions.wheel()["firmware"] == firmware.identity():
        return loaded(TERMS, kernel)
    jobs = runs.plan([suites.CALIBRATION.name], [kernel], [suites.MAIN_PLATFORM])
    return from_records([record for job in jobs for record in job.work()], kernel)


def save(path: Path) -> None:
    """Write the terms of every kernel into a file of JSON, a line for each field."""
    of_kernels = []
    for kernel in KERNELS:
        terms = asdict(measured(kernel)).items()
        fields = ",\n".join(f"  {json.dumps(name)}: {json.dumps(term)}" for name, term in terms)
        of_kernels.append(f' "{kernel}": {{\n{fields}\n }}')
    whole = ",\n".join(of_kernels)
    path.write_text(f"{{\n{whole}\n}}\n", encoding="utf-8")


def loaded(path: Path, kernel: str) -> Overheads:
    """Return a kernel's terms from such a file."""
    values = json.loads(path.read_text(encoding="utf-8"))[kernel]
    return Overheads(
        **{**values, "jobs": {source: Job(**job) for source, job in values["jobs"].items()}}
    )


def terms(overheads: Overheads) -> dict[str, int]:
    """Return every term that a bound may depend on, by a name such as `jobs.tick.first`."""
    return dict(_terms("", asdict(overheads)))


def _terms(name: str, value: object) -> Iterator[tuple[str, int]]:
    if isinstance(value, int):
        yield name, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _terms(f"{name}.{key}" if name else key, inner)


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


if __name__ == "__main__":
    save(Path(sys.argv[1]))
