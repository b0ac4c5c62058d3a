# SPDX-License-Identifier: Apache-2.0
"""What FreeRTOS's SMP gives to the laboratory."""

from collections.abc import Sequence
from typing import Any

from systems.smp.lab import debugger, machine, table

from isochron.results import Record, Results
from isochron.systems import SeveralCores, Suite, System


def _shown(results: Results, _silicon: Sequence[Record]) -> Any:
    from systems.smp.lab import report

    return report.content(results.records)


SYSTEM = System(
    name="smp",
    title=table.TITLE,
    suite=Suite(table.SUITE, table.plan, table.metrics),
    label="Cores",
    shown=_shown,
    cores=SeveralCores(
        kernels=machine.KERNELS,
        numbers=machine.NUMBERS,
        build=machine.build,
        run=machine.run_program,
        target=debugger.CoresTarget,
        on_boards=(machine.PORTS,),
        board=machine.board_sources,
        board_program=machine.board_program,
        refuse_others=machine.refuse_others,
    ),
)
