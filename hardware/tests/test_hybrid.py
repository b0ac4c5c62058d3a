# SPDX-License-Identifier: Apache-2.0
"""The hybrid: the whole under random messages in both forms of the tree, and its parts."""

from __future__ import annotations

import pytest
from simulation import simulate

from isochron.building import verilator

SIZES = [
    {"NTasks": 8, "NPriorities": 5, "Pipelined": 0},
    {"NTasks": 8, "NPriorities": 8, "Pipelined": 1},
]


@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param(SIZES[0], id="single-cycle"),
        pytest.param(SIZES[1], id="pipelined", marks=pytest.mark.wide),
    ],
)
def test_random_messages(parameters: dict[str, int]) -> None:
    simulate(
        "isochron_hybrid",
        "hybrid.hybrid_bench",
        verilator.hybrid_sources(),
        parameters,
        1,
        {"COCOTB_TESTCASE": "random_messages", "STEPS": "1500"},
    )


def test_on_a_bus() -> None:
    simulate("isochron_hybrid_bus", "hybrid.bus_bench", verilator.hybrid_sources(), SIZES[0], 1)


def test_the_links_memory() -> None:
    parameters = {"Depth": 4, "Width": 34}
    sources = verilator.hybrid_sources()
    simulate("isochron_hybrid_fifo", "hybrid.fifo_bench", sources, parameters, 1)
