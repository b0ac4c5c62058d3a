# SPDX-License-Identifier: Apache-2.0
"""What the comparison measures: the paper's criteria, and the operations beyond them.

A criterion is one program for every kernel; what a kernel's adapter must have for it are the macros
``KERNEL_...`` named here (docs/explanation/comparison.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from isochron.paths import ROOT

FOLDER = ROOT / "systems/comparison/firmware"
WINDOW_UNIT = "operations-per-10ms"

ALWAYS = ("KERNEL_TASK", "KERNEL_MAIN", "KERNEL_CREATE")
"""What no program does without."""
TICKS = "KERNEL_TICKS"

CLOCK = {"configCPU_CLOCK_HZ": "80000000"}
"""The paper's; a tick is 80,000 cycles."""
HEAP = {"configTOTAL_HEAP_SIZE": "65536"}
"""The paper's."""
BAUD = 115_200
"""Of the UART that takes its time; systems/comparison/firmware/windows/uart.c sets it."""
MALLOC = "-malloc"
"""Ends the name of a criterion that has the C library's memory, as the paper's FreeRTOS had."""
SMALLEST = {"UCOS2_KERNEL_ONLY": "1"}
"""Leaves out unused features at compile time, where the kernel can: for the program of one task."""


@dataclass(frozen=True)
class Criterion:
    """One of the paper's.

    Attributes:
        name: as in results.json.
        title: for people.
        program: its C file in ``FOLDER``, without ``.c``; some share one.
        needs: macros of the adapter, beside ``ALWAYS``.
        fewer_is_better: a figure, where others are counts of what was done.
        tasks: the load under which it is counted.
        baud: the UART's rate; None: it transmits at once.
    """

    name: str
    title: str
    program: str
    needs: tuple[str, ...]
    unit: str = WINDOW_UNIT
    fewer_is_better: bool = False
    tasks: int | None = None
    baud: int | None = None

    @property
    def row(self) -> str:
        """The paper's row that it stands for, in Table 9.1."""
        return self.name.removesuffix(f"-{self.baud}").removesuffix(MALLOC)


_PREEMPTION = (TICKS, "KERNEL_SUSPEND_SELF", "KERNEL_RESUME")
SINGLE = "windows/single_task"
"""The program of one task, which the simulator and its ELF file tell all about."""

CRITERIA: Mapping[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        Criterion("task-preemption", "task preemption", "windows/preemption", _PREEMPTION, tasks=2),
        *(
            Criterion(
                f"task-preemption-{tasks}",
                f"task preemption, {tasks} tasks",
                "windows/preemption",
                _PREEMPTION,
                tasks=tasks,
            )
            for tasks in (5, 10, 15)
        ),
        *(
            Criterion(
                f"{action}-{thing}",
                f"{action} {words}",
                f"windows/{program}",
                (TICKS, f"{macro}_CREATE", *(f"{macro}_{operation}" for operation in operations)),
            )
            for program, macro, operations, names in (
                (
                    "semaphores",
                    "KERNEL_SEMAPHORE",
                    ("GET", "RELEASE"),
                    (("get", "semaphore", "a semaphore"), ("release", "semaphore", "a semaphore")),
                ),
                (
                    "messages",
                    "KERNEL_QUEUE",
                    ("PASS", "RECEIVE"),
                    (("pass", "message", "a message"), ("receive", "message", "a message")),
                ),
                (
                    "memory",
                    "KERNEL_MEMORY",
                    ("GET", "RELEASE"),
                    (("get", "memory", "128 bytes"), ("release", "memory", "128 bytes")),
                ),
                (
                    "malloc",
                    "KERNEL_MEMORY",
                    ("GET", "RELEASE", "MALLOC"),
                    (
                        ("get", f"memory{MALLOC}", "128 bytes, C library"),
                        ("release", f"memory{MALLOC}", "128 bytes, C library"),
                    ),
                ),
            )
            for action, thing, words in names
        ),
        Criterion("uart-interrupt", "serve a UART interrupt", "windows/uart", (TICKS,)),
        Criterion(
            f"uart-interrupt-{BAUD}",
            f"serve a UART interrupt, {BAUD:,} baud",
            "windows/uart",
            (TICKS,),
            baud=BAUD,
        ),
        Criterion("initialization", "initialization", SINGLE, (), "cycles", fewer_is_better=True),
        Criterion("memory-footprint", "memory footprint", SINGLE, (), "bytes", True),
    )
}

PROGRAMS = tuple(dict.fromkeys(criterion.program for criterion in CRITERIA.values()))


def bauds(program: str) -> list[int | None]:
    """Return the UART's rates at which a program is run."""
    return list(
        dict.fromkeys(
            criterion.baud for criterion in CRITERIA.values() if criterion.program == program
        )
    )


def of_program(program: str, baud: int | None = None) -> list[Criterion]:
    """Return the criteria that a program measures at one of its rates."""
    return [
        criterion
        for criterion in CRITERIA.values()
        if (criterion.program, criterion.baud) == (program, baud)
    ]


def criterion_of(metric: str, tasks: int, baud: int | None = None) -> str:
    """Return the criterion of what a program printed: some have one for each load, or rate."""
    name = f"{metric}-{tasks if baud is None else baud}"
    return name if name in CRITERIA else metric
