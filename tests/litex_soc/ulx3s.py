# SPDX-License-Identifier: Apache-2.0
"""The same for a board, by a target of litex-boards: ulx3s.py OUTPUT [PROGRAM.bin].

It writes headers, Verilog, and the scripts for Yosys, nextpnr and ecppack.
"""

import sys
from pathlib import Path

from headers import write_headers
from litex.soc.integration.common import get_mem_data
from litex_boards.targets.radiona_ulx3s import BaseSoC

from isochron.litex import add_isochron

output, *program = sys.argv[1:]
soc = BaseSoC(
    device="LFE5U-85F",
    sys_clk_freq=20e6,
    integrated_rom_size=0,
    integrated_main_ram_size=0x10000,
    integrated_main_ram_init=get_mem_data(program[0], endianness="little") if program else [],
    cpu_reset_address=0x4000_0080,
)
soc.add_timer(name="pulse")
add_isochron(soc, lines=[soc.pulse.ev.irq], NTasks=16, NPriorities=8, NObjects=16)
write_headers(soc, Path(output))
soc.platform.build(soc, build_dir=f"{output}/gateware", run=False)
