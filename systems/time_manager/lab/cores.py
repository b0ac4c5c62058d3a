# SPDX-License-Identifier: Apache-2.0
"""The time manager's RTL, as a core of FuseSoC."""

from __future__ import annotations

from isochron.cores import Part

PARTS = (
    Part(
        "time_manager",
        "64-bit time and a delay for each task, behind a bus",
        ("isochron_time_manager",),
        ("time-manager-reads",),
        system="time_manager",
    ),
)
