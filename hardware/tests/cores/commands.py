# SPDX-License-Identifier: Apache-2.0
"""What the hardware kernel's commands do on several cores, by the golden model.

A command is one step, and so is what ends a wait, a switch, or the end of a task's delay: the model
takes them in the order in which the hardware decides them.
"""

from dataclasses import dataclass, field

from cores.calls import FOREVER, TOKENS, Kernel, Semaphore
from cores.scheduler import Core, Options, Task

FAIL, OK, MEMBER, LATER = 0, 1, 8, 9
"""Codes of results."""
AGAIN = 1 << 31
TRANSFERS = {
    "send": ("queue_send", 1),
    "send_to_front": ("queue_send", 2),
    "overwrite": ("queue_overwrite", 1),
    "receive": ("queue_receive", 1),
    "peek": ("queue_receive", 2),
    "await_room": ("queue_send", 0),
}
"""What moves a message, or waits for room: its operation, and which of the addresses."""
SENDS = ("send", "send_to_front", "overwrite")
READS = ("task_state", "object_count", "object_holder")
"""Commands that change nothing."""
NOBODY, FRONT = 1 << 8, 1 << 2
"""Of QUEUE_COMMIT's argument: no waiter is woken, and the message is the first."""
SENT, OVERWRITTEN, JOINS, LEAVES = 0, 3, 2 | 3 << 3, 2 | 1 << 3
"""And the rest."""


@dataclass
class Queue:
    """Messages, and who waits for room and for one."""

    length: int
    words: int
    """Of a message."""
    member: bool = False
    """Of a queue set: software tells the set of what is sent."""
    items: list[list[int]] = field(default_factory=list)
    room: Semaphore = field(default_factory=lambda: Semaphore(0))
    news: Semaphore = field(default_factory=lambda: Semaphore(0))


@dataclass
class Wait:
    """What a task waits for until it loads RESULT."""

    semaphore: Semaphore | None
    """None: a notification."""
    deadline: int | None
    inherited: bool = False
    transfer: tuple[str, int] | None = None
    """Of a message: what is done, and with which queue."""


