# SPDX-License-Identifier: Apache-2.0
"""What the hybrid gives to the laboratory."""

from __future__ import annotations

from collections.abc import Sequence

from systems.hybrid.lab import suite

from isochron.report.kinds import Claim, SystemSection, judged
from isochron.results import Record, Results
from isochron.systems import System


def _section(results: Results, silicon: Sequence[Record]) -> SystemSection | None:
    from systems.hybrid.lab import report

    from isochron.report.series import Measured

    figures = report.figures(Measured(results.records), silicon)
    if not figures:
        return None
    return SystemSection(
        anchor=suite.CO_DESIGNED.name,
        label="Co-designed",
        title=suite.CO_DESIGNED.title,
        template="systems/hybrid/lab/report.html.j2",
        content=figures,
    )


def _claims(records: Sequence[Record]) -> list[Claim]:
    from systems.hybrid.lab import claims

    from isochron.report.series import Measured

    return judged(claims.CLAIMS, Measured(records))


SYSTEM = System(
    name="hybrid",
    title=suite.CO_DESIGNED.title,
    simulated=suite.SUITES,
    section=_section,
    claims=_claims,
    functions={
        "hybrid": ("firmware/kernel", "systems/hybrid/firmware/kernel", "firmware/kernel/common")
    },
    unmodified=("queue.c", "event_groups.c"),
)
