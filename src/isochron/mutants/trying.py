# SPDX-License-Identifier: Apache-2.0
"""Tries mutants by jobs: each by its tests, one after the other, until one of them notices it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from isochron.building import digest
from isochron.jobs.job import Call, Job
from isochron.jobs.workers import Workers
from isochron.mutants import trial
from isochron.mutants.known import Known
from isochron.mutants.mutant import Mutant
from isochron.mutants.trial import Outcome
from isochron.paths import ROOT

NOTICES_NOTHING = Outcome(trial.SURVIVED)
"""What a test makes of unchanged sources."""


@dataclass(frozen=True)
class Candidate:
    """A mutant, and the tests that may notice it."""

    mutant: Mutant
    tests: tuple[str, ...]
    """In the order in which they are run."""


@dataclass(frozen=True)
class _Step:
    """A candidate, and which of its tests is run."""

    candidate: Candidate
    number: int = 0

    @property
    def test(self) -> str:
        return self.candidate.tests[self.number]

    @property
    def survival(self) -> str:
        """The name under which is kept that the test does not notice the mutant."""
        return survival(self.candidate.mutant, self.test)

    @property
    def next(self) -> _Step | None:
        further = self.number + 1 < len(self.candidate.tests)
        return replace(self, number=self.number + 1) if further else None


def tried(
    candidates: Iterable[Candidate], known: Known, pool: Workers, tell: Callable[[str], None]
) -> Iterator[tuple[Mutant, Outcome]]:
    """Yield what becomes of each mutant, from what is known or by trying it.

    Each test is run without any mutant first. A mutant that is killed, or does not build, stays
    known until its file changes; one that a test does not notice, until what the test depends on
    changes, too.
    """
    candidates = list(candidates)
    states = trial.states({test for candidate in candidates for test in candidate.tests})
    waiting: dict[str, list[_Step]] = defaultdict(list)
    pending: deque[str | _Step] = deque()

    def outcome_of(
        step: _Step | None, enter: Callable[[str | _Step], None] = pending.appendleft
    ) -> Outcome | None:
        """Go on with a step, or with the first one after it whose result is not known."""
        while step is not None and known.find(step.survival, states[step.test]):
            step = step.next
        if step is None:
            return Outcome(trial.SURVIVED)
        if known.find(step.test, states[step.test]) == NOTICES_NOTHING:
            enter(step)
        else:
            if not waiting[step.test]:
                enter(step.test)
            waiting[step.test].append(step)
        return None

    def job_of(item: str | _Step) -> Job:
        if isinstance(item, str):
            return Call(f"{item}, unchanged", trial.try_unchanged, (item, states[item]))
        mutant = item.candidate.mutant
        name = f"{mutant.name}, {item.test}"
        return Call(name, trial.try_mutant, (mutant, item.test, states[item.test]))

    for candidate in candidates:
        outcome = killed(candidate, known) or outcome_of(_Step(candidate), pending.append)
        if outcome is not None:
            yield candidate.mutant, outcome
    for item, done in pool.run(pending, job_of):
        result = done.result()
        tell(f"        {done.job.name}: {done.seconds:.0f} s")
        if isinstance(item, str):
            known.note(item, states[item], NOTICES_NOTHING)
            pending.extendleft(reversed(waiting.pop(item)))
            continue
        if result.what == trial.SURVIVED:
            known.note(item.survival, states[item.test], result)
            outcome = outcome_of(item.next)
        else:
            known.note(item.candidate.mutant.name, key(item.candidate.mutant), result)
            outcome = result
        if outcome is not None:
            yield item.candidate.mutant, outcome


def killed(candidate: Candidate, known: Known) -> Outcome | None:
    """Return by which of its tests a mutant was killed; None if it is not known."""
    outcome = known.find(candidate.mutant.name, key(candidate.mutant))
    return outcome if outcome and any(map(outcome.by.startswith, candidate.tests)) else None


def survival(mutant: Mutant, test: str) -> str:
    """Return the name under which is kept that a test does not notice a mutant."""
    return f"{digest([key(mutant)])} lives, {test}"


def key(mutant: Mutant) -> str:
    """Return what the outcome of a mutant depends on."""
    text = (ROOT / mutant.file).read_text()
    return digest([mutant.file, text, mutant.old, mutant.new])
