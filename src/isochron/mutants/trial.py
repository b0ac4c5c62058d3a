# SPDX-License-Identifier: Apache-2.0
"""A copy of the repository in which a mutant is tried, and the tests that try it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from isochron import imports
from isochron.building import digest, native
from isochron.errors import IsochronError
from isochron.jobs import job
from isochron.mutants.mutant import Mutant
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT

BUILD = BUILT / "mutants"
COPIED = (
    *("src", "firmware", "hardware", "simulator", "systems", "tests", "scripts"),
    "pyproject.toml",
)
"""What tests read of the repository."""

PYTHON = ("src", "tests")
"""Of the files in these a test depends only on those that it imports."""

MUTANTS = "mutants"
"""The folder of a system that says what tries its mutants; the tests do not look at it."""

DIFFERENTIAL: Mapping[str, tuple[str, ...]] = {
    "differential" if kernel == native.ISOCHRON else f"differential-{kernel}": (kernel,)
    for kernel in native.SUBJECTS
}
"""Tests that are random scenarios: the kernel compared with FreeRTOS, and options of both."""
FIRST_DIFFERENCE = "src/isochron/mutants/first_difference.py"
"""The module that runs those tests."""
TIME_LIMIT = 300
"""Seconds for one case of a test: a mutant that makes it hang counts as killed."""
LONG_TIME_LIMIT = 3600
"""Seconds for several cases, and for a proof; pytest limits each of them."""
PROOF = "hardware/tests/test_proofs.py::"
"""What the name of a proof's test begins with. A proof without an end notices nothing."""
SAID = 4000
"""How many characters of the end of a test's output are shown."""

TRIED = "ISOCHRON_MUTANTS"
"""The variable of the environment that tests see while they try mutants. Those that break the
sources themselves notice none, and are skipped."""

KILLED, SURVIVED, BROKEN = "killed", "survived", "does not build"

_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
"""pytest's line about a test that fails."""
_TIMED_OUT = "Failed: Timeout"
"""pytest's words about one that comes to no end."""
_NOT_BUILT = re.compile(
    r"BuildFailed|%Error: (Exiting due|Internal)|^error: \S*(gcc|g\+\+|verilator)\b", re.MULTILINE
)
"""What compilers say at their end; a model that runs has other lines with %Error: assertions."""


class Outcome(NamedTuple):
    """What becomes of a mutant."""

    what: str
    """KILLED, SURVIVED or BROKEN."""
    by: str = ""
    """The test that noticed it, as pytest names it; of a whole module, the one that failed."""


class TestFails(IsochronError):
    """A test fails without any mutant, so it tells nothing."""

    __test__ = False


def states(tests: Iterable[str]) -> dict[str, str]:
    """Return for each test a digest of the files that it depends on, equal on every machine."""
    files = dict(_files())
    return {test: state_of(test, files) for test in tests}


def state_of(test: str, files: Mapping[Path, bytes]) -> str:
    """Return a test's digest: of PYTHON of the files that it imports, of other folders of all.

    MUTANTS are left out.
    """
    name = FIRST_DIFFERENCE if test in DIFFERENTIAL else test.partition("::")[0]
    code = imports.with_data(imports.files(ROOT / name, ROOT))
    concerns = (
        path
        for path in sorted(files)
        if (path.parts[0] not in PYTHON and MUTANTS not in path.parts) or ROOT / path in code
    )
    return digest(f"{path} {hashlib.sha256(files[path]).hexdigest()}" for path in concerns)


def try_mutant(mutant: Mutant, test: str, state: str) -> Outcome:
    """Do ``Trial.try_mutant`` in a free copy of the repository; raise as it does.

    ``state`` is that of the test, and must be so still.
    """
    with _free_copy(test, state) as copy:
        return copy.try_mutant(mutant, test)


def try_unchanged(test: str, state: str) -> None:
    """Do ``Trial.try_unchanged`` in a free copy of the repository; raise as it does.

    ``state`` is that of the test, and must be so still.
    """
    with _free_copy(test, state) as copy:
        copy.try_unchanged(test)


@contextmanager
def _free_copy(test: str, state: str) -> Iterator[Trial]:
    """Yield a copy that nobody else uses; raise IsochronError if the test is in another state."""
    for number in count(1):
        folder = BUILD / f"copy-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            copy = Trial(folder, lock.fileno())
            if state_of(test, copy.prepare()) != state:
                raise IsochronError("the sources changed meanwhile: run the same again")
            yield copy
            return


