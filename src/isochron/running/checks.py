# SPDX-License-Identifier: Apache-2.0
"""The programs of firmware/laboratory/tests, as native programs."""

import resource
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from isochron.building import native
from isochron.paths import ROOT
from isochron.processes import TEXT, processor_time

PROGRAMS = ROOT / "firmware/laboratory/tests"
SHARED = PROGRAMS / "common/checks.c"
"""What programs on another kernel's API use of the folder, too."""

BOARD = native.HOST / "board/board.c"
INCLUDE = (PROGRAMS / "common", ROOT / "firmware/board/include")

NEEDS: dict[str, dict[str, str]] = {
    program: {name: str(value) for name, value in options.items()}
    for path in (
        PROGRAMS / "options.toml",
        *sorted(ROOT.glob("systems/*/firmware/tests/options.toml")),
    )
    for program, options in tomllib.loads(path.read_text())["needs"].items()
}
"""Options of FreeRTOSConfig.h that a program needs, by its name."""

TOGETHER = {
    **dict.fromkeys(("configUSE_MUTEXES", "configUSE_RECURSIVE_MUTEXES"), "1"),
    **dict.fromkeys(("configUSE_TRACE_FACILITY", "INCLUDE_xTaskAbortDelay"), "1"),
    **dict.fromkeys(("INCLUDE_xSemaphoreGetMutexHolder", "INCLUDE_xTaskResumeFromISR"), "1"),
}
"""Options that change nothing for a program that does not use them. With all of them, programs that
need some share a compiled kernel with those that need none."""

NOT_NATIVE = {
    "contexts/blocked": "is about contexts",
    "contexts/misses": "is about contexts",
    "contexts/most_tasks": "is about contexts",
    "contexts/registers": "is about contexts",
    "contexts/traps": "is about contexts",
    "c_library": "is about the board's C library",
    "cfu/branches": "is about custom instructions",
    "float/in_routine": "is about floating-point registers",
    "float/switches": "is about floating-point registers",
    "float/tasks": "is about floating-point registers",
    "costs/costs": "is about cycles of the core",
    "costs/large_items": "is about cycles of the core",
    "costs/messages": "is about cycles of the core",
    "costs/options": "is about cycles of the core",
    "critical": "reads a register of the core",
    "debugger/profiled": "is measured on the core",
    "debugger/ten_tasks": "is stopped and looked at on the core",
    "debugger/traced": "needs the trace, which is around the hardware kernel",
    "overflow": "its stack is the machine's here",
    "scheduler_suspension": "reads a register of the core",
    "switching": "counts cycles of the core; native/switches.c counts in its own unit",
    "tls": "is about the board's C library",
    "tick_reading": "is about cycles of the core",
    "tick_registers": "is about registers of the core",
    "native/identifiers": "runs by itself, in tests/test_identifiers.py",
    "native/no_monitor": "is for hardware without the monitor: SMALLEST_CASES",
    "isochron/critical_sections": "is about cycles of the core",
    "isochron/event_groups": "lets time pass without an access to the hardware kernel",
    "isochron/monitor": "is about cycles of the core",
    "isochron/run_times": "is about cycles of the core",
    "isochron/sweep": "is about cycles of the core",
}
"""Programs that need the core, and why."""

OF_THE_CORE = (
    *("c_library", "critical", "event_groups_isr", "isr", "memberships", "mutexes"),
    *("notifications", "overflow", "queue_isr", "queues", "reentrancy", "scheduler_suspension"),
    *("semaphores", "switching", "tick_hook", "tick_registers", "tickless", "timeouts", "tls"),
)
"""Programs about interrupts, switches and ticks, as a core takes them. The first tier of the tests
runs these with the attachment `bus`, some with contexts, and all of them natively that can be."""

BASE = {
    "configINITIAL_TICK_COUNT": "0",
    "configUSE_IDLE_HOOK": "0",
    "configMAX_PRIORITIES": "16",
    "configTOTAL_HEAP_SIZE": "262144",
}
"""More as on the board; the native configuration is the oracle's."""

