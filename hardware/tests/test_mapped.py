# SPDX-License-Identifier: Apache-2.0
"""What the ECP5's flow makes of the hardware kernel does what its source does, cycle by cycle."""

from dataclasses import replace

import mapped
import pytest
import test_kernel
from night import NIGHT
from simulation import BUILD, HERE, PLAIN_VERILATOR, simulate

from isochron import rtl

SIZES = test_kernel.SMALL | {"NTasks": 7, "ClockGating": 0}
FLAT = replace(PLAIN_VERILATOR, plain=False)


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize("test", ["random_software", "random_messages"])
def test_random_software_on_lookup_tables_and_flip_flops(test: str) -> None:
    sources = rtl.sources("kernel")
    cells = mapped.write(BUILD / "mapped" / "isochron_mapped.v", "isochron", sources, SIZES)
    environment = {"COCOTB_TESTCASE": test, "STEPS": "2500", "PATIENCE": "0.99"}
    twins = [*sources, cells, HERE / "kernel/isochron_twin.sv"]
    simulate("isochron", "kernel.random_bench", twins, SIZES, 1, environment, on=FLAT)