class Trial:
    """A copy of the repository, in a folder of its own."""

    def __init__(self, folder: Path, lock: int | None = None) -> None:
        self.tree = folder / "tree"
        self._lock = lock
        """Held by tests, too: one that outlives a killed worker keeps the copy for itself."""

    def prepare(self, others: Mapping[Path, bytes] | None = None) -> dict[Path, bytes]:
        """Make the copy, or bring it up to date; return the repository's files.

        Only what has changed is written, so that what was built stays valid. ``others`` are texts
        that stand in the copy instead of the repository's.
        """
        files = dict(_files())
        for relative, content in {**files, **(others or {})}.items():
            target = self.tree / relative
            if not target.is_file() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
                shutil.copymode(ROOT / relative, target)
        for name in COPIED:
            for path in (self.tree / name).rglob("*"):
                if path.is_file() and path.relative_to(self.tree) not in files:
                    path.unlink()
        stock = self.tree / "build/freertos"
        if not stock.is_symlink():
            stock.parent.mkdir(parents=True, exist_ok=True)
            stock.symlink_to(ROOT / "build/freertos")
        return files

    def try_mutant(self, mutant: Mutant, test: str) -> Outcome:
        """Apply a mutant, run a test, undo it; return what becomes of it."""
        with _only_new_folders_removed(self.tree / "build/native"), self._applied(mutant):
            what, output = self._run(test, _limit(test))
        if what == SURVIVED:
            return Outcome(what)
        failed = _FAILED.findall(output)
        return Outcome(what, failed[-1] if failed else test)

    def try_unchanged(self, test: str) -> None:
        """Run a test without any mutant.

        Raises:
            TestFails: it does not pass.
        """
        outcome, output = self._run(test, LONG_TIME_LIMIT)  # much may be built for the first time
        if outcome != SURVIVED:
            raise TestFails(f"{test} fails without any mutant; it said:\n{output[-SAID:]}")

    @contextmanager
    def _applied(self, mutant: Mutant) -> Iterator[None]:
        path = self.tree / mutant.file
        text = path.read_text()
        path.write_text(mutant.apply(text))
        try:
            yield
        finally:
            path.write_text(text)

    def _run(self, test: str, limit: int) -> tuple[str, str]:
        """Return the outcome and what the test said, within so many seconds."""
        if test in DIFFERENTIAL:
            arguments = ["-m", "isochron.mutants.first_difference", *DIFFERENTIAL[test]]
        else:
            arguments = ["-m", "pytest", *arguments_of(test)]
        code, output = self.execute(arguments, limit)
        if code is None:
            return KILLED, f"no end within {limit} s"
        if code == 0:
            return SURVIVED, output
        if test.startswith(PROOF) and _TIMED_OUT in output:
            return SURVIVED, output
        if _NOT_BUILT.search(output):
            return BROKEN, output
        if code not in (1, 2):
            raise TestFails(f"{test} cannot be run:\n{output}")
        return KILLED, output

    def execute(self, arguments: Iterable[str], limit: int) -> tuple[int | None, str]:
        """Run Python in the copy; return its exit code, None after so many seconds, and output."""
        path = {"PYTHONPATH": str(self.tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.tree,
            env={**os.environ, **path, TRIED: "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            **TEXT,
            start_new_session=True,
            pass_fds=[] if self._lock is None else [self._lock],
        )
        try:
            output = _output(process, limit)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return (None, "") if output is None else (process.returncode, output)


def arguments_of(test: str) -> list[str]:
    """Return pytest's: a function of whichever tier, of a module those of the first one."""
    tier = ["-m", ""] if "::" in test else []
    return ["-x", "-q", "-p", "no:cacheprovider", *tier, test]


def _limit(test: str) -> int:
    """Return how many seconds a test may take that tries a mutant."""
    is_short = test in DIFFERENTIAL or ("[" in test and not test.startswith(PROOF))
    return TIME_LIMIT if is_short else LONG_TIME_LIMIT


def _output(process: subprocess.Popen[str], limit: int) -> str | None:
    """Return what a test said when it has ended; None if it has not within so many seconds."""
    for _ in range(limit):
        job.raise_if_stopped()
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=1)[0]
    return None


def _files() -> Iterator[tuple[Path, bytes]]:
    for name in COPIED:
        top = ROOT / name
        for path in [top, *sorted(top.rglob("*"))]:
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT), path.read_bytes()


@contextmanager
def _only_new_folders_removed(folder: Path) -> Iterator[None]:
    """A mutant's programs are named by their content and never used again."""
    before = set(folder.glob("*"))
    try:
        yield
    finally:
        for path in set(folder.glob("*")) - before:
            shutil.rmtree(path)
