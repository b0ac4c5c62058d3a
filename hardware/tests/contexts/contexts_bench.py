# SPDX-License-Identifier: Apache-2.0
"""Contexts against a model: who reads and writes whose registers, and where a task goes on."""

import os
import random
import re
from collections import Counter

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly
from soc import lockstep
from soc.lockstep import Values

from isochron.paths import ROOT

TASKS = int(os.environ["NTasks"])
DEBUG = int(os.environ["Debug"])
"""Whether tasks' registers can be loaded."""
TRAPS = TASKS
"""Whose registers traps have, in the model."""
RUNS, CYCLES = 40, 300
"""A reset comes before each run, whatever goes on."""
LONGEST = 6
"""Cycles for which registers are waited for."""

_HEADER = ROOT / "firmware/kernel/include/isochron_contexts_constants.h"
_CONSTANTS = {
    name.lower(): int(value, 16)
    for name, value in re.findall(r"#define ISOCHRON_CONTEXTS_(\w+) (0x\w+)", _HEADER.read_text())
}
STRIDE = _CONSTANTS["task_stride"]
PC = _CONSTANTS["task_pc_offset"]
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
OBSERVED = ("gnt_o", "ready_o", "next_ready_o")
"""Outputs whose cycle depends on which registers are where: bounded, and not known to the model."""


