# SPDX-License-Identifier: Apache-2.0
"""One program goes the same way on every kernel whatever FreeRTOSConfig.h says, natively.

The first tier has some sets of options, the second one all that cover each pair of values, and each
value by itself.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

import pytest
from allpairspy import AllPairs

from isochron.building import native

PROGRAM = native.ROOT / "firmware/laboratory/configurations/program.c"
TIME_LIMIT = 60
AT_ONCE = 1
"""Sets of the first tier."""

Options = Mapping[str, str]

OFF = (
    *("configUSE_PREEMPTION", "configUSE_TIME_SLICING", "configIDLE_SHOULD_YIELD"),
    *("configUSE_COUNTING_SEMAPHORES", "configUSE_QUEUE_SETS", "configUSE_EVENT_GROUPS"),
    *("configUSE_TRACE_FACILITY", "configUSE_IDLE_HOOK", "configUSE_MINI_LIST_ITEM"),
    *("configENABLE_BACKWARD_COMPATIBILITY", "INCLUDE_vTaskPrioritySet"),
    *("INCLUDE_uxTaskPriorityGet", "INCLUDE_vTaskDelete", "INCLUDE_vTaskSuspend"),
    *("INCLUDE_xTaskDelayUntil", "INCLUDE_vTaskDelay", "INCLUDE_xTaskAbortDelay"),
    *("INCLUDE_eTaskGetState", "INCLUDE_xTaskGetSchedulerState", "INCLUDE_xTaskResumeFromISR"),
    "INCLUDE_xTaskGetIdleTaskHandle",
)
"""Are 1 in the native configuration, or by default."""

OTHERS = {
    "configUSE_TICK_HOOK": ("1",),
    "configCHECK_FOR_STACK_OVERFLOW": ("1", "2"),
    "configMAX_PRIORITIES": ("5", "16"),
    "configMAX_TASK_NAME_LEN": ("5", "32"),
    "configSTACK_DEPTH_TYPE": ("uint16_t", "uint32_t"),
    "configUSE_APPLICATION_TASK_TAG": ("1",),
    "configNUM_THREAD_LOCAL_STORAGE_POINTERS": ("3",),
    "configQUEUE_REGISTRY_SIZE": ("2",),
    "configRECORD_STACK_HIGH_ADDRESS": ("1",),
    "configUSE_POSIX_ERRNO": ("1",),
    "INCLUDE_xTaskGetHandle": ("1",),
    "INCLUDE_uxTaskGetStackHighWaterMark": ("1",),
}
"""Values other than those."""

TOGETHER: tuple[tuple[Options, ...], ...] = (
    (
        {"configUSE_RECURSIVE_MUTEXES": "0"},
        {"INCLUDE_xSemaphoreGetMutexHolder": "0"},
        {
            "configUSE_MUTEXES": "0",
            "configUSE_RECURSIVE_MUTEXES": "0",
            "INCLUDE_xSemaphoreGetMutexHolder": "0",
        },
    ),
    (
        {"configTASK_NOTIFICATION_ARRAY_ENTRIES": "1"},
        {"configUSE_STREAM_BUFFERS": "0"},
        {"configUSE_TASK_NOTIFICATIONS": "0", "configUSE_STREAM_BUFFERS": "0"},
        {"INCLUDE_xTaskGetCurrentTaskHandle": "0", "configUSE_STREAM_BUFFERS": "0"},
    ),
    (
        {"configUSE_TIMERS": "1"},
        {"configUSE_TIMERS": "1", "configUSE_DAEMON_TASK_STARTUP_HOOK": "1"},
    ),
    (
        {"configSUPPORT_DYNAMIC_ALLOCATION": "0"},
        {"configSUPPORT_STATIC_ALLOCATION": "0"},
        {"configKERNEL_PROVIDED_STATIC_MEMORY": "0"},
        {"configUSE_MALLOC_FAILED_HOOK": "1"},
    ),
)
"""Options that depend on one another in FreeRTOS: what may be chosen."""

CHOICES: tuple[tuple[Options, ...], ...] = (
    *(({option: "0"},) for option in OFF),
    *(tuple({option: value} for value in values) for option, values in OTHERS.items()),
    *TOGETHER,
)
"""What is other than in the native configuration, for each option or group."""


def covering() -> list[dict[str, str]]:
    """Return configurations in which each two choices, or none of either, meet."""
    rows = AllPairs([[{}, *choices] for choices in CHOICES])
    return [dict(item for chosen in row for item in chosen.items()) for row in rows]


def cases() -> list[Any]:
    """Return configurations that cover each pair of choices, and single choices."""
    tiers = [[], pytest.mark.wide]
    sets = [
        pytest.param(options, id=f"set-{number}", marks=tiers[number >= AT_ONCE])
        for number, options in enumerate(covering())
    ]
    singles = [
        pytest.param(one, id="-".join(map("=".join, one.items())), marks=pytest.mark.wide)
        for choices in CHOICES
        for one in choices
    ]
    return [*sets, *singles]


def ran(kernel: str, options: Options) -> str:
    """Build the program and return what it prints."""
    variant = native.Variant(options=options)
    program = native.build(kernel, [PROGRAM], "configuration", variant)
    done = subprocess.run(
        [program], capture_output=True, text=True, timeout=TIME_LIMIT, check=False
    )
    assert done.returncode == 0, f"{kernel}: {done.stdout[-400:]}"
    return done.stdout


@pytest.mark.parametrize("options", cases())
def test_a_configuration_goes_the_same_way(options: Options) -> None:
    expected = ran(native.ORACLE, options)
    assert expected.endswith("the end\n")
    for kernel in native.SUBJECTS:
        assert ran(kernel, options) == expected, kernel


def test_each_two_choices_meet() -> None:
    sets = covering()
    for first, second in combinations(CHOICES, 2):
        for one, other in product(first, second):
            both = {**one, **other}.items()
            assert any(both <= options.items() for options in sets), both
