# SPDX-License-Identifier: Apache-2.0
"""What GDB's command `monitor` says of a made-up state; tests/test_debugger.py has true ones."""

from types import SimpleNamespace
from typing import Any

from isochron.debugging.link import Look
from isochron.debugging.monitor import monitor

SEMAPHORE, MUTEX, QUEUE, GROUP = 1, 2, 3, 4


def record(kind: int, upper: int, count: int) -> int:
    return kind << 32 | upper << 16 | count


STATE = {
    (Look.OBJECT, 0): record(QUEUE, 4, 3),
    (Look.OBJECT, 1): record(0, 0, 0),
    (Look.OBJECT, 2): record(MUTEX, 1 << 15 | 1, 0),
    (Look.OBJECT, 3): record(MUTEX, 1 << 15 | 9, 0),
    (Look.OBJECT, 4): record(MUTEX, 0, 1),
    (Look.OBJECT, 5): record(GROUP, 0x00AB, 0x0001),
    (Look.OBJECT, 6): record(SEMAPHORE, 7, 2),
    (Look.WAITS, 0): 1,
    (Look.WAITS, 1): 5,
    (Look.WAITS, 2): 0,
    (Look.LINE, 0): 1 << 31 | 1 << 30 | 1,
    (Look.LINE, 1): 6,
    (Look.LINE, 2): 0xF0 << 32 | 1 << 31 | 1 << 29 | 5,
    (Look.LINE, 3): 1 << 31 | 6,
    (Look.TICK, 0): 2**32 - 2,
    (Look.PERIOD, 0): 50_000,
    (Look.EXPIRY, 0): 3,
    (Look.EXPIRY, 2): 2**32 - 1,
}
LINK: Any = SimpleNamespace(look=lambda what, index=0: STATE.get((what, index)))
NAMES = ("sender", "driver", "reader")
TARGET: Any = SimpleNamespace(
    lacks="",
    on_hardware_kernel=True,
    threads={
        100 + identifier: SimpleNamespace(name=name, task=SimpleNamespace(identifier=identifier))
        for identifier, name in enumerate(NAMES)
    },
)


def said(command: str) -> list[str]:
    return [" ".join(line.split()) for line in monitor(command, LINK, TARGET).splitlines()]


def test_objects_have_kind_state_and_waiters() -> None:
    assert said("objects") == [
        "0 queue 3 of 4, waiting: reader, senders wait: sender",
        "2 mutex held by driver",
        "3 mutex held by a deleted task",
        "4 mutex free",
        "5 event group bits 0xab0001, waiting: driver",
        "6 semaphore 2 of 7",
    ]


def test_bound_lines_say_what_an_edge_does() -> None:
    assert said("lines") == [
        "line 0 notifies driver",
        "line 2 sets bits 0x0000f0 of event group 5",
        "line 3 gives object 6",
    ]


def test_tasks_that_are_due_stand_in_the_order_of_time_over_the_ticks_wrap() -> None:
    assert said("time") == [
        "tick 4,294,967,294, a tick has 50,000 cycles",
        "tick 4,294,967,295: reader",
        "tick 3: sender",
    ]


def test_an_unknown_command_is_answered_with_all_that_there_are() -> None:
    names = [line.split()[1] for line in said("what")]
    assert names == ["tasks", "objects", "lines", "time", "switches", "where", "help"]
