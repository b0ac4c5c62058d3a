# SPDX-License-Identifier: Apache-2.0
"""Every block of the reference SoC against its model, under random traffic."""

from __future__ import annotations

import pytest
from soc.runner import simulate

BLOCKS = [
    ("soc_clint", "clint_bench", {}),
    ("soc_stopwatch", "stopwatch_bench", {}),
    ("soc_interrupt_generator", "interrupt_generator_bench", {}),
    ("soc_uart", "uart_bench", {"InstantTransmit": 1}),
    ("soc_uart", "uart_bench", {"InstantTransmit": 0}),
]


@pytest.mark.parametrize(
    ("top", "module", "parameters"),
    BLOCKS,
    ids=["clint", "stopwatch", "interrupt-generator", "uart-instant", "uart-timed"],
)
def test_block(top: str, module: str, parameters: dict[str, int]) -> None:
    simulate(top, module, parameters, seed=1)
