# SPDX-License-Identifier: Apache-2.0
"""Tries many mutants of a part in one copy, whose combined sources are built once (combine.py)."""

import fcntl
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from isochron.errors import IsochronError
from isochron.jobs.job import Call
from isochron.jobs.workers import Workers
from isochron.mutants import trial
from isochron.mutants.combine import combine, number_at
from isochron.mutants.draw import Change
from isochron.mutants.known import Known
from isochron.mutants.mutant import Mutant
from isochron.mutants.trial import KILLED, SAID, SURVIVED, Outcome, TestFails, Trial
from isochron.mutants.trying import Candidate, key, killed, survival
from isochron.paths import ROOT

BATCH = 25
"""Mutants of one job."""
TIME_LIMIT = 600
"""Seconds for each mutant of a job, on average; tests have limits of their own."""

Changes = Mapping[int, Change]
"""What mutants change, by their numbers."""

_MESSAGE = re.compile(
    r"(?:(%Error|%Warning)\S*: )?(?<!\S)(/\S+\.(?:c|cpp|sv)):(\d+):(?:\d+:)?( error:| undefined)?"
)
_RESULT = re.compile(r"^mutant (\d+): (.*)$", re.MULTILINE)


def try_together(
    part: str,
    drawn: Mapping[Mutant, Change],
    tests: Sequence[str],
    known: Known,
    pool: Workers,
    tell: Callable[[str], None],
) -> None:
    """Note what becomes of mutants that can be combined: of each until a test notices it.

    The others, and those that live, are left for ``trying.tried``.
    """
    states = trial.states(tests)
    mutants = dict(enumerate(drawn, 1))

    def waits(number: int, test: str) -> bool:
        """Whether a test may notice a mutant, and nobody has tried."""
        mutant = mutants[number]
        return not (
            killed(Candidate(mutant, tuple(tests)), known)
            or known.find(survival(mutant, test), states[test])
        )

    changes = {
        number: drawn[mutant]
        for number, mutant in mutants.items()
        if any(waits(number, test) for test in tests) and not drawn[mutant].is_constant
    }
    if not changes:
        return
    build = Call(f"{part}, combined", buildable, (part, changes, states))
    kept: dict[int, Change] = {}
    for _, done in pool.run(deque([build]), lambda job: job):
        kept = {number: changes[number] for number in done.result()}
        tell(f"        {done.job.name}: {len(kept)} of {len(drawn)}, {done.seconds:.0f} s")
    for test, state in states.items():
        # those of a file one after the other: the same tests notice them (batch.py)
        waiting = sorted(
            filter(partial(waits, test=test), kept), key=lambda number: kept[number].file
        )
        batches = [waiting[i : i + BATCH] for i in range(0, len(waiting), BATCH)]
        jobs = [
            Call(f"{test}, batch {number}", notices, (part, kept, test, state, batch))
            for number, batch in enumerate(batches, 1)
        ]
        for _, done in pool.run(deque(jobs), lambda job: job):
            tell(f"        {done.job.name}: {done.seconds:.0f} s")
            for number, by in done.result().items():
                mutant = mutants[number]
                if by:
                    known.note(mutant.name, key(mutant), Outcome(KILLED, by))
                else:
                    known.note(survival(mutant, test), state, Outcome(SURVIVED))


def buildable(part: str, changes: Changes, states: Mapping[str, str]) -> list[int]:
    """Return the numbers of the mutants that compile as one text; without any all tests pass.

    Raises:
        TestFails: they do not.
    """
    kept = dict(changes)
    for test, state in states.items():
        while True:
            copy = _copy(part, kept, test, state)
            code, output = copy.execute(_batch(test, ()), trial.LONG_TIME_LIMIT)
            if code == 0:
                break
            refused = _refused(output, copy) & kept.keys()
            if not refused:
                raise TestFails(f"{test} fails without any mutant; it said:\n{output[-SAID:]}")
            kept = {number: mutant for number, mutant in kept.items() if number not in refused}
    return list(kept)


def notices(
    part: str, changes: Changes, test: str, state: str, numbers: Sequence[int]
) -> dict[int, str]:
    """Return what in a test notices mutants, by their numbers; nothing for those that live.

    Raises:
        TestFails: it does not come to its end.
        IsochronError: it is not in that state.
    """
    copy = _copy(part, changes, test, state)
    code, output = copy.execute(_batch(test, numbers), TIME_LIMIT * len(numbers))
    results = {int(number): by for number, by in _RESULT.findall(output)}
    missing = ", ".join(str(number) for number in numbers if number not in results)
    if code != 0 or missing:
        raise TestFails(
            f"{test} cannot be run with combined sources: exit code {code}, no result of mutants "
            f"{missing or 'none'}:\n{output[-SAID:]}"
        )
    return results


def _copy(part: str, changes: Changes, test: str, state: str) -> Trial:
    """Return the copy of a part, in which these mutants are; all that try them share it."""
    of_file: dict[Path, dict[int, Change]] = defaultdict(dict)
    for number, mutant in changes.items():
        of_file[mutant.file][number] = mutant
    combined = {
        file: combine((ROOT / file).read_bytes(), file.suffix, chosen)
        for file, chosen in of_file.items()
    }
    folder = trial.BUILD / f"together-{part}"
    folder.mkdir(parents=True, exist_ok=True)
    copy = Trial(folder)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if trial.state_of(test, copy.prepare(combined)) != state:
            raise IsochronError("the sources changed meanwhile: run the same again")
    return copy


def _batch(test: str, numbers: Iterable[int]) -> list[str]:
    return ["-m", "isochron.mutants.batch", test, *map(str, numbers)]


def _refused(output: str, copy: Trial) -> set[int]:
    """Return the mutants at which compilers point; at warnings only where there is no error."""
    lines: dict[bool, set[int]] = defaultdict(set)
    for kind, file, line, error in _MESSAGE.findall(output):
        path = Path(file)
        if path.is_relative_to(copy.tree):
            number = number_at(path.read_text(), int(line))
            if number is not None:
                lines[bool(error) or kind == "%Error"].add(number)
    return lines[True] or lines[False]
