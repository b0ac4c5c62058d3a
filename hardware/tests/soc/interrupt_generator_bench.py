# SPDX-License-Identifier: Apache-2.0
"""Interrupt generator against a model that keeps a list of future edges."""

import random

import cocotb

from soc import lockstep, registers, stimulus

REGISTERS = registers.of_device("interrupt_generator")
LINES = 8
WORD = 0xFFFFFFFF
ARRAYS = {
    REGISTERS[name] + 4 * line: (name, line)
    for name in ("delay", "mask", "count")
    for line in range(LINES)
}
SINGLE = {REGISTERS[name]: name for name in ("pending", "enable", "acknowledge", "seed", "armed")}


def xorshift(state: int) -> int:
    """Marsaglia's 32-bit xorshift with the triple 13, 17, 5."""
    state ^= state << 13 & WORD
    state ^= state >> 17
    return state ^ (state << 5 & WORD)


class InterruptGenerator(lockstep.DeviceModel):
    def __init__(self, seed: int) -> None:
        self.now = 0
        self.state = seed or 1
        self.rises_at: dict[int, int] = {}  # First cycle of the high line, by line
        self.high: set[int] = set()
        self.outside = 0  # The lines from outside, one cycle ago
        self.enable = 0
        self.mask = [0] * LINES
        self.count = [0] * LINES

    def lines(self) -> int:
        return sum(1 << line for line in self.high)

    def access(self, inputs):
        if inputs["addr_i"] in ARRAYS:
            name, line = ARRAYS[inputs["addr_i"]]
            if name == "delay":
                return max(self.rises_at.get(line, 0) - self.now, 0)
            return (self.mask if name == "mask" else self.count)[line]
        if inputs["addr_i"] not in SINGLE:
            return None
        armed = sum(1 << line for line in self.rises_at)
        values = {"pending": self.lines(), "enable": self.enable, "acknowledge": 0}
        return {**values, "seed": self.state, "armed": armed}[SINGLE[inputs["addr_i"]]]

    def outputs(self, inputs):
        irq = int(bool(self.lines() & self.enable))
        lines = self.lines() | inputs["lines_i"]
        return {"lines_o": lines, "irq_o": irq, **self.answer(inputs)}

    def step(self, inputs):
        after = self.now + 1
        was_high = set(self.high)
        for line, at in list(self.rises_at.items()):
            if at <= after and line not in was_high:
                del self.rises_at[line]
                self.rise(line)
        rising = inputs["lines_i"] & ~self.outside & self.enable
        for line in range(LINES):
            if rising >> line & 1 and line not in self.high:
                self.rise(line)
        self.outside = inputs["lines_i"]
        if inputs["req_i"] and inputs["we_i"]:
            self.store(inputs["addr_i"], inputs["wdata_i"], was_high)
        self.now = after

    def rise(self, line: int) -> None:
        self.high.add(line)
        self.count[line] += 1

    def store(self, offset: int, word: int, was_high: set[int]) -> None:
        name, line = ARRAYS.get(offset, (SINGLE.get(offset), 0))
        if name == "enable":
            self.enable = word & 0xFF
        elif name == "acknowledge":
            self.high -= {n for n in was_high if word >> n & 1}
        elif name == "seed":
            self.state = word or 1
        elif name == "armed":
            for n in range(LINES):
                if word >> n & 1:
                    self.rises_at.pop(n, None)
        elif name == "mask":
            self.mask[line] = word
        elif name == "delay":
            self.state = xorshift(self.state)
            delay = max((word + (self.state & self.mask[line])) & WORD, 1)
            if delay == 1 and line not in self.high and line not in was_high:
                self.rises_at.pop(line, None)
                self.rise(line)
            else:
                self.rises_at[line] = self.now + delay


@cocotb.test()
async def random_traffic(dut) -> None:
    seed = random.choice((0, random.getrandbits(32)))
    model = InterruptGenerator(seed)
    delays = [offset for offset, (name, _) in ARRAYS.items() if name == "delay"]
    # Armings and acknowledgements are frequent, so that the lines rise again soon.
    groups = (delays, [REGISTERS["acknowledge"]], list(ARRAYS), list(SINGLE))

    def word(offset: int) -> int:
        if offset in ARRAYS:
            return random.choice((0, 1, 2, random.randrange(40)))
        if SINGLE.get(offset) == "seed":
            return random.choice((0, random.getrandbits(32)))
        return 1 << random.randrange(LINES) | 1 << random.randrange(LINES)

    def traffic():
        if random.random() < 0.2:
            outside[0] ^= 1 << random.randrange(LINES)
        access = stimulus.access(random.choice(groups), word, busy=0.4)
        return {**access, "seed_i": seed, "lines_i": outside[0]}

    outside = [0]
    idle = {"req_i": 0, "we_i": 0, "addr_i": 0, "wdata_i": 0, "seed_i": seed, "lines_i": 0}
    await lockstep.reset(dut, idle)
    await lockstep.run(dut, model, lambda: {**idle}, 1)  # takes the seed
    await lockstep.run(dut, model, traffic, 4_000)
    assert min(model.count) > 10, "the traffic must make every line rise"
