# SPDX-License-Identifier: Apache-2.0
"""What timers, tickless idle and the tick hook need: FreeRTOS's rules one by one."""

import cocotb
from cocotb.triggers import FallingEdge

from kernel.model import AGAIN, FOREVER, Result
from kernel.registers import LINES
from kernel.script import HIGH, IDLE, LOW, MIDDLE, PEER, PRIORITIES, Script, directed

OK, FAIL, BUSY = Result.OK, Result.FAIL, Result.ERROR_BUSY
Q = 2
OTHER_READY, PENDED, VALID, HOOK = 1 << 4, 1 << 7, 1 << 8, 1 << 9
PREEMPTION, SLICING, HOOKED = 1, 2, 4
NONE = 0xFF
"""IDLE_TICKS when no task is delayed, with a timer of eight bits."""


async def _begin(dut, ticks: bool = False, first: int = LOW) -> Script:
    script = Script(dut)
    await script.start(PRIORITIES, first, ticks)
    assert await script.call("queue_create", Q, 1) == OK
    return script


async def _put(script: Script) -> tuple[int, bool]:
    """An interrupt service routine sends."""
    assert await script.isr("queue_send", Q) == (OK, False)
    return await script.isr("queue_commit", Q, 0)


async def _idle_ticks(script: Script) -> int:
    """IDLE_TICKS, within the time that the register description states."""
    driver = script.driver
    for _ in range(11 * len(driver.model.delayed) + 16):
        await driver.cycle()
    assert await driver.load("status") & VALID
    return await driver.load("idle_ticks")


# -- QUEUE_WAIT -----------------------------------------------------------------------------------
@directed(_begin)
async def waits_when_the_suspension_ends(script: Script) -> None:
    """The caller runs on, switches at RESUME_ALL, and takes nothing when a message wakes it."""
    await script.begin(HIGH)
    assert await script.call("suspend_all") == OK
    assert await script.call("queue_wait", Q, FOREVER) == OK
    assert await script.runs() == HIGH
    assert await script.call("object_count", Q) == OK
    assert await script.call("queue_wait", Q, FOREVER) == BUSY, "it waits already"
    assert await script.resume_all() is None
    assert await script.runs() == LOW
    assert await script.call("object_delete", Q) == BUSY
    assert await _put(script) == (OK, True)
    assert await script.call("yield") is None
    await script.goes_on(HIGH, OK)
    assert await script.call("object_count", Q) == OK
    assert await script.driver.load("value") == 1


@directed(_begin)
async def does_not_wait(script: Script) -> None:
    """Neither with an item there, nor for no time, nor without a suspension, nor elsewhere."""
    assert await script.call("queue_wait", Q, 5) == BUSY
    assert await script.call("suspend_all") == OK
    assert await script.call("queue_wait", Q, 0) == FAIL
    assert await script.call("queue_wait", 0, 5) == Result.ERROR_OBJECT
    assert await _put(script) == (OK, False)
    assert await script.call("queue_wait", Q, 5) == FAIL
    assert await script.resume_all() == FAIL
    assert await script.runs() == LOW


@directed(_begin)
async def woken_before_the_suspension_ends(script: Script) -> None:
    """A message meanwhile: the task is ready again at the resume, and nothing switches."""
    for preemption in (1, 0):
        await script.driver.store("control", preemption | SLICING)
        script.driver.model.preemption = bool(preemption)
        assert await script.call("object_reset", Q) == OK
        assert await script.call("suspend_all") == OK
        assert await script.call("queue_wait", Q, 9) == OK
        assert await _put(script) == (OK, False)
        assert await script.driver.load("status") & PENDED
        await script.settle()
        assert await script.resume_all() == FAIL, "xTaskResumeAll's pdFALSE"
        assert await script.runs() == LOW


@directed(_begin, ticks=True)
async def time_out(script: Script) -> None:
    """The time counts from the visible tick; ticks of the suspension may end the wait."""
    driver = script.driver
    assert await script.call("suspend_all") == OK
    while driver.model.ticks_pended < 2:
        await driver.cycle()
    assert await script.call("queue_wait", Q, 2) == OK
    begun = driver.model.now
    assert await script.resume_all() == FAIL, "two pended ticks have ended the wait"
    assert driver.model.now >= begun + 2
    assert await script.runs() == LOW
    assert await script.call("object_delete", Q) == OK, "nobody waits"
    assert await script.call("queue_create", Q, 1) == OK
    assert await script.call("suspend_all") == OK
    assert await script.call("queue_wait", Q, 3) == OK
    begun = driver.model.now
    assert await script.resume_all() is None
    assert await script.runs() == IDLE
    await script.interrupt()
    assert await script.runs() == LOW
    assert driver.model.now == begun + 3
    await script.answer(OK)


