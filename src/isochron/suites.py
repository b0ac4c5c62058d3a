# SPDX-License-Identifier: Apache-2.0
"""The benchmark suites: the one table of what is measured, with which program, on which kernel.

``SUITES`` holds suites, a suite its tests, a test its metrics. ``runs`` turns a selection into
the programs to build and to run. A program prints ``sample <test> <metric> <cycles>
<parameter>=<value>...``; docs/garcia-martinez.md describes the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from isochron import alchemy, firmware

STOCK = ("freertos", "freertos-optimised")
EVERY = (*STOCK, "isochron")
WITH_HYBRID = (*EVERY, "hybrid")

# The key of a sweep over the lengths of a message; others are said by their own names.
MESSAGE_LENGTH = "bytes"
TASKS = "tasks"
LOAD = "load"
PERIOD = "period_ms"
ACCELERATED = ("isochron",)
OTHERS_ATTACHED = {"isochron-banked": "ibex", "isochron-cfu": "vexriscv"}
"""The hardware kernel on other attachments, and the platform on which the main job measures it."""

NO_TICK = {"configTICK_RATE_HZ": "1"}
"""The first tick is one second, 50 million cycles, away: no such program runs that long."""
SHORT_TICK = {"configTICK_RATE_HZ": "10000"}
"""5,000 cycles to the tick: long enough for what happens within one, short to simulate."""
TICKS = {"configTICK_RATE_HZ": "2500"}
"""20,000 cycles to the tick: what dozens of tasks do at one is done before the next."""
MUTEXES = {"configUSE_MUTEXES": "1"}


@dataclass(frozen=True)
class Metric:
    """One figure that a test measures, in cycles.

    Attributes:
        name: as in results.json; its labels have ``_`` for ``-`` (``probe_start_wait_block``).
        summary: what is measured, from where to where.
        parameter: the key of the sweep in the sample lines, None when there is only repetition.
        stolen: the sample is what a loop of known length took longer. Its line ends with
            ``baseline=<cycles>``, the loop's own share: the probe's window is the sum of both.
    """

    name: str
    summary: str
    parameter: str | None = None
    stolen: bool = False

    @property
    def label(self) -> str:
        """The metric's name in the labels of a program."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Variant:
    """A test built in another way, measured beside the others."""

    name: str
    summary: str
    kernels: tuple[str, ...] = EVERY
    defines: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Test:
    """A program and what it measures.

    Attributes:
        variants: ways to build it; empty when there is one only.
        kernels: those that have what is measured.
        tasks: for how many the hardware is built, idle included; None: as it is elsewhere.
        parts: what belongs to the program beside its C file and the common ones.
        hardware: what the simulated SoC must have, None for what the kernel needs.
    """

    __test__ = False  # not pytest's

    name: str
    title: str
    summary: str
    program: str
    metrics: tuple[Metric, ...]
    defines: Mapping[str, str] = field(default_factory=lambda: NO_TICK)
    variants: tuple[Variant, ...] = ()
    kernels: tuple[str, ...] = EVERY
    tasks: int | None = None
    parts: firmware.Parts | None = None
    hardware: str | None = None


@dataclass(frozen=True)
class Suite:
    """Tests that belong together, and the paper they come from (None: our own).

    Attributes:
        platforms: where the main job measures it.
        optimisations: with which it does so on the main platform; elsewhere with the first.
        attached: whether it is measured on the other attachments too, on the platform and with the
            optimisation that ``OTHERS_ATTACHED`` and the first of these name.
    """

    name: str
    title: str
    paper: str | None
    tests: tuple[Test, ...]
    platforms: tuple[str, ...] = ("ibex",)
    optimisations: tuple[str, ...] = ("O2",)
    attached: bool = False


@dataclass(frozen=True)
class Run:
    """One program to build for one kernel, and to run once."""

    suite: Suite
    test: Test
    kernel: str
    variant: str | None
    defines: Mapping[str, str]

    @property
    def platforms(self) -> tuple[str, ...]:
        """Where the main job measures it."""
        attached = OTHERS_ATTACHED.get(self.kernel)
        return self.suite.platforms if attached is None else (attached,)

    @property
    def hardware(self) -> str:
        """What the simulated SoC must have of a kernel, see ``platforms``."""
        if self.test.hardware is not None:
            return self.test.hardware
        hardware = firmware.KERNELS[self.kernel].hardware
        return hardware if self.test.tasks is None else f"{hardware}-{self.test.tasks}"


