# SPDX-License-Identifier: Apache-2.0
"""A mutant is tried in a copy by a test; one that lives is told from one that does not."""

from dataclasses import replace
from pathlib import Path

import pytest

from isochron.errors import IsochronError
from isochron.mutants import equivalents, parts, trial
from isochron.mutants.mutant import Mutant
from isochron.paths import ROOT


@pytest.mark.parametrize("part", parts.parts())
def test_each_equivalent_mutant_fits_its_file(part: str) -> None:
    for mutant in equivalents.load(parts.parts()[part]):
        assert Path(mutant.file) in parts.parts()[part].sources()
        mutant.apply((ROOT / mutant.file).read_text())


def test_equivalents_are_of_a_part() -> None:
    files = {path for file in parts.FILES for path in file.parent.glob("equivalent/*")}
    assert files <= {part.equivalents for part in parts.parts().values()}


@pytest.mark.parametrize("text", ["", "old old"])
def test_a_text_that_is_not_there_once_is_refused_by_name(text: str) -> None:
    mutant = Mutant("name", "some.c", "old", "new")
    with pytest.raises(IsochronError, match=r"'name'.* in some\.c, not once; correct"):
        mutant.apply(text)


@pytest.mark.parametrize(
    "entry",
    ["old = 'a'\nnew = 'b'", "old = 'a'\nnew = 'a'\nreason = 'c'", "old = 'a'\nreason = ''"],
)
def test_an_equivalent_without_a_reason_or_a_change_is_refused(entry: str, tmp_path: Path) -> None:
    part = parts.Part("part", tmp_path / "part.toml", "", (), ())
    part.equivalents.write_text(f'[["some.c"]]\n{entry}\n')
    with pytest.raises(IsochronError, match=r"equivalent 1 of some\.c: it needs"):
        equivalents.load(part)


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
VALUES, OTHER = "tests/test_value.py", "tests/test_value.py::test_other"
KILLED = Mutant("first", "tests/value.py", "= 1", "= 3")
LIVING = Mutant("second", "tests/value.py", "= 2", "= 3")


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
    tried.try_unchanged(VALUES)
    assert tried.try_mutant(KILLED, VALUES) == (trial.KILLED, f"{VALUES}::test_value")
    assert tried.try_mutant(LIVING, VALUES) == (trial.SURVIVED, "")
    assert tried.try_mutant(LIVING, OTHER) == (trial.KILLED, OTHER)
    for said, what in (
        ("BuildFailed", trial.BROKEN),
        ("%Error: m.sv:1:2: syntax error\\n%Error: Exiting due to 1 error(s)", trial.BROKEN),
        ("%Error: m.sv:1: Assertion failed in m.Name", trial.KILLED),
    ):
        says = replace(KILLED, old="VALUE", new=f"raise RuntimeError('{said}')#")
        assert tried.try_mutant(says, VALUES).what == what
    assert (tried.tree / "tests/value.py").read_text() == "VALUE = 1\nOTHER = 2\n"
    (source / "test_value.py").write_text(TEST.replace("== 1", "== 4"))
    tried.prepare()
    with pytest.raises(trial.TestFails, match=r"(?s)fails without any mutant.*assert 1 == 4"):
        tried.try_unchanged(VALUES)


def test_a_copy_can_build_a_simulator(tmp_path: Path) -> None:
    """That begins with a script, which has to be there, and to be one that is run."""
    copy = trial.Trial(tmp_path)
    copy.prepare()
    code = "from isochron.building import verilator; verilator.check_folders()"
    assert copy.execute(["-c", code], 60) == (0, "")


@pytest.fixture
def built(source: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, with a folder for copies of its own."""
    monkeypatch.setattr(trial, "BUILD", source.parent / "build/mutants")
    return source


def test_sources_that_change_meanwhile_are_told(built: Path) -> None:
    (state,) = trial.states([VALUES]).values()
    (built / "value.py").write_text("VALUE = 1\n")
    with pytest.raises(IsochronError, match="run the same again"):
        trial.try_mutant(KILLED, VALUES, state)


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
        ("systems/one/mutants/parts.toml", False),
    ],
)
def test_a_test_is_in_another_state_when_something_changes_that_it_depends_on(
    changed: str, matters: bool
) -> None:
    before = trial.states([VALUES])
    path = trial.ROOT / changed
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("CHANGED = True\n")
    assert (trial.states([VALUES]) != before) == matters


@pytest.mark.usefixtures("built")
def test_two_at_a_time_have_a_copy_each() -> None:
    ((test, state),) = trial.states([VALUES]).items()
    with trial._free_copy(test, state) as first, trial._free_copy(test, state) as other:
        assert first.tree != other.tree
    with trial._free_copy(test, state) as again:
        assert again.tree == first.tree
