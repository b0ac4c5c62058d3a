# SPDX-License-Identifier: Apache-2.0
"""Thread-Metric: how many operations an RTOS does within a period.

A test prints "Time Period Total: N" after each period. The first period begins within a tick, the
second at one: its total is the figure.
"""

import re
from pathlib import Path

from systems.benchmarks.lab.tree import CLOCK_HZ, TICK_HZ, Tree

from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import ROOT

NAME = "thread-metric"
PORT = ROOT / "systems/benchmarks/firmware/thread_metric.c"
PERIOD = 50
"""Ticks."""
CYCLES = PERIOD * CLOCK_HZ // TICK_HZ
"""Of a period."""
TESTS = {
    "basic-processing": "computes; no kernel call",
    "cooperative-scheduling": "five tasks of one priority yield",
    "preemptive-scheduling": "five tasks resume the next higher, which suspends itself",
    "message-processing": "a task sends 16 bytes to a queue, and receives them",
    "synchronization-processing": "a task takes a semaphore, and gives it",
    "memory-allocation": "a task allocates 128 bytes, and frees them",
    "interrupt-processing": "an interrupt gives a semaphore that its task takes",
    "interrupt-preemption-processing": "an interrupt resumes a higher task, which suspends itself",
}
"""What a single operation is, by the name of the test."""
_TOTAL = re.compile(r"^Time Period Total: +(\d+)$", re.MULTILINE)


def _file(test: str) -> str:
    return f"src/{test.replace('-', '_')}.c"


TREE = Tree(
    "Thread-Metric",
    "THREAD_METRIC_PATH",
    "https://github.com/sysprog21/thread-metric-benchmark",
    ("include/tm_api.h", "src/tm_report.c", *map(_file, TESTS)),
)


def build(test: str, kernel: str, platform: str) -> Path:
    """Return a test as a program."""
    tree = TREE.folder()
    parts = firmware.Parts((tree / _file(test), tree / "src/tm_report.c"), (tree / "include",))
    symbols = {
        "NDEBUG": "1",
        "TM_SEMIHOSTING": "1",
        "TM_TEST_DURATION": "1",
        "TM_TEST_CYCLES": "2",
        "THREAD_METRIC_SECOND": f"{PERIOD}",
        "configCPU_CLOCK_HZ": f"{CLOCK_HZ}",
        "configTICK_RATE_HZ": f"{TICK_HZ}",
        "configMAX_PRIORITIES": "32",
        "configUSE_TIME_SLICING": "0",
    }
    return firmware.build(PORT, kernel, platform, "O2", symbols, parts)


def totals(output: str) -> list[int]:
    """Return the total of each period.

    Raises:
        IsochronError: the test has found an error, or printed none.
    """
    printed = [int(total) for total in _TOTAL.findall(output)]
    if "ERROR" in output or "FATAL" in output or not printed:
        raise IsochronError(f"the test did not succeed; it printed:\n{output}")
    return printed
