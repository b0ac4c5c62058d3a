# SPDX-License-Identifier: Apache-2.0
"""The recorded run: docs/results/recorded.json, the figures that pages show of one results.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from isochron.paths import ROOT

FILE = ROOT / "docs/results/recorded.json"
COMMIT = "isochron"
"""What the versions call the commit that was measured."""


@dataclass(frozen=True)
class Recorded:
    """A run."""

    versions: Mapping[str, str]
    """As in results.json."""
    figures: Mapping[str, str]
    """By the words that name them, see ``lookup``."""


def load(file: Path | None = None) -> Recorded:
    """Return the recorded run."""
    return Recorded(**json.loads((file or FILE).read_text(encoding="utf-8")))


def save(run: Recorded, file: Path | None = None) -> None:
    """Record a run in place of the one of before."""
    (file or FILE).write_text(json.dumps(asdict(run), indent=1) + "\n", encoding="utf-8")
