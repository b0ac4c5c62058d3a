# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel in a LiteX SoC: a Wishbone slave, the request to switch, interrupt lines.

    from isochron.litex import add_isochron

    add_isochron(soc, lines=[soc.timer0.ev.irq], NTasks=16)

The SoC is a SoCCore with VexRiscv. It needs LiteX and Migen (requirements.in has the versions that
are tested).
"""

from __future__ import annotations

from collections.abc import Sequence

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import wishbone
from migen import C, Cat, ClockSignal, If, Instance, ResetSignal, Signal

from isochron.building import verilator

ORIGIN = 0xA000_0000
"""Where the hardware kernel is, unless told: a region that LiteX does not cache."""
SIZE = 0x10_0000
"""Bytes of the hardware kernel's window."""
LATE_COMMANDS = 10
"""Cycles after a request to switch in which VexRiscv may still issue a command."""
SOFTWARE_INTERRUPT = {"vexriscv": "i_softwareInterrupt"}
"""Of each core that is supported: the port of its machine software interrupt."""


class Isochron(LiteXModule):  # type: ignore[misc]
    """The hardware kernel behind a Wishbone slave.

    ``parameters`` are those of ``hardware/rtl/kernel/isochron.sv``: ``NTasks``, ``NPriorities``,
    ``NObjects`` and others. The output ``switch_request`` goes to the core's machine software
    interrupt.
    """

    def __init__(self, platform: object, lines: Sequence[Signal] = (), **parameters: int) -> None:
        self.bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.switch_request = Signal()

        # The kernel's request holds until it is granted, with the answer: a classic cycle of whole
        # words. The answer is told a cycle later, for LiteX's decoder selects whose data the master
        # gets by the slave of the cycle before. In that cycle nothing is asked for anew.
        request, grant, whole, loaded = Signal(), Signal(), Signal(), Signal(32)
        asked = self.bus.cyc & self.bus.stb
        self.comb += [
            whole.eq(self.bus.sel == 0xF),
            request.eq(asked & whole & ~self.bus.ack),
            self.bus.err.eq(asked & ~whole),
        ]
        self.sync += [self.bus.ack.eq(grant), If(grant, self.bus.dat_r.eq(loaded))]
        self.specials += Instance(
            "isochron",
            p_NLines=max(len(lines), 1),
            **{f"p_{name}": value for name, value in parameters.items()},
            i_clk_i=ClockSignal("sys"),
            i_rst_ni=~ResetSignal("sys"),
            i_req_i=request,
            i_we_i=self.bus.we,
            i_addr_i=Cat(C(0, 2), self.bus.adr[:18]),
            i_wdata_i=self.bus.dat_w,
            o_gnt_o=grant,
            o_rdata_o=loaded,
            i_lines_i=Cat(*lines) if lines else C(0),
            o_switch_request_o=self.switch_request,
        )
        for source in verilator.kernel_sources():
            platform.add_source(str(source))  # type: ignore[attr-defined]


def add_isochron(
    soc: SoCCore, lines: Sequence[Signal] = (), origin: int = ORIGIN, **parameters: int
) -> None:
    """Add the hardware kernel to a SoC as ``soc.isochron``, its request to switch to the core.

    ``lines`` are the interrupt lines that may wake tasks without a service routine, line 0 first:
    of an event manager ``soc.uart.ev.irq``, for example. Raises ValueError for another core than
    those of ``SOFTWARE_INTERRUPT``, and for an origin that the core caches.
    """
    if soc.cpu_type not in SOFTWARE_INTERRUPT:
        raise ValueError(
            f"the core '{soc.cpu_type}' is not supported, for its software interrupt has no port "
            f"known here: use {', '.join(SOFTWARE_INTERRUPT)}"
        )
    if not any(at <= origin < at + size for at, size in soc.cpu.io_regions.items()):
        raise ValueError(f"the core caches the origin {origin:#x}: use {ORIGIN:#x}, for example")
    soc.isochron = Isochron(soc.platform, lines, LateCommands=LATE_COMMANDS, **parameters)
    region = SoCRegion(origin=origin, size=SIZE, cached=False)
    soc.bus.add_slave("isochron", soc.isochron.bus, region)
    soc.cpu.cpu_params[SOFTWARE_INTERRUPT[soc.cpu_type]] = soc.isochron.switch_request
    for name, value in parameters.items():
        soc.add_constant(f"ISOCHRON_{name.upper()}", value)
