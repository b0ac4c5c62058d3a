# SPDX-License-Identifier: Apache-2.0
"""What became of mutants and tests, in this command and those before: build/mutants/results.json"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from isochron import files
from isochron.errors import IsochronError
from isochron.mutants import trial
from isochron.mutants.trial import Outcome


class Known:
    """Outcomes by name, each with a key of all that it depends on."""

    def __init__(self, again: bool) -> None:
        self._file = trial.BUILD / "results.json"
        self._outcomes: dict[str, Mapping[str, Any]] = {} if again else _read(self._file)

    def find(self, name: str, key: str) -> Outcome | None:
        """Return what became of it; None if that is not known."""
        outcomes = self._outcomes.get(name, {})
        if outcomes.get("key") != key:
            return None
        return Outcome(outcomes["outcome"], outcomes.get("by", ""))

    def note(self, name: str, key: str, outcome: Outcome) -> None:
        """Keep a result, for this command and the next."""
        self._outcomes[name] = {"key": key, "outcome": outcome.what, "by": outcome.by}
        files.write(self._file, json.dumps(self._outcomes, indent=1) + "\n")


def _read(file: Path) -> dict[str, Mapping[str, Any]]:
    if not file.is_file():
        return {}
    try:
        outcomes: dict[str, Mapping[str, Any]] = json.loads(file.read_text())
        return outcomes
    except ValueError as error:
        raise IsochronError(f"{file} is damaged ({error}): delete it to begin anew") from error
