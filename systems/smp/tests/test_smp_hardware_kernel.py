# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel on two cores."""

import re
from pathlib import Path

import pytest
from systems.smp.lab import machine
from systems.smp.lab.machine import SMP, Machine

from isochron.errors import IsochronError

TWO = Machine(2, hardware_kernel=True)
CALLS = SMP / "firmware/tests/kernel_calls.c"
HELD = [
    "a give of another core has woken the taker",
    "a notification of another core, too",
    "two ticks have, too",
    "both cores gave and took",
]


def test_two_cores_call_the_kernel_by_its_registers() -> None:
    assert machine.run(machine.build_without_freertos(CALLS), TWO) == HELD


TASKS = SMP / "firmware/tests/kernel_tasks.c"
TASKS_HELD = [
    "a token went to and fro between cores",
    "notifications, too",
    "delays and a time-out ended at their ticks",
    "critical sections excluded each other",
    "pairs of tasks passed their tokens",
]
OPTIONS = {"configUSE_MUTEXES": "1", "configTICK_RATE_HZ": "20000"}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("configUSE_PREEMPTION", "0"),
        ("configISOCHRON_USE_MONITOR_HOOK", "1"),
        ("configUSE_TICKLESS_IDLE", "1"),
        ("configCHECK_FOR_STACK_OVERFLOW", "1"),
        ("configGENERATE_RUN_TIME_STATS", "1"),
    ],
)
def test_what_is_not_there_with_several_cores_is_refused_by_name(option: str, value: str) -> None:
    with pytest.raises(IsochronError, match=rf"#error .*{option}"):
        machine.build(TASKS, 2, {**OPTIONS, option: value}, kernel="isochron")


@pytest.mark.parametrize(
    "call",
    ["xIsochronLineToEventGroup( 0, group, 1 )", "xIsochronEventGroupSetBitsFromISR( group, 1 )"],
)
def test_event_groups_in_the_hardware_are_refused_by_name(call: str, tmp_path: Path) -> None:
    source = tmp_path / "group.c"
    source.write_text(
        '#include "FreeRTOS.h"\n#include "isochron.h"\n'
        f"int main( void )\n{{\n    EventGroupHandle_t group = xEventGroupCreate();\n"
        f"    return {call};\n}}\n"
    )
    with pytest.raises(IsochronError, match="With several cores the hardware kernel has no event"):
        machine.build(source, 2, kernel="isochron")


SECTIONS = SMP / "firmware/tests/sections.c"
SECTIONS_OPTIONS = {
    "configUSE_TICK_HOOK": "1",
    "configUSE_TIMERS": "1",
    "INCLUDE_xTimerPendFunctionCall": "1",
}
SECTIONS_HELD = [
    "each core's task is known",
    "calls of another core waited for a section and a suspension",
    "a task of another core that calls nothing went on",
    "a switch came at the end of a section, and of a suspension",
    "the tick hook came at each tick",
    "tasks deleted themselves and each other, and were freed",
    "sections and suspensions excluded each other",
    "timers expired at their ticks",
    "stream buffers kept every byte, in order",
]


ROUTINES = SMP / "firmware/tests/kernel_routines.c"
ROUTINES_HELD = [
    "what routines gave was taken",
    "what routines sent was received once",
    "what routines notified was heard",
]


MESSAGES = SMP / "firmware/tests/messages.c"
MESSAGES_HELD = [
    "what is sent to the front comes first",
    *(f"{size} bytes: each message came once" for size in (4, 4, 5, 8, 12, 16)),
    "16 bytes, to both ends: each message came once",
    "a mailbox was whole, and never older than before",
]


SETS = SMP / "firmware/tests/sets.c"
SETS_OPTIONS = {"configUSE_QUEUE_SETS": "1", "configUSE_TICK_HOOK": "1"}
SETS_HELD = [
    "each item of a member, and each token, was told once",
    "only the set is told of a member's item",
    "a queue joined and left a set",
]


GROUPS = SMP / "firmware/tests/groups.c"
GROUPS_OPTIONS = {**SECTIONS_OPTIONS, "INCLUDE_xTaskAbortDelay": "1"}


def groups_held(cores: int) -> list[str]:
    return [
        "bits woke those who waited for them",
        "time-outs, suspensions and deletions ended waits",
        "tasks of all cores met 60 times",
        f"each of {800 * cores} bits was found once",
        "a routine set bits, and a deletion ended a wait",
    ]


ONE_PRIORITY = SMP / "firmware/tests/one_priority.c"
ONE_PRIORITY_OPTIONS = {
    "configRUN_MULTIPLE_PRIORITIES": "0",
    "configUSE_TASK_PREEMPTION_DISABLE": "0",
}
ONE_PRIORITY_HELD = [
    "tasks of one priority ran on all cores",
    "none below a task ran, and its equals did",
    "then all cores ran the lower ones again",
    "a priority was raised and lowered",
]


