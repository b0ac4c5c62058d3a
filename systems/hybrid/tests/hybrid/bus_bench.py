# SPDX-License-Identifier: Apache-2.0
"""The hybrid behind its memory-mapped FIFO: loads and stores as a core makes them."""

import random
from collections.abc import AsyncIterator

import cocotb
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotb.utils import get_sim_time

from hybrid.core import Core, finish_tick, make, ready, tick
from hybrid.layout import ADJUSTS, ERRORS, OFFSETS, REPORTS, header, pack, unpack

READ_CYCLES = 7
"""From the request of READ's store to the grant of the load of REPLY that follows its answer, both
cycles counted; single-cycle tree."""


@cocotb.test()
async def switching(dut) -> None:
    """The paper's control flow: each task suspends itself, which dispatches the next."""
    core = await make(dut, 0, 1, 2, 3, 4)
    for following in (3, 2, 1, 0):
        await core.put(header("write", id=following + 1, priority=following + 1, suspended=1))
        await core.report("status")  # all that was sent is served
        await ClockCycles(dut.clk_i, random.randrange(20, 30))
        begun = get_sim_time("ns")
        assert await core.read() == following
        assert (get_sim_time("ns") - begun) // 10 == READ_CYCLES
        assert int(dut.current_id_o.value) == following


@cocotb.test()
async def equals_take_turns(dut) -> None:
    """READ rotates among equals; one that is woken comes before the one that runs."""
    core = await make(dut, 1, 1, 1)
    assert [await core.read() for _ in range(4)] == [0, 1, 2, 0]
    await core.put(header("write", id=1, priority=1, blocked=1))
    assert [await core.read() for _ in range(3)] == [2, 0, 2]
    await core.put(header("write", id=1, priority=1, ready=1))
    assert [await core.read() for _ in range(3)] == [0, 1, 2]


@cocotb.test()
async def silent_delays(dut) -> None:
    """Delays end without a word; those of one tick in the order of blocking; an interrupt comes
    when one is above the running task, or its equal, and not else."""
    core = await make(dut, 3, 3, 1, 0, 2)
    await core.delay(1, 3)
    await core.delay(0, 3)
    await core.delay(2, 2)
    await core.pass_ticks(2)
    assert not dut.interrupt_o.value
    await core.pass_ticks(1)
    assert dut.interrupt_o.value
    status = await core.report("status")
    assert status["requested"]
    assert not status["expired"]
    assert [await core.read() for _ in range(3)] == [1, 0, 1]
    assert not dut.interrupt_o.value
    await core.delay(0, 1)
    await core.pass_ticks(1)  # it shares the tick that made it ready
    assert dut.interrupt_o.value


@cocotb.test()
async def reported_expiries_keep_the_order(dut) -> None:
    """A wait with a time-out that ends is reported; who began to wait later, and is due at the same
    tick, becomes ready after it."""
    core = await make(dut, 2, 2, 2, 0)
    await core.delay(0, 2)
    await core.delay(1, 2, event=1)
    await core.delay(2, 2)
    await core.pass_ticks(2)
    status = await core.report("status")
    assert (status["expired"], status["task"]) == (1, 1)
    assert dut.interrupt_o.value
    fields = unpack("task", await core.ask(header("get", id=2)))
    assert (fields["delayed"], fields["expired"], fields["ready"]) == (1, 1, 0)
    await core.put(header("release", id=2))
    assert (await core.report("error"))["code"], "another one's expiry was released"
    await core.put(header("release", id=1))
    while (await core.report("status"))["busy"]:
        pass
    assert [await core.read() for _ in range(3)] == [0, 1, 2]


@cocotb.test()
async def who_is_not_due_any_more_stays(dut) -> None:
    """A task whose delay is over, but not its wait behind another, can be suspended or delayed."""
    core = await make(dut, 2, 2, 2, 0)
    await core.delay(0, 2, event=1)
    await core.delay(1, 2)
    await core.delay(2, 2)
    await core.pass_ticks(2)
    await core.put(header("write", id=1, priority=2, suspended=1))
    await core.delay(2, 5)
    await core.put(header("release", id=0))
    while (await core.report("status"))["busy"]:
        pass
    first, other = [unpack("task", await core.ask(header("get", id=task))) for task in (1, 2)]
    assert (first["suspended"], first["ready"]) == (1, 0)
    assert (other["delayed"], other["expired"], other["ready"]) == (1, 0, 0)
    await core.pass_ticks(4)
    assert [await core.read() for _ in range(2)] == [0, 0]
    await core.pass_ticks(1)
    assert [await core.read() for _ in range(2)] == [2, 0]


