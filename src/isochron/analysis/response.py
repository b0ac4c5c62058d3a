# SPDX-License-Identifier: Apache-2.0
"""Worst-case responses under fixed priorities, with the kernel's own cycles.

All times are clock cycles. Busy windows are those of Lehoczky (RTSS 1990), blocking by mutexes is
that of Sha, Rajkumar, Lehoczky (IEEE TC 1990), costs of tick and switches are accounted as by
Katcher and others (IEEE TSE 1993) and Burns, Tindell, Wellings (IEEE TSE 1995). With

    a_j(w)   arrivals of j in a window w: ceil(w / T_j), or by an arrival curve
    hp(i)    tasks of higher priority
    C'_j     execution, calls of the kernel, and its pairs of take and give
    O_j      a whole empty job: start, end, switch back
    S_i      release to first instruction, B_i blocking, P the tick, W = sum of a_j(w) over all
             that ticks release

the bound is the largest w_q - e_i(q), e_i(q) the earliest release of job q, over the jobs q of a
busy window, where w_q is the least fixed point of

    w = B_i + S_i + q (C'_i + O_i) + C'_i + sum over hp(i) of a_j(w) (C'_j + O_j) + K(w)

    K(w) = ceil(w / P) tick + min(ceil(w / P), W) tick_any + W wake
         + (W - n + sum over lines of a(w)) start_each, of which S_i has n already
         + sum over lower service routines of a(w) for_lower
         + min(ceil(w / P), jobs) at_end + contentions(w) contention
         + I crossing + (I - 1) (crossing_each - crossing), if that is more, of the I interrupts
         + the jobs that may start from the end of one that an arrival cut short, times resumed
         + what ticks, routines and lines take more within calls: each falls into one call at most,
           each call meets one of a kind at most, and the dearest calls are met first

B_i is the larger of the longest that a lower task's call, the end or start of its job, or idle
holds the kernel, or a division the core, and beside it min(sum over lower tasks, sum over mutexes)
of the longest critical section whose ceiling is i's priority or above.

It holds for a core without caches and without a second bus master, tasks of different priorities
that wait at the end of a job only, and mutexes that are not nested.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from isochron.analysis.model import ISR, LINE, TICK, Task, TaskSet
from isochron.analysis.overheads import IDLE, MUTEX, WAKES, Overheads

DIVISION = "division"
"""A division in a lower task's code: Ibex does not abandon it."""
LONGEST = 4
"""A response of more periods than these counts as without end."""
MOST_JOBS = 10_000
"""So does a busy window of more jobs of a task."""


@dataclass(frozen=True)
class Parts:
    """What a bound consists of, in cycles; `interference` are higher tasks and own earlier jobs."""

    own: int
    interference: int
    kernel: int
    blocking: int


@dataclass(frozen=True)
class Bound:
    """A task's worst case; None where the processor is overloaded."""

    response: int | None
    parts: Parts | None

    def meets(self, deadline: int) -> bool:
        """Whether it is guaranteed."""
        return self.response is not None and self.response <= deadline


class _Met(NamedTuple):
    """Calls of a task, so many in each job, and what an arrival within one takes more.

    Without a task it is one call at the beginning.
    """

    cycles: int
    task: str | None
    number: int


_Demand = Callable[[int, int], tuple[int, int]]

_NONE = Bound(None, None)


