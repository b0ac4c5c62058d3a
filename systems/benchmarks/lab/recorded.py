# SPDX-License-Identifier: Apache-2.0
"""The recorded run of all benchmarks of others, with the digests of the user's trees."""

from collections.abc import Sequence
from pathlib import Path

import typer
from systems.benchmarks.lab import jobs

from isochron import bench, files, results, versions
from isochron.jobs.workers import workers

FILE = Path(__file__).with_name("recorded.json")


def load() -> results.Results:
    """Return the recorded results."""
    return results.load(FILE)


def record() -> Sequence[Path]:
    """Measure each benchmark on each kernel, record the results, and write the page's tables.

    Raises:
        IsochronError: a tree is not given; a source is not as committed.
    """
    from systems.benchmarks.lab import page

    digests = {tree.title: tree.digest() for tree in jobs.TREES}
    of = versions.collect()
    versions.refuse_changed(of["isochron"])
    with workers() as who:
        measured = bench.execute(jobs.plan(), who, lambda duration: typer.echo(duration.name))
    records = [record for of_job in measured for record in of_job]
    results.save(results.Results({**of, **digests}, records), FILE.parent, FILE.name)
    for path, text in page.texts().items():
        files.write(path, text)
    return [FILE]
