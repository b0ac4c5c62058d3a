# SPDX-License-Identifier: Apache-2.0
"""The register banks: the window, whose bank is in use, and where a task goes on."""

from __future__ import annotations

import pytest
from simulation import simulate

from isochron import verilator


@pytest.mark.parametrize("tasks", [4, 16])
def test_random_traffic(tasks: int) -> None:
    sources = verilator.banked_sources()
    simulate("isochron_banked", "banked.banked_bench", sources, {"NTasks": tasks}, seed=1)
