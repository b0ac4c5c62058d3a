# SPDX-License-Identifier: Apache-2.0
"""Whole jobs and calls, as the analysis of response times needs them."""

from isochron.building import firmware
from isochron.paths import ROOT
from isochron.suite import (
    HARDWARE_KERNEL,
    MUTEXES,
    SHORT_TICK,
    WITH_SYSTEMS,
    Heart,
    Metric,
    Suite,
    Test,
    Variant,
)

CONTEXTS = "isochron-contexts"
CALIBRATED = (*WITH_SYSTEMS, CONTEXTS)
"""The kernels on Ibex with FreeRTOS's API."""
CALL, DELAYED, DISTANCE, DUE = "call", "delayed", "distance", "due"
JOBS, LEFT, USERS, WAKING = "jobs", "left", "users", "waking"
AFTER, END, LINE_NUMBER = "after", "end", "line"
"""Keys of the sweeps."""
CROSSING_DISTANCE, TICK_DISTANCE = 26, 8
"""How far above the task below the one is that comes within a job, and around a tick's."""

_PROGRAMS = ROOT / "firmware/laboratory/benchmarks/calibration"
_PARTS = firmware.Parts(
    (_PROGRAMS / "parts/ticks.c", _PROGRAMS / "parts/windows.c"), (_PROGRAMS / "parts",)
)
_DEFINES = {**SHORT_TICK, **MUTEXES}
_SHORTEST_TICK = {**MUTEXES, "configTICK_RATE_HZ": "12500"}
"""4,000 cycles to the tick: one call and one job, hundreds of times."""
_LINE = {"BENCH_NO_ISR": "1"}
_CALLS_BY_LINE = {"CALLS_BY_LINE": "1"}


def _stolen(name: str, summary: str, sweep: str | None) -> Metric:
    return Metric(name, summary, sweep, stolen=True)


def _test(
    name: str, title: str, summary: str, metrics: tuple[Metric, ...], **others: object
) -> Test:
    program = f"firmware/laboratory/benchmarks/calibration/{name.removeprefix('calibration-')}.c"
    options = {"defines": _DEFINES, "kernels": CALIBRATED, "parts": _PARTS, **others}
    return Test(name, title, summary, program, metrics, **options)  # type: ignore[arg-type]


CALIBRATION = Suite(
    "calibration",
    "What the analysis of response times needs",
    None,
    (
        _test(
            "calibration-jobs",
            "Jobs that a tick releases",
            "A task computes across a tick that releases an empty job of a higher task, or none.",
            (
                _stolen("tick", "cycles that a tick takes at which lower tasks wake", WAKING),
                _stolen("tick-beside-delayed", "the same, another task stays delayed", WAKING),
                _stolen("job-by-tick", "cycles that tick and whole job take", DISTANCE),
                _stolen("jobs-in-turn", "the same of several jobs at one tick", JOBS),
                _stolen("job-past-delayed", "the same, others delayed for less long", DELAYED),
                _stolen("tick-to-task", "tick, to the first instruction of the job", DUE),
                _stolen("tick-behind-tick", "the same, a tick within the end of its last job", END),
                _stolen("tick-at-job-end", "the same as job-by-tick, the next tick within", LEFT),
            ),
        ),
        _test(
            "calibration-interrupts",
            "Jobs that an interrupt releases",
            "A task computes while an interrupt line rises.",
            (
                _stolen("job-by-interrupt", "cycles that interrupt and whole job take", DISTANCE),
                Metric("interrupt-to-task", "rising line, to the first instruction of the job"),
                _stolen("interrupt-for-lower", "cycles that waking a lower task takes", None),
                _stolen("interrupt-of-line", "cycles of a routine that does nothing", LINE_NUMBER),
                _stolen("interrupt-across-job", "cycles of a job and of another within", AFTER),
                _stolen("interrupt-across-tick", "cycles of a tick's job and of another", AFTER),
            ),
            variants=(
                Variant("isr", "an interrupt service routine notifies the task", CALIBRATED),
                Variant("line", "the line notifies the task", (*HARDWARE_KERNEL, CONTEXTS), _LINE),
            ),
        ),
        _test(
            "calibration-mutexes",
            "Mutexes",
            "Two tasks use a mutex, one of them, or none, while a tick releases the higher one.",
            (_stolen("mutex", "cycles taken from the lower task's loop", USERS),),
        ),
        _test(
            "calibration-calls",
            "Calls",
            "A lower task calls the kernel when the highest one is released.",
            (
                _stolen("call", "the call alone, with what it wakes", CALL),
                _stolen(
                    "release-behind-call", "release, to the highest task's first instruction", CALL
                ),
                _stolen("release-in-call", "cycles that release and whole job take", CALL),
            ),
            variants=(
                Variant("tick", "a tick releases it", CALIBRATED),
                Variant("isr", "an interrupt service routine does", CALIBRATED, _CALLS_BY_LINE),
                Variant(
                    "line",
                    "the line does",
                    (*HARDWARE_KERNEL, CONTEXTS),
                    {**_CALLS_BY_LINE, **_LINE},
                ),
            ),
            defines=_SHORTEST_TICK,
        ),
    ),
    heart=Heart(("freertos", *HARDWARE_KERNEL, CONTEXTS)),
)
