# SPDX-License-Identifier: Apache-2.0
"""A task set as it is analysed: in clock cycles, at one clock and one tick rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

TICK, ISR, LINE = "tick", "isr", "line"
"""What releases a task: a tick, a service routine, or the line itself."""


@dataclass(frozen=True)
class Arrivals:
    """When something may come: the shortest time in which so many of it do.

    Attributes:
        distances: in cycles, ascending: from the first to the second, to the third and so on.
            Beyond the last the pattern repeats behind it. One distance is a period.
    """

    distances: tuple[int, ...]

    def within(self, window: int) -> int:
        """Return how many come at most in a half-open window of so many cycles.

        Of a period T that is ceil(window / T).
        """
        if window <= 0:
            return 0
        whole, left = divmod(window - 1, self.distances[-1])
        return (
            whole * len(self.distances)
            + 1
            + sum(distance <= left for distance in self.distances[:-1])
        )

    @property
    def rate(self) -> float:
        """How many come in a cycle in the long run."""
        return len(self.distances) / self.distances[-1]

    def earliest(self, number: int) -> int:
        """Return the least time from the first to the one with this number, counted from 0."""
        whole, left = divmod(number, len(self.distances))
        return whole * self.distances[-1] + (self.distances[left - 1] if left else 0)


@dataclass(frozen=True)
class Section:
    """A critical section: cycles between take and give."""

    mutex: str
    cycles: int


@dataclass(frozen=True)
class Task:
    """A task; all times are clock cycles.

    Attributes:
        priority: FreeRTOS's, a higher number goes first.
        arrivals: when it is released.
        deadline: after its release.
        execution: at most, kernel calls left out, critical sections included.
        calls: of the kernel without a switch, by their names in the calibration.
        released_by: TICK, ISR or LINE.
        routine: cycles of its service routine beyond what each has: acknowledge, notify, yield.
    """

    name: str
    priority: int
    arrivals: Arrivals
    deadline: int
    execution: int
    sections: tuple[Section, ...] = ()
    calls: Mapping[str, int] = field(default_factory=dict)
    released_by: str = TICK
    routine: int = 0

    @property
    def period(self) -> int:
        """The least time from one release to the next."""
        return self.arrivals.distances[0]

    def grown(self, factor: float) -> Task:
        """Return the task with longer execution times; at least a cycle is left of each."""
        sections = (
            replace(section, cycles=max(1, int(section.cycles * factor)))
            for section in self.sections
        )
        execution = max(1, int(self.execution * factor))
        return replace(self, execution=execution, sections=tuple(sections))


@dataclass(frozen=True)
class TaskSet:
    """Tasks by descending priority, and the cycles of a tick."""

    tasks: Sequence[Task]
    tick: int

    @cached_property
    def ceilings(self) -> dict[str, int]:
        """The highest priority of each mutex's users."""
        highest: dict[str, int] = {}
        for task in self.tasks:
            for section in task.sections:
                highest[section.mutex] = max(highest.get(section.mutex, 0), task.priority)
        return highest

    @property
    def load(self) -> float:
        """The part of the processor that execution takes, kernel left out."""
        return sum(task.execution / task.period for task in self.tasks)

    def grown(self, factor: float) -> TaskSet:
        """Return the same with longer execution times."""
        return TaskSet([task.grown(factor) for task in self.tasks], self.tick)
