# SPDX-License-Identifier: Apache-2.0
"""Semaphores and mutexes, as in FreeRTOS's ``queue.c``."""

from kernel.model.records import Object, Refused, Result
from kernel.model.state import State


class Objects(State):
    """Operations on objects."""

    def _taken(self, subject: Object, source: str) -> None:
        subject.count -= 1
        if subject.kind == "mutex" and source == "task" and self.someone_runs:
            subject.holder = self.current
            self._count_held()

    def _count_held(self) -> None:
        """pvTaskIncrementMutexHeldCount"""
        task = self.tasks[self.current]
        task.held = (task.held + 1) % (1 << self.held_width)

    def _inherit(self, holder: int | None) -> bool:
        """xTaskPriorityInherit"""
        if holder is None:
            return False
        lender, task = self.tasks[self.current], self.tasks[holder]
        if task.priority < lender.priority:
            task.event = lender.priority
            self._set_priority(holder, lender.priority)
            return True
        return task.base < lender.priority

    def _disinherit(self) -> bool:
        """xTaskPriorityDisinherit"""
        task = self.tasks[self.current]
        task.held -= 1
        if task.priority == task.base or task.held:
            return False
        task.event = task.base
        self._set_priority(self.current, task.base)
        return True

    def _disinherit_after_timeout(self, holder: int, waiting: int) -> None:
        """vTaskPriorityDisinheritAfterTimeout; the best who still waits has priority ``waiting``"""
        task = self.tasks[holder]
        priority = max(task.base, waiting)
        if task.priority != priority and task.held == 1:
            task.event = priority
            self._set_priority(holder, priority)

    def _wait_ends(self, subject: Object) -> None:
        """A wait that lent its priority ends without the mutex."""
        if subject.holder is not None:
            waiting = self.tasks[subject.waiters[0]].wait_priority if subject.waiters else 0
            self._disinherit_after_timeout(subject.holder, waiting)

    def _give_up(self, subject: Object) -> None:
        task = self.tasks[self.current]
        task.result = (Result.FAIL, 0)
        if task.inherited:
            self._wait_ends(subject)

    def _looks_again(self, i: int) -> bool:
        """Whether others may run once the running task has found that its wait is over: then it
        looks once more."""
        if not (self.yield_pending and self.preemption):
            return False
        task = self.tasks[self.current]
        task.waiting, task.wait_object = "look", i
        task.result = (Result.FAIL, 0)
        return True

    def _block_on(self, i: int, argument: int | None, sends: bool) -> None:
        task, subject = self.tasks[self.current], self.objects[i]
        task.waiting = "send" if sends else "object"
        task.inherited = self._inherit(subject.holder) if subject.kind == "mutex" else False
        self._wait_on(self.current, i + sends)
        self._block(argument)

    def _block_or_fail(
        self, i: int, argument: int, source: str, sends: bool = False
    ) -> tuple[int, int]:
        """What was asked for is not there."""
        task = self.tasks[self.current]
        if argument == 0 or source != "task" or not self._can_block():
            return Result.FAIL, 0
        if task.aborted:  # a stale mark: xTaskCheckForTimeOut finds it before the task blocks
            task.aborted = False
            if not sends and self._looks_again(i):
                task.inherited = False
            self._resume_pending_yield()
            return Result.FAIL, 0
        self._block_on(i, argument, sends)
        return Result.OK, 0  # replaced when the wait is completed

    def _check_wait(self) -> None:
        """The running task may begin to wait in a suspension of the scheduler."""
        ends = self.resuming or not self.suspended
        if ends or not self.started or self.tasks[self.current].chain != "none":
            raise Refused(Result.ERROR_BUSY)

    def _check_free(self, i: int) -> None:
        """An object can be created there."""
        if self.objects[i].kind != "none" or (i & 1 and self.objects[i - 1].kind == "queue"):
            raise Refused(Result.ERROR_BUSY)

    def _op_take(self, i: int, argument: int, source: str) -> tuple[int, int]:
        subject = self.objects[i]
        if subject.count:
            self._taken(subject, source)
            return Result.OK, 0
        return self._block_or_fail(i, argument, source)

    def _op_give(self, i: int, argument: int, source: str) -> tuple[int, int]:
        subject = self.objects[i]
        if subject.holder is not None and (
            source != "task" or subject.holder != self.current or not self.tasks[self.current].held
        ):
            raise Refused(Result.ERROR_OWNER)
        if subject.count == subject.maximum:
            return Result.FAIL, 0
        subject.count += 1
        disinherited = subject.holder is not None and self._disinherit()
        subject.holder = None
        nobody = bool(argument & 0x100)
        if subject.waiters and not nobody:
            self._wake(subject.waiters[0], source)
        elif disinherited and not nobody and self.preemption:
            self._yield(True)
        return Result.OK, 0

    def _op_mutex_create(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self._check_free(i)
        self.objects[i] = Object("mutex", maximum=1, count=1)
        return Result.OK, 0

    def _op_object_holder(self, i: int, argument: int, source: str) -> tuple[int, int]:
        holder = self.objects[i].holder
        return Result.OK, 0 if holder is None else self.tasks[holder].pointer

    def _op_object_create(self, i: int, argument: int, source: str) -> tuple[int, int]:
        maximum, count = argument >> 16, argument & 0xFFFF
        self._check_free(i)
        if maximum == 0 or maximum < count:
            raise Refused(Result.ERROR_ARGUMENT)
        self.objects[i] = Object("semaphore", maximum=maximum, count=count)
        return Result.OK, 0

    def _op_object_delete(self, i: int, argument: int, source: str) -> tuple[int, int]:
        subject = self.objects[i]
        if subject.waiters or (subject.kind == "queue" and self.objects[i + 1].waiters):
            raise Refused(Result.ERROR_BUSY)
        self.objects[i] = Object()
        return Result.OK, 0

    def _op_object_reset(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """xQueueGenericReset"""
        subject = self.objects[i]
        subject.count, subject.holder, subject.free = 0, None, subject.first
        if subject.kind == "queue" and (senders := self.objects[i + 1].waiters):
            self._wake(senders[0], source)
        return Result.OK, 0

    def _op_object_count(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return Result.OK, self.objects[i].count
