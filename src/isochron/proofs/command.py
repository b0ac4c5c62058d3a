# SPDX-License-Identifier: Apache-2.0
"""`isochron verify prove`"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console

from isochron import files
from isochron.errors import IsochronError
from isochron.jobs.options import AtATime, Scheduler
from isochron.jobs.workers import Workers, workers
from isochron.paths import ROOT
from isochron.proofs import solver, table
from isochron.proofs.catalogue import Proof, proofs
from isochron.terminal import known

EPILOG = """Examples:

    isochron verify prove --quick           every proof in its smallest size

    isochron verify prove ready-lists       one of them, in all sizes

    isochron verify prove --scheduler tcp://host:8786   all, by a Dask cluster
"""

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
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
) -> None:
    """Prove properties of the RTL for all time, by induction, and see that each proof can fail.

    A fault is put into the block for that, and the proof must not be found. What is known from an
    earlier run, of the same sources, is not done again.
    """
    if write_table and (names or quick):
        raise typer.BadParameter("the table has all proofs: leave out names and --quick")
    every = proofs()
    known("proof", every)(names)
    chosen = [every[name] for name in names or every]
    questions = [asked for proof in chosen for asked in _questions(proof, quick)]
    with workers(at_a_time, scheduler) as pool:
        answers = _answered(questions, pool)
    if write_table:
        results = [
            (proof, [answers[_proof_name(proof, size)] for size in proof.sizes]) for proof in chosen
        ]
        files.write(table.PAGE, table.page(results))
        console.print(f"written: {table.PAGE.relative_to(ROOT)}")


@dataclass(frozen=True)
class _Asked:
    """A question, and what a person reads of it; the job that answers it."""

    name: str
    question: solver.Question

    def work(self) -> solver.Answer:
        """Answer it."""
        return solver.answer(self.question)


def _questions(proof: Proof, quick: bool) -> Iterator[_Asked]:
    for size in proof.sizes[:1] if quick else proof.sizes:
        yield _Asked(_proof_name(proof, size), solver.is_proven(proof, size))
    if proof.reached:
        name = f"{proof.name}: reached with {table.size_text(proof.reached)}"
        yield _Asked(name, solver.is_reached(proof))
    for number, fault in enumerate(proof.faults, 1):
        name = f"{proof.name}: fault {number} of {len(proof.faults)}"
        yield _Asked(name, solver.is_proven(proof, proof.sizes[0], fault))


def _proof_name(proof: Proof, size: dict[str, int]) -> str:
    return f"{proof.name}: {table.size_text(size)}"


def _answered(questions: Sequence[_Asked], pool: Workers) -> dict[str, solver.Answer]:
    """Return the answers by name; raise at the first that is not as it should be."""
    answers = {}
    pending: deque[_Asked] = deque()
    for asked in questions:
        answer = solver.known(asked.question)
        if answer is None:
            pending.append(asked)
        else:
            answers[asked.name] = _told(asked, answer)
    for asked, done in pool.run(pending, lambda asked: asked):
        answer = _told(asked, done.result(), pool.elsewhere)
        if pool.elsewhere:
            solver.keep(asked.question, answer)
        answers[asked.name] = answer
    return answers


def _told(asked: _Asked, answer: solver.Answer, elsewhere: bool = False) -> solver.Answer:
    """Print an answer that is as it should be, and return it."""
    fault = asked.question.fault
    if fault is None:
        if answer.refutation and elsewhere:
            raise solver.NotProven(
                f"{asked.name}: {answer.refutation}\nThat is on the worker: prove it without "
                "--scheduler to have the log and the waveform here"
            )
        solver.positive(asked.question, answer)
        proven = "proven, " if asked.question.mode == "prove" else ""
        console.print(f"{asked.name} ... {proven}{answer.seconds:.0f} s")
    elif answer.refutation:
        console.print(f"{asked.name} found")
    else:
        raise IsochronError(
            f"{asked.question.proof.name} is proven with a fault in it, so it says too little: "
            f"{fault.new!r} in place of {fault.old!r}"
        )
    return answer
