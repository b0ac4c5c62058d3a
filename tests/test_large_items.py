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
SIZES = (512, 2048)
CALLS = ("send", "receive")
LONGEST = {
    ("isochron", "128"): 264,
    ("isochron", "512"): 480,
    ("isochron-banked", "128"): 199,
    ("isochron-banked", "512"): 415,
}
"""Cycles from a line to the highest task's first instruction, by kernel and the bytes of a piece:
docs/explanation/kernel.md. Behind 2,048 bytes that were copied at once they would be 1,443."""
LATEST = {"128": 157, "512": 373}
"""Cycles by which a tick gets there later than without the call."""


def measured(kernel: str, piece: str) -> dict[tuple[str, int], tuple[int, int]]:
    """Return the longest way from a line and the longest delay of a tick, by call and size."""
    defines = {**DEFINES, "configISOCHRON_PIECE": piece}
    result = simulator.run(firmware.build(PROGRAM, kernel, defines=defines), max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.output.splitlines()]
    return {(call, int(size)): (int(line), int(tick)) for call, size, _, line, tick in rows}


@pytest.mark.parametrize(("kernel", "piece"), LONGEST)
def test_others_wait_for_a_piece(kernel: str, piece: str) -> None:
    found = measured(kernel, piece)
    longest = max(found[call, size][LINE] for call in CALLS for size in SIZES)
    latest = max(found[call, size][TICK] for call in CALLS for size in SIZES)
    assert longest == LONGEST[kernel, piece]
    assert LATEST[piece] - 8 <= latest <= LATEST[piece]


def test_a_piece_of_another_size_is_refused() -> None:
    with pytest.raises(firmware.BuildFailed, match="configISOCHRON_PIECE is not the size"):
        firmware.build(PROGRAM, "isochron", defines={**DEFINES, "configISOCHRON_PIECE": "96"})
