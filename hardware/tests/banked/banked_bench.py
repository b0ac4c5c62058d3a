# SPDX-License-Identifier: Apache-2.0
"""Register banks against a model: who reads and writes which bank, and where a task goes on."""

from __future__ import annotations

import os
import random
import re

import cocotb
from soc import lockstep
from soc.lockstep import Values

from isochron.paths import ROOT

TASKS = int(os.environ["NTasks"])
DEBUG = int(os.environ["Debug"])
"""Whether the banks can be loaded."""
TRAPS = TASKS
"""The bank of traps."""
CYCLES = 6_000

_HEADER = ROOT / "firmware/kernel/include/isochron_banked_constants.h"
_CONSTANTS = {
    name.lower(): int(value, 16)
    for name, value in re.findall(r"#define ISOCHRON_BANKED_(\w+) (0x\w+)", _HEADER.read_text())
}
STRIDE = _CONSTANTS["contexts_stride"]
PC = _CONSTANTS["contexts_pc_offset"]
TARGET = _CONSTANTS["control_target_offset"]
VECTORS = _CONSTANTS["control_vectors_offset"]
RESUMED = _CONSTANTS["control_resumed_offset"]
PAGES = (0, 5, 9)
"""Addresses of instructions, in units of the vectors' size."""
WORDS = 32
"""Instructions of the vectors; that of the software interrupt is: """
SOFTWARE = 3
OTHER = 8
"""From RESUMED to where a task goes on whose RESULT needs to be seen to."""


