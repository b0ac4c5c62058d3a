# SPDX-License-Identifier: Apache-2.0
"""The time manager under random loads and stores, compared with its model in every cycle."""

import os
import random

import cocotb
from soc.lockstep import Values, reset, run

from time_manager.model import PAIRS, WORD, TimeManager, locate
from time_manager.registers import OFFSETS, TASK_REGISTERS

TASKS = int(os.environ["NTasks"])
WIDTH = int(os.environ["Width"])
RECONFIGURABLE = os.environ["Reconfigurable"] == "1"
NEAR = 1 << (4 * TASKS - 1).bit_length()
"""A delay is armed when less than so many cycles remain."""
CHUNK = 1000
"""Cycles between two looks at what was counted."""
IDLE: Values = {"req_i": 0, "we_i": 0, "addr_i": 0, "wdata_i": 0}


def load(register: str, index: int = 0) -> Values:
    return {"req_i": 1, "we_i": 0, "addr_i": OFFSETS[register] + 4 * index, "wdata_i": 0}


def store(register: str, word: int, index: int = 0) -> Values:
    return {"req_i": 1, "we_i": 1, "addr_i": OFFSETS[register] + 4 * index, "wdata_i": word}


def random_access(model: TimeManager) -> Values:
    """Return an access that means something, or seldom any."""
    kind = random.choices(
        ["delay", "next", "cancel", "clear", "high", "time", "load", "any", "enable", "precision"],
        [30, 15, 4, 25, WIDTH > 32, 2, 10, 3, 8 * RECONFIGURABLE, 30 * RECONFIGURABLE],
    )[0]
    task = random.randrange(TASKS)
    match kind:
        case "delay" | "next":
            cycles = random.choice([8, NEAR - 4, 2 * NEAR, 6 * NEAR])
            cycles = random.randrange(cycles) + (cycles == NEAR - 4) * 8
            return store(kind, cycles >> model.timers[task].shift, task)
        case "cancel" | "high":
            # NEXT may not go beyond half of what a timer can hold
            return store(kind, random.getrandbits(28), task)
        case "enable":
            return store("enable", random.getrandbits(32) | random.getrandbits(32), task // 32)
        case "precision":
            return store("precision", random_precision(), task)
        case "clear":
            return store("wake", random.getrandbits(32), random.randrange(2))
        case "time":
            register = random.choice(["time_low", "time_high"] if WIDTH > 32 else ["time_low"])
            return store(register, random.getrandbits(min(WIDTH, 32)))
        case "load":
            register = random.choice(
                ["time_low", "time_high", "identification", *PAIRS, "precision"]
            )
            many = {"precision": TASKS}.get(register, 2 if register in PAIRS else 1)
            return load(register, random.randrange(many))
        case _:
            address = random.choice([random.randrange(0x20), random.randrange(0x800)])
            word = random.getrandbits(random.choice([8, 32]))
            return {"req_i": 1, "we_i": random.randrange(2), "addr_i": address, "wdata_i": word}


def random_precision() -> int:
    """Return a word of PRECISION: mostly a fine one, of few bits or of all."""
    shift = random.choice([0, 0, 1, 2, 3, random.randrange(WIDTH)])
    bits = random.choice([WIDTH - shift, 12, min(WIDTH, 32), random.randrange(WIDTH + 2)])
    return bits << 8 | shift


def is_beyond(model: TimeManager, access: Values) -> bool:
    """Whether NEXT is asked for more than half of what a timer can hold."""
    name, task = locate(access["addr_i"])
    if name != "next" or model.access(access) is None:
        return False
    timer = model.timers[task]
    assert timer.last is not None
    left = timer.last + ((timer.high << 32 | access["wdata_i"]) << timer.shift) - model.cycle
    return abs(left) >> (WIDTH - 2) > 0


class Stimulus:
    """Random accesses, each held until it is granted, and pauses between them."""

    def __init__(self, model: TimeManager, pause: int) -> None:
        self._model = model
        self._pause = pause
        self._last = IDLE

    def __call__(self) -> Values:
        if not (self._last["req_i"] and self._waits):
            self._last = IDLE if random.randrange(self._pause + 1) else random_access(self._model)
            if self._last["we_i"] and is_beyond(self._model, self._last):
                self._last = IDLE
        self._waits = self._model.held
        return self._last


async def start(dut, now: int = 0) -> TimeManager:
    """Reset, as if so many cycles had passed since; return the model."""
    await reset(dut, IDLE)
    jump(dut, now)
    return TimeManager(TASKS, WIDTH, RECONFIGURABLE)


def jump(dut, now: int) -> None:
    """The count of cycles becomes this, as if time had passed."""
    delays = dut.u_delays
    delays.now_q.value = now % (1 << WIDTH)
    delays.near_q.value = (now + 2) % NEAR


async def play(dut, model: TimeManager, *accesses: Values) -> None:
    """Make these accesses one after the other."""
    for access in accesses:
        waits = model.held
        await run(dut, model, lambda access=access: access, 1 + waits)


@cocotb.test()
async def random_accesses(dut) -> None:
    """Densely, so that requests meet each other and expiries, and with pauses; also where the count
    of cycles wraps."""
    for now in (0, (1 << WIDTH) - 3000, (1 << 32) - 3000):
        for pause in (0, 1, 8):
            model = await start(dut, now)
            await run(dut, model, Stimulus(model, pause), int(os.environ["CYCLES"]))


@cocotb.test()
async def all_together(dut) -> None:
    """Whatever the number of tasks that wait, and of those that are due in the same cycle, each is
    over in its cycle."""
    model = await start(dut)
    until = 10 * NEAR
    for task in range(TASKS):
        await play(dut, model, store("delay", until - model.cycle - int(model.held), task))
    assert {timer.due for timer in model.timers} == {until}
    await run(dut, model, lambda: IDLE, until - model.cycle)
    assert model.wake == (1 << TASKS) - 1
    await run(dut, model, lambda: IDLE, 8)


@cocotb.test()
async def periods_do_not_drift(dut) -> None:
    """Releases by NEXT come each period exactly, whenever the last one was answered; one that is
    too late is over at once, and the next one is where it would have been."""
    period = 3 * NEAR
    model = await start(dut)
    await play(dut, model, store("delay", period, 1))
    first = model.timers[1].due
    assert first is not None
    for release in range(1, 40):
        late = release % 10 == 9
        answered = random.randrange(1, period - 8) + late * period
        await run(dut, model, lambda: IDLE, first + (release - 1) * period - model.cycle + answered)
        assert model.wake == 2
        await play(dut, model, store("next", period, 1), store("wake", 2))
        assert model.timers[1].last == first + release * period
        if late:
            await run(dut, model, lambda: IDLE, 4)
            assert model.wake == 2
            await play(dut, model, store("wake", 2))
            # the release that was missed is skipped, as a periodic task does
            first += period
            await play(dut, model, store("next", period, 1))


@cocotb.test(skip=WIDTH <= 32)
async def long_delays(dut) -> None:
    """A delay of more than 2^32 cycles, and the longest."""
    for high, low in ((1, 5), (0x8000_0000, 0), (0xFFFF_FFFF, 0xFFFF_FFFF)):
        model = await start(dut)
        await play(dut, model, store("high", high, 2), store("delay", low, 2))
        due = model.timers[2].due
        assert due is not None
        await run(dut, model, lambda: IDLE, 4 * NEAR)
        # The time in between passes in no time.
        left = 3 * NEAR
        skipped = due - model.cycle - left
        jump(dut, int(dut.u_delays.now_q.value) + skipped)
        model.timers[2].due = due - skipped
        await run(dut, model, lambda: IDLE, left)
        assert model.wake == 4


@cocotb.test()
async def setting_the_time_moves_no_delay(dut) -> None:
    """SetTime, forwards and backwards, while delays run."""
    model = await start(dut)
    await play(dut, model, store("delay", 3 * NEAR, 0), store("delay", 20, 3))
    due = [timer.due for timer in model.timers]
    await play(dut, model, store("time_low", 0x00FF_FFF0))
    await run(dut, model, lambda: IDLE, 25)
    await play(dut, model, store("time_low", 1))
    assert [timer.due for timer in model.timers[:3]] == due[:3]
    await run(dut, model, lambda: IDLE, 3 * NEAR)
    assert model.wake == 0b1001


@cocotb.test(skip=WIDTH >= 32)
async def a_word_of_more_bits_than_the_timers_is_refused(dut) -> None:
    """Of any register that takes a time or cycles, for each bit that they lack; the others have use
    for all bits, or look at none."""
    model = await start(dut)
    await play(dut, model, store("delay", 8 * NEAR, 0))
    for bit in range(WIDTH, 32):
        for register in ("time_low", "delay", "next", "wake", "cancel"):
            access = store(register, 1 << bit, 0 if register == "next" else 1)
            assert (model.access(access) is None) == (register in ("time_low", "delay", "next"))
            await play(dut, model, access)


@cocotb.test()
async def refusals_change_nothing(dut) -> None:
    """Each register that does not exist, or takes no load or no store, is a bus error."""
    model = await start(dut)
    for address in range(0, 0x800, 2):
        for we in (0, 1):
            access = {"req_i": 1, "we_i": we, "addr_i": address, "wdata_i": 0x100}
            name = None if address % 4 else model.access(access)
            if name is None:
                await play(dut, model, access)
    assert all(register in OFFSETS for register in TASK_REGISTERS)
    assert not any(timer.due or timer.high for timer in model.timers)
    await run(dut, model, lambda: IDLE, 4)


@cocotb.test(skip=not RECONFIGURABLE)
async def who_ends_to_exist_loses_its_delay_and_nobody_else(dut) -> None:
    """At each cycle of a delay, from its request to the end, and back at once or later; its
    neighbours are over in their cycles."""
    for pause in (0, 1, 5):
        for moment in range(16):
            model = await start(dut)
            for task in range(1, TASKS):
                await play(dut, model, store("delay", 9 + task, task))
            await play(dut, model, store("delay", 10, 0))
            await run(dut, model, lambda: IDLE, moment)
            await play(dut, model, store("enable", WORD - 1))
            assert not model.wake & 1
            assert model.access(store("cancel", 0, 0)) is None
            await run(dut, model, lambda: IDLE, pause)
            await play(dut, model, store("enable", WORD), store("delay", 6, 0))
            await run(dut, model, lambda: IDLE, 4 * NEAR)
            assert model.wake == (1 << TASKS) - 1


@cocotb.test(skip=not RECONFIGURABLE)
async def a_period_goes_on_in_another_precision(dut) -> None:
    """From release to release, of a clock that is divided more and more; other tasks' releases are
    where they were asked for."""
    model = await start(dut)
    await play(dut, model, store("delay", 40 * NEAR, 1), store("delay", NEAR, 0))
    first = model.timers[0].last
    assert first is not None
    for shift in range(4):
        await run(dut, model, lambda: IDLE, (model.timers[0].last or 0) + 3 - model.cycle)
        setting = (WIDTH - shift) << 8 | shift
        await play(dut, model, store("precision", setting), store("next", NEAR, 0))
        await play(dut, model, store("wake", 1))
        first += NEAR << shift
        assert model.timers[0].due == first
        await play(dut, model, store("precision", WIDTH << 8))  # refused: the delay is not over
    await run(dut, model, lambda: IDLE, 40 * NEAR)
    assert model.wake == 3


@cocotb.test(skip=not RECONFIGURABLE)
async def random_reconfigurations(dut) -> None:
    """As many as RECONFIGURATIONS says, as dense as the bus allows and with pauses, while the tasks
    have delays and periods."""
    wanted = int(os.environ["RECONFIGURATIONS"])
    made = releases = 0
    for pause in (0, 1, 8):
        model = await start(dut)
        stimulus = Stimulus(model, pause)
        until = made + wanted // 3
        while made < until:
            await run(dut, model, stimulus, CHUNK)
            made, model.reconfigurations = made + model.reconfigurations, 0
            releases, model.releases = releases + model.releases, 0
    dut._log.info("%d reconfigurations, %d releases in their cycles", made, releases)
    assert made >= wanted // 3 * 3
    assert releases > made // 10
