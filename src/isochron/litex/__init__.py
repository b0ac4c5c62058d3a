# SPDX-License-Identifier: Apache-2.0
"""Kernels in hardware and the time manager in a LiteX SoC, programs, simulation and bitstreams.

    from isochron.litex import SimulatedSoC, add_isochron, simulate

    soc = SimulatedSoC("vexriscv")
    soc.add_timer(name="pulse")
    add_isochron(soc, lines=[soc.pulse.ev.irq], NTasks=16, NPriorities=8, NObjects=16)
    print(simulate(soc, "build/my_soc"))

It needs LiteX and Migen (requirements.in has the versions that are tested).
"""

from isochron.litex.attachment import CORES, Isochron, add_isochron
from isochron.litex.bitstream import make_bitstream
from isochron.litex.program import PROGRAM, build_program, write_headers
from isochron.litex.simulation import SimulatedSoC, simulate
from isochron.litex.time_manager import TimeManager, add_time_manager

__all__ = [
    "CORES",
    "PROGRAM",
    "Isochron",
    "SimulatedSoC",
    "SimulationFailed",
    "TimeManager",
    "add_isochron",
    "add_time_manager",
    "build_program",
    "make_bitstream",
    "simulate",
    "write_headers",
]
