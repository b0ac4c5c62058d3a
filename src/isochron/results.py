# SPDX-License-Identifier: Apache-2.0
"""results.json: what was measured, as records.

docs/reference/results-schema.md describes every member.
"""

import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from isochron import files, published
from isochron.errors import IsochronError
from isochron.renamed import RENAMED
from isochron.running.samples import Parameter, Sample, Waits

SCHEMA_FILE = Path(__file__).with_name("results.schema.json")
SCHEMA_VERSION = 1
FILE_NAME = "results.json"
DECIMALS = 3
"""Of means and standard deviations; everything else is exact."""
_NAMED = ("suite", "test", "kernel", "attachment")
"""Members of a record whose values have names that change."""
WAITS = tuple(field.name for field in fields(Waits))


class WrongResults(IsochronError):
    """A file is not a results file of this version."""


@dataclass(frozen=True)
class Source:
    """What a group of samples was measured with: the run, not the point of its sweep."""

    paper: str | None
    suite: str
    platform: str
    kernel: str
    attachment: str
    variant: str | None = None
    optimisation: str | None = None
    """None for what no compiler made."""

    @property
    def parameters(self) -> dict[str, Parameter]:
        """What it adds to the parameters of a record."""
        return {"optimisation": self.optimisation} if self.optimisation else {}


@dataclass(frozen=True)
class Record:
    """All samples of one metric at one point; figures are clock cycles if the unit is no other."""

    paper: str | None
    suite: str
    test: str
    metric: str
    unit: str
    platform: str
    kernel: str
    attachment: str
    variant: str | None
    parameters: Mapping[str, Parameter]
    n: int
    min: float
    median: float
    max: float
    mean: float
    stddev: float
    interrupts_off_max: int | None
    interrupts_off_total: int | None
    samples: Sequence[float]
    published: Mapping[str, Any] | None
    waits: Mapping[str, float] | None = None
    """None where they are not measured."""

    def number(self, parameter: str) -> int:
        """Return a parameter that is a number."""
        value = self.parameters[parameter]
        if not isinstance(value, int):
            raise TypeError(f"{parameter} of {self.test} {self.metric} is no number: {value}")
        return value


@dataclass(frozen=True)
class Results:
    """A whole results file."""

    versions: Mapping[str, str]
    records: Sequence[Record]


def summarise(source: Source, samples: Iterable[Sample]) -> list[Record]:
    """Group the samples of one run by metric and point of the sweep, in order of appearance."""
    groups: dict[tuple[object, ...], list[Sample]] = {}
    for sample in samples:
        point = tuple(sorted(sample.parameters.items()))
        groups.setdefault((sample.test, sample.metric, point), []).append(sample)
    return [_record(source, group) for group in groups.values()]


def _record(source: Source, group: Sequence[Sample]) -> Record:
    first = group[0]
    cycles = [sample.cycles for sample in group]
    stated = _published(source, first)
    return replace(
        counted(source, first.test, first.metric, "cycles", cycles, first.parameters, stated),
        interrupts_off_max=max(sample.interrupts_off_max for sample in group),
        interrupts_off_total=max(sample.interrupts_off_total for sample in group),
        waits={name: _mean(getattr(sample.waits, name) for sample in group) for name in WAITS},
    )


def counted(
    source: Source,
    test: str,
    metric: str,
    unit: str,
    figures: Sequence[float],
    parameters: Mapping[str, Parameter],
    published: Mapping[str, Any] | None = None,
) -> Record:
    """Return the record of figures that no probes saw, at a point of their sweep."""
    return Record(
        paper=source.paper,
        suite=source.suite,
        test=test,
        metric=metric,
        unit=unit,
        platform=source.platform,
        kernel=source.kernel,
        attachment=source.attachment,
        variant=source.variant,
        parameters={**parameters, **source.parameters},
        **statistics_of(figures),
        interrupts_off_max=None,
        interrupts_off_total=None,
        published=published,
    )


def statistics_of(figures: Sequence[float]) -> dict[str, Any]:
    """Return the members of a record that follow from its samples, and these."""
    return {
        "n": len(figures),
        "min": min(figures),
        "median": statistics.median(figures),
        "max": max(figures),
        "mean": _mean(figures),
        "stddev": round(statistics.pstdev(figures), DECIMALS),
        "samples": list(figures),
    }


def _mean(figures: Iterable[float]) -> float:
    return round(statistics.fmean(figures), DECIMALS)


def _published(source: Source, sample: Sample) -> dict[str, Any] | None:
    figure = published.find(source.paper, sample.test, sample.metric)
    values = figure.values_for(source.kernel) if figure else None
    if figure is None or values is None:
        return None
    return figure.quoted(values)


def save(results: Results, folder: Path, name: str = FILE_NAME) -> Path:
    """Write a results file into a folder, made if it is not there, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    document = {
        "schema": SCHEMA_VERSION,
        "versions": dict(results.versions),
        "records": [asdict(record) for record in results.records],
    }
    validate(document)
    files.write(path, one_record_a_line(document))
    return path


def one_record_a_line(document: Mapping[str, Any], name: str = "records") -> str:
    """Return JSON that has the records of that name at its end, which a diff shows one by one."""
    members = [
        f"{json.dumps(member)}: {json.dumps(value)}"
        for member, value in document.items()
        if member != name
    ]
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in document[name])
    return "{" + ",\n".join(members) + f',\n"{name}": [\n{lines}\n]}}\n'


def load(path: Path) -> Results:
    """Read a results file.

    Raises:
        WrongResults: it is missing, or not a results file of this version.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise WrongResults(f"{path} does not exist: `isochron bench` makes it") from error
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WrongResults(f"{path} is not JSON ({error}): run `isochron bench` again") from error
    return parse(document, path)


def there(folder: Path) -> Results:
    """Return what a folder's results file has; nothing if there is none of this version."""
    try:
        return load(folder / FILE_NAME)
    except WrongResults:
        return Results({}, [])


def _named_anew(record: Any) -> Any:
    if not isinstance(record, dict):
        return record
    return {
        key: RENAMED.get(value, value) if key in _NAMED and isinstance(value, str) else value
        for key, value in record.items()
    }


def parse(document: Any, path: Path) -> Results:
    """Return the results in a document.

    Args:
        document: what a results file holds.
        path: of the file, for messages. The names of 0.1 in it become those of today.

    Raises:
        WrongResults: it is not a results file of this version.
    """
    if isinstance(document, dict) and isinstance(document.get("records"), list):
        document["records"] = [_named_anew(record) for record in document["records"]]
    try:
        validate(document)
    except jsonschema.ValidationError as error:
        place = "/".join(map(str, error.absolute_path)) or "the document"
        raise WrongResults(
            f"{path} is not a results file of version {SCHEMA_VERSION} ({place}: {error.message}): "
            "run `isochron bench` again"
        ) from error
    return Results(document["versions"], [Record(**record) for record in document["records"]])


def validate(document: Any) -> None:
    """Raise jsonschema.ValidationError when a document is not as the schema says."""
    _validator().validate(document)


@cache
def _validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))
