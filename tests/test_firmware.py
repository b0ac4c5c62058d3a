# SPDX-License-Identifier: Apache-2.0
"""Run the programs of firmware/laboratory/tests on every kernel.

Our kernels are compiled with what a program needs, and no more. On FreeRTOS, and with further
options, as many programs as can share a compiled kernel.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from isochron import suites
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import checks, simulator

PROGRAMS = ROOT / "firmware/laboratory/tests"
TICK = {"configTICK_RATE_HZ": "2500"}
"""20,000 cycles to the tick: what a test does between two ticks takes less on any kernel."""
MAX_CYCLES = 80_000_000

NEEDS = checks.NEEDS
SEVERAL = {"configTASK_NOTIFICATION_ARRAY_ENTRIES": "4"}
KERNELS = (*suites.EVERY, suites.SHORT_TICK_KERNEL, "isochron-contexts")
SAMPLE = ("delays", "event_groups", "isr", "mutexes", "queues", "slicing", "timeouts")
"""Programs that are tried at once on FreeRTOS, too."""
WITH_CONTEXTS = (
    *("critical", "event_groups_isr", "isr", "notifications", "queue_isr"),
    *("queues", "scheduler_suspension", "semaphores", "switching", "tickless"),
)
"""Programs about switches, and about calls that are in assembler with contexts."""
IN_ASSEMBLER = {"isochron-contexts": {"NDEBUG": "1"}}
"""Kernels some of whose calls are in assembler, unless assertions are compiled in."""
AT_ONCE = {
    "freertos": SAMPLE,
    suites.SHORT_TICK_KERNEL: ("tick_registers",),
    "isochron": checks.OF_THE_CORE,
    "isochron-contexts": WITH_CONTEXTS,
}
"""Programs of the first tier, by kernel."""
EACH = [(path.stem, NEEDS.get(path.stem, {})) for path in sorted(PROGRAMS.glob("*.c"))]
WITH_OPTIONS = [
    ("delays", checks.WRAP),
    ("event_groups", NEEDS["event_groups"] | checks.WRAP),
    ("assertions", SEVERAL),
    ("notification_indices", SEVERAL),
    ("overflow", {"configCHECK_FOR_STACK_OVERFLOW": "2"}),
    ("message_buffers", {}),
    ("queues", {"configUSE_QUEUE_SETS": "1"}),
    ("scheduler_suspension", checks.WRAP),
    ("slicing", {"configUSE_TIME_SLICING": "0"}),
    ("start", checks.WRAP),
    ("tick_hook", NEEDS["tick_hook"] | checks.WRAP),
    ("tickless", NEEDS["tickless"] | checks.WRAP),
    ("timeouts", checks.WRAP),
    ("timers", NEEDS["timers"] | checks.WRAP),
]


def _name(case: tuple[str, dict[str, str]]) -> str:
    program, defines = case
    own = defines.items() - NEEDS.get(program, {}).items()
    return "-".join([program, *(f"{key}={value}" for key, value in sorted(own))])


def _in_tiers() -> Iterator[Any]:
    """Yield programs and kernels. All run natively (tests/test_checks.py); the first tier has those
    here that are about the core, WITH_CONTEXTS, and some on FreeRTOS, by which it is seen that a
    program asks for what FreeRTOS does. With its port's own choice of the next task they are those
    about the core: the options are tried on FreeRTOS without it. A tick that saves less takes no
    tick hook."""
    of_the_core = [case for case in EACH if case[0] in checks.OF_THE_CORE]
    without_hook = [case for case in of_the_core if case[0] != "tick_hook"]
    programs = {"freertos-optimised": of_the_core, suites.SHORT_TICK_KERNEL: without_hook}
    for kernel in KERNELS:
        at_once = AT_ONCE.get(kernel, ())
        for case in programs.get(kernel, [*EACH, *WITH_OPTIONS]):
            marks = [] if case in EACH and case[0] in at_once else [pytest.mark.wide(each=9)]
            yield pytest.param(case, kernel, id=f"{_name(case)}-{kernel}", marks=marks)


@pytest.mark.parametrize(("case", "kernel"), list(_in_tiers()))
def test_kernel_from_inside(case: tuple[str, dict[str, str]], kernel: str) -> None:
    program, defines = case
    calls = {} if program == "assertions" else IN_ASSEMBLER.get(kernel, {})
    shared = checks.TOGETHER if kernel in suites.IN_SOFTWARE or case in WITH_OPTIONS else {}
    defines = {**TICK, **calls, **shared, **defines}
    elf = firmware.build(PROGRAMS / f"{program}.c", kernel, defines=defines)
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    passed = re.fullmatch(r"passed (\d+) checks\n", result.output)
    assert passed is not None, result.output
    assert int(passed[1]) > 0


def test_a_short_tick_is_refused_where_every_trap_has_the_same_entry() -> None:
    with pytest.raises(IsochronError, match="takes every trap through one entry"):
        firmware.build(PROGRAMS / "delays.c", suites.SHORT_TICK_KERNEL, "vexriscv")
