# SPDX-License-Identifier: Apache-2.0
"""Tables I and II of the co-designed FreeRTOS (docs/reference/co-designed.md)."""

from isochron.building import firmware
from isochron.paths import ROOT
from isochron.suite import EVERY, NO_TICK, STOCK, TASKS, TICKS, Heart, Metric, Suite, Test

_KERNELS = (*EVERY, "hybrid")
_COUNTED = ROOT / "firmware/laboratory/benchmarks/counted"


MANY_TASKS = 64
"""Enough for sixty, one to start them, and idle."""


def _counted(*functions: str) -> firmware.Parts:
    """Return a counter around functions of the kernel, and the paper's control flow."""
    files = ("counted.S", "counted.c", "chain.c")
    return firmware.Parts(tuple(_COUNTED / name for name in files), (_COUNTED,), functions)


CO_DESIGNED = Suite(
    "co-designed",
    "The co-designed FreeRTOS",
    "hybrid",
    (
        Test(
            "task-switch",
            "vTaskSwitchContext",
            "Tasks of distinct priorities: each suspends itself, which dispatches the next.",
            "firmware/laboratory/benchmarks/task_switch.c",
            (
                Metric(
                    "switch-context",
                    "the function that chooses the next task, with its call",
                    TASKS,
                ),
            ),
            # The hardware kernel has this function only if a switch is to run software.
            defines={**NO_TICK, "configHW_ACCELERATION_TRACE_SWITCHES": "1"},
            kernels=_KERNELS,
            tasks=MANY_TASKS,
            parts=_counted("vTaskSwitchContext"),
        ),
        Test(
            "task-dispatch",
            "The whole switch",
            "The same tasks, kernels as they are.",
            "firmware/laboratory/benchmarks/task_dispatch.c",
            (
                Metric(
                    "suspend-dispatch",
                    "a task suspends itself, to the next one going on behind such a call",
                    TASKS,
                ),
            ),
            kernels=_KERNELS,
            tasks=MANY_TASKS,
            parts=_counted(),
        ),
        Test(
            "tick-increment",
            "xTaskIncrementTick",
            "The k-th task delays itself for k ticks, again and again; the lowest one runs.",
            "firmware/laboratory/benchmarks/tick_increment.c",
            (Metric("increment-tick", "the tick's function, with its call", TASKS),),
            defines=TICKS,
            kernels=STOCK,
            tasks=MANY_TASKS,
            parts=_counted("xTaskIncrementTick"),
        ),
        Test(
            "tick-of-many",
            "A tick",
            "All tasks wait for the same tick, below one that computes.",
            "firmware/laboratory/benchmarks/tick_stolen.c",
            (
                Metric(
                    "tick-stolen",
                    "cycles that the tick takes from the running task: interrupt and function",
                    "waking",
                    stolen=True,
                ),
            ),
            defines={**TICKS, "BENCH_WAKING": "5,10,15,20,30,40,50,60"},
            kernels=_KERNELS,
            tasks=MANY_TASKS,
        ),
        Test(
            "tick-together",
            "Delays that end at one tick",
            "Tasks are delayed until the same tick; the highest of them began to wait last.",
            "firmware/laboratory/benchmarks/tick_together.c",
            (
                Metric(
                    "tick-together",
                    "what it takes longer from the tick to the highest task than if it is alone",
                    "waking",
                    stolen=True,
                ),
            ),
            defines={**TICKS, "BENCH_WAKING": "0,1,5,10,15,20,30,40,50,60"},
            kernels=_KERNELS,
            tasks=MANY_TASKS,
        ),
    ),
    platforms=("ibex", "vexriscv"),
    heart=Heart(
        (*STOCK, "hybrid"), ("vexriscv",), ("task-switch", "tick-increment", "tick-of-many")
    ),
)
SUITES = (CO_DESIGNED,)
