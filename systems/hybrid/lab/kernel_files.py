# SPDX-License-Identifier: Apache-2.0
"""The kernel files for the hybrid, of programs on the SoC and of native ones."""

from isochron.building.kinds import Kernel, NativeHardware, NativeKernel
from isochron.paths import ROOT

NAME = "hybrid"
FIRMWARE = ROOT / "systems/hybrid/firmware"
_HOST_LINK = FIRMWARE / "attachments/host-link"

KERNELS = (
    Kernel(
        NAME,
        "FreeRTOS on the hybrid: choice of the next task and delays in hardware",
        "Isochron hybrid",
        NAME,
        hardware=NAME,
        attached=("link-bus", "link-cfu"),
        soc="soc-hybrid",
        colour="#a259d9",
        files=FIRMWARE / "kernel",
        boards=("ecpix-5-85f", "orangecrab-85f", "ulx3s-85f"),
    ),
)
NATIVE = (
    NativeKernel(
        NAME,
        "FreeRTOS on the hybrid",
        {"configUSE_HW_ACCELERATION": 1, "configISOCHRON_HYBRID": 1},
        (
            *(_HOST_LINK, FIRMWARE / "include", FIRMWARE, ROOT / "firmware"),
            *(ROOT / "firmware/attachments/host", ROOT / "firmware/laboratory/host/stock"),
        ),
        (_HOST_LINK / "tick.c",),
        NativeHardware(_HOST_LINK, "link_top", NAME, ("NTasks", "NPriorities")),
    ),
)
