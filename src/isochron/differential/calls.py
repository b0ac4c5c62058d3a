# SPDX-License-Identifier: Apache-2.0
"""The calls of scenarios, as firmware/laboratory/differential/calls.c implements them.

One entry here and one there make a call part of every test.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

FOR_EVER = -1
"""Ticks that stand for portMAX_DELAY."""

PRIORITIES = 8
"""Of the native configuration, as are these."""
NOTIFICATIONS = 3


@dataclass(frozen=True)
class World:
    """What operands may name."""

    tasks: int
    objects: tuple[str, ...]
    """The kind of each object."""
    priorities: int = PRIORITIES
    notifications: int = NOTIFICATIONS
    """Of each task."""


@dataclass(frozen=True)
class Operand:
    """What an operand of a call may be."""

    draw: Callable[[Random, World], int]
    names: str | None = None
    """'task' or 'object' when it is the number of one."""
    kinds: tuple[str, ...] = ()
    """The kinds of object that it may name, if not all will do."""


def _of_kind(*kinds: str) -> Operand:
    """An object of a kind, or of one of several."""

    def draw(random: Random, world: World) -> int:
        return random.choice([i for i, item in enumerate(world.objects) if item in kinds])

    return Operand(draw, "object", kinds)


def _one_of(*values: int) -> Operand:
    return Operand(lambda random, _: random.choice(values))


def _long_or_short(random: Random, _world: World) -> int:
    return random.choice((0, 1, 1, 1, 2, 2, 3, 5, 9, 40)) if random.random() < 0.98 else 0x7FFFFFFF


def _index(random: Random, world: World) -> int:
    index = random.choice((0, 0, 0, 0, 0, 1, 2))
    return index if index < world.notifications else 0


TASK = Operand(lambda random, world: random.randrange(world.tasks), "task")
DELETED = Operand(lambda random, world: random.randrange(world.tasks), "task")
"""The first task of a number, if it was deleted."""
OBJECT = Operand(lambda random, world: random.randrange(len(world.objects)), "object")
SEMAPHORE = _of_kind("semaphore")
MUTEX = _of_kind("mutex")
RECURSIVE = _of_kind("recursive")
QUEUE = _of_kind("queue", "mailbox")
SET = _of_kind("set")
MEMBER = _of_kind("queue", "mailbox", "semaphore")
MAILBOX = _of_kind("mailbox")
GROUP = _of_kind("event_group")
BITS = _one_of(1, 2, 4, 8, 3, 5, 6, 7, 0x800001)
"""Bits of an event group to wait for: so few that they meet."""
SOME_BITS = _one_of(0, 1, 1, 2, 2, 4, 4, 8, 3, 5, 6, 0x800000)
"""Bits of an event group to set or to clear."""
ITEM = _one_of(1, 2, 3, 4, 5, 6, 7, 8)
"""Of which the bytes of an item are made."""
ANY_MUTEX = _of_kind("mutex", "recursive")
RESETTABLE = _of_kind("queue", "mailbox", "semaphore", "mutex", "recursive")
STREAM = _of_kind("stream")
MESSAGES = _of_kind("message")
BUFFER = _of_kind("stream", "message")
TIMER = _of_kind("timer")
SIZE = _one_of(1, 1, 2, 3, 4, 5, 8, 13, 20)
"""Bytes to send to or to receive from a stream or message buffer: more than some have room for."""
LEVEL = _one_of(0, 1, 2, 4, 9)
"""A trigger level of a stream buffer; some are refused."""
TIME_OUT = _one_of(0, 0, 1, 1, 2, 2, 3, 4, 7, 20, FOR_EVER)
"""Mostly short, so that it passes; sometimes none, seldom for ever."""
TICKS = Operand(_long_or_short)
"""How long to delay: seldom longer than a scenario."""
PERIOD = _one_of(1, 1, 2, 3, 5)
"""A period of xTaskDelayUntil, which is not 0."""
CATCH_UP = _one_of(0, 1, 1, 2, 3, 6, 30)
"""Ticks that an application adds."""
PRIORITY = Operand(lambda random, world: random.choice(range(world.priorities)))
"""A priority, the idle task's included."""
ACTION = _one_of(*range(5))
"""An eNotifyAction."""
VALUE = _one_of(0, 1, 2, 5, 0x40)
"""A notification value."""
INDEX = Operand(_index)
"""Which of a task's notifications: mostly the same, so that they meet."""
MORE = _one_of(0, 0, 1, 2, 5)
"""By which an object is larger than at first, or its count."""
FLAG = _one_of(0, 1)
WOKEN = _one_of(0, 0, 0, 1)
"""Whether a routine does not learn that it has woken a higher task."""
ASKS = _one_of(0, 0, 0, 1)
"""Whether somebody does not want to know the notification's value."""
STATE = _one_of(*range(6))
"""An eTaskState that somebody believes a task to be in."""
OTHER_STATE = _one_of(0, 1, 2, 4, 5)
"""The same of a deleted task, of which FreeRTOS may know that it waited for a notification."""


