# SPDX-License-Identifier: Apache-2.0
"""Golden model of the hardware kernel: FreeRTOS V11.2's lists and rules, in plain Python.

It follows ``tasks.c`` and ``queue.c`` and knows nothing of the hardware's structure. A method is
one atomic step: an operation, a load of RESULT, a dispatch, or one piece of a tick.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

FOREVER = 0xFFFFFFFF
AGAIN = 1 << 31


class Result(IntEnum):
    """Result codes, as in the register description."""

    FAIL = 0
    OK = 1
    ERROR_OPERATION = 2
    ERROR_OBJECT = 3
    ERROR_TASK = 4
    ERROR_ARGUMENT = 5
    ERROR_BUSY = 6


class Refused(Exception):
    """The operation ends with an error code and changes nothing."""

    def __init__(self, code: Result) -> None:
        super().__init__(code.name)
        self.code = code


class ReadyList:
    """One priority's circular list with its cursor; ``None`` is the end marker."""

    def __init__(self) -> None:
        self.tasks: list[int] = []
        self.cursor: int | None = None

    def add(self, task: int) -> None:
        """Insert before the cursor (``listINSERT_END``)."""
        at = len(self.tasks) if self.cursor is None else self.tasks.index(self.cursor)
        self.tasks.insert(at, task)

    def remove(self, task: int) -> None:
        """Remove; a cursor on the task steps back (``uxListRemove``)."""
        at = self.tasks.index(task)
        if self.cursor == task:
            self.cursor = self.tasks[at - 1] if at else None
        del self.tasks[at]

    def after_cursor(self) -> int:
        """Return the task that ``listGET_OWNER_OF_NEXT_ENTRY`` would choose."""
        at = 0 if self.cursor is None else self.tasks.index(self.cursor) + 1
        return self.tasks[at % len(self.tasks)]


@dataclass
class Task:
    """A task; ``place`` is the list of its state item, ``chain`` that of its event item."""

    alive: bool = False
    priority: int = 0
    place: str = "none"  # none, ready, delayed
    chain: str = "none"  # none, object, pended
    waiting: str = "none"  # none, object, notify: what RESULT has to complete
    clear: bool = False
    forever: bool = False
    deadline: int = 0
    wait_object: int = 0
    wait_priority: int = 0
    notify: str = "idle"  # idle, waiting, received
    value: int = 0
    pointer: int = 0
    result: tuple[int, int] = (0, 0)


@dataclass
class Semaphore:
    """A counting semaphore and those who wait for it, best first."""

    exists: bool = False
    maximum: int = 0
    count: int = 0
    waiters: list[int] = field(default_factory=list)


