# SPDX-License-Identifier: Apache-2.0
"""Draws a waveform in WaveDrom's format (WaveJSON), as far as ``record`` uses it.

A character of ``wave`` is one cycle: ``0`` and ``1`` are levels, ``x`` is nothing of interest, a
digit from 2 on is a value, whose text is the next one of ``data``, and ``.`` goes on with what was
before. A text that does not fit stands behind its box, if nothing else is there.
WaveDrom's own package cannot be installed from an index: it has no wheel, and its build fails.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any

from isochron.pictures import svg

NAMES = 130
LANE, GAP = 22, 10
TOP = 34
LETTER = 7
"""Width of one, at most, on the average."""

Run = tuple[str, int, str]
"""A state, for how many cycles, and its text."""


def draw(wave: dict[str, Any]) -> str:
    """Return the SVG of a WaveJSON document."""
    cell, row = wave["config"]["cell"], wave["config"]["row"]
    first, every = wave["head"]["tick"], wave["head"]["every"]
    lanes = [(lane["name"], _runs(lane)) for lane in wave["signal"]]
    cycles = len(wave["signal"][0]["wave"])
    width = NAMES + min(row, cycles) * cell + 10
    height = TOP + len(lanes) * (LANE + GAP)
    elements = []
    for number, begin in enumerate(range(0, cycles, row)):
        end, top = min(begin + row, cycles), number * height + TOP
        elements.append(svg.text(NAMES - 8, top - 12, "cycle", anchor="end"))
        for cycle in range(begin, end):
            if (first + cycle) % every == 0:
                x = NAMES + (cycle - begin) * cell
                name = str(first + cycle)
                elements.append(svg.text(x + cell / 2, top - 12, name, anchor="middle"))
                bottom = top + len(lanes) * (LANE + GAP) - GAP
                elements.append(svg.line(x, top - 6, x, bottom, 'stroke-opacity="0.35"'))
        for index, (name, runs) in enumerate(lanes):
            y = top + index * (LANE + GAP)
            elements.append(svg.text(NAMES - 8, y + LANE - 6, name, anchor="end"))
            elements += _lane(_part(runs, begin, end), y, cell)
    rows = -(-cycles // row)
    return svg.document(width, rows * height, wave["head"]["text"], elements)


def _lane(runs: list[Run], y: float, cell: float) -> list[str]:
    elements, at = [], 0
    level = None
    for (state, length, words), (after, room, _) in pairwise([*runs, ("x", 0, "")]):
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
        base = y + LANE - 7
        if len(words) * LETTER <= width:
            elements.append(svg.text(x + width / 2, base, words, colour=svg.INK, anchor="middle"))
        elif after == "x" and len(words) * LETTER <= room * cell:
            elements.append(svg.text(x + width + 2, base - 6, words, size=11))
    return elements


def _runs(lane: dict[str, Any]) -> list[Run]:
    """Return each state with its length and text; a value given anew is a run of its own."""
    texts = iter(lane.get("data", ()))
    runs: list[Run] = []
    for character in lane["wave"]:
        state, length, words = runs[-1] if runs else ("", 0, "")
        if character == "." or (character in "01x" and state == character):
            runs[-1] = (state, length + 1, words)
        else:
            runs.append((character, 1, next(texts) if character > "1" and character != "x" else ""))
    return runs


def _part(runs: list[Run], begin: int, end: int) -> list[Run]:
    """Return what of the runs lies between two cycles."""
    steps, at = [], 0
    for state, length, words in runs:
        inside = min(at + length, end) - max(at, begin)
        if inside > 0:
            steps.append((state, inside, words))
        at += length
    return steps


def encode(values: Sequence[str | None], colours: dict[str, str]) -> dict[str, Any]:
    """Return ``wave`` and ``data`` of a lane: a value for each cycle, or None where there is none.

    ``colours`` has a digit for the values that begin with each text; others have the first one.
    """
    wave, data = "", []
    for value, cycles in groupby(values):
        length = len(list(cycles))
        if value is None:
            wave += "x" * length
            continue
        digit = next((colour for begin, colour in colours.items() if value.startswith(begin)), "2")
        wave += digit + "." * (length - 1)
        data.append(value)
    return {"wave": wave, "data": data}
