# SPDX-License-Identifier: Apache-2.0
"""What work for lower-priority tasks costs a running one."""

from isochron.suite import (
    EVERY,
    LINE_VARIANTS,
    SHORT_TICK,
    SHORT_TICK_KERNEL,
    WITH_SYSTEMS,
    Heart,
    Metric,
    Suite,
    Test,
)

OPERATIONS = Suite(
    "operations",
    "What lower-priority work costs a running task",
    None,
    (
        Test(
            "tick",
            "Tick",
            "A tick at which lower-priority tasks wake, while a higher one computes.",
            "firmware/laboratory/benchmarks/tick_stolen.c",
            (
                Metric(
                    "tick-stolen",
                    "cycles that the tick takes from the running task",
                    "waking",
                    stolen=True,
                ),
            ),
            defines=SHORT_TICK,
            kernels=(*WITH_SYSTEMS, SHORT_TICK_KERNEL),
        ),
        Test(
            "interrupt",
            "Interrupt for a lower-priority task",
            "An interrupt wakes a task below the running one, which computes.",
            "firmware/laboratory/benchmarks/interrupt_stolen.c",
            (
                Metric(
                    "interrupt-stolen",
                    "cycles that the interrupt takes from the running task",
                    stolen=True,
                ),
            ),
            variants=LINE_VARIANTS,
        ),
    ),
    platforms=("ibex", "vexriscv"),
    heart=Heart((*EVERY, SHORT_TICK_KERNEL)),
    beside=True,
)
