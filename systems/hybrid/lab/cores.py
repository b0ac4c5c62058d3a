# SPDX-License-Identifier: Apache-2.0
"""The hybrid's RTL, as a core of FuseSoC."""

from __future__ import annotations

from isochron.cores import Part

PARTS = (
    Part(
        "hybrid",
        "Choice of the next task and delays under FreeRTOS's API, behind a bus",
        ("isochron_hybrid_bus",),
        system="hybrid",
    ),
)
