# SPDX-License-Identifier: Apache-2.0
"""Golden model of the hardware kernel: FreeRTOS V11.2's lists and rules, in plain Python.

It follows ``tasks.c`` and ``queue.c`` and knows nothing of the hardware's structure. A method is
one atomic step: an operation, a load of RESULT, a dispatch, or one piece of a tick.
"""

from typing import ClassVar

from kernel.model.groups import Groups
from kernel.model.notifications import Notifications
from kernel.model.queues import MESSAGE, OTHER, WHOLE, Queues
from kernel.model.records import AGAIN, FOREVER, NOTIFICATIONS, Object, ReadyList, Refused, Result
from kernel.model.tasks import Tasks
from kernel.model.time import Time

__all__ = ["AGAIN", "FOREVER", "NOTIFICATIONS", "Model", "ReadyList", "Result"]


class Model(Groups, Queues, Tasks, Notifications, Time):
    """The whole kernel."""

    OBJECT = (
        "take give object_create object_delete object_count object_reset mutex_create object_holder"
        " queue_create queue_send queue_receive queue_overwrite queue_commit queue_wait"
        " group_create group_delete group_wait group_sync group_set group_clear"
    ).split()
    TASK = (
        "start task_create task_pointer task_delete suspend resume priority task_state abort_delay"
        " notify_none"
        " notify_set_bits notify_increment notify_overwrite notify_no_overwrite"
        " notify_state_clear notify_value_clear"
    ).split()
    TRANSFERS = ("queue_send", "queue_receive", "queue_overwrite")
    KINDS: ClassVar = {
        "queue_send": {0, MESSAGE, OTHER},
        "queue_receive": {0, MESSAGE, OTHER},
        "queue_overwrite": {0, MESSAGE},
    }
    """The kinds of each, which are indices of its commands."""
    OF_CORES = ("affinity", "preemption")
    """What only a device with several cores has."""
    ISR = (
        "take give object_count object_holder yield resume task_state notify_none notify_set_bits"
        " notify_increment notify_overwrite notify_no_overwrite"
        " queue_send queue_receive queue_overwrite queue_commit group_set group_clear"
    ).split()

    @property
    def absent(self) -> tuple[str, ...]:
        """Operations that a device without their parameter does not have."""
        groups = tuple(name for name in self.OBJECT if name.startswith("group"))
        return (*self.OF_CORES, *(() if self.event_groups else groups))

    def operation(self, name: str, i: int, argument: int, source: str = "task") -> None:
        """Perform an operation for ``source``: task, isr or line. ``name`` may be undefined."""
        self.woken = False
        slot = self.caller
        try:
            self._check(name, i, source)
            code, value = getattr(self, f"_op_{name}")(i, argument, source)
        except Refused as refused:
            code, value = refused.code, 0
            if code != Result.MEMBER:
                self._count_error(code, i, source)
        if source == "task":
            self.tasks[i if name == "start" and code == Result.OK else slot].result = (code, value)
        elif source == "isr":
            self.isr_result = (code, self.woken)
            self.isr_value = value

    def _check_kind(self, name: str, i: int) -> None:
        """The object is there, and of a kind that knows the operation."""
        kind = self.objects[i].kind
        if name in ("object_create", "mutex_create", "group_create"):
            return
        if name == "queue_create":
            right = not i & 1
        elif name.startswith("queue"):
            right = kind == "queue"
        elif name.startswith("group"):
            right = kind == "group"
        elif name in ("take", "give"):
            right = kind in ("semaphore", "mutex")
        elif name == "object_holder":
            right = kind == "mutex"
        else:
            right = kind not in ("none", "group")
        whole = name in self.TRANSFERS and self.index in WHOLE
        if whole and not self.objects[i].words:
            right = False
        if not right:
            raise Refused(Result.ERROR_OBJECT)
        if whole and name != "queue_receive" and self.objects[i].member:
            raise Refused(Result.MEMBER)

    def _check(self, name: str, i: int, source: str) -> None:
        if name.startswith("notify"):
            stray = self.index >= self.indices
        else:
            stray = self.index not in self.KINDS.get(name, {0}) or (
                self.index != 0 and not self.message_words
            )
        if (
            name == "undefined"
            or stray
            or (source == "isr" and name not in self.ISR)
            or name in self.absent
        ):
            raise Refused(Result.ERROR_OPERATION)
        if name in self.OBJECT and i >= len(self.objects):
            raise Refused(Result.ERROR_OBJECT)
        if name in self.TASK and i >= len(self.tasks):
            raise Refused(Result.ERROR_TASK)
        if name in ("operand", "step_tick") and i > 1:
            raise Refused(Result.ERROR_ARGUMENT)
        if source == "task" and self.started and not self.tasks[self.current].alive:
            raise Refused(Result.ERROR_TASK)
        if source == "task" and self.walk and (self.walk.of_task or name.startswith("group")):
            raise Refused(Result.ERROR_BUSY)
        if source == "task" and self._waits():
            raise Refused(Result.ERROR_BUSY)
        if name in self.OBJECT:
            self._check_kind(name, i)
        if name in ("group_set", "group_sync", "group_delete"):
            if source == "task" and self.resuming:
                raise Refused(Result.ERROR_BUSY)
        if name == "start" and self.started:
            raise Refused(Result.ERROR_BUSY)
        if (
            name in self.TASK
            and name not in ("task_create", "task_pointer")
            and not (self.tasks[i].alive)
        ):
            raise Refused(Result.ERROR_TASK)

    def _waits(self) -> bool:
        """The running task waits, and has not loaded RESULT since it began to."""
        task = self.tasks[self.current]
        return task.waiting != "none" or self._blocked()

    def _blocked(self) -> bool:
        place = self.tasks[self.current].place
        return self.started and not self.suspended and place != "ready"

    # -- a load of RESULT ------------------------------------------------------------------------
    def again(self) -> bool:
        """The load does nothing."""
        return self.asked or self.resuming or self._blocked() or self._awaits_rest_of_tick()

    def _awaits_rest_of_tick(self) -> bool:
        """It has begun to run in the midst of a tick, and has no wait to complete."""
        waits = self.tasks[self.current].waiting != "none"
        in_tick = self.in_tick and not self.has_result
        return self.started and not self.suspended and in_tick and not waits

    def _ended_by_this_tick(self) -> bool:
        """The wait, and others are not ready yet that are due at the tick, too."""
        task = self.tasks[self.current]
        next_tick = (self.now + 1 - task.deadline) % (2 << self.timer_width) == 0
        if not self.in_tick or self.has_result or task.forever or not next_tick:
            return False
        if task.waiting == "notify":
            index = task.wait_object if self.indices > 1 else 0
            return task.notifications[index].state != "received"
        sends = task.waiting == "send"
        subject = self.objects[task.wait_object - sends]
        if task.waiting == "group":
            return subject.kind == "group"
        if subject.kind != "queue" if sends else subject.kind in ("none", "group"):
            return False
        if self._strays(subject):
            return False
        return not (subject.count != subject.maximum if sends else subject.count)

    def _strays(self, subject: Object) -> bool:
        """The running task waits for a message, and the queue has none: it was made anew."""
        kind = self.kinds[self.current]
        return subject.kind == "queue" and not subject.words and kind in WHOLE

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
        return self.tasks[self.caller].result[0]

    def _tell(self) -> None:
        if self.told:
            self.own = False
        self.told = True

    def _passed(self, deadline: int) -> bool:
        """The deadline has been reached, by fewer ticks than the timer counts."""
        return (self.now - deadline) % (2 << self.timer_width) < 1 << self.timer_width

    def complete(self) -> int:
        """The retry that a load of RESULT performs; returns what it loads."""
        if self._ended_by_this_tick():
            self._tell()
            return AGAIN
        self.had_result, self.has_result = self.has_result, True
        self._complete()
        return self.completed()

    def completed(self) -> int:
        """Return what the load says at the end of the retry, also when it has handed over."""
        result = self.load_result(tell=False)
        self.has_result = self.had_result or result != AGAIN
        return result

    def _misses(self, subject: Object, kind: str) -> bool:
        """What the running task waits for is no longer there."""
        if self._strays(subject) or kind == "group":
            return True
        return subject.kind != "queue" if kind == "send" else subject.kind in ("none", "group")

    def _complete(self) -> None:
        task = self.tasks[self.current]
        kind, task.waiting = task.waiting, "none"
        if kind == "notify":
            notification = task.notifications[task.wait_object if self.indices > 1 else 0]
            task.result = self._take_value(task.how, notification)
            return
        sends = kind == "send"
        i = task.wait_object - sends
        subject = self.objects[i]
        if kind == "group" and subject.kind == "group":
            task.result = self._bits_after_time(i)
        elif self._misses(subject, kind):
            self.code = 1  # reported as a take
            self._count_error(Result.ERROR_OBJECT, i, "task")
            task.result = (Result.ERROR_OBJECT, 0)
        elif subject.count != subject.maximum if sends else subject.count:
            task.result = (Result.OK, 0)
            if subject.kind == "queue":
                task.result = self._begin(kind, i, "task", self.kinds[self.current])
            else:
                self._taken(subject, "task")
        elif kind == "look":
            self._give_up(subject)
        elif (
            task.aborted
            or (not task.forever and self._passed(task.deadline))
            or not self._can_block()
        ):
            if sends or not self._can_block() or not self._looks_again(i):
                self._give_up(subject)
            task.aborted = False
            self._resume_pending_yield()
        else:
            task.result = (Result.OK, 0)
            self._block_on(i, None, sends)
