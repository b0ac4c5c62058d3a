# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks of others give to the laboratory."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from systems.benchmarks.lab import jobs, recorded

from isochron.report.kinds import SystemSection
from isochron.results import Record, Results
from isochron.systems import Suite, System


def _section(results: Results, silicon: Sequence[Record]) -> SystemSection | None:
    from systems.benchmarks.lab import report

    content = report.content(results.records, silicon)
    if content is None:
        return None
    return SystemSection(
        anchor=jobs.SUITE,
        label="Of others",
        title=jobs.TITLE,
        template="systems/benchmarks/lab/report.html.j2",
        content=content,
    )


def _inputs() -> dict[str, str]:
    return {tree.title: tree.digest() for tree in jobs.TREES if tree.is_given}


def _pages() -> Mapping[Path, str]:
    from systems.benchmarks.lab import page

    return page.texts()


SYSTEM = System(
    name="benchmarks",
    title=jobs.TITLE,
    suite=Suite(jobs.SUITE, jobs.plan, jobs.tests),
    section=_section,
    inputs=_inputs,
    recorded={jobs.SUITE: recorded.load},
    record=recorded.record,
    pages=_pages,
)
