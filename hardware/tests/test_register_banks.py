# SPDX-License-Identifier: Apache-2.0
"""The register banks: the window, whose bank is in use, and where a task goes on."""

from __future__ import annotations

import pytest
from simulation import simulate

from isochron import verilator


@pytest.mark.parametrize(("tasks", "debug"), [(4, 1), (16, 1), (4, 0)])
def test_random_traffic(tasks: int, debug: int) -> None:
    sources = verilator.banked_sources()
    parameters = {"NTasks": tasks, "Debug": debug}
    simulate("isochron_banked", "banked.banked_bench", sources, parameters, seed=1)
