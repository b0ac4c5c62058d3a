# SPDX-License-Identifier: Apache-2.0
"""Hardware that was built with less says what it lacks."""

from __future__ import annotations

import pytest

from isochron.building import native
from isochron.running import checks


@pytest.mark.wide  # has hardware of its own
@pytest.mark.parametrize("case", checks.SMALLEST_CASES, ids=str)
def test_smaller_hardware_says_what_it_lacks(case: checks.Case) -> None:
    smallest = native.Variant(parameters=checks.SMALLEST, quick=True)
    code, output = checks.run(checks.build(case, smallest))
    assert code == case.code, output
    assert case.refused in output
