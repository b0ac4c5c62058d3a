# SPDX-License-Identifier: Apache-2.0
"""The monitor: run times, deadlines, budgets, and how fast the processor answers."""

import cocotb

from kernel.driver import Driver
from kernel.model import Result
from kernel.registers import LINES, MONITOR, OFFSETS
from kernel.script import HIGH, IDLE, LOW, MIDDLE, PRIORITIES, Script, directed
from kernel.snapshot import SCAN

OK, FAIL = Result.OK, Result.FAIL
VALID, LOST, OVERLOAD, OVERRUN = 1 << 31, 1 << 30, 1 << 9, 1 << 8
STATUS, WIDTHS = 1 << 10, 1 << 19
HOOKED, POLICY = 1 << 3, 0b11
TURN = range(4, 10)
"""Cycles until a register of a task answers while nothing happens: a task of the scan may have its
turn before."""


async def _begin(dut) -> Script:
    """LOW runs, and what there was before is forgotten."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW)
    for task in range(len(PRIORITIES)):
        await script.driver.watched("counts", task, 0)
    return script


async def _pass(driver: Driver, cycles: int) -> None:
    for _ in range(cycles):
        await driver.cycle()


async def _event(driver: Driver) -> int:
    return await driver.load_raw(OFFSETS["monitor_event"])


async def _counts(driver: Driver, task: int) -> tuple[int, int]:
    """Overruns, overloads."""
    counts = await driver.watched("counts", task)
    return counts & 0xFFFF, counts >> 16


def _delay(driver: Driver) -> int:
    """The longest time until the scan sees what is missed."""
    return SCAN * len(driver.model.tasks)


@cocotb.test()
async def cycles(dut) -> None:
    """They go on whatever else happens, and the upper half is of the lower one's time."""
    script = await _begin(dut)
    driver = script.driver
    assert await driver.load_raw(OFFSETS["widths"]) & WIDTHS
    first, begun = await driver.load_raw(OFFSETS["cycles"]), driver.cycles
    await _pass(driver, 700)
    second = await driver.load_raw(OFFSETS["cycles"])
    assert second - first == driver.cycles - begun
    driver.watch.u_events.cycles_q.value = (1 << 32) - 5
    low = await driver.load_raw(OFFSETS["cycles"])
    assert low > 1 << 31
    await _pass(driver, 20)
    assert await driver.load_raw(OFFSETS["cycles_high"]) == 0
    assert await driver.load_raw(OFFSETS["cycles"]) < 1000
    assert await driver.load_raw(OFFSETS["cycles_high"]) == 1


@cocotb.test()
async def run_time(dut) -> None:
    """Each task has the time in which it runs, to the cycle; 64 bits of it."""
    script = await _begin(dut)
    driver = script.driver
    for cycles in (50, 300):
        await _pass(driver, cycles)
        await script.begin(HIGH)
        await _pass(driver, 2 * cycles)
        await script.wait("suspend", HIGH)
    for task in (HIGH, MIDDLE):
        assert await driver.watched("run_time", task) == driver.monitor.tasks[task].run
    assert driver.monitor.tasks[HIGH].run >= 700
    before = driver.monitor.run(LOW, driver.now())
    found = await driver.watched("run_time", LOW)
    assert before <= found <= driver.monitor.run(LOW, driver.now())
    high = 3 << 32
    driver.watch.u_events.cycles_q.value = driver.now() + high
    driver.monitor.tasks[LOW].run += high
    await driver.cycle()  # the monitor's time is a cycle old
    assert await driver.watched("run_time", LOW) > found
    assert await driver.load_raw(OFFSETS["monitor_high"]) == 3
    assert await driver.watched("run_time", HIGH) == driver.monitor.tasks[HIGH].run
    assert await driver.load_raw(OFFSETS["monitor_high"]) == 0


