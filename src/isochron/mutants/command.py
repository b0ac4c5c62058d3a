# SPDX-License-Identifier: Apache-2.0
"""`isochron verify mutants`"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Console

from isochron import versions
from isochron.building import locked
from isochron.errors import EXIT_FAILED
from isochron.jobs.options import AtATime, Scheduler
from isochron.jobs.workers import Workers, workers
from isochron.mutants import equivalents, parts, record, trial
from isochron.mutants.known import Known
from isochron.mutants.mutant import Mutant
from isochron.mutants.trial import Outcome
from isochron.mutants.trying import Candidate, tried

EQUIVALENT = "equivalent, explained"

EPILOG = """Examples:

    isochron verify mutants                                    50 of each part

    isochron verify mutants --number 500 --seed 2 gic-c        of one part

    isochron verify mutants --scheduler tcp://host:8786        by a Dask cluster
"""

console = Console(soft_wrap=True, highlight=False, markup=False)


def try_mutants(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PART]...", help="Only these; all by default.", show_default=False),
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="How many of each part.")] = 50,
    seed: Annotated[int, typer.Option(help="Which ones are drawn.")] = 1,
    keep: Annotated[
        bool, typer.Option("--record", help="Record what became of them; the pages show it then.")
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Forget what is known already.")] = False,
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
) -> None:
    """See whether the tests notice random faults: apply each to a copy and run its tests.

    What was killed in an earlier run is not tried again, unless its file has changed. The exit code
    is 1 when a mutant lives.
    """
    chosen = parts.chosen(names or [])
    known = Known(again)
    with locked(trial.BUILD), workers(at_a_time, scheduler) as pool:
        lived = [name for part in chosen for name in _try(part, number, seed, keep, known, pool)]
    if lived:
        console.print("\n".join(f"lives: {name}" for name in lived))
        raise typer.Exit(EXIT_FAILED)


def _try(
    part: parts.Part, number: int, seed: int, keep: bool, known: Known, pool: Workers
) -> Sequence[str]:
    """Try random mutants of a part; return the names of those that nothing notices."""
    # the parsers take a while, and are needed here only
    from isochron.mutants import draw
    from isochron.mutants.together import try_together

    commit = versions.repository()
    drawn = draw.draw(part, number, seed)
    console.print(f"{part.name}: {len(drawn)} of {draw.count(part):,} mutants, seed {seed}")
    equivalent = equivalents.explained(drawn, equivalents.load(part))
    tests = {
        mutant.name: part.tests_of(mutant.file, change.is_constant)
        for mutant, change in drawn.items()
    }
    open_to_all = {mutant: drawn[mutant] for mutant in drawn if mutant.name not in equivalent}
    try_together(part.name, open_to_all, part.tests, known, pool, console.print)
    outcomes = _outcomes(list(drawn), equivalent, tests, known, pool)
    tried = {name: outcome for name, outcome in outcomes.items() if name not in equivalent}
    score = record.score(commit, seed, draw.count(part), len(equivalent), tried)
    if keep:
        record.save(part.name, score)
    return score.lived


def _outcomes(
    chosen: list[Mutant],
    equivalent: Mapping[str, str],
    tests: Mapping[str, tuple[str, ...]],
    known: Known,
    pool: Workers,
) -> dict[str, Outcome]:
    """Return what becomes of each mutant by its name, and tell it."""
    outcomes = {name: Outcome(EQUIVALENT) for name in equivalent}
    for name in equivalent:
        console.print(f"{name}: {EQUIVALENT}")
    candidates = [
        Candidate(mutant, tests[mutant.name]) for mutant in chosen if mutant.name not in equivalent
    ]
    for mutant, outcome in tried(candidates, known, pool, console.print):
        outcomes[mutant.name] = outcome
        message = f"{outcome.what}, {outcome.by}" if outcome.by else outcome.what
        console.print(f"{len(outcomes):3}/{len(chosen)} {mutant.name}: {message}")
    counts = Counter(outcome.what for outcome in outcomes.values())
    summary = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    console.print(f"{len(chosen)} mutants: {summary}")
    return outcomes
