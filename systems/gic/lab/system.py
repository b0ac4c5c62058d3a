# SPDX-License-Identifier: Apache-2.0
"""What the GIC kernel gives to the laboratory."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from systems.gic.lab import boards, build, programs, qemu, soak, table

from isochron import building
from isochron.report.kinds import Claim
from isochron.results import Record, Results
from isochron.systems import Machine, Soak, Suite, System, Tool
from isochron.terminal import new_table


def _calls() -> Table:
    found = new_table(f"suite {table.SUITE}: {table.TITLE}", "test", "call")
    for name, call in table.CALLS.items():
        found.add_row(name, call)
    return found


def _shown(results: Results, _silicon: Sequence[Record]) -> Any:
    from systems.gic.lab import report

    return report.section(results.records)


def _claims(records: Sequence[Record]) -> list[Claim]:
    from systems.gic.lab import report

    return report.claims(records)


def _compiler() -> str:
    return building.said(build.compiler(), "-dumpfullversion").strip()


def _compiler_and_libraries() -> str:
    compiler = build.compiler()
    own = Path(building.said(compiler, "-print-libgcc-file-name"))
    return building.identity(compiler, build.PICOLIBC / "lib/release/libc.a", own)


SYSTEM = System(
    name="gic",
    title=table.TITLE,
    suite=Suite(table.SUITE, table.plan, _calls),
    kernels={table.KERNEL: boards.KERNELS[table.KERNEL].summary},
    platforms={board.name: (board.description, board.cpu) for board in boards.BOARDS.values()},
    tools=(
        Tool(
            "arm-gcc",
            "Arm GCC",
            "firmware of the boards with a GIC",
            _compiler,
            _compiler_and_libraries,
        ),
        Tool("qemu", "QEMU", "boards with a GIC", qemu.version, qemu.version),
    ),
    label="GIC",
    shown=_shown,
    claims=_claims,
    soak=Soak(soak.AT_A_TIME, soak.runs),
    machine=Machine(tuple(boards.BOARDS), programs.KERNELS, programs.run),
)
