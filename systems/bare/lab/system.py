# SPDX-License-Identifier: Apache-2.0
"""What the hardware kernel without FreeRTOS gives to the laboratory."""

from isochron.systems import System

SYSTEM = System(name="bare", title="The hardware kernel without FreeRTOS")
