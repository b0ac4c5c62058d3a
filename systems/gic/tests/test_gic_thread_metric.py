# SPDX-License-Identifier: Apache-2.0
"""Thread-Metric on the boards, if the user's tree is there (docs/reference/other-tables.md)."""

import os

import pytest
from systems.gic.lab import build, qemu

from isochron.paths import ROOT

thread_metric = pytest.importorskip("systems.benchmarks.lab.thread_metric")

LAYER = ROOT / "systems/gic/firmware/benchmarks/thread_metric.c"
SECOND = 10
"""Ticks of a period; a tick is a million instructions."""


def operations(test: str, kernel: str) -> int:
    """Return how often a test did its operation in a period."""
    tree = thread_metric.TREE.folder()
    defines = {
        "NDEBUG": "1",
        "TM_SEMIHOSTING": "1",
        "TM_TEST_DURATION": "1",
        "TM_TEST_CYCLES": "2",
        "THREAD_METRIC_SECOND": f"{SECOND}",
        "THREAD_METRIC_PORT": f'"{thread_metric.PORT}"',
        "configMAX_PRIORITIES": "30",
        "configUSE_TIME_SLICING": "0",
        **({"configGIC_OBJECTS": "1"} if kernel == "gic" else {}),
    }
    files = (tree / f"src/{test.replace('-', '_')}.c", tree / "src/tm_report.c")
    elf = build.build(LAYER, kernel, defines=defines, more=files, include=(tree / "include",))
    *_, total = thread_metric.totals(qemu.run(elf).output)
    return total


LEAST = {"basic-processing": 0.99}
"""Of stock's, in the row that is below: it calls no kernel, and the tick takes more here."""


@pytest.mark.skipif(not os.environ.get("THREAD_METRIC_PATH"), reason="no tree of Thread-Metric")
@pytest.mark.parametrize("test", thread_metric.TESTS)
def test_rows_are_above_stocks_but_for_one(test: str):
    ours, *stock = (
        operations(test, kernel) for kernel in ("gic", "freertos", "freertos-optimised")
    )
    print(f"| {test.replace('-', ' ')} | {stock[0]:,} | {stock[1]:,} | {ours:,} |")
    assert ours > max(stock) * LEAST.get(test, 1)
