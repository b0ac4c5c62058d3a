# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel with several cores under random software on all of them.

The golden model takes what the hardware decides in that order. Whenever no operation goes on, the
same tasks run, the same cores are asked to switch, and the same task comes next.
"""

import itertools
import os
import random
from collections import Counter

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge
from kernel.enumerations import SOURCES, STAGES
from kernel.registers import LINES, OFFSETS, OPERATIONS, SEVERAL_CORES, command_offset
from kernel.snapshot import block

from cores.calls import FOREVER, TOKENS, Semaphore
from cores.commands import AGAIN, FAIL, OK, TRANSFERS, Queue
from cores.scheduler import Options
from cores.software import (
    AFFINITY,
    CORES,
    IDLE,
    ITEM,
    MUTEXES,
    PRIORITIES,
    QUEUES,
    SEMAPHORES,
    TASKS,
    RandomSoftware,
    Transfer,
)

STEPS = int(os.environ["STEPS"])
SLICING = int(os.environ["SLICING"])
ONE_PRIORITY = int(os.environ.get("OnePriority", "0"))
EVERY = (1 << CORES) - 1
"""All cores, a bit each."""
PERIOD = 600
"""Cycles of a tick."""
COMMAND = 19
"""Cycles for which a core's command can occupy the kernel: a pause of eight, twice five stages if
it is a message that wakes a task, and the answer of a load that ends a wait."""
LONGEST = COMMAND + (CORES - 1) * (COMMAND + 1)
"""Cycles from a command's request to its grant: each other core once, with one to change."""
APART, APART_BUSY = 6, 14
"""Cycles from a command's grant to the next one's, if all cores ask: mostly, and at most."""
GIVE, INTERRUPT, DISPATCH, RESULT = 6, 7, 2, 6
"""Cycles of a give to another core's waiter: from the request to its grant and to the interrupt,
and of the waiter's core's loads of DISPATCH and RESULT. It was another core's turn before."""


def _pointer(task: int) -> int:
    return 0x1000 + 16 * task


