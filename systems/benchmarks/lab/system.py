# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks of others give to the laboratory."""

from __future__ import annotations

import os
from collections.abc import Sequence

from systems.benchmarks.lab import thread_metric

from isochron.report.kinds import SystemSection
from isochron.results import Record, Results
from isochron.systems import Suite, System


def _section(results: Results, _: Sequence[Record]) -> SystemSection | None:
    from systems.benchmarks.lab import report

    content = report.content(results.records)
    if content is None:
        return None
    return SystemSection(
        anchor=thread_metric.SUITE,
        label=thread_metric.TITLE,
        title=thread_metric.TITLE,
        template="systems/benchmarks/lab/report.html.j2",
        content=content,
    )


def _inputs() -> dict[str, str]:
    is_named = os.environ.get(thread_metric.ENVIRONMENT)
    return {thread_metric.TITLE: thread_metric.digest(thread_metric.source())} if is_named else {}


SYSTEM = System(
    name="benchmarks",
    title=thread_metric.TITLE,
    suite=Suite(thread_metric.SUITE, thread_metric.plan, thread_metric.tests),
    section=_section,
    inputs=_inputs,
)
