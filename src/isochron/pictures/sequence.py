# SPDX-License-Identifier: Apache-2.0
"""Draws who calls whom, in time: a sequence, from a text in TOML.

``lifelines`` names those who take part. Each ``step`` has ``from``, ``to`` and ``text``, or ``at``
and ``text`` for what one of them does alone; ``cycle`` stands at the left.
"""

from __future__ import annotations

from typing import Any

from isochron.pictures import svg

LEFT, SPACING = 80, 200
TOP, STEP = 60, 46
BOX = 170

_ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" '
    f'markerHeight="8" orient="auto"><path d="M0 0L10 5L0 10z" fill="{svg.LINE}"/></marker></defs>'
)


def draw(sequence: dict[str, Any]) -> str:
    """Return the SVG of a sequence."""
    names = sequence["lifelines"]
    places = {name: LEFT + SPACING / 2 + index * SPACING for index, name in enumerate(names)}
    steps = sequence["step"]
    height = TOP + (len(steps) + 1) * STEP
    elements = [_ARROW]
    for index, (name, x) in enumerate(places.items()):
        elements.append(svg.line(x, 40, x, height - 20, 'stroke-dasharray="4 4"'))
        elements.append(svg.box(x - BOX / 2, 10, BOX, 30, svg.FILLS[index % len(svg.FILLS)]))
        elements.append(svg.text(x, 30, name, size=13, colour=svg.INK, anchor="middle"))
    for index, step in enumerate(steps):
        y = TOP + (index + 1) * STEP
        if "cycle" in step:
            elements.append(svg.text(LEFT - 10, y + 4, step["cycle"], anchor="end"))
        elements += _step(step, places, y)
    return svg.document(LEFT + SPACING * len(names) + 20, height, sequence["title"], elements)


def _step(step: dict[str, Any], places: dict[str, float], y: float) -> list[str]:
    if "at" in step:
        x = places[step["at"]]
        width = max(BOX, 7 * len(step["text"]))
        return [
            svg.box(x - width / 2, y - 14, width, 24, "#e3e7eb"),
            svg.text(x, y + 3, step["text"], colour=svg.INK, anchor="middle"),
        ]
    here, there = places[step["from"]], places[step["to"]]
    return [
        svg.line(here, y, there, y, 'stroke-width="1.5" marker-end="url(#arrow)"'),
        svg.text((here + there) / 2, y - 6, step["text"], anchor="middle"),
    ]
