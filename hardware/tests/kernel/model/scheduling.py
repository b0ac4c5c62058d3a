# SPDX-License-Identifier: Apache-2.0
"""The running task, and the suspension of the scheduler."""

from kernel.model.records import Refused, Result
from kernel.model.state import State


class Scheduling(State):
    """Operations that name nothing, and START."""

    def _op_yield(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """With an argument of 1, as prvIdleTask does: for a task of the same priority only."""
        level = self.ready[self.tasks[self.current].priority]
        if not argument & 1 or len(level.tasks) > 1:
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
        task.aborted = False
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

    def _op_catch_up_ticks(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.suspended or self.resuming:
            raise Refused(Result.ERROR_BUSY)
        if argument >> self.timer_width:
            raise Refused(Result.ERROR_ARGUMENT)
        self._op_suspend_all(i, argument, source)
        self.ticks_pended += argument
        self.resuming = True
        return Result.OK, 0  # replaced when the ticks are worked off

    def _op_step_tick(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """vTaskStepTick"""
        if self.resuming or not self.suspended:
            raise Refused(Result.ERROR_BUSY)
        if argument >> self.timer_width:
            raise Refused(Result.ERROR_ARGUMENT)
        if i & 1:
            self.ticks_pended += argument
        else:
            self.now += argument
            self.tick_begins_anew()
        return Result.OK, 0

    def _op_delay_aborted(self, i: int, argument: int, source: str) -> tuple[int, int]:
        task = self.tasks[self.current]
        aborted, task.aborted = task.aborted, False
        return (Result.OK if aborted else Result.FAIL), 0

    def _resume_end(self) -> Result:
        self.suspended = self.resuming = self.keeps_result = False
        waits = self.tasks[self.current].place != "ready"
        if self.started and (waits or (self.preemption and self.yield_pending)):
            self._request(True)
            return Result.OK
        return Result.FAIL

    def _op_start(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.started:
            raise Refused(Result.ERROR_BUSY)
        if self.tasks[i].place != "ready":
            raise Refused(Result.ERROR_TASK)
        self.started, self.current = True, i
        return Result.OK, 0