def _semaphore(random: Random) -> tuple[int, int]:
    maximum = random.choice((1, 1, 1, 2, 3))
    return maximum, random.randint(0, maximum)


def _nothing(_random: Random) -> tuple[()]:
    return ()


_ITEM_SIZES = (1, 4, 7, 16, 64, 300)
"""Messages, and items in memory."""


def _queue(random: Random) -> tuple[int, int]:
    return random.choice((1, 1, 2, 3, 5)), random.choice(_ITEM_SIZES)


def _mailbox(random: Random) -> tuple[int, int]:
    return 1, random.choice(_ITEM_SIZES)


def _stream(random: Random) -> tuple[int, int]:
    size = random.choice((3, 8, 8, 20))
    return size, random.choice((1, 1, 2, size))


def _message(random: Random) -> tuple[int]:
    return (random.choice((10, 16, 24, 40)),)


def _timer(random: Random) -> tuple[int, int]:
    return random.choice((1, 2, 3, 3, 5, 8)), random.randint(0, 1)


KINDS: Mapping[str, Callable[[Random], tuple[int, ...]]] = {
    "queue": _queue,
    "set": _nothing,
    "mailbox": _mailbox,
    "semaphore": _semaphore,
    "mutex": _nothing,
    "recursive": _nothing,
    "event_group": _nothing,
    "stream": _stream,
    "message": _message,
    "timer": _timer,
}
"""By each kind of object, what draws the operands of its creation."""


@dataclass(frozen=True)
class CallType:
    """What a call takes, and how often it is drawn."""

    operands: tuple[Operand, ...]
    weight: int

    def fits(self, world: World) -> bool:
        """Whether there is an object of the kind that it is for."""
        return all(
            not operand.kinds or set(operand.kinds) & set(world.objects)
            for operand in self.operands
        )


TASK_CALLS = {
    "take": CallType((SEMAPHORE, TIME_OUT), 26),
    "give": CallType((SEMAPHORE,), 14),
    "count": CallType((SEMAPHORE,), 2),
    "lock": CallType((MUTEX, TIME_OUT), 22),
    "unlock": CallType((ANY_MUTEX,), 20),
    "lock_recursive": CallType((RECURSIVE, TIME_OUT), 20),
    "unlock_recursive": CallType((RECURSIVE,), 18),
    "holder": CallType((ANY_MUTEX,), 2),
    "send": CallType((QUEUE, ITEM, TIME_OUT), 20),
    "send_front": CallType((QUEUE, ITEM, TIME_OUT), 6),
    "overwrite": CallType((MAILBOX, ITEM), 8),
    "receive": CallType((QUEUE, TIME_OUT), 26),
    "peek": CallType((QUEUE, TIME_OUT), 6),
    "messages": CallType((QUEUE,), 2),
    "spaces": CallType((QUEUE,), 2),
    "reset": CallType((RESETTABLE,), 5),
    "join": CallType((MEMBER, SET), 12),
    "leave": CallType((MEMBER, SET), 3),
    "select": CallType((SET, TIME_OUT), 26),
    "wait_bits": CallType((GROUP, BITS, FLAG, FLAG, TIME_OUT), 24),
    "synchronise": CallType((GROUP, SOME_BITS, BITS, TIME_OUT), 10),
    "set_bits": CallType((GROUP, SOME_BITS), 16),
    "clear_bits": CallType((GROUP, SOME_BITS), 4),
    "stream_send": CallType((BUFFER, ITEM, SIZE, TIME_OUT), 20),
    "stream_receive": CallType((BUFFER, SIZE, TIME_OUT), 22),
    "stream_reset": CallType((BUFFER,), 2),
    "stream_trigger": CallType((STREAM, LEVEL), 2),
    "message_length": CallType((MESSAGES,), 2),
    "timer_start": CallType((TIMER, TIME_OUT), 14),
    "timer_stop": CallType((TIMER, TIME_OUT), 6),
    "timer_reset": CallType((TIMER, TIME_OUT), 6),
    "timer_period": CallType((TIMER, PERIOD, TIME_OUT), 8),
    "timer_reload": CallType((TIMER, FLAG), 2),
    "timer_state": CallType((TIMER,), 2),
    "recreate_timer": CallType((TIMER,), 2),
    "pend": CallType((TASK, VALUE, TIME_OUT), 3),
    "recreate": CallType((OBJECT, MORE), 2),
    "delay": CallType((TICKS,), 9),
    "delay_until": CallType((PERIOD,), 4),
    "catch_up": CallType((CATCH_UP,), 2),
    "abort_delay": CallType((TASK,), 4),
    "ticks": CallType((), 1),
    "set_time_out": CallType((), 1),
    "check_time_out": CallType((TIME_OUT,), 2),
    "yield": CallType((), 4),
    "scheduler_state": CallType((), 1),
    "suspend": CallType((TASK,), 5),
    "resume": CallType((TASK,), 12),
    "priority": CallType((TASK, PRIORITY), 7),
    "get_priority": CallType((TASK,), 2),
    "get_base_priority": CallType((TASK,), 2),
    "information": CallType((TASK, STATE), 4),
    "state": CallType((TASK,), 2),
    "delete": CallType((TASK,), 2),
    "create": CallType((TASK,), 6),
    "create_at": CallType((TASK, PRIORITY), 3),
    "suspend_own": CallType((), 1),
    "own_priority": CallType((PRIORITY,), 1),
    "get_own_priority": CallType((), 1),
    "own_information": CallType((STATE,), 1),
    "delete_own": CallType((), 2),
    "deleted_state": CallType((DELETED,), 3),
    "deleted_information": CallType((DELETED, OTHER_STATE), 2),
    "deleted_priority": CallType((DELETED,), 1),
    "deleted_resume": CallType((DELETED,), 2),
    "deleted_abort_delay": CallType((DELETED,), 2),
    "notify": CallType((TASK, ACTION, VALUE, INDEX, ASKS), 6),
    "notify_give": CallType((TASK, INDEX), 5),
    "notify_wait": CallType((VALUE, VALUE, TIME_OUT, INDEX, ASKS), 6),
    "notify_clear_state": CallType((TASK, INDEX), 2),
    "notify_clear_bits": CallType((TASK, VALUE, INDEX), 2),
    "notify_clear_own_state": CallType((INDEX,), 1),
    "notify_clear_own_bits": CallType((VALUE, INDEX), 1),
    "notify_take": CallType((FLAG, TIME_OUT, INDEX), 9),
}

