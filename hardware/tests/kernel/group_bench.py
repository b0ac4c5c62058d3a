# SPDX-License-Identifier: Apache-2.0
"""Event groups: FreeRTOS's rules one by one."""

from itertools import pairwise

import cocotb

from kernel.model import FOREVER, Result
from kernel.model.groups import ALL, CLEAR
from kernel.script import Script, directed

IDLE, LOW, MIDDLE, HIGH, PEER, TWIN = range(6)
PRIORITIES = (0, 1, 3, 5, 3, 1)
OK, FAIL, BUSY, WRONG = Result.OK, Result.FAIL, Result.ERROR_BUSY, Result.ERROR_OBJECT
G, OTHER, SEMAPHORE = 1, 2, 0
SUSPENDED = 1 << 2
STEP, WOKEN = 6, 9
"""Cycles that a walk takes for each waiter, and for one that it wakes."""


async def _begin(dut, ticks: bool = False) -> Script:
    """LOW runs, and there is an event group."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW, ticks)
    assert await script.call("group_create", G) == OK
    return script


async def _value(script: Script) -> int:
    return await script.driver.load("value")


async def _bits(script: Script, group: int = G) -> int:
    assert await script.isr("group_clear", group, 0) == (OK, False)
    return await script.driver.load("isr_value")


async def _wants(script: Script, wanted: int, sets: int = 0) -> None:
    """Operands of the running task."""
    assert await script.call("operand", 0, wanted) == OK
    assert await script.call("operand", 1, sets) == OK


async def _wait(script: Script, task: int, wanted: int, ticks: int = FOREVER) -> None:
    """A task above the running one begins to wait."""
    await script.begin(task)
    await _wants(script, wanted)
    await script.wait("group_wait", G, ticks)


async def _finish(script: Script, name: str, argument: int = 0, group: int = G) -> int | None:
    """A call whose walk goes on in the background, to its end."""
    await script.driver.command(name, group, argument)
    while script.driver.model.resuming:
        await script.driver.cycle()
    return await script.result()


async def _run_twin(script: Script) -> None:
    """The equal of LOW, which runs, runs."""
    assert await script.call("resume", TWIN) == OK
    for _ in range(2):  # START has moved no cursor
        if await script.runs() == LOW:
            assert await script.call("yield") is None
    assert await script.runs() == TWIN


@directed(_begin)
async def bits(script: Script) -> None:
    """Set, clear, read; the upper eight bits are no bits."""
    assert await _bits(script) == 0
    assert await script.call("group_set", G, 0xFF800001) == OK
    assert await _value(script) == 0x800001
    assert await script.call("group_clear", G, 0x800000) == OK
    assert await _value(script) == 0x800001, "the bits before"
    assert await _bits(script) == 1
    assert await script.isr("group_set", G, 6) == (OK, False)
    assert await script.driver.load("isr_value") == 7


@directed(_begin)
async def refusals(script: Script) -> None:
    """A group is no semaphore and no queue, and the other way round."""
    assert await script.call("object_create", SEMAPHORE, 1 << 16) == OK
    for name in ("take", "give", "object_count", "object_delete", "object_holder", "object_reset"):
        assert await script.call(name, G) == WRONG, name
    for name in ("group_wait", "group_sync", "group_set", "group_clear", "group_delete"):
        assert await script.call(name, SEMAPHORE) == WRONG, name
        assert await script.call(name, OTHER) == WRONG, name
    assert await script.call("group_create", G) == BUSY
    assert await script.call("object_create", G, 1 << 16) == BUSY
    assert await script.call("group_delete", G) == OK
    assert await script.call("group_set", G, 1) == WRONG
    assert await script.call("object_create", G, 1 << 16) == OK


@directed(_begin)
async def a_command_before_a_switch(script: Script) -> None:
    """A walk rests until the caller has switched, so it cannot wait for the walk."""
    await _wait(script, HIGH, 0x1)
    await script.driver.command("resume", MIDDLE)  # LOW is told to switch
    assert await script.isr("group_set", G, 0x1) == (OK, False)
    await script.driver.command("group_clear", G, 0x1)
    assert script.driver.model.tasks[LOW].result == (BUSY, 0)
    assert await script.result() is None
    assert await script.runs() == MIDDLE
    await script.interrupt()
    await script.goes_on(HIGH, OK)
    assert await _bits(script) == 0x1


@directed(_begin)
async def a_routine_before_a_switch(script: Script) -> None:
    """For a routine that sets bits, too, the walk goes on though the caller has not switched."""
    await _wait(script, HIGH, 0x1)
    assert await script.call("group_create", OTHER) == OK
    await script.driver.command("resume", MIDDLE)  # LOW is told to switch
    assert await script.isr("group_set", G, 0x1) == (OK, False)
    assert await script.isr("group_set", OTHER, 0x2) == (OK, False)
    assert await script.result() is None
    await script.goes_on(HIGH, OK)
    assert await _bits(script, OTHER) == 0x2


async def _tick_before_its_switch(dut) -> Script:
    """LOW is masked; a tick waits for the switch to MIDDLE, a routine's walk to HIGH behind it."""
    script = await _begin(dut, ticks=True)
    await _wait(script, HIGH, 0x1)
    await script.begin(MIDDLE)
    await script.wait("delay", 0, 1)
    await script.answer(OK)
    await script.driver.until_shown()
    assert await script.isr("group_set", G, 0x1) == (OK, False)
    return script


