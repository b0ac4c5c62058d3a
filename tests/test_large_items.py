# SPDX-License-Identifier: Apache-2.0
"""Items of several pieces on the SoC: how long others wait, whatever the size.

That nothing is lost or mixed: isochron/pieces.c and isochron/transfers.c, in
tests/test_firmware_isochron.py and tests/test_banked.py.
"""

from __future__ import annotations

import pytest

from isochron.building import firmware
from isochron.paths import ROOT
from isochron.running import simulator

PROGRAM = ROOT / "firmware/laboratory/tests/costs/large_items.c"
MAX_CYCLES = 40_000_000
DEFINES = {"NDEBUG": "1", "configTICK_RATE_HZ": "5000", "TEST_STEP": "5"}

LINE, TICK = range(2)
IN_PIECES = (512, 2048)
CALLS = ("send", "receive")
LONGEST = {"isochron": 270, "isochron-banked": 200}
"""Cycles from a line to the highest task's first instruction: docs/explanation/kernel.md. Behind
2,048 bytes that were copied at once they would be 1,443."""
LATEST = 160
"""Cycles by which a tick gets there later than without the call."""


def measured(kernel: str) -> dict[tuple[str, int], tuple[int, int]]:
    """Return the longest way from a line and the longest delay of a tick, by call and size."""
    result = simulator.run(firmware.build(PROGRAM, kernel, defines=DEFINES), max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.output.splitlines()]
    return {(call, int(size)): (int(line), int(tick)) for call, size, _, line, tick in rows}


@pytest.mark.parametrize("kernel", LONGEST)
def test_others_wait_for_a_piece(kernel: str) -> None:
    found = measured(kernel)
    for call in CALLS:
        for size in IN_PIECES:
            assert found[call, size][LINE] <= LONGEST[kernel]
            assert found[call, size][TICK] <= LATEST
