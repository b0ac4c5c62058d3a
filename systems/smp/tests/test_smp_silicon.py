# SPDX-License-Identifier: Apache-2.0
"""The SoC with two cores and the hardware kernel on an FPGA."""

import pytest
from night import NIGHT
from systems.smp.lab import machine

from isochron.building import verilator
from isochron.synth import flow
from isochron.synth.configurations import Configuration, Design
from isochron.synth.flow import Point
from isochron.synth.targets import ECP5

SOC = Configuration(
    "soc-2-cores",
    "Two Ibex cores with the hardware kernel.",
    "smp_registered_pins",
    machine.sources,
    "isochron",
    "bus",
    {"NCores": 2},
    tasks=(),
    usual=None,
    includes=lambda: [*verilator.ibex_includes(), *verilator.include_folders(machine.sources())],
    harnesses=machine.SMP / "synthesis",
)
LEAST_MHZ = 33
"""docs/explanation/several-cores.md says what it was, and what limits it."""


@NIGHT
@pytest.mark.wide
def test_the_soc_finds_a_place_on_an_ecp5() -> None:
    point = Point(Design(SOC, None), ECP5)
    made, netlist = flow.synthesize(point)
    placed = flow.place(point, "LFE5U-85F", netlist, seed=1)
    print(made.counts, placed)
    assert placed.mhz > LEAST_MHZ