LINE_VARIANTS = (
    Variant("isr", "an interrupt service routine notifies the task", (*EVERY, *OTHERS_ATTACHED)),
    Variant(
        "line",
        "the interrupt line notifies the task, no interrupt service routine",
        (*ACCELERATED, *OTHERS_ATTACHED),
        {"BENCH_NO_ISR": "1"},
    ),
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
            "firmware/benchmarks/semaphore_2.c",
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
        ),
        Test(
            "semaphore-actions",
            "Semaphore actions without a switch",
            "Wait on a count above 0; signal with nobody waiting.",
            "firmware/benchmarks/semaphore_actions.c",
            (
                Metric("wait-decrement", "wait on a count above 0", "count"),
                Metric("signal-increment", "signal with nobody waiting", "count"),
            ),
        ),
        Test(
            "mutex-6",
            "Mutex-6",
            "A task waits for a mutex that a lower one holds, which inherits its priority.",
            "firmware/benchmarks/mutex_6.c",
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
            "firmware/benchmarks/message_passing_1.c",
            (
                Metric("send-data", "send to a queue with room", MESSAGE_LENGTH),
                Metric("receive-data", "receive a message that is there", MESSAGE_LENGTH),
            ),
        ),
        Test(
            "message-passing-3",
            "Message-passing-3",
            "A task receives from an empty queue; a lower one sends to it.",
            "firmware/benchmarks/message_passing_3.c",
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
            "firmware/benchmarks/message_passing_4.c",
            (Metric("send-unblock", "send, which makes the lower task ready", "priority_drop"),),
        ),
        Test(
            "message-passing-actions",
            "Message actions on a full queue",
            "A task sends to a full queue; a lower one receives from it.",
            "firmware/benchmarks/message_passing_actions.c",
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
            "firmware/benchmarks/interrupt_response_1.c",
            (Metric("task-dispatch", "rising interrupt line, to the notified task", "background"),),
            variants=LINE_VARIANTS,
        ),
        Test(
            "timeout-1",
            "Timeout-1",
            "A task delays itself while others are delayed already.",
            "firmware/benchmarks/timeout_1.c",
            (Metric("delay-block", "delay, to the lower task going on", "delayed"),),
        ),
    ),
    platforms=("ibex", "ibex-2stage", "ibex-nomul", "vexriscv"),
    optimisations=("O2", "O3"),
    attached=True,
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
            "firmware/benchmarks/tick_stolen.c",
            (
                Metric(
                    "tick-stolen",
                    "cycles that the tick takes from the running task",
                    "waking",
                    stolen=True,
                ),
            ),
            defines=SHORT_TICK,
            kernels=WITH_HYBRID,
        ),
        Test(
            "interrupt",
            "Interrupt for a lower-priority task",
            "An interrupt notifies a task below the running one, which computes.",
            "firmware/benchmarks/interrupt_stolen.c",
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
    attached=True,
)

_COUNTED = firmware.ROOT / "firmware/benchmarks/counted"


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
            "firmware/benchmarks/task_switch.c",
            (
                Metric(
                    "switch-context",
                    "the function that chooses the next task, with its call",
                    TASKS,
                ),
            ),
            # The hardware kernel has this function only if a switch is to run software.
            defines={**NO_TICK, "configHW_ACCELERATION_TRACE_SWITCHES": "1"},
            kernels=WITH_HYBRID,
            tasks=MANY_TASKS,
            parts=_counted("vTaskSwitchContext"),
        ),
        Test(
            "task-dispatch",
            "The whole switch",
            "The same tasks, kernels as they are.",
            "firmware/benchmarks/task_dispatch.c",
            (
                Metric(
                    "suspend-dispatch",
                    "a task suspends itself, to the next one going on behind such a call",
                    TASKS,
                ),
            ),
            kernels=WITH_HYBRID,
            tasks=MANY_TASKS,
            parts=_counted(),
        ),
        Test(
            "tick-increment",
            "xTaskIncrementTick",
            "The k-th task delays itself for k ticks, again and again; the lowest one runs.",
            "firmware/benchmarks/tick_increment.c",
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
            "firmware/benchmarks/tick_stolen.c",
            (
                Metric(
                    "tick-stolen",
                    "cycles that the tick takes from the running task: interrupt and function",
                    "waking",
                    stolen=True,
                ),
            ),
            defines={**TICKS, "BENCH_WAKING": "5,10,15,20,30,40,50,60"},
            kernels=WITH_HYBRID,
            tasks=MANY_TASKS,
        ),
    ),
    platforms=("ibex", "vexriscv"),
)


def _shared(metric: str, summary: str) -> Metric:
    return Metric(metric, summary, LOAD)


_SHARED_METRICS = (
    _shared("signal-unblock", "signal by the lower task, to the waiting task going on"),
    _shared("wait-block", "wait on a count of 0, to the lower task going on"),
    _shared("signal-increment", "signal with nobody waiting"),
    _shared("wait-decrement", "wait on a count above 0"),
    _shared("send-data", "send 16 bytes to a queue with room"),
    _shared("receive-data", "receive 16 bytes that are there"),
    _shared("delay-block", "delay, to the lower task going on"),
    _shared("task-dispatch", "rising interrupt line, by its service routine to the waiting task"),
)