@directed(_begin)
async def switches_without_preemption(script: Script) -> None:
    """RESUME_ALL leaves the processor also when nobody else would ask for that."""
    await script.driver.store("control", SLICING)
    script.driver.model.preemption = False
    assert await script.call("suspend_all") == OK
    assert await script.call("queue_wait", Q, FOREVER) == OK
    assert await script.resume_all() is None
    assert await script.runs() == IDLE


# -- tickless idle --------------------------------------------------------------------------------
@directed(_begin)
async def idle_ticks(script: Script) -> None:
    """The nearest deadline, wherever the task is; none; what changes during the suspension."""
    driver = script.driver
    assert await script.call("suspend_all") == OK
    assert await _idle_ticks(script) == NONE
    assert await script.resume_all() == FAIL
    assert not await driver.load("status") & VALID
    for task, ticks in ((HIGH, 9), (MIDDLE, 4), (PEER, 7)):
        await script.begin(task)
        await script.wait("delay", 0, ticks)
    assert await script.call("suspend_all") == OK
    assert await _idle_ticks(script) == 3
    assert await script.call("suspend", MIDDLE) == OK
    assert await _idle_ticks(script) == 6
    assert await script.resume_all() == FAIL
    # one that is due at the next tick, in a list of its own
    assert await script.call("resume", MIDDLE) is None
    await script.answer(OK)
    await script.wait("delay", 0, 1)
    assert await script.call("suspend_all") == OK
    assert await _idle_ticks(script) == 0
    assert await script.call("queue_wait", Q, 200) == OK
    assert await script.call("suspend", MIDDLE) == OK
    assert await script.call("suspend", PEER) == OK
    assert await script.call("suspend", HIGH) == OK
    assert await _idle_ticks(script) == 199


@directed(_begin, first=LOW)
async def steps(script: Script) -> None:
    """Ticks pass at once up to the one before a deadline; the last one is worked off."""
    driver = script.driver
    start = driver.model.now
    for task, ticks in ((HIGH, 20), (MIDDLE, 21)):
        await script.begin(task)
        await script.wait("delay", 0, ticks)
    assert await script.call("step_tick", 0, 5) == BUSY
    assert await script.call("suspend_all") == OK
    assert await _idle_ticks(script) == 19
    assert await script.call("step_tick", 2, 1) == Result.ERROR_ARGUMENT
    assert await script.call("step_tick", 0, 256) == Result.ERROR_ARGUMENT
    assert await script.call("step_tick", 0, 12) == OK
    assert await driver.load("tick") == start + 12
    assert await _idle_ticks(script) == 7
    assert await script.call("step_tick", 0, 7) == OK
    assert await _idle_ticks(script) == 0
    assert not await driver.load("status") & PENDED
    assert await script.call("step_tick", 1, 1) == OK
    assert await driver.load("status") & PENDED
    assert await driver.load("tick") == start + 19
    assert await script.resume_all() is None
    assert await script.runs() == HIGH
    assert await driver.load("tick") == start + 20
    await script.answer(OK)
    await script.wait("suspend", HIGH)
    await script.goes_on(LOW, OK)
    assert await script.catch_up(1) is None
    assert await script.runs() == MIDDLE


@directed(_begin, ticks=True)
async def steps_in_a_tick(script: Script) -> None:
    """A tick that has begun, and is not visible, wakes who is due at it after the step."""
    driver = script.driver
    for task, ticks in ((HIGH, 2), (MIDDLE, 4)):
        await script.begin(task)
        await script.wait("delay", 0, ticks)
    start = driver.model.tasks[HIGH].deadline - 2
    while not driver.model.tick_open or not driver.shown:
        await driver.cycle()
    assert await script.call("suspend_all") == OK
    assert driver.model.tick_open
    assert await driver.load("tick") == start + 1
    assert await script.call("step_tick", 0, 2) == OK
    assert await driver.load("tick") == start + 3
    for _ in range(60):
        await driver.cycle()
    assert await driver.load("tick") == start + 3, "the tick goes on in a suspension"
    assert await script.resume_all() is None
    assert await script.runs() == HIGH
    assert await driver.load("tick") == start + 4
    assert driver.model.tasks[MIDDLE].place == "ready"


@directed(_begin)
async def steps_over_the_wrap(script: Script) -> None:
    """The visible tick wraps as often as it would tick by tick."""
    for _ in range(5):
        assert await script.call("suspend_all") == OK
        assert await script.call("step_tick", 0, 100) == OK
        assert await script.resume_all() == FAIL
        await script.driver.load("tick")
        await script.driver.load("tick_overflows")
    assert script.driver.model.now == 500


@directed(_begin)
async def stepped_over(script: Script) -> None:
    """A task whose deadline is stepped over, which FreeRTOS forbids, is only late."""
    await script.begin(HIGH)
    await script.wait("delay", 0, 4)
    assert await script.call("suspend_all") == OK
    assert await script.call("step_tick", 0, 9) == OK
    assert await script.resume_all() == FAIL
    assert await script.catch_up(1) is None
    assert await script.runs() == HIGH


