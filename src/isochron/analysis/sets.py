# SPDX-License-Identifier: Apache-2.0
"""A description as a task set of one kernel, at one clock: times become clock cycles."""

from collections.abc import Mapping
from fractions import Fraction

from isochron.analysis import overheads
from isochron.analysis.description import Description, Interrupt, Task, whole_ticks
from isochron.analysis.model import ISR, LINE, TICK, Arrivals, TaskSet
from isochron.analysis.model import Section as HeldFor
from isochron.analysis.model import Task as Analysed
from isochron.errors import IsochronError


def task_set(
    description: Description,
    kernel: str,
    clock_hz: float,
    executions: Mapping[str, int],
    tick_hz: int | None = None,
) -> TaskSet:
    """Return the tasks in clock cycles.

    A tick has clock / rate cycles, rounded down, as FreeRTOS's port does; a period is as many ticks
    as it would be exactly, a deadline or a distance of interrupts is rounded down.

    Args:
        executions: clock cycles of the tasks whose execution was measured, by name.
        tick_hz: another tick rate than the file's.

    Raises:
        IsochronError: a tick of less than a cycle, or a period that is no whole number of ticks.
    """
    rate = tick_hz or description.system.tick_hz
    tick = int(clock_hz // rate)
    if tick < 1:
        raise IsochronError(f"a tick of {rate} Hz is less than a cycle at {clock_hz} Hz")
    clock = Fraction(clock_hz)
    tasks = [
        _task(task, description, kernel, clock, tick, rate, executions)
        for task in description.tasks
    ]
    return TaskSet(sorted(tasks, key=lambda task: -task.priority), tick)


def _task(
    task: Task,
    description: Description,
    kernel: str,
    clock: Fraction,
    tick: int,
    rate: int,
    executions: Mapping[str, int],
) -> Analysed:
    line = description.interrupts.get(task.released_by or "")
    if line is not None:
        arrivals = Arrivals(tuple(_cycles(distance, clock) for distance in _distances(line)))
        source = LINE if line.via == LINE and kernel in overheads.WITH_LINES else ISR
    else:
        period = task.period or Fraction(0)
        if not whole_ticks(period, rate):
            raise IsochronError(
                f'the period of task "{task.name}" is no whole number of ticks at {rate} Hz'
            )
        arrivals, source = Arrivals((int(period * rate) * tick,)), TICK
    longest = arrivals.distances[0]
    deadline = longest if task.deadline is None else min(longest, _cycles(task.deadline, clock))
    execution = task.execution if isinstance(task.execution, int) else executions[task.name]
    return Analysed(
        task.name,
        task.priority,
        arrivals,
        deadline,
        execution,
        tuple(HeldFor(section.mutex, section.cycles) for section in task.sections),
        task.calls,
        source,
        line.routine if line is not None and source == ISR else 0,
    )


def _distances(line: Interrupt) -> list[Fraction]:
    return [line.distance] if line.distance is not None else line.arrival


def _cycles(time: Fraction, clock: Fraction) -> int:
    return max(1, int(time * clock))
