# SPDX-License-Identifier: Apache-2.0
"""`isochron record comparison`: results of the kernels that the user provides."""

from collections.abc import Sequence
from pathlib import Path

import typer
from systems.comparison.lab import kernels, recorded, table

from isochron import bench, versions
from isochron.errors import IsochronError
from isochron.jobs.workers import workers


def record() -> Sequence[Path]:
    """Measure each kernel whose source is given and record its results; return their files.

    Raises:
        IsochronError: none is given.
    """
    given = {name: source for name, source in kernels.GENUINE.items() if source.is_given}
    if not given:
        cures = (
            f"{kernel.title}: {kernel.url}, {kernel.environment}"
            for kernel in kernels.GENUINE.values()
        )
        raise IsochronError(
            "no kernel is given: clone one and say where it is by the variable named here. "
            + "; ".join(cures)
        )
    files = []
    for name, source in given.items():
        jobs = bench.plan([table.SUITE], [name])
        with workers() as who:
            measured = bench.execute(jobs, who, lambda duration: typer.echo(duration.name))
        records = [record for of_job in measured for record in of_job]
        of = {"kernel": source.title, "from": source.url, "sha256": source.digest()}
        file = recorded.file_of(name)
        recorded.save(recorded.Recorded(versions.collect(), records, of), file)
        files.append(file)
    return files
