# SPDX-License-Identifier: Apache-2.0
"""What the drawings share: SVG elements, and colours that can be read on white and on black."""

from html import escape

FONT = "Helvetica, Arial, sans-serif"
LINE = "#808a95"
"""Lines and text outside of boxes: grey enough for a page of either kind."""
TEXT = "#7a8590"
INK = "#1b1f24"
"""Text in a box."""
FILLS = ("#b6d4fe", "#c7e9c0", "#fde0a6", "#f5c6d6", "#d9d2f0")


def text(
    x: float, y: float, words: str, *, size: int = 12, colour: str = TEXT, anchor: str = "start"
) -> str:
    """Return a line of text; ``y`` is that of its base line."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, extra: str = "") -> str:
    """Return a straight line."""
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{LINE}" {extra}/>'


def box(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Return a filled rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" '
        f'fill="{fill}" stroke="{LINE}"/>'
    )


def document(width: float, height: float, title: str, elements: list[str]) -> str:
    """Return a drawing of its own."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" font-family="{FONT}">',
            f"<title>{escape(title)}</title>",
            *elements,
            "</svg>\n",
        ]
    )
