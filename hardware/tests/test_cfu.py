# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel's commands as custom instructions: hardware/rtl/cfu."""

from __future__ import annotations

from simulation import simulate

from isochron.building import verilator
from isochron.paths import ROOT


def test_instructions_under_random_waits() -> None:
    package = ROOT / "hardware/rtl/kernel/isochron_registers_pkg.sv"
    simulate("isochron_cfu", "cfu.cfu_bench", [package, *verilator.cfu_sources()], {}, seed=1)
