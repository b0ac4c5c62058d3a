# SPDX-License-Identifier: Apache-2.0
"""`isochron mutants`"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

import typer
from rich.console import Console

from isochron import versions
from isochron.building import locked
from isochron.errors import IsochronError
from isochron.jobs.options import AtATime, Scheduler
from isochron.jobs.workers import Workers, workers
from isochron.mutants import parts, record, trial
from isochron.mutants.catalogue import Mutant, check, mutants
from isochron.mutants.known import Known
from isochron.mutants.trial import Outcome
from isochron.mutants.trying import Candidate, tried

EXIT_SURVIVORS = 1
EQUIVALENT = "equivalent, explained"

console = Console(soft_wrap=True, highlight=False, markup=False)


def try_mutants(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...",
            help="Only these; all by default. With --random: only these parts.",
            show_default=False,
        ),
    ] = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Only the kernel's C files.")] = False,
    hardware: Annotated[bool, typer.Option("--hardware", help="Only the RTL.")] = False,
    random: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Not those of the lists, but so many random ones of each part.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random ones.")] = 1,
    keep: Annotated[
        bool,
        typer.Option(
            "--record", help="Record what became of the random ones; the pages show it then."
        ),
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Forget what is known already.")] = False,
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
) -> None:
    """See whether the tests notice faults: apply each mutant to a copy and run its test.

    What was killed in an earlier run is not run again, unless the mutant or its file has changed.
    The exit code is 1 when a mutant survives or, if it is one of the lists, does not build.
    """
    if random and (kernel or hardware):
        raise typer.BadParameter("--random takes names of parts: leave out --kernel, --hardware")
    if keep and not random:
        raise typer.BadParameter("--record is for random mutants: add --random")
    check()
    known = Known(again)
    with locked(trial.BUILD), workers(at_a_time, scheduler) as who:
        if random:
            bad = _try_random(parts.chosen(names or []), random, seed, keep, known, who)
        else:
            bad = _try_listed(_chosen(names or [], kernel, hardware), known, who)
    if bad:
        console.print("\n".join(bad))
        raise typer.Exit(EXIT_SURVIVORS)


def _chosen(names: list[str], kernel: bool, hardware: bool) -> list[Mutant]:
    every = mutants()
    unknown = [name for name in names if name not in every]
    if unknown:
        raise IsochronError(f"there is no mutant {unknown[0]!r}; the lists are in {trial.LISTS}")
    areas = {name for name, wanted in (("kernel", kernel), ("hardware", hardware)) if wanted}
    return [
        one
        for one in every.values()
        if (not names or one.name in names) and (not areas or one.area in areas)
    ]


def _try_listed(chosen: list[Mutant], known: Known, who: Workers) -> list[str]:
    """Try mutants of the lists; return a line for each that is not as its list says."""
    equivalent = {one.name: one.equivalent for one in chosen if one.equivalent}
    tests = {one.name: (one.killed_by,) for one in chosen}
    outcomes = _outcomes(chosen, equivalent, tests, known, who)
    return [
        f"{one.name} ({outcomes[one.name].what}): {one.file}, {one.killed_by}"
        for one in chosen
        if outcomes[one.name].what not in (trial.KILLED, EQUIVALENT)
    ]


def _try_random(
    chosen: list[parts.Part], number: int, seed: int, keep: bool, known: Known, who: Workers
) -> list[str]:
    """Try random mutants of parts; return the names of those that nothing notices."""
    # the parsers take a while, and are needed here only
    from isochron.mutants import draw
    from isochron.mutants.together import try_together

    commit = versions.repository()
    lived: list[str] = []
    for part in chosen:
        drawn = draw.draw(part, number, seed)
        console.print(f"{part.name}: {len(drawn)} of {draw.count(part):,} mutants, seed {seed}")
        listed = draw.listed(drawn, mutants().values())
        equivalent = {name: one.equivalent for name, one in listed.items() if one.equivalent}
        first = {name: (one.killed_by,) for name, one in listed.items() if one.killed_by}
        tests = {
            one.name: (*first.get(one.name, ()), *part.tests_of(one.file, change.is_constant))
            for one, change in drawn.items()
        }
        open_to_all = {one: drawn[one] for one in drawn if one.name not in equivalent}
        try_together(part.name, open_to_all, part.tests, known, who, console.print)
        outcomes = _outcomes(list(drawn), equivalent, tests, known, who)
        there = {name: one for name, one in outcomes.items() if name not in equivalent}
        found = record.score(commit, seed, draw.count(part), len(equivalent), there)
        lived += found.lived
        if keep:
            record.save({part.name: found})
    return [f"lives: {name}" for name in lived]


def _outcomes(
    chosen: list[Mutant],
    equivalent: Mapping[str, str],
    tests: Mapping[str, tuple[str, ...]],
    known: Known,
    who: Workers,
) -> dict[str, Outcome]:
    """Return what becomes of each mutant by its name, and tell it."""
    outcomes = {name: Outcome(EQUIVALENT) for name in equivalent}
    for name in equivalent:
        console.print(f"{name}: {EQUIVALENT}")
    candidates = [Candidate(one, tests[one.name]) for one in chosen if one.name not in equivalent]
    for mutant, outcome in tried(candidates, known, who, console.print):
        outcomes[mutant.name] = outcome
        told = f"{outcome.what}, {outcome.by}" if outcome.by else outcome.what
        console.print(f"{len(outcomes):3}/{len(chosen)} {mutant.name}: {told}")
    counts = Counter(one.what for one in outcomes.values())
    summary = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    console.print(f"{len(chosen)} mutants: {summary}")
    return outcomes
