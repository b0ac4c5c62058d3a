# SPDX-License-Identifier: Apache-2.0
"""The scheduler of several cores against the golden model, and what it costs."""

import json
from functools import partial
from pathlib import Path

import pytest
from linting import lint
from night import NIGHT
from simulation import UNOPTIMISED, simulate

from isochron import rtl
from isochron.building import verilator, yosys
from isochron.synth import flow
from isochron.synth.configurations import Configuration, Design
from isochron.synth.flow import Point
from isochron.synth.targets import ECP5

# docs/explanation/several-cores.md shows these
ONE_LUTS, ONE_FLIP_FLOPS = 548, 149
TWO_LUTS, TWO_FLIP_FLOPS = 688, 171
FOUR_LUTS, FOUR_FLIP_FLOPS = 786, 221
TWO_AFFINITY_LUTS, TWO_AFFINITY_FLIP_FLOPS = 1025, 273
FOUR_AFFINITY_LUTS, FOUR_AFFINITY_FLIP_FLOPS = 1939, 527
TWO_ONE_PRIORITY_LUTS, TWO_ONE_PRIORITY_FLIP_FLOPS = 712, 215
FOUR_ONE_PRIORITY_LUTS, FOUR_ONE_PRIORITY_FLIP_FLOPS = 979, 311

SOURCES = rtl.sources("kernel")
SMALL = {"NTasks": 8, "NPriorities": 8}
SIZES = [
    pytest.param({**SMALL, "NCores": 2, "Affinity": 1}, id="2-cores", marks=pytest.mark.wide),
    pytest.param({**SMALL, "NCores": 4, "Affinity": 1}, id="4-cores"),
    pytest.param({**SMALL, "NCores": 2, "Affinity": 0}, id="without-affinity"),
    pytest.param({**SMALL, "NCores": 1, "Affinity": 0}, id="1-core", marks=pytest.mark.wide),
    pytest.param({**SMALL, "NCores": 2, "Affinity": 0, "OnePriority": 1}, id="one-priority"),
    pytest.param(
        {**SMALL, "NCores": 4, "Affinity": 1, "OnePriority": 1}, id="one-priority-4-cores"
    ),
    pytest.param(
        {"NTasks": 32, "NPriorities": 64, "NCores": 4, "Affinity": 1},
        id="default",
        marks=pytest.mark.wide,
    ),
]


@pytest.mark.parametrize("parameters", SIZES)
def test_random_steps(parameters: dict[str, int]) -> None:
    simulate("isochron_cores", "cores.cores_bench", SOURCES, parameters, seed=1)


# what a kernel of several cores leaves out
LEAN = {"EventGroups": 0, "Tickless": 0, "Monitor": 0, "NNotifications": 1}
KERNEL = {"NPriorities": 8, "NObjects": 10, "NLines": 2, "MessageWords": 4, "Affinity": 0, **LEAN}


def kernel(cores: int, seed: int, steps: int, slicing: bool = True, **parameters: int) -> None:
    """Random software on a kernel of several cores."""
    size = {**KERNEL, "NTasks": 6 + cores, "NCores": cores, **parameters}
    environment = {"STEPS": str(steps), "SLICING": str(int(slicing))}
    bench = "cores.kernel_bench"
    simulate("isochron", bench, SOURCES, size, seed, environment, on=UNOPTIMISED)


def test_random_software() -> None:
    kernel(2, seed=1, steps=2000)


@pytest.mark.wide(each=2)
@pytest.mark.parametrize("slicing", [True, False])
def test_random_software_of_four_cores(slicing: bool) -> None:
    kernel(4, seed=1, steps=5000, slicing=slicing)


def test_random_software_with_affinity() -> None:
    kernel(2, seed=1, steps=2000, Affinity=1)


@pytest.mark.parametrize("cores", [2, pytest.param(4, marks=pytest.mark.wide)])
def test_random_software_of_one_priority_at_a_time(cores: int) -> None:
    kernel(cores, seed=1, steps=2000, slicing=cores == 4, OnePriority=1)


@NIGHT
@pytest.mark.timeout(7200)
@pytest.mark.wide
@pytest.mark.parametrize("cores", [2, 4])
@pytest.mark.parametrize("seed", range(1, 8))
def test_more_random_software(cores: int, seed: int) -> None:
    kernel(cores, seed, steps=10_000, slicing=seed % 2 == 0, Affinity=int(seed % 3 == 0))


@pytest.mark.parametrize("cores", [1, 2, 4])
def test_verilator_finds_no_flaw(cores: int) -> None:
    unused = ("-Wno-UNUSEDPARAM",)
    assert lint(*unused, "--top-module", "isochron_cores", f"-GNCores={cores}", *SOURCES) == ""


@pytest.mark.parametrize("cores", [2, 4])
def test_verilator_finds_no_flaw_in_the_kernel(cores: int) -> None:
    sizes = [f"-G{name}={value}" for name, value in {**LEAN, "NCores": cores}.items()]
    assert lint("--top-module", "isochron", *sizes, *SOURCES) == ""


@pytest.mark.wide(each=3)
@pytest.mark.parametrize(
    ("parameters", "cells"),
    [
        ("-G NCores=1 -G Affinity=0", (ONE_LUTS, ONE_FLIP_FLOPS)),
        ("-G NCores=2 -G Affinity=0", (TWO_LUTS, TWO_FLIP_FLOPS)),
        ("-G NCores=4 -G Affinity=0", (FOUR_LUTS, FOUR_FLIP_FLOPS)),
        ("-G NCores=2", (TWO_AFFINITY_LUTS, TWO_AFFINITY_FLIP_FLOPS)),
        ("-G NCores=4", (FOUR_AFFINITY_LUTS, FOUR_AFFINITY_FLIP_FLOPS)),
        (
            "-G NCores=2 -G Affinity=0 -G OnePriority=1",
            (TWO_ONE_PRIORITY_LUTS, TWO_ONE_PRIORITY_FLIP_FLOPS),
        ),
        (
            "-G NCores=4 -G Affinity=0 -G OnePriority=1",
            (FOUR_ONE_PRIORITY_LUTS, FOUR_ONE_PRIORITY_FLIP_FLOPS),
        ),
    ],
)
def test_cells_are_what_the_page_says(
    parameters: str, cells: tuple[int, int], tmp_path: Path
) -> None:
    folders = " ".join(f"-I {folder}" for folder in verilator.include_folders(SOURCES))
    files = " ".join(map(str, SOURCES))
    read = f"read_slang --threads 1 {folders} --top isochron_cores {parameters} {files}"
    yosys.run(read, *ECP5.commands("isochron_cores"), "tee -q -o cells stat -json", folder=tmp_path)
    statistics = json.loads((tmp_path / "cells").read_text())
    counts = ECP5.count(statistics["design"]["num_cells_by_type"])
    assert (counts["lut"], counts["ff"]) == cells


PLACED = Configuration(
    "isochron-2-cores",
    "The hardware kernel of two cores with affinity.",
    "registered_pins",
    partial(rtl.sources, "kernel"),
    "isochron",
    "bus",
    {**LEAN, "NNotifications": 4, "NCores": 2, "Affinity": 1},
)
LEAST_MHZ = 50


@NIGHT
@pytest.mark.wide
def test_the_kernel_of_two_cores_has_the_clock_of_one() -> None:
    point = Point(Design(PLACED, 32), ECP5)
    made, netlist = flow.synthesize(point)
    placed = flow.place(point, "LFE5U-85F", netlist, seed=1)
    print(made.counts, placed)
    assert placed.mhz >= LEAST_MHZ
