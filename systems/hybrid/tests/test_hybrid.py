# SPDX-License-Identifier: Apache-2.0
"""The hybrid: the whole under random messages in both forms of the tree, and its parts."""

from pathlib import Path

import pytest
from equivalence import equivalent_bits
from linting import lint
from simulation import ANYHOW, simulate

from isochron import rtl
from isochron.paths import ROOT

SIZES = [
    {"NTasks": 8, "NPriorities": 5, "Pipelined": 0, "NLines": 3},
    {"NTasks": 8, "NPriorities": 8, "Pipelined": 1},
]
SMALLEST = {"NTasks": 2, "NPriorities": 2, "Pipelined": 1}
LARGEST = {"NTasks": 128, "NPriorities": 64, "Pipelined": 1}
FEW = {"NTasks": 4, "NPriorities": 2, "Pipelined": 0}


@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param(SIZES[0], id="single-cycle"),
        pytest.param(SIZES[1], id="pipelined", marks=pytest.mark.wide),
        pytest.param(SMALLEST, id="smallest", marks=pytest.mark.wide),
        pytest.param(LARGEST, id="largest", marks=pytest.mark.wide),
    ],
)
def test_random_messages(parameters: dict[str, int]) -> None:
    simulate(
        "isochron_hybrid",
        "hybrid.hybrid_bench",
        rtl.sources("hybrid"),
        parameters,
        1,
        {"COCOTB_TESTCASE": "random_messages", "STEPS": "1500"},
        plusargs=ANYHOW,
    )


@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param(SIZES[0], id="8-tasks"),
        pytest.param(FEW, id="4-tasks", marks=pytest.mark.wide),
    ],
)
def test_certain_moments(parameters: dict[str, int]) -> None:
    sources = rtl.sources("hybrid")
    simulate("isochron_hybrid", "hybrid.moments_bench", sources, parameters, 1, plusargs=ANYHOW)


def test_on_a_bus() -> None:
    sources = rtl.sources("hybrid")
    simulate("isochron_hybrid_bus", "hybrid.bus_bench", sources, SIZES[0], 1, plusargs=ANYHOW)


def test_the_links_memory() -> None:
    parameters = {"Depth": 4, "Width": 34}
    sources = rtl.sources("hybrid")
    simulate("isochron_hybrid_fifo", "hybrid.fifo_bench", sources, parameters, 1)


def test_put_and_get_instructions() -> None:
    sources = [ROOT / "systems/hybrid/soc/soc_link_cfu.sv"]
    simulate("soc_link_cfu", "hybrid.link_cfu_bench", sources, {}, 1)


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        SMALLEST,
        LARGEST | {"NLines": 1},
    ],
)
def test_it_is_clean_for_verilator(parameters: dict[str, int]) -> None:
    sources = rtl.sources("hybrid")
    values = [f"-G{name}={value}" for name, value in parameters.items()]
    assert lint("--top-module", "isochron_hybrid_bus", *values, *sources) == ""


@pytest.mark.wide
def test_the_file_of_plain_verilog_is_equivalent_to_its_source(tmp_path: Path) -> None:
    assert equivalent_bits("hybrid", 4, tmp_path, anything=True) > 1800
