# SPDX-License-Identifier: Apache-2.0
"""The time manager in a LiteX SoC, beside the hardware kernel."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from litex.build.lattice.trellis import LatticeTrellisToolchain

from isochron.building import yosys
from isochron.litex import SimulatedSoC, TimeManager, add_isochron, add_time_manager, simulate

PROGRAM = Path(__file__).with_name("litex_release.c")


@pytest.mark.wide
def test_its_releases_wake_a_task(tmp_path: Path) -> None:
    soc = SimulatedSoC("vexriscv")
    add_time_manager(soc, NTasks=4)
    add_isochron(soc, lines=[soc.time_manager.ev.irq], NTasks=16, NPriorities=8, NObjects=16)
    said = simulate(soc, tmp_path, PROGRAM)
    first, *releases, end = said.splitlines()
    assert (first, end) == ("refused", "exit 0")
    assert releases == ["in time"] * 5


def test_a_cached_origin_and_an_unknown_parameter_are_refused() -> None:
    cpu = SimpleNamespace(io_regions={0x8000_0000: 0x8000_0000}, variant="standard")
    soc = SimpleNamespace(cpu_type="vexriscv", cpu=cpu)
    with pytest.raises(ValueError, match="caches the origin 0x50000000: use 0xb0100000"):
        add_time_manager(soc, origin=0x5000_0000)
    with pytest.raises(ValueError, match="isochron_time_manager has no parameter NTask; it has"):
        add_time_manager(soc, NTask=16)


def test_it_is_plain_verilog_where_yosys_reads_it() -> None:
    files: list[str] = []
    platform = SimpleNamespace(toolchain=LatticeTrellisToolchain(), add_source=files.append)
    TimeManager(platform, NTasks=4, Reconfigurable=1)
    device, adapter = files
    for file, top in ((device, "isochron_time_manager"), (adapter, "isochron_wishbone")):
        yosys.run(f"read_verilog {file}", f"hierarchy -check -top {top}", "proc", "check -assert")