SECTIONS = {
    ("suspend_all", "resume_all"): 8,
    ("enter_critical", "exit_critical"): 5,
}
"""Pairs of calls with others in between, and how often they are drawn."""

SECTION_CALLS = {
    "suspend_all": CallType((), 0),
    "resume_all": CallType((), 0),
    "enter_critical": CallType((), 0),
    "exit_critical": CallType((), 0),
}

ROUTINE_CALLS = {
    "give_from_isr": CallType((SEMAPHORE, WOKEN), 8),
    "take_from_isr": CallType((SEMAPHORE, WOKEN), 2),
    "count_from_isr": CallType((SEMAPHORE,), 1),
    "send_from_isr": CallType((QUEUE, ITEM, WOKEN), 6),
    "send_front_from_isr": CallType((QUEUE, ITEM, WOKEN), 2),
    "overwrite_from_isr": CallType((MAILBOX, ITEM, WOKEN), 3),
    "receive_from_isr": CallType((QUEUE, WOKEN), 5),
    "peek_from_isr": CallType((QUEUE,), 2),
    "messages_from_isr": CallType((QUEUE,), 1),
    "full_from_isr": CallType((QUEUE,), 1),
    "empty_from_isr": CallType((QUEUE,), 1),
    "select_from_isr": CallType((SET, WOKEN), 4),
    "bits_from_isr": CallType((GROUP,), 2),
    "set_bits_from_isr": CallType((GROUP, SOME_BITS, WOKEN), 4),
    "clear_bits_from_isr": CallType((GROUP, SOME_BITS), 2),
    "stream_send_from_isr": CallType((BUFFER, ITEM, SIZE, WOKEN), 6),
    "stream_receive_from_isr": CallType((BUFFER, SIZE, WOKEN), 4),
    "stream_reset_from_isr": CallType((BUFFER,), 1),
    "timer_start_from_isr": CallType((TIMER, WOKEN), 4),
    "timer_stop_from_isr": CallType((TIMER, WOKEN), 2),
    "timer_reset_from_isr": CallType((TIMER, WOKEN), 2),
    "timer_period_from_isr": CallType((TIMER, PERIOD, WOKEN), 2),
    "pend_from_isr": CallType((TASK, VALUE, WOKEN), 2),
    "ticks_from_isr": CallType((), 1),
    "get_priority_from_isr": CallType((TASK,), 1),
    "get_own_priority_from_isr": CallType((), 1),
    "deleted_priority_from_isr": CallType((DELETED,), 4),
    "deleted_resume_from_isr": CallType((DELETED,), 4),
    "get_base_priority_from_isr": CallType((TASK,), 1),
    "holder_from_isr": CallType((ANY_MUTEX,), 1),
    "unlock_from_isr": CallType((ANY_MUTEX, WOKEN), 4),
    "resume_from_isr": CallType((TASK,), 4),
    "notify_from_isr": CallType((TASK, ACTION, VALUE, INDEX, ASKS, WOKEN), 4),
    "notify_give_from_isr": CallType((TASK, INDEX, WOKEN), 4),
}

ALL = {**TASK_CALLS, **SECTION_CALLS, **ROUTINE_CALLS}
