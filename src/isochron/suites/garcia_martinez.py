# SPDX-License-Identifier: Apache-2.0
"""The García-Martínez benchmarks (docs/reference/garcia-martinez.md)."""

from isochron.building.firmware import UNOPTIMISED
from isochron.suite import (
    EVERY,
    LINE_VARIANTS,
    MESSAGE_LENGTH,
    MUTEXES,
    NO_TICK,
    THESIS_OPTIMISATION,
    Heart,
    Metric,
    Suite,
    Test,
)

GARCIA_MARTINEZ = Suite(
    "garcia-martinez",
    "García-Martínez benchmarks",
    "accelerated",
    (
        Test(
            "semaphore-2",
            "Semaphore-2",
            "A task waits for a semaphore; a lower one signals it.",
            "firmware/laboratory/benchmarks/semaphore_2.c",
            (
                Metric(
                    "wait-block",
                    "wait on a count of 0, to the lower task going on",
                    "priority_drop",
                ),
                Metric(
                    "signal-unblock",
                    "signal by the lower task, to the waiting task going on",
                    "priority_drop",
                ),
            ),
            further={"ibex-nomul": (UNOPTIMISED, THESIS_OPTIMISATION)},
        ),
        Test(
            "semaphore-actions",
            "Semaphore actions without a switch",
            "Wait on a count above 0; signal with nobody waiting.",
            "firmware/laboratory/benchmarks/semaphore_actions.c",
            (
                Metric("wait-decrement", "wait on a count above 0", "count"),
                Metric("signal-increment", "signal with nobody waiting", "count"),
            ),
        ),
        Test(
            "mutex-6",
            "Mutex-6",
            "A task waits for a mutex that a lower one holds, which inherits its priority.",
            "firmware/laboratory/benchmarks/mutex_6.c",
            (
                Metric(
                    "wait-block",
                    "wait for the mutex, to the holder going on with the inherited priority",
                    "priority_drop",
                ),
                Metric(
                    "signal-unblock",
                    "signal by the holder, which is disinherited, to the waiting task going on",
                    "priority_drop",
                ),
            ),
            defines={**NO_TICK, **MUTEXES},
        ),
        Test(
            "message-passing-1",
            "Message-passing-1",
            "A message is sent to a queue with room and received again.",
            "firmware/laboratory/benchmarks/message_passing_1.c",
            (
                Metric("send-data", "send to a queue with room", MESSAGE_LENGTH),
                Metric("receive-data", "receive a message that is there", MESSAGE_LENGTH),
            ),
        ),
        Test(
            "message-passing-3",
            "Message-passing-3",
            "A task receives from an empty queue; a lower one sends to it.",
            "firmware/laboratory/benchmarks/message_passing_3.c",
            (
                Metric(
                    "receive-block",
                    "receive from an empty queue, to the lower task going on",
                    "priority_drop",
                ),
                Metric(
                    "send-unblock",
                    "send by the lower task, to the waiting task going on",
                    "priority_drop",
                ),
            ),
        ),
        Test(
            "message-passing-4",
            "Message-passing-4",
            "A task sends to a queue that a lower one waits for: no switch.",
            "firmware/laboratory/benchmarks/message_passing_4.c",
            (Metric("send-unblock", "send, which makes the lower task ready", "priority_drop"),),
        ),
        Test(
            "message-passing-actions",
            "Message actions on a full queue",
            "A task sends to a full queue; a lower one receives from it.",
            "firmware/laboratory/benchmarks/message_passing_actions.c",
            (
                Metric(
                    "send-block",
                    "send to the full queue, to the lower task going on",
                    "priority_drop",
                ),
                Metric(
                    "receive-unblock",
                    "receive by the lower task, to the waiting sender going on",
                    "priority_drop",
                ),
            ),
        ),
        Test(
            "interrupt-response-1",
            "Interrupt-response-1",
            "An interrupt at a random moment notifies a task above the running one.",
            "firmware/laboratory/benchmarks/interrupt_response_1.c",
            (Metric("task-dispatch", "rising interrupt line, to the notified task", "background"),),
            variants=LINE_VARIANTS,
        ),
        Test(
            "timeout-1",
            "Timeout-1",
            "A task delays itself while others are delayed already.",
            "firmware/laboratory/benchmarks/timeout_1.c",
            (Metric("delay-block", "delay, to the lower task going on", "delayed"),),
        ),
    ),
    platforms=("ibex", "ibex-2stage", "ibex-nomul", "vexriscv"),
    optimisations=("O2", "O3"),
    heart=Heart(EVERY),
    beside=True,
)
