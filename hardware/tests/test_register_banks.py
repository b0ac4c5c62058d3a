# SPDX-License-Identifier: Apache-2.0
"""The register banks, where a task goes on, and the window of calls."""

from __future__ import annotations

import pytest
from simulation import simulate

from isochron.building import verilator


@pytest.mark.parametrize(
    ("tasks", "debug"),
    [
        (4, 1),
        pytest.param(4, 0, marks=pytest.mark.wide),
        pytest.param(16, 1, marks=pytest.mark.wide),
    ],
)
def test_random_traffic(tasks: int, debug: int) -> None:
    sources = verilator.banked_sources()
    parameters = {"NTasks": tasks, "Debug": debug}
    simulate("isochron_banked", "banked.banked_bench", sources, parameters, seed=1)


@pytest.mark.parametrize("tasks", [4, pytest.param(16, marks=pytest.mark.wide)])
def test_calls_under_random_waits(tasks: int) -> None:
    sources = verilator.banked_sources()
    simulate("isochron_banked_calls", "banked.calls_bench", sources, {"NTasks": tasks}, seed=1)
