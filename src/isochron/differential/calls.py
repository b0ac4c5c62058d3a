# SPDX-License-Identifier: Apache-2.0
"""The calls that scenarios are made of, as firmware/differential/calls.c implements them.

One entry here and one there make a call part of every test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

FOR_EVER = -1
"""Ticks that stand for portMAX_DELAY."""

PRIORITIES = range(8)


@dataclass(frozen=True)
class World:
    """What operands may name."""

    tasks: int
    objects: tuple[str, ...]
    """The kind of each object."""


Operand = Callable[[Random, World], int]


def task(random: Random, world: World) -> int:
    """A task."""
    return random.randrange(world.tasks)


def of_kind(kind: str) -> Operand:
    """An object of a kind."""

    def choose(random: Random, world: World) -> int:
        return random.choice([i for i, one in enumerate(world.objects) if one == kind])

    return choose


def any_object(random: Random, world: World) -> int:
    """An object of any kind."""
    return random.randrange(len(world.objects))


def time_out(random: Random, _world: World) -> int:
    """Mostly short, so that it passes; sometimes none, seldom for ever."""
    return random.choice((0, 0, 1, 1, 2, 2, 3, 4, 7, 20, FOR_EVER))


def ticks(random: Random, _world: World) -> int:
    """How long to delay: seldom longer than a scenario."""
    return random.choice((0, 1, 1, 1, 2, 2, 3, 5, 9, 40)) if random.random() < 0.98 else 0x7FFFFFFF


def period(random: Random, _world: World) -> int:
    """A period of xTaskDelayUntil, which is not 0."""
    return random.choice((1, 1, 2, 3, 5))


def priority(random: Random, _world: World) -> int:
    """A priority, the idle task's included."""
    return random.choice(PRIORITIES)


def action(random: Random, _world: World) -> int:
    """eNotifyAction"""
    return random.randrange(5)


def value(random: Random, _world: World) -> int:
    """A notification value."""
    return random.choice((0, 1, 2, 5, 0x40))


def flag(random: Random, _world: World) -> int:
    """pdFALSE or pdTRUE"""
    return random.randrange(2)


@dataclass(frozen=True)
class Kind:
    """A kind of object: how it is created."""

    operands: Callable[[Random], tuple[int, ...]]
    create: str
    """In C; {0}, {1} are the operands."""


def _semaphore(random: Random) -> tuple[int, int]:
    maximum = random.choice((1, 1, 1, 2, 3))
    return maximum, random.randint(0, maximum)


KINDS = {"semaphore": Kind(_semaphore, "xSemaphoreCreateCounting( {0}, {1} )")}


@dataclass(frozen=True)
class CallType:
    """What a call takes, how often it is drawn, and how it looks in C."""

    operands: tuple[Operand, ...]
    weight: int
    c: str
    """In C; {0}, {1}, {2} are the operands, task[] and object[] the handles."""
    blocks: bool = False
    """It may wait: not while the scheduler is suspended."""
    needs: str | None = None
    """The kind of object that it is for."""


_SEMAPHORE = of_kind("semaphore")

TASK_CALLS = {
    "take": CallType(
        (_SEMAPHORE, time_out), 26, "xSemaphoreTake( object[ {0} ], {1} )", True, "semaphore"
    ),
    "give": CallType((_SEMAPHORE,), 14, "xSemaphoreGive( object[ {0} ] )", needs="semaphore"),
    "count": CallType((_SEMAPHORE,), 2, "uxSemaphoreGetCount( object[ {0} ] )", needs="semaphore"),
    "recreate": CallType((any_object,), 1, "recreate( {0} )"),
    "delay": CallType((ticks,), 9, "DONE( vTaskDelay( {0} ) )", True),
    "delay_until": CallType((period,), 4, "xTaskDelayUntil( &wake, {0} )", True),
    "ticks": CallType((), 1, "xTaskGetTickCount()"),
    "set_time_out": CallType((), 1, "DONE( vTaskSetTimeOutState( &time_out ) )"),
    "check_time_out": CallType((time_out,), 2, "check_time_out( &time_out, {0} )"),
    "yield": CallType((), 4, "DONE( taskYIELD() )"),
    "scheduler_state": CallType((), 1, "xTaskGetSchedulerState()"),
    "suspend": CallType((task,), 5, "DONE( vTaskSuspend( task[ {0} ] ) )"),
    "resume": CallType((task,), 12, "DONE( vTaskResume( task[ {0} ] ) )"),
    "priority": CallType((task, priority), 7, "DONE( vTaskPrioritySet( task[ {0} ], {1} ) )"),
    "get_priority": CallType((task,), 2, "uxTaskPriorityGet( task[ {0} ] )"),
    "state": CallType((task,), 2, "eTaskGetState( task[ {0} ] )"),
    "delete": CallType((task,), 2, "delete_task( {0} )"),
    "create": CallType((task,), 6, "create_task( {0} )"),
    "notify": CallType((task, action, value), 6, "notify( task[ {0} ], {1}, {2} )"),
    "notify_give": CallType((task,), 5, "xTaskNotifyGive( task[ {0} ] )"),
    "notify_take": CallType((flag, time_out), 9, "ulTaskNotifyTake( {0}, {1} )", True),
}

SECTIONS = {
    ("suspend_all", "resume_all"): 6,
    ("enter_critical", "exit_critical"): 4,
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
        (_SEMAPHORE,), 8, "xSemaphoreGiveFromISR( object[ {0} ], &woken )", needs="semaphore"
    ),
    "take_from_isr": CallType(
        (_SEMAPHORE,), 2, "xSemaphoreTakeFromISR( object[ {0} ], &woken )", needs="semaphore"
    ),
    "count_from_isr": CallType(
        (_SEMAPHORE,), 1, "uxSemaphoreGetCountFromISR( object[ {0} ] )", needs="semaphore"
    ),
    "ticks_from_isr": CallType((), 1, "xTaskGetTickCountFromISR()"),
    "get_priority_from_isr": CallType((task,), 1, "uxTaskPriorityGetFromISR( task[ {0} ] )"),
    "resume_from_isr": CallType((task,), 4, "woken |= xTaskResumeFromISR( task[ {0} ] )"),
    "notify_from_isr": CallType(
        (task, action, value), 4, "notify_from_isr( task[ {0} ], {1}, {2}, &woken )"
    ),
    "notify_give_from_isr": CallType(
        (task,), 4, "DONE( vTaskNotifyGiveFromISR( task[ {0} ], &woken ) )"
    ),
}

ALL = {**TASK_CALLS, **SECTION_CALLS, **ROUTINE_CALLS}
