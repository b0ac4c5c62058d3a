# SPDX-License-Identifier: Apache-2.0
"""Draws the recorded waveforms, or says which are not current."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from isochron.paths import ROOT
from isochron.pictures import record, waveform

SOURCES = ROOT / "docs/pictures"
IMAGES = ROOT / "docs/images"


def _mark(text: str) -> str:
    """Return the comment by which a picture says of which text it is drawn."""
    return f"<!-- drawn by isochron.pictures from {hashlib.sha256(text.encode()).hexdigest()} -->\n"


def stale() -> Iterator[Path]:
    """Return the texts whose picture is missing or drawn of another text."""
    for source in sorted(SOURCES.glob("*.json")):
        picture = IMAGES / f"{source.stem}.svg"
        if not picture.is_file() or not picture.read_text().startswith(_mark(source.read_text())):
            yield source


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m isochron.pictures", description=__doc__)
    parser.add_argument("--check", action="store_true", help="say which pictures are not current")
    parser.add_argument("--record", action="store_true", help="record the waveforms anew first")
    parser.add_argument("--all", action="store_true", help="draw those that are current, too")
    arguments = parser.parse_args()
    if arguments.record:
        for name, wave in record.record().items():
            (SOURCES / f"{name}.json").write_text(json.dumps(wave, indent=1) + "\n")
    sources = sorted(SOURCES.glob("*.json")) if arguments.all else list(stale())
    for source in sources:
        if arguments.check:
            print(f"{source.relative_to(ROOT)}: its picture is not current: make pictures")
            continue
        text = source.read_text()
        picture = IMAGES / f"{source.stem}.svg"
        picture.write_text(_mark(text) + waveform.draw(json.loads(text)))
        print(picture.relative_to(ROOT))
    return int(arguments.check and bool(sources))


if __name__ == "__main__":
    sys.exit(main())