@directed(_begin)
async def jobs(script: Script) -> None:
    """From the release to the next wait; preempted, it ages but does not run."""
    driver = script.driver
    await script.begin(MIDDLE)
    assert driver.monitor.tasks[MIDDLE].active
    await _pass(driver, 100)
    await script.begin(HIGH)
    await _pass(driver, 400)
    age, ran = [await driver.watched(name, MIDDLE) for name in ("job_age", "job_run")]
    assert age > 500 > 200 > ran >= 100
    assert await driver.watched("job_run", MIDDLE) == ran, "it does not run"
    assert await driver.watched("job_age", MIDDLE) > age
    assert await driver.watched("response", MIDDLE) == 0, "it is not complete"
    await script.wait("suspend", HIGH)
    await script.wait("delay", 0, 5)
    watched = driver.monitor.tasks[MIDDLE]
    assert await driver.watched("job_age", MIDDLE) == 0
    assert await driver.watched("job_run", MIDDLE) == 0
    assert await driver.watched("response", MIDDLE) == watched.response > 500
    assert await driver.watched("longest_run", MIDDLE) == watched.longest_run < 250
    kept = watched.response
    await script.begin(MIDDLE, "abort_delay")
    await script.answer(OK)
    await script.wait("suspend", MIDDLE)
    assert await driver.watched("response", MIDDLE) == kept, "a shorter one"
    await driver.watched("counts", MIDDLE, 0)
    assert await driver.watched("response", MIDDLE) == 0
    assert await driver.watched("longest_run", MIDDLE) == 0
    assert await driver.watched("run_time", MIDDLE) == watched.run > 0


@directed(_begin)
async def overrun(script: Script) -> None:
    """Seen while the job goes on, even of a task that does not run, and once for each job."""
    driver = script.driver
    await driver.store("control", POLICY | HOOKED)
    await script.begin(HIGH)
    assert await script.call("suspend", LOW) == OK
    await driver.watched("deadline", LOW, 400)
    assert await driver.watched("deadline", LOW) == 400
    assert await script.call("resume", LOW) == OK, "it is ready, and HIGH runs on"
    released = driver.monitor.tasks[LOW].release
    for _ in range(2):
        while driver.now() - released <= 400:
            assert await _event(driver) == 0, "too early"
        await _pass(driver, _delay(driver))
        if await driver.load_raw(OFFSETS["status"]) & STATUS:
            break
    assert script.driver.dut.switch_request_o.value, "the interrupt is raised"
    assert await _event(driver) == VALID | OVERRUN | LOW
    await driver.cycle()
    assert not script.driver.dut.switch_request_o.value
    assert await _counts(driver, LOW) == (1, 0)
    await _pass(driver, 1000)
    assert await _event(driver) == 0, "once for each job"
    await script.wait("suspend", HIGH)
    await script.answer(OK)
    assert await script.runs() == LOW
    await script.wait("delay", 0, 5)
    assert await _counts(driver, LOW) == (1, 0)


@directed(_begin)
async def in_time(script: Script) -> None:
    """A job that ends just in time is none; one cycle later it is one, seen at its end."""
    driver = script.driver
    for spare, misses in ((0, 0), (-1, 1)):
        await driver.watched("deadline", HIGH, 0)
        await driver.watched("counts", HIGH, 0)
        await script.begin(HIGH)
        await script.wait("suspend", HIGH)
        watched = driver.monitor.tasks[HIGH]
        response, ran = watched.response, watched.longest_run
        await script.answer(OK)
        await driver.watched("counts", HIGH, 0)
        await driver.watched("deadline", HIGH, response + spare)
        await driver.watched("budget", HIGH, ran + spare)
        await script.begin(HIGH)
        await script.wait("suspend", HIGH)
        assert (watched.response, watched.longest_run) == (response, ran), "the same again"
        await script.answer(OK)
        assert await _counts(driver, HIGH) == (misses, misses)
        expected = VALID | OVERRUN | OVERLOAD | HIGH if misses else 0
        assert await _event(driver) == expected


@directed(_begin)
async def overload(script: Script) -> None:
    """What counts is the time for which a job runs, not others that preempt it."""
    driver = script.driver
    await driver.watched("budget", MIDDLE, 300)
    await script.begin(MIDDLE)
    await script.begin(HIGH)
    await _pass(driver, 1000)
    assert await _event(driver) == 0, "it has hardly run"
    await script.wait("suspend", HIGH)
    await _pass(driver, 200)
    assert await _event(driver) == 0
    await _pass(driver, 100 + _delay(driver))
    assert await _event(driver) == VALID | OVERLOAD | MIDDLE
    assert await _counts(driver, MIDDLE) == (0, 1)
    # a wait ends the job: the next one has its own budget
    await script.wait("delay", 0, 5)
    await script.begin(MIDDLE, "abort_delay")
    await _pass(driver, 200)
    assert await _event(driver) == 0
    await _pass(driver, 100 + _delay(driver))
    assert await _event(driver) == VALID | OVERLOAD | MIDDLE
    assert await _counts(driver, MIDDLE) == (0, 2)


