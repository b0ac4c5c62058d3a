# SPDX-License-Identifier: Apache-2.0
"""The lock of critical sections under random cores: who has it, in which order, for how long."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

CORES = int(os.environ["NCores"])
DEEPEST = 1 << int(os.environ["NestingWidth"])
MOST = (1 << int(os.environ["CountWidth"])) - 1


def bits(vector: int) -> list[int]:
    return [core for core in range(CORES) if vector >> core & 1]


@cocotb.test()
async def random_critical_sections(dut) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    for signal in (dut.take_i, dut.give_i, dut.clear_i, dut.rst_ni):
        signal.value = 0
    await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    queue: list[int] = []
    """Cores that ask, in the order in which they came."""
    owner: int | None = None
    taken = cycles = longest = sections = nested = 0
    for _ in range(6000):
        patience = random.choice((0.02, 0.2, 0.6))
        arrivals = [
            core for core in range(CORES) if core not in queue and random.random() < patience
        ]
        gives = owner is not None and owner not in queue and random.random() < 0.3
        arrivals = [core for core in arrivals if core != owner or (not gives and taken < DEEPEST)]
        queue += arrivals
        clears = random.random() < 0.01
        dut.take_i.value = sum(1 << core for core in queue)
        dut.give_i.value = 1 << owner if gives else 0
        dut.clear_i.value = clears
        await FallingEdge(dut.clk_i)
        assert bits(int(dut.owner_o.value)) == ([] if owner is None else [owner])
        assert int(dut.longest_o.value) == longest
        if owner is not None:
            assert bool(dut.last_o.value) == (taken == 1)
            wanted = [owner] if owner in queue else []
            cycles = min(cycles + 1, MOST)
            longest = max(longest, cycles)
        else:
            wanted = queue[:1]
        longest = 0 if clears else longest
        assert bits(int(dut.grant_o.value)) == wanted
        if wanted:
            queue.remove(wanted[0])
            sections += owner is None
            nested += owner is not None
            owner, taken, cycles = wanted[0], taken + 1, 0 if owner is None else cycles
        if gives:
            taken -= 1
            owner = owner if taken else None
        await RisingEdge(dut.clk_i)
    assert sections > 200
    assert nested > 50
