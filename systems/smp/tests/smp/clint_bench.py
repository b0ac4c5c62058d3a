# SPDX-License-Identifier: Apache-2.0
"""The interruptor of several harts against a model."""

import random

import cocotb
from soc import lockstep
from soc.lockstep import Values

from smp import CORES, packed, unpacked

MTIME = 0xBFF8
WORD = (1 << 32) - 1
SOFTWARE = [4 * hart for hart in range(CORES)]
COMPARE = [0x4000 + 4 * half for half in range(2 * CORES)]
NOWHERE = [4 * CORES, 0x4000 + 8 * CORES, 0xBFF4, 2, 0x4001]
ADDRESSES = [*SOFTWARE, *COMPARE, MTIME, MTIME + 4, *NOWHERE]
IDLE: Values = {"req_i": 0, "we_i": 0, "addr_i": 0, "wdata_i": 0}


class Clint:
    def __init__(self) -> None:
        self.words = dict.fromkeys(SOFTWARE, 0)
        self.words |= dict.fromkeys(COMPARE, WORD)
        self.words |= {MTIME: 0, MTIME + 4: 0}
        self.timer = 0
        """Interrupts, of what was so in the cycle before."""

    def double(self, address: int) -> int:
        return self.words[address] | self.words[address + 4] << 32

    def outputs(self, inputs: Values) -> Values:
        asked = unpacked(inputs["req_i"], 1)
        addresses = unpacked(inputs["addr_i"], 16)
        pairs = list(zip(asked, addresses, strict=True))
        return {
            "irq_software_o": packed([self.words[address] for address in SOFTWARE], 1),
            "irq_timer_o": self.timer,
            "err_o": packed([is_asked and at not in self.words for is_asked, at in pairs], 1),
            "rdata_o": packed([is_asked and self.words.get(at, 0) for is_asked, at in pairs], 32),
        }

    def step(self, inputs: Values) -> None:
        now = self.double(MTIME) + 1
        self.words[MTIME], self.words[MTIME + 4] = now & WORD, now >> 32 & WORD
        ports = zip(
            unpacked(inputs["req_i"] & inputs["we_i"], 1),
            unpacked(inputs["addr_i"], 16),
            unpacked(inputs["wdata_i"], 32),
            strict=True,
        )
        for is_store, address, data in ports:
            if is_store and address in self.words:
                self.words[address] = data & 1 if address in SOFTWARE else data
        now = self.double(MTIME)
        self.timer = packed([now >= self.double(0x4000 + 8 * hart) for hart in range(CORES)], 1)


def traffic() -> Values:
    words = [random.choice([0, 1, WORD, random.randrange(100)]) for _ in range(CORES)]
    return {
        "req_i": random.getrandbits(CORES),
        "we_i": random.getrandbits(CORES),
        "addr_i": packed([random.choice(ADDRESSES) for _ in range(CORES)], 16),
        "wdata_i": packed(words, 32),
    }


@cocotb.test()
async def random_traffic(dut) -> None:
    await lockstep.reset(dut, IDLE)
    for _ in range(5):
        await lockstep.run(dut, Clint(), traffic, 600)
        await lockstep.reset_again(dut, traffic())