class Contexts:
    """A register that was never written, and data that is not defined, are None."""

    def __init__(self) -> None:
        self.registers: dict[tuple[int, int], int] = {}
        self.goes_on: dict[int, int] = {}
        """Interrupted tasks."""
        self.in_trap = True
        self.ending = False
        self.switched = False
        self.before = 0
        self.turn: int | None = None
        """The task whose registers are in use, but in traps."""
        self.vectors = 0
        self.switches = 0
        self.resumed = 0
        self.waited = 0
        """Cycles for which the present request has waited."""

    def moves(self, inputs: Values) -> bool:
        return self.turn != inputs["current_id_i"]

    def in_use(self) -> int:
        return TRAPS if self.in_trap or self.turn is None else self.turn

    def register(self, of: int, register: int) -> int | None:
        return self.registers.get((of, register)) if register else 0

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
        task, offset = divmod(address, STRIDE)
        if task >= TASKS or offset % 4 or offset > PC:
            raise KeyError
        return self.pc(task) if offset == PC else self.register(task, offset // 4)

    def may_end(self, inputs: Values) -> tuple[bool, bool]:
        """Whether a request may end in this cycle, and whether it has to."""
        address = inputs["addr_i"]
        if address == TARGET:
            may = not inputs["busy_i"]
            return may, may and self.waited > LONGEST
        try:
            self.load(inputs)
        except KeyError:
            return True, True
        if address > TARGET:
            return True, True
        if inputs["window_we_i"] or address % STRIDE == PC:
            may = self.waited > 0 and not self.moves(inputs)
            return may, may
        return self.waited > 0, self.waited > 2 * LONGEST

    def outputs(self, inputs: Values) -> Values:
        """Return what the outputs must be, if the request ends as ``gnt_o`` says."""
        values = self.answer(inputs) if inputs["gnt_o"] else {}
        of = self.in_use()
        for port in "ab":
            data = self.register(of, inputs[f"raddr_{port}_i"])
            if data is not None:
                values[f"rdata_{port}_o"] = data
        interrupted = inputs["current_id_i"] in self.goes_on
        values["in_trap_o"] = int(self.in_trap)
        values["interrupted_o"] = int(interrupted)
        values["resume_o"] = int(not self.in_trap and (interrupted or inputs["leaves_i"]))
        entry = inputs["fetch_addr_i"] == self.vectors * WORDS + SOFTWARE
        begins = not self.in_trap and inputs["fetch_i"] and entry
        values["trap_o"] = int(begins and self.switches)
        held = inputs["more_due_i"] and self.vectors
        values["request_o"] = int(inputs["request_i"] and not held)
        may, must = self.may_end(inputs) if inputs["req_i"] else (False, False)
        if may == must or not may:
            values["gnt_o"] = int(must)
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
        """Return the outputs with which the request ends."""
        try:
            data = self.load(inputs)
        except KeyError:
            return {"err_o": 1}
        loads = data is not None and not inputs["window_we_i"]
        return {"err_o": 0} | ({"rdata_o": data} if loads else {})

    def request(self, inputs: Values) -> bool:
        """Serve a request; return whether it was a load of TARGET."""
        ends = inputs["req_i"] and inputs["gnt_o"]
        self.waited = self.waited + 1 if inputs["req_i"] and not ends else 0
        if not ends or self.answer(inputs)["err_o"]:
            return False
        if inputs["window_we_i"]:
            self.store(inputs)
        return inputs["addr_i"] == TARGET and not inputs["window_we_i"]

    def step(self, inputs: Values) -> None:
        task, before = inputs["current_id_i"], self.before
        in_vectors = inputs["fetch_addr_i"] // WORDS == self.vectors
        of = self.in_use()
        if self.moves(inputs) and (self.in_trap or inputs["turn_i"]):
            self.turn = task
        loads_target = self.request(inputs)
        if inputs["we_i"] and not inputs["discard_i"]:
            self.registers[of, inputs["waddr_i"]] = inputs["wdata_i"]
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
    """The core, its bus, and the hardware kernel.

    A request stays until it is granted, and the core writes nothing then. In a trap the
    kernel switches when it likes, until TARGET is loaded. Outside it switches for an answer that
    is held: the core is quiet until the next task's registers are there, and its turn comes with
    the next cycle. A switch in a trap is often the moment in which TARGET is asked for.
    """

    def __init__(self, model: Contexts) -> None:
        self.model = model
        self.inputs = IDLE
        self.gives_up = False
        """An answer is held, to switch."""
        self.ready = False
        """The turn comes in this cycle."""
        self.waited = 0
        self.seen: Counter[str] = Counter()

    def address(self) -> int:
        kind = random.random()
        if kind < 0.25:
            return random.choice((TARGET, TARGET, TARGET, VECTORS, RESUMED))
        if kind < 0.3:
            return TARGET + random.randrange(STRIDE)
        if kind < 0.4:
            return random.randrange((TASKS + 4) * STRIDE)
        task = random.randrange(TASKS) * STRIDE
        return task + random.choice((PC, 4 * random.randrange(32)))

    def request(self, switches: bool) -> Values:
        asks = not self.gives_up and random.random() < 0.5
        target = switches and random.random() < 0.5
        return {
            "req_i": int(asks),
            "window_we_i": 0 if target else random.getrandbits(1),
            "addr_i": TARGET if target else self.address(),
            "window_wdata_i": random.choice(PAGES) << 7 | random.getrandbits(7),
        }

    def __call__(self) -> Values:
        model, last = self.model, self.inputs
        task, following = last["current_id_i"], last["next_id_i"]
        waits = model.waited > 0
        moves = model.turn != task
        outside = not model.in_trap and model.turn is not None and not waits
        if not self.gives_up and random.random() < 0.2:
            following = random.randrange(TASKS)
        begins = model.waited < 2  # later its bound would not hold
        if model.in_trap and not model.ending and begins and random.random() < 0.1:
            task = random.choice((following, random.randrange(TASKS)))
        if self.gives_up and not moves:
            task, self.waited = following, 0  # it was dispatched
            self.gives_up = task != model.turn
        elif outside and not self.gives_up and random.random() < 0.3:
            self.gives_up = True
        held = ("req_i", "window_we_i", "addr_i", "window_wdata_i")
        request = {key: last[key] for key in held} if waits else self.request(task != model.before)
        quiet = self.gives_up or waits or model.turn is None
        settled = outside and not quiet and not request["req_i"] and task == model.before
        self.inputs = {
            **request,
            "raddr_a_i": random.randrange(32),
            "raddr_b_i": random.randrange(32),
            "we_i": int(random.random() < 0.4 and not quiet and not request["req_i"]),
            "waddr_i": random.randrange(32),
            "wdata_i": random.getrandbits(32),
            "fetch_i": int(random.getrandbits(1) and not self.gives_up),
            "fetch_addr_i": random.choice(PAGES) * WORDS + random.choice((0, SOFTWARE, 8)),
            "busy_i": int(random.random() < 0.2),
            "turn_i": int(self.gives_up and self.ready),
            "discard_i": int(random.random() < 0.1),
            "leaves_i": int(random.random() < 0.1),
            "other_i": int(settled and random.random() < 0.1),
            "mepc_i": random.getrandbits(32),
            "current_id_i": task,
            "next_id_i": following,
            "next_valid_i": int(self.gives_up or random.random() < 0.7),
            "request_i": random.getrandbits(1),
            "more_due_i": random.getrandbits(1),
        }
        return self.inputs

    def observe(self, outputs: Values) -> None:
        """See which registers are there."""
        if not self.gives_up:
            return
        if self.inputs["turn_i"]:
            self.gives_up = self.ready = False
            self.seen["waited" if self.waited else "at once"] += 1
        elif self.model.turn == self.inputs["current_id_i"]:  # it is dispatched
            self.ready = bool(outputs["next_ready_o"])
        else:
            self.ready = bool(outputs["ready_o"])
            self.waited += 1
            assert self.waited <= LONGEST, "the registers do not come"


IDLE: Values = dict.fromkeys(
    ("req_i", "window_we_i", "addr_i", "window_wdata_i", "raddr_a_i", "raddr_b_i", "we_i")
    + ("waddr_i", "wdata_i", "fetch_i", "fetch_addr_i", "mepc_i", "current_id_i", "next_id_i")
    + ("next_valid_i", "request_i", "more_due_i", "busy_i", "turn_i", "discard_i", "other_i")
    + ("leaves_i",),
    0,
)


async def run(dut, model: Contexts, traffic: Traffic) -> None:
    for cycle in range(CYCLES):
        inputs = traffic()
        lockstep.drive(dut, inputs)
        await ReadOnly()
        observed = {name: int(getattr(dut, name).value) for name in OBSERVED}
        seen = inputs | observed
        for name, wanted in model.outputs(seen).items():
            found = int(getattr(dut, name).value)
            assert found == wanted, (
                f"cycle {cycle}: {name} is {found:#x}, the model says {wanted:#x}; inputs {inputs}"
            )
        traffic.observe(observed)
        model.step(seen)
        await FallingEdge(dut.clk_i)


@cocotb.test()
async def random_traffic(dut) -> None:
    seen: Counter[str] = Counter()
    await lockstep.reset(dut, IDLE)
    for _ in range(RUNS):
        model = Contexts()
        traffic = Traffic(model)
        await run(dut, model, traffic)
        seen += traffic.seen
        await lockstep.reset_again(dut, IDLE)
    assert min(seen["waited"], seen["at once"]) > 20, seen


async def shown_next(dut, running: int, following: int) -> None:
    """Show for some cycles which task would run next."""
    lockstep.drive(dut, IDLE | {"current_id_i": running, "next_id_i": following, "next_valid_i": 1})
    for _ in range(LONGEST):
        await FallingEdge(dut.clk_i)


async def waited_for_target(dut, task: int) -> int:
    """Switch to a task within a trap; return for how many cycles a load of TARGET waits then."""
    lockstep.drive(dut, IDLE | {"req_i": 1, "addr_i": TARGET, "current_id_i": task})
    for waited in range(LONGEST + 1):
        await ReadOnly()
        granted = bool(dut.gnt_o.value)
        await FallingEdge(dut.clk_i)
        if granted:
            return waited
    raise AssertionError("the registers do not come")


@cocotb.test()
async def a_switch_to_registers_that_are_there_waits_for_nothing(dut) -> None:
    """Those of the task that was known to be next for long enough; not those of another one, nor
    any after a reset."""
    await lockstep.reset(dut, IDLE)
    for _ in range(2):
        assert await waited_for_target(dut, 0) > 0
        await shown_next(dut, running=0, following=1)
        assert await waited_for_target(dut, 1) == 0
        assert await waited_for_target(dut, 2) > 0
        await shown_next(dut, running=2, following=0)
        await lockstep.reset_again(dut, IDLE)


@cocotb.test(skip=not DEBUG)
async def a_reset_ends_a_load(dut) -> None:
    """Wherever it is: the same load takes as long as the first one."""
    load = IDLE | {"req_i": 1, "addr_i": STRIDE + 4}
    await lockstep.reset(dut, IDLE)
    for cycles in range(2 * LONGEST):
        lockstep.drive(dut, load)
        for _ in range(cycles):
            await FallingEdge(dut.clk_i)
        await lockstep.reset_again(dut, load)
        await ReadOnly()
        assert not dut.gnt_o.value, f"after {cycles} cycles"
        await FallingEdge(dut.clk_i)
        await lockstep.reset_again(dut, IDLE)
