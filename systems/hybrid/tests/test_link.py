# SPDX-License-Identifier: Apache-2.0
"""The hybrid's link in the SoC, by each attachment, without a kernel."""

import pytest

from isochron.building import firmware, package, platforms
from isochron.running import checks, simulator

MAX_CYCLES = 2_000_000
COMMON = checks.SHARED.parent


@pytest.mark.parametrize("platform", ["ibex", pytest.param("vexriscv", marks=pytest.mark.wide)])
def test_the_link_carries_messages_replies_and_interrupts(platform: str) -> None:
    attachment = package.folders(firmware.KERNELS["hybrid"].attachment(platforms.find(platform)))
    elf = firmware.build(
        "systems/hybrid/firmware/link/link.c",
        platform=platform,
        parts=firmware.Parts(tuple(sorted(COMMON.glob("*.c"))), (COMMON, *attachment)),
    )
    result = simulator.run(elf, platform, hardware="hybrid", max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")
