# SPDX-License-Identifier: Apache-2.0
"""Tasks, as in FreeRTOS's ``tasks.c``."""

from kernel.model.records import Refused, Result, Task
from kernel.model.state import State


class Tasks(State):
    """Operations that name a task, notifications apart."""

    def _op_task_create(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.tasks[i].alive:
            raise Refused(Result.ERROR_BUSY)
        if argument >= len(self.ready):
            raise Refused(Result.ERROR_ARGUMENT)
        old = self.tasks[i]
        first = not self.someone_runs or argument >= self.tasks[self.current].priority
        self.tasks[i] = Task(
            True,
            argument,
            pointer=old.pointer,
            result=old.result,
            deadline=old.deadline,
            wait_object=old.wait_object,
            operands=old.operands,
            base=argument,
            event=argument,
        )
        self._make_ready(i)
        if not self.started and first:
            self.current, self.choose = i, False
        elif self.started and self._higher(i) and self.preemption:
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
        for notification in self.tasks[i].notifications:
            notification.state = "idle" if notification.state == "waiting" else notification.state
        if i == self.current:
            self._yield(True)
        return Result.OK, 0

    def _op_resume(self, i: int, argument: int, source: str) -> tuple[int, int]:
        runs = i == self.current and self.someone_runs
        if not self._suspended_task(i) or (source == "task" and runs):
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
        """vTaskPrioritySet"""
        task = self.tasks[i]
        if argument >= len(self.ready):
            raise Refused(Result.ERROR_ARGUMENT)
        if argument == task.base:
            return Result.OK, 0
        if argument > task.base:
            wanted = i != self.current and argument > self.tasks[self.current].priority
        else:
            wanted = i == self.current
        inherits = task.base != task.priority
        task.base = task.event = argument
        self._set_priority(i, max(task.priority, argument) if inherits else argument)
        if wanted and self.preemption:
            self._yield(True)
        return Result.OK, 0

    def _op_abort_delay(self, i: int, argument: int, source: str) -> tuple[int, int]:
        task = self.tasks[i]
        blocked = self._state(i) == 2
        if blocked:
            task.aborted |= task.chain == "object"
            self._make_ready(i)
        if self.preemption and (self.yield_pending or (blocked and self._higher(i))):
            self._yield(True)
        return (Result.OK if blocked else Result.FAIL), 0

    def _state(self, i: int) -> int:
        """eTaskGetState"""
        task = self.tasks[i]
        if i == self.current and self.someone_runs:
            return 0
        if task.chain == "pended" or task.place == "ready":
            return 1
        return 3 if self._suspended_task(i) else 2

    def _op_task_state(self, i: int, argument: int, source: str) -> tuple[int, int]:
        task = self.tasks[i]
        waits = (task.chain != "none") << 3 | task.waits_for_notification << 4
        priorities = task.priority << 8 | task.base << 24
        return Result.OK, self._state(i) | waits | priorities | task.wait_object << 16