@directed(_tick_before_its_switch)
async def a_command_in_a_tick_before_its_switch(script: Script) -> None:
    """The caller waits for the walk, so the walk does not wait for the caller to switch."""
    begun = script.driver.model.now
    assert await script.call("group_clear", G, 0x1) == OK
    assert await _value(script) == 0x1
    assert script.driver.model.now == begun, "the tick is not visible before the switch"
    await script.interrupt()
    assert script.driver.model.now == begun + 1
    await script.goes_on(HIGH, OK)
    assert await _bits(script) == 0


@cocotb.test()
async def a_routine_in_a_tick_before_its_switch(dut) -> None:
    """The same of a routine that sets bits, also if the caller has asked for another switch."""
    for asked in (False, True):
        script = await _tick_before_its_switch(dut)
        if asked:
            await script.driver.command("resume", PEER)
        assert await script.isr("group_set", G, 0x2) == (OK, False)
        await script.interrupt()
        assert await script.runs() == HIGH
        while script.driver.model.tick_open:  # who begins to run in a tick waits for its end
            await script.driver.cycle()
        await script.answer(OK)
        assert await _bits(script) == 0x3
        await script.settle()


@directed(_begin, ticks=True)
async def a_result_in_a_tick_before_its_switch(script: Script) -> None:
    """The same of a wait for bits that is completed, of a task that a tick interrupts."""
    await script.begin(HIGH)
    await script.wait("delay", 0, 4)
    await _wait(script, PEER, 0x2)
    await _wait(script, MIDDLE, 0x1)
    assert await script.isr("group_set", G, 0x1) == (OK, False)
    await script.interrupt()
    assert await script.runs() == MIDDLE
    await script.driver.until_shown()
    assert await script.isr("group_set", G, 0x2) == (OK, False)
    await script.answer(OK)
    assert await _value(script) == 0x1
    await script.interrupt()
    await script.goes_on(HIGH, OK)


@directed(_begin)
async def a_routine_in_a_tasks_walk(script: Script) -> None:
    """Its bits come after the walk: who was looked at by then still waits for them."""
    await _wait(script, HIGH, 0x2)
    await _wait(script, MIDDLE, 0x1)
    await script.driver.command("group_set", G, 0x1)
    assert await script.isr("group_set", G, 0x2) == (OK, False)
    assert script.driver.latency["after a walk"]
    while script.driver.model.resuming:
        await script.driver.cycle()
    assert await script.result() is None
    await script.goes_on(HIGH, OK)
    assert await _bits(script) == 0x3


@directed(_begin, ticks=True)
async def a_command_before_result(script: Script) -> None:
    """A wait that is over, and was not asked for its result, is not a second one, too."""
    await _wait(script, HIGH, 0x1)
    await script.begin(MIDDLE)
    await script.wait("notify_wait", 0, 1)
    await script.interrupt()
    assert await script.runs() == MIDDLE
    await script.driver.command("group_sync", G, FOREVER)
    assert script.driver.model.tasks[MIDDLE].result == (BUSY, 0)
    assert await script.isr("notify_increment", MIDDLE) == (OK, False)
    await script.answer(OK)


