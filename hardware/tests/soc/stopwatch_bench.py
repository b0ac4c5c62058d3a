# SPDX-License-Identifier: Apache-2.0
"""Stopwatch against a model that knows only when it was started and stopped."""

import random

import cocotb

from soc import lockstep, registers, stimulus

REGISTERS = registers.of_device("stopwatch")
NAMES = {offset: name for name, offset in REGISTERS.items()}
LINES = 8
ARMED = 1 << 31


class Stopwatch(lockstep.DeviceModel):
    def __init__(self) -> None:
        self.now = 0
        self.before = 0  # Cycles of the runs that have ended
        self.since: int | None = None  # Cycle in which the present run began
        self.armed = False
        self.line = 0
        self.lines = 0

    def counted(self) -> int:
        running = 0 if self.since is None else self.now - self.since
        # A run counts from the cycle after it began: a pause then gives the difference.
        return self.before + max(running - 1, 0)

    def access(self, inputs):
        name = NAMES.get(inputs["addr_i"])
        if name is None:
            return None
        if name == "count":
            return self.counted()
        if name == "trigger":
            return (ARMED if self.armed else 0) | self.line
        return 0

    def outputs(self, inputs):
        return self.answer(inputs)

    def pause(self) -> None:
        if self.since is not None:
            self.before += self.now - self.since
        self.since = None

    def step(self, inputs):
        rises = inputs["lines_i"] & ~self.lines
        self.lines = inputs["lines_i"]
        name = NAMES.get(inputs["addr_i"]) if inputs["req_i"] and inputs["we_i"] else None
        starts = name == "start"
        if self.armed and rises >> self.line & 1:
            self.armed = False
            starts = True
        if name == "trigger":
            self.armed = bool(inputs["wdata_i"] & ARMED)
            self.line = inputs["wdata_i"] % LINES
        if starts and self.since is None:
            self.since = self.now
        if name == "pause":
            self.pause()
        if name == "reset":
            self.since = None
            self.before = 0
        self.now += 1


@cocotb.test()
async def random_traffic(dut) -> None:
    model = Stopwatch()

    def word(offset: int) -> int:
        return random.choice((0, ARMED, ARMED)) | random.randrange(LINES)

    def traffic():
        inputs = stimulus.access(list(REGISTERS.values()), word, busy=0.3)
        flips = 1 << random.randrange(LINES) if random.random() < 0.5 else 0
        return {**inputs, "lines_i": model.lines ^ flips}

    idle = {"req_i": 0, "we_i": 0, "addr_i": 0, "wdata_i": 0, "lines_i": 0}
    await lockstep.reset(dut, idle)
    await lockstep.run(dut, model, traffic, 4_000)
