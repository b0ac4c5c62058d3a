# SPDX-License-Identifier: Apache-2.0
"""The same calls on every attachment (docs/explanation/contexts.md)."""

from isochron.suite import (
    HARDWARE_KERNEL,
    LINE_VARIANTS,
    OTHERS_ATTACHED,
    STOCK,
    TICKS,
    Heart,
    Metric,
    Suite,
    Test,
)

PASS = "pass"
"""Whether caches were still being filled ("first") or not ("later")."""


def _passes(metric: str, summary: str) -> Metric:
    return Metric(metric, summary, PASS)


ATTACHMENTS = Suite(
    "attachments",
    "The same calls on every attachment",
    None,
    (
        Test(
            "attachments",
            "Kernel calls",
            "Two tasks, in passes that are all alike; nothing is printed between them.",
            "firmware/laboratory/benchmarks/attachments.c",
            (
                _passes("take", "take of a semaphore that is there"),
                _passes("give", "give of a semaphore that nobody waits for"),
                _passes("yield-round-trip", "yield to an equal task, to the return from it"),
                _passes("give-unblock", "give, to the return of the higher task that waits"),
                _passes("take-block", "take that blocks, to the lower task's next instruction"),
                _passes("notify-unblock", "notification, to the return of the higher task's wait"),
                _passes("notify-block", "wait for a notification that blocks, to the lower task"),
                _passes("delay-block", "delay, to the lower task going on"),
                _passes("interrupt-to-task", "rising interrupt line, to the waiting task's return"),
            ),
            defines=TICKS,
            variants=LINE_VARIANTS,
            kernels=(*STOCK, *HARDWARE_KERNEL),
        ),
    ),
    platforms=("ibex", "vexriscv", "cv32e40p"),
    heart=Heart((*STOCK, *HARDWARE_KERNEL, *OTHERS_ATTACHED), ("ibex", "vexriscv")),
    beside=True,
)
