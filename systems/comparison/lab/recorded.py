# SPDX-License-Identifier: Apache-2.0
"""Results of kernels that the user provides, recorded in the repository with their source's hash.

The report shows them, marked as recorded, where there is no such source to measure.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from isochron import files, results

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Recorded(results.Results):
    """A set of results."""

    source: Mapping[str, str]
    """What was measured, and the SHA-256 of its files."""


def file_of(kernel: str) -> Path:
    """Return the file of a kernel's recorded results."""
    return FOLDER / f"recorded_{kernel}.json"


def load(kernel: str) -> Recorded:
    """Return the recorded results of a kernel."""
    file = file_of(kernel)
    document = json.loads(file.read_text(encoding="utf-8"))
    source = document.pop("source")
    loaded = results.parse(document, file)
    return Recorded(loaded.versions, loaded.records, source)


def save(recorded: Recorded, file: Path) -> None:
    """Write a set of results."""
    records = [asdict(record) for record in recorded.records]
    head = {"schema": results.SCHEMA_VERSION, "versions": dict(recorded.versions)}
    results.validate({**head, "records": records})
    head = {"source": dict(recorded.source), **head}
    files.write(file, results.one_record_a_line(head, records))
