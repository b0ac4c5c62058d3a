# SPDX-License-Identifier: Apache-2.0
"""Thread-Metric: how many operations an RTOS does within a period, by the tests of the user's tree.

A test prints "Time Period Total: N" after each period. The first period begins within a tick, the
second at one: its total is the figure.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from isochron import results, suites
from isochron.building import firmware, platforms
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.suites.measurement import NotMeasured, Simulator, run
from isochron.terminal import new_table

SUITE = "thread-metric"
TITLE = "Thread-Metric"
ENVIRONMENT = "THREAD_METRIC_PATH"
URL = "https://github.com/sysprog21/thread-metric-benchmark"
PORT = ROOT / "systems/benchmarks/firmware/thread_metric.c"
PERIOD = 200
"""Ticks of 1 ms."""
CYCLES = 50_000
"""Of a tick."""
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


class ThreadMetricError(IsochronError):
    """There is no Thread-Metric where the user says."""


def source() -> Path:
    """Return the user's tree.

    Raises:
        ThreadMetricError: none is given, or it lacks a file.
    """
    given = os.environ.get(ENVIRONMENT)
    if not given:
        raise ThreadMetricError(
            f"Thread-Metric is not given: clone {URL} and say where it is by the variable "
            f"{ENVIRONMENT}"
        )
    tree = Path(given).expanduser().resolve()
    for path in _files(tree):
        if not path.is_file():
            missing = path.relative_to(tree)
            raise ThreadMetricError(f"{given} is no tree of Thread-Metric: it lacks {missing}")
    return tree


def digest(tree: Path) -> str:
    """Return the SHA-256 of the files that are measured: of their names and contents."""
    content = hashlib.sha256()
    for path in _files(tree):
        content.update(f"{path.relative_to(tree)}\0".encode() + path.read_bytes())
    return content.hexdigest()


def _files(tree: Path) -> list[Path]:
    names = ["include/tm_api.h", "src/tm_report.c", *map(_file, TESTS)]
    return [tree / name for name in names]


def _file(test: str) -> str:
    return f"src/{test.replace('-', '_')}.c"


def build(tree: Path, test: str, kernel: str, platform: str, period: int, periods: int) -> Path:
    """Return a test as a program.

    Args:
        tree: of Thread-Metric.
        test: of ``TESTS``.
        kernel, platform: as ``firmware.build`` knows them.
        period: ticks of 1 ms.
        periods: after which it ends.

    Raises:
        firmware.FirmwareError, ToolMissing, FreeRtosError: as ``firmware.build``.
    """
    parts = firmware.Parts((tree / _file(test), tree / "src/tm_report.c"), (tree / "include",))
    symbols = {
        "NDEBUG": "1",
        "TM_SEMIHOSTING": "1",
        "TM_TEST_DURATION": "1",
        "TM_TEST_CYCLES": f"{periods}",
        "THREAD_METRIC_SECOND": f"{period}",
        "configMAX_PRIORITIES": "32",
        "configUSE_TIME_SLICING": "0",
    }
    return firmware.build(PORT, kernel, platform, "O2", symbols, parts)


def totals(output: str) -> list[int]:
    """Return the total of each period.

    Raises:
        NotMeasured: the test has found an error, or printed none.
    """
    printed = [int(total) for total in _TOTAL.findall(output)]
    if "ERROR" in output or "FATAL" in output or not printed:
        raise NotMeasured(f"the test did not succeed; it printed:\n{output}")
    return printed


@dataclass(frozen=True)
class Job:
    """One test on one kernel; a ``Measurement``."""

    test: str
    kernel: str
    platform: str

    @property
    def name(self) -> str:
        """What a person reads."""
        return f"{TITLE}: {self.test.replace('-', ' ')} on {self.kernel}, {self.platform}"

    @property
    def simulator(self) -> Simulator:
        """With what the kernel needs of hardware."""
        return Simulator(self.platform, firmware.KERNELS[self.kernel].hardware)

    @property
    def in_heart(self) -> bool:
        """Not everyone has the tests."""
        return False

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        return SUITE, self.test, self.platform, self.kernel, "O2"

    @property
    def sources(self) -> tuple[str, ...]:
        """Folders of what its figures depend on."""
        return (*suites.SOURCES, "systems/benchmarks/firmware")

    def work(self) -> list[results.Record]:
        """Build and run it and return its record; raises as ``Measurement`` says."""
        elf = build(source(), self.test, self.kernel, self.platform, PERIOD, periods=2)
        _, total = totals(run(elf, self.simulator).output)
        attachment = firmware.KERNELS[self.kernel].attachment(platforms.find(self.platform))
        of = results.Source(None, SUITE, self.platform, self.kernel, attachment, optimisation="O2")
        return [results.counted(of, self.test, "total", "operations", [total], {}, None)]


def plan(
    selection: Sequence[str] = (),
    names: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[Job]:
    """Return the runs; what is left empty is everything that is there, none without a tree.

    Raises:
        ThreadMetricError: the suite is named, and there is no tree.
    """
    if (selection and SUITE not in selection) or (optimisations and "O2" not in optimisations):
        return []
    if not selection and ENVIRONMENT not in os.environ:
        return []
    source()
    return [
        Job(test, kernel, platform)
        for platform in chosen_platforms or ("ibex",)
        for kernel in firmware.KERNELS
        if (not names or kernel in names) and firmware.fits(kernel, platforms.find(platform))
        for test in TESTS
    ]


def tests() -> Table:
    """Return what `isochron list` shows."""
    table = new_table(f"suite {SUITE}: {TITLE} ({ENVIRONMENT})", "test", "an operation")
    for test, operation in TESTS.items():
        table.add_row(test, operation)
    return table
