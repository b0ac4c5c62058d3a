# SPDX-License-Identifier: Apache-2.0
"""A board sends its trace by a line while a program runs, which takes the same cycles."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from test_hardware_trace import Port

from isochron.boards import contents, simulation
from isochron.boards.build import Image
from isochron.boards.catalogue import boards
from isochron.errors import IsochronError
from isochron.tracing.cable import Cable
from isochron.tracing.words import Happened, decode

BOARD = simulation.fast(boards()["ulx3s-25f"])
PLAIN = Image(BOARD, "isochron")
TRACED = Image(BOARD, "isochron", trace=True)
LED_2, TASK = 3, 0x3F
"""From there on LEDs show the running task, of which this many bits."""
TRACE = 1 + len(BOARD.pins.leds) + len(BOARD.pins.high)
"""The bit of the outputs: the UART's is the lowest."""


def changes(seen: simulation.Seen, of: int) -> list[tuple[int, int]]:
    """Return when some bits of a board's outputs change, and what they are then."""
    every = ((int(cycle), int(pins, 16) & of) for cycle, pins in map(str.split, seen.changes))
    found: list[tuple[int, int]] = []
    for cycle, value in every:
        if not found or found[-1][1] != value:
            found.append((cycle, value))
    return found


def characters(levels: list[tuple[int, int]], bit: int) -> Iterator[int]:
    """Yield the characters on a line, given when its level changes."""
    level_at = dict(levels)
    end = levels[-1][0] + 10 * bit
    level, left, place, value = 1, 0, 0, 0
    for cycle in range(levels[0][0], end):
        level = level_at.get(cycle, level)
        if left == 0 and level == 0:
            left, place, value = 9, cycle + bit + bit // 2, 0
        elif left and cycle == place:
            place += bit
            left -= 1
            if left:
                value |= level << 8 - left
            else:
                assert level == 1, "a stop bit"
                yield value


@pytest.mark.wide
def test_a_traced_run_takes_the_same_cycles_and_its_trace_is_what_the_board_did(tmp_path: Path):
    """Every output of the board without a trace has the same value in every cycle."""
    words = contents.image(simulation.program(PLAIN), BOARD.ram_bytes)
    plain, traced = (
        simulation.run(image, simulation.of_rtl(image), words, tmp_path, simulation.MOST_CYCLES)
        for image in (PLAIN, TRACED)
    )
    assert plain.exit_code == traced.exit_code == 0
    outputs = (1 << TRACE) - 1
    assert changes(traced, outputs) == changes(plain, outputs)

    line = [(cycle, pins >> TRACE) for cycle, pins in changes(traced, 1 << TRACE)]
    told = list(Cable(Port(bytes(characters(line, BOARD.trace_cycles)))))
    assert None not in told
    happened = list(decode(told))
    assert all(isinstance(event, Happened) for event in happened)
    first, *switches = [(event.cycle, event.task) for event in happened if event.what == "SWITCH"]
    (_, before), *shown = [(cycle, pins >> LED_2) for cycle, pins in changes(traced, TASK << LED_2)]
    assert first[1] == before, "the LEDs show the first task's number already"
    assert [task for _, task in shown] == [task for _, task in switches]
    assert len(switches) > 10
    assert len({cycle - seen for (cycle, _), (seen, _) in zip(switches, shown, strict=True)}) == 1


def test_a_board_without_a_place_for_a_trace_or_with_nothing_to_trace_is_refused():
    with pytest.raises(IsochronError, match=r"colorlight-i5 has no pin for a trace.*ulx3s-85f"):
        Image(boards()["colorlight-i5"], "isochron", trace=True)
    with pytest.raises(IsochronError, match="the SoC for freertos has none"):
        Image(boards()["ulx3s-85f"], "freertos", trace=True)
