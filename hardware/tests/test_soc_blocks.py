# SPDX-License-Identifier: Apache-2.0
"""Every block of the reference SoC against its model, under random traffic."""

import pytest
from simulation import simulate

from isochron.building import verilator
from isochron.paths import ROOT

BLOCKS = [
    ("soc_clint", "clint_bench", {}),
    ("soc_stopwatch", "stopwatch_bench", {}),
    ("soc_interrupt_generator", "interrupt_generator_bench", {}),
    ("soc_bus", "bus_bench", {"RamBytes": 0x1_0000}),
    ("soc_arbiter", "arbiter_bench", {}),
    ("soc_traffic_generator", "traffic_generator_bench", {"RamBytes": 0x1_0000}),
    ("soc_uart", "uart_bench", {"InstantTransmit": 1}),
    pytest.param("soc_uart", "uart_bench", {"InstantTransmit": 0}, marks=pytest.mark.wide),
    ("soc_uart_line", "uart_line_bench", {}),
    ("soc_trace_line", "trace_line_bench", {"BitCycles": 3}),
]


@pytest.mark.parametrize(
    ("top", "module", "parameters"),
    BLOCKS,
    ids=[
        *("clint", "stopwatch", "interrupt-generator", "bus", "arbiter"),
        *("traffic-generator", "uart-instant", "uart-timed", "uart-line", "trace-line"),
    ],
)
def test_block(top: str, module: str, parameters: dict[str, int]) -> None:
    packages = [path for path in verilator.soc_sources() if path.stem.endswith("_pkg")]
    sources = [verilator.ASSERTIONS, *packages, ROOT / f"hardware/soc/{top}.sv"]
    simulate(top, f"soc.{module}", sources, parameters, seed=1)
