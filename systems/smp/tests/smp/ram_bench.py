# SPDX-License-Identifier: Apache-2.0
"""RAM with ports for each core against a model."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from soc import lockstep
from soc.lockstep import Values

from smp import CORES, packed, unpacked

WORDS = int(os.environ["NumWords"])
WIDTH = (WORDS - 1).bit_length()


class Ram:
    def __init__(self) -> None:
        self.words = [0] * WORDS
        self.answers: Values = {}

    def outputs(self, _inputs: Values) -> Values:
        return self.answers

    def step(self, inputs: Values) -> None:
        addresses = unpacked(inputs["data_addr_i"], WIDTH)
        fetched = unpacked(inputs["instr_addr_i"], WIDTH)
        self.answers = {
            "data_rdata_o": packed([self.words[address] for address in addresses], 32),
            "instr_rdata_o": packed([self.words[address] for address in fetched], 32),
        }
        ports = zip(
            unpacked(inputs["data_we_i"], 1),
            addresses,
            unpacked(inputs["data_be_i"], 4),
            unpacked(inputs["data_wdata_i"], 32),
            strict=True,
        )
        for is_store, address, enables, data in ports:
            mask = sum(0xFF << 8 * byte for byte in range(4) if enables >> byte & 1)
            if is_store:
                self.words[address] = self.words[address] & ~mask | data & mask


def traffic() -> Values:
    return {
        "instr_addr_i": random.getrandbits(WIDTH * CORES),
        "data_we_i": random.getrandbits(CORES),
        "data_addr_i": random.getrandbits(WIDTH * CORES),
        "data_be_i": random.getrandbits(4 * CORES),
        "data_wdata_i": random.getrandbits(32 * CORES),
    }


@cocotb.test()
async def random_traffic(dut) -> None:
    Clock(dut.clk_i, 10, unit="ns").start()
    model = Ram()
    await FallingEdge(dut.clk_i)
    for address in range(WORDS):
        inputs = {**traffic(), "data_we_i": 1, "data_addr_i": address, "data_be_i": 0xF}
        lockstep.drive(dut, inputs)
        model.step(inputs)
        await FallingEdge(dut.clk_i)
    model.answers = {}
    await lockstep.run(dut, model, traffic, 2000)
