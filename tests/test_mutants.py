# SPDX-License-Identifier: Apache-2.0
"""The lists of mutants fit the sources; one that lives is told from one that does not."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from distributed import LocalCluster
from test_cli import invoke

from isochron.mutants import catalogue, command, trial, trying
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


TEST = """\
import pytest
from value import OTHER, VALUE

def test_value():
    assert VALUE == 1

@pytest.mark.wide
def test_other():
    assert OTHER == 2
"""
SETTINGS = "[tool.pytest.ini_options]\naddopts = '-m \"not wide\"'\nmarkers = ['wide']\n"
KILLING = replace(
    MUTANT, file="tests/value.py", killed_by="tests/test_value.py", old="= 1", new="= 3"
)
LIVING = replace(KILLING, name="two", old="= 2", new="= 3")
OF_THE_SECOND_TIER = replace(LIVING, killed_by="tests/test_value.py::test_other")
EQUIVALENT = replace(KILLING, name="three", killed_by="", equivalent="for the test")


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of one file, and a test in either tier."""
    source = tmp_path / "tests"
    source.mkdir()
    (source / "value.py").write_text("VALUE = 1\nOTHER = 2\n")
    (source / "test_value.py").write_text(TEST)
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    monkeypatch.setattr(trial, "ROOT", tmp_path)
    return source


def test_what_lives_is_told_from_what_does_not(tmp_path: Path, source: Path) -> None:
    tried = trial.Trial(tmp_path / "build")
    tried.prepare()
    tried.try_unchanged(KILLING.killed_by)
    assert tried.try_mutant(KILLING) == (trial.KILLED, f"{KILLING.killed_by}::test_value")
    assert tried.try_mutant(LIVING) == (trial.SURVIVED, "")
    assert tried.try_mutant(OF_THE_SECOND_TIER) == (trial.KILLED, OF_THE_SECOND_TIER.killed_by)
    for said, what in (
        ("BuildFailed", trial.BROKEN),
        ("%Error: m.sv:1:2: syntax error\\n%Error: Exiting due to 1 error(s)", trial.BROKEN),
        ("%Error: m.sv:1: Assertion failed in m.Name", trial.KILLED),
    ):
        says = replace(KILLING, old="VALUE", new=f"raise RuntimeError('{said}')#")
        assert tried.try_mutant(says).what == what
    assert (tried.tree / "tests/value.py").read_text() == "VALUE = 1\nOTHER = 2\n"
    (source / "test_value.py").write_text(TEST.replace("== 1", "== 4"))
    tried.prepare()
    with pytest.raises(trial.TestFails, match=r"(?s)fails without any mutant.*assert 1 == 4"):
        tried.try_unchanged(KILLING.killed_by)


@pytest.fixture
def listed(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """These mutants are all there are."""
    every = {one.name: one for one in (KILLING, LIVING, EQUIVALENT)}
    monkeypatch.setattr(trying, "ROOT", tmp_path)
    monkeypatch.setattr(command, "mutants", lambda: every)
    monkeypatch.setattr(command, "check", lambda: None)
    monkeypatch.setattr(trial, "BUILD", tmp_path / "build/mutants")


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("where", ["cores", "cluster"])
def test_the_command_tries_each_once_and_goes_on(where: str) -> None:
    with ExitStack() as stack:
        options = ["--jobs", "2"]
        if where == "cluster":
            network = {"protocol": "tcp", "dashboard_address": ":0", "threads_per_worker": 1}
            cluster = LocalCluster(n_workers=2, processes=False, **network)
            options = ["--scheduler", stack.enter_context(cluster).scheduler_address]
        first = invoke("mutants", *options)
        again = invoke("mutants", *options)
    for done in (first, again):
        assert done.exit_code == command.EXIT_SURVIVORS
        assert "3 mutants: 1 equivalent, explained, 1 killed, 1 survived" in done.output
        assert "two (survived): tests/value.py, tests/test_value.py" in done.output
    assert "test_value.py, unchanged: " in first.output
    assert "one: " in first.output
    assert "unchanged" not in again.output
    tried = [line.split(":")[0].strip() for line in again.output.splitlines() if " s" in line]
    assert "one" not in tried


@pytest.mark.usefixtures("listed")
def test_sources_that_change_meanwhile_are_told(source: Path) -> None:
    (state,) = trial.states([KILLING.killed_by]).values()
    (source / "value.py").write_text("VALUE = 1\n")
    with pytest.raises(trial.SourcesChanged, match="run the same again"):
        trial.try_mutant(KILLING, state)


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize(
    ("changed", "matters"),
    [
        ("tests/value.py", True),
        ("tests/test_value.py", True),
        ("hardware/rtl/block.sv", True),
        ("hardware/tests/kernel/bench.py", True),
        ("tests/test_other.py", False),
        ("src/isochron/report/page.py", False),
    ],
)
def test_a_test_is_in_another_state_when_something_changes_that_it_depends_on(
    changed: str, matters: bool
) -> None:
    before = trial.states([KILLING.killed_by])
    path = trial.ROOT / changed
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("CHANGED = True\n")
    assert (trial.states([KILLING.killed_by]) != before) == matters


@pytest.mark.usefixtures("listed")
def test_two_at_a_time_have_a_copy_each() -> None:
    ((test, state),) = trial.states([KILLING.killed_by]).items()
    with trial._free_copy(test, state) as one, trial._free_copy(test, state) as other:
        assert one.tree != other.tree
    with trial._free_copy(test, state) as again:
        assert again.tree == one.tree
