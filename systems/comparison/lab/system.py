# SPDX-License-Identifier: Apache-2.0
"""What the comparison of kernels gives to the laboratory."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.table import Table
from systems.comparison.lab import criteria, kernels, record, recorded, rtic, table

from isochron.building import firmware
from isochron.errors import ToolMissing
from isochron.report.kinds import Claim
from isochron.results import Record, Results
from isochron.systems import Suite, System, Tool
from isochron.terminal import new_table


def _criteria() -> Table:
    found = new_table(f"suite {table.SUITE}: {table.TITLE}", "criterion", "what", "unit")
    for criterion in criteria.CRITERIA.values():
        found.add_row(criterion.name, criterion.title, criterion.unit)
    return found


def _claims(records: Sequence[Record]) -> list[Claim]:
    from systems.comparison.lab import claims

    return claims.claims(records)


def _shown(results: Results, silicon: Sequence[Record]) -> Any:
    from systems.comparison.lab import report

    return report.section(results.records, silicon)


def _rust() -> str:
    if (reason := rtic.missing()) is not None:
        raise ToolMissing(reason)
    return rtic.version()


def _inputs() -> dict[str, str]:
    given = (source for source in kernels.GENUINE.values() if source.is_given)
    return {source.title: source.digest() for source in given}


SYSTEM = System(
    name="comparison",
    title=table.TITLE,
    suite=Suite(table.SUITE, table.plan, _criteria),
    kernels={
        kernel.name: kernel.title
        for kernel in kernels.KERNELS.values()
        if kernel.name not in firmware.KERNELS
    },
    tools=(Tool("rustc", "Rust", "kernel in Rust", _rust, _rust, optional=True),),
    label="Kernels",
    shown=_shown,
    claims=_claims,
    inputs=_inputs,
    bases={
        kernel.name: kernel.base or kernels.WITHOUT_HARDWARE for kernel in kernels.KERNELS.values()
    },
    recorded={name: partial(recorded.load, name) for name in (*kernels.GENUINE, kernels.SECOND)},
    record=record.record,
)
