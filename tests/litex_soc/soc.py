# SPDX-License-Identifier: Apache-2.0
"""A LiteX SoC with the hardware kernel, for a simulator: soc.py OUTPUT CORE [PROGRAM.bin]."""

import sys
from pathlib import Path

from litex.build.generic_platform import Pins, Subsignal
from litex.build.sim import SimPlatform
from litex.soc.integration import export
from litex.soc.integration.common import get_mem_data
from litex.soc.integration.soc_core import SoCCore
from migen import ClockDomain, Module

from isochron.litex import add_isochron

WIRES = {"valid": 1, "ready": 1, "data": 8}
SERIAL = [
    *(Subsignal(f"source_{name}", Pins(width)) for name, width in WIRES.items()),
    *(Subsignal(f"sink_{name}", Pins(width)) for name, width in WIRES.items()),
]
IO = [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1)), ("serial", 0, *SERIAL)]


class Clock(Module):
    def __init__(self, platform: SimPlatform) -> None:
        self.clock_domains.cd_sys = ClockDomain()
        self.comb += self.cd_sys.clk.eq(platform.request("sys_clk"))
        self.comb += self.cd_sys.rst.eq(platform.request("sys_rst"))


output, core, *program = sys.argv[1:]
platform = SimPlatform("SIM", IO)
platform.name = "sim"
soc = SoCCore(
    platform,
    clk_freq=25_000_000,
    cpu_type=core,
    uart_name="sim",
    integrated_sram_size=0x2000,
    integrated_main_ram_size=0x40000,
    integrated_main_ram_init=get_mem_data(program[0], endianness="little") if program else [],
    cpu_reset_address=0x4000_0080,
)
soc.crg = Clock(platform)
soc.add_timer(name="pulse")
add_isochron(soc, lines=[soc.pulse.ev.irq], NTasks=16, NPriorities=8, NObjects=16)

# What LiteX's Builder does, but for its BIOS, which takes two more packages
soc.finalize()
for name, text in {
    "software/include/generated/csr.h": export.get_csr_header(soc.csr_regions, soc.constants),
    "software/include/generated/mem.h": export.get_mem_header(soc.mem_regions),
    "software/include/generated/soc.h": export.get_soc_header(soc.constants),
    "software/include/generated/regions.ld": export.get_linker_regions(soc.mem_regions),
    "gateware/sources.f": "".join(f"{path}\n" for path, *_ in platform.sources),
    "gateware/includes.f": "".join(f"{path}\n" for path in platform.verilog_include_paths),
}.items():
    path = Path(output, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
platform.get_verilog(soc, name="sim").write(Path(output, "gateware/sim.v"))
