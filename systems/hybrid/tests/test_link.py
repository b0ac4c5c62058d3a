# SPDX-License-Identifier: Apache-2.0
"""The hybrid's link in the SoC, by each attachment, without a kernel."""

from pathlib import Path

import pytest

from isochron.building import firmware, package, platforms
from isochron.running import checks, simulator

MAX_CYCLES = 2_000_000
COMMON = checks.SHARED.parent


BEHIND = """\
#include "isochron_link.h"

int main( void )
{
    return ( int ) isochronLINK_REGISTER( ISOCHRON_HYBRID_LINK_STATE_OFFSET + 0x100 );
}
"""
"""The registers end with STATE, within the window of the device."""


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


def test_what_is_behind_its_registers_is_a_bus_error(tmp_path: Path) -> None:
    source = tmp_path / "behind.c"
    source.write_text(BEHIND)
    link = package.folders(firmware.KERNELS["hybrid"].attachment(platforms.find("ibex")))
    elf = firmware.build(source, platform="ibex", parts=firmware.Parts(include=tuple(link)))
    with pytest.raises(simulator.ProgramCrashed, match="exception 5 in main"):
        simulator.run(elf, "ibex", hardware="hybrid", max_cycles=MAX_CYCLES)
