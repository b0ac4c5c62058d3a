# SPDX-License-Identifier: Apache-2.0
"""The command that records the results of a kernel that the user provides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from systems.comparison.lab import recorded, table, ucos2

from isochron import bench, versions
from isochron.jobs.workers import workers


def record_comparison(
    ucos2_source: Annotated[
        Path | None,
        typer.Option(ucos2.OPTION, envvar=ucos2.ENVIRONMENT, help="A tree of uC/OS-II V2.93."),
    ] = None,
) -> None:
    """Measure genuine uC/OS-II and record its results in the repository."""
    ucos2.use(ucos2_source)
    folder = ucos2.source()
    jobs = bench.plan([table.SUITE], [ucos2.NAME])
    with workers() as who:
        measured = bench.execute(jobs, who, lambda duration: typer.echo(duration.name))
    records = [record for of_job in measured for record in of_job]
    source = {"kernel": "uC/OS-II V2.93.01", "from": ucos2.URL, "sha256": ucos2.digest(folder)}
    recorded.save(recorded.Recorded(source, versions.collect(), records))
    typer.echo(f"recorded: {recorded.FILE}")
