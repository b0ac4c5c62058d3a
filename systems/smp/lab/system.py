# SPDX-License-Identifier: Apache-2.0
"""What FreeRTOS's SMP gives to the laboratory."""

from systems.smp.lab import machine

from isochron.systems import SeveralCores, System

SYSTEM = System(
    name="smp",
    title="FreeRTOS's SMP on several cores",
    cores=SeveralCores(machine.KERNELS, (2, 4), machine.run_files),
)
