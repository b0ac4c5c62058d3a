# SPDX-License-Identifier: Apache-2.0
"""Task notifications, as in FreeRTOS's ``tasks.c``."""

from __future__ import annotations

from kernel.model.records import Result
from kernel.model.state import State


class Notifications(State):
    """Operations on notifications."""

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
