# SPDX-License-Identifier: Apache-2.0
"""The golden model's state, and what every operation is made of: lists, yields, waking."""

from kernel.model.records import FOREVER, Object, ReadyList, Result, Task

PATIENCE = 1024
"""Cycles after which a caller that has not switched is interrupted."""


class State:
    """All that the kernel knows. The operations are in classes derived from it."""

    def __init__(self, tasks: int, priorities: int, objects: int, timer_width: int = 32) -> None:
        self.tasks = [Task() for _ in range(tasks)]
        self.ready = [ReadyList() for _ in range(priorities)]
        self.objects = [Object() for _ in range(objects)]
        self.timer_width = timer_width
        self.held_width = 16  # bits of the number of mutexes that a task holds
        self.delayed: list[int] = []  # by deadline, then order of blocking
        self.pended: list[int] = []  # xPendingReadyList
        self.current = 0
        self.now = 0  # never wraps; the visible tick is its low part
        self.ticks_pended = 0
        self.started = self.suspended = self.resuming = False
        self.yield_pending = self.requested = False
        self.own = self.told = self.asked = False
        self.of_tick = self.more_due = False  # what ticks ask for waits for all their tasks
        self.message_words = 0  # that each queue has
        self.words = [[0] * 4 for _ in range(tasks)]  # of messages, of each task
        self.isr_words = [0] * 4
        self.items = [[0] * 128 for _ in range(objects)]  # of queues of messages
        self.kinds = [0] * tasks  # of the transfer that each task waited for last
        self.handover: tuple[int, str] | None = None  # the waiter of that object is to be woken
        self.preemption = self.time_slicing = True
        self.isr_result = (0, False)
        self.isr_value = 0
        self.error = (0, 0, 0, 0)  # code, operation, id, isr
        self.errors = 0
        self.code = 0  # of the operation in progress
        self.index = 0  # ... and the notification that it names
        self.woken = False  # by the operation in progress
        self.keeps_result = False  # the end of the suspension leaves RESULT alone
        self.hook_enabled = False  # configUSE_TICK_HOOK
        self.hooks = 0  # ticks that the tick hook was not called for
        self.tick_open = False  # a tick's tasks become ready, and not every one is yet
        self.in_tick = False  # ... since then the running task has begun to run
        self.has_result = False  # ... and has got its result
        self.had_result = False  # ... before the retry in progress
        self.choose = False  # before the start, where FreeRTOS would switch
        self.unshown = 0  # cycles in which the caller's request to switch was not shown

    # -- lists -----------------------------------------------------------------------------------
    def _leave_state(self, t: int) -> None:
        task = self.tasks[t]
        if task.place == "ready":
            self.ready[task.priority].remove(t)
        elif task.place == "delayed":
            self.delayed.remove(t)
        task.place = "none"

    def _leave_chain(self, t: int) -> None:
        task = self.tasks[t]
        if task.chain == "object":
            self.objects[task.wait_object].waiters.remove(t)
        elif task.chain == "pended":
            self.pended.remove(t)
        task.chain = "none"

    def _make_ready(self, t: int) -> None:
        self._leave_chain(t)
        self._leave_state(t)
        self.ready[self.tasks[t].priority].add(t)
        self.tasks[t].place = "ready"

    def _delay(self, t: int) -> None:
        """prvAddCurrentTaskToDelayedList"""
        task = self.tasks[t]
        self._leave_state(t)
        if not task.forever:
            at = 0
            while at < len(self.delayed) and self.tasks[self.delayed[at]].deadline <= task.deadline:
                at += 1
            self.delayed.insert(at, t)
            task.place = "delayed"

    def _wait_on(self, t: int, o: int) -> None:
        """vTaskPlaceOnEventList"""
        task = self.tasks[t]
        task.wait_object, task.wait_priority, task.chain = o, task.event, "object"
        waiters = self.objects[o].waiters
        at = 0
        while at < len(waiters) and self.tasks[waiters[at]].wait_priority >= task.wait_priority:
            at += 1
        waiters.insert(at, t)

    # -- the scheduler ---------------------------------------------------------------------------
    def _higher(self, t: int) -> bool:
        return self.tasks[t].priority > self.tasks[self.current].priority

    def _yield(self, own: bool, of_tick: bool = False) -> None:
        """portYIELD: vTaskSwitchContext in a suspension only remembers it."""
        if not self.started:
            self.choose = True
        elif self.suspended or self.resuming:
            self.yield_pending = True
        else:
            self._request(own, of_tick)

    def _request(self, own: bool, of_tick: bool = False) -> None:
        if not self.requested:
            self.requested, self.own, self.told = True, own, False
            self.of_tick = of_tick
        elif not own:
            self.own = False
            self.of_tick &= of_tick
        self.asked |= own

    def _latch(self) -> None:
        if self.started:
            self.yield_pending = True

    @property
    def unshown_request(self) -> bool:
        """The caller learns of it from RESULT, or it waits for the rest of a tick."""
        return self.requested and (self.own or (self.of_tick and self.more_due))

    @property
    def shown(self) -> bool:
        """The interrupt to the processor."""
        return (self.requested and not self.unshown_request) or self.hook_call

    def grow_impatient(self, waits: bool) -> None:
        """A cycle passes in which a caller has not switched that is to, or there is none."""
        self.unshown = self.unshown + 1 if waits else 0
        if self.unshown == PATIENCE:
            self.own = self.of_tick = False
            self.unshown = 0

    @property
    def hook_call(self) -> bool:
        """The tick hook is to be called."""
        at_once = self.suspended and not self.resuming
        return self.hooks > 0 and (at_once or not self.ticks_pended)

    # -- before the start ------------------------------------------------------------------------
    @property
    def someone_runs(self) -> bool:
        """A task runs, or is to run first."""
        return self.started or self.tasks[self.current].place == "ready"

    @property
    def caller(self) -> int:
        """The task whose results are loaded."""
        return self.current if self.started else 0

    @property
    def choosing(self) -> bool:
        """Another task is about to be the one to run first."""
        if self.started or self.selection() is None:
            return False
        return self.choose or not self.someone_runs

    def choose_first(self) -> None:
        """It is; as in a switch."""
        assert self.choosing, "nobody is to be chosen"
        self._run(self.selection())
        self.choose = False

    def _run(self, t: int | None) -> None:
        assert t is not None
        self.ready[self.tasks[t].priority].cursor = t
        self.current = t

    def selection(self) -> int | None:
        """The task that a dispatch would run."""
        for level in reversed(self.ready):
            if level.tasks:
                return level.after_cursor()
        return None

    def dispatch(self) -> int:
        """A load of DISPATCH; returns the pointer."""
        if self.requested:
            self._run(self.selection())
            self.in_tick, self.has_result = self.tick_open, False
            self.requested = self.asked = self.yield_pending = False
        return self.pointer

    @property
    def pointer(self) -> int:
        """CURRENT"""
        return self.tasks[self.current].pointer if self.someone_runs else 0

    # -- waking ----------------------------------------------------------------------------------
    def _wake(self, t: int, source: str) -> None:
        """xTaskRemoveFromEventList, and the FromISR notifications"""
        higher = self._higher(t)
        if self.suspended:
            self._leave_chain(t)
            self.pended.append(t)
            self.tasks[t].chain = "pended"
        else:
            self._make_ready(t)
        if higher:
            self._latch()
            self.woken = True
            if source != "isr" and self.preemption:
                self._yield(source == "task")

    def _suspended_task(self, t: int) -> bool:
        """prvTaskIsTaskSuspended"""
        task = self.tasks[t]
        listed = task.place != "none" or task.chain != "none"
        return not listed and not task.waits_for_notification

    def _count_error(self, code: Result, i: int, source: str) -> None:
        self.errors = min(self.errors + 1, 255)
        self.error = (code, self.code, i, int(source != "task"))

    def clear_errors(self) -> None:
        """A store to ERROR."""
        self.error, self.errors = (0, 0, 0, 0), 0

    def _can_block(self) -> bool:
        return (
            self.started
            and not self.suspended
            and not self.resuming
            and self.tasks[self.current].chain == "none"
        )

    def _block(self, argument: int | None, switch: bool = True) -> None:
        task = self.tasks[self.current]
        if argument is not None:
            task.forever = argument == FOREVER
            task.deadline = self.now + argument
        else:  # a deadline that passed long ago is to come again: see Model._passed
            task.deadline = self.now + (task.deadline - self.now) % (2 << self.timer_width)
        task.aborted = False
        self._delay(self.current)
        if switch:
            self._yield(True)

    def _set_priority(self, t: int, priority: int) -> None:
        """The task enters another ready list, if it is in one."""
        task = self.tasks[t]
        ready = task.place == "ready"
        if ready:
            self._leave_state(t)
        task.priority = priority
        if ready:
            self.ready[priority].add(t)
            task.place = "ready"

    def _resume_pending_yield(self) -> None:
        """A yield that was left pending, at xTaskResumeAll in a call."""
        if self.yield_pending and self.preemption:
            self._yield(True)
