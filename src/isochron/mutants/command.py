# SPDX-License-Identifier: Apache-2.0
"""`isochron mutants`"""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from isochron.building import digest, locked
from isochron.errors import IsochronError
from isochron.mutants import trial
from isochron.mutants.catalogue import AREAS, Mutant, check, mutants

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
) -> None:
    """See whether the tests notice faults: apply each mutant to a copy and run its test.

    What was killed in an earlier run is not run again, unless the mutant or its file has changed.
    The exit code is 1 when a mutant survives or does not build.
    """
    check()
    chosen = _chosen(names or [], kernel, hardware)
    outcomes: Counter[str] = Counter()
    bad = []
    for area in AREAS:
        of_area = [one for one in chosen if one.area == area]
        if not of_area:
            continue
        with locked(trial.BUILD / area):
            run = _Run(area, again)
            for number, mutant in enumerate(of_area, 1):
                outcome = run.outcome(mutant)
                outcomes[outcome] += 1
                if outcome not in (trial.KILLED, EQUIVALENT):
                    bad.append(f"{mutant.name} ({outcome}): {mutant.file}, {mutant.killed_by}")
                console.print(f"{number:3}/{len(of_area)} {mutant.name}: {outcome}")
    summary = ", ".join(f"{number} {what}" for what, number in outcomes.items())
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


class _Run:
    """The mutants of an area, and what is known of them."""

    def __init__(self, area: str, again: bool) -> None:
        folder = trial.BUILD / area
        self._results = folder / "results.json"
        self._known: dict[str, dict[str, str]] = {} if again else _read(self._results)
        self._trial = trial.Trial(folder)
        self._state = self._trial.prepare()

    def outcome(self, mutant: Mutant) -> str:
        """Return what becomes of a mutant, from what is known or by trying it."""
        if mutant.equivalent:
            return EQUIVALENT
        file = self._trial.tree / mutant.file
        key = digest([mutant.old, mutant.new, mutant.killed_by], [file])
        if self._known.get(mutant.name) != {"key": key, "outcome": trial.KILLED}:
            self._see_that_it_passes(mutant.killed_by)
            begun = time.monotonic()
            outcome = self._trial.try_mutant(mutant)
            console.print(f"        {time.monotonic() - begun:.0f} s")
            self._note(mutant.name, key, outcome)
        return self._known[mutant.name]["outcome"]

    def _see_that_it_passes(self, test: str) -> None:
        if self._known.get(test, {}).get("key") != self._state:
            console.print(f"        {test}, unchanged")
            self._trial.try_unchanged(test)
            self._note(test, self._state, trial.SURVIVED)

    def _note(self, name: str, key: str, outcome: str) -> None:
        """Keep a result, for this run and the next."""
        self._known[name] = {"key": key, "outcome": outcome}
        partial = self._results.with_suffix(".partial")
        partial.write_text(json.dumps(self._known, indent=1) + "\n")
        partial.replace(self._results)


def _read(file: Path) -> dict[str, dict[str, str]]:
    if not file.is_file():
        return {}
    try:
        found: dict[str, dict[str, str]] = json.loads(file.read_text())
        return found
    except ValueError as error:
        raise IsochronError(f"{file} is damaged ({error}): delete it to begin anew") from error
