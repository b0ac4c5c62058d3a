# SPDX-License-Identifier: Apache-2.0
"""The calls of scenarios, as firmware/laboratory/differential/calls.c implements them.

One entry here and one there make a call part of every test.
"""

from __future__ import annotations

from collections.abc import Callable
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
    c: Callable[[int], str] = str
    """How it looks in C."""


def _of_kind(*kinds: str) -> Operand:
    """An object of a kind, or of one of several."""

    def draw(random: Random, world: World) -> int:
        return random.choice([i for i, one in enumerate(world.objects) if one in kinds])

    return Operand(draw, "object", kinds)


def _one_of(*values: int, c: Callable[[int], str] = str) -> Operand:
    return Operand(lambda random, _: random.choice(values), c=c)


def _long_or_short(random: Random, _world: World) -> int:
    return random.choice((0, 1, 1, 1, 2, 2, 3, 5, 9, 40)) if random.random() < 0.98 else 0x7FFFFFFF


def _time_out_in_c(ticks: int) -> str:
    return "portMAX_DELAY" if ticks == FOR_EVER else str(ticks)


def _index(random: Random, world: World) -> int:
    index = random.choice((0, 0, 0, 0, 0, 1, 2))
    return index if index < world.notifications else 0


_ACTIONS = (
    *("eNoAction", "eSetBits", "eIncrement", "eSetValueWithOverwrite"),
    "eSetValueWithoutOverwrite",
)

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
TIME_OUT = _one_of(0, 0, 1, 1, 2, 2, 3, 4, 7, 20, FOR_EVER, c=_time_out_in_c)
"""Mostly short, so that it passes; sometimes none, seldom for ever."""
TICKS = Operand(_long_or_short)
"""How long to delay: seldom longer than a scenario."""
PERIOD = _one_of(1, 1, 2, 3, 5)
"""A period of xTaskDelayUntil, which is not 0."""
CATCH_UP = _one_of(0, 1, 1, 2, 3, 6, 30)
"""Ticks that an application adds."""
PRIORITY = Operand(lambda random, world: random.choice(range(world.priorities)))
"""A priority, the idle task's included."""
ACTION = _one_of(*range(len(_ACTIONS)), c=_ACTIONS.__getitem__)
VALUE = _one_of(0, 1, 2, 5, 0x40)
"""A notification value."""
INDEX = Operand(_index)
"""Which of a task's notifications: mostly the same, so that they meet."""
MORE = _one_of(0, 0, 1, 2, 5)
"""By which an object is larger than at first, or its count."""
FLAG = _one_of(0, 1, c=("pdFALSE", "pdTRUE").__getitem__)
WOKEN = _one_of(0, 0, 0, 1, c=("&woken", "NULL").__getitem__)
"""Whether a routine learns that it has woken a higher task."""
ASKS = _one_of(0, 0, 0, 1, c=("pdTRUE", "pdFALSE").__getitem__)
"""Whether somebody wants to know the notification's value."""
_STATES = ("eRunning", "eReady", "eBlocked", "eSuspended", "eDeleted", "eInvalid")
STATE = _one_of(*range(len(_STATES)), c=_STATES.__getitem__)
"""A state that somebody believes a task to be in."""
OTHER_STATE = _one_of(0, 1, 2, 4, 5, c=_STATES.__getitem__)
"""The same of a deleted task, of which FreeRTOS may know that it waited for a notification."""


@dataclass(frozen=True)
class Kind:
    """A kind of object: how it is created."""

    operands: Callable[[Random], tuple[int, ...]]
    create: str
    """In C; {0}, {1} are the operands, {number} is the object's, `more` what it is larger by."""
    delete: str = "vQueueDelete"
    """The function in C."""


def _semaphore(random: Random) -> tuple[int, int]:
    maximum = random.choice((1, 1, 1, 2, 3))
    return maximum, random.randint(0, maximum)


def _nothing(_random: Random) -> tuple[()]:
    return ()


_ITEM_SIZES = (1, 4, 7, 16, 64, 300)
"""Messages; an item in memory, and one of several pieces."""


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