@cocotb.test()
async def long_delays(dut) -> None:
    """Delays of 2^24 ticks and more are set again, and keep their place among equals."""
    core = await make(dut, 2, 2, 0)
    await core.delay(0, 0xFFFFFF, event=1)
    await core.put(header("suspend"))
    await core.put(header("adjust", adjust=ADJUSTS["step"]), 0xFFFFFE)
    await core.put(header("resume"))
    await core.delay(1, 4)
    await core.pass_ticks(1)
    assert (await core.report("status"))["task"] == 0
    assert (await core.report("status"))["expired"]
    await core.delay(0, 3)  # what is left
    await core.pass_ticks(2)
    assert not dut.interrupt_o.value
    await core.pass_ticks(1)
    assert dut.interrupt_o.value
    assert [await core.read() for _ in range(3)] == [0, 1, 0]


@cocotb.test()
async def what_a_step_jumps_onto_is_not_due(dut) -> None:
    """Nor is it when another delay begins."""
    core = await make(dut, 2, 2, 0)
    await core.delay(0, 3)
    await core.put(header("suspend"))
    await core.put(header("adjust", adjust=ADJUSTS["step"]), 3)
    await core.put(header("resume"))
    await core.delay(1, 5)
    await finish_tick(core)
    assert [await ready(core, task) for task in range(2)] == [0, 0]


@cocotb.test()
async def suspension(dut) -> None:
    """In a suspension ticks wait, READ finds the running task, and a yield is pending."""
    core = await make(dut, 2, 3, 0)
    await core.delay(0, 1)
    await core.put(header("write", id=1, priority=3, blocked=1))
    await core.put(header("suspend"))
    await core.put(header("adjust", adjust=ADJUSTS["pend"]), 1)
    await core.put(header("write", id=1, priority=1, ready=1))
    assert await core.read() == 2
    status = await core.report("status")
    assert (status["yield_pending"], status["suspended"], status["busy"]) == (1, 1, 0)
    assert status["ticks_pended"]
    assert await core.ask(header("report", report=REPORTS["tick"])) == 0
    assert await core.load("reply") == 0
    await core.put(header("resume"))
    while (await core.report("status"))["busy"]:
        pass
    assert not (await core.report("status"))["ticks_pended"]
    assert (await core.report("status"))["requested"]
    assert await core.read() == 0
    assert not (await core.report("status"))["yield_pending"]


PHASES = 80
"""More cycles than a tick takes with all that is due at it."""


async def phases(
    dut, *priorities: int, event: int | None = None, later: int = 0
) -> AsyncIterator[tuple[int, Core]]:
    """Yield each phase of a tick, and a core at it: the last of these tasks runs, and all others
    are due but for the first ``later``; the expiry of ``event`` is reported."""
    core = Core(dut)
    for phase in range(PHASES):
        await core.restart(*priorities)
        for task in range(len(priorities) - 1):
            await core.delay(task, 9 if task < later else 1, event=int(task == event))
        await core.put(header("adjust", adjust=ADJUSTS["pend"]), 1)
        await ClockCycles(dut.clk_i, phase)
        yield phase, core


@cocotb.test()
@cocotb.parametrize(event=[None, 0, 1, 2])
async def a_tick_is_read_when_those_due_at_it_are_ready(dut, event: int | None) -> None:
    """At each phase a reading gives the old tick, or who is above the reader interrupts it."""
    old = 0
    async for phase, core in phases(dut, 3, 1, 3, 2, event=event):
        if await tick(core) == 1:
            assert dut.interrupt_o.value, f"phase {phase}"
        else:
            old += 1
        await finish_tick(core)
        assert await tick(core) == 1
        assert all([await ready(core, task) for task in range(3)])
        assert [await core.read() for _ in range(2)] == [0, 2]
    assert old > 0


