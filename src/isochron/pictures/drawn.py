# SPDX-License-Identifier: Apache-2.0
"""The recorded waveforms, as drawings."""

import json
from pathlib import Path

from isochron.paths import ROOT
from isochron.pictures import waveform

SOURCES = ROOT / "docs/pictures"
IMAGES = ROOT / "docs/images"


def texts() -> dict[Path, str]:
    """Return the drawing of each waveform, by its file."""
    return {
        IMAGES / f"{source.stem}.svg": waveform.draw(json.loads(source.read_text()))
        for source in sorted(SOURCES.glob("*.json"))
    }
