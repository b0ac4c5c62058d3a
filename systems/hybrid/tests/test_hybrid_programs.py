# SPDX-License-Identifier: Apache-2.0
"""The programs of firmware/laboratory/tests as native programs, on the hybrid."""

import native_programs
import pytest
from systems.hybrid.lab import programs

from isochron.running import checks


def _in_its_tier(case: checks.Case) -> list[pytest.MarkDecorator]:
    """The kernel is compiled for each set of options: the first tier has programs that need none,
    and one that is refused."""
    further = case.options and "configMAX_PRIORITIES" not in case.options
    return [pytest.mark.wide] if case.name in checks.NEEDS or further else []


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=native_programs.name(case), marks=_in_its_tier(case))
        for case in programs.cases()
    ],
)
def test_program(case: checks.Case) -> None:
    native_programs.run(case)


def test_what_does_not_run_here_runs_on_the_hardware_kernel() -> None:
    assert set(programs.NOT_HERE) < set(checks.native_programs())