KINDS = {
    "queue": Kind(_queue, "xQueueCreate( {0} + more, {1} )"),
    "set": Kind(_nothing, "xQueueCreateSet( 60 )"),
    "mailbox": Kind(_mailbox, "xQueueCreate( {0}, {1} )"),
    "semaphore": Kind(_semaphore, "xSemaphoreCreateCounting( {0} + more, {1} )"),
    "mutex": Kind(_nothing, "xSemaphoreCreateMutex()"),
    "recursive": Kind(_nothing, "xSemaphoreCreateRecursiveMutex()"),
    "event_group": Kind(_nothing, "xEventGroupCreate()", "vEventGroupDelete"),
    "stream": Kind(_stream, "xStreamBufferCreate( {0} + more, {1} )", "vStreamBufferDelete"),
    "message": Kind(_message, "xMessageBufferCreate( {0} + more )", "vMessageBufferDelete"),
    "timer": Kind(_timer, "create_timer( {0}, {1}, {number} )", "delete_timer"),
}


@dataclass(frozen=True)
class CallType:
    """What a call takes, how often it is drawn, and how it looks in C."""

    operands: tuple[Operand, ...]
    weight: int
    c: str
    """In C; {0}, {1}, {2} are the operands, task[] and object[] the handles."""
    blocks: bool = False
    """It is skipped while the scheduler is suspended, unless it names another task."""

    def fits(self, world: World) -> bool:
        """Whether there is an object of the kind that it is for."""
        return all(not one.kinds or set(one.kinds) & set(world.objects) for one in self.operands)


