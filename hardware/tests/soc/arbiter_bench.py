# SPDX-License-Identifier: Apache-2.0
"""The arbiter of a core and the traffic generator against a model that knows turns."""

from __future__ import annotations

import random

import cocotb

from soc import lockstep

IDLE = {"core_req_i": 0, "traffic_req_i": 0, "traffic_last_i": 0, "gnt_i": 0}


class Arbiter:
    """Whose turn it is, and how many turns the other one had while somebody waited."""

    def __init__(self) -> None:
        self.turn: str | None = None
        self.last = "traffic"
        self.answers_core = 0
        self.waited = {"core": 0, "traffic": 0}
        self.most = {"core": 0, "traffic": 0}

    def owner(self, inputs) -> str | None:
        wanted = [name for name in ("core", "traffic") if inputs[f"{name}_req_i"]]
        if self.turn or not wanted:
            return self.turn
        if len(wanted) == 2:
            wanted.remove(self.last)
        return wanted[0]

    def outputs(self, inputs):
        owner = self.owner(inputs)
        return {
            "req_o": int(owner is not None),
            "traffic_o": int(owner == "traffic"),
            "core_gnt_o": int(owner == "core" and inputs["gnt_i"]),
            "traffic_gnt_o": int(owner == "traffic" and inputs["gnt_i"]),
            "core_rvalid_o": self.answers_core,
        }

    def step(self, inputs):
        owner = self.owner(inputs)
        granted = owner is not None and inputs["gnt_i"]
        ends = granted and (owner == "core" or inputs["traffic_last_i"])
        self.answers_core = int(granted and owner == "core")
        self.turn = None if ends else owner
        if not ends:
            return
        self.last = owner
        other = "core" if owner == "traffic" else "traffic"
        self.waited[owner] = 0
        if inputs[f"{other}_req_i"]:
            self.waited[other] += 1
            self.most[other] = max(self.most[other], self.waited[other])


class Masters:
    """Two masters that hold what they ask for; a burst has up to four transfers."""

    def __init__(self, model: Arbiter, core: float, traffic: float, grants: float) -> None:
        self.model = model
        self.core, self.traffic, self.grants = core, traffic, grants
        self.inputs = dict(IDLE)
        self.left = 0

    def __call__(self):
        before = self.model.outputs_before
        core = self.inputs["core_req_i"] and not before["core_gnt_o"]
        if before["traffic_gnt_o"]:
            self.left -= 1
        if not self.left and random.random() < self.traffic:
            self.left = random.randint(1, 4)
        self.inputs = {
            "core_req_i": int(core or random.random() < self.core),
            "traffic_req_i": int(self.left > 0),
            "traffic_last_i": int(self.left == 1),
        }
        asks = self.inputs["core_req_i"] or self.inputs["traffic_req_i"]
        self.inputs["gnt_i"] = int(bool(asks) and random.random() < self.grants)
        return self.inputs


class Watched(Arbiter):
    """Remembers what it said, for masters that act on it."""

    def __init__(self) -> None:
        super().__init__()
        self.outputs_before = self.outputs(IDLE)

    def step(self, inputs):
        self.outputs_before = self.outputs(inputs)
        super().step(inputs)


@cocotb.test()
async def turns(dut) -> None:
    """Random traffic, from hardly any to all that goes; nobody waits for more than one turn."""
    await lockstep.reset(dut, IDLE)
    model = Watched()
    masters = Masters(model, 0, 0, 1)
    for core, traffic, grants in ((0.3, 0.1, 1), (0.5, 0.5, 0.5), (1, 1, 1), (1, 1, 0.3)):
        masters.core, masters.traffic, masters.grants = core, traffic, grants
        await lockstep.run(dut, model, masters, 1_500)
    assert model.most == {"core": 1, "traffic": 1}


@cocotb.test()
async def without_traffic(dut) -> None:
    """The core's signals pass as if there were no arbiter."""
    await lockstep.reset(dut, IDLE)
    model = Watched()
    masters = Masters(model, 0.6, 0, 0.5)
    for _ in range(500):
        await lockstep.run(dut, model, masters, 1)
        said = model.outputs_before
        assert said["req_o"] == masters.inputs["core_req_i"]
        assert said["core_gnt_o"] == masters.inputs["gnt_i"]