@cocotb.test()
@cocotb.parametrize(event=[None, 0, 1, 2])
async def no_tick_passes_in_a_suspension(dut, event: int | None) -> None:
    """At each phase: who has not heard of the tick before does not see it."""
    async for phase, core in phases(dut, 3, 1, 3, 2, event=event):
        await core.put(header("suspend"))
        for _ in range(4):
            assert await tick(core) == 0, f"phase {phase}"
            await ClockCycles(dut.clk_i, 20)
        assert not dut.interrupt_o.value
        for task in range(3):
            assert not unpack("task", await core.ask(header("get", id=task)))["expired"]
        status = await core.report("status")
        assert (status["busy"], status["ticks_pended"]) == (0, 1)
        await core.put(header("resume"))
        await finish_tick(core)
        assert await tick(core) == 1
        assert (await core.report("status"))["requested"]
        assert [await core.read() for _ in range(2)] == [0, 2]


@cocotb.test()
@cocotb.parametrize(event=[None, 0, 1, 2])
async def a_delay_counts_from_the_tick_that_is_read(dut, event: int | None) -> None:
    """At each phase a delay of a tick ends at the tick after the one that could be read before."""
    async for phase, core in phases(dut, 3, 1, 3, 2, event=event):
        await core.delay(3, 1)
        await finish_tick(core)
        assert await tick(core) == 1
        assert await ready(core, 3), f"phase {phase}"
        assert [await core.read() for _ in range(2)] == [0, 2]


@cocotb.test()
async def a_new_delay_keeps_its_place(dut) -> None:
    """Also one that is set while those due are looked for, until one behind it was found."""
    orders, raised = [], []
    core = Core(dut)
    for phase in range(PHASES):
        await core.restart(3, 1, 1, 1, 1, 3, 2)
        for task, ticks in enumerate((5, 9, 9, 9, 9, 1)):
            await core.delay(task, ticks)
        await core.put(header("adjust", adjust=ADJUSTS["pend"]), 1)
        await ClockCycles(dut.clk_i, phase)
        raised.append(bool(dut.interrupt_o.value))
        await core.delay(0, 1)
        await finish_tick(core)
        orders.append([await core.read() for _ in range(2)])
    # it is set some cycles after it was sent, and who is due interrupts when the search has ended
    late = orders.index([5, 0])
    assert late > 0
    assert orders == late * [[0, 5]] + (PHASES - late) * [[5, 0]]
    assert 0 < raised.index(True) - late <= 20


@cocotb.test()
async def a_switch_between_two_that_are_due_shows_the_tick(dut) -> None:
    """At each phase: who runs by READ sees the new tick if it was due at it, and then all are. Only
    a report of the tick waits for these."""
    chosen, waited = set(), set()
    async for phase, core in phases(dut, 1, 1, 1, 3, 4, 3, 4, 2, later=3):
        task = await core.read()
        chosen.add(task)
        begun = get_sim_time("ns")
        await core.report("error")
        waited.add(get_sim_time("ns") - begun)
        read = await tick(core)
        assert read == 1 or task == 7, f"phase {phase}"
        if read == 1:
            # the last one first: each message leaves time for one more to become ready
            assert all([await ready(core, other) for other in range(6, 2, -1)]), f"phase {phase}"
        await finish_tick(core)
        assert await tick(core) == 1
    assert {7, 3, 4} <= chosen
    assert len(waited) == 1


@cocotb.test()
@cocotb.parametrize(visible=[0, 1])
async def equals_of_the_task_that_runs_at_a_tick_have_a_turn(dut, visible: int) -> None:
    """At each phase: a tick is shared with those of the task that runs when it becomes visible."""
    met = 0
    core = Core(dut)
    for phase in range(PHASES):
        await core.restart(2, 2, 1)
        await core.put(header("adjust", adjust=ADJUSTS["pend"]), 1)
        await ClockCycles(dut.clk_i, phase)
        seen = []  # before READ that the tick was visible, or behind it that it was not
        if visible:
            seen.append(await tick(core))
        await core.read()
        if not visible:
            seen.append(await tick(core))
        await finish_tick(core)
        if seen == [visible]:
            met += 1
            assert (await core.report("status"))["requested"] == 1 - visible, f"phase {phase}"
    assert met


