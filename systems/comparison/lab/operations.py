# SPDX-License-Identifier: Apache-2.0
"""Single operations in exact cycles: the paper's and those of other collections, each once.

Every row says from which label to which label it is measured, over what it is swept, and who else
measures it: the comparison paper (its criterion), Thread-Metric (Express Logic, eight tests),
Rhealstone (Kar and Porter, six), and the theses and papers of the other suites.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from systems.comparison.lab.criteria import TICKS

NO_TICK = {"configTICK_RATE_HZ": "1", "COMPARISON_TICK_CYCLES": "80000000u"}
"""No program runs until the first one."""
SHORT_TICK = {"configTICK_RATE_HZ": "4000", "COMPARISON_TICK_CYCLES": "20000u"}
"""20,000 cycles, as the programs delays.c and timers.c expect."""
MUTEXES = {"configUSE_MUTEXES": "1"}

PAPER = "comparison paper"
THREAD_METRIC = "Thread-Metric"
RHEALSTONE = "Rhealstone"
THESIS = "García-Martínez"
CO_DESIGNED = "co-designed FreeRTOS"


@dataclass(frozen=True)
class Operation:
    """What is measured from one label to another.

    Attributes:
        name: the metric in results.json.
        title: for people.
        sweep: the parameter that is varied, None if none is.
        sources: who else measures it, by their own names for it.
        from_line: it begins when an interrupt line rises, not at a label.
    """

    name: str
    title: str
    sweep: str | None
    sources: tuple[str, ...]
    from_line: bool = False

    @property
    def label(self) -> str:
        """Its name in the labels of a program."""
        return self.name.replace("-", "_")

    @property
    def start(self) -> str:
        """Where it begins."""
        return "the interrupt line rises" if self.from_line else f"probe_start_{self.label}"

    @property
    def stop(self) -> str:
        """Where it ends."""
        return f"probe_stop_{self.label}"


@dataclass(frozen=True)
class Program:
    """A program and the operations that it measures.

    Attributes:
        needs: macros of the adapter, beside those that no program does without.
        defines: preprocessor symbols.
    """

    name: str
    needs: tuple[str, ...]
    operations: tuple[Operation, ...]
    defines: Mapping[str, str]

    @property
    def path(self) -> str:
        """Its C file in systems/comparison/firmware, without ``.c``."""
        return f"operations/{self.name}"


_SEMAPHORE = ("KERNEL_SEMAPHORE_CREATE", "KERNEL_SEMAPHORE_RELEASE")
_QUEUE = ("KERNEL_QUEUE_CREATE", "KERNEL_QUEUE_PASS")

_TABLE = (
    Program(
        "preemption",
        ("KERNEL_SUSPEND_SELF", "KERNEL_RESUME"),
        (
            Operation(
                "suspend-dispatch",
                "suspend itself, to the next lower task",
                "tasks",
                (f"{PAPER}: task preemption", f"{CO_DESIGNED}: suspend-dispatch"),
            ),
            Operation(
                "resume-dispatch",
                "resume a higher task, to that task",
                "tasks",
                (
                    f"{PAPER}: task preemption",
                    f"{THREAD_METRIC}: preemptive scheduling",
                    f"{RHEALSTONE}: preemption time",
                ),
            ),
        ),
        NO_TICK,
    ),
    Program(
        "yield",
        ("KERNEL_YIELD",),
        (
            Operation(
                "yield",
                "yield, to the next task of the same priority",
                "tasks",
                (f"{THREAD_METRIC}: cooperative scheduling", f"{RHEALSTONE}: task switching time"),
            ),
        ),
        NO_TICK,
    ),
    Program(
        "semaphores",
        (*_SEMAPHORE, "KERNEL_SEMAPHORE_GET"),
        (
            Operation(
                "get-semaphore",
                "get a semaphore that is there",
                None,
                (
                    f"{PAPER}: get semaphore",
                    f"{THREAD_METRIC}: synchronization processing",
                    f"{THESIS}: wait-decrement",
                ),
            ),
            Operation(
                "release-semaphore",
                "release a semaphore that nobody waits for",
                None,
                (
                    f"{PAPER}: release semaphore",
                    f"{THREAD_METRIC}: synchronization processing",
                    f"{THESIS}: signal-increment",
                ),
            ),
        ),
        NO_TICK,
    ),
    Program(
        "waiters",
        (*_SEMAPHORE, "KERNEL_SEMAPHORE_RELEASE_TO_HIGHEST", "KERNEL_SEMAPHORE_WAIT"),
        (
            Operation(
                "wait-block",
                "wait for a semaphore, to the next lower task",
                "waiters",
                (f"{RHEALSTONE}: semaphore shuffling time", f"{THESIS}: Semaphore-2 wait-block"),
            ),
            Operation(
                "release-unblock",
                "release a semaphore, to its highest waiter",
                "waiters",
                (
                    f"{RHEALSTONE}: semaphore shuffling time",
                    f"{THESIS}: Semaphore-2 signal-unblock",
                ),
            ),
        ),
        NO_TICK,
    ),
    Program(
        "mutexes",
        (
            *("KERNEL_SUSPEND_SELF", "KERNEL_RESUME", "KERNEL_MUTEX_CREATE"),
            *("KERNEL_MUTEX_LOCK", "KERNEL_MUTEX_UNLOCK"),
        ),
        (
            Operation("lock", "lock a free mutex", "priority_drop", ("our own",)),
            Operation("unlock", "unlock a mutex nobody waits for", "priority_drop", ("our own",)),
            Operation(
                "lock-block",
                "lock a mutex that a lower task holds, to that task, which inherits",
                "priority_drop",
                (f"{RHEALSTONE}: deadlock breaking time", f"{THESIS}: Mutex-6 wait-block"),
            ),
            Operation(
                "unlock-unblock",
                "unlock a mutex, to the higher task that waits",
                "priority_drop",
                (f"{RHEALSTONE}: deadlock breaking time", f"{THESIS}: Mutex-6 signal-unblock"),
            ),
        ),
        {**NO_TICK, **MUTEXES},
    ),
    Program(
        "messages",
        (*_QUEUE, "KERNEL_QUEUE_RECEIVE"),
        (
            Operation(
                "pass-message",
                "pass a message to a queue with room",
                "bytes",
                (
                    f"{PAPER}: pass message",
                    f"{THREAD_METRIC}: message processing",
                    f"{THESIS}: Message-passing-1 send-data",
                ),
            ),
            Operation(
                "receive-message",
                "receive a message that is there",
                "bytes",
                (
                    f"{PAPER}: receive message",
                    f"{THREAD_METRIC}: message processing",
                    f"{THESIS}: Message-passing-1 receive-data",
                ),
            ),
        ),
        NO_TICK,
    ),
    Program(
        "message_wake",
        (*_QUEUE, "KERNEL_QUEUE_WAIT"),
        (
            Operation(
                "receive-block",
                "receive from an empty queue, to the next lower task",
                None,
                (f"{THESIS}: Message-passing-3 receive-block",),
            ),
            Operation(
                "pass-unblock",
                "pass a message, to the higher task that waits",
                None,
                (
                    f"{RHEALSTONE}: datagram throughput (intertask message latency)",
                    f"{THESIS}: Message-passing-3 send-unblock",
                ),
            ),
        ),
        NO_TICK,
    ),
    Program(
        "memory",
        ("KERNEL_MEMORY_CREATE", "KERNEL_MEMORY_GET", "KERNEL_MEMORY_RELEASE"),
        (
            Operation(
                "get-memory",
                "get 128 bytes",
                None,
                (f"{PAPER}: get memory", f"{THREAD_METRIC}: memory allocation"),
            ),
            Operation(
                "release-memory",
                "release 128 bytes",
                None,
                (f"{PAPER}: release memory", f"{THREAD_METRIC}: memory allocation"),
            ),
        ),
        NO_TICK,
    ),
    Program(
        "delays",
        (TICKS, "KERNEL_DELAY", "KERNEL_SUSPEND_SELF", "KERNEL_RESUME"),
        (
            Operation(
                "delay-block",
                "delay, to the next lower task",
                "delayed",
                (f"{THESIS}: Timeout-1 delay-block",),
            ),
            Operation(
                "tick-stolen",
                "what a tick at which nobody wakes takes from a task",
                "delayed",
                (f"{CO_DESIGNED}: vTaskIncrementTick",),
            ),
        ),
        SHORT_TICK,
    ),
    Program(
        "timers",
        (TICKS, "KERNEL_TIMER_CREATE", "KERNEL_TIMER_CALLBACK", "KERNEL_TIMER_START"),
        (
            Operation(
                "timer-start",
                "start a software timer that expires after those that run",
                "timers",
                ("our own",),
            ),
            Operation(
                "timer-tick",
                "what a tick at which no software timer expires takes from a task",
                "timers",
                ("our own",),
            ),
            Operation(
                "timer-expiry",
                "what a tick at which a software timer calls a function takes from a task",
                "timers",
                ("our own",),
            ),
        ),
        {**SHORT_TICK, "configUSE_TIMERS": "1"},
    ),
    Program(
        "interrupts",
        (*_SEMAPHORE, "KERNEL_SEMAPHORE_WAIT", "KERNEL_SEMAPHORE_RELEASE_FROM_ISR"),
        (
            Operation(
                "interrupt-handler",
                "interrupt line, to the application's handler",
                None,
                (f"{RHEALSTONE}: interrupt latency",),
                from_line=True,
            ),
            Operation(
                "interrupt-dispatch",
                "interrupt line, by its handler's semaphore to a higher task",
                None,
                (
                    f"{THREAD_METRIC}: interrupt preemption processing",
                    f"{THESIS}: Interrupt-response-1 task-dispatch",
                ),
                from_line=True,
            ),
            Operation(
                "interrupt-return",
                "what an interrupt takes from a task whose handler releases a semaphore",
                None,
                (f"{THREAD_METRIC}: interrupt processing", f"{PAPER}: UART interrupt"),
            ),
        ),
        NO_TICK,
    ),
)

PROGRAMS: Mapping[str, Program] = {program.path: program for program in _TABLE}
OPERATIONS: Mapping[str, Operation] = {
    operation.name: operation for program in _TABLE for operation in program.operations
}
NEEDS: Mapping[str, tuple[str, ...]] = {
    operation.name: program.needs for program in _TABLE for operation in program.operations
}
"""Macros of the adapter that an operation's program needs."""

NO_OPERATION = {
    f"{THREAD_METRIC}: basic processing": "computes without any kernel call: the same on all, for "
    "the core is the same",
}
"""Tests of the collections that measure no operation of a kernel, and why they are no row."""
