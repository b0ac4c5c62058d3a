# SPDX-License-Identifier: Apache-2.0
"""A copy of the repository in which a mutant is tried, and the tests that try it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from isochron.building import digest
from isochron.errors import IsochronError
from isochron.mutants.catalogue import FOLDER, Mutant
from isochron.paths import ROOT

BUILD = ROOT / "build/mutants"
COPIED = ("src", "firmware", "hardware", "tests", "pyproject.toml")
"""What tests read of the repository."""

LISTS = FOLDER.relative_to(ROOT)
"""A change of these changes no test."""

DIFFERENTIAL = {"differential": "isochron", "differential-hybrid": "hybrid"}
"""Tests that are random scenarios, and the kernel that is compared with FreeRTOS."""
TIME_LIMIT = 300
"""Seconds for a test: a mutant may hang. It is killed then, too."""

KILLED, SURVIVED, BROKEN = "killed", "survived", "does not build"

_NOT_BUILT = re.compile(r"BuildFailed|%Error|^error: \S*(gcc|g\+\+|verilator)\b", re.MULTILINE)


class TestFails(IsochronError):
    """A test fails without any mutant, so it tells nothing."""

    __test__ = False


class Trial:
    """A copy of the repository, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.tree = folder / "tree"
        self.output = folder / "output.txt"
        """What the last test said."""

    def prepare(self) -> str:
        """Make the copy, or bring it up to date; return what names its state.

        Only what has changed is written, so that what was built stays valid.
        """
        files = dict(_files())
        for relative, content in files.items():
            target = self.tree / relative
            if not target.is_file() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
        for name in COPIED:
            for path in (self.tree / name).rglob("*"):
                if path.is_file() and path.relative_to(self.tree) not in files:
                    path.unlink()
        stock = self.tree / "build/freertos"
        if not stock.is_symlink():
            stock.parent.mkdir(parents=True, exist_ok=True)
            stock.symlink_to(ROOT / "build/freertos")
        kept = (relative for relative in sorted(files) if relative.parent.parent != LISTS)
        return digest([], [self.tree / relative for relative in kept])

    def try_mutant(self, mutant: Mutant) -> str:
        """Apply a mutant, run its test, undo it; return KILLED, SURVIVED or BROKEN.

        Raises:
            BadMutant: it does not fit its file.
        """
        with _only_new_folders_removed(self.tree / "build/native"), self._applied(mutant):
            return self._run(mutant.killed_by)

    def try_unchanged(self, test: str) -> None:
        """Run a test without any mutant.

        Raises:
            TestFails: it does not pass.
        """
        outcome = self._run(test)
        if outcome != SURVIVED:
            raise TestFails(f"{test} fails without any mutant; what it said is in {self.output}")

    @contextmanager
    def _applied(self, mutant: Mutant) -> Iterator[None]:
        path = self.tree / mutant.file
        text = path.read_text()
        path.write_text(mutant.apply(text))
        try:
            yield
        finally:
            path.write_text(text)

    def _run(self, test: str) -> str:
        if test in DIFFERENTIAL:
            arguments = ["-m", "isochron.mutants.first_difference", DIFFERENTIAL[test]]
        else:
            arguments = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", test]
        path = {"PYTHONPATH": str(self.tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.tree,
            env={**os.environ, **path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            return KILLED
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self.output.write_text(output)
        if process.returncode == 0:
            return SURVIVED
        if _NOT_BUILT.search(output):
            return BROKEN
        if process.returncode not in (1, 2):
            raise TestFails(f"{test} cannot be run:\n{output}")
        return KILLED


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
