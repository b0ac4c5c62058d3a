# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS on the hybrid in the SoC: on the bus, and by put and get instructions."""

from __future__ import annotations

import pytest

from isochron.building import firmware
from isochron.running import checks, simulator

TICK = {"configTICK_RATE_HZ": "2500"}
MAX_CYCLES = 20_000_000


PROGRAMS = ("isr", "queue_isr", "scheduler_suspension", "semaphores", "tick_reading", "timeouts")
LINKED = ("isr", "semaphores", "tick_reading")
"""Those of the first tier where the link is instructions."""


@pytest.mark.parametrize(
    ("program", "platform"),
    [
        pytest.param(
            *(program, platform),
            marks=[] if platform == "ibex" or program in LINKED else [pytest.mark.wide],
        )
        for platform in ("ibex", "vexriscv")
        for program in PROGRAMS
    ],
)
def test_kernel_from_inside(program: str, platform: str) -> None:
    defines = TICK | checks.NEEDS.get(program, {})
    elf = firmware.build(
        f"firmware/laboratory/tests/{program}.c", "hybrid", platform, defines=defines
    )
    result = simulator.run(elf, platform, hardware="hybrid", max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")
