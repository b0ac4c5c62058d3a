# SPDX-License-Identifier: Apache-2.0
"""The paper's figures of the hardware time manager, on bare metal (time-manager.md)."""

from dataclasses import replace

from systems.time_manager.lab import alchemy

from isochron.building import firmware
from isochron.paths import ROOT
from isochron.suite import (
    BENCH,
    HARDWARE_KERNEL,
    PERIOD,
    TASKS,
    Heart,
    Metric,
    Suite,
    Test,
    Variant,
)

_TIME_MANAGER = ROOT / "systems/time_manager/firmware/benchmarks"
HARDWARE_TIME, TICKLESS_TIME, SOFTWARE_TIME = "hardware", "tickless", "software"
"""The variants of the time base, docs/reference/alchemy.md."""
ON_FREERTOS = "-on-freertos"
"""The end of a variant's name that is the same without the hardware kernel."""
_FREERTOS = ("freertos-optimised",)


def _periodic(
    name: str,
    title: str,
    summary: str,
    program: str,
    metrics: tuple[Metric, ...],
    tick_ns: int,
) -> Test:
    """Return a test with periodic tasks, on all time bases, with the hardware kernel and without.

    FreeRTOS's tick, which nothing here uses, is once in a second: on FreeRTOS's own kernel each
    takes cycles.

    Args:
        tick_ns: of the time base in software.
    """
    bases = (
        Variant(HARDWARE_TIME, "the hardware time manager", HARDWARE_KERNEL, label="time manager"),
        Variant(
            TICKLESS_TIME,
            "a heap of timers, and one hardware timer for the earliest",
            HARDWARE_KERNEL,
            alchemy.TICKLESS_TIME_BASE,
            "tick-less software",
            coloured=True,
        ),
        Variant(
            SOFTWARE_TIME,
            "a walk over all timers at each tick, which the time manager replaced",
            HARDWARE_KERNEL,
            {**alchemy.SOFTWARE_TIME_BASE, "ALCHEMY_TICK_NS": str(tick_ns)},
            "software time base",
            coloured=True,
        ),
    )
    on_freertos = tuple(
        replace(
            base,
            name=f"{base.name}{ON_FREERTOS}",
            summary=f"{base.summary}, without the hardware kernel",
            kernels=_FREERTOS,
            label=f"{base.label}, FreeRTOS",
        )
        for base in bases
    )
    shared = firmware.layer(alchemy.NAME)
    return Test(
        name,
        title,
        summary,
        f"systems/time_manager/firmware/benchmarks/{program}.c",
        metrics,
        defines={**alchemy.DEFINES, "configTICK_RATE_HZ": "1"},
        variants=(*bases, *on_freertos),
        kernels=HARDWARE_KERNEL + _FREERTOS,
        parts=firmware.Parts(
            (*shared.sources, *sorted(BENCH.glob("*.c")), _TIME_MANAGER / "parts/waiting.c"),
            (*shared.include, BENCH, _TIME_MANAGER / "parts"),
        ),
        hardware=alchemy.HARDWARE,
    )


PAPER_TICK_NS = 10_000_000
SHORT_TICK_NS = 1_000_000
"""For what does not depend on the tick's length: with the paper's it takes ten times as long."""
NUMBERS = (1, 12, 64)
"""Of tasks whose overhead is measured; the paper's most is 12."""
WINDOW_MS = 10
"""For which the task below them computes, at least."""

TIME_MANAGER = Suite(
    "time-manager",
    "The hardware time manager",
    "time-manager",
    (
        _periodic(
            "wake-up",
            "Wake-up",
            "N periodic tasks wait while the core rests.",
            "wake_up",
            (
                Metric("wake-one", "end of its delay, to the one of N that wakes", TASKS),
                Metric("wake-first", "end of N tasks' delays, to the first of them", TASKS),
                Metric("wake-last", "end of N tasks' delays, to the last of them", TASKS),
            ),
            SHORT_TICK_NS,
        ),
        _periodic(
            "handler",
            "Interrupt handler",
            "A task above N periodic ones computes while their time base interrupts.",
            "handler",
            (
                Metric("handler-one", "cycles taken when one of N tasks wakes", TASKS, stolen=True),
                Metric("handler-all", "cycles taken when N tasks wake", TASKS, stolen=True),
            ),
            SHORT_TICK_NS,
        ),
        _periodic(
            "overhead",
            "Overhead",
            "N periodic tasks do nothing but wait; a task below them computes.",
            "overhead",
            tuple(
                Metric(
                    f"overhead-{tasks}",
                    f"cycles taken from it by {tasks} tasks: a period's work, or {WINDOW_MS} ms",
                    PERIOD,
                    stolen=True,
                )
                for tasks in NUMBERS
            ),
            PAPER_TICK_NS,
        ),
        _periodic(
            "latency",
            "Latency under load",
            "One of 12 periodic tasks wakes, above tasks that load the core and the kernel.",
            "latency",
            (Metric("wake-loaded", "end of its delay, to the task going on", TASKS),),
            50_060,
        ),
    ),
    heart=Heart(HARDWARE_KERNEL, tests=("wake-up",)),
)
SUITES = (TIME_MANAGER,)
