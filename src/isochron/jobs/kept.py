# SPDX-License-Identifier: Apache-2.0
"""What jobs gave on other machines, kept on the machine of the command.

It is kept by the name of the job and the state of what the job depends on, sources and tools: when
some of that changes it is not known any more, and whatever else changes does not matter.
"""

import json
from pathlib import Path
from typing import Any

from isochron import building, files
from isochron.paths import BUILT

BUILD = BUILT / "jobs"


def keep(state: str, name: str, value: Any) -> None:
    """Keep what a job gave, as JSON."""
    path = _path(state, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, json.dumps({"job": name, "gave": value}) + "\n")


def find(state: str, name: str) -> Any | None:
    """Return what a job gave; None if it is not known."""
    path = _path(state, name)
    return json.loads(path.read_text())["gave"] if path.is_file() else None


def _path(state: str, name: str) -> Path:
    return BUILD / state / f"{building.digest([name])}.json"
