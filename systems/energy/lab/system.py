# SPDX-License-Identifier: Apache-2.0
"""What the count of activity gives to the laboratory."""

from collections.abc import Sequence

from systems.energy.lab import table

from isochron.report.kinds import SystemSection
from isochron.results import Record, Results
from isochron.systems import Suite, System


def _section(results: Results, _silicon: Sequence[Record]) -> SystemSection | None:
    from systems.energy.lab import report

    content = report.content(results.records)
    if content is None:
        return None
    return SystemSection(
        anchor=table.SUITE,
        label="Energy",
        title=table.TITLE,
        template="systems/energy/lab/report.html.j2",
        content=content,
    )


SYSTEM = System(
    name="energy",
    title="Activity of mapped designs",
    suite=Suite(table.SUITE, table.plan, table.metrics),
    section=_section,
)
