# SPDX-License-Identifier: Apache-2.0
"""What Linux gives to the laboratory."""

from collections.abc import Sequence
from typing import Any

from systems.linux.lab import kernel, lateness, measure, periods

from isochron.report.kinds import Claim
from isochron.results import Record, Results
from isochron.systems import ResultsFile, System

_TITLE = "The hardware time manager on Linux"
_MEASURE = "isochron linux --measure"


def _shown(results: Results, _silicon: Sequence[Record]) -> Any:
    from systems.linux.lab import report

    figures = report.figures(results.records)
    return figures and {"figures": figures, "version": results.versions["linux"]}


def _claims(records: Sequence[Record]) -> list[Claim]:
    from systems.linux.lab import claims

    return claims.claims(records)


SYSTEM = System(
    name="linux",
    title=_TITLE,
    needs=("time_manager",),
    label="Linux",
    shown=_shown,
    claims=_claims,
    files=(
        ResultsFile(
            measure.FILE_NAME,
            _MEASURE,
            tuple(f"linux-{name}" for name in kernel.OF_THE_TIME_MANAGER),
            measure.PLATFORM,
            measure.BASES,
        ),
        ResultsFile(
            measure.FURTHER_FILE_NAME,
            _MEASURE,
            tuple(f"linux-{name}" for name in kernel.OF_THE_TIME_MANAGER),
            measure.PLATFORM,
            measure.BASES,
            measure.FURTHER_TESTS,
        ),
        ResultsFile(
            lateness.FILE_NAME,
            f"{_MEASURE} --kernel {kernel.BELOW}",
            (lateness.KERNEL,),
            measure.PLATFORM,
            lateness.VARIANTS,
        ),
        ResultsFile(
            periods.FILE_NAME,
            f"{_MEASURE} --kernel {kernel.BELOW}",
            (lateness.KERNEL,),
            measure.PLATFORM,
            tuple(periods.BASES),
            periods.TESTS,
        ),
    ),
)
