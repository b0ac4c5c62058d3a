# SPDX-License-Identifier: Apache-2.0
"""The hybrid's link at certain moments, against the golden model: after a reset, and in a tick."""

import cocotb
from cocotb.triggers import ClockCycles, FallingEdge

from hybrid.hybrid_bench import N_TASKS, Link
from hybrid.layout import ADJUSTS, REPORTS, TIMERS, header, pack

PHASES = 2 * N_TASKS + 4
"""As many cycles as pass until the first of those due is looked at, and some more."""


@cocotb.test()
async def the_first_message_waits_for_the_memories_only(dut) -> None:
    """It enters when these are initialised."""
    link = Link(dut)
    await link.reset()
    link.put(header("report", report=REPORTS["identification"]))
    while dut.init.value:
        await FallingEdge(dut.clk_i)
    assert dut.u_sequencer.accept.value
    await link.settle()


@cocotb.test()
async def a_task_leaves_at_each_phase_of_a_tick(dut) -> None:
    """Who leaves the list of delayed tasks while it is looked at is not queued, nor is what comes
    after the last one; no delay ends amid the message."""
    link = Link(dut)
    await link.reset()
    last = N_TASKS - 1
    link.put(header("write", id=last, ready=1), 0)
    link.put(header("start", id=last))
    for phase in range(PHASES):
        for leaves in (last // 2, last - 1):
            for task in range(last):
                link.put(header("write", id=task, ready=1, priority=1), 0)
                link.put(pack("timers", id=task, ticks=1, event=int(task == 0)), dest=TIMERS)
            link.put(header("adjust", adjust=ADJUSTS["pend"]), 1)
            await link.settle()
            await ClockCycles(dut.clk_i, phase)
            link.put(header("write", id=leaves, suspended=1))
            await link.settle()
            while link.model.reported is None:
                await FallingEdge(dut.clk_i)
            link.put(header("release", id=0))
            await link.settle()
            while link.model.working:
                await FallingEdge(dut.clk_i)
            link.put(header("report", report=REPORTS["status"]))  # takes what is requested
            await link.settle()
            while link.model.working:
                await FallingEdge(dut.clk_i)
    assert link.observer.happened["tick"] == 2 * PHASES


@cocotb.test()
async def a_tick_that_read_has_shown_is_told_when_all_who_are_due_are_ready(dut) -> None:
    """READ shows it when one of them is ready. The next report of the tick waits for the others;
    another message does not."""
    link = Link(dut)
    await link.reset()
    last = N_TASKS - 1
    link.put(header("write", id=last, ready=1), 0)
    link.put(header("start", id=last))
    for preemption in (0, 1):
        link.put(header("configure", preemption=preemption))
        for what in ("status", "tick"):
            for phase in range(PHASES):
                for task in range(last):
                    link.put(header("write", id=task, ready=1, priority=1), 0)
                    link.put(pack("timers", id=task, ticks=1), dest=TIMERS)
                link.put(header("adjust", adjust=ADJUSTS["pend"]), 1)
                await link.settle()
                await ClockCycles(dut.clk_i, phase)
                link.put(header("read"))
                link.put(header("report", report=REPORTS[what]))
                await link.settle()
                while link.model.working:
                    await FallingEdge(dut.clk_i)
                link.put(header("read"))
                await link.settle()
    assert link.observer.happened["a reading waits"]
    assert set(link.observer.latency["pause"]) == {4}, "another message waits"
