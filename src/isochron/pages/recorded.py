# SPDX-License-Identifier: Apache-2.0
"""The recorded runs: docs/results/recorded.json, the figures that pages show of results files.

Linux is measured by a command of its own, and its two systems may be by themselves, so its figures
may be of other commits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from systems.linux.lab import lateness, measure

from isochron import files, results
from isochron.paths import ROOT

FILE = ROOT / "docs/results/recorded.json"
BENCHMARKS, LINUX, BELOW = results.FILE_NAME, measure.FILE_NAME, lateness.FILE_NAME
FILES = (BENCHMARKS, LINUX, BELOW)
"""The results files of which figures are recorded."""
COMMIT = "isochron"
"""What the versions call the commit that was measured."""


@dataclass(frozen=True)
class Recorded:
    """A run."""

    versions: Mapping[str, str]
    """As in its results file."""
    figures: Mapping[str, str]
    """By the words that name them, see ``lookup``."""


Runs = Mapping[str, Recorded]
"""By the name of the results file."""


def load(file: Path | None = None) -> dict[str, Recorded]:
    """Return the recorded runs."""
    runs = json.loads((file or FILE).read_text(encoding="utf-8"))
    return {name: Recorded(**run) for name, run in runs.items()}


def save(runs: Runs, file: Path | None = None) -> None:
    """Record runs in place of those of before."""
    written = {name: asdict(run) for name, run in runs.items()}
    files.write(file or FILE, json.dumps(written, indent=1) + "\n")
