# SPDX-License-Identifier: Apache-2.0
"""The programs of firmware/laboratory/tests as native programs, on both kernels."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from isochron.building import native
from isochron.running import checks


def _name(case: checks.Case) -> str:
    options = (f"{name}={value}" for name, value in case.options.items())
    return "-".join([case.name.replace("/", "-"), *options])


def _in_tiers(cases: Iterable[checks.Case]) -> list[Any]:
    """Return cases. The kernel is compiled for each set of options: the first tier has, of programs
    with several, the one that they need, and on the hybrid those that need none. One that is
    refused is enough."""
    marked = []
    for case in cases:
        needs = case.kernel == "hybrid" and case.name in checks.NEEDS
        further = case.options and "configMAX_PRIORITIES" not in case.options
        marks = [pytest.mark.wide] if needs or further else []
        marked.append(pytest.param(case, id=_name(case), marks=marks))
    return marked


@pytest.mark.parametrize("case", _in_tiers(checks.native_cases()))
def test_program(case: checks.Case) -> None:
    run(case)


@pytest.mark.parametrize("case", _in_tiers(checks.hybrid_cases()))
def test_program_on_the_hybrid(case: checks.Case) -> None:
    run(case)


@pytest.mark.wide  # has hardware of its own
@pytest.mark.parametrize("case", checks.SMALLEST_CASES, ids=str)
def test_smaller_hardware_says_what_it_lacks(case: checks.Case) -> None:
    smallest = native.Variant(parameters=checks.SMALLEST, quick=True)
    code, output = checks.run(checks.build(case, smallest))
    assert code == case.code, output
    assert case.refused in output


def run(case: checks.Case) -> None:
    """Run a program, which passes or is refused as the case says."""
    code, output = checks.run(checks.build(case))
    assert code == case.code, output
    if case.refused:
        assert case.refused in output
    else:
        passed = re.fullmatch(r"passed (\d+) checks\n", output)
        assert passed is not None, output
        assert int(passed[1]) > 0


def test_every_program_runs_natively_or_says_why_not() -> None:
    names = {path.stem for path in checks.PROGRAMS.rglob("*.c") if path.parent.name != "common"}
    on_the_hybrid = {case.name for case in checks.hybrid_cases() if case.path is None}
    known = {*checks.native_programs(), *checks.NOT_NATIVE, *on_the_hybrid}
    assert set(checks.NOT_HYBRID) < set(checks.native_programs())
    assert names == {name.rpartition("/")[2] for name in known}
