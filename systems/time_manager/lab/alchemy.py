# SPDX-License-Identifier: Apache-2.0
"""The alchemy layer (docs/reference/alchemy.md), its SoC and its options."""

NAME = "alchemy"
"""Of the layer, in sources.cmake."""
HARDWARE = "time-manager"
"""What the simulated SoC must have, see ``platforms``."""
DEFINES = {"configBOARD_TIME_MANAGER": "1"}
TIME_BASE = "ALCHEMY_SOFTWARE_TIME_BASE"
SOFTWARE_TIME_BASE = {TIME_BASE: "1"}
"""Selects the walk over all timers at each tick, in place of the time manager."""
TICKLESS_TIME_BASE = {TIME_BASE: "3"}
"""Selects a heap of timers, and one hardware timer for the earliest."""
