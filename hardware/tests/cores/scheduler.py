# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's rules of who runs on which of several cores, as its ``tasks.c`` has them.

The functions of ``tasks.c`` are named beside what follows them. Unlike there, a ready list holds
only tasks that run nowhere, and each core has lists of those that may run on it: since a switch
moves the task that leaves to its list's end before anybody looks, this comes to the same.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Options:
    """How FreeRTOS is configured."""

    cores: int
    affinity: bool = False
    """configUSE_CORE_AFFINITY"""
    preemption_disable: bool = False
    """configUSE_TASK_PREEMPTION_DISABLE"""
    slicing: bool = True
    """configUSE_TIME_SLICING"""
    several_priorities: bool = True
    """configRUN_MULTIPLE_PRIORITIES"""
    asks_itself: bool = True
    """With one priority at a time: a core that has just taken an idle task asks itself to switch,
    too, if the priority has fallen. The hardware's does not: it would find nothing else."""
    priorities: int = 6


@dataclass
class Task:
    """What the scheduler knows of one."""

    priority: int
    mask: int
    """The cores that it may run on, one bit each."""
    idle: bool = False
    ready: bool = True
    preemptible: bool = True
    core: int | None = None
    """Whose current task it is."""
    base: int = 0
    """The priority without what it inherits."""
    waits_at: int = 0
    """The priority at which it would wait: the value of its event list item."""

    def __post_init__(self) -> None:
        self.base = self.waits_at = self.priority

    @property
    def rank(self) -> int:
        """The priority; idle tasks are below all others of theirs."""
        return self.priority - self.idle


@dataclass
class Core:
    """What the scheduler knows of one."""

    task: int
    """The current one."""
    scheduled: bool = False
    """Another core has asked it to switch: taskTASK_SCHEDULED_TO_YIELD, and an interrupt."""
    pending: bool = False
    """It switches itself at the end of its call: xYieldPendings."""