LINE_CYCLES = 5
"""From a line's rise until the interrupt for its task, three of them to synchronise the line; two
more for each lower line that rises with it."""


async def cycles_to_interrupt(dut, lines: int = 3) -> int | None:
    """Raise these lines; returns the cycles until the interrupt rises, if it does soon."""
    dut.lines_i.value = lines
    for cycle in range(20):
        await FallingEdge(dut.clk_i)
        risen = bool(dut.interrupt_o.value)
        await RisingEdge(dut.clk_i)
        if risen:
            return cycle
    return None


@cocotb.test()
async def a_line_makes_its_task_ready_by_its_priority(dut) -> None:
    """At each phase of a tick that wakes nobody above: the higher one of two lines' tasks runs, and
    the lower one takes nothing from the task that runs."""
    core, taken = Core(dut), set()
    for phase in range(20):
        await core.restart(3, 1, 1, 2)
        for task, line in ((0, 1), (1, 0)):
            wait = pack("line", line=line, endless=1)
            assert await core.ask(header("line", id=task, priority=0), wait) == 0
            assert unpack("task", await core.ask(header("get", id=task)))["line"]
        await core.delay(2, 1)
        await core.put(header("adjust", adjust=ADJUSTS["pend"]), 1)
        await ClockCycles(dut.clk_i, 12 + phase)  # behind the message
        taken.add(await cycles_to_interrupt(dut))
        assert await core.read() == 0
        assert await ready(core, 1)
        assert (await core.report("status"))["requested"] == 0
        dut.lines_i.value = 0
        for task, line in ((0, 1), (1, 0)):  # taken, and taken once
            words = header("line", id=task), pack("line", line=line)
            assert [await core.ask(*words) for _ in range(2)] == [1, 0]
    assert taken == {LINE_CYCLES + 2, LINE_CYCLES + 3}  # a tick begins in the same cycle
    for priority, cycles in ((3, LINE_CYCLES), (2, None), (1, None)):
        await core.restart(priority, 1, 2)
        await core.ask(header("line", id=0), pack("line", line=1, endless=1))
        await ClockCycles(dut.clk_i, 9)
        assert await cycles_to_interrupt(dut, 2) == cycles
        assert await ready(core, 0)


@cocotb.test()
async def a_line_wakes_only_who_waits_for_it(dut) -> None:
    """Not in a suspension, nor who has stopped to wait, nor who took over the identifier."""
    core = Core(dut)
    await core.restart(4, 3, 1)
    await core.ask(header("line", id=0), pack("line", line=1, ticks=5))
    await core.put(header("suspend"))
    await core.report("status")  # it is served
    assert await cycles_to_interrupt(dut) is None
    assert not await ready(core, 0)
    assert not (await core.report("status"))["busy"]
    await core.put(header("resume"))
    await finish_tick(core)
    assert await core.read() == 0
    dut.lines_i.value = 0
    assert await core.ask(header("line", id=0), pack("line", line=1)) == 1
    assert await core.ask(header("line", id=0), pack("line", line=1, ticks=2)) == 0
    await core.pass_ticks(2)
    assert await ready(core, 0)  # its time is over
    await core.put(header("write", id=0, finished=1))
    await core.create(0, 3)
    await core.ask(header("line", id=0), pack("line", line=2, endless=1))
    await core.read()
    dut.lines_i.value = 0
    await ClockCycles(dut.clk_i, 4)
    assert await cycles_to_interrupt(dut) is None
    assert not await ready(core, 0)
    for word, line, why in (
        (header("line", id=0), 1, "state"),
        (header("line", id=1), 3, "argument"),
        (header("line", id=5), 0, "task"),
    ):
        await core.ask(word, pack("line", line=line, ticks=1))
        assert (await core.report("error"))["code"] == ERRORS[why]


@cocotb.test()
async def tick_hook(dut) -> None:
    """With a tick hook each tick interrupts until HOOK."""
    core = await make(dut, 0)
    await core.put(header("configure", tick_hook=1, preemption=1))
    await core.put(header("period"), 200)
    for _ in range(3):
        while not dut.interrupt_o.value:
            await RisingEdge(dut.clk_i)
        assert (await core.report("status"))["hook"]
        await core.put(header("hook"))
        assert not (await core.report("status"))["hook"]
    assert await core.ask(header("report", report=REPORTS["tick"])) == 3