class Commands(Kernel):
    """A kernel of several cores, by its commands."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.waits: dict[int, Wait] = {}
        self.ranks: dict[int, int] = {}
        """Priorities with which tasks have begun to wait."""
        self.values: dict[int, int] = {}
        """Of notifications."""
        self.queues: dict[int, Queue] = {}
        self.words: dict[int, list[int]] = {}
        """Of a task's message."""
        self.notified: set[int] = set()
        """Tasks that wait for a notification; also when their time is over, until they run."""

    def begin(self, priorities: list[int], masks: list[int]) -> None:
        """Tasks, and then an idle one for each core, are there; no core has begun."""
        self.tasks = [Task(*task) for task in zip(priorities, masks, strict=True)]
        self.lists = [[[] for _ in range(self.options.priorities)] for _ in self.core_numbers]
        for task in range(len(priorities)):
            self.link(task)
        self.top = max(priorities)

    def start_core(self, number: int) -> None:
        """A core begins with its idle task; they do it one after the other."""
        assert number <= len(self.cores)
        idle = len(self.tasks) - self.options.cores + number
        self.unlink(idle)
        self.tasks[idle].idle, self.tasks[idle].core = True, number
        self.cores[number : number + 1] = [Core(idle)]

    # -- what a core is told -----------------------------------------------------------------------
    def requested(self, core: int) -> bool:
        """A load of DISPATCH switches."""
        return self.cores[core].scheduled or self.cores[core].pending

    def again(self, core: int) -> bool:
        """A load of RESULT says AGAIN, and does nothing."""
        state = self.cores[core]
        waits = state.scheduled and state.task in self.waits
        return state.pending or waits or not self.current(core).ready

    # -- commands of tasks -------------------------------------------------------------------------
    def command(self, core: int, name: str, number: int, argument: int) -> int:
        """Return the code of its result, if the caller does not wait for it."""
        if self.cores[core].scheduled:
            return LATER
        if name in READS:
            code = OK
        elif name in TRANSFERS:
            code = self._do_transfer(core, name, number, argument)
        else:
            code = getattr(self, f"_do_{name}")(core, number, argument)
        return OK if code is None else int(code)

    def _do_yield(self, core: int, number: int, argument: int) -> None:
        if not argument or self.highest(core) >= 0:
            self.yield_core(core, core)

    def _do_delay(self, core: int, number: int, argument: int) -> None:
        if argument:
            self._wait(core, self.now + argument)
        else:
            self.yield_core(core, core)

    def _do_suspend(self, core: int, number: int, argument: int) -> None:
        self._forget(number)
        self.notified.discard(number)
        self.suspended.add(number)
        self.suspend(number, core)

    def _do_resume(self, core: int, number: int, argument: int) -> bool:
        woke = number in self.suspended
        if woke:
            self._wake(number, core)
        return woke

    def _do_priority(self, core: int, number: int, argument: int) -> None:
        self.set_priority(number, argument, core)

    def _do_affinity(self, core: int, number: int, argument: int) -> None:
        self.set_affinity(number, argument, core)

    def _do_preemption(self, core: int, number: int, argument: int) -> None:
        self.set_preemptible(number, bool(argument), core)

    def _do_give(self, core: int, number: int, argument: int) -> bool:
        semaphore = self.semaphores[number]
        full = semaphore.count == (1 if semaphore.mutex else TOKENS)
        self._give(number, core)
        return not full

    def _do_take(self, core: int, number: int, argument: int) -> bool:
        deadline = None if argument == FOREVER else self.now + argument
        return self._attempt(core, Wait(self.semaphores[number], deadline), argument == 0)

    def _do_notify_increment(self, core: int | None, number: int, argument: int) -> None:
        self.values[number] = self.values.get(number, 0) + 1
        if number in self.notified:
            self.notified.discard(number)
            self._wake(number, core)

    def _do_notify_take(self, core: int, number: int, argument: int) -> bool:
        task = self.cores[core].task
        if self.values.get(task, 0) or argument == 0:
            return bool(self.values.pop(task, 0))
        deadline = None if argument == FOREVER else self.now + argument
        self.waits[task] = Wait(None, deadline)
        self.notified.add(task)
        self._wait(core, deadline)
        return False

    # -- messages ----------------------------------------------------------------------------------
    def _do_transfer(self, core: int, name: str, number: int, argument: int) -> int:
        queue = self.queues[number]
        if queue.member and name in SENDS:
            return MEMBER
        deadline = None if argument == FOREVER else self.now + argument
        waits_for = queue.news if name in ("receive", "peek") else queue.room
        return self._attempt(
            core, Wait(waits_for, deadline, transfer=(name, number)), argument == 0
        )

    def transfer(
        self, core: int, name: str, number: int, words: list[int], wakes: bool = True
    ) -> tuple[bool, bool]:
        """Move a message, if there is one, or room; tell that, and whether a waiter is ready."""
        queue = self.queues[number]
        if name in ("receive", "peek"):
            if not queue.items:
                return False, False
            words[: queue.words] = queue.items[0]
            if name == "receive":
                del queue.items[0]
            waiters = (queue.room if name == "receive" else queue.news).waiters
        else:
            if name == "overwrite":
                queue.items.clear()
            elif len(queue.items) == queue.length:
                return False, False
            if name == "await_room":
                return True, False
            place = 0 if name == "send_to_front" else len(queue.items)
            queue.items.insert(place, words[: queue.words])
            waiters = queue.news.waiters
        if not waiters or not wakes:
            return True, False
        self._wake(waiters[0], core)
        return True, True

    # -- the end of waits --------------------------------------------------------------------------
    def complete(self, core: int) -> int:
        """A load of RESULT ends the wait of a core's task; return the code of the result."""
        task = self.cores[core].task
        wait = self.waits.pop(task)
        if wait.semaphore is None:
            self.notified.discard(task)
            return OK if self.values.pop(task, 0) else FAIL
        expired = wait.deadline is not None and wait.deadline <= self.now
        return int(self._attempt(core, wait, expired))

    def _attempt(self, core: int, wait: Wait, last: bool) -> int:
        """Take, or wait unless it is the last attempt."""
        task, semaphore = self.cores[core].task, wait.semaphore
        assert semaphore is not None
        if wait.transfer and wait.transfer[0] in SENDS:
            queue = self.queues[wait.transfer[1]]
            if queue.member and len(queue.items) < queue.length:
                return MEMBER  # it has become one meanwhile
        if wait.transfer and self.transfer(core, *wait.transfer, self.words[task])[0]:
            return True
        if semaphore.count:
            semaphore.count -= 1
            if semaphore.mutex:
                semaphore.holder = task
                self.held[task] = self.held.get(task, 0) + 1
            return True
        if last:
            if wait.inherited:
                self._disinherit_after_time(semaphore, core)
            return False
        if semaphore.holder is not None:
            wait.inherited = self._inherit(semaphore.holder, task, core)
        self.waits[task] = wait
        self._wait(core, wait.deadline, semaphore)
        return False

    def _wait(self, core: int, deadline: int | None, semaphore: Semaphore | None = None) -> None:
        task = self.cores[core].task
        self._block(core, deadline, semaphore)
        self.yield_running(task, core)

    # -- waiters: one who waits stays at the priority with which he began --------------------------
    def _block(self, core: int, deadline: int | None, waits_for: Semaphore | None = None) -> None:
        super()._block(core, deadline)
        task = self.cores[core].task
        if waits_for:
            self.waits_for[task] = waits_for
            rank = self.ranks[task] = self.tasks[task].waits_at
            place = sum(self.ranks[other] >= rank for other in waits_for.waiters)
            waits_for.waiters.insert(place, task)

    def _disinherit_after_time(self, mutex: Semaphore, by: int) -> None:
        assert mutex.holder is not None
        task = self.tasks[mutex.holder]
        waits = self.ranks[mutex.waiters[0]] if mutex.waiters else 0
        priority = max(task.base, waits)
        if task.priority != priority and self.held[mutex.holder] == 1:
            self.move(mutex.holder, priority)
            if task.ready:
                self.yield_running(mutex.holder, by)

    # -- routines, lines and time ------------------------------------------------------------------
    def routine_command(
        self, core: int, name: str, number: int, argument: int, words: list[int]
    ) -> tuple[int, bool]:
        """Return the code of the result, and whether the core has to switch."""
        if name in READS:
            return OK, False
        if name in SENDS and self.queues[number].member:
            return MEMBER, False
        if name == "give":
            semaphore = self.semaphores[number]
            done = semaphore.count < TOKENS
            woke = self._give(number, core)
        elif name == "notify_increment":
            done, woke = True, number in self.notified
            self._do_notify_increment(core, number, argument)
        elif name == "yield":
            assert self.cores[core].pending  # it was told to
            return OK, False
        elif name == "queue_commit":
            done, woke = self._commit(core, number, argument, words)
        else:
            done, woke = self.transfer(core, name, number, words, wakes=name != "peek")
        return int(done), woke and self.cores[core].pending

    def _commit(self, core: int, number: int, argument: int, words: list[int]) -> tuple[bool, bool]:
        """Software moves a message, or says whether the queue is the member of a queue set."""
        if argument in (JOINS | NOBODY, LEAVES | NOBODY):
            self.queues[number].member = argument == JOINS | NOBODY
            return True, False
        kind = argument & ~NOBODY
        assert kind in (SENT, SENT | FRONT, OVERWRITTEN)
        name = {SENT: "send", OVERWRITTEN: "overwrite"}.get(kind, "send_to_front")
        return self.transfer(core, name, number, words, wakes=not argument & NOBODY)

    def line(self, number: int) -> None:
        """A line gives."""
        self._give(number, None)

    def expire(self) -> int:
        """The first task that is due at the next tick is ready; return which."""
        deadline, task = self.delayed[0]
        assert deadline == self.now + 1
        self._wake(task, None)
        return task

    def slice_over(self, core: int) -> None:
        """A core's turn is over, if its task has equals and may be preempted."""
        task = self.current(core)
        if task.ready and task.preemptible and self._equals(task.priority) > 1:
            self.yield_core(core, None)

    def tick_ends(self) -> None:
        """The tick can be seen."""
        assert not self.delayed or self.delayed[0][0] > self.now + 1
        self.now += 1
