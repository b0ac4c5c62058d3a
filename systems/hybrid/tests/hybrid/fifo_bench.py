# SPDX-License-Identifier: Apache-2.0
"""The link's memory against a queue, with words put and taken at random, also when it is full."""

import os
import random
from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge, Timer

DEPTH, WIDTH = int(os.environ["Depth"]), int(os.environ["Width"])
CYCLES = 4000


@cocotb.test()
async def words_come_in_order(dut) -> None:
    words: deque[int] = deque()
    seen = set()
    dut.put_valid_i.value = dut.get_ready_i.value = dut.put_i.value = 0
    dut.rst_ni.value = 0
    await Timer(3, "ns")
    dut.rst_ni.value = 1
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    often = 0.5
    for cycle in range(CYCLES):
        if cycle % 100 == 0:
            often = random.choice((0.1, 0.5, 0.9))  # it runs empty, and full
        await RisingEdge(dut.clk_i)
        await Timer(1, "ns")
        put, get = random.random() < often, random.random() < 0.5
        word = random.getrandbits(WIDTH)
        dut.put_valid_i.value, dut.get_ready_i.value, dut.put_i.value = put, get, word
        await ReadOnly()
        seen.add(len(words))
        assert dut.used_o.value == len(words)
        assert dut.put_ready_o.value == (len(words) < DEPTH)
        assert dut.get_valid_o.value == bool(words)
        if words:
            assert dut.get_o.value == words[0]
        room = len(words) < DEPTH
        if get and words:
            words.popleft()
        if put and room:
            words.append(word)
    assert seen == set(range(DEPTH + 1))
