# SPDX-License-Identifier: Apache-2.0
"""The monitor: run times, and jobs that miss their deadline or their budget.

It looks at the model of the kernel after each event, and is told when that was.
"""

from dataclasses import dataclass

from kernel.model.state import State


@dataclass
class Watched:
    """What the monitor keeps for a task, in cycles."""

    active: bool = False
    run: int = 0  # without the present slice
    base: int = 0  # `run`, with the slice, at the job's release
    release: int = 0
    deadline: int = 0
    budget: int = 0
    response: int = 0
    longest_run: int = 0
    overruns: int = 0  # of jobs that have ended
    overloads: int = 0


class Monitor:
    """The monitor of a kernel of so many tasks."""

    def __init__(self, tasks: int) -> None:
        self.tasks = [Watched() for _ in range(tasks)]
        self.running: int | None = None
        self.since = 0

    def run(self, t: int, at: int) -> int:
        """How long a task has run."""
        return self.tasks[t].run + (at - self.since if t == self.running else 0)

    def follow(self, model: State, at: int, created: int | None = None) -> None:
        """Something has happened in the kernel."""
        if created is not None:
            self.tasks[created] = Watched(active=True, release=at)
        for t, task in enumerate(model.tasks):
            ready = task.alive and (task.place == "ready" or task.chain == "pended")
            one = self.tasks[t]
            if ready and not one.active:
                one.active, one.release, one.base = True, at, self.run(t, at)
            elif one.active and not ready:
                self._end(t, at)
        if model.started and model.current != self.running:
            if self.running is not None:
                self.tasks[self.running].run = self.run(self.running, at)
            self.running, self.since = model.current, at

    def _end(self, t: int, at: int) -> None:
        one = self.tasks[t]
        one.active = False
        response, ran = at - one.release, self.run(t, at) - one.base
        one.response, one.longest_run = max(one.response, response), max(one.longest_run, ran)
        one.overruns += 0 < one.deadline < response
        one.overloads += 0 < one.budget < ran

    def clear(self, t: int) -> None:
        """A store to MONITOR_COUNTS."""
        one = self.tasks[t]
        one.response = one.longest_run = one.overruns = one.overloads = 0
