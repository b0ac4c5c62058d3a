# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel under random software, in several sizes."""

from __future__ import annotations

import pytest

from kernel.runner import simulate

SMALL = {"NTasks": 6, "NPriorities": 9, "NObjects": 5, "NLines": 3, "TimerWidth": 8}
DEFAULT = {"NTasks": 32, "NPriorities": 64, "NObjects": 64, "NLines": 8, "TimerWidth": 32}


@pytest.mark.parametrize(
    ("size", "seed"),
    [*((SMALL, seed) for seed in range(1, 7)), *((DEFAULT, seed) for seed in range(7, 10))],
    ids=lambda value: "small" if value is SMALL else "default" if value is DEFAULT else str(value),
)
def test_random_software(size: dict[str, int], seed: int) -> None:
    simulate("isochron", "kernel.kernel_bench", size, {"SEED": str(seed), "STEPS": "1500"})
