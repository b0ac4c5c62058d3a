# SPDX-License-Identifier: Apache-2.0
"""`isochron record comparison`: results of a kernel that the user provides."""

from __future__ import annotations

from pathlib import Path

import typer
from systems.comparison.lab import recorded, table, ucos2

from isochron import bench, versions
from isochron.jobs.workers import workers


def record() -> Path:
    """Measure genuine uC/OS-II, record its results in the repository, and return their file."""
    folder = ucos2.source()
    jobs = bench.plan([table.SUITE], [ucos2.NAME])
    with workers() as who:
        measured = bench.execute(jobs, who, lambda duration: typer.echo(duration.name))
    records = [record for of_job in measured for record in of_job]
    source = {"kernel": "uC/OS-II V2.93.01", "from": ucos2.URL, "sha256": ucos2.digest(folder)}
    recorded.save(recorded.Recorded(versions.collect(), records, source))
    return recorded.FILE