PROGRAMS = {
    "tasks": (TASKS, TASKS_HELD, {}),
    "sections": (SECTIONS, SECTIONS_HELD, SECTIONS_OPTIONS),
    "routines": (ROUTINES, ROUTINES_HELD, {}),
    "messages": (MESSAGES, MESSAGES_HELD, {}),
    "sets": (SETS, SETS_HELD, SETS_OPTIONS),
    "one-priority": (ONE_PRIORITY, ONE_PRIORITY_HELD, ONE_PRIORITY_OPTIONS),
}
"""What runs on all cores, what it prints, and its options."""


@pytest.mark.parametrize("cores", [2, pytest.param(4, marks=pytest.mark.wide)])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program_of_all_cores(name: str, cores: int) -> None:
    source, held, options = PROGRAMS[name]
    program = machine.build(source, cores, {**OPTIONS, **options}, kernel="isochron")
    assert machine.run(program, Machine(cores, hardware_kernel=True)) == held


AS_ON_AN_FPGA = Machine(2, hardware_kernel=True, one_port=True)


@pytest.mark.wide
def test_program_with_one_port_of_each_core_to_the_ram() -> None:
    program = machine.build(TASKS, 2, OPTIONS, kernel="isochron")
    assert machine.run(program, AS_ON_AN_FPGA) == TASKS_HELD


@pytest.mark.wide
def test_hardware_that_cannot_run_one_priority_at_a_time_is_told_by_name() -> None:
    program = machine.build(ONE_PRIORITY, 2, {**OPTIONS, **ONE_PRIORITY_OPTIONS}, kernel="isochron")
    complaint = (
        "configRUN_MULTIPLE_PRIORITIES is 0, but the hardware's choice of one priority at a time "
        "is 0. Set the option to 1, or build the hardware with OnePriority."
    )
    with pytest.raises(IsochronError, match=re.escape(complaint)):
        machine.run(program, AS_ON_AN_FPGA)


@pytest.mark.parametrize("cores", [2, pytest.param(4, marks=pytest.mark.wide)])
def test_event_groups_of_all_cores(cores: int) -> None:
    options = {**OPTIONS, **GROUPS_OPTIONS}
    program = machine.build(GROUPS, cores, options, kernel="isochron")
    assert machine.run(program, Machine(cores, hardware_kernel=True)) == groups_held(cores)


@pytest.mark.wide
def test_freertos_keeps_the_same_of_event_groups() -> None:
    program = machine.build(GROUPS, 2, {**GROUPS_OPTIONS, "configTICK_RATE_HZ": "5000"})
    assert machine.run(program) == groups_held(2)


LONGEST = SMP / "firmware/tests/longest.c"
ALONE = 20, 19
"""Cycles of a give and of a take, if no other core calls."""


@pytest.mark.parametrize(("cores", "more"), [(2, 20), pytest.param(4, 40, marks=pytest.mark.wide)])
def test_a_call_waits_for_other_cores_within_its_bound(cores: int, more: int) -> None:
    program = machine.build(
        LONGEST, cores, {"NDEBUG": "1", "configTICK_RATE_HZ": "1"}, kernel="isochron"
    )
    (line,) = machine.run(program, Machine(cores, hardware_kernel=True))
    calls, *longest = map(int, re.findall(r"\d+", line))
    assert calls == 4000 * cores
    for cycles, alone in zip(longest, ALONE, strict=True):
        assert alone < cycles <= alone + more


@pytest.mark.wide
@pytest.mark.parametrize("name", ["sections", "messages", "sets", "one-priority"])
def test_freertos_does_the_same(name: str) -> None:
    source, held, options = PROGRAMS[name]
    program = machine.build(source, 2, {**options, "configTICK_RATE_HZ": "5000"})
    assert machine.run(program) == held


@pytest.mark.parametrize(
    ("length", "size"), [(1, 17), (65, 4), (1, 0)], ids=["large", "many", "none"]
)
def test_a_queue_whose_items_are_no_messages_is_refused_by_name(
    length: int, size: int, tmp_path: Path
) -> None:
    source = tmp_path / "queue.c"
    source.write_text(
        '#include "FreeRTOS.h"\n#include "queue.h"\n'
        f"int main( void )\n{{\n    xQueueCreate( {length}, {size} );\n    return 0;\n}}\n"
    )
    program = machine.build(source, 2, kernel="isochron")
    with pytest.raises(
        IsochronError, match="with several cores: a queue's items are 1 to 16 bytes"
    ):
        machine.run(program, TWO)
