# SPDX-License-Identifier: Apache-2.0
"""Queues, as in FreeRTOS's ``queue.c``: a transfer begins, software copies, the transfer ends."""

from kernel.model.objects import Objects
from kernel.model.records import Object, Refused, Result

SENT, RECEIVED, PEEKED, OVERWRITTEN = range(4)
"""What QUEUE_COMMIT says."""
FRONT = 1 << 2
"""To the front: of a queue of messages."""
MESSAGE, OTHER = 1, 2
"""Kinds: a whole message; one to the front, or a peek."""
WHOLE = (MESSAGE, OTHER)
CHANGES, JOINS = 1 << 3, 1 << 4
"""With PEEKED: a queue of messages leaves a queue set or, with both, becomes a member of one."""
NOBODY = 1 << 8
"""Wake nobody."""


class Queues(Objects):
    """Operations on queues."""

    def _begin(self, name: str, i: int, source: str, kind: int) -> tuple[int, int]:
        """``kind`` is 0: software copies the item."""
        queue = self.objects[i]
        if kind in WHOLE and queue.words and not (queue.member and name == "send"):
            self._message(name, i, source, kind)
        elif kind in WHOLE:
            return Result.MEMBER, 0
        return Result.OK, 0

    def _message(self, name: str, i: int, source: str, kind: int) -> None:
        """A whole transfer; who waits at the other end is to be woken."""
        other = kind == OTHER
        if name == "send":
            what, woken = SENT | other << 2, i
        elif name == "overwrite":
            what, woken = OVERWRITTEN, i
        else:
            what, woken = (PEEKED, i) if other else (RECEIVED, i + 1)
        self._move(i, what, self.isr_words if source == "isr" else self.words[self.current])
        if self.objects[woken].waiters and not (what == PEEKED and source == "isr"):
            self.handover = (woken, source)

    def _move(self, i: int, what: int, words: list[int]) -> None:
        """A transfer takes effect."""
        queue = self.objects[i]
        code = what & 3
        queue.count = (queue.count + {SENT: 1, RECEIVED: -1}.get(code, 0)) % (1 << 16)
        if code == OVERWRITTEN:
            queue.count = 1
        if not queue.words:
            return
        # prvCopyDataToQueue, prvCopyDataFromQueue: also where nobody has asked for room or an item
        memory, last = self.items[i], (queue.maximum - 1) * queue.words

        def behind(at: int) -> int:
            return 0 if at == last else at + queue.words

        if code in (RECEIVED, PEEKED):
            words[: queue.words] = memory[queue.first : queue.first + queue.words]
            queue.first = behind(queue.first) if code == RECEIVED else queue.first
            if code == PEEKED and what & CHANGES:
                queue.member = bool(what & JOINS)
        else:
            if code == OVERWRITTEN or what & FRONT:
                at = queue.first = queue.first - queue.words if queue.first else last
            else:
                at, queue.free = queue.free, behind(queue.free)
            memory[at : at + queue.words] = words[: queue.words]

    def hand_over(self) -> None:
        """The task that a message wakes becomes ready, some cycles after the message."""
        if self.handover:
            woken, source = self.handover
            self.handover, self.woken = None, False
            self._wake(self.objects[woken].waiters[0], source)
            if source == "isr":
                self.isr_result = (Result.OK, self.woken)

    def _op_queue_create(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self._check_free(i)
        self._check_free(i + 1)
        length, words = argument & 0xFFFF, argument >> 16
        if not length or words > 4 or length * words > self.message_words * bool(words):
            raise Refused(Result.ERROR_ARGUMENT)
        self.objects[i] = Object("queue", maximum=length, words=words)
        return Result.OK, 0

    def _op_queue_send(self, i: int, argument: int, source: str) -> tuple[int, int]:
        queue = self.objects[i]
        if queue.count != queue.maximum:
            return self._begin("send", i, source, self.index)
        self._keep_kind(source)
        return self._block_or_fail(i, argument, source, sends=True)

    def _op_queue_receive(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.objects[i].count:
            return self._begin("receive", i, source, self.index)
        self._keep_kind(source)
        return self._block_or_fail(i, argument, source)

    def _op_queue_overwrite(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return self._begin("overwrite", i, source, self.index)

    def _keep_kind(self, source: str) -> None:
        """What the caller asks for when it tries again."""
        if source == "task":
            self.kinds[self.current] = self.index

    def _op_queue_commit(self, i: int, argument: int, source: str) -> tuple[int, int]:
        queue, what = self.objects[i], argument & 3
        words = self.words[self.current] if source == "task" else self.isr_words
        self._move(i, argument & 0x1F, words)
        waiters = self.objects[i + 1].waiters if what == RECEIVED else queue.waiters
        if waiters and not argument & NOBODY:
            self._wake(waiters[0], source)
        return Result.OK, 0

    def _op_queue_wait(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """vQueueWaitForMessageRestricted"""
        self._check_wait()
        if self.objects[i].count or not argument:
            return Result.FAIL, 0
        self._wait_on(self.current, i)
        self._block(argument, switch=False)
        return Result.OK, 0
