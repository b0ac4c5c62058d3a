# SPDX-License-Identifier: Apache-2.0
"""The tiers of the tests: what is in the first one, and what is told at the end of one."""

import pytest

from isochron import affected
from isochron.mutants.parts import parts
from isochron.mutants.trial import DIFFERENTIAL
from isochron.paths import ROOT

pytest_plugins = ["pytester"]

LEAST = 1000
OF_THE_SECOND_TIER_ONLY = {
    "hardware/tests/test_mapped.py",
    "tests/test_optimisations.py",
    "tests/test_board_simulation.py",
    "tests/test_cv32e40p.py",
    "tests/test_paths.py",
    "tests/test_rust.py",
    "hardware/tests/test_adapters.py",
    "systems/comparison/tests/test_footprint.py",
    "systems/energy/tests/test_energy_soc.py",
    "systems/smp/tests/test_smp_silicon.py",
}
BUILT = "simulators are built"


def test_the_first_tier_has_every_part_and_there_is_all_that_tries_mutants() -> None:
    first = set(affected.collected("not wide"))
    every = affected.collected("")
    assert len(first) >= LEAST
    modules = {test.partition("::")[0] for test in every}
    there = {module for module in OF_THE_SECOND_TIER_ONLY if (ROOT / module).exists()}
    assert modules - {test.partition("::")[0] for test in first} == there
    # a test that is named without its parameters stands for all of them
    names = {*every, *(test.partition("[")[0] for test in every)}
    names |= modules | DIFFERENTIAL.keys()
    for part in parts().values():
        assert {*part.tests, *part.apart, *part.further} <= names, part.name


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "make test: 3 tests in 0 min * s on * cores"),
        (["-n", "2"], "make test: 3 tests in 0 min * s on * cores"),
        (["-m", "wide"], "make test-wide: 1 tests in 0 min * s on * cores"),
    ],
    ids=" ".join,
)
def test_simulators_are_built_first_and_the_end_tells_count_and_time(
    arguments: list[str], expected: str, pytester: pytest.Pytester
) -> None:
    _prepare(pytester)
    told = pytester.runpytest_subprocess(*arguments).stdout
    told.fnmatch_lines(
        [
            "* s of the processors, of that:",
            "* s simulators, before the tests",
            "* s tests/test_some.py::test_*",
            expected,
        ]
    )
    assert told.lines.count(BUILT) == 1


def test_a_part_of_the_tests_is_no_tier(pytester: pytest.Pytester) -> None:
    _prepare(pytester)
    for arguments in (["tests/test_some.py"], ["-k", "passes"]):
        told = pytester.runpytest_subprocess(*arguments)
        assert told.parseoutcomes()["passed"] == 1
        told.stdout.no_fnmatch_line("*tests in*cores*")
        told.stdout.no_fnmatch_line(BUILT)


@pytest.mark.parametrize(
    ("arguments", "variable", "passed"),
    [
        ([], "NONE", 3),
        ([], "ISOCHRON_ONE_CASE", 1),
        ([], "ISOCHRON_NIGHT", 7),
        (["tests/test_cases.py"], "NONE", 7),
    ],
    ids=["tier", "change", "night", "module"],
)
def test_a_tier_takes_one_of_several_cases_and_the_night_all(
    arguments: list[str],
    variable: str,
    passed: int,
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for known in ("ISOCHRON_NIGHT", "ISOCHRON_ONE_CASE"):
        monkeypatch.delenv(known, raising=False)
    monkeypatch.setenv(variable, "1")
    _prepare(pytester)
    (pytester.path / "tests" / "test_some.py").rename(pytester.path / "none.txt")
    (pytester.path / "tests" / "test_cases.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.wide(each=3)\n"
        "@pytest.mark.parametrize('number', range(7))\n"
        "def test_numbers(number): pass\n"
    )
    told = pytester.runpytest_subprocess("-m", "wide", *arguments)
    told.assert_outcomes(passed=passed, deselected=7 - passed)


def _prepare(pytester: pytest.Pytester) -> None:
    """A tree with one test that passes, one that fails, one that is skipped, and one for later."""
    without_simulators = f"def build_simulators(_): print({BUILT!r})\n"
    pytester.makeconftest((ROOT / "conftest.py").read_text() + without_simulators)
    pytester.makepyprojecttoml(
        "[tool.pytest.ini_options]\n"
        'testpaths = ["tests"]\naddopts = \'-m "not wide"\'\nmarkers = ["wide"]\n'
    )
    folder = pytester.mkdir("tests")
    (folder / "test_some.py").write_text(
        "import pytest\n\n"
        "def test_passes(): pass\n\n"
        "def test_fails(): assert False\n\n"
        "def test_is_skipped(): pytest.skip('here')\n\n"
        "@pytest.mark.wide\ndef test_later(): pass\n"
    )
