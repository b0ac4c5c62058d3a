# SPDX-License-Identifier: Apache-2.0
"""The custom instructions between a core, another master and a kernel, which all make wait."""

import random
from collections import deque
from dataclasses import dataclass, field

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, Timer
from kernel.registers import OFFSETS

CALL, CALL_FROM_ISR, STORE, LOAD = range(4)
OPERATIONS = range(8)
"""From 4 on all are READ."""
RESULTS = {CALL: OFFSETS["result"], CALL_FROM_ISR: OFFSETS["isr_result"]}
WORD, WINDOW = 1 << 32, 1 << 20
CYCLES = 2_000
OTHERS = 0x800
"""Where the other master stores or loads after a reset."""

Transfer = tuple[bool, int, int | None]
"""Whether it is a store, byte offset, the word of a store."""


@dataclass(frozen=True)
class Instruction:
    """A custom instruction with its operands."""

    operation: int
    number: int
    argument: int
    address: int

    def transfers(self) -> list[Transfer]:
        """Return what the kernel must see of it, with nothing in between."""
        offset = self.address % WINDOW
        if self.operation in RESULTS:
            return [(True, offset, self.argument), (False, RESULTS[self.operation], None)]
        if self.operation == STORE:
            return [(True, offset, self.argument)]
        if self.operation == LOAD:
            return [(False, offset, None)]
        return [(False, OFFSETS["result"] + 4 * self.number, None)]


def _instruction() -> Instruction:
    number, argument, address = (random.randrange(size) for size in (128, WORD, WORD))
    return Instruction(random.choice(OPERATIONS), number, argument, address)


@dataclass
class Kernel:
    """Grants when it likes; what is loaded is there in the cycle of the grant only."""

    patience: float
    """Chance of a grant in a cycle."""
    seen: list[tuple[Transfer, int]] = field(default_factory=list)
    """Each transfer granted, with the word that it gives."""
    waiting: Transfer | None = None


@dataclass
class Bench:
    """What the core and the other master want, and what they got."""

    dut: object
    kernel: Kernel
    core_rests: float
    bus_rests: float
    room: float
    """Chance that the core has room for an answer in a cycle."""
    asked: Instruction | None = None
    answered: list[tuple[Instruction, int, int]] = field(default_factory=list)
    """Instruction, answer, and cycles from its first to that of its answer, both counted."""
    age: int = 0
    request: Transfer | None = None
    served: list[tuple[Transfer, int]] = field(default_factory=list)

    def drive(self) -> None:
        """Set the inputs of a cycle."""
        dut = self.dut
        if self.asked is None and random.random() >= self.core_rests:
            self.asked, self.age = _instruction(), 0
        asked = self.asked or _instruction()
        dut.cmd_valid_i.value = int(self.asked is not None)
        dut.cmd_function_i.value = asked.number << 3 | asked.operation
        dut.cmd_argument_i.value = asked.argument
        dut.cmd_address_i.value = asked.address
        dut.rsp_ready_i.value = int(random.random() < self.room)
        if self.request is None and random.random() >= self.bus_rests:
            store = random.random() < 0.5
            word = random.randrange(WORD) if store else None
            self.request = (store, random.randrange(WINDOW), word)
        store, offset, word = self.request or (False, random.randrange(WINDOW), None)
        dut.bus_req_i.value = int(self.request is not None)
        dut.bus_we_i.value = int(store)
        dut.bus_addr_i.value = offset
        dut.bus_wdata_i.value = word if word is not None else random.randrange(WORD)
        dut.gnt_i.value = 0

    def grant(self) -> None:
        """Let the kernel look at its bus, and perhaps grant."""
        dut, kernel = self.dut, self.kernel
        transfer = None
        if dut.req_o.value:
            store = bool(dut.we_o.value)
            transfer = (store, int(dut.addr_o.value), int(dut.wdata_o.value) if store else None)
        assert kernel.waiting in (None, transfer), "a request changed before it was granted"
        granted = transfer is not None and random.random() < kernel.patience
        dut.gnt_i.value = int(granted)
        kernel.waiting = None if granted else transfer
        word = random.randrange(WORD)
        dut.rdata_i.value = word
        if granted:
            kernel.seen.append((transfer, word))

    def look(self) -> None:
        """Take what the outputs of a cycle say."""
        dut = self.dut
        self.age += 1
        granted = bool(dut.gnt_i.value)
        if dut.bus_gnt_o.value:
            assert granted
            assert self.request == self.kernel.seen[-1][0]
            self.served.append(self.kernel.seen[-1])
            self.request = None
        taken = bool(dut.rsp_valid_o.value) and bool(dut.rsp_ready_i.value)
        assert bool(dut.cmd_ready_o.value) == taken, "an instruction is taken with its answer"
        if taken:
            assert self.asked is not None, "an answer without a question"
            self.answered.append((self.asked, int(dut.rsp_data_o.value), self.age))
            self.asked = None

    async def run(self, cycles: int) -> None:
        """Run some cycles, after a reset."""
        dut = self.dut
        dut.rst_ni.value = 0
        dut.rdata_i.value = 0
        self.core_rests, core_rests = 1.0, self.core_rests
        self.bus_rests, bus_rests = 1.0, self.bus_rests
        self.drive()
        await RisingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        self.core_rests, self.bus_rests = core_rests, bus_rests
        for _ in range(cycles):
            await FallingEdge(dut.clk_i)
            self.drive()
            await Timer(1, "ns")  # outputs follow
            self.grant()
            await ReadOnly()
            self.look()
            await RisingEdge(dut.clk_i)

    def check(self) -> None:
        """Hold what the kernel saw against what was asked for: no transfer more, none within."""
        seen = deque(self.kernel.seen)
        served = deque(self.served)
        for instruction, answer, _ in self.answered:
            for number, transfer in enumerate(instruction.transfers()):
                while number == 0 and seen and served and seen[0] is served[0]:
                    seen.popleft()
                    served.popleft()
                found, word = seen.popleft()
                assert found == transfer, f"{instruction}: transfer {number} is {found}"
            assert answer == (0 if instruction.operation == STORE else word), f"{instruction}"
        # what has not been answered yet
        while seen and served and seen[0] is served[0]:
            seen.popleft()
            served.popleft()
        assert len(seen) - len(served) <= 2


