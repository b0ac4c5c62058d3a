# SPDX-License-Identifier: Apache-2.0
"""The recorded runs: the figures that pages show of results files.

Beside each pages.toml is a recorded.json with the figures that it names. A results file that a
command of a system writes may be of another commit than the benchmarks.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from isochron import files, results, systems
from isochron.errors import IsochronError
from isochron.paths import ROOT

NAME = "recorded.json"
FILES = (ROOT / "docs/results" / NAME, *sorted(ROOT.glob(f"systems/*/{NAME}")))
"""Of the hardware kernel's pages, and of each system's."""
BENCHMARKS = results.FILE_NAME
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


def results_files() -> list[str]:
    """Return the names of the results files of which figures are recorded."""
    return [BENCHMARKS, *(file.name for file in systems.results_files())]


def load(paths: Sequence[Path] | None = None) -> dict[str, Recorded]:
    """Return the recorded runs.

    Raises:
        IsochronError: two files have figures of one results file, of different versions.
    """
    runs: dict[str, Recorded] = {}
    for path in paths or FILES:
        for name, entry in json.loads(path.read_text(encoding="utf-8")).items():
            run = Recorded(**entry)
            before = runs.get(name, run)
            if before.versions != run.versions:
                raise IsochronError(
                    f"{path} has figures of another {name} than the other {NAME}: run "
                    "`isochron record`, which writes all of them"
                )
            runs[name] = Recorded(run.versions, {**before.figures, **run.figures})
    return runs


def save(runs: Runs, words: Iterable[str], path: Path) -> None:
    """Record in a file, in place of what was there, the figures of runs that words name."""
    shown = set(words)
    written = {
        name: asdict(Recorded(run.versions, figures))
        for name, run in runs.items()
        if (figures := {key: text for key, text in run.figures.items() if key in shown})
    }
    files.write(path, json.dumps(written, indent=1) + "\n")