TASK_CALLS = {
    "take": CallType((SEMAPHORE, TIME_OUT), 26, "xSemaphoreTake( object[ {0} ], {1} )"),
    "give": CallType((SEMAPHORE,), 14, "xSemaphoreGive( object[ {0} ] )"),
    "count": CallType((SEMAPHORE,), 2, "uxSemaphoreGetCount( object[ {0} ] )"),
    "lock": CallType((MUTEX, TIME_OUT), 22, "xSemaphoreTake( object[ {0} ], {1} )"),
    "unlock": CallType((ANY_MUTEX,), 20, "xSemaphoreGive( object[ {0} ] )"),
    "lock_recursive": CallType(
        (RECURSIVE, TIME_OUT), 20, "xSemaphoreTakeRecursive( object[ {0} ], {1} )"
    ),
    "unlock_recursive": CallType((RECURSIVE,), 18, "xSemaphoreGiveRecursive( object[ {0} ] )"),
    "holder": CallType((ANY_MUTEX,), 2, "number_of( xSemaphoreGetMutexHolder( object[ {0} ] ) )"),
    "send": CallType((QUEUE, ITEM, TIME_OUT), 20, "send( {0}, {1}, {2}, queueSEND_TO_BACK )"),
    "send_front": CallType((QUEUE, ITEM, TIME_OUT), 6, "send( {0}, {1}, {2}, queueSEND_TO_FRONT )"),
    "overwrite": CallType((MAILBOX, ITEM), 8, "send( {0}, {1}, 0, queueOVERWRITE )"),
    "receive": CallType((QUEUE, TIME_OUT), 26, "receive( {0}, {1}, xQueueReceive )"),
    "peek": CallType((QUEUE, TIME_OUT), 6, "receive( {0}, {1}, xQueuePeek )"),
    "messages": CallType((QUEUE,), 2, "uxQueueMessagesWaiting( object[ {0} ] )"),
    "spaces": CallType((QUEUE,), 2, "uxQueueSpacesAvailable( object[ {0} ] )"),
    "reset": CallType((RESETTABLE,), 5, "xQueueReset( object[ {0} ] )"),
    "join": CallType((MEMBER, SET), 12, "xQueueAddToSet( object[ {0} ], object[ {1} ] )"),
    "leave": CallType((MEMBER, SET), 3, "xQueueRemoveFromSet( object[ {0} ], object[ {1} ] )"),
    "select": CallType((SET, TIME_OUT), 26, "select_from( {0}, {1} )"),
    "wait_bits": CallType(
        (GROUP, BITS, FLAG, FLAG, TIME_OUT),
        *(24, "xEventGroupWaitBits( object[ {0} ], {1}, {2}, {3}, {4} )"),
    ),
    "synchronise": CallType(
        (GROUP, SOME_BITS, BITS, TIME_OUT), 10, "xEventGroupSync( object[ {0} ], {1}, {2}, {3} )"
    ),
    "set_bits": CallType((GROUP, SOME_BITS), 16, "xEventGroupSetBits( object[ {0} ], {1} )"),
    "clear_bits": CallType((GROUP, SOME_BITS), 4, "xEventGroupClearBits( object[ {0} ], {1} )"),
    "stream_send": CallType(
        (BUFFER, ITEM, SIZE, TIME_OUT), 20, "stream_send( {0}, {1}, {2}, {3} )"
    ),
    "stream_receive": CallType((BUFFER, SIZE, TIME_OUT), 22, "stream_receive( {0}, {1}, {2} )"),
    "stream_reset": CallType((BUFFER,), 2, "xStreamBufferReset( object[ {0} ] )"),
    "stream_trigger": CallType(
        (STREAM, LEVEL), 2, "xStreamBufferSetTriggerLevel( object[ {0} ], {1} )"
    ),
    "message_length": CallType(
        (MESSAGES,), 2, "xStreamBufferNextMessageLengthBytes( object[ {0} ] )"
    ),
    "timer_start": CallType((TIMER, TIME_OUT), 14, "xTimerStart( object[ {0} ], {1} )"),
    "timer_stop": CallType((TIMER, TIME_OUT), 6, "xTimerStop( object[ {0} ], {1} )"),
    "timer_reset": CallType((TIMER, TIME_OUT), 6, "xTimerReset( object[ {0} ], {1} )"),
    "timer_period": CallType(
        (TIMER, PERIOD, TIME_OUT), 8, "xTimerChangePeriod( object[ {0} ], {1}, {2} )"
    ),
    "timer_reload": CallType((TIMER, FLAG), 2, "DONE( vTimerSetReloadMode( object[ {0} ], {1} ) )"),
    "timer_state": CallType((TIMER,), 2, "timer_state( object[ {0} ] )"),
    "recreate_timer": CallType((TIMER,), 2, "recreate_timer( {0} )"),
    "pend": CallType((TASK, VALUE, TIME_OUT), 3, "pend( {0}, {1}, {2} )"),
    "recreate": CallType((OBJECT, MORE), 2, "recreate( {0}, {1} )"),
    "delay": CallType((TICKS,), 9, "DONE( vTaskDelay( {0} ) )", True),
    "delay_until": CallType((PERIOD,), 4, "xTaskDelayUntil( &wake, {0} )", True),
    "catch_up": CallType((CATCH_UP,), 2, "xTaskCatchUpTicks( {0} )", True),
    "abort_delay": CallType((TASK,), 4, "xTaskAbortDelay( task[ {0} ] )"),
    "ticks": CallType((), 1, "xTaskGetTickCount()"),
    "set_time_out": CallType((), 1, "DONE( vTaskSetTimeOutState( &time_out ) )"),
    "check_time_out": CallType((TIME_OUT,), 2, "check_time_out( &time_out, {0} )"),
    "yield": CallType((), 4, "DONE( taskYIELD() )"),
    "scheduler_state": CallType((), 1, "xTaskGetSchedulerState()"),
    "suspend": CallType((TASK,), 5, "DONE( vTaskSuspend( task[ {0} ] ) )", True),
    "resume": CallType((TASK,), 12, "DONE( vTaskResume( task[ {0} ] ) )"),
    "priority": CallType((TASK, PRIORITY), 7, "DONE( vTaskPrioritySet( task[ {0} ], {1} ) )"),
    "get_priority": CallType((TASK,), 2, "uxTaskPriorityGet( task[ {0} ] )"),
    "get_base_priority": CallType((TASK,), 2, "uxTaskBasePriorityGet( task[ {0} ] )"),
    "information": CallType((TASK, STATE), 4, "information( task[ {0} ], {1} )"),
    "state": CallType((TASK,), 2, "eTaskGetState( task[ {0} ] )"),
    "delete": CallType((TASK,), 2, "delete_task( {0} )", True),
    "create": CallType((TASK,), 6, "create_task( {0} )"),
    "create_at": CallType((TASK, PRIORITY), 3, "create_task_at( {0}, {1} )"),
    "suspend_own": CallType((), 1, "DONE( vTaskSuspend( NULL ) )", True),
    "own_priority": CallType((PRIORITY,), 1, "DONE( vTaskPrioritySet( NULL, {0} ) )"),
    "get_own_priority": CallType(
        (), 1, "uxTaskPriorityGet( NULL ) | ( uxTaskBasePriorityGet( NULL ) << 8 )"
    ),
    "own_information": CallType((STATE,), 1, "information( NULL, {0} )"),
    "delete_own": CallType((), 2, "delete_own()", True),
    "deleted_state": CallType((DELETED,), 3, "eTaskGetState( deleted[ {0} ] )"),
    "deleted_information": CallType(
        (DELETED, OTHER_STATE), 2, "information( deleted[ {0} ], {1} )"
    ),
    "deleted_priority": CallType(
        (DELETED,),
        *(
            1,
            "uxTaskPriorityGet( deleted[ {0} ] ) | "
            "( uxTaskBasePriorityGet( deleted[ {0} ] ) << 8 )",
        ),
    ),
    "deleted_resume": CallType((DELETED,), 2, "DONE( vTaskResume( deleted[ {0} ] ) )"),
    "deleted_abort_delay": CallType((DELETED,), 2, "xTaskAbortDelay( deleted[ {0} ] )"),
    "notify": CallType(
        (TASK, ACTION, VALUE, INDEX, ASKS), 6, "notify( task[ {0} ], {2}, {1}, {3}, {4} )"
    ),
    "notify_give": CallType((TASK, INDEX), 5, "xTaskNotifyGiveIndexed( task[ {0} ], {1} )"),
    "notify_wait": CallType(
        (VALUE, VALUE, TIME_OUT, INDEX, ASKS), 6, "notify_wait( {0}, {1}, {2}, {3}, {4} )"
    ),
    "notify_clear_state": CallType(
        (TASK, INDEX), 2, "xTaskNotifyStateClearIndexed( task[ {0} ], {1} )"
    ),
    "notify_clear_bits": CallType(
        (TASK, VALUE, INDEX), 2, "ulTaskNotifyValueClearIndexed( task[ {0} ], {2}, {1} )"
    ),
    "notify_clear_own_state": CallType((INDEX,), 1, "xTaskNotifyStateClearIndexed( NULL, {0} )"),
    "notify_clear_own_bits": CallType(
        (VALUE, INDEX), 1, "ulTaskNotifyValueClearIndexed( NULL, {1}, {0} )"
    ),
    "notify_take": CallType((FLAG, TIME_OUT, INDEX), 9, "ulTaskNotifyTakeIndexed( {2}, {0}, {1} )"),
}

