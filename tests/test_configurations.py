# SPDX-License-Identifier: Apache-2.0
"""One program goes the same way on every kernel whatever FreeRTOSConfig.h says.

It runs natively, and for the attachments that need a core on the simulated SoC. The first tier has
some sets of options, the second one all that cover each pair of values, and natively each value by
itself.
"""

import subprocess
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

import pytest
from allpairspy import AllPairs

from isochron.building import firmware, native
from isochron.differential import board
from isochron.running import simulator

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


SETS = [
    dict(item for chosen in row for item in chosen.items())
    for row in AllPairs([[{}, *choices] for choices in CHOICES])
]
"""Configurations in which each two choices, or none of either, meet."""
NO_HEAP = ("configSUPPORT_DYNAMIC_ALLOCATION", "0")
"""Is not for the SoC, whose programs have FreeRTOS's heap."""


def cases() -> list[Any]:
    """Return configurations that cover each pair of choices, and single choices."""
    tiers = [[], pytest.mark.wide(each=6)]
    sets = [
        pytest.param(options, id=f"set-{number}", marks=tiers[number >= AT_ONCE])
        for number, options in enumerate(SETS)
    ]
    singles = [
        pytest.param(
            choice, id="-".join(map("=".join, choice.items())), marks=pytest.mark.wide(each=6)
        )
        for choices in CHOICES
        for choice in choices
    ]
    return [*sets, *singles]


def ran(kernel: str, options: Options) -> str:
    """Build the program, which is compiled longer than it runs, and return what it prints."""
    variant = native.Variant("unoptimised", options=options)
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


ON_THE_SOC = firmware.Parts(
    (board.SOURCES / "board/machine.c",),
    (native.HOST / "include", native.ATTACHMENTS / "host"),
)
AS_NATIVELY = {
    **board.OPTIONS,
    "configINITIAL_TICK_COUNT": "0",
    "configUSE_TIMERS": "0",
    "INCLUDE_xTimerPendFunctionCall": "0",
    "STACK": "400",  # words, for what prints
}
"""What the configuration of the SoC has otherwise."""


@pytest.mark.wide(each=6)
@pytest.mark.parametrize(
    "options", [pytest.param(options, id=f"set-{n}") for n, options in enumerate(SETS)]
)
@pytest.mark.parametrize(
    ("kernel", "platform"), [("isochron-contexts", "ibex"), ("isochron-cfu", "vexriscv")]
)
def test_a_configuration_goes_the_same_way_on_the_soc(
    kernel: str, platform: str, options: Options
) -> None:
    options = dict(options.items() - {NO_HEAP})
    defines = {**AS_NATIVELY, **options}
    elf = firmware.build(PROGRAM, kernel, platform, defines=defines, parts=ON_THE_SOC)
    result = simulator.run(elf, platform, max_cycles=board.MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output == ran(native.ORACLE, options)


def test_each_two_choices_meet() -> None:
    for first, second in combinations(CHOICES, 2):
        for former, other in product(first, second):
            both = {**former, **other}.items()
            assert any(both <= options.items() for options in SETS), both
