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
            watched = self.tasks[t]
            if ready and not watched.active:
                watched.active, watched.release, watched.base = True, at, self.run(t, at)
            elif watched.active and not ready:
                self._end(t, at)
        if model.started and model.current != self.running:
            if self.running is not None:
                self.tasks[self.running].run = self.run(self.running, at)
            self.running, self.since = model.current, at

    def _end(self, t: int, at: int) -> None:
        watched = self.tasks[t]
        watched.active = False
        response, ran = at - watched.release, self.run(t, at) - watched.base
        watched.response, watched.longest_run = (
            max(watched.response, response),
            max(watched.longest_run, ran),
        )
        watched.overruns += 0 < watched.deadline < response
        watched.overloads += 0 < watched.budget < ran

    def clear(self, t: int) -> None:
        """A store to MONITOR_COUNTS."""
        watched = self.tasks[t]
        watched.response = watched.longest_run = watched.overruns = watched.overloads = 0