@dataclass
class Scheduler:
    """The cores, and the ready lists."""

    options: Options
    tasks: list[Task] = field(default_factory=list)
    cores: list[Core] = field(default_factory=list)
    lists: list[list[list[int]]] = field(default_factory=list)
    """Of each core and priority: ready tasks that run nowhere and may run there, first in, first
    out."""
    top: int = 0
    """uxTopReadyPriority; it counts with one priority at a time."""
    suspended_by: int | None = None
    """The core that has suspended the scheduler: vTaskSuspendAll."""
    dispatched: list[int] = field(default_factory=list)
    """The cores that have switched, in order."""

    def start(self, priorities: list[int]) -> None:
        """These tasks are ready, and each core runs its idle task."""
        every = (1 << self.options.cores) - 1
        self.tasks = [Task(priority, every) for priority in priorities]
        self.lists = [[[] for _ in range(self.options.priorities)] for _ in self.core_numbers]
        for task in range(len(priorities)):
            self.link(task)
        for core in self.core_numbers:
            self.cores.append(Core(len(self.tasks)))
            self.tasks.append(Task(0, every, idle=True, core=core))
        self.top = max(priorities)

    @property
    def core_numbers(self) -> range:
        """The cores by number."""
        return range(self.options.cores)

    def current(self, core: int) -> Task:
        """Return the current task of a core."""
        return self.tasks[self.cores[core].task]

    def runs(self, task: int) -> bool:
        """Tell whether it runs and nobody has asked it to leave: taskTASK_IS_RUNNING."""
        core = self.tasks[task].core
        return core is not None and not self.cores[core].scheduled

    # -- ready lists -----------------------------------------------------------------------------
    def link(self, number: int) -> None:
        """It is the last of its list."""
        task = self.tasks[number]
        for core in self.core_numbers:
            if task.mask >> core & 1:
                self.lists[core][task.priority].append(number)

    def unlink(self, number: int) -> None:
        """It is in no list, if it was in one."""
        for lists in self.lists:
            level = lists[self.tasks[number].priority]
            if number in level:
                level.remove(number)

    def add_ready(self, number: int) -> None:
        """prvAddTaskToReadyList: it was in no list."""
        task = self.tasks[number]
        task.ready = True
        self.top = max(self.top, task.priority)
        if task.core is None:
            self.link(number)

    def leave(self, number: int) -> None:
        """It is ready no more. On a core it stays until that switches."""
        self.unlink(number)
        self.tasks[number].ready = False

    # -- what becomes of a task ------------------------------------------------------------------
    def wake(self, number: int, by: int | None) -> None:
        """It is ready; if it was already, it goes behind its equals: xTaskGenericNotify."""
        self.unlink(number)
        self.add_ready(number)
        self.yield_for(number, by)

    def suspend(self, number: int, by: int | None) -> None:
        """It is ready no more, and leaves its core: vTaskSuspend."""
        self.leave(number)
        self.yield_running(number, by)

    def set_priority(self, number: int, priority: int, by: int | None) -> None:
        """vTaskPrioritySet"""
        task = self.tasks[number]
        if priority == task.base:
            return
        lowered = priority < task.base
        inherits = task.base != task.priority and priority <= task.priority
        self.move(number, task.priority if inherits else priority)
        task.base = task.waits_at = priority
        if lowered and task.preemptible:
            self.yield_running(number, by)
        elif not lowered and task.ready:
            self.yield_for(number, by)

    def move(self, number: int, priority: int) -> None:
        """It has this priority, and is the last of its equals."""
        self.unlink(number)
        self.tasks[number].priority = self.tasks[number].waits_at = priority
        if self.tasks[number].ready:
            self.add_ready(number)

    def set_affinity(self, number: int, mask: int, by: int | None) -> None:
        """vTaskCoreAffinitySet; but a ready task goes behind its equals, as in the hardware."""
        task = self.tasks[number]
        self.unlink(number)
        task.mask = mask
        if task.ready and task.core is None:
            self.link(number)
        if not self.runs(number):
            self.yield_for(number, by)
        elif task.core is not None and not mask >> task.core & 1:
            self.yield_core(task.core, by)

    def set_preemptible(self, number: int, preemptible: bool, by: int | None) -> None:
        """vTaskPreemptionEnable, vTaskPreemptionDisable"""
        self.tasks[number].preemptible = preemptible
        if preemptible:
            self.yield_running(number, by)

    # -- who shall switch ------------------------------------------------------------------------
    def yield_core(self, core: int, by: int | None) -> None:
        """prvYieldCore: a core asks itself, or another one by an interrupt.

        ``by`` is the core that asks; None if it is time or a line, for which all are others.
        """
        if core == by:
            self.cores[core].pending = True
        else:
            self.cores[core].scheduled = True

    def victim(self, mask: int, rank: int) -> int | None:
        """Return the core whose task is the lowest one, and below this rank.

        Only one of these cores, that nobody has asked already, and whose task may be preempted;
        among equals the core with the highest number.
        """
        cores = [
            core
            for core in self.core_numbers
            if mask >> core & 1
            and not self.cores[core].scheduled
            and not self.cores[core].pending
            and self.current(core).preemptible
            and self.current(core).rank < rank
        ]
        return min(cores, key=lambda core: (self.current(core).rank, -core), default=None)

    def yield_for(self, number: int, by: int | None) -> None:
        """prvYieldForTask: somebody has become ready, or a reason to run on some core."""
        task = self.tasks[number]
        if self.options.several_priorities:
            if not self.runs(number):
                self._yield_victim(self.victim(task.mask, task.priority), by)
            return
        if task.priority < self.top:
            return
        victim = None if self.runs(number) else self.victim(task.mask, task.priority)
        lower = [
            core
            for core in self.core_numbers
            if not self.cores[core].scheduled
            and not self.cores[core].pending
            and -1 < self.current(core).rank < task.priority
        ]
        for core in lower:
            self.yield_core(core, by)
        if not lower:
            self._yield_victim(victim, by)

    def _yield_victim(self, core: int | None, by: int | None) -> None:
        if core is not None:
            self.yield_core(core, by)

    def yield_running(self, number: int, by: int | None) -> None:
        """It runs, and its core shall switch; if somebody has asked it already, nothing happens."""
        core = self.tasks[number].core
        if core is not None and self.runs(number):
            self.yield_core(core, by)

    # -- switches --------------------------------------------------------------------------------
    def dispatch(self, number: int) -> None:
        """vTaskSwitchContext: a core runs the first of the highest tasks that it may run.

        In a suspension it does not, but at the end of that.
        """
        core = self.cores[number]
        if self.suspended_by is not None:
            core.pending = True
            return
        core.pending = False
        before, level = core.task, self.top
        after = self.selected(number)
        self.top = self.highest_ready()
        if after != before:
            self.unlink(after)
            self.tasks[before].core, self.tasks[after].core = None, number
            core.task = after
            if self.tasks[before].ready:
                self.link(before)
        core.scheduled = False
        if not self.options.several_priorities and self.top < level:
            for other in self.core_numbers:
                if self.current(other).idle and (other != number or self.options.asks_itself):
                    self.yield_core(other, number)
        if after != before and self.options.affinity and self.tasks[before].ready:
            self._yield_for_evicted(self.tasks[before], self.tasks[after], number)
        self.dispatched.append(number)
        self.notice()

    def notice(self) -> None:
        """The state after a dispatch may be looked at."""

    def highest(self, core: int) -> int:
        """Return the highest priority with a task in a core's lists; -1 if there is none."""
        return max((p for p, level in enumerate(self.lists[core]) if level), default=-1)

    def highest_ready(self) -> int:
        """Return the priority of the highest ready task."""
        return max(task.priority for task in self.tasks if task.ready)

    def selected(self, number: int) -> int:
        """prvSelectHighestPriorityTask: the own task counts too, as the last of its list."""
        before = self.cores[number].task
        task = self.tasks[before]
        stays = task.ready and task.mask >> number & 1
        if self.options.several_priorities:
            highest = self.highest(number)
            if stays and highest < task.priority:
                return before
            return self.lists[number][highest][0]
        top = self.highest_ready()
        if self.lists[number][top]:
            return self.lists[number][top][0]
        if stays and task.priority == top:
            return before
        idle = [other for other in self.lists[number][0] if self.tasks[other].idle]
        return idle[0] if idle else before

    def next(self, number: int) -> int | None:
        """Return the task that a core would run instead of its own; with several priorities also
        if its own is above that."""
        if self.options.several_priorities:
            highest = self.highest(number)
            return self.lists[number][highest][0] if highest >= 0 else None
        selected = self.selected(number)
        return None if selected == self.cores[number].task else selected

    def _yield_for_evicted(self, before: Task, after: Task, number: int) -> None:
        """The task that had to leave may run on another core, whose task is below it."""
        mask = before.mask
        if mask >> number & 1:
            mask &= ~after.mask
        self._yield_victim(self.victim(mask, before.rank), number)
