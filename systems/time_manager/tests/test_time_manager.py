# SPDX-License-Identifier: Apache-2.0
"""The time manager against its model, in the paper's size and in others."""

from __future__ import annotations

import pytest
from simulation import simulate

from isochron.building import verilator


@pytest.mark.parametrize(
    ("tasks", "width"),
    [
        (4, 24),
        pytest.param(12, 64, marks=pytest.mark.wide),
        pytest.param(33, 32, marks=pytest.mark.wide),
    ],
)
def test_time_manager(tasks: int, width: int) -> None:
    simulate(
        "isochron_time_manager",
        "time_manager.bench",
        verilator.time_manager_sources(),
        {"NTasks": tasks, "Width": width},
        1,
        {"CYCLES": "1500"},
    )


def test_time_page() -> None:
    sources = verilator.time_manager_sources()
    simulate("isochron_time_page", "time_manager.page", sources, {}, 1)
