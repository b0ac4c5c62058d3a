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
        how = "clear" if i & 1 else "decrement"
        if task.value or argument == 0 or not self._can_block():
            return self._take_value(how)
        return self._wait_for_notification(how, argument)

    def _op_notify_wait(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """xTaskGenericNotifyWait"""
        task = self.tasks[self.current]
        if task.notify != "received":
            task.value &= ~task.operands[0]
            if argument and self._can_block():
                return self._wait_for_notification("value", argument)
        return self._take_value("value")

    def _wait_for_notification(self, how: str, argument: int) -> tuple[int, int]:
        task = self.tasks[self.current]
        task.notify, task.waiting, task.how = "waiting", "notify", how
        self._block(argument)
        return Result.FAIL, 0  # replaced when the wait is completed; seen if the task is deleted

    def _take_value(self, how: str) -> tuple[int, int]:
        """The end of a wait, or what takes its place."""
        task = self.tasks[self.current]
        before = task.value
        if how == "value":
            found = task.notify == "received"
            task.value &= ~task.operands[1] if found else ~0
        else:
            found = before != 0
            task.value = max(before - 1, 0) if how == "decrement" else 0
        task.notify = "idle"
        return (Result.OK if found else Result.FAIL), before

    def _op_notify_state_clear(self, i: int, argument: int, source: str) -> tuple[int, int]:
        task = self.tasks[i]
        if task.notify != "received":
            return Result.FAIL, task.value
        task.notify = "idle"
        return Result.OK, task.value

    def _op_notify_value_clear(self, i: int, argument: int, source: str) -> tuple[int, int]:
        task = self.tasks[i]
        before = task.value
        task.value &= ~argument
        return Result.OK, before

    def _op_operand(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self.tasks[self.current].operands[i] = argument
        return Result.OK, 0
