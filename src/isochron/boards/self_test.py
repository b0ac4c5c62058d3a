# SPDX-License-Identifier: Apache-2.0
"""The self-test of a board: the García-Martínez benchmarks in one program."""

from collections.abc import Sequence
from pathlib import Path

from isochron import suites
from isochron.building import firmware
from isochron.paths import ROOT

PROGRAM = ROOT / "firmware/laboratory/self_test/self_test.c"
SUITE = "garcia-martinez"
_WRAPPED = ("board_exit", "vTaskStartScheduler", "xTaskCreate")
_LATE_TICK = {"configCPU_CLOCK_HZ": "4000000000U", "configTICK_RATE_HZ": "1"}
"""No tick comes while it runs: the first one is four thousand million cycles away."""
_HEAP = {"configTOTAL_HEAP_SIZE": "26624"}
"""Bytes: enough for the 32 tasks of a benchmark, and in 64 KiB of RAM."""


def runs(kernel: str, tests: Sequence[str] = ()) -> list[suites.Run]:
    """Return what it runs with a kernel, in order; ``tests``: only these.

    What binds an interrupt line, and leaves it bound, is last.
    """
    chosen = [run for run in suites.runs([SUITE], [kernel]) if not tests or run.test.name in tests]
    return sorted(chosen, key=lambda run: run.variant == "line")


def build(kernel: str, ram_bytes: int | None = None, *, tests: Sequence[str] = ()) -> Path:
    """Build it for a kernel and return its ELF file.

    One kernel serves all benchmarks, with mutexes. For the report each is built with a kernel
    that has no more than it uses: stock FreeRTOS is a few cycles faster there.

    Args:
        kernel: a name in ``firmware.KERNELS``.
        ram_bytes: of the board; None: the simulator's.
        tests: only these; all by default.
    """
    options = {"NDEBUG": "1", **suites.MUTEXES, **_LATE_TICK, **_HEAP}
    names, modules = [], []
    for number, run in enumerate(runs(kernel, tests)):
        names.append(f"self_test_{number}")
        defines = {**run.defines, **options}
        modules.append(firmware.build_module(names[-1], ROOT / run.test.program, kernel, defines))
    own = {
        "SELF_TESTS": " ".join(f"TEST( {name} )" for name in names),
        "SELF_TEST_KERNEL": kernel,
    }
    parts = firmware.Parts(wrapped=_WRAPPED, objects=tuple(modules))
    return firmware.build(
        PROGRAM, kernel, defines={**options, **own}, parts=parts, ram_bytes=ram_bytes
    )