class Bench(RandomSoftware):
    def __init__(self, dut) -> None:
        self.states = block(dut.u_running, "gen_cores", "u_states")
        options = Options(
            CORES,
            affinity=bool(AFFINITY),
            preemption_disable=bool(AFFINITY),
            slicing=bool(SLICING),
            several_priorities=not ONE_PRIORITY,
            asks_itself=False,
            priorities=PRIORITIES,
        )
        super().__init__(dut, options)
        self.ahead: list[set[int]] = [set() for _ in range(CORES)]
        """Cores whose section has begun since a core asked for the lock that it waits for."""
        self.transfers: list[Transfer | None] = [None] * CORES
        self.waited = [0] * CORES
        self.longest = 0
        self.cycles = 0

    async def reset(self) -> None:
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
        dut.rst_ni.value = 0
        dut.lines_i.value = 0
        self.drive()
        await RisingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        core = block(dut.u_ports, "gen_several", "core_q")
        assert int(core.value) == 0, "a first transfer of core 0 begins at once"
        dut.rst_ni.value = 1

    def drive(self) -> None:
        """Put what the cores ask for on their buses."""
        dut = self.dut
        req = we = addr = data = 0
        for core, transfer in enumerate(self.transfers):
            if transfer:
                req |= 1 << core
                addr |= transfer[0] << 20 * core
                if transfer[1] is not None:
                    we |= 1 << core
                    data |= transfer[1] << 32 * core
        dut.req_i.value, dut.we_i.value = req, we
        dut.addr_i.value, dut.wdata_i.value = addr, data

    async def cycle(self) -> tuple[int, int] | None:
        """Pass one; return who is granted, and what a load says."""
        dut = self.dut
        self.cycles += 1
        self.drive()
        await FallingEdge(dut.clk_i)
        self.check()
        self.check_switch()
        decision = self.decision()
        grants = int(dut.gnt_o.value)
        assert grants & (grants - 1) == 0, "one transfer at a time"
        answer = None
        for core, transfer in enumerate(self.transfers):
            if not transfer:
                assert not grants >> core & 1
            elif self.holder not in (None, core):
                assert not grants >> core & 1, "a core waits for another one's section"
                self.waited[core] = 0
            elif grants >> core & 1:
                if transfer[1] is not None:
                    self.longest = max(self.longest, self.waited[core])
                word = dut.rdata_o.value.resolve("zeros")
                answer = core, int(word) >> 32 * core & (1 << 32) - 1
                self.waited[core] = 0
            else:
                self.waited[core] += 1
                assert self.waited[core] < 20 * LONGEST, f"core {core} waits: {transfer}"
        await RisingEdge(dut.clk_i)
        if answer:
            core, word = answer
            transfer = self.transfers[core]
            assert transfer
            self.transfers[core] = None
            if self.model.cores:
                self.granted(core, *transfer, word)
        if decision:  # what was loaded in this cycle is from before it
            self.decided(*decision)
        return answer

    # -- the model follows -------------------------------------------------------------------------
    def pointer(self, task: int) -> int:
        return _pointer(task)

    def locked(self, core: int) -> None:
        for other, waits in enumerate(self.transfers):
            if waits == (SEVERAL_CORES["lock"], None):
                assert core not in self.ahead[other], "a section of each other at most"
                self.ahead[other].add(core)
                self.seen["overtaken"] += 1
        self.ahead[core].clear()

    def decision(self) -> tuple[str, int, int, int] | None:
        """Return the operation that is in its Decide stage."""
        sequencer = self.dut.u_sequencer
        if int(sequencer.stage_q.value) != STAGES["decide"]:
            return None
        return (
            SOURCES[int(sequencer.source_q.value)],
            int(sequencer.operation_q.value),
            int(sequencer.id_q.value),
            int(sequencer.task_q.value),
        )

    def check(self) -> None:
        """The same tasks run, the same cores are asked, the same tasks come next."""
        dut, model = self.dut, self.model
        busy = self.states.busy_o.value or self.states.unsettled.value
        busy = busy or int(dut.u_sequencer.stage_q.value) != STAGES["idle"]
        if busy or len(model.cores) < CORES or self.is_answered_late():
            return
        width = (TASKS - 1).bit_length()
        scheduled = int(self.states.scheduled.value)
        pending = int(self.states.pending.value)
        current = int(dut.current_id_o.value)
        selection = int(self.states.selection.value)
        for core, state in enumerate(model.cores):
            said = f"core {core} after {self.steps} steps, the last {self.what}"
            assert current >> width * core & (1 << width) - 1 == state.task, said
            assert scheduled >> core & 1 == state.scheduled, said
            assert pending >> core & 1 == state.pending, said
            first = model.next(core)
            if first is not None:
                assert selection >> width * core & (1 << width) - 1 == first, said

    def check_switch(self) -> None:
        """Whatever the core that asks, a trace is told of the task that has begun to run."""
        dut = self.dut
        for core in range(CORES):
            if int(dut.switch_o.value) >> core & 1:
                width = (TASKS - 1).bit_length()
                current = int(dut.current_id_o.value) >> width * core & (1 << width) - 1
                assert int(dut.u_running.came.value) == current

    def is_answered_late(self) -> bool:
        """A load of RESULT that ends a wait is granted in the cycle after its Decide, and the model
        has done what it does only then."""
        grants = int(self.dut.gnt_o.value)
        return any(
            grants >> core & 1 and transfer == (OFFSETS["result"], None)
            for core, transfer in enumerate(self.transfers)
        )

    async def transfer(self, core: int, offset: int, data: int | None = None) -> int:
        """One of a core, before there is random software."""
        self.transfers[core] = offset, data
        while (answer := await self.cycle()) is None:
            pass
        return answer[1]

    async def ask(self, core: int, name: str, number: int, argument: int = 0) -> None:
        """Issue a command before the cores begin, and see that it is done."""
        await self.transfer(core, command_offset(OPERATIONS[name], number), argument)
        assert await self.transfer(core, OFFSETS["result"]) == OK

    async def set_up(self, priorities: list[int], masks: list[int] | None = None) -> None:
        """Tasks, objects, a line that gives, ticks; each core runs its idle task.

        ``masks`` are the cores that tasks may run on; all, if there are none.
        """
        model = self.model
        await self.reset()
        while not await self.transfer(0, OFFSETS["status"]) >> 5 & 1:
            pass
        control = 1 | SLICING << 1 | ONE_PRIORITY << 4
        await self.transfer(0, OFFSETS["control"], control)
        assert await self.transfer(0, OFFSETS["control"]) == control
        for number in range(SEMAPHORES):
            await self.ask(0, "object_create", number, TOKENS << 16)
            model.semaphores.append(Semaphore(0))
        for number in range(SEMAPHORES, SEMAPHORES + MUTEXES):
            await self.ask(0, "mutex_create", number)
            model.semaphores.append(Semaphore(1, mutex=True))
        for number, length in QUEUES.items():
            await self.ask(0, "queue_create", number, length | ITEM << 16)
            model.queues[number] = Queue(length, ITEM)
        priorities = [*priorities, *[0] * CORES]
        masks = [*(masks or [EVERY] * IDLE), *[EVERY] * CORES]
        for task, (priority, mask) in enumerate(zip(priorities, masks, strict=True)):
            await self.ask(0, "task_create", task, priority | (EVERY & ~mask) << 8)
            await self.ask(0, "task_pointer", task, _pointer(task))
        await self.transfer(0, OFFSETS["tick_period"], PERIOD - 1)
        await self.transfer(0, LINES[0], 1 << 31)
        for core in range(CORES):
            await self.ask(core, "start", IDLE + core)
        model.begin(priorities, masks)
        for core in range(CORES):
            model.start_core(core)
        model.words = {task: [0] * 4 for task in range(TASKS)}