@directed(_begin)
async def without_waiting(script: Script) -> None:
    """Any and all, with and without clearing; the value before the bits are cleared."""
    assert await script.call("group_set", G, 0x5) == OK
    for wanted, code, left in (
        (0x2, FAIL, 0x5),
        (0x3 | ALL, FAIL, 0x5),
        (0x3 | CLEAR | ALL, FAIL, 0x5),
        (0x3, OK, 0x5),
        (0x5 | ALL, OK, 0x5),
        (0x3 | CLEAR, OK, 0x4),
        (0x4 | CLEAR | ALL, OK, 0x0),
    ):
        before = await _bits(script)
        await _wants(script, wanted)
        assert await script.call("group_wait", G, 0) == code
        assert await _value(script) == before
        assert await _bits(script) == left


@directed(_begin)
async def a_set_wakes(script: Script) -> None:
    """The waiters in the order of arrival, against the bits as set; then they are cleared."""
    await _wait(script, HIGH, 0x1 | CLEAR)
    await _wait(script, MIDDLE, 0x3 | ALL | CLEAR)
    await _wait(script, PEER, 0x8)
    assert await _finish(script, "group_set", 0x5) is None
    await script.goes_on(HIGH, OK)
    assert await _value(script) == 0x5
    assert await _bits(script) == 0x4
    await script.wait("suspend", HIGH)
    await script.goes_on(LOW, OK)
    assert await _value(script) == 0x4, "what is left after the set"
    # MIDDLE's clearing does not keep the bit from PEER
    assert await _finish(script, "group_set", 0xB) is None
    await script.goes_on(MIDDLE, OK)
    assert await _value(script) == 0xF
    await script.wait("suspend", MIDDLE)
    await script.goes_on(PEER, OK)
    assert await _value(script) == 0xF
    assert await _bits(script) == 0xC


@directed(_begin)
async def nobody_matches(script: Script) -> None:
    """The set ends without a switch, the scheduler runs on; a waiter of one's priority waits."""
    await _wait(script, HIGH, 0x10)
    assert await _finish(script, "group_set", 0x1) == OK
    assert await _value(script) == 0x1
    assert not await script.driver.load("status") & SUSPENDED
    assert await script.runs() == LOW


@directed(_begin)
async def equals(script: Script) -> None:
    """A waiter that is not above the caller becomes ready, without a switch."""
    await _run_twin(script)
    await _wants(script, 0x1)
    await script.wait("group_wait", G)
    await script.goes_on(LOW, OK)
    assert await _finish(script, "group_set", 0x1) == OK
    assert await script.runs() == LOW
    assert await script.call("yield") is None
    await script.goes_on(TWIN, OK)
    assert await _value(script) == 0x1


@directed(_begin, ticks=True)
async def time_out(script: Script) -> None:
    """Time passes: the bits as they are then, cleared if they have come too late."""
    assert await script.call("object_create", SEMAPHORE, 1 << 16 | 1) == OK
    await script.begin(HIGH)
    for late, code in ((False, FAIL), (True, FAIL)):
        await _wants(script, 0x3 | ALL | CLEAR)
        await script.wait("group_wait", G, 2)
        assert await script.runs() == LOW
        await script.interrupt()
        assert await script.runs() == HIGH
        if late:
            assert await script.isr("take", SEMAPHORE) == (OK, False), "a routine waits for nothing"
            assert await script.isr("group_set", G, 0x7) == (OK, False)
        await script.answer(code)
        assert await _value(script) == (0x7 if late else 0)
        assert await _bits(script) == (0x4 if late else 0)
    await script.wait("group_wait", G)
    await script.begin(HIGH, "abort_delay")
    await script.answer(FAIL)
    assert await _value(script) == 0x4
    await script.wait("suspend", HIGH)
    await script.begin(MIDDLE)
    await _wants(script, 0x3)
    await script.wait("group_wait", G)
    assert await script.call("task_delete", MIDDLE) == OK
    assert await _finish(script, "group_set", 0x1) == OK, "nobody waits any more"


@directed(_begin)
async def deletion(script: Script) -> None:
    """Every waiter is woken with 0; then there is no group."""
    await _wait(script, HIGH, 0x1)
    await _wait(script, MIDDLE, 0x2 | ALL)
    assert await _finish(script, "group_set", 0x80) == OK
    assert await _finish(script, "group_delete") is None
    for task in (HIGH, MIDDLE):
        await script.goes_on(task, OK)
        assert await _value(script) == 0
        await script.wait("suspend", task)
    await script.answer(OK)
    assert await script.call("group_clear", G) == WRONG
    assert await script.call("group_create", G) == OK
    assert await _bits(script) == 0


