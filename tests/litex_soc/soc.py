# SPDX-License-Identifier: Apache-2.0
"""A LiteX SoC with the hardware kernel, for a simulator: soc.py OUTPUT CORE [PROGRAM.bin]."""

import sys
from pathlib import Path

from headers import write_headers
from litex.build.generic_platform import Pins, Subsignal
from litex.build.sim import SimPlatform
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

write_headers(soc, Path(output))
for name, paths in {
    "sources": [path for path, *_ in platform.sources],
    "includes": platform.verilog_include_paths,
}.items():
    Path(output, f"gateware/{name}.f").write_text("".join(f"{path}\n" for path in paths))
platform.get_verilog(soc, name="sim").write(Path(output, "gateware/sim.v"))
