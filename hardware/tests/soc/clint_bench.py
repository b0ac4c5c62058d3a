# SPDX-License-Identifier: Apache-2.0
"""CLINT against a model."""

import random

import cocotb

from soc import lockstep, registers, stimulus

REGISTERS = registers.of_device("clint")
WORDS = {
    REGISTERS["mtimecmp"]: ("compare", 0),
    REGISTERS["mtimecmp_high"]: ("compare", 32),
    REGISTERS["mtime"]: ("time", 0),
    REGISTERS["mtime_high"]: ("time", 32),
}
"""The 64-bit value and the bit that a word begins at, by offset."""
MASK = (1 << 64) - 1


class Clint(lockstep.DeviceModel):
    def __init__(self) -> None:
        self.values = {"time": 0, "compare": MASK}
        self.pending = 0

    def access(self, inputs):
        if inputs["addr_i"] == REGISTERS["msip"]:
            return self.pending
        if inputs["addr_i"] not in WORDS:
            return None
        value, bit = WORDS[inputs["addr_i"]]
        return self.values[value] >> bit & 0xFFFFFFFF

    def outputs(self, inputs):
        timer = self.values["time"] >= self.values["compare"]
        return {"irq_timer_o": int(timer), "irq_software_o": self.pending, **self.answer(inputs)}

    def step(self, inputs):
        before = self.values["time"]
        self.values["time"] = (before + 1) & MASK
        if not (inputs["req_i"] and inputs["we_i"]):
            return
        if inputs["addr_i"] == REGISTERS["msip"]:
            self.pending = inputs["wdata_i"] & 1
        if inputs["addr_i"] in WORDS:
            value, bit = WORDS[inputs["addr_i"]]
            # The half that is not stored goes on counting.
            kept = self.values[value] & ~(0xFFFFFFFF << bit)
            self.values[value] = kept | inputs["wdata_i"] << bit


@cocotb.test()
async def random_traffic(dut) -> None:
    model = Clint()

    def word(offset: int) -> int:
        if offset in (REGISTERS["mtime_high"], REGISTERS["mtimecmp_high"]):
            return random.randrange(3)
        near = random.choice((0, 0xFFFFFFF0, model.values["time"] & 0xFFFFFFFF))
        return (near + random.randrange(24)) & 0xFFFFFFFF

    def traffic():
        return stimulus.access(list(REGISTERS.values()), word, busy=0.3)

    await lockstep.reset(dut, {"req_i": 0, "we_i": 0, "addr_i": 0, "wdata_i": 0})
    model.values["time"] = 0
    await lockstep.run(dut, model, traffic, 4_000)
