# SPDX-License-Identifier: Apache-2.0
"""The lists of mutants fit the sources; one that lives is told from one that does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from isochron.mutants import catalogue, trial
from isochron.mutants.catalogue import BadMutant, Mutant

MUTANT = Mutant("one", "kernel", "some.c", "old", "new", killed_by="differential")


def test_every_mutant_fits_its_file() -> None:
    catalogue.check()


def test_there_are_enough_of_each_kind() -> None:
    areas = [one.area for one in catalogue.mutants().values() if not one.equivalent]
    assert areas.count("kernel") >= 60
    assert areas.count("hardware") >= 40


@pytest.mark.parametrize("text", ["", "old old"])
def test_a_text_that_is_not_there_once_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadMutant, match=r"'one'.* in some\.c, not once; correct"):
        MUTANT.apply(text)


def test_what_lives_is_told_from_what_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a repository of one file and one test."""
    source = tmp_path / "tests"
    source.mkdir()
    (source / "value.py").write_text("VALUE = 1\nOTHER = 2\n")
    test = "from value import VALUE\n\ndef test_value():\n    assert VALUE == 1\n"
    (source / "test_value.py").write_text(test)
    monkeypatch.setattr(trial, "ROOT", tmp_path)
    tried = trial.Trial(tmp_path / "build")
    state = tried.prepare()
    killing = replace(
        MUTANT, file="tests/value.py", killed_by="tests/test_value.py", old="= 1", new="= 3"
    )
    tried.try_unchanged(killing.killed_by)
    assert tried.try_mutant(killing) == trial.KILLED
    assert tried.try_mutant(replace(killing, old="= 2", new="= 3")) == trial.SURVIVED
    broken = replace(killing, old="VALUE", new="raise RuntimeError('BuildFailed')#")
    assert tried.try_mutant(broken) == trial.BROKEN
    assert (tried.tree / "tests/value.py").read_text() == "VALUE = 1\nOTHER = 2\n"
    assert tried.prepare() == state
    (source / "test_value.py").write_text(test.replace("== 1", "== 4"))
    assert tried.prepare() != state
    with pytest.raises(trial.TestFails, match=r"fails without any mutant"):
        tried.try_unchanged(killing.killed_by)
