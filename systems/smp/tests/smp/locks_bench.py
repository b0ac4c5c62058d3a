# SPDX-License-Identifier: Apache-2.0
"""Spin locks against a model."""

import os
import random

import cocotb
from soc import lockstep
from soc.lockstep import Values

from smp import CORES, packed, unpacked

COUNTING = os.environ["Counting"] == "1"
LOCKS = int(os.environ["NumLocks"])
WIDTH = (LOCKS - 1).bit_length()
MOST = 255 if COUNTING else 1
IDLE: Values = {"req_i": 0, "we_i": 0, "lock_i": 0}


class Locks:
    def __init__(self) -> None:
        self.owners: list[list[int]] = [[] for _ in range(LOCKS)]
        """Of each lock, its owner as often as it has taken it."""

    def outputs(self, inputs: Values) -> Values:
        return {"taken_o": packed(self.served(inputs, [[*owner] for owner in self.owners]), 1)}

    def step(self, inputs: Values) -> None:
        self.served(inputs, self.owners)

    @staticmethod
    def served(inputs: Values, owners: list[list[int]]) -> list[int]:
        """Serve the cores in order, and return what is answered to each."""
        requests, stores = unpacked(inputs["req_i"], 1), unpacked(inputs["we_i"], 1)
        answers = [0] * CORES
        for core, number in enumerate(unpacked(inputs["lock_i"], WIDTH)):
            lock = owners[number]
            if not requests[core]:
                continue
            if stores[core]:
                if not COUNTING:
                    lock.clear()
                elif core in lock:
                    lock.pop()
            elif not lock or (COUNTING and core in lock and len(lock) < MOST):
                lock.append(core)
                answers[core] = 1
        return answers


def traffic(stores: float) -> Values:
    return {
        "req_i": random.getrandbits(CORES),
        "we_i": packed([random.random() < stores for _ in range(CORES)], 1),
        "lock_i": packed([random.randrange(LOCKS) for _ in range(CORES)], WIDTH),
    }


@cocotb.test()
async def random_traffic(dut) -> None:
    await lockstep.reset(dut, IDLE)
    for stores in (0.5, 0.3, 0.7):
        await lockstep.run(dut, Locks(), lambda share=stores: traffic(share), 1000)
        await lockstep.reset_again(dut, traffic(stores))


@cocotb.test()
async def as_often_as_can_be(dut) -> None:
    """The first core takes a lock more often than it can be counted, and gives it back as often."""
    await lockstep.reset(dut, IDLE)
    model = Locks()
    await lockstep.run(dut, model, lambda: {"req_i": 1, "we_i": 0, "lock_i": 0}, 300)
    assert len(model.owners[0]) == MOST
    await lockstep.run(dut, model, lambda: {"req_i": 1, "we_i": 1, "lock_i": 0}, 300)
    assert not model.owners[0]
    await lockstep.run(dut, model, lambda: {"req_i": 2, "we_i": 0, "lock_i": 0}, 2)
    assert model.owners[0][0] == 1
