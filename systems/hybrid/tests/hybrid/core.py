# SPDX-License-Identifier: Apache-2.0
"""A core at the hybrid's memory-mapped FIFO, for benches: messages by loads and stores."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge

from hybrid.layout import ADJUSTS, OFFSETS, REPORTS, header, pack, unpack


class Core:
    """One load or store at a time."""

    def __init__(self, dut) -> None:
        self.dut = dut
        cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())

    async def restart(self, *priorities: int) -> None:
        """Reset; then there is a task of each of these priorities, and the last one runs."""
        await self.reset()
        for task, priority in enumerate(priorities):
            await self.create(task, priority)
        await self.put(header("start", id=len(priorities) - 1))

    async def reset(self) -> None:
        dut = self.dut
        for signal in (dut.req_i, dut.we_i, dut.addr_i, dut.wdata_i):
            signal.value = 0
        dut.lines_i.value = 0
        dut.rst_ni.value = 0
        await ClockCycles(dut.clk_i, 2)
        dut.rst_ni.value = 1
        await RisingEdge(dut.clk_i)

    async def transfer(self, offset: int, word: int | None = None) -> tuple[int, int, bool]:
        """Store a word, or load one; returns it, the cycles to the grant, and the bus error."""
        dut = self.dut
        dut.req_i.value = 1
        dut.we_i.value = word is not None
        dut.addr_i.value = offset
        dut.wdata_i.value = word or 0
        waited = 0
        await FallingEdge(dut.clk_i)
        while not dut.gnt_o.value:
            waited += 1
            assert waited < 100, "the bus hangs"
            await FallingEdge(dut.clk_i)
        answer = int(dut.rdata_o.value), waited, bool(dut.err_o.value)
        await RisingEdge(dut.clk_i)
        dut.req_i.value = 0
        return answer

    async def put(self, *words: int) -> None:
        """Send a message to the scheduler."""
        for word in words[:-1]:
            await self.transfer(OFFSETS["scheduler_more"], word)
        await self.transfer(OFFSETS["scheduler"], words[-1])

    async def load(self, register: str) -> int:
        word, _, error = await self.transfer(OFFSETS[register])
        assert not error
        return word

    async def ask(self, *words: int) -> int:
        """Send a message and return the first word of its reply."""
        await self.put(*words)
        return await self.load("reply")

    async def report(self, what: str) -> dict[str, int]:
        """Ask for a report of one word and return its fields."""
        return unpack(what, await self.ask(header("report", report=REPORTS[what])))

    async def delay(self, task: int, ticks: int, event: int = 0) -> None:
        word = pack("timers", id=task, ticks=ticks, event=event)
        await self.transfer(OFFSETS["timers"], word)

    async def create(self, task: int, priority: int) -> None:
        await self.put(header("write", id=task, priority=priority, ready=1), 0x1000 + task)

    async def read(self) -> int:
        """Switch; returns the task, which its pointer tells."""
        return await self.ask(header("read")) - 0x1000

    async def pass_ticks(self, ticks: int) -> None:
        """Let ticks pass, and wait until they and those due are worked off or stopped."""
        await self.put(header("adjust", adjust=ADJUSTS["pend"]), ticks)
        while (await self.report("status"))["busy"]:
            pass


async def make(dut, *priorities: int) -> Core:
    """Return the core, restarted with a task of each of these priorities; the last one runs."""
    core = Core(dut)
    await core.restart(*priorities)
    return core


async def finish_tick(core: Core) -> None:
    """As the interrupt's handler does."""
    status = await core.report("status")
    while status["busy"] or status["expired"]:
        if status["expired"]:
            await core.put(header("release", id=status["task"]))
        status = await core.report("status")


async def tick(core: Core) -> int:
    """Return the visible tick."""
    word = await core.ask(header("report", report=REPORTS["tick"]))
    assert await core.load("reply") == 0
    return word


async def ready(core: Core, task: int) -> int:
    return unpack("task", await core.ask(header("get", id=task)))["ready"]
