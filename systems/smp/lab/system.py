# SPDX-License-Identifier: Apache-2.0
"""What FreeRTOS's SMP gives to the laboratory."""

from collections.abc import Sequence

from systems.smp.lab import debugger, machine, table

from isochron.report.kinds import SystemSection
from isochron.results import Record, Results
from isochron.systems import SeveralCores, Suite, System


def _section(results: Results, _silicon: Sequence[Record]) -> SystemSection | None:
    from systems.smp.lab import report

    content = report.content(results.records)
    if content is None:
        return None
    return SystemSection(
        anchor=table.SUITE,
        label="Cores",
        title=table.TITLE,
        template="systems/smp/lab/report.html.j2",
        content=content,
    )


SYSTEM = System(
    name="smp",
    title=table.TITLE,
    suite=Suite(table.SUITE, table.plan, table.metrics),
    section=_section,
    cores=SeveralCores(
        kernels=machine.KERNELS,
        numbers=machine.NUMBERS,
        build=machine.build,
        run=machine.run_program,
        target=debugger.CoresTarget,
    ),
)
