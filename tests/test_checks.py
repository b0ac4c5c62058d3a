# SPDX-License-Identifier: Apache-2.0
"""The programs of firmware/laboratory/tests as native programs, on the hardware kernel."""

import native_programs
import pytest

from isochron.building import native
from isochron.running import checks


def _in_its_tier(case: checks.Case) -> list[pytest.MarkDecorator]:
    """The kernel is compiled for each set of options: the first tier has, of programs with several,
    the one that they need. One that is refused is enough."""
    further = case.options and "configMAX_PRIORITIES" not in case.options
    return [pytest.mark.wide(each=3)] if further else []


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=native_programs.name(case), marks=_in_its_tier(case))
        for case in checks.native_cases()
    ],
)
def test_program(case: checks.Case) -> None:
    native_programs.run(case)


@pytest.mark.wide(each=4)  # has hardware of its own
@pytest.mark.parametrize("case", checks.SMALLEST_CASES, ids=str)
def test_smaller_hardware_says_what_it_lacks(case: checks.Case) -> None:
    smallest = native.Variant(parameters=checks.SMALLEST, quick=True)
    code, output = checks.run(checks.build(case, smallest))
    assert code == case.code, output
    assert case.refused in output


def test_every_program_runs_natively_or_says_why_not() -> None:
    names = {path.stem for path in checks.PROGRAMS.rglob("*.c") if path.parent.name != "common"}
    known = {*checks.native_programs(), *checks.NOT_NATIVE}
    assert names == {name.rpartition("/")[2] for name in known}