WRAP = {"configINITIAL_TICK_COUNT": "0xFFFFFFF0"}
"""The tick starts shortly before it wraps."""

ABOUT_QUEUES = (
    *("memberships", "message_buffers", "other_names", "queue_attributes", "queue_isr"),
    *("queue_sets", "queue_traces", "queues", "timers", "timeouts"),
    *("isochron/deleted_objects", "isochron/transfers"),
    *("native/member_joins", "native/member_ticks", "native/misuse"),
)
"""Programs that run once more without messages: those about queues, and what uses some."""

NATIVE_NEEDS = {
    "isochron/meetings": {"TEST_POINTS": "24", "TEST_RUNS": "2000"},
    "isochron/transfers": {"TEST_LAST_OFFSET": "60"},
}
"""A call has fewer points than it has cycles on the board."""

PROCESSOR_TIME = 15
"""Seconds of the processor's time, in which a program ends several times over."""


@dataclass(frozen=True)
class Case:
    """A program, and what it is built with."""

    name: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Over those that it needs anyhow."""
    refused: str = ""
    """What the program says when the hardware does not fit its configuration."""
    kernel: str = "isochron"
    """One of native.SUBJECTS."""
    path: Path | None = None
    """The program, if it is not in ``PROGRAMS``."""

    @property
    def code(self) -> int:
        """The exit code to expect: 0, or BOARD_EXIT_CONFIGURATION of board.h."""
        return 68 if self.refused else 0


MISFITS = {
    "configMAX_HW_ACCELERATION_TASKS": ("33", "is 33, but the hardware's number of tasks is 32."),
    "configMAX_HW_ACCELERATION_SEMAPHORES": (
        "33",
        "SEMAPHORES is 33, but the hardware's number of objects is 32.",
    ),
    "configMAX_PRIORITIES": (
        "17",
        "FreeRTOSConfig.h does not fit the hardware kernel: configMAX_PRIORITIES is 17, but the "
        "hardware's number of priorities is 16. Set the option to at most the hardware's number, "
        "or build the hardware with NPriorities as configured.",
    ),
    "configHW_ACCELERATOR_FLAG_BITS": (
        "25",
        "is 25, but the hardware's number of bits in an event group is 24.",
    ),
    "configTASK_NOTIFICATION_ARRAY_ENTRIES": (
        "4",
        "is 4, but the hardware's number of notifications of each task is 3.",
    ),
    "configTICK_RATE_HZ": ("2000", "is 500, but the hardware's shortest tick in cycles is 512."),
}
"""Options that do not fit the native hardware (native.PARAMETERS), and what is said of them."""

OTHER_RELEASES = tuple(
    Case("start", {"configTRACE_HEADER": "<test_other_release.h>", "TEST_OTHER": other}, message)
    for other, message in (
        ("TEST_IDENTIFICATION", "There is no hardware kernel at configHW_ACCELERATION_BASE"),
        (
            "TEST_VERSION",
            "the version of the register map that the kernel files expect is 1002, but the "
            "hardware's version is 2. Take kernel files and hardware from the same release.",
        ),
        (
            "TEST_TICK_WIDTH",
            "configTICK_TYPE_WIDTH_IN_BITS is 32, but the hardware's width of the tick is 0.",
        ),
    )
)
"""Kernel files that expect another hardware, and what they say of it."""

_TOO_MANY, _SAID = MISFITS["configMAX_HW_ACCELERATION_TASKS"]
FIRST_CALLS = tuple(
    Case(
        "native/first_call",
        {"TEST_ONLY_CALL": "1", "configMAX_HW_ACCELERATION_TASKS": _TOO_MANY, **first},
        _SAID,
    )
    for first in ({}, {"TEST_FIRST_GROUP": "1"})
)
"""Whichever call is the first, it refuses hardware that does not fit."""

CONTROLS = (
    {"configUSE_PREEMPTION": "0", "configUSE_TIME_SLICING": "0"},
    {"configUSE_TICK_HOOK": "1"},
    {"configISOCHRON_USE_MONITOR_HOOK": "1", "configUSE_TIME_SLICING": "0"},
)
"""Options that the kernel files tell the hardware, other than those of the native configuration."""

SMALLEST = {
    **{"EventGroups": 0, "Tickless": 0, "Monitor": 0},
    "MessageWords": 0,
}
"""Parameters of hardware that was built with less than the kernel files can use."""

_NO_MONITOR = " is 1, but the hardware's monitor is 0."
_NO_EVENT_GROUPS = "build it with EventGroups 1, or create none."

SMALLEST_CASES = (
    Case(
        "tickless",
        {"configUSE_TICKLESS_IDLE": "1", "configTRACE_HEADER": "<test_sleep.h>"},
        "but the hardware's support of tickless idle is 0.",
    ),
    Case("event_groups", {}, _NO_EVENT_GROUPS),
    Case(
        "start",
        {"configHW_ACCELERATOR_FLAG_BITS": "24"},
        "is 24, but the hardware's number of bits in an event group is 0.",
    ),
    Case("native/control", {"configISOCHRON_USE_MONITOR_HOOK": "1"}, f"HOOK{_NO_MONITOR}"),
    Case("native/switches", {"configISOCHRON_MONITOR_RUN_TIMES": "1"}, f"RUN_TIMES{_NO_MONITOR}"),
    Case("semaphores"),
    Case("queues"),
    Case("native/no_monitor"),
)
"""What such hardware says of a program that needs more, and one that does not."""


def native_cases() -> list[Case]:
    """Return the native programs, some of them with several options."""
    return [
        *(Case(name) for name in native_programs()),
        Case("queues", {"configUSE_QUEUE_SETS": "0"}),
        Case("semaphores", {"configUSE_QUEUE_SETS": "0"}),
        Case("slicing", {"configUSE_TIME_SLICING": "0"}),
        *(Case(name, WRAP) for name in ("start", "tickless", "timers")),
        Case("native/item_waits", {"TEST_MEMBER": "1"}),
        *(Case("native/control", options) for options in CONTROLS),
        *(Case(name, {native.MESSAGES: "0"}) for name in ABOUT_QUEUES),
        Case("native/switches", {"TEST_ALTERNATIVE_COUNTER": "1"}),
        *FIRST_CALLS,
        Case("native/heap", {"configSUPPORT_STATIC_ALLOCATION": "0"}),
        Case("native/most_tasks", {"TEST_RESET": "1"}),
        Case("native/unchecked", {"configASSERT( x )": "( ( void ) ( x ) )"}),
        *(Case("start", {name: value}, message) for name, (value, message) in MISFITS.items()),
        *OTHER_RELEASES,
    ]


def native_programs() -> list[str]:
    """Return the names of the programs that run natively on the hardware kernel."""
    names = _names("*.c", "isochron/*.c", "native/*.c")
    return [name for name in names if name not in NOT_NATIVE]


def _names(*patterns: str) -> list[str]:
    paths = [path for pattern in patterns for path in PROGRAMS.glob(pattern)]
    return sorted(str(path.relative_to(PROGRAMS).with_suffix("")) for path in paths)


def build(case: Case, variant: native.Variant | None = None) -> Path:
    """Build one of ``native_cases()``, or of a system's."""
    variant = variant or native.Variant()
    needs = {**NEEDS.get(case.name, {}), **NATIVE_NEEDS.get(case.name, {})}
    options = {**BASE, **needs, **case.options}
    sources = [
        case.path or PROGRAMS / f"{case.name}.c",
        *sorted((PROGRAMS / "common").glob("*.c")),
        BOARD,
    ]
    name = Path(case.name).name
    return native.build(case.kernel, sources, name, replace(variant, options=options), INCLUDE)


def run(program: Path) -> tuple[int, str]:
    """Return a native program's exit code and output; a signal is a negative code."""
    done = subprocess.run(
        [program], capture_output=True, **TEXT, preexec_fn=_limit_processor_time, check=False
    )
    return done.returncode, done.stdout + done.stderr


def _limit_processor_time() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (processor_time(PROCESSOR_TIME), most))
