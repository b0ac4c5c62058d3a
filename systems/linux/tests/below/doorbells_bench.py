# SPDX-License-Identifier: Apache-2.0
"""Doorbells against a model."""

import random

import cocotb
from soc import lockstep
from soc.lockstep import Values

BELLS = 3
RUNS, CYCLES = 10, 200
LINUX, FREERTOS = 0, 1
"""Pages."""
IDLE: Values = dict.fromkeys(("req_i", "we_i", "page_i", "ring_i", "wdata_i"), 0)


class Doorbells:
    def __init__(self) -> None:
        self.pending = [0, 0]
        """Bells that a side has not cleared, by its page."""

    def outputs(self, inputs: Values) -> Values:
        values = {"to_linux_o": self.pending[LINUX], "to_freertos_o": self.pending[FREERTOS]}
        if inputs["req_i"] and not inputs["we_i"]:
            values["rdata_o"] = 0 if inputs["ring_i"] else self.pending[inputs["page_i"]]
        return values

    def step(self, inputs: Values) -> None:
        if not (inputs["req_i"] and inputs["we_i"]):
            return
        page = inputs["page_i"]
        if inputs["ring_i"]:
            self.pending[FREERTOS if page == LINUX else LINUX] |= inputs["wdata_i"]
        else:
            self.pending[page] &= ~inputs["wdata_i"]


def traffic() -> Values:
    return {**{name: random.getrandbits(1) for name in IDLE}, "wdata_i": random.getrandbits(BELLS)}


@cocotb.test()
async def random_traffic(dut) -> None:
    await lockstep.reset(dut, IDLE)
    for _ in range(RUNS):
        await lockstep.run(dut, Doorbells(), traffic, CYCLES)
        await lockstep.reset_again(dut, traffic())
