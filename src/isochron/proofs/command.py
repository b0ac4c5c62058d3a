# SPDX-License-Identifier: Apache-2.0
"""`isochron prove`"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.proofs import solver, table
from isochron.proofs.catalogue import Fault, Proof, proofs
from isochron.terminal import known

console = Console(soft_wrap=True, highlight=False, markup=False)


def prove(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Only these; all by default.", show_default=False),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only each proof's first, smallest size.")
    ] = False,
    write_table: Annotated[
        bool, typer.Option("--table", help="Write the page of proofs; needs all proofs, all sizes.")
    ] = False,
) -> None:
    """Prove properties of the RTL for all time, by induction, and see that each proof can fail.

    A fault is put into the block for that, and the proof must not be found. What is known from an
    earlier run, of the same sources, is not done again.
    """
    if write_table and (names or quick):
        raise typer.BadParameter("the table has all proofs: leave out names and --quick")
    every = proofs()
    known("proof", every)(names)
    found = []
    for proof in [every[name] for name in names or every]:
        sizes = proof.sizes[:1] if quick else proof.sizes
        found.append((proof, [_proven(proof, size) for size in sizes]))
        if proof.reached:
            _reached(proof)
        for number, fault in enumerate(proof.faults, 1):
            _refute(proof, number, fault)
    if write_table:
        table.PAGE.write_text(table.page(found))
        console.print(f"written: {table.PAGE.relative_to(ROOT)}")


def _proven(proof: Proof, size: dict[str, int]) -> solver.Outcome:
    console.print(f"{proof.name}: {table.size_text(size)} ... ", end="")
    outcome = solver.prove(proof, size)
    console.print(f"proven, {outcome.seconds:.0f} s")
    return outcome


def _reached(proof: Proof) -> None:
    console.print(f"{proof.name}: reached with {table.size_text(proof.reached)} ... ", end="")
    console.print(f"{solver.reach(proof).seconds:.0f} s")


def _refute(proof: Proof, number: int, fault: Fault) -> None:
    try:
        solver.prove(proof, proof.sizes[0], fault)
    except solver.NotProven:
        console.print(f"{proof.name}: fault {number} of {len(proof.faults)} found")
    else:
        raise IsochronError(
            f"{proof.name} is proven with a fault in it, so it says too little: {fault.new!r} in "
            f"place of {fault.old!r}"
        )
