# SPDX-License-Identifier: Apache-2.0
"""A system that the laboratory's simulators measure: its section of the report, and its claims.

Its part of the laboratory has ``figures`` in ``report``, ``CLAIMS`` in ``claims``, and the template
``report.html.j2``; these are imported when the report is written.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from isochron.report.kinds import Claim, judged
from isochron.results import Record, Results
from isochron.suite import Suite
from isochron.systems import System


def system(name: str, label: str, suites: Sequence[Suite]) -> System:
    """Return a system.

    Args:
        label: of its section.
        suites: its suites, the section's first.
    """
    suite = suites[0]

    def shown(results: Results, silicon: Sequence[Record]) -> Any:
        from isochron.report.series import Measured

        report = import_module(f"systems.{name}.lab.report")
        return report.figures(Measured(results.records), silicon)

    def claims(records: Sequence[Record]) -> list[Claim]:
        from isochron.report.series import Measured

        statements = import_module(f"systems.{name}.lab.claims").CLAIMS
        return judged(statements, Measured(records))

    return System(name, suite.title, simulated=suites, label=label, shown=shown, claims=claims)
