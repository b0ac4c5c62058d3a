# SPDX-License-Identifier: Apache-2.0
"""The hybrid in a LiteX SoC."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from litex.build.lattice.trellis import LatticeTrellisToolchain

from isochron.building import yosys
from isochron.litex import Isochron, SimulatedSoC, add_isochron, simulate

PROGRAM = Path(__file__).with_name("litex_give.c")


@pytest.mark.wide
@pytest.mark.parametrize("core", ["vexriscv", "ibex"])
def test_freertos_runs_on_it(tmp_path: Path, core: str) -> None:
    soc = SimulatedSoC(core)
    add_isochron(soc, kernel="hybrid", NTasks=8, NPriorities=8)
    assert simulate(soc, tmp_path, PROGRAM).splitlines() == [*["given", "taken"] * 3, "exit 0"]


def test_it_is_plain_verilog_where_yosys_reads_it() -> None:
    files: list[str] = []
    platform = SimpleNamespace(toolchain=LatticeTrellisToolchain(), add_source=files.append)
    Isochron(platform, kernel="hybrid", NTasks=4)
    device, adapter = files
    for file, top in ((device, "isochron_hybrid_bus"), (adapter, "isochron_wishbone")):
        yosys.run(f"read_verilog {file}", f"hierarchy -check -top {top}", "proc", "check -assert")
