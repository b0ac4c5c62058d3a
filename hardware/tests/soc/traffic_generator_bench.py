# SPDX-License-Identifier: Apache-2.0
"""The traffic generator against a model, and its share of a bus against the formula."""

import os
import random

import cocotb

from soc import lockstep, registers, stimulus

REGISTERS = registers.of_device("traffic_generator")
TRANSFERS = REGISTERS["transfers"]
RAM, KERNEL = 0x4000_0000, 0xA000_0000
RAM_WORDS = int(os.environ["RamBytes"]) - 4
"""Bits of an address that choose a word."""
WORD = 0xFFFF_FFFF
IDLE = {"req_i": 0, "we_i": 0, "addr_i": 0, "wdata_i": 0, "traffic_gnt_i": 0}
KEPT = {"control": 15, "rate": 0xFFFF, "burst": 0xFF, "register": 0xF_FFFC}
"""The bits that a register keeps."""


def following(state: int) -> int:
    """Marsaglia's xorshift."""
    state ^= state << 13 & WORD
    state ^= state >> 17
    return state ^ state << 5 & WORD


class Generator(lockstep.DeviceModel):
    def __init__(self) -> None:
        self.values = {"control": 0, "rate": 0, "burst": 1, "register": 0, "seed": 1}
        self.left = [0, 0]  # transfers of the burst on each port
        self.transfers = [0, 0]

    def access(self, inputs):
        offset = inputs["addr_i"]
        if offset in (TRANSFERS, TRANSFERS + 4):
            return self.transfers[(offset - TRANSFERS) // 4]
        return {REGISTERS[name]: value for name, value in self.values.items()}.get(offset)

    def outputs(self, inputs):
        asked = sum(1 << port for port in (0, 1) if self.left[port])
        begins = sum(1 << port for port in (0, 1) if self.begins(port))
        control = self.values["control"]
        requests = {
            "traffic_begins_o": begins,
            "traffic_req_o": asked,
            "traffic_slow_o": control >> 2 & 1,
            "traffic_yields_o": control >> 3,
        }
        return {**requests, **self.answer(inputs)}

    def begins(self, port: int) -> bool:
        half = self.values["seed"] >> 16 * port & 0xFFFF
        enabled = self.values["control"] >> port & 1
        return bool(enabled and not self.left[port] and half < self.values["rate"])

    def addresses(self) -> tuple[int, int]:
        ram = RAM | self.values["seed"] & RAM_WORDS
        kernel = KERNEL | self.values["register"]
        return (kernel if self.values["control"] & 4 else ram), ram

    def step(self, inputs):
        before = dict(self.values)
        runs = before["control"] & 3 or any(self.left)
        begins = [self.begins(port) for port in (0, 1)]
        for port in (0, 1):
            if begins[port]:
                self.left[port] = before["burst"]
            elif self.left[port] and inputs["traffic_gnt_i"] >> port & 1:
                self.left[port] -= 1
                self.transfers[port] += 1
        if runs:
            self.values["seed"] = following(before["seed"])
        if inputs["req_i"] and inputs["we_i"]:
            for name, offset in REGISTERS.items():
                if inputs["addr_i"] == offset and name in self.values:
                    data = inputs["wdata_i"] & KEPT.get(name, WORD)
                    self.values[name] = data or int(name in ("burst", "seed"))


@cocotb.test()
async def random_traffic(dut) -> None:
    model = Generator()

    def word(offset: int) -> int:
        if offset == REGISTERS["rate"]:
            return random.choice((0, 0x4000, 0xFFFF, random.getrandbits(32)))
        if offset == REGISTERS["burst"]:
            return random.choice((0, 1, 3, random.getrandbits(32)))
        return random.choice((0, random.getrandbits(32)))

    def inputs():
        port = stimulus.access([*REGISTERS.values(), TRANSFERS + 4], word, busy=0.1)
        asked = model.outputs(IDLE)["traffic_req_o"]
        return {**port, "traffic_gnt_i": random.getrandbits(2) & asked}

    await lockstep.reset(dut, IDLE)
    for _ in range(6_000):
        await lockstep.run(dut, model, inputs, 1)
        last = sum(1 << port for port in (0, 1) if model.left[port] == 1)
        asked = model.outputs(IDLE)["traffic_req_o"]
        assert int(dut.traffic_last_o.value) & asked == last
        for port, address in enumerate(model.addresses()):
            assert int(dut.traffic_addr_o[port].value) == address
    assert min(model.transfers) > 100


@cocotb.test()
async def share_of_a_bus(dut) -> None:
    """Without competition a burst of n takes n of n + 65536 / RATE cycles."""
    cycles, burst = 8_000, 4
    for rate in (2_000, 16_384, 49_152):
        await lockstep.reset(dut, IDLE)
        model = Generator()
        stores = iter((("rate", rate), ("burst", burst), ("control", 3)))

        def inputs(model=model, stores=stores):
            asked = {"traffic_gnt_i": model.outputs(IDLE)["traffic_req_o"]}
            if (store := next(stores, None)) is None:
                return IDLE | asked
            name, value = store
            return IDLE | {"req_i": 1, "we_i": 1, "addr_i": REGISTERS[name], "wdata_i": value}

        await lockstep.run(dut, model, inputs, cycles)
        for count in model.transfers:
            assert abs(count / cycles - burst / (burst + 65536 / rate)) < 0.03