SHARED_BUS = Suite(
    "shared-bus",
    "Kernel calls beside a second bus master",
    None,
    tuple(
        Test(
            name,
            title,
            f"Random bursts of four loads {where}, up to three quarters of the cycles.",
            "firmware/benchmarks/shared_bus.c",
            _SHARED_METRICS,
            defines={**NO_TICK, "BENCH_TRAFFIC": control},
        )
        for name, title, where, control in (
            ("shared-data-bus", "Shared data bus", "on the data bus", "1"),
            (
                "shared-memory",
                "Shared data and instruction bus",
                "on the data bus and of instructions",
                "3",
            ),
        )
    ),
)

_TIME_MANAGER = firmware.ROOT / "firmware/benchmarks/time_manager"
HARDWARE_TIME, SOFTWARE_TIME = "hardware", "software"
"""The variants of the time base, docs/alchemy.md."""


def _periodic(
    name: str,
    title: str,
    summary: str,
    program: str,
    metrics: tuple[Metric, ...],
    tick_ns: int,
    tick_rate: int = 5000,
) -> Test:
    """Return a test with periodic tasks, on both time bases.

    Args:
        tick_ns: of the time base in software.
        tick_rate: of FreeRTOS, which only the program's director uses.
    """
    shared = alchemy.parts()
    return Test(
        name,
        title,
        summary,
        f"firmware/benchmarks/time_manager/{program}.c",
        metrics,
        defines={**alchemy.DEFINES, "configTICK_RATE_HZ": str(tick_rate)},
        variants=(
            Variant(HARDWARE_TIME, "the hardware time manager", ACCELERATED),
            Variant(
                SOFTWARE_TIME,
                "a walk over all timers at each tick, which the time manager replaced",
                ACCELERATED,
                {**alchemy.SOFTWARE_TIME_BASE, "ALCHEMY_TICK_NS": str(tick_ns)},
            ),
        ),
        kernels=ACCELERATED,
        parts=firmware.Parts(
            (*shared.sources, _TIME_MANAGER / "parts/waiting.c"),
            (*shared.include, _TIME_MANAGER / "parts"),
        ),
        hardware=alchemy.HARDWARE,
    )


PAPER_TICK_NS = 10_000_000
SHORT_TICK_NS = 1_000_000
"""For what does not depend on the tick's length: with the paper's it takes ten times as long."""

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
            "12 periodic tasks do nothing but wait; a task below them computes.",
            "overhead",
            (
                Metric(
                    "overhead",
                    "cycles taken from it in 50 ms of computing",
                    PERIOD,
                    stolen=True,
                ),
            ),
            PAPER_TICK_NS,
        ),
    ),
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
            "firmware/benchmarks/attachments.c",
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
            kernels=("freertos", *ACCELERATED),
        ),
    ),
    platforms=("ibex", "vexriscv"),
    attached=True,
)

SUITES = {
    suite.name: suite
    for suite in (GARCIA_MARTINEZ, OPERATIONS, ATTACHMENTS, CO_DESIGNED, TIME_MANAGER, SHARED_BUS)
}


def runs(
    suites: Iterable[str] = SUITES, kernels: Iterable[str] = firmware.KERNELS
) -> Iterator[Run]:
    """Yield every run of some suites on some kernels, in the order of the table.

    Raises:
        KeyError: an unknown suite.
    """
    chosen = tuple(kernels)
    for name in suites:
        suite = SUITES[name]
        for test in suite.tests:
            for kernel in chosen:
                if kernel in test.kernels or (suite.attached and kernel in OTHERS_ATTACHED):
                    yield from _runs_of(suite, test, kernel)


def _runs_of(suite: Suite, test: Test, kernel: str) -> Iterator[Run]:
    common = {"NDEBUG": "1", "BENCH_TEST": test.name, **test.defines}
    if test.tasks is not None:
        common["configMAX_HW_ACCELERATION_TASKS"] = str(test.tasks)
    if not test.variants:
        yield Run(suite, test, kernel, None, common)
    for variant in test.variants:
        if kernel in variant.kernels:
            yield Run(suite, test, kernel, variant.name, {**common, **variant.defines})


def build(run: Run, platform: str = "ibex", optimisation: str = "O2") -> firmware.Path:
    """Build the program of a run and return its ELF file; raises as ``firmware.build`` does."""
    test = run.test
    return firmware.build(
        test.program, run.kernel, platform, optimisation, run.defines, test.parts
    )
