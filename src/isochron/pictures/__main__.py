# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures, or says which are not current."""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from isochron.paths import ROOT
from isochron.pictures import record, sequence, waveform
from isochron.processes import TEXT

SOURCES = ROOT / "docs/pictures"
IMAGES = ROOT / "docs/images"


def _graph(text: str) -> str:
    done = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, **TEXT, check=True)
    return done.stdout[done.stdout.index("<svg") :]


DRAW: dict[str, Callable[[str], str]] = {
    ".dot": _graph,
    ".json": lambda text: waveform.draw(json.loads(text)),
    ".toml": lambda text: sequence.draw(tomllib.loads(text)),
}


def _mark(text: str) -> str:
    """Return the comment by which a picture says of which text it is drawn."""
    return f"<!-- drawn by isochron.pictures from {hashlib.sha256(text.encode()).hexdigest()} -->\n"


def stale() -> Iterator[Path]:
    """Return the texts whose picture is missing or drawn of another text."""
    for source in sorted(one for one in SOURCES.iterdir() if one.suffix in DRAW):
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
    of_all = (one for one in sorted(SOURCES.iterdir()) if one.suffix in DRAW)
    sources = list(of_all if arguments.all else stale())
    for source in sources:
        if arguments.check:
            print(f"{source.relative_to(ROOT)}: its picture is not current: make pictures")
            continue
        text = source.read_text()
        picture = IMAGES / f"{source.stem}.svg"
        picture.write_text(_mark(text) + DRAW[source.suffix](text))
        print(picture.relative_to(ROOT))
    return int(arguments.check and bool(sources))


if __name__ == "__main__":
    sys.exit(main())
