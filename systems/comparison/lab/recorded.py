# SPDX-License-Identifier: Apache-2.0
"""Results of kernels that the user provides, recorded in the repository with their source's hash,
and those of kernels on a second core.

The report shows them, marked as recorded, where there is no such source to measure, and where the
second core was not measured.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from isochron import files, results

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Recorded(results.Results):
    """A set of results."""

    source: Mapping[str, str]
    """What was measured, and the SHA-256 of its files."""


def file_of(name: str) -> Path:
    """Return the file of the recorded results of a kernel, or of a platform."""
    return FOLDER / f"recorded_{name.replace('-', '_')}.json"


def load(name: str) -> Recorded:
    """Return the recorded results of a kernel, or of a platform."""
    file = file_of(name)
    return _parsed(file, file.read_text(encoding="utf-8"))


@cache
def _parsed(file: Path, text: str) -> Recorded:
    document = json.loads(text)
    source = document.pop("source")
    loaded = results.parse(document, file)
    return Recorded(loaded.versions, loaded.records, source)


def save(recorded: Recorded, file: Path) -> None:
    """Write a set of results."""
    document = {
        "schema": results.SCHEMA_VERSION,
        "versions": dict(recorded.versions),
        "records": [asdict(record) for record in recorded.records],
    }
    results.validate(document)
    files.write(file, results.one_record_a_line({"source": dict(recorded.source), **document}))
