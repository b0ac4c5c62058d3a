# SPDX-License-Identifier: Apache-2.0
"""Task notifications, as in FreeRTOS's ``tasks.c``."""

from kernel.model.records import NOTIFICATIONS, Notification, Result
from kernel.model.state import State


class Notifications(State):
    """Operations on notifications."""

    indices = NOTIFICATIONS  # that the device has for each task

    def _named(self, i: int) -> Notification:
        """The notification that the operation names."""
        return self.tasks[i].notifications[self.index]

    def _notified(self, i: int, value: int, source: str) -> tuple[int, int]:
        notification = self._named(i)
        before, waiting = notification.value, notification.state == "waiting"
        notification.value, notification.state = value & 0xFFFFFFFF, "received"
        if waiting and source == "task":
            self._make_ready(i)
            if self._higher(i) and self.preemption:
                self._yield(True)
        elif waiting:
            self._wake(i, source)
        return Result.OK, before

    def _op_notify_none(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._notified(i, self._named(i).value, source)

    def _op_notify_set_bits(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._notified(i, self._named(i).value | argument, source)

    def _op_notify_increment(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._notified(i, self._named(i).value + 1, source)

    def _op_notify_overwrite(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._notified(i, argument, source)

    def _op_notify_no_overwrite(self, i: int, argument: int, source: str) -> tuple[int, int]:
        notification = self._named(i)
        free = notification.state != "received"
        _, before = self._notified(i, argument if free else notification.value, source)
        return (Result.OK if free else Result.FAIL), before

    def _op_notify_take(self, i: int, argument: int, source: str) -> tuple[int, int]:
        notification = self._named(self.current)
        how = "clear" if i & 1 else "decrement"
        if notification.value or argument == 0 or not self._can_block():
            return self._take_value(how, notification)
        return self._wait_for_notification(how, argument)

    def _op_notify_wait(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """xTaskGenericNotifyWait"""
        notification = self._named(self.current)
        if notification.state != "received":
            notification.value &= ~self.tasks[self.current].operands[0]
            if argument and self._can_block():
                return self._wait_for_notification("value", argument)
        return self._take_value("value", notification)

    def _wait_for_notification(self, how: str, argument: int) -> tuple[int, int]:
        task = self.tasks[self.current]
        self._named(self.current).state = "waiting"
        task.waiting, task.how = "notify", how
        if self.indices > 1:
            task.wait_object = self.index
        self._block(argument)
        return Result.FAIL, 0  # replaced when the wait is completed; seen if the task is deleted

    def _take_value(self, how: str, notification: Notification) -> tuple[int, int]:
        """The end of a wait, or what takes its place."""
        before = notification.value
        if how == "value":
            found = notification.state == "received"
            notification.value &= ~self.tasks[self.current].operands[1] if found else ~0
        else:
            found = before != 0
            notification.value = max(before - 1, 0) if how == "decrement" else 0
        notification.state = "idle"
        return (Result.OK if found else Result.FAIL), before

    def _op_notify_state_clear(self, i: int, argument: int, source: str) -> tuple[int, int]:
        notification = self._named(i)
        if notification.state != "received":
            return Result.FAIL, notification.value
        notification.state = "idle"
        return Result.OK, notification.value

    def _op_notify_value_clear(self, i: int, argument: int, source: str) -> tuple[int, int]:
        notification = self._named(i)
        before = notification.value
        notification.value &= ~argument
        return Result.OK, before

    def _op_operand(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self.tasks[self.current].operands[i] = argument
        return Result.OK, 0