@cocotb.test()
async def busy_software_delays_no_tick(dut) -> None:
    """Messages without a pause hold up neither ticks nor those due."""
    core = await make(dut, 1, 1, 2, 0)
    await core.put(header("period"), 60)
    for _ in range(20):
        for task in (0, 1, 2):
            await core.delay(task, 1)
        words = []
        for _ in range(20):
            words = [await core.ask(header("get", id=task)) for task in (0, 1, 2)]
            if all(unpack("task", word)["ready"] for word in words):
                break
        else:
            raise AssertionError(f"a tick, or who is due, waits for ever: {words}")
        assert await core.read() == 2


async def all_that_is_read(core: Core) -> list[int]:
    """Return the words of the state, the reports and all tasks."""
    words = [await core.load("state"), await tick(core)]
    for report in sorted({*REPORTS.values()} - {REPORTS["tick"]}):
        words.append(await core.ask(header("report", report=report)))
    return words + [await core.ask(header("get", id=task)) for task in range(8)]


@cocotb.test()
async def a_reset_leaves_nothing_behind(dut) -> None:
    """At each phase of a tick, amid messages: all reads, and goes on, as after the first reset."""
    core = Core(dut)
    await core.reset()
    new = await all_that_is_read(core)
    assert new[:4] == [0, 0, 0, 0]  # the state, the tick, the status and the error
    for phase in range(0, PHASES, 3):
        await core.restart(3, 1, 3, 2)
        await core.load("reply")  # there is none: an underflow
        if phase % 2:  # an error
            await core.delay(7, 1)
        else:
            await core.put(header("release", id=7))
        await core.put(header("configure", tick_hook=1))
        await core.put(header("yield"))
        for task in (2, 1, 0):
            await core.delay(task, 1, event=int(task == phase % 4))
        await core.put(header("adjust", adjust=ADJUSTS["pend"]), 2)
        await ClockCycles(dut.clk_i, phase)
        await core.put(header("suspend") if phase % 2 else header("read"))
        if phase % 5 == 0:
            await core.transfer(OFFSETS["scheduler_more"], header("adjust"))
        await ClockCycles(dut.clk_i, phase % 16)
        await core.reset()
        assert await all_that_is_read(core) == new, f"phase {phase}"
        assert not dut.interrupt_o.value
        for task in (3, 4):
            await core.create(task, 0)
        assert (await core.report("status"))["others"]  # as if it ran that does not exist yet
        for task, priority in enumerate((2, 1, 1)):
            await core.create(task, priority)
        await core.put(header("start", id=1))
        await core.pass_ticks(1)  # equals take turns
        assert dut.interrupt_o.value, f"phase {phase}"
        assert [await core.read() for _ in range(2)] == [0, 0]
        await core.put(header("write", id=0, priority=2, blocked=1))
        assert [await core.read() for _ in range(3)] == [1, 2, 1]
        await core.delay(0, 1)
        await core.delay(2, 1)
        assert not dut.interrupt_o.value
        await core.pass_ticks(1)
        assert dut.interrupt_o.value
        assert await tick(core) == 2
        assert all([await ready(core, task) for task in (0, 2)]), f"phase {phase}"


