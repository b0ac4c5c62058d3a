# SPDX-License-Identifier: Apache-2.0
"""Hazard3 from the user's tree with the hardware kernel on its bus, and the page's figures."""

import re

import pytest
from systems.benchmarks.lab import hazard3

from isochron.paths import ROOT

PAGE = (ROOT / "docs/howto/hazard3.md").read_text()
KERNELS = ("freertos-optimised", "freertos", "isochron")
FIRST_PROGRAM = ["woken 1 at tick 10", "woken 2 at tick 20", "woken 3 at tick 30"]
GIVEN = pytest.mark.skipif(not hazard3.TREE.is_given, reason="the user's tree is not given")


def figures() -> dict[str, dict[str, int]]:
    """Return what a give takes on the page, by kernel and by who waits."""
    rows = re.findall(r"^\| (\w[\w ]*) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    columns = enumerate(KERNELS, 1)
    return {kernel: {row[0]: int(row[column]) for row in rows} for column, kernel in columns}


def test_the_page_has_each_kernel_and_a_give_is_fastest_on_the_hardware_kernel() -> None:
    *stock, hardware = figures().values()
    assert [*hardware] == ["to the waiter", "nobody waits"]
    assert all(hardware[row] < min(path[row] for path in stock) for row in hardware)


@pytest.mark.wide
@GIVEN
@pytest.mark.parametrize("kernel", KERNELS)
def test_programs_run_as_on_ibex_and_take_what_the_page_says(kernel: str) -> None:
    assert hazard3.run(ROOT / "firmware/examples/first_program.c", kernel) == FIRST_PROGRAM
    printed = hazard3.run(hazard3.FOLDER / "give.c", kernel, {"NDEBUG": "1"})
    assert printed == [f"{row}: {n} to {n}" for row, n in figures()[kernel].items()]
