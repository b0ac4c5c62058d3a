# SPDX-License-Identifier: Apache-2.0
"""`isochron record comparison`: results of kernels that the user provides, or on a second core."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import typer
from systems.comparison.lab import kernels, recorded, table

from isochron import bench, versions
from isochron.building import platforms
from isochron.jobs.workers import workers
from isochron.suites.measurement import Measurement


def record() -> Sequence[Path]:
    """Measure each kernel whose source is given, or else all on the second core, and record the
    results; return their files.
    """
    given = {name: source for name, source in kernels.GENUINE.items() if source.is_given}
    files = [
        _recorded(
            name,
            bench.plan([table.SUITE], [name]),
            {"kernel": source.title, "from": source.url, "sha256": source.digest()},
        )
        for name, source in given.items()
    ]
    if not given:
        platform = platforms.find(kernels.SECOND)
        jobs = bench.plan([table.SUITE], platforms=[platform.name])
        files.append(_recorded(platform.name, jobs, {"platform": platform.description}))
    return files


def _recorded(name: str, jobs: Sequence[Measurement], of: Mapping[str, str]) -> Path:
    with workers() as who:
        measured = bench.execute(jobs, who, lambda duration: typer.echo(duration.name))
    records = [record for of_job in measured for record in of_job]
    file = recorded.file_of(name)
    recorded.save(recorded.Recorded(versions.collect(), records, of), file)
    return file