@directed(_begin)
async def deleted_before_it_runs(script: Script) -> None:
    """Who was timed out when the group goes learns that it has gone."""
    await _wait(script, MIDDLE, 0x1, 1)
    await script.begin(HIGH)
    assert await script.catch_up(1) == FAIL, "MIDDLE is ready, and below"
    assert await script.call("group_delete", G) == OK
    await script.wait("suspend", HIGH)
    await script.goes_on(MIDDLE, WRONG)


@directed(_begin)
async def rendezvous(script: Script) -> None:
    """xEventGroupSync: the last one wakes the others, everybody sees all bits, none is left."""
    wanted = 0x7 | ALL | CLEAR
    await script.begin(HIGH)
    await _wants(script, wanted, 0x1)
    await script.wait("group_sync", G, FOREVER)
    await script.begin(MIDDLE)
    await _wants(script, wanted, 0x2)
    await script.driver.command("group_sync", G, FOREVER)
    while script.driver.model.resuming:
        await script.driver.cycle()
    assert await script.result() is None, "it waits as well, behind HIGH"
    await script.goes_on(LOW, OK)
    assert await _bits(script) == 0x3
    await _wants(script, wanted, 0x4)
    assert await _finish(script, "group_sync", FOREVER) is None
    for task in (HIGH, MIDDLE):
        await script.goes_on(task, OK)
        assert await _value(script) == 0x7
        await script.wait("suspend", task)
    await script.goes_on(LOW, OK)
    assert await _value(script) == 0x7
    assert await _bits(script) == 0


@directed(_begin)
async def rendezvous_without_time(script: Script) -> None:
    """No time to wait: the bits stay set, and others may be woken by them."""
    await _wants(script, 0x3 | ALL | CLEAR, 0x1)
    assert await script.call("group_sync", G, 0) == FAIL
    assert await _value(script) == 0x1
    assert await _bits(script) == 0x1
    await _wait(script, HIGH, 0x4 | CLEAR)
    await script.answer(OK)
    await _wants(script, 0x18 | ALL | CLEAR, 0xC)
    assert await _finish(script, "group_sync", 0) is None
    await script.goes_on(HIGH, OK)
    assert await _value(script) == 0xD
    await script.wait("suspend", HIGH)
    await script.answer(FAIL)
    assert await _value(script) == 0x9
    # all there at once: nobody is looked at
    await _wants(script, 0x9 | ALL | CLEAR, 0x1)
    assert await script.call("group_sync", G, 0) == OK
    assert await _value(script) == 0x9
    assert await _bits(script) == 0


@directed(_begin, ticks=True)
async def rendezvous_time_out(script: Script) -> None:
    """The time counts from the call, though others were looked at before the wait."""
    await _wait(script, MIDDLE, 0x10)
    await script.begin(HIGH)
    await _wants(script, 0x3 | ALL | CLEAR, 0x1)
    begun = script.driver.model.now
    assert await _finish(script, "group_sync", 3) is None
    assert await script.runs() == LOW
    await script.interrupt()
    assert await script.runs() == HIGH
    assert script.driver.model.now == begun + 3
    await script.answer(FAIL)
    assert await _value(script) == 0x1


@directed(_begin)
async def scheduler_suspended(script: Script) -> None:
    """In a suspension a set makes ready at once and switches at its end; a wait fails."""
    await _wait(script, HIGH, 0x1)
    assert await script.call("suspend_all") == OK
    await _wants(script, 0x2)
    assert await script.call("group_wait", G, 5) == FAIL
    assert await _finish(script, "group_set", 0x1) == OK
    assert await _value(script) == 0x1
    assert await script.driver.load("status") & SUSPENDED
    assert await script.runs() == LOW
    assert await script.call("task_state", HIGH) == OK
    assert await _value(script) & 7 == 1, "ready, not pended"
    await script.driver.command("resume_all", 0)
    assert await script.result() is None
    await script.goes_on(HIGH, OK)
    assert await _value(script) == 0x1