SECTIONS = {
    ("suspend_all", "resume_all"): 8,
    ("enter_critical", "exit_critical"): 5,
}
"""Pairs of calls with others in between, and how often they are drawn."""

SECTION_CALLS = {
    "suspend_all": CallType((), 0, "DONE( vTaskSuspendAll() )"),
    "resume_all": CallType((), 0, "xTaskResumeAll()"),
    "enter_critical": CallType((), 0, "DONE( taskENTER_CRITICAL() )"),
    "exit_critical": CallType((), 0, "DONE( taskEXIT_CRITICAL() )"),
}

ROUTINE_CALLS = {
    "give_from_isr": CallType(
        (
            SEMAPHORE,
            WOKEN,
        ),
        8,
        "xSemaphoreGiveFromISR( object[ {0} ], {1} )",
    ),
    "take_from_isr": CallType(
        (
            SEMAPHORE,
            WOKEN,
        ),
        2,
        "xSemaphoreTakeFromISR( object[ {0} ], {1} )",
    ),
    "count_from_isr": CallType((SEMAPHORE,), 1, "uxSemaphoreGetCountFromISR( object[ {0} ] )"),
    "send_from_isr": CallType(
        (
            QUEUE,
            ITEM,
            WOKEN,
        ),
        6,
        "send_from_isr( {0}, {1}, queueSEND_TO_BACK, {2} )",
    ),
    "send_front_from_isr": CallType(
        (
            QUEUE,
            ITEM,
            WOKEN,
        ),
        2,
        "send_from_isr( {0}, {1}, queueSEND_TO_FRONT, {2} )",
    ),
    "overwrite_from_isr": CallType(
        (
            MAILBOX,
            ITEM,
            WOKEN,
        ),
        3,
        "send_from_isr( {0}, {1}, queueOVERWRITE, {2} )",
    ),
    "receive_from_isr": CallType(
        (
            QUEUE,
            WOKEN,
        ),
        5,
        "receive_from_isr( {0}, {1} )",
    ),
    "peek_from_isr": CallType((QUEUE,), 2, "peek_from_isr( {0} )"),
    "messages_from_isr": CallType((QUEUE,), 1, "uxQueueMessagesWaitingFromISR( object[ {0} ] )"),
    "full_from_isr": CallType((QUEUE,), 1, "xQueueIsQueueFullFromISR( object[ {0} ] )"),
    "empty_from_isr": CallType((QUEUE,), 1, "xQueueIsQueueEmptyFromISR( object[ {0} ] )"),
    "select_from_isr": CallType(
        (
            SET,
            WOKEN,
        ),
        4,
        "select_from_isr( {0}, {1} )",
    ),
    "bits_from_isr": CallType((GROUP,), 2, "xEventGroupGetBitsFromISR( object[ {0} ] )"),
    "set_bits_from_isr": CallType(
        (
            GROUP,
            SOME_BITS,
            WOKEN,
        ),
        4,
        "xEventGroupSetBitsFromISR( object[ {0} ], {1}, {2} )",
    ),
    "clear_bits_from_isr": CallType(
        (GROUP, SOME_BITS), 2, "xEventGroupClearBitsFromISR( object[ {0} ], {1} )"
    ),
    "stream_send_from_isr": CallType(
        (
            BUFFER,
            ITEM,
            SIZE,
            WOKEN,
        ),
        6,
        "stream_send_from_isr( {0}, {1}, {2}, {3} )",
    ),
    "stream_receive_from_isr": CallType(
        (
            BUFFER,
            SIZE,
            WOKEN,
        ),
        4,
        "stream_receive_from_isr( {0}, {1}, {2} )",
    ),
    "stream_reset_from_isr": CallType((BUFFER,), 1, "xStreamBufferResetFromISR( object[ {0} ] )"),
    "timer_start_from_isr": CallType(
        (
            TIMER,
            WOKEN,
        ),
        4,
        "xTimerStartFromISR( object[ {0} ], {1} )",
    ),
    "timer_stop_from_isr": CallType(
        (
            TIMER,
            WOKEN,
        ),
        2,
        "xTimerStopFromISR( object[ {0} ], {1} )",
    ),
    "timer_reset_from_isr": CallType(
        (
            TIMER,
            WOKEN,
        ),
        2,
        "xTimerResetFromISR( object[ {0} ], {1} )",
    ),
    "timer_period_from_isr": CallType(
        (
            TIMER,
            PERIOD,
            WOKEN,
        ),
        2,
        "xTimerChangePeriodFromISR( object[ {0} ], {1}, {2} )",
    ),
    "pend_from_isr": CallType(
        (
            TASK,
            VALUE,
            WOKEN,
        ),
        2,
        "pend_from_isr( {0}, {1}, {2} )",
    ),
    "ticks_from_isr": CallType((), 1, "xTaskGetTickCountFromISR()"),
    "get_priority_from_isr": CallType((TASK,), 1, "uxTaskPriorityGetFromISR( task[ {0} ] )"),
    "get_own_priority_from_isr": CallType(
        (), 1, "uxTaskPriorityGetFromISR( NULL ) | ( uxTaskBasePriorityGetFromISR( NULL ) << 8 )"
    ),
    "deleted_priority_from_isr": CallType(
        (DELETED,),
        *(
            4,
            "uxTaskPriorityGetFromISR( deleted[ {0} ] ) | "
            "( uxTaskBasePriorityGetFromISR( deleted[ {0} ] ) << 8 )",
        ),
    ),
    "deleted_resume_from_isr": CallType((DELETED,), 4, "xTaskResumeFromISR( deleted[ {0} ] )"),
    "get_base_priority_from_isr": CallType(
        (TASK,), 1, "uxTaskBasePriorityGetFromISR( task[ {0} ] )"
    ),
    "holder_from_isr": CallType(
        (ANY_MUTEX,), 1, "number_of( xSemaphoreGetMutexHolderFromISR( object[ {0} ] ) )"
    ),
    "unlock_from_isr": CallType(
        (
            ANY_MUTEX,
            WOKEN,
        ),
        4,
        "xSemaphoreGiveFromISR( object[ {0} ], {1} )",
    ),
    "resume_from_isr": CallType((TASK,), 4, "woken |= xTaskResumeFromISR( task[ {0} ] )"),
    "notify_from_isr": CallType(
        (
            TASK,
            ACTION,
            VALUE,
            INDEX,
            ASKS,
            WOKEN,
        ),
        4,
        "notify_from_isr( task[ {0} ], {2}, {1}, {3}, {4}, {5} )",
    ),
    "notify_give_from_isr": CallType(
        (
            TASK,
            INDEX,
            WOKEN,
        ),
        4,
        "DONE( vTaskNotifyGiveIndexedFromISR( task[ {0} ], {1}, {2} ) )",
    ),
}

ALL = {**TASK_CALLS, **SECTION_CALLS, **ROUTINE_CALLS}