# -- the tick hook --------------------------------------------------------------------------------
async def _until_hook(script: Script) -> None:
    for _ in range(2000):
        if script.driver.dut.switch_request_o.value:
            return
        await script.driver.cycle()
    raise AssertionError("the tick hook is not asked for")


@directed(_begin, ticks=True)
async def hook_for_each_tick(script: Script) -> None:
    """One call for each tick of the timer, when it is visible; none when it is off."""
    driver = script.driver
    while driver.model.now < 3:
        await driver.cycle()
    assert not script.driver.dut.switch_request_o.value, "off after reset"
    await driver.store("control", PREEMPTION | SLICING | HOOKED)
    assert await driver.load("control") == PREEMPTION | SLICING | HOOKED
    for _ in range(3):
        before = driver.model.now
        await _until_hook(script)
        assert await driver.load("status") & HOOK
        assert await driver.load("tick") == before + 1
        assert await driver.load("tick_hook") == 1
        assert await driver.load("dispatch") == script.pointer(LOW), "no switch is requested"
        await driver.store("tick_hook", 0)
        assert not await driver.load("status") & HOOK
        assert not script.driver.dut.switch_request_o.value
    while driver.model.hooks < 4:  # the processor is away: none is lost
        await driver.cycle()
    for left in (3, 2, 1, 0):
        await driver.store("tick_hook", 0)
        assert await driver.load("tick_hook") == left
    await _until_hook(script)
    await driver.store("control", PREEMPTION | SLICING)
    assert not script.driver.dut.switch_request_o.value
    await driver.store("control", PREEMPTION | SLICING | HOOKED)
    assert await driver.load("tick_hook") == 0, "forgotten with the switch to off"


@directed(_begin, ticks=True)
async def hook_and_suspension(script: Script) -> None:
    """Called at once in a suspension, though the tick is not visible; not for ticks added."""
    driver = script.driver
    await driver.store("control", PREEMPTION | SLICING | HOOKED)
    assert await script.call("suspend_all") == OK
    before = driver.model.now
    for _ in range(2):
        await _until_hook(script)
        assert await driver.load("tick") == before
        await driver.store("tick_hook", 0)
    assert await script.call("step_tick", 1, 3) == OK
    assert not script.driver.dut.switch_request_o.value
    assert await script.resume_all() == FAIL
    assert await driver.load("tick") == before + 5
    assert await driver.load("tick_hook") == 0
    assert await script.catch_up(2) == FAIL
    assert await driver.load("tick_hook") == 0


@directed(_begin, ticks=True)
async def hook_and_switch(script: Script) -> None:
    """The hook is called when the tick is visible; DISPATCH does not answer for it."""
    driver = script.driver
    await driver.store("control", PREEMPTION | SLICING | HOOKED)
    await driver.transfer(LINES[0], 0, "store")
    await script.begin(HIGH)
    await script.wait("delay", 0, 1)
    while not (driver.model.requested and driver.shown):
        assert not driver.shown, "the hook before the switch"
        await driver.cycle()
    assert not await driver.load("status") & HOOK
    for _ in range(20):
        await driver.cycle()
    assert not await driver.load("status") & HOOK, "the hook would see the tick before"
    assert await driver.load("tick_hook") == 1
    assert await driver.load("status") & HOOK
    await driver.load("dispatch")
    assert await script.runs() == HIGH
    assert script.driver.dut.switch_request_o.value
    assert await driver.load("result") != AGAIN
    await driver.store("tick_hook", 0)
    assert not script.driver.dut.switch_request_o.value


# -- STATUS ---------------------------------------------------------------------------------------
@cocotb.test()
async def a_yield_would_run_another_task(dut) -> None:
    """STATUS says so, in a suspension of the scheduler, too."""
    script = await _begin(dut)
    assert not await script.driver.load("status") & OTHER_READY
    assert await script.call("suspend_all") == OK
    assert not await script.driver.load("status") & OTHER_READY
    assert await script.call("resume", HIGH) == OK
    await script.settle()
    assert await script.driver.load("status") & OTHER_READY
    assert await script.resume_all() is None
    assert await script.runs() == HIGH
    assert not await script.driver.load("status") & OTHER_READY


# -- the gated clock ------------------------------------------------------------------------------
@cocotb.test()
async def the_clock_rests(dut) -> None:
    """While nothing happens; in a suspension of the scheduler, too, once IDLE_TICKS is known."""
    script = await _begin(dut)
    await script.begin(HIGH)
    await script.wait("delay", 0, 5)
    for suspended in (False, True):
        if suspended:
            assert await script.call("suspend_all") == OK
            await _idle_ticks(script)
        for _ in range(20):
            await script.driver.cycle()
        for _ in range(40):
            await FallingEdge(dut.clk_i)
            assert not dut.u_clock_gate.run_i.value, "the next edge passes"
