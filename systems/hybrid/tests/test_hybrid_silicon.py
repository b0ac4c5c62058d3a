# SPDX-License-Identifier: Apache-2.0
"""The hybrid's points of the silicon."""

import pytest

from isochron.errors import IsochronError
from isochron.synth import flow, sweep


def test_a_number_of_tasks_that_is_no_power_of_two_is_refused_with_those_that_are() -> None:
    with pytest.raises(IsochronError, match=r"hybrid .*48 tasks.*2, 4, 8, 16, 32, 64, 128"):
        sweep.plan(["full", "hybrid"], [48])
    swept = {point.name for point in sweep.plan(["soc-hybrid"], targets=["ecp5"], whole=True)}
    assert swept == {f"soc-hybrid-{tasks}-ecp5" for tasks in (16, 32, 64)}


@pytest.mark.wide
@pytest.mark.parametrize("target", ["gowin", "nexus"])
def test_memory_stays_memory_in_each_family(target: str) -> None:
    """With 32 tasks; if it does not, `synthesize` says so."""
    (point,) = sweep.plan(["hybrid"], [32], targets=[target])
    made, _ = flow.synthesize(point)
    assert made.counts["distributed"] > 0
    assert made.counts["block"] == 0