@cocotb.test()
async def refusals(dut) -> None:
    """Each message that is refused says why, and leaves the tasks as they are."""
    core = await make(dut, 1, 0)
    dead, beyond, no_level = 5, 8, 5  # of 8 tasks and 5 priorities
    ready = {"id": 0, "ready": 1}
    wrong = [
        (pack("scheduler", command=0), "command"),
        (header("write", id=beyond, ready=1), "task"),
        (header("write", id=dead, ready=1), "task"),
        (header("write", **ready, blocked=1), "argument"),
        (header("write", id=0), "argument"),
        (header("write", **ready, priority=no_level), "argument"),
        (header("priority", id=dead, priority=1), "task"),
        (header("priority", id=beyond, priority=1), "task"),
        (header("priority", id=0, priority=no_level), "argument"),
        (header("release", id=beyond), "task"),
        (header("release", id=0), "state"),
        (header("start", id=0), "state"),
        (header("start", id=beyond), "task"),
        (header("get", id=beyond), "task"),
    ]
    before = [await core.ask(header("get", id=task)) for task in range(8)]
    for word, why in wrong:
        await core.put(word)
        error = await core.report("error")
        assert (error["count"], error["code"], error["timers"]) == (1, ERRORS[why], 0), hex(word)
        assert await core.ask(header("report", report=REPORTS["error"])) == 0
    for kind, why in (("set", "state"), ("step", "state")):
        await core.put(header("adjust", adjust=ADJUSTS[kind]), 1)
        assert (await core.report("error"))["code"] == ERRORS[why], kind
    await core.put(header("adjust", adjust=3), 1)
    assert (await core.report("error"))["code"] == ERRORS["command"]
    for fields, why in (
        ({"id": dead}, "task"),
        ({"id": beyond}, "task"),
    ):
        await core.transfer(OFFSETS["timers"], pack("timers", ticks=1, **fields))
        error = await core.report("error")
        assert (error["code"], error["timers"]) == (ERRORS[why], 1), fields
        assert await core.ask(header("report", report=REPORTS["error"])) == 0
    assert [await core.ask(header("get", id=task)) for task in range(8)] == before


@cocotb.test()
async def fields_of_other_messages_mean_nothing(dut) -> None:
    """A message is served whatever stands in those of its bits that it does not use."""
    core = await make(dut, 1, 0)
    others = {"id": 127, "report": 3, "priority": 63, "ready": 1, "tick_hook": 1}
    await core.put(header("adjust", adjust=ADJUSTS["pend"], **others), 1)
    await finish_tick(core)
    assert await tick(core) == 1
    word = await core.ask(header("report", report=REPORTS["identification"], adjust=3, ready=1))
    assert unpack("identification", word)["tasks"] == 8


@cocotb.test()
async def wrong_lengths(dut) -> None:
    """A message with a word too few or too many changes nothing, and the next one is understood."""
    core = await make(dut, 1, 0)
    block = header("write", id=0, priority=1, blocked=1)
    tick = header("adjust", adjust=ADJUSTS["pend"])
    long = [[block, 0x2000, 0x2000], [block, 0, 0, 0], [tick, 1, 1], [header("read"), 0]]
    for words in ([tick], *long):
        await core.put(*words)
        error = await core.report("error")
        assert (error["count"], error["code"]) == (1, ERRORS["length"]), words
    assert unpack("task", await core.ask(header("get", id=0)))["ready"]
    assert await core.ask(header("report", report=REPORTS["tick"])) == 0
    assert await core.load("reply") == 0
    assert await core.read() == 0


@cocotb.test()
async def the_bus_never_hangs(dut) -> None:
    """Loads without a message, refused messages, a full link, and offsets of nothing."""
    core = await make(dut, 0)
    assert await core.load("reply") == 0
    for _ in range(2):  # until it is cleared
        assert unpack("state", await core.load("state"))["underflow"]
    await core.transfer(OFFSETS["state"], 0)
    assert not unpack("state", await core.load("state"))["underflow"]
    # refused, and a message that lacks its last word: no reply
    assert await core.ask(header("get", id=127)) == 0
    await core.transfer(OFFSETS["scheduler_more"], header("adjust"))
    assert await core.load("reply") == 0
    await core.transfer(OFFSETS["scheduler"], 7)
    errors = await core.report("error")
    assert errors["count"] == 2, errors
    most = 0
    for _ in range(30):  # more than the link holds: stores wait
        _, waited, _ = await core.transfer(OFFSETS["scheduler"], header("yield"))
        most = max(most, waited)
    assert most > 0
    assert unpack("state", await core.load("state"))["sent"] >= 3
    words = [await core.ask(header("report", report=REPORTS["identification"])) for _ in range(3)]
    assert unpack("identification", words[0])["tasks"] == 8
    assert len(set(words)) == 1
    known = set(OFFSETS.values())
    for offset in range(0, 256):
        _, _, error = await core.transfer(offset, 0) if offset not in known else (0, 0, False)
        assert error == (offset not in known), hex(offset)
        if offset not in known:
            assert (await core.transfer(offset))[2], hex(offset)