@directed(_begin)
async def routine_sets(script: Script) -> None:
    """It returns at once; the switch is requested from the background."""
    await _wait(script, HIGH, 0x1 | CLEAR)
    await _wait(script, MIDDLE, 0x1)
    await _wait(script, PEER, 0x2)
    assert await script.call("group_create", OTHER) == OK
    await script.driver.command("group_set", G, 0x1, isr=True)
    assert await script.driver.load("isr_result") == OK
    # another one at once waits until the first is done
    assert await script.isr("group_set", OTHER, 0x4) == (OK, False)
    assert script.driver.latency["after a walk"]
    assert await _bits(script, OTHER) == 0x4
    await script.interrupt()
    await script.goes_on(HIGH, OK)
    assert await _value(script) == 0x1
    await script.wait("suspend", HIGH)
    await script.goes_on(MIDDLE, OK)
    assert await _value(script) == 0x1
    for _ in range(60):  # nothing but commands has slowed it down
        await script.driver.cycle()
    assert await _bits(script) == 0


@directed(_begin)
async def routine_sets_in_a_suspension(script: Script) -> None:
    """Who is woken then is pended until the suspension ends."""
    await _wait(script, HIGH, 0x1)
    assert await script.call("suspend_all") == OK
    assert await script.isr("group_set", G, 0x1) == (OK, False)
    await script.settle()
    assert script.driver.model.tasks[HIGH].chain == "pended"
    assert await script.runs() == LOW
    assert await script.resume_all() is None
    await script.goes_on(HIGH, OK)
    assert await _value(script) == 0x1


@directed(_begin)
async def busy_with_a_routines_set(script: Script) -> None:
    """A second routine's set waits for the end of the walk, and so does a task's command."""
    driver = script.driver
    for task in (HIGH, MIDDLE, PEER):
        await _wait(script, task, 0x100)
    await _run_twin(script)
    await _wants(script, 0x1 | CLEAR)
    await script.wait("group_wait", G)
    await script.answer(OK)
    await driver.command("group_set", G, 0x1, isr=True)
    await driver.command("group_set", G, 0x2, isr=True)
    assert await driver.load("isr_result") == OK
    await driver.command("operand", 0, 0x1)
    await driver.command("group_wait", G, 0)
    assert driver.latency["after a walk"].total() == 2
    assert await script.result() == FAIL, "TWIN has got it, and has cleared it"
    assert await _value(script) == 0x2


@directed(_begin)
async def pended_meanwhile(script: Script) -> None:
    """While a task's set is worked off, what an event wakes is pended, behind those set ready."""
    driver = script.driver
    assert await script.call("object_create", SEMAPHORE, 1 << 16) == OK
    await script.begin(PEER)
    await script.wait("take", SEMAPHORE)
    await _wait(script, MIDDLE, 0x1)
    await _wait(script, HIGH, 0x2)
    await driver.command("group_set", G, 0x1)
    assert await script.isr("give", SEMAPHORE) == (OK, True)
    while driver.model.resuming:
        await driver.cycle()
    assert await script.result() is None
    assert await script.runs() == MIDDLE, "ready before PEER, its equal"


@cocotb.test()
async def before_the_start(dut) -> None:
    """Bits can be set before the scheduler starts; a wait fails."""
    script = Script(dut)
    await script.driver.reset()
    assert await script.call("group_create", G) == OK
    assert await script.call("group_set", G, 0x1) == OK
    await script.driver.command("operand", 0, 0x2)
    await script.driver.command("operand", 1, 0)
    assert await script.call("group_wait", G, 5) == FAIL
    await script.settle()


@cocotb.test()
async def duration(dut) -> None:
    """What a walk takes grows by a constant with each waiter, more for one that is woken."""
    script = await _begin(dut)
    driver = script.driver

    async def cycles(argument: int) -> int:
        await driver.command("group_set", G, argument)
        begun = driver.cycles
        while driver.model.resuming:
            await driver.cycle()
        return driver.cycles - begun

    looked_at = []
    for task in (MIDDLE, PEER, HIGH):
        await _wait(script, task, 0x10)
        await script.answer(OK)
        looked_at.append(await cycles(0x1))
        assert await script.result() == OK
    assert {b - a for a, b in pairwise(looked_at)} == {STEP}
    woken = await cycles(0x10)
    assert woken - looked_at[-1] == 3 * (WOKEN - STEP)
