# SPDX-License-Identifier: Apache-2.0
"""What tasks, service routines and the tick do on several cores: delays, semaphores, mutexes,
suspensions of tasks and of the scheduler, priorities, affinities, preemption.

A core makes one step at a time: a call up to its end or to the switch in it, a service routine, a
tick, a switch that another core has asked for. While a core suspends the scheduler the others make
none. Deletion is not here.
"""

from dataclasses import dataclass, field

from cores.scheduler import Options, Scheduler

FOREVER = -1
TOKENS = 2
"""That a semaphore may have."""


@dataclass
class Call:
    """One in which a task was switched out."""

    name: str
    number: int = 0
    argument: int = 0
    began: int | None = None
    """The tick at which it began to wait."""
    begun: bool = False
    """Its first critical section was entered."""
    result: int | None = None
    """It has one, and only returns."""
    inherited: bool = False
    """The holder of the mutex has its task's priority, or would have."""


@dataclass
class Semaphore:
    """A counting one, or a mutex."""

    count: int
    mutex: bool = False
    holder: int | None = None
    waiters: list[int] = field(default_factory=list)


class Kernel(Scheduler):
    """A kernel of several cores."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.now = 0
        self.delayed: list[tuple[int, int]] = []
        """Deadlines and tasks."""
        self.suspended: set[int] = set()
        self.pended: list[int] = []
        """Tasks that became ready in a suspension of the scheduler: xPendingReadyList."""
        self.pended_ticks = 0
        self.held: dict[int, int] = {}
        """How many mutexes a task holds."""
        self.semaphores: list[Semaphore] = []
        self.waits_for: dict[int, Semaphore] = {}
        self.calls: dict[int, Call] = {}
        """Of tasks that were switched out in one."""
        self.log: list[str] = []

    # -- what can be seen ------------------------------------------------------------------------
    def state(self) -> str:
        """Return who is current where, what is asked of the cores, and who is ready for them."""
        words = ["state"]
        for core, lists in zip(self.cores, self.lists, strict=True):
            words.append(f"core {core.task},{core.scheduled:d},{core.pending:d}")
            for priority in reversed(range(len(lists))):
                words.append(f"{priority}:" + "".join(f"{task}." for task in lists[priority]))
        return " ".join(words)

    def notice(self) -> None:
        """Log a dispatch, and the state after it."""
        self.log += [f"dispatch {self.dispatched[-1]}", self.state()]

    # -- events ----------------------------------------------------------------------------------
    def interrupt(self, core: int) -> None:
        """The core takes the interrupt by which another one has asked it to switch."""
        self.dispatch(core)

    def call(self, core: int, name: str, number: int, argument: int) -> None:
        """The task of a core makes a call."""
        self.calls[self.cores[core].task] = Call(name, number, argument)
        self.go(core)

    def go(self, core: int) -> None:
        """The task of a core goes on in its call."""
        self._step(core)
        self.log.append(self.state())

    def routine(self, core: int, name: str, number: int) -> None:
        """A service routine on a core gives, or resumes a task: it is told of any yield there."""
        if name == "give":
            woke = self._give(number, core)
        else:
            woke = number in self.suspended
            if woke:
                self._wake(number, core)
        self._end_routine(core, woke and self.cores[core].pending)

    def tick(self) -> None:
        """The first core has an interrupt of time."""
        if self.suspended_by is not None:
            self.pended_ticks += 1
            self._end_routine(0, False)
        else:
            self._end_routine(0, self._advance(0))

    def _advance(self, by: int) -> bool:
        """xTaskIncrementTick; return whether its core has to switch."""
        self.now += 1
        while self.delayed and self.delayed[0][0] <= self.now:
            self._wake(self.delayed[0][1], by)
        if self.options.slicing:
            for core in self.core_numbers:
                self.cores[core].pending |= self._equals(self.current(core).priority) > 1
        for core in self.core_numbers:
            pending = self.cores[core].pending and self.current(core).preemptible
            if pending and core != by:
                self.yield_core(core, by)
        return self.cores[by].pending and self.current(by).preemptible

    def _equals(self, priority: int) -> int:
        """Return how many ready tasks there are of a priority, those that run among them."""
        return sum(task.ready and task.priority == priority for task in self.tasks)

    def _end_routine(self, core: int, switches: bool) -> None:
        self.log += [f"woken {switches:d}", self.state()]
        if switches:
            self.dispatch(core)

    # -- calls -----------------------------------------------------------------------------------
    def _step(self, core: int) -> None:
        task = self.cores[core].task
        call = self.calls[task]
        if call.result is not None:
            self._return(task)
            return
        if call.begun and call.name != "take":
            del self.calls[task]
            return
        if not self._enters(core, call):
            return
        call.begun = True
        if call.name == "take":
            self._take(core, task, call)
            return
        if call.name == "resume_all":
            self._resume_all(core)
            return
        getattr(self, f"_call_{call.name}")(core, call)
        switches = call.name in ("yield", "delay")  # they have done it already
        if self.cores[core].pending and not switches:  # vTaskExitCritical
            self.dispatch(core)
        if self.cores[core].task == task:
            del self.calls[task]

    def _enters(self, core: int, call: Call) -> bool:
        """prvCheckForRunStateChange: a task that was asked to leave does so before its call."""
        sections = call.name != "yield" and (call.name, call.argument) != ("delay", 0)
        task = self.cores[core].task
        if self.cores[core].scheduled and sections:
            self.dispatch(core)
        return self.cores[core].task == task

    def _call_yield(self, core: int, call: Call) -> None:
        self.dispatch(core)

    def _call_delay(self, core: int, call: Call) -> None:
        if call.argument:
            self._block(core, self.now + call.argument)
        self.dispatch(core)

    def _call_suspend(self, core: int, call: Call) -> None:
        self._forget(call.number)
        self.suspended.add(call.number)
        self.suspend(call.number, core)

    def _call_resume(self, core: int, call: Call) -> None:
        if call.number in self.suspended:
            self._forget(call.number)
            self.wake(call.number, core)

    def _call_suspend_all(self, core: int, call: Call) -> None:
        self.suspended_by = core

    def _resume_all(self, core: int) -> None:
        """Who is pended is ready without a look for a core: that was done before."""
        self.suspended_by = None
        while self.pended:
            number = self.pended[0]
            self._forget(number)
            self.add_ready(number)
        while self.pended_ticks:
            self.pended_ticks -= 1
            self.cores[core].pending |= self._advance(core)
        self._end(core, int(self.cores[core].pending))

    def _call_priority(self, core: int, call: Call) -> None:
        self.set_priority(call.number, call.argument, core)

    def _call_affinity(self, core: int, call: Call) -> None:
        self.set_affinity(call.number, call.argument, core)

    def _call_preemption(self, core: int, call: Call) -> None:
        self.set_preemptible(call.number, bool(call.argument), core)

    def _call_give(self, core: int, call: Call) -> None:
        self._give(call.number, core)

    # -- waits -----------------------------------------------------------------------------------
    def _block(self, core: int, deadline: int | None, waits_for: Semaphore | None = None) -> None:
        """The task of a core waits."""
        task = self.cores[core].task
        self.leave(task)
        if waits_for:
            self.waits_for[task] = waits_for
            # a priority that changes does not move who waits: the first lower one counts
            place = 0
            for other in waits_for.waiters:
                if self.tasks[other].waits_at < self.tasks[task].waits_at:
                    break
                place += 1
            waits_for.waiters.insert(place, task)
        if deadline is not None:
            earlier = [other for other in self.delayed if other[0] <= deadline]
            self.delayed.insert(len(earlier), (deadline, task))

    def _forget(self, number: int) -> None:
        """It waits for nothing."""
        self.delayed = [other for other in self.delayed if other[1] != number]
        self.suspended.discard(number)
        if number in self.pended:
            self.pended.remove(number)
        semaphore = self.waits_for.pop(number, None)
        if semaphore:
            semaphore.waiters.remove(number)

    def _wake(self, number: int, by: int | None) -> None:
        """Its wait ends; in a suspension of the scheduler it is pended, and looks for a core."""
        self._forget(number)
        if self.suspended_by is None:
            self.wake(number, by)
        else:
            self.pended.append(number)
            self.yield_for(number, by)

    def _give(self, number: int, by: int | None) -> bool:
        """Return whether a waiter has become ready."""
        semaphore = self.semaphores[number]
        if semaphore.count == (1 if semaphore.mutex else TOKENS):
            return False
        semaphore.count += 1
        if semaphore.holder is not None:
            self._disinherit(semaphore.holder, by)
            semaphore.holder = None
        if semaphore.waiters:
            self._wake(semaphore.waiters[0], by)
            return True
        return False

    def _take(self, core: int, task: int, call: Call) -> None:
        """xQueueSemaphoreTake: its loop, from an entry to the next switch."""
        semaphore = self.semaphores[call.number]
        if semaphore.count:
            semaphore.count -= 1
            if semaphore.mutex:
                semaphore.holder = task
                self.held[task] = self.held.get(task, 0) + 1
            self._end(core, 1)
            return
        if call.began is None:
            if call.argument == 0:
                self._end(core, 0)
                return
            call.began = self.now
        if self.cores[core].pending:  # at the end of the critical section
            self.dispatch(core)
            if self.cores[core].task != task:
                return
        forever = call.argument == FOREVER
        if not forever and self.now - call.began >= call.argument:
            if call.inherited:
                self._disinherit_after_time(semaphore, core)
            self._end(core, 0)
            return
        if semaphore.holder is not None:
            call.inherited = self._inherit(semaphore.holder, task, core)
        self._block(core, None if forever else call.began + call.argument, semaphore)
        self.dispatch(core)

    def _inherit(self, holder: int, task: int, by: int) -> bool:
        """xTaskPriorityInherit"""
        before, priority = self.tasks[holder].priority, self.tasks[task].priority
        if before < priority:
            self.move(holder, priority)
            if self.tasks[holder].ready and not self.runs(holder):
                self.yield_for(holder, by)
        return min(before, self.tasks[holder].base) < priority

    def _disinherit(self, holder: int, by: int | None) -> None:
        """xTaskPriorityDisinherit: it gives a mutex back."""
        self.held[holder] -= 1
        task = self.tasks[holder]
        if task.priority != task.base and not self.held[holder]:
            self.move(holder, task.base)
            self.yield_running(holder, by)

    def _disinherit_after_time(self, mutex: Semaphore, by: int) -> None:
        """vTaskPriorityDisinheritAfterTimeout: one who waits no more has raised the holder."""
        assert mutex.holder is not None
        task = self.tasks[mutex.holder]
        waits = self.tasks[mutex.waiters[0]].waits_at if mutex.waiters else 0
        priority = max(task.base, waits)
        if task.priority != priority and self.held[mutex.holder] == 1:
            self.move(mutex.holder, priority)
            if task.ready:
                self.yield_running(mutex.holder, by)

    def _end(self, core: int, result: int) -> None:
        """A call has its result, and switches first if its core has been asked to."""
        task = self.cores[core].task
        self.calls[task].result = result
        if self.cores[core].pending:
            self.dispatch(core)
        if self.cores[core].task == task:
            self._return(task)

    def _return(self, task: int) -> None:
        self.log.append(f"result {task} {self.calls.pop(task).result}")
