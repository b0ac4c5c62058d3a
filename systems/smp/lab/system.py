# SPDX-License-Identifier: Apache-2.0
"""What FreeRTOS's SMP gives to the laboratory."""

from __future__ import annotations

from isochron.systems import System

SYSTEM = System(name="smp", title="FreeRTOS's SMP on several cores")
