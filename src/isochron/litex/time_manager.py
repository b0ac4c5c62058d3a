# SPDX-License-Identifier: Apache-2.0
"""The time manager at a LiteX SoC: a Wishbone slave, and an interrupt."""

from types import SimpleNamespace

from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from migen import Signal

from isochron.litex.attachment import Device, checked, size

ORIGIN = 0xB010_0000
"""Where the time manager is, unless told: behind the hardware kernel's usual window."""
_NAME = "time-manager"


class TimeManager(Device):
    """The time manager behind a Wishbone slave.

    ``ev.irq`` is high while a task is to wake. It is a line of the hardware kernel's, or the SoC's
    interrupt by its ``irq.add``.
    """

    def __init__(self, platform: object, **parameters: int) -> None:
        self.ev = SimpleNamespace(irq=Signal())
        super().__init__(platform, _NAME, parameters, o_interrupt_o=self.ev.irq)


def add_time_manager(soc: SoCCore, origin: int = ORIGIN, **parameters: int) -> None:
    """Add the time manager to a SoC as ``soc.time_manager``.

    ``parameters`` are those of ``isochron_time_manager.sv``. The interrupt is
    ``soc.time_manager.ev.irq``: a line for ``add_isochron``, or for the core by
    ``soc.irq.add("time_manager", use_loc_if_exists=True)``. Raises ValueError for an origin that
    the core caches, and for a parameter that the time manager has not.
    """
    checked(soc, origin, ORIGIN, _NAME, parameters)
    soc.time_manager = TimeManager(soc.platform, **parameters)
    region = SoCRegion(origin=origin, size=size(_NAME), cached=False)
    soc.bus.add_slave("time_manager", soc.time_manager.bus, region)