@cocotb.test()
async def more_than_are_kept(dut) -> None:
    """Sixteen wait; what comes then is counted, and MONITOR_EVENT says once that it is lost."""
    script = await _begin(dut)
    driver = script.driver
    await driver.watched("deadline", HIGH, 1)
    for _ in range(18):
        await script.begin(HIGH)
        await script.wait("suspend", HIGH)
        await script.answer(OK)
    assert await _counts(driver, HIGH) == (18, 0)
    assert await _event(driver) == VALID | LOST | OVERRUN | HIGH
    for _ in range(15):
        assert await _event(driver) == VALID | OVERRUN | HIGH
    assert await _event(driver) == 0


@cocotb.test()
async def rest(dut) -> None:
    """Without a deadline or a budget nothing is looked for; one of the last task suffices."""
    script = await _begin(dut)
    driver = script.driver
    last = len(driver.model.tasks) - 1

    async def scans() -> bool:
        await _pass(driver, 2 * _delay(driver))
        return bool(driver.watch.u_turns.watches_q.value)

    assert not await scans()
    for task, register in ((last, "budget"), (0, "deadline")):
        await driver.watched(register, task, 7)
        assert await scans()
        await driver.watched(register, task, 0)
        assert not await scans()
        await driver.watched(register, task)
        assert await script.call("operand", 0, 7) == OK
        assert not driver.watch.u_turns.watches_q.value, "a command sets no limit"


@directed(_begin)
async def a_new_task_has_nothing(script: Script) -> None:
    """Who gets the identifier of a deleted task begins anew."""
    driver = script.driver
    for register in ("deadline", "budget"):
        await driver.watched(register, HIGH, 1)
    await script.begin(HIGH)
    await script.wait("task_delete", HIGH)
    await script.answer(OK)
    assert await _counts(driver, HIGH) == (1, 1)
    assert await driver.watched("run_time", HIGH) > 0
    assert await script.call("task_create", HIGH, PRIORITIES[LOW]) == OK
    for register in ("deadline", "budget", "run_time", "counts", "response", "longest_run"):
        assert await driver.watched(register, HIGH) == 0


@cocotb.test()
async def answer(dut) -> None:
    """How long the interrupt that requests switches was raised, at the longest."""
    script = await _begin(dut)
    driver = script.driver
    await driver.transfer(LINES[0], 1 << 31 | 1 << 30 | HIGH, "store")
    longest = 0
    for masked in (100, 40, 160):
        await script.begin(HIGH)
        await script.wait("notify_take", 1)
        assert await driver.load_raw(OFFSETS["answer_longest"]) == longest, "nobody waited"
        dut.lines_i.value = 1
        await driver.until_shown()
        raised = driver.cycles
        await _pass(driver, masked)
        await driver.load("dispatch")
        dut.lines_i.value = 0
        longest = max(longest, driver.cycles - 1 - raised)
        await script.answer(OK)
        await script.wait("suspend", HIGH)
        await script.answer(OK)
        assert await driver.load_raw(OFFSETS["answer_longest"]) == longest
    await driver.store("answer_longest", 0)
    assert await driver.load_raw(OFFSETS["answer_longest"]) == 0


@cocotb.test()
async def turns(dut) -> None:
    """A register answers soon, and who reads without end does not hold the scan up."""
    script = await _begin(dut)
    driver = script.driver
    await driver.watched("deadline", MIDDLE, 300)
    await script.begin(MIDDLE)
    released = driver.monitor.tasks[MIDDLE].release
    await _pass(driver, 20)
    driver.latency.clear()
    for _ in range(10):
        await driver.watched("run_time", IDLE)
    # without a cycle between two loads
    loaded = MONITOR["monitor_run_time"] + 4 * IDLE
    dut.addr_i.value = loaded
    dut.req_i.value = 1
    while driver.now() <= released + 300 + _delay(driver):
        await driver.cycle(loaded)
    while not await driver.cycle(loaded):
        pass
    dut.req_i.value = 0
    await driver.cycle()
    assert await _event(driver) == VALID | OVERRUN | MIDDLE
    assert set(driver.latency["monitor"]) <= set(TURN)
