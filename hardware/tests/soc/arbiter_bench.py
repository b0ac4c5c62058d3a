# SPDX-License-Identifier: Apache-2.0
"""The arbiter of a core and the traffic generator against a model that knows turns."""

import itertools
import random

import cocotb

from soc import lockstep

IDLE = dict.fromkeys(
    ("traffic_begins_i", "traffic_req_i", "traffic_last_i", "traffic_slow_i", "free_i"), 0
)


class Arbiter:
    """Whose turn it is, and how long the other one waited for its own."""

    def __init__(self) -> None:
        self.traffic = False  # the turn is the generator's
        self.awaits = False  # ... whose last transfer is to be answered
        self.waits = 0
        self.longest_wait = 0
        self.core_turns: list[int] = []
        """Cycles of each turn of the core's."""
        self.transfers = 0

    def grants(self, inputs) -> bool:
        asks = inputs["traffic_req_i"] and not self.awaits
        return bool(self.traffic and asks and inputs["free_i"])

    def outputs(self, inputs):
        return {"traffic_o": int(self.traffic), "traffic_gnt_o": int(self.grants(inputs))}

    def step(self, inputs):
        granted = self.grants(inputs)
        self.transfers += granted
        self.waits = self.waits + 1 if inputs["traffic_req_i"] and not self.traffic else 0
        self.longest_wait = max(self.longest_wait, self.waits)
        if not self.traffic:
            self.core_turns[-1:] = [self.core_turns[-1] + 1] if self.core_turns else [1]
            self.traffic = bool(inputs["traffic_begins_i"] or inputs["traffic_req_i"])
            return
        ends = granted and inputs["traffic_last_i"]
        if self.awaits:
            self.traffic = self.awaits = not inputs["free_i"]
        elif ends:
            self.traffic = self.awaits = bool(inputs["traffic_slow_i"])
        if not self.traffic:
            self.core_turns.append(0)


class Generator:
    """Bursts of up to four transfers, which it announces, to devices that are slow or not; they
    give way at moments of the core's."""

    def __init__(
        self, model: Arbiter, chance: float, free: float, *, slow: bool = False, yields: float = 0
    ) -> None:
        self.model = model
        self.chance, self.free, self.slow, self.yields = chance, free, slow, yields
        self.inputs = dict(IDLE)
        self.left = 0

    def __call__(self):
        if self.inputs["traffic_begins_i"]:
            self.left = random.randint(1, 4)
        elif self.model.granted_before:
            self.left -= 1
        self.inputs = {
            "traffic_begins_i": int(not self.left and random.random() < self.chance),
            "traffic_req_i": int(self.left > 0),
            "traffic_last_i": int(self.left == 1 or random.random() < self.yields),
            "traffic_slow_i": int(self.slow),
            "free_i": int(random.random() < self.free),
        }
        return self.inputs


class Watched(Arbiter):
    """Remembers what it granted, for a generator that acts on it."""

    def __init__(self) -> None:
        super().__init__()
        self.granted_before = False

    def step(self, inputs):
        self.granted_before = self.grants(inputs)
        super().step(inputs)


@cocotb.test()
async def turns(dut) -> None:
    """From hardly any traffic to all that goes: the core has a turn between any two bursts, and a
    burst waits for no more than one cycle of the core's."""
    for slow, yields in itertools.product((False, True), (0, 0.3)):
        for chance, free in ((0.1, 1), (0.5, 0.5), (1, 1), (1, 0.3)):
            await lockstep.reset(dut, IDLE)
            model = Watched()
            generator = Generator(model, chance, free, slow=slow, yields=yields)
            await lockstep.run(dut, model, generator, 1_000)
            assert model.transfers > 100
            assert min(model.core_turns[:-1]) >= 1
            assert model.longest_wait <= 1
            if chance == 1 and not slow:
                assert max(model.core_turns[:-1]) == 1


@cocotb.test()
async def without_traffic(dut) -> None:
    """Every turn is the core's."""
    await lockstep.reset(dut, IDLE)
    model = Watched()
    await lockstep.run(dut, model, Generator(model, 0, 0.5), 200)
    assert model.core_turns == [200]