def start_clock(dut) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())


@cocotb.test()
async def everybody_makes_the_others_wait(dut) -> None:
    start_clock(dut)
    for patience, room in ((0.2, 0.3), (0.9, 0.9), (0.5, 0.1)):
        bench = Bench(dut, Kernel(patience), core_rests=0.3, bus_rests=0.6, room=room)
        await bench.run(CYCLES)
        bench.check()
        assert {answer.operation for answer, _, _ in bench.answered} == set(OPERATIONS)
        assert len(bench.answered) > 100
        assert len(bench.served) > 100


@cocotb.test()
async def nobody_waits_longer_than_he_must(dut) -> None:
    start_clock(dut)
    bench = Bench(dut, Kernel(1.0), core_rests=0.5, bus_rests=1.0, room=1.0)
    await bench.run(CYCLES)
    bench.check()
    for instruction, _, cycles in bench.answered:
        assert cycles == 1 + len(instruction.transfers()), instruction


@cocotb.test()
async def the_other_master_comes_first_but_not_within(dut) -> None:
    start_clock(dut)
    bench = Bench(dut, Kernel(1.0), core_rests=0.0, bus_rests=0.5, room=1.0)
    await bench.run(CYCLES)
    bench.check()
    between = sum(cycles > 1 + len(answer.transfers()) for answer, _, cycles in bench.answered)
    assert 0 < between < len(bench.answered)


@cocotb.test()
async def a_reset_ends_an_instruction_wherever_it_is(dut) -> None:
    """The other master, too, comes first again."""
    start_clock(dut)
    for grants in range(3):  # of a call: none, the command's, and its result's
        await reset(dut, asks=0)
        dut.cmd_valid_i.value, dut.cmd_function_i.value = 1, CALL
        for cycle in range(3):
            dut.gnt_i.value = int(cycle < grants)
            await FallingEdge(dut.clk_i)
        await reset(dut, asks=1)
        await ReadOnly()
        assert not dut.rsp_valid_o.value
        assert dut.addr_o.value == OTHERS
        await FallingEdge(dut.clk_i)


async def reset(dut, asks: int) -> None:
    """Leave the block in the first cycle after a reset, in which whoever can asks, or nobody."""
    dut.rst_ni.value, dut.gnt_i.value, dut.rsp_ready_i.value = 0, 0, 0
    dut.cmd_valid_i.value, dut.bus_req_i.value, dut.bus_addr_i.value = asks, asks, OTHERS
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
