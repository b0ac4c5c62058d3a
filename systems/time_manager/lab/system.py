# SPDX-License-Identifier: Apache-2.0
"""What the time manager gives to the laboratory."""

from __future__ import annotations

from collections.abc import Sequence

from systems.time_manager.lab import suite

from isochron.report.kinds import Claim, SystemSection, judged
from isochron.results import Record, Results
from isochron.systems import System


def _section(results: Results, silicon: Sequence[Record]) -> SystemSection | None:
    from systems.time_manager.lab import report

    from isochron.report.series import Measured

    figures = report.figures(Measured(results.records), silicon)
    if not figures:
        return None
    return SystemSection(
        anchor=suite.TIME_MANAGER.name,
        label="Time manager",
        title=suite.TIME_MANAGER.title,
        template="systems/time_manager/lab/report.html.j2",
        content=figures,
    )


def _claims(records: Sequence[Record]) -> list[Claim]:
    from systems.time_manager.lab import claims

    from isochron.report.series import Measured

    return judged(claims.CLAIMS, Measured(records))


SYSTEM = System(
    name="time_manager",
    title=suite.TIME_MANAGER.title,
    simulated=suite.SUITES,
    section=_section,
    claims=_claims,
)
