# SPDX-License-Identifier: Apache-2.0
"""What a program of the alchemy layer (docs/reference/alchemy.md) consists of."""

from __future__ import annotations

from isochron.building import firmware
from isochron.paths import ROOT

LAYER = ROOT / "systems/time_manager/firmware/alchemy"
REGISTERS = ROOT / "systems/time_manager/firmware/include"
HARDWARE = "time-manager"
"""What the simulated SoC must have, see ``platforms``."""
DEFINES = {"configBOARD_TIME_MANAGER": "1"}
SOFTWARE_TIME_BASE = {"ALCHEMY_SOFTWARE_TIME_BASE": "1"}
"""Selects the walk over all timers at each tick, in place of the time manager."""


def parts() -> firmware.Parts:
    """Return the layer's files."""
    return firmware.Parts(
        sources=tuple(sorted(LAYER.glob("*.c"))),
        include=(LAYER / "include", LAYER, REGISTERS),
    )
