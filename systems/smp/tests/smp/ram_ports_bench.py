# SPDX-License-Identifier: Apache-2.0
"""RAM with one port for each core against a model: what a load finds; of stores to one word in one
cycle, the last core's bytes."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from smp import CORES, packed, unpacked

WORDS = int(os.environ["NumWords"])
WIDTH = (WORDS - 1).bit_length()


@cocotb.test()
async def random_traffic(dut) -> None:
    Clock(dut.clk_i, 10, unit="ns").start()
    words = [0] * WORDS
    await FallingEdge(dut.clk_i)
    loads = 0
    for cycle in range(WORDS + 2000):
        filling = cycle < WORDS
        stores = (
            [1, *[0] * (CORES - 1)] if filling else [random.getrandbits(1) for _ in range(CORES)]
        )
        addresses = [cycle] * CORES if filling else [random.randrange(WORDS) for _ in range(CORES)]
        enables = [0xF if filling else random.getrandbits(4) for _ in range(CORES)]
        data = [random.getrandbits(32) for _ in range(CORES)]
        dut.we_i.value = packed(stores, 1)
        dut.addr_i.value = packed(addresses, WIDTH)
        dut.be_i.value = packed(enables, 4)
        dut.wdata_i.value = packed(data, 32)
        stored = {address for address, store in zip(addresses, stores, strict=True) if store}
        wanted = [
            None if store or address in stored else words[address]
            for address, store in zip(addresses, stores, strict=True)
        ]
        for store, address, bytes_, word in zip(stores, addresses, enables, data, strict=True):
            mask = sum(0xFF << 8 * byte for byte in range(4) if bytes_ >> byte & 1)
            if store:
                words[address] = words[address] & ~mask | word & mask
        await FallingEdge(dut.clk_i)
        if not filling:
            for word, answer in zip(wanted, unpacked(int(dut.rdata_o.value), 32), strict=True):
                assert word in (None, answer)
                loads += word is not None
    assert loads > 500