class Model:
    """The whole kernel."""

    def __init__(self, tasks: int, priorities: int, objects: int, timer_width: int = 32) -> None:
        self.tasks = [Task() for _ in range(tasks)]
        self.ready = [ReadyList() for _ in range(priorities)]
        self.objects = [Semaphore() for _ in range(objects)]
        self.timer_width = timer_width
        self.delayed: list[int] = []  # by deadline, then order of blocking
        self.pended: list[int] = []  # xPendingReadyList
        self.current = 0
        self.now = 0  # never wraps; the visible tick is its low part
        self.ticks_pended = 0
        self.started = self.suspended = self.resuming = False
        self.yield_pending = self.requested = False
        self.own = self.told = self.asked = False
        self.preemption = self.time_slicing = True
        self.isr_result = (0, False)
        self.isr_value = 0
        self.error = (0, 0, 0, 0)  # code, operation, id, isr
        self.errors = 0
        self.code = 0  # of the operation in progress
        self.woken = False  # by the operation in progress
        self.tick_open = False  # the tick has advanced, and not every due task is ready yet

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
            while (
                at < len(self.delayed) and self.tasks[self.delayed[at]].deadline <= task.deadline
            ):
                at += 1
            self.delayed.insert(at, t)
            task.place = "delayed"

    def _wait_on(self, t: int, o: int) -> None:
        """vTaskPlaceOnEventList"""
        task = self.tasks[t]
        task.wait_object, task.wait_priority, task.chain = o, task.priority, "object"
        waiters = self.objects[o].waiters
        at = 0
        while (
            at < len(waiters) and self.tasks[waiters[at]].wait_priority >= task.wait_priority
        ):
            at += 1
        waiters.insert(at, t)

    # -- the scheduler ---------------------------------------------------------------------------
    def _higher(self, t: int) -> bool:
        return self.tasks[t].priority > self.tasks[self.current].priority

    def _yield(self, own: bool) -> None:
        """portYIELD: vTaskSwitchContext in a suspension only remembers it."""
        if not self.started:
            return
        if self.suspended or self.resuming:
            self.yield_pending = True
        else:
            self._request(own)

    def _request(self, own: bool) -> None:
        if not self.requested:
            self.requested, self.own, self.told = True, own, False
        elif not own:
            self.own = False
        self.asked |= own

    def _latch(self) -> None:
        if self.started:
            self.yield_pending = True

    @property
    def shown(self) -> bool:
        """The interrupt to the processor."""
        return self.requested and not self.own

    def selection(self) -> int | None:
        """The task that a dispatch would run."""
        for level in reversed(self.ready):
            if level.tasks:
                return level.after_cursor()
        return None

    def dispatch(self) -> int:
        """A load of DISPATCH; returns the pointer."""
        if self.requested:
            t = self.selection()
            assert t is not None
            self.ready[self.tasks[t].priority].cursor = t
            self.current = t
            self.requested = self.asked = self.yield_pending = False
        return self.tasks[self.current].pointer

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
        return task.place == "none" and task.chain == "none" and task.notify != "waiting"

    # -- operations ------------------------------------------------------------------------------
    def operation(self, name: str, i: int, argument: int, source: str = "task") -> None:
        """Perform an operation for ``source``: task, isr or line. ``name`` may be undefined."""
        self.woken = False
        slot = self.current
        try:
            self._check(name, i, source)
            code, value = getattr(self, f"_op_{name}")(i, argument, source)
        except Refused as refused:
            code, value = refused.code, 0
            self._count_error(refused.code, i, source)
        if source == "task":
            self.tasks[i if name == "start" and code == Result.OK else slot].result = (code, value)
        elif source == "isr":
            self.isr_result = (code, self.woken)
            self.isr_value = value

    def _count_error(self, code: Result, i: int, source: str) -> None:
        self.errors = min(self.errors + 1, 255)
        self.error = (code, self.code, i, int(source != "task"))

    def clear_errors(self) -> None:
        """A store to ERROR."""
        self.error, self.errors = (0, 0, 0, 0), 0

    OBJECT = ("take", "give", "object_create", "object_delete", "object_count")
    TASK = (
        "start task_create task_pointer task_delete suspend resume priority task_state notify_none"
        " notify_set_bits notify_increment notify_overwrite notify_no_overwrite"
    ).split()
    ISR = (
        "take give object_count yield resume task_state notify_none notify_set_bits"
        " notify_increment notify_overwrite notify_no_overwrite"
    ).split()

    def _check(self, name: str, i: int, source: str) -> None:
        if name == "undefined" or (source == "isr" and name not in self.ISR):
            raise Refused(Result.ERROR_OPERATION)
        if name in self.OBJECT and i >= len(self.objects):
            raise Refused(Result.ERROR_OBJECT)
        if name in self.TASK and i >= len(self.tasks):
            raise Refused(Result.ERROR_TASK)
        if source == "task" and self.started and not self.tasks[self.current].alive:
            raise Refused(Result.ERROR_TASK)
        if name in ("take", "give", "object_delete", "object_count") and not (
            self.objects[i].exists
        ):
            raise Refused(Result.ERROR_OBJECT)
        if name == "start" and self.started:
            raise Refused(Result.ERROR_BUSY)
        if name in self.TASK and name not in ("task_create", "task_pointer") and not (
            self.tasks[i].alive
        ):
            raise Refused(Result.ERROR_TASK)

    def _can_block(self) -> bool:
        return (
            self.started
            and not self.suspended
            and not self.resuming
            and self.tasks[self.current].chain == "none"
        )

    def _block(self, argument: int | None) -> None:
        task = self.tasks[self.current]
        if argument is not None:
            task.forever = argument == FOREVER
            task.deadline = self.now + argument
        self._delay(self.current)
        self._yield(True)

    def _op_take(self, i: int, argument: int, source: str) -> tuple[int, int]:
        semaphore = self.objects[i]
        if semaphore.count:
            semaphore.count -= 1
            return Result.OK, 0
        if argument == 0 or source != "task" or not self._can_block():
            return Result.FAIL, 0
        self.tasks[self.current].waiting = "object"
        self._wait_on(self.current, i)
        self._block(argument)
        return Result.OK, 0  # replaced when the wait is completed

    def _op_give(self, i: int, argument: int, source: str) -> tuple[int, int]:
        semaphore = self.objects[i]
        if semaphore.count == semaphore.maximum:
            return Result.FAIL, 0
        semaphore.count += 1
        if semaphore.waiters:
            self._wake(semaphore.waiters[0], source)
        return Result.OK, 0

    def _op_object_create(self, i: int, argument: int, source: str) -> tuple[int, int]:
        maximum, count = argument >> 16, argument & 0xFFFF
        if self.objects[i].exists:
            raise Refused(Result.ERROR_BUSY)
        if maximum == 0 or maximum < count:
            raise Refused(Result.ERROR_ARGUMENT)
        self.objects[i] = Semaphore(True, maximum, count)
        return Result.OK, 0

    def _op_object_delete(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.objects[i].waiters:
            raise Refused(Result.ERROR_BUSY)
        self.objects[i] = Semaphore()
        return Result.OK, 0

    def _op_object_count(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return Result.OK, self.objects[i].count

    def _op_yield(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self._yield(source == "task")
        return Result.OK, 0

    def _op_delay(self, i: int, argument: int, source: str) -> tuple[int, int]:
        task = self.tasks[self.current]
        if argument == 0:
            self._yield(True)
            return Result.OK, 0
        if not self.started or task.chain != "none":
            self._yield(True)
            return Result.FAIL, 0
        task.forever, task.deadline = False, self.now + argument
        self._delay(self.current)
        self._yield(True)
        return Result.OK, 0

    def _op_suspend_all(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self.suspended = True
        self.yield_pending |= self.requested
        self.requested = self.asked = False
        return Result.OK, 0

    def _op_resume_all(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if not self.suspended:
            return Result.FAIL, 0
        if self.pended or self.ticks_pended or self.tick_open:
            self.resuming = True
            return Result.FAIL, 0
        return self._resume_end(), 0

    def _resume_end(self) -> Result:
        self.suspended = self.resuming = False
        if self.started and self.preemption and self.yield_pending:
            self._request(True)
            return Result.OK
        return Result.FAIL

    def _op_start(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.tasks[i].place != "ready":
            raise Refused(Result.ERROR_TASK)
        self.started, self.current = True, i
        return Result.OK, 0

    def _op_task_create(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.tasks[i].alive:
            raise Refused(Result.ERROR_BUSY)
        if argument >= len(self.ready):
            raise Refused(Result.ERROR_ARGUMENT)
        old = self.tasks[i]
        self.tasks[i] = Task(
            True, argument, pointer=old.pointer, result=old.result, deadline=old.deadline,
            wait_object=old.wait_object,
        )
        self._make_ready(i)
        if self._higher(i) and self.preemption:
            self._yield(True)
        return Result.OK, 0

    def _op_task_pointer(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self.tasks[i].pointer = argument
        return Result.OK, 0

    def _op_task_delete(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self._leave_chain(i)
        self._leave_state(i)
        self.tasks[i].alive = False
        if i == self.current:
            self._yield(True)
        return Result.OK, 0

    def _op_suspend(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self._leave_chain(i)
        self._leave_state(i)
        if self.tasks[i].notify == "waiting":
            self.tasks[i].notify = "idle"
        if i == self.current:
            self._yield(True)
        return Result.OK, 0

    def _op_resume(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if not self._suspended_task(i) or (source == "task" and i == self.current):
            return Result.FAIL, 0
        if source == "task":
            self._make_ready(i)
            if self._higher(i) and self.preemption:
                self._yield(True)
        elif self.suspended:
            self.pended.append(i)
            self.tasks[i].chain = "pended"
        else:
            self._make_ready(i)
            if self._higher(i):
                self._latch()
                self.woken = True
        return Result.OK, 0

    def _op_priority(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if argument >= len(self.ready):
            raise Refused(Result.ERROR_ARGUMENT)
        task = self.tasks[i]
        if argument == task.priority:
            return Result.OK, 0
        if argument > task.priority:
            wanted = i != self.current and argument > self.tasks[self.current].priority
        else:
            wanted = i == self.current
        if task.place == "ready":
            self.ready[task.priority].remove(i)
            self.ready[argument].add(i)
        task.priority = argument
        if wanted and self.preemption:
            self._yield(True)
        return Result.OK, 0

    def _op_task_state(self, i: int, argument: int, source: str) -> tuple[int, int]:
        task = self.tasks[i]
        if i == self.current:
            state = 0
        elif task.chain == "pended" or task.place == "ready":
            state = 1
        elif self._suspended_task(i):
            state = 3
        else:
            state = 2
        return Result.OK, state | task.priority << 8 | task.wait_object << 16

    # -- notifications ---------------------------------------------------------------------------
    def _notified(self, i: int, value: int, source: str) -> tuple[int, int]:
        task = self.tasks[i]
        before, waiting = task.value, task.notify == "waiting"
        task.value, task.notify = value & 0xFFFFFFFF, "received"
        if waiting and source == "task":
            self._make_ready(i)
            if self._higher(i) and self.preemption:
                self._yield(True)
        elif waiting:
            self._wake(i, source)
        return Result.OK, before

    def _op_notify_none(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._notified(i, self.tasks[i].value, source)

    def _op_notify_set_bits(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._notified(i, self.tasks[i].value | argument, source)

    def _op_notify_increment(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._notified(i, self.tasks[i].value + 1, source)

    def _op_notify_overwrite(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._notified(i, argument, source)

    def _op_notify_no_overwrite(self, i: int, argument: int, source: str) -> tuple[int, int]:
        free = self.tasks[i].notify != "received"
        _, before = self._notified(i, argument if free else self.tasks[i].value, source)
        return (Result.OK if free else Result.FAIL), before

    def _op_notify_take(self, i: int, argument: int, source: str) -> tuple[int, int]:
        task = self.tasks[self.current]
        if task.value or argument == 0 or not self._can_block():
            return self._take_value(bool(i & 1))
        task.notify, task.waiting, task.clear = "waiting", "notify", bool(i & 1)
        self._block(argument)
        return Result.OK, 0  # replaced when the wait is completed

    def _take_value(self, clear: bool) -> tuple[int, int]:
        task = self.tasks[self.current]
        before = task.value
        if before:
            task.value = 0 if clear else before - 1
        task.notify = "idle"
        return (Result.OK if before else Result.FAIL), before

    # -- a load of RESULT ------------------------------------------------------------------------
    def again(self) -> bool:
        """The load does nothing."""
        task = self.tasks[self.current]
        return (
            self.asked
            or self.resuming
            or (self.started and not self.suspended and task.place != "ready")
        )

    def completes(self) -> bool:
        """The load has a wait to complete."""
        task = self.tasks[self.current]
        return (
            not self.again() and self.started and task.place == "ready" and task.waiting != "none"
        )

    def load_result(self, tell: bool = True) -> int:
        """A load of RESULT that completes no wait, or whose wait ``complete`` has completed."""
        if self.again():
            if tell:
                self._tell()
            return AGAIN
        return self.tasks[self.current].result[0]

    def _tell(self) -> None:
        if self.told:
            self.own = False
        self.told = True

    def complete(self) -> None:
        """The retry that a load of RESULT performs."""
        t = self.current
        task = self.tasks[t]
        kind, task.waiting = task.waiting, "none"
        if kind == "notify":
            task.result = self._take_value(task.clear)
            return
        semaphore = self.objects[task.wait_object]
        if not semaphore.exists:
            self.code = 1  # reported as a take
            self._count_error(Result.ERROR_OBJECT, task.wait_object, "task")
            task.result = (Result.ERROR_OBJECT, 0)
        elif semaphore.count:
            semaphore.count -= 1
            task.result = (Result.OK, 0)
        elif (not task.forever and self.now >= task.deadline) or not self._can_block():
            task.result = (Result.FAIL, 0)
            if self.yield_pending and self.preemption:
                self._yield(True)
        else:
            task.waiting = "object"
            self._wait_on(t, task.wait_object)
            task.result = (Result.OK, 0)
            self._block(None)

    # -- time ------------------------------------------------------------------------------------
    def due(self) -> int | None:
        """The next task to expire at the visible tick."""
        if self.delayed and self.tasks[self.delayed[0]].deadline <= self.now:
            return self.delayed[0]
        return None

    def tick_begin(self) -> None:
        """The visible tick advances."""
        assert self.tick_open or not self.suspended
        if not self.tick_open:
            assert self.ticks_pended > 0
            self.ticks_pended -= 1
            self.now += 1
            self.tick_open = True

    def expire(self) -> int:
        """The first due task becomes ready; returns it."""
        t = self.due()
        assert t is not None, "no task is due"
        higher = self._higher(t)
        self._make_ready(t)
        if higher and self.preemption:
            self._yield(False)
        return t

    def tick_end(self) -> None:
        """Time slicing."""
        assert self.due() is None, "a due task was forgotten"
        self.tick_open = False
        several = len(self.ready[self.tasks[self.current].priority].tasks) > 1
        if self.preemption and ((self.time_slicing and several) or self.yield_pending):
            self._yield(False)

    def move_pended(self) -> int:
        """xTaskResumeAll makes a pended task ready; returns it."""
        t = self.pended[0]
        higher = self._higher(t)
        self._make_ready(t)
        if higher:
            self._latch()
        return t

    def resume_step(self) -> None:
        """xTaskResumeAll is done with the tasks, or with the ticks."""
        assert not self.pended
        if self.ticks_pended or self.tick_open:
            self.suspended = False
        else:
            code = self._resume_end()
            self.tasks[self.current].result = (code, 0)