@cocotb.test()
async def random_software(dut) -> None:
    bench = Bench(dut)
    masks = [random.randrange(1, 1 << CORES) for _ in range(IDLE)] if AFFINITY else None
    await bench.set_up([random.randrange(PRIORITIES - 1) for _ in range(IDLE)], masks)
    cores = [bench.software(core) for core in range(CORES)]
    bench.transfers = [next(software) for software in cores]
    while bench.steps < STEPS:
        dut.lines_i.value = int(bench.steps // 8 % 2)
        answer = await bench.cycle()
        for core, software in enumerate(cores):
            if bench.transfers[core] is None:
                bench.transfers[core] = software.send(
                    answer[1] if answer and answer[0] == core else 0
                )
    events = ("lock", "dispatch", "expire", "slice", "tick", "line", "complete", "later")
    of_routines = ("routine_give", "routine_send", "routine_peek", "routine_queue_commit")
    for what in (*TRANSFERS, "word", *events, *of_routines):
        meant = what != "slice" or SLICING
        assert bench.seen[what] or not meant, f"no {what}: {dict(bench.seen)}"
    dut._log.info(f"{bench.longest} cycles at most; {dict(bench.seen)}")
    assert bench.longest <= LONGEST


@cocotb.test()
async def sections_without_a_pause(dut) -> None:
    """Cores that want the lock all the time have it one after the other."""
    bench = Bench(dut)
    await bench.set_up([*range(IDLE)])
    lock, unlock = ((SEVERAL_CORES[name], None) for name in ("lock", "unlock"))
    bench.transfers = [lock] * CORES
    for _ in range(300):
        if answer := await bench.cycle():
            core = answer[0]
            bench.transfers[core] = unlock if bench.holder == core else lock
    assert bench.seen["overtaken"] > 20


@cocotb.test()
async def commands_without_end(dut) -> None:
    """A command waits for no needless pause, and lines and ticks are served in between."""
    bench = Bench(dut)
    await bench.set_up([*range(IDLE)])
    grants, pulses = [], 20
    bench.seen.clear()
    for cycle in range(pulses * 100):
        dut.lines_i.value = int(cycle % 100 < 50)
        for core, transfer in enumerate(bench.transfers):
            if not transfer:
                bench.transfers[core] = bench.store("give", 0, 0)
        if await bench.cycle():
            grants.append(cycle)
    apart = Counter(later - sooner for sooner, later in itertools.pairwise(grants))
    dut._log.info(f"cycles from grant to grant: {dict(apart)}; {dict(bench.seen)}")
    assert apart.most_common(1)[0][0] == APART
    assert max(apart) <= APART_BUSY
    assert bench.seen["line"] == pulses
    assert bench.seen["tick"] == pulses * 100 // PERIOD


@cocotb.test(skip=bool(ONE_PRIORITY))
async def give_to_another_core(dut) -> None:
    """How long the hardware takes from a give to the waiter on another core."""
    bench = Bench(dut)
    await bench.set_up([*range(IDLE)])
    model = bench.model
    waiter, giver = 0, 1

    async def call(core: int, name: str, number: int, argument: int) -> int:
        return await bench.transfer(core, *bench.store(name, number, argument))

    async def switch(core: int, task: int) -> None:
        assert await bench.transfer(core, OFFSETS["result"]) == AGAIN
        assert await bench.transfer(core, OFFSETS["dispatch"]) == _pointer(task)

    for core in range(CORES):  # none is idle: the waiter's has the lowest task then
        await call(core, "yield", 0, 0)
        await switch(core, IDLE - 1 - core)
    await call(waiter, "take", 0, FOREVER)
    await switch(waiter, IDLE - 1 - CORES)
    for _ in range(20):
        await bench.cycle()

    begun = bench.cycles
    await call(giver, "give", 0, 0)
    granted = bench.cycles
    while not int(dut.switch_request_o.value) >> waiter & 1:
        await bench.cycle()
    asked = bench.cycles
    for _ in range(20):  # it saves its registers
        await bench.cycle()
    loads = bench.cycles
    assert await bench.transfer(waiter, OFFSETS["dispatch"]) == _pointer(IDLE - 1)
    dispatched = bench.cycles
    assert await bench.transfer(waiter, OFFSETS["result"]) == OK
    taken = bench.cycles
    assert model.cores[waiter].task == IDLE - 1
    cycles = granted - begun, asked - begun, dispatched - loads, taken - dispatched
    measured = tuple(count - 1 for count in cycles)
    assert measured == (GIVE, INTERRUPT, DISPATCH, RESULT), measured


@cocotb.test(skip=bool(ONE_PRIORITY))
async def a_time_out_raises_the_holder(dut) -> None:
    """Of a mutex whose best waiter is above its holder since that has got a lower priority."""
    bench = Bench(dut)
    holder, mutex, core_of_holder = 0, SEMAPHORES, 0
    await bench.set_up([6, 5, 3, *[0] * (IDLE - 3)])
    model = bench.model

    async def call(core: int, name: str, number: int, argument: int) -> int:
        await bench.transfer(core, *bench.store(name, number, argument))
        return await bench.transfer(core, OFFSETS["result"])

    async def switch(core: int) -> None:
        await bench.transfer(core, OFFSETS["dispatch"])

    for core in (core_of_holder, 1):
        assert await call(core, "yield", 0, 0) == AGAIN
        await switch(core)
    assert await call(core_of_holder, "take", mutex, FOREVER) == OK
    assert await call(1, "take", mutex, FOREVER) == AGAIN
    await switch(1)
    assert await call(core_of_holder, "priority", holder, 2) == AGAIN
    await switch(core_of_holder)
    assert await bench.transfer(core_of_holder, OFFSETS["result"]) == OK
    assert await call(1, "take", mutex, 1) == AGAIN
    await switch(1)
    assert model.tasks[holder].priority == 3
    assert await call(core_of_holder, "priority", 2, 4) == OK  # no slice among equals
    while not any(core.scheduled for core in model.cores):
        await bench.cycle()
    (core,) = (number for number, core in enumerate(model.cores) if core.scheduled)
    await switch(core)
    assert not model.cores[core_of_holder].scheduled
    assert await bench.transfer(core, OFFSETS["result"]) == FAIL
    for _ in range(20):
        await bench.cycle()
    assert model.tasks[holder].priority == 5
    assert model.cores[core_of_holder].scheduled
