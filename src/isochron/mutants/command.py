# SPDX-License-Identifier: Apache-2.0
"""`isochron mutants`"""

from __future__ import annotations

import json
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from isochron.building import digest, locked, replacing
from isochron.errors import IsochronError
from isochron.jobs.job import Call, Job
from isochron.jobs.options import AtATime, Scheduler
from isochron.jobs.workers import Workers, workers
from isochron.mutants import trial
from isochron.mutants.catalogue import Mutant, check, mutants
from isochron.paths import ROOT

EXIT_SURVIVORS = 1
EQUIVALENT = "equivalent, explained"

console = Console(soft_wrap=True, highlight=False, markup=False)


def try_mutants(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Only these; all by default.", show_default=False),
    ] = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Only the kernel's C files.")] = False,
    hardware: Annotated[bool, typer.Option("--hardware", help="Only the RTL.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Forget what is known already.")] = False,
    at_a_time: AtATime = None,
    scheduler: Scheduler = None,
) -> None:
    """See whether the tests notice faults: apply each mutant to a copy and run its test.

    What was killed in an earlier run is not run again, unless the mutant or its file has changed.
    The exit code is 1 when a mutant survives or does not build.
    """
    check()
    chosen = _chosen(names or [], kernel, hardware)
    outcomes: Counter[str] = Counter()
    bad = []
    with locked(trial.BUILD), workers(at_a_time, scheduler) as who:
        for number, (mutant, outcome) in enumerate(_tried(chosen, _Known(again), who), 1):
            outcomes[outcome] += 1
            if outcome not in (trial.KILLED, EQUIVALENT):
                bad.append(f"{mutant.name} ({outcome}): {mutant.file}, {mutant.killed_by}")
            console.print(f"{number:3}/{len(chosen)} {mutant.name}: {outcome}")
    summary = ", ".join(f"{number} {what}" for what, number in sorted(outcomes.items()))
    console.print(f"{len(chosen)} mutants: {summary}")
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


def _tried(chosen: list[Mutant], known: _Known, who: Workers) -> Iterator[tuple[Mutant, str]]:
    """Yield what becomes of each mutant, from what is known or by trying it.

    Its test is run without any mutant first.
    """
    waiting: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in chosen:
        if mutant.equivalent:
            yield mutant, EQUIVALENT
        elif known.has(mutant.name, _key(mutant), trial.KILLED):
            yield mutant, trial.KILLED
        else:
            waiting[mutant.killed_by].append(mutant)
    states = trial.states(waiting)
    pending: deque[str | Mutant] = deque()
    for test, of_test in waiting.items():
        pending += of_test if known.has(test, states[test], trial.SURVIVED) else [test]

    def job_of(item: str | Mutant) -> Job:
        if isinstance(item, str):
            return Call(f"{item}, unchanged", trial.try_unchanged, (item, states[item]))
        return Call(item.name, trial.try_mutant, (item, states[item.killed_by]))

    for item, done in who.run(pending, job_of):
        outcome = done.result()
        console.print(f"        {done.job.name}: {done.seconds:.0f} s")
        if isinstance(item, str):
            known.note(item, states[item], trial.SURVIVED)
            pending.extendleft(reversed(waiting[item]))
        else:
            known.note(item.name, _key(item), outcome)
            yield item, outcome


def _key(mutant: Mutant) -> str:
    """Return what the outcome of a mutant depends on."""
    text = (ROOT / mutant.file).read_text()
    return digest([mutant.file, text, mutant.old, mutant.new, mutant.killed_by])


class _Known:
    """What became of mutants and tests, in this command and those before."""

    def __init__(self, again: bool) -> None:
        self._file = trial.BUILD / "results.json"
        self._outcomes: dict[str, dict[str, str]] = {} if again else _read(self._file)

    def has(self, name: str, key: str, outcome: str) -> bool:
        """Return whether that is what became of it."""
        return self._outcomes.get(name) == {"key": key, "outcome": outcome}

    def note(self, name: str, key: str, outcome: str) -> None:
        """Keep a result, for this command and the next."""
        self._outcomes[name] = {"key": key, "outcome": outcome}
        with replacing(self._file) as partial:
            partial.write_text(json.dumps(self._outcomes, indent=1) + "\n")


def _read(file: Path) -> dict[str, dict[str, str]]:
    if not file.is_file():
        return {}
    try:
        found: dict[str, dict[str, str]] = json.loads(file.read_text())
        return found
    except ValueError as error:
        raise IsochronError(f"{file} is damaged ({error}): delete it to begin anew") from error
