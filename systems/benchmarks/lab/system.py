# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks of others give to the laboratory."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from systems.benchmarks.lab import jobs, recorded

from isochron.results import Record, Results
from isochron.systems import Suite, System


def _shown(results: Results, silicon: Sequence[Record]) -> Any:
    from systems.benchmarks.lab import report

    return report.content(results.records, silicon)


def _inputs() -> dict[str, str]:
    return {tree.title: tree.digest() for tree in jobs.TREES if tree.is_given}


def _pages() -> Mapping[Path, str]:
    from systems.benchmarks.lab import page

    return page.texts()


SYSTEM = System(
    name="benchmarks",
    title=jobs.TITLE,
    suite=Suite(jobs.SUITE, jobs.plan, jobs.tests),
    label="Of others",
    shown=_shown,
    inputs=_inputs,
    recorded={jobs.SUITE: recorded.load},
    record=recorded.record,
    pages=_pages,
)
