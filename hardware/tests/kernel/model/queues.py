# SPDX-License-Identifier: Apache-2.0
"""Queues, as in FreeRTOS's ``queue.c``: a transfer begins, software copies, the transfer ends."""

from __future__ import annotations

from kernel.model.objects import Objects
from kernel.model.records import Object, Refused, Result

SENT, RECEIVED, PEEKED, OVERWRITTEN = range(4)
"""What QUEUE_COMMIT says."""
NOBODY = 1 << 8
"""Wake nobody."""


class Queues(Objects):
    """Operations on queues."""

    def _begin(self, name: str, i: int, source: str) -> tuple[int, int]:
        if source == "task":
            self.transfer = (name, i)
        return Result.OK, 0

    def _op_queue_create(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self._check_free(i)
        self._check_free(i + 1)
        if not 0 < argument < 1 << 16:
            raise Refused(Result.ERROR_ARGUMENT)
        self.objects[i] = Object("queue", maximum=argument)
        return Result.OK, 0

    def _op_queue_send(self, i: int, argument: int, source: str) -> tuple[int, int]:
        one = self.objects[i]
        if one.count != one.maximum:
            return self._begin("send", i, source)
        return self._block_or_fail(i, argument, source, sends=True)

    def _op_queue_receive(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.objects[i].count:
            return self._begin("receive", i, source)
        return self._block_or_fail(i, argument, source)

    def _op_queue_overwrite(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._begin("overwrite", i, source)

    def _op_queue_commit(self, i: int, argument: int, source: str) -> tuple[int, int]:
        one, what = self.objects[i], argument & 3
        if source == "task" and not self.held:
            raise Refused(Result.ERROR_BUSY)
        helps = source == "isr" and self.held
        self.transfer = None
        one.count = (one.count + {SENT: 1, RECEIVED: -1}.get(what, 0)) % (1 << 16)
        if what == OVERWRITTEN:
            one.count = 1
        waiters = self.objects[i + 1].waiters if what == RECEIVED else one.waiters
        if waiters and not argument & NOBODY:
            # the transfer is the running task's: a switch is due, though it did not ask for it
            self._wake(waiters[0], "line" if helps else source)
            self.woken &= not helps
        return Result.OK, 0

    def _op_queue_wait(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """vQueueWaitForMessageRestricted"""
        self._check_wait()
        if self.objects[i].count or not argument:
            return Result.FAIL, 0
        self._wait_on(self.current, i)
        self._block(argument, switch=False)
        return Result.OK, 0
