# SPDX-License-Identifier: Apache-2.0
"""Items of several pieces on the SoC: how long others wait, whatever the size.

That nothing is lost or mixed: isochron/pieces.c and isochron/transfers.c, in
tests/test_firmware_isochron.py and tests/test_contexts_soc.py.
"""

import pytest

from isochron.building import firmware
from isochron.errors import BuildFailed
from isochron.paths import ROOT
from isochron.running import simulator

PROGRAM = ROOT / "firmware/laboratory/tests/costs/large_items.c"
MAX_CYCLES = 40_000_000
DEFINES = {"NDEBUG": "1", "configTICK_RATE_HZ": "5000", "TEST_STEP": "5"}

TAKEN, LINE, TICK = range(3)
SIZES = (512, 2048)
CALLS = ("send", "receive")
LONGEST = {
    ("isochron", "128"): 264,
    ("isochron", "512"): 480,
    ("isochron-contexts", "128"): 199,
    ("isochron-contexts", "512"): 415,
}
"""Cycles from a line to the highest task's first instruction, by kernel and the bytes of a piece:
docs/explanation/kernel.md. Behind 2,048 bytes that were copied at once they would be 1,443."""
LATEST = {"128": 157, "512": 373}
"""Cycles by which a tick gets there later than without the call."""
UNALIGNED_CALL = {
    ("send", 512): 882,
    ("receive", 512): 910,
    ("send", 2048): 5284,
    ("receive", 2048): 5901,
}
"""Cycles of a call with an item that is one byte away from a word's place."""
UNALIGNED_AT_ONCE = 971
"""Cycles from a line, as above, behind 512 bytes of such an item, which are one piece."""


def measured(kernel: str, **defines: str) -> dict[tuple[str, int], tuple[int, int, int]]:
    """Return what a call takes, the longest way from a line and the longest delay of a tick."""
    elf = firmware.build(PROGRAM, kernel, defines={**DEFINES, **defines})
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.output.splitlines()]
    return {(row[0], int(row[1])): (int(row[2]), int(row[3]), int(row[4])) for row in rows}


@pytest.mark.parametrize(("kernel", "piece"), LONGEST)
def test_others_wait_for_a_piece(kernel: str, piece: str) -> None:
    found = measured(kernel, configISOCHRON_PIECE=piece)
    longest = max(found[call, size][LINE] for call in CALLS for size in SIZES)
    latest = max(found[call, size][TICK] for call in CALLS for size in SIZES)
    assert longest == LONGEST[kernel, piece]
    assert LATEST[piece] - 8 <= latest <= LATEST[piece]


def test_for_an_unaligned_item_they_wait_no_longer() -> None:
    """Its pieces are shorter; one that is a single piece is not."""
    found = measured("isochron", TEST_OFFSET="1", TEST_STEP="13")
    assert {call: found[call][TAKEN] for call in UNALIGNED_CALL} == UNALIGNED_CALL
    assert max(found[call, 2048][LINE] for call in CALLS) <= LONGEST["isochron", "512"]
    assert max(found[call, 512][LINE] for call in CALLS) == UNALIGNED_AT_ONCE


def test_a_piece_of_another_size_is_refused() -> None:
    with pytest.raises(BuildFailed, match="configISOCHRON_PIECE is not the size"):
        firmware.build(PROGRAM, "isochron", defines={**DEFINES, "configISOCHRON_PIECE": "96"})
