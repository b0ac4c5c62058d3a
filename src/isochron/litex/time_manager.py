# SPDX-License-Identifier: Apache-2.0
"""The time manager at a LiteX SoC: a Wishbone slave, and an interrupt."""

from types import SimpleNamespace

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from migen import Instance, Signal

from isochron import rtl
from isochron.litex.attachment import add_adapter, checked, plain, wants_plain
from isochron.paths import ROOT

ORIGIN = 0xB010_0000
"""Where the time manager is, unless told: behind the hardware kernel's usual window."""
SIZE = 0x800
"""Bytes of its window."""
_NAME = "isochron_time_manager"
_TOP = ROOT / f"systems/time_manager/rtl/{_NAME}.sv"
_ADDRESS_BITS = 11


class TimeManager(LiteXModule):  # type: ignore[misc]
    """The time manager behind a Wishbone slave.

    What it refuses is acknowledged, without effect, and loads 0: VexRiscv's bridge takes no error,
    and would go on waiting. ``ev.irq`` is high while a task is to wake. It is a line of the
    hardware kernel's, or the SoC's interrupt by its ``irq.add``.
    """

    def __init__(self, platform: object, **parameters: int) -> None:
        self.ev = SimpleNamespace(irq=Signal())
        address, port = add_adapter(self)
        is_plain = wants_plain(platform)
        self.specials += Instance(
            _NAME,
            **({} if is_plain else {f"p_{name}": value for name, value in parameters.items()}),
            **port,
            i_addr_i=address[:_ADDRESS_BITS],
            o_interrupt_o=self.ev.irq,
        )
        systemverilog = [*rtl.sources("time_manager"), *rtl.sources("adapters")]
        for source in plain(_NAME, "time_manager", parameters) if is_plain else systemverilog:
            platform.add_source(str(source))  # type: ignore[attr-defined]


def add_time_manager(soc: SoCCore, origin: int = ORIGIN, **parameters: int) -> None:
    """Add the time manager to a SoC as ``soc.time_manager``.

    ``parameters`` are those of ``isochron_time_manager.sv``. The interrupt is
    ``soc.time_manager.ev.irq``: a line for ``add_isochron``, or for the core by
    ``soc.irq.add("time_manager", use_loc_if_exists=True)``. Raises ValueError for an origin that
    the core caches, and for a parameter that the time manager has not.
    """
    checked(soc, origin, ORIGIN, _TOP, parameters)
    soc.time_manager = TimeManager(soc.platform, **parameters)
    region = SoCRegion(origin=origin, size=SIZE, cached=False)
    soc.bus.add_slave("time_manager", soc.time_manager.bus, region)
