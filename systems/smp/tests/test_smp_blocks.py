# SPDX-License-Identifier: Apache-2.0
"""The blocks of the SoC with several cores, and the style of its SystemVerilog."""

from dataclasses import replace

import pytest
from simulation import simulate
from systems.smp.lab import machine
from test_lint import IBEX, lint

from isochron.paths import ROOT

TWO = machine.Machine(2, hardware_kernel=True)
PACKAGE = ROOT / "hardware/soc/soc_registers_pkg.sv"


@pytest.mark.parametrize(
    ("block", "parameters"),
    [
        ("ram", {"NCores": 2, "NumWords": 16}),
        ("ram_ports", {"NCores": 2, "NumWords": 16}),
        ("clint", {"NCores": 4}),
        ("locks", {"NCores": 4, "NumLocks": 4, "Counting": 0}),
        pytest.param(
            *("locks", {"NCores": 4, "NumLocks": 4, "Counting": 1}), marks=pytest.mark.wide
        ),
    ],
    ids=["ram", "ram-ports", "clint", "locks", "counting-locks"],
)
def test_block(block: str, parameters: dict[str, int]) -> None:
    sources = [PACKAGE, ROOT / f"systems/smp/rtl/smp_{block}.sv"]
    simulate(f"smp_{block}", f"smp.{block}_bench", sources, parameters, seed=1)


@pytest.mark.parametrize(
    "of",
    [machine.FOUR, TWO, replace(TWO, one_port=True)],
    ids=["stock", "hardware-kernel", "one-port"],
)
def test_verilator_finds_no_flaw(of: machine.Machine) -> None:
    around = (machine.WAIVERS, *machine.sources())
    assert lint("--top-module", "smp_soc", *of.parameters, *IBEX, *around) == ""
