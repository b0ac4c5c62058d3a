# SPDX-License-Identifier: Apache-2.0
"""Event groups, as in FreeRTOS's ``event_groups.c``.

Setting bits looks at every waiter, one after the other. For a task that is one call with the
scheduler suspended; for an interrupt service routine it goes on behind it.
"""

from dataclasses import dataclass

from kernel.model.objects import Objects
from kernel.model.records import Object, Result

CLEAR, ALL = 1 << 24, 1 << 25
"""Parts of what a task waits for: clear the bits on exit, wait for all of them."""
BITS = (1 << 24) - 1


@dataclass
class Walk:
    """Over the waiters of a group."""

    group: int
    left: list[int]  # waiters that are still to be looked at
    clears: int = 0  # bits that those woken clear
    of_task: bool = True  # else an interrupt service routine's
    nested: bool = False  # the task had suspended the scheduler itself
    deletes: bool = False
    code: Result | None = Result.OK  # of the call, at the end; None when it has its result


def _met(wanted: int, bits: int) -> bool:
    """prvTestWaitCondition"""
    wait = wanted & BITS
    return bits & wait == wait if wanted & ALL else bool(bits & wait)


def _cleared(wanted: int) -> int:
    """What a task clears that has got what it waits for."""
    return wanted & BITS if wanted & CLEAR else 0


class Groups(Objects):
    """Operations on event groups."""

    event_groups = True  # the device has them
    walk: Walk | None = None

    def _op_group_create(self, i: int, argument: int, source: str) -> tuple[int, int]:
        self._check_free(i)
        self.objects[i] = Object("group")
        return Result.OK, 0

    def _begin_walk(self, i: int, source: str, **how) -> None:
        self.walk = Walk(i, list(self.objects[i].waiters), **how)
        if source != "task":
            self.walk.of_task = False
            return
        self.walk.nested = self.suspended
        if not self.suspended:
            self._op_suspend_all(0, 0, source)
            self.keeps_result = True
        self.resuming = True

    def _op_group_set(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """xEventGroupSetBits"""
        group = self.objects[i]
        if self.walk:
            assert source != "line", "an edge does not wait for the end of a walk"
            return Result.FAIL, group.count | argument & BITS
        group.count |= argument & BITS
        if group.waiters:
            if source == "task":
                self.tasks[self.current].waiting = "none"
            self._begin_walk(i, source)
        elif source == "task":
            self._resume_pending_yield()
        return Result.OK, group.count

    def _op_group_delete(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """vEventGroupDelete"""
        bits = self.objects[i].count
        if self.objects[i].waiters:
            self.tasks[self.current].waiting = "none"
            self._begin_walk(i, source, deletes=True)
        else:
            self.objects[i] = Object()
            self._resume_pending_yield()
        return Result.OK, bits

    def _op_group_clear(self, i: int, argument: int, source: str) -> tuple[int, int]:
        group = self.objects[i]
        before = group.count
        group.count &= ~argument
        return Result.OK, before

    def _op_group_wait(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """xEventGroupWaitBits"""
        return self._wait_for_bits(i, argument)

    def _op_group_sync(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """xEventGroupSync"""
        return self._wait_for_bits(i, argument, self.tasks[self.current].operands[1] & BITS)

    def _wait_for_bits(self, i: int, argument: int, sets: int | None = None) -> tuple[int, int]:
        task, group = self.tasks[self.current], self.objects[i]
        walks = sets is not None and group.waiters
        group.count |= sets or 0
        bits, wanted = group.count, task.operands[0]
        met = _met(wanted, bits)
        waits = not met and argument != 0 and self._can_block()
        code = Result.OK if met else Result.FAIL
        if walks:
            task.waiting = "group" if waits else "none"
            if waits:
                task.forever, task.deadline = argument == 0xFFFFFFFF, self.now + argument
            clears = _cleared(wanted) if met else 0
            self._begin_walk(i, "task", clears=clears, code=None if met else Result.FAIL)
        elif waits:
            self._enter(i, argument)
        else:
            group.count &= ~_cleared(wanted) if met else ~0
            self._resume_pending_yield()
        return code, bits

    def _bits_after_time(self, i: int) -> tuple[int, int]:
        """The wait has ended without its bits; they may be there by now."""
        task, group = self.tasks[self.current], self.objects[i]
        wanted, bits = task.operands[0], group.count
        task.event = task.priority  # uxTaskResetEventItemValue
        group.count &= ~_cleared(wanted) if _met(wanted, bits) else ~0
        return Result.FAIL, bits

    def _enter(self, i: int, argument: int | None) -> None:
        task = self.tasks[self.current]
        task.waiting, task.chain, task.wait_object, task.wait_priority = "group", "object", i, 0
        self.objects[i].waiters.append(self.current)
        self._block(argument)

    def _leave_chain(self, t: int) -> None:
        if self.walk and t in self.walk.left:
            self.walk.left.remove(t)
        super()._leave_chain(t)

    # -- the walk --------------------------------------------------------------------------------
    def group_step(self) -> int:
        """Look at the next waiter; returns it."""
        walk = self.walk
        assert walk is not None, "there is no walk"
        assert walk.left, "nobody is left to look at"
        t = walk.left.pop(0)
        task, group = self.tasks[t], self.objects[walk.group]
        task.event = task.priority  # uxTaskResetEventItemValue
        if walk.deletes or _met(task.operands[0], group.count):
            if _met(task.operands[0], group.count):
                walk.clears |= _cleared(task.operands[0])
            task.waiting = "none"
            task.result = (Result.OK, 0 if walk.deletes else group.count)
            if walk.of_task:  # vTaskRemoveFromUnorderedEventList
                if self._higher(t):
                    self._latch()
                self._make_ready(t)
            else:
                self._wake(t, "time")
        return t

    def group_end(self) -> None:
        """Clear what those woken clear; a task's call goes on."""
        walk, task = self.walk, self.tasks[self.current]
        assert walk is not None, "there is no walk"
        assert not walk.left, "somebody is left to look at"
        self.walk = None
        group = self.objects[walk.group]
        group.count &= ~walk.clears
        bits = group.count
        if walk.deletes:
            self.objects[walk.group] = Object()
        if not walk.of_task:
            return
        if walk.nested:
            self.resuming = False
        if task.waiting == "group":
            self._enter(walk.group, None)
        elif walk.code is not None:
            task.result = (walk.code, bits)