class Analysis:
    """Bounds for one task set on one kernel."""

    def __init__(self, task_set: TaskSet, overheads: Overheads) -> None:
        self.tasks = sorted(task_set.tasks, key=lambda task: -task.priority)
        self._ceilings = task_set.ceilings
        self._tick = task_set.tick
        self._of = overheads
        self._ticked = [task for task in self.tasks if task.released_by == TICK]
        self._lines = sum(task.released_by == ISR for task in self.tasks)

    def bounds(self) -> dict[str, Bound]:
        """Return the bound of each task, by its name."""
        return {task.name: self.bound(task) for task in self.tasks}

    def holds(self) -> bool:
        """Return whether every deadline is guaranteed; looks at the lowest priority first."""
        return all(
            self._bound(task, task.deadline).response is not None for task in reversed(self.tasks)
        )

    def bound(self, task: Task) -> Bound:
        """Return a task's worst case; none if it is longer than LONGEST periods."""
        return self._bound(task, LONGEST * task.period)

    def _bound(self, task: Task, limit: int) -> Bound:
        """Return a task's worst case; none if it is longer than the limit."""
        own, end = self.execution(task), self.whole_job(task, 0)
        begin = self._start(task)
        blocked = self.kernel_blocking(task) + self.mutex_blocking(task)
        fixed = blocked + begin
        demand = self._demand(task)
        worst, bound = -1, _NONE
        last = 0
        if self._without_end(task):
            return _NONE
        for job in range(MOST_JOBS):
            before = fixed + job * (own + end)
            released = task.arrivals.earliest(job)
            window = _least(demand, job, before + own, released + limit, last)
            if window is None:
                return _NONE
            last = window
            if window - released > worst:
                kernel, work = demand(window, job)
                worst = window - released
                waited = work + job * own - released
                bound = Bound(worst, Parts(own, waited, kernel + begin + job * end, blocked))
            following = task.arrivals.earliest(job + 1)
            if _least(demand, job, before + own + end, following, window) is not None:
                return bound
        return _NONE

    def _without_end(self, task: Task) -> bool:
        """Return whether what is at its priority and above takes all of the processor, or more."""
        among = [peer for peer in self.tasks if peer.priority >= task.priority]
        used = self._of.tick / self._tick
        each = self._of.jobs[TICK].start_each
        used += sum((self._of.wake + each) * peer.arrivals.rate for peer in self._ticked)
        used += sum(
            (self._of.for_lower[ISR] + self._routine(peer)) * peer.arrivals.rate
            for peer in self._routines_below(task)
        )
        used += sum(
            (self.execution(peer) + self.whole_job(peer, min(peer.priority - 1, task.priority)))
            * peer.arrivals.rate
            for peer in among
        )
        return used >= 1

    def execution(self, task: Task) -> int:
        """C': execution with the calls of the kernel, mutexes free."""
        calls = sum(number * self._of.calls[call] for call, number in task.calls.items())
        return task.execution + calls + len(task.sections) * self._of.mutex

    def whole_job(self, task: Task, below: int) -> int:
        """O: an empty job over a task of the priority `below`; idle has 0."""
        distance = max(1, task.priority - below)
        whole = self._of.jobs[task.released_by].whole(self._delayed, distance)
        return whole + self._routine(task) + self._moved(task)

    def _routine(self, task: Task) -> int:
        """Return what a task's service routine takes, and its dispatcher to find the line."""
        if task.released_by != ISR:
            return 0
        return task.routine + max(0, self._lines - 1) * self._of.line_each

    def _routines_below(self, task: Task) -> list[Task]:
        """Return the tasks below one that service routines release."""
        return [
            task_below
            for task_below in self.tasks
            if task_below.released_by == ISR and task_below.priority < task.priority
        ]

    def _moved(self, task: Task) -> int:
        """Return what an interrupt's job waits for if a tick makes all others ready meanwhile."""
        each = self._of.jobs[TICK].start_each
        return 0 if task.released_by == TICK else len(self._ticked) * each

    @property
    def _delayed(self) -> int:
        return max(0, len(self._ticked) - 1)

    def _start(self, task: Task) -> int:
        """S: release to first instruction, while all others that a tick releases are due."""
        if task.released_by == TICK:
            return self._of.jobs[TICK].to_start(self._delayed)
        return self._of.jobs[task.released_by].start + self._routine(task) + self._moved(task)

    def kernel_blocking(self, task: Task) -> int:
        """Return the longest that a lower task's call, division, start or end lets a task wait."""
        of, source = self._of, task.released_by
        late = of.late[source]
        lower = [peer for peer in self.tasks if peer.priority < task.priority]
        if not lower:
            return late[IDLE]
        users = [
            peer.mutex for other in lower for peer in {s.mutex: s for s in other.sections}.values()
        ]
        longest = [late[IDLE], late[DIVISION]]
        for released in {peer.released_by for peer in lower}:
            longest.append(of.late_at_end(source, released, self._delayed, lower[0].priority))
            if released != TICK:
                # its routine is interference: what is left is the switch to it
                longest.append(of.jobs[released].start - of.for_lower[released])
        longest += [late[call] for other in lower for call in other.calls]
        longest += [late[MUTEX]] if users else []
        longest += [late[WAKES]] if len(set(users)) < len(users) else []
        # an interrupt may come while the switch to a lower task is under way, at a tick
        switch = source != TICK and any(peer.released_by == TICK for peer in lower)
        return max(longest) + (of.jobs[TICK].to_start(self._delayed) if switch else 0)

    def mutex_blocking(self, task: Task) -> int:
        """Return what critical sections of lower tasks take while these inherit."""
        by_task, by_mutex = 0, dict[str, int]()
        for other in self.tasks:
            if other.priority >= task.priority:
                continue
            lengths: dict[str, int] = {}
            for section in other.sections:
                if self._ceilings[section.mutex] >= task.priority:
                    lengths[section.mutex] = max(
                        lengths.get(section.mutex, 0), section.cycles + self._of.mutex
                    )
            by_task += max(lengths.values(), default=0)
            for mutex, cycles in lengths.items():
                by_mutex[mutex] = max(by_mutex.get(mutex, 0), cycles)
        return min(by_task, sum(by_mutex.values()))

    def _demand(self, task: Task) -> _Demand:
        """Return a function of window and job: cycles of the kernel, and of higher tasks."""
        of, period = self._of, self._tick
        higher = [
            (peer, self.execution(peer), self.whole_job(peer, task.priority))
            for peer in self.tasks
            if peer.priority > task.priority
        ]
        routines = [
            (peer.arrivals, of.for_lower[ISR] + self._routine(peer))
            for peer in self._routines_below(task)
        ]
        meetings = self.meetings(task)
        woken = [peer.arrivals for peer in self._ticked]
        by_lines = [peer.arrivals for peer in self.tasks if peer.released_by == LINE]
        ready_each = of.jobs[TICK].start_each

        def demand(window: int, job: int) -> tuple[int, int]:
            ticks = -(-window // period)
            wakes = sum(arrivals.within(window) for arrivals in woken)
            kernel = ticks * of.tick + min(ticks, wakes) * of.tick_any + wakes * of.wake
            # a call, or a job's end, waits while hardware makes tasks ready
            later = max(0, wakes - len(woken))
            later += sum(arrivals.within(window) for arrivals in by_lines)
            kernel += later * ready_each
            kernel += sum(arrivals.within(window) * cycles for arrivals, cycles in routines)
            work = 0
            jobs = {task.name: job + 1}
            for peer, cycles, switches in higher:
                number = peer.arrivals.within(window)
                jobs[peer.name] = number
                work += number * cycles
                kernel += number * switches
            kernel += min(ticks, sum(jobs.values())) * of.at_end
            kernel += meetings(window, jobs)
            return kernel + self.contentions(task.priority, jobs) * of.contention, work

        return demand

    def meetings(self, task: Task) -> Callable[[int, Mapping[str, int]], int]:
        """Return a function of a window and of the jobs in it of the task and those above.

        It says what ticks and interrupts take more where they meet jobs and calls.
        """
        of = self._of
        interrupts = {
            source: [
                peer.arrivals
                for peer in self.tasks
                if peer.released_by == source and (source == ISR or peer.priority >= task.priority)
            ]
            for source in of.crossing
        }
        met = {source: self._met(task, source) for source in of.extra}

        def cycles(window: int, jobs: Mapping[str, int]) -> int:
            more = _dearest(met[TICK], jobs, -(-window // self._tick))
            more += self._resumed(task, window, jobs) * of.resumed
            number, each = 0, 0
            for source, arrivals in interrupts.items():
                come = sum(arrival.within(window) for arrival in arrivals)
                if come:
                    number += come
                    each = max(each, of.crossing_each[source] - of.crossing[source])
                    more += come * of.crossing[source] + _dearest(met[source], jobs, come)
            return more + max(0, number - 1) * each

        return cycles

    def _resumed(self, task: Task, window: int, jobs: Mapping[str, int]) -> int:
        """Return how many jobs may start where an arrival has switched away from a job's end.

        Each needs an arrival of its own that releases a task above, in the window or before it.
        """
        among = [other_task for other_task in self.tasks if other_task.priority >= task.priority]
        number, above = 0, 0
        for other_task in among:
            if other_task is not among[0]:
                number += min(jobs[other_task.name], 1 + above)
            above += other_task.arrivals.within(window)
        return min(number, above + len(among) - 1)

    def _met(self, task: Task, source: str) -> list[_Met]:
        """Return the calls that arrivals of a source can meet, the dearest first.

        Of lower tasks it is the one that is under way at the beginning; for who is released by the
        same source that is blocking.
        """
        extra = self._of.extra[source]
        meetings = [
            _Met(extra[call], peer.name, number)
            for peer in self.tasks
            if peer.priority >= task.priority
            for call, number in (*peer.calls.items(), (MUTEX, len(peer.sections)))
        ]
        if task.released_by != source:
            below = [
                extra[call]
                for peer in self.tasks
                if peer.priority < task.priority
                for call in (*peer.calls, *([MUTEX] if peer.sections else []))
            ]
            meetings.append(_Met(max(below, default=0), None, 1))
        return sorted(
            (peer for peer in meetings if peer.cycles and peer.number),
            key=lambda peer: -peer.cycles,
        )

    def contentions(self, priority: int, jobs: Mapping[str, int]) -> int:
        """Return how often a take may find its mutex held.

        Args:
            priority: only takes by tasks of it and above count.
            jobs: of each of these tasks in the window, by its name.
        """
        count = 0
        for mutex in self._ceilings:
            uses = {
                task.name: sum(section.mutex == mutex for section in task.sections)
                for task in self.tasks
            }
            users = [task for task in self.tasks if uses[task.name]]
            among = [task for task in users if task.priority >= priority]
            takes = sum(
                jobs[user.name] * uses[user.name] for user in among if user is not users[-1]
            )
            held = sum(
                jobs[user.name] * uses[user.name] * place for place, user in enumerate(among)
            )
            # of lower tasks, one section is under way
            held += len(among) if len(among) < len(users) else 0
            count += min(takes, held)
        return count


def _dearest(met: Sequence[_Met], jobs: Mapping[str, int], arrivals: int) -> int:
    """Return what so many arrivals take more if each falls into one of the dearest calls."""
    cycles = 0
    for meeting in met:
        number = min(
            arrivals, meeting.number * (jobs[meeting.task] if meeting.task is not None else 1)
        )
        cycles += number * meeting.cycles
        arrivals -= number
    return cycles


def _least(demand: _Demand, job: int, fixed: int, limit: int, start: int) -> int | None:
    """Return the least window that has room for `fixed` and its own demand; None above `limit`.

    It is not below ``start``, such as that of the job before.
    """
    window = max(fixed, start)
    while window <= limit:
        following = fixed + sum(demand(window, job))
        if following <= window:
            return window
        window = following
    return None
