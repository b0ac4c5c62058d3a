# SPDX-License-Identifier: Apache-2.0
"""Draws a waveform in WaveDrom's format (WaveJSON), as far as ``record`` uses it.

A character of ``wave`` is one cycle: ``0`` and ``1`` are levels, ``x`` is nothing of interest, a
digit from 2 on is a value, whose text is the next one of ``data``, and ``.`` goes on with what was
before. A text that does not fit stands behind its box, if nothing else is there.
WaveDrom's own package cannot be installed from an index: it has no wheel, and its build fails.
"""

from __future__ import annotations

from itertools import groupby, pairwise

from isochron.pictures import svg

NAMES = 150
LANE, GAP = 22, 10
TOP = 34
LETTER = 7
"""Width of one, at most, on the average."""


def draw(wave: dict) -> str:
    """Return the SVG of a WaveJSON document."""
    cell = wave["config"]["cell"]
    first, every = wave["head"]["tick"], wave["head"]["every"]
    lanes = wave["signal"]
    cycles = len(lanes[0]["wave"])
    width = NAMES + cycles * cell + 10
    height = TOP + len(lanes) * (LANE + GAP)
    elements = [svg.text(NAMES - 8, TOP - 12, "cycle", anchor="end")]
    for cycle in range(cycles):
        if (first + cycle) % every == 0:
            x = NAMES + cycle * cell
            elements.append(svg.text(x + cell / 2, TOP - 12, str(first + cycle), anchor="middle"))
            elements.append(svg.line(x, TOP - 6, x, height - GAP, 'stroke-opacity="0.35"'))
    for index, lane in enumerate(lanes):
        y = TOP + index * (LANE + GAP)
        elements.append(svg.text(NAMES - 8, y + LANE - 6, lane["name"], anchor="end"))
        elements += _lane(lane, y, cell)
    return svg.document(width, height, wave["head"]["text"], elements)


def _lane(lane: dict, y: float, cell: float) -> list[str]:
    texts = iter(lane.get("data", ()))
    elements, at = [], 0
    level = None
    runs = _runs(lane["wave"])
    for (state, length), (after, room) in pairwise([*runs, ("x", 0)]):
        x, width = NAMES + at * cell, length * cell
        at += length
        if state in "01":
            height = y + (2 if state == "1" else LANE - 2)
            if level not in (None, height):
                elements.append(svg.line(x, level, x, height, 'stroke-width="1.5"'))
            elements.append(svg.line(x, height, x + width, height, 'stroke-width="1.5"'))
            level = height
            continue
        level = None
        if state == "x":
            elements.append(svg.line(x, y + LANE / 2, x + width, y + LANE / 2))
            continue
        fill = svg.FILLS[(int(state) - 2) % len(svg.FILLS)]
        elements.append(svg.box(x, y, width, LANE, fill))
        words = next(texts)
        base = y + LANE - 7
        if len(words) * LETTER <= width:
            elements.append(svg.text(x + width / 2, base, words, colour=svg.INK, anchor="middle"))
        elif after == "x" and len(words) * LETTER <= room * cell:
            elements.append(svg.text(x + width + 2, base - 6, words, size=11))
    return elements


def _runs(wave: str) -> list[tuple[str, int]]:
    """Return each state with its length; a value that is given anew is a run of its own."""
    states: list[list] = []
    for character in wave:
        if character == "." or (character in "01x" and states and states[-1][0] == character):
            states[-1][1] += 1
        else:
            states.append([character, 1])
    return [(state, length) for state, length in states]


def encode(values: list[str | None], colours: dict[str, str]) -> dict:
    """Return ``wave`` and ``data`` of a lane: a value for each cycle, or None where there is none.

    ``colours`` has a digit for the values that begin with each text; others have the first one.
    """
    wave, data = "", []
    for value, cycles in groupby(values):
        length = len(list(cycles))
        if value is None:
            wave += "x" * length
            continue
        digit = next((one for begin, one in colours.items() if value.startswith(begin)), "2")
        wave += digit + "." * (length - 1)
        data.append(value)
    return {"wave": wave, "data": data}