class Banks:
    """A register that was never written, and data that is not defined, are None."""

    def __init__(self) -> None:
        self.registers: dict[tuple[int, int], int] = {}
        self.goes_on: dict[int, int] = {}
        """Interrupted tasks."""
        self.in_trap = True
        self.ending = False
        self.switched = False
        self.before = 0
        self.vectors = 0
        self.switches = 0
        self.resumed = 0
        self.waiting = False
        self.second_cycle = False

    def bank(self, inputs: Values) -> int:
        if self.in_trap:
            return TRAPS
        return inputs["caller_id_i" if inputs["caller_runs_i"] else "current_id_i"]

    def register(self, bank: int, register: int) -> int | None:
        return self.registers.get((bank, register)) if register else 0

    def pc(self, task: int) -> int:
        return self.goes_on.get(task, self.resumed)

    def target(self, inputs: Values) -> int:
        task = inputs["current_id_i"]
        if task in self.goes_on or self.switched or task != self.before:
            return self.pc(task)
        return inputs["mepc_i"]

    def load(self, inputs: Values) -> int | None:
        """Return what a load gives; raise KeyError when nothing is there."""
        address = inputs["addr_i"]
        if address == TARGET and inputs["window_we_i"]:
            raise KeyError
        if address >= TARGET:
            return {
                TARGET: self.target(inputs),
                VECTORS: self.vectors << 7 | self.switches,
                RESUMED: self.resumed,
            }[address]
        if not (DEBUG or inputs["window_we_i"]):
            raise KeyError
        bank, offset = divmod(address, STRIDE)
        if offset == PC and bank < TASKS:
            return self.pc(bank)
        if offset % 4 or offset >= PC or bank > TRAPS:
            raise KeyError
        return self.register(bank, offset // 4)

    def answers(self, inputs: Values) -> bool:
        """Whether a request ends in this cycle."""
        if inputs["addr_i"] == TARGET and inputs["busy_i"]:
            return False
        try:
            self.load(inputs)
        except KeyError:
            return True
        of_bank = inputs["addr_i"] < TARGET
        return not of_bank or self.second_cycle

    def outputs(self, inputs: Values) -> Values:
        values = self.answer(inputs)
        bank = self.bank(inputs)
        read = {"rdata_a_o": self.register(bank, inputs["raddr_a_i"])}
        if not self.second_cycle or inputs["window_we_i"]:
            read["rdata_b_o"] = self.register(bank, inputs["raddr_b_i"])
        values |= {name: value for name, value in read.items() if value is not None}
        values["interrupted_o"] = int(inputs["current_id_i"] in self.goes_on)
        values["resume_o"] = int(not self.in_trap and inputs["current_id_i"] in self.goes_on)
        entry = inputs["fetch_addr_i"] == self.vectors * WORDS + SOFTWARE
        begins = not self.in_trap and inputs["fetch_i"] and entry
        values["trap_o"] = int(begins and self.switches)
        held = inputs["more_due_i"] and self.vectors
        values["request_o"] = int(inputs["request_i"] and not held)
        values["gnt_o"] = int(inputs["req_i"] and self.answers(inputs))
        return values

    def store(self, inputs: Values) -> None:
        address, data = inputs["addr_i"], inputs["window_wdata_i"]
        if address == VECTORS:
            self.vectors, self.switches = data >> 7, data & 1
        elif address == RESUMED:
            self.resumed = data
        elif address % STRIDE == PC:
            self.goes_on[address // STRIDE] = data
        else:
            self.registers[address // STRIDE, address % STRIDE // 4] = data

    def answer(self, inputs: Values) -> Values:
        """Return the outputs that answer a request which ends in this cycle, else none."""
        if not (inputs["req_i"] and self.answers(inputs)):
            return {}
        try:
            data = self.load(inputs)
        except KeyError:
            return {"err_o": 1}
        loads = data is not None and not inputs["window_we_i"]
        return {"err_o": 0} | ({"rdata_o": data} if loads else {})

    def request(self, inputs: Values) -> bool:
        """Serve a request; return whether it was a load of TARGET."""
        answer = self.answer(inputs)
        self.waiting = bool(inputs["req_i"]) and not answer
        self.second_cycle = self.waiting and inputs["addr_i"] < TARGET
        if not answer or answer["err_o"]:
            return False
        if inputs["window_we_i"]:
            self.store(inputs)
        return inputs["addr_i"] == TARGET and not inputs["window_we_i"]

    def step(self, inputs: Values) -> None:
        task, before = inputs["current_id_i"], self.before
        in_vectors = inputs["fetch_addr_i"] // WORDS == self.vectors
        bank = self.bank(inputs)
        loads_target = self.request(inputs)
        if inputs["we_i"] and not inputs["discard_i"]:
            self.registers[bank, inputs["waddr_i"]] = inputs["wdata_i"]
        switches = task != before
        if inputs["other_i"]:
            self.goes_on[task] = self.resumed + OTHER & 0xFFFFFFFF
        if self.in_trap:
            if loads_target:
                self.goes_on.pop(task, None)
            if switches and not self.switched:
                self.goes_on.setdefault(before, inputs["mepc_i"])
            if self.ending and inputs["fetch_i"] and not in_vectors:
                self.in_trap = self.ending = self.switched = False
            else:
                self.ending |= loads_target
                self.switched |= switches
        else:
            self.in_trap = bool(inputs["fetch_i"] and in_vectors)
        self.before = task


class Traffic:
    """The core and the bus.

    A request stays until it is granted, and nobody switches meanwhile. In the second cycle of a
    register's load or store the core writes nothing.
    """

    def __init__(self, model: Banks) -> None:
        self.model = model
        self.inputs = IDLE

    def address(self) -> int:
        kind = random.random()
        if kind < 0.25:
            return random.choice((TARGET, TARGET, TARGET, VECTORS, RESUMED))
        if kind < 0.3:
            return TARGET + random.randrange(0, STRIDE, 4)
        if kind < 0.4:
            return random.randrange(0, (TASKS + 4) * STRIDE, 4)
        bank = random.randrange(TASKS + 1) * STRIDE
        return bank + random.choice((PC, 4 * random.randrange(32)))

    def request(self) -> Values:
        return {
            "req_i": int(random.random() < 0.5),
            "window_we_i": random.getrandbits(1),
            "addr_i": self.address(),
            "window_wdata_i": random.choice(PAGES) << 7 | random.getrandbits(7),
        }

    def __call__(self) -> Values:
        waits = self.model.waiting
        held = ("req_i", "window_we_i", "addr_i", "window_wdata_i")
        request = {key: self.inputs[key] for key in held} if waits else self.request()
        task = self.inputs["current_id_i"]
        if not waits and random.random() < 0.2:
            task = random.randrange(TASKS)
        settled = not self.model.in_trap and not request["req_i"] and task == self.model.before
        self.inputs = {
            **request,
            "raddr_a_i": random.randrange(32),
            "raddr_b_i": random.randrange(32),
            "we_i": int(random.random() < 0.4 and not self.model.second_cycle),
            "waddr_i": random.randrange(32),
            "wdata_i": random.getrandbits(32),
            "fetch_i": random.getrandbits(1),
            "fetch_addr_i": random.choice(PAGES) * WORDS + random.choice((0, SOFTWARE, 8)),
            "busy_i": int(random.random() < 0.2),
            "caller_runs_i": int(random.random() < 0.2),
            "caller_id_i": random.randrange(TASKS),
            "discard_i": int(random.random() < 0.1),
            "other_i": int(settled and random.random() < 0.1),
            "mepc_i": random.getrandbits(32),
            "current_id_i": task,
            "request_i": random.getrandbits(1),
            "more_due_i": random.getrandbits(1),
        }
        return self.inputs


IDLE: Values = dict.fromkeys(
    ("req_i", "window_we_i", "addr_i", "window_wdata_i", "raddr_a_i", "raddr_b_i", "we_i")
    + ("waddr_i", "wdata_i", "fetch_i", "fetch_addr_i", "mepc_i", "current_id_i")
    + ("request_i", "more_due_i", "busy_i", "caller_runs_i", "caller_id_i", "discard_i")
    + ("other_i",),
    0,
)


@cocotb.test()
async def random_traffic(dut) -> None:
    model = Banks()
    await lockstep.reset(dut, IDLE)
    await lockstep.run(dut, model, Traffic(model), CYCLES)
