# SPDX-License-Identifier: Apache-2.0
"""What the count of activity gives to the laboratory."""

from collections.abc import Sequence
from typing import Any

from systems.energy.lab import table

from isochron.results import Record, Results
from isochron.systems import Suite, System


def _shown(results: Results, _silicon: Sequence[Record]) -> Any:
    from systems.energy.lab import report

    return report.content(results.records)


SYSTEM = System(
    name="energy",
    title=table.TITLE,
    suite=Suite(table.SUITE, table.plan, table.metrics),
    label="Energy",
    shown=_shown,
)
