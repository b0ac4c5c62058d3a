# SPDX-License-Identifier: Apache-2.0
"""The benchmark suites: the one table of what is measured, with which program, on which kernel.

``SUITES`` holds suites, a suite its tests, a test its metrics; each suite has a file of its own.
``runs`` turns a selection into the programs to build and to run. A program prints ``sample <test>
<metric> <cycles> <parameter>=<value>...``.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from isochron import systems
from isochron.building import firmware
from isochron.suite import (
    BESIDE,
    EVERY,
    IN_SOFTWARE,
    LOAD,
    MAIN_OPTIMISATION,
    MAIN_PLATFORM,
    MESSAGE_LENGTH,
    MUTEXES,
    OTHERS_ATTACHED,
    PERIOD,
    SHORT_TICK_KERNEL,
    SOURCES,
    STOCK,
    THESIS_OPTIMISATION,
    Metric,
    Run,
    Suite,
    Test,
)
from isochron.suites.attachments import ATTACHMENTS, PASS
from isochron.suites.calibration import CALIBRATED, CALIBRATION
from isochron.suites.garcia_martinez import GARCIA_MARTINEZ
from isochron.suites.operations import OPERATIONS
from isochron.suites.quick_calls import QUICK_CALLS
from isochron.suites.shared_bus import SHARED_BUS

__all__ = [
    "ATTACHMENTS",
    "CALIBRATED",
    "CALIBRATION",
    "EVERY",
    "GARCIA_MARTINEZ",
    "IN_SOFTWARE",
    "LOAD",
    "MAIN_OPTIMISATION",
    "MAIN_PLATFORM",
    "MESSAGE_LENGTH",
    "MUTEXES",
    "OPERATIONS",
    "OTHERS_ATTACHED",
    "PASS",
    "PERIOD",
    "QUICK_CALLS",
    "SHARED_BUS",
    "SHORT_TICK_KERNEL",
    "SOURCES",
    "STOCK",
    "SUITES",
    "THESIS_OPTIMISATION",
    "Metric",
    "Run",
    "Suite",
    "Test",
    "build",
    "runs",
]

SUITES = {
    suite.name: suite
    for suite in (
        *(GARCIA_MARTINEZ, OPERATIONS, ATTACHMENTS, CALIBRATION),
        *(SHARED_BUS, QUICK_CALLS),
        *(suite for module in systems.modules("suite") for suite in module.SUITES),
    )
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
                if kernel in test.kernels or (suite.beside and kernel in BESIDE):
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


def build(run: Run, platform: str = MAIN_PLATFORM, optimisation: str = MAIN_OPTIMISATION) -> Path:
    """Build the program of a run and return its ELF file; raises as ``firmware.build`` does."""
    test = run.test
    return firmware.build(test.program, run.kernel, platform, optimisation, run.defines, test.parts)
