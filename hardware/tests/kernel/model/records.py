# SPDX-License-Identifier: Apache-2.0
"""What the golden model keeps: results, lists, tasks, objects."""

from dataclasses import dataclass, field
from enum import IntEnum

FOREVER = 0xFFFFFFFF
AGAIN = 1 << 31
NOTIFICATIONS = 4
"""Of each task."""


class Result(IntEnum):
    """Result codes, as in the register description."""

    FAIL = 0
    OK = 1
    ERROR_OPERATION = 2
    ERROR_OBJECT = 3
    ERROR_TASK = 4
    ERROR_ARGUMENT = 5
    ERROR_BUSY = 6
    ERROR_OWNER = 7
    MEMBER = 8


class Refused(Exception):
    """The operation ends with an error code and changes nothing."""

    def __init__(self, code: Result) -> None:
        super().__init__(code.name)
        self.code = code


class ReadyList:
    """One priority's circular list with its cursor; ``None`` is the end marker."""

    def __init__(self) -> None:
        self.tasks: list[int] = []
        self.cursor: int | None = None

    def add(self, task: int) -> None:
        """Insert before the cursor (``listINSERT_END``)."""
        at = len(self.tasks) if self.cursor is None else self.tasks.index(self.cursor)
        self.tasks.insert(at, task)

    def remove(self, task: int) -> None:
        """Remove; a cursor on the task steps back (``uxListRemove``)."""
        at = self.tasks.index(task)
        if self.cursor == task:
            self.cursor = self.tasks[at - 1] if at else None
        del self.tasks[at]

    def after_cursor(self) -> int:
        """Return the task that ``listGET_OWNER_OF_NEXT_ENTRY`` would choose."""
        at = 0 if self.cursor is None else self.tasks.index(self.cursor) + 1
        return self.tasks[at % len(self.tasks)]


@dataclass
class Notification:
    """One of a task's notifications."""

    state: str = "idle"  # idle, waiting, received
    value: int = 0


@dataclass
class Task:
    """A task; ``place`` is the list of its state item, ``chain`` that of its event item."""

    alive: bool = False
    priority: int = 0
    place: str = "none"  # none, ready, delayed
    chain: str = "none"  # none, object, pended
    waiting: str = "none"  # none, object, send, look, notify, group: what RESULT completes
    inherited: bool = False  # the wait has lent its priority to a mutex's holder
    aborted: bool = False  # ucDelayAborted
    base: int = 0  # priority without inheritance
    event: int = 0  # priority with which it waits for objects
    held: int = 0  # mutexes
    how: str = "decrement"  # clear, value: what becomes of the notification value then
    operands: list[int] = field(default_factory=lambda: [0, 0])
    forever: bool = False
    deadline: int = 0
    wait_object: int = 0  # or the notification that it waits or waited for
    wait_priority: int = 0
    notifications: list[Notification] = field(
        default_factory=lambda: [Notification() for _ in range(NOTIFICATIONS)]
    )
    pointer: int = 0
    result: tuple[int, int] = (0, 0)

    @property
    def waits_for_notification(self) -> bool:
        """One of its notifications is waited for (taskWAITING_NOTIFICATION)."""
        return any(notification.state == "waiting" for notification in self.notifications)


@dataclass
class Object:
    """An object and those who wait for it, best first.

    A queue is two: an even one with its items and receivers, and the next one, of kind "none",
    with its senders.
    """

    kind: str = "none"  # none, semaphore, mutex, queue, group
    holder: int | None = None  # of a mutex
    maximum: int = 0
    count: int = 0  # of an event group: its bits
    words: int = 0  # of a queue's item; 0: its items are in memory, and not modelled
    member: bool = False  # of a queue set: its messages are sent as others are
    first: int = 0  # where the oldest message is
    free: int = 0  # where the next one goes to the back
    waiters: list[int] = field(default_factory=list)
