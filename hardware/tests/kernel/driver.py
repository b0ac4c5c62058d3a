# SPDX-License-Identifier: Apache-2.0
"""Bus master and observer: drives the kernel and keeps the golden model in step with it."""

from collections import Counter, deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from kernel.enumerations import MONITORED, SOURCES, STAGES
from kernel.model import AGAIN, Model, Result
from kernel.model.monitor import Monitor
from kernel.registers import (
    ISR_WORDS,
    LINE_BITS,
    MONITOR,
    OFFSETS,
    OPERATIONS,
    TRACED,
    WORDS,
    WORK,
    command_offset,
)
from kernel.snapshot import Snapshot, block, compare_monitor

COMMAND_LATENCY = 5
"""Cycles from the request of a command to its grant."""
RETRY_LATENCY = COMMAND_LATENCY + 1
"""The same of a load that completes a wait."""
RECOVERY = 8
"""Cycles after the grant of a command in which the next one does not start."""
CHOICE = 12
"""Cycles until another task is the one to run first, at the most: an operation may go on."""
LONGEST_QUIET = 20_000
"""Cycles in which something is granted or decided: what a test waits for comes before, or never."""
FROM_MEMORY = ("value", "dispatch", "current")
"""Registers whose word is in a memory, which does not show it in the cycle after it was written."""
NAMES = {code: name for name, code in OPERATIONS.items()}
NAMES_OF_WORK = {code: name for name, code in WORK.items()}
REGISTERS = {offset: name for name, offset in OFFSETS.items()}
STATUS_KNOWN = 0x2CF
"""Bits of STATUS that the model knows; the others tell how far the device is."""


class Driver:
    """Steps the device cycle by cycle; every commit is applied to the model and compared."""

    def __init__(self, dut, model: Model, monitor: Monitor | None = None) -> None:
        self.dut = dut
        self.model = model
        self.scheduler = block(dut.u_running, "gen_core", "u_scheduler")
        self.latency: dict[str, Counter[int]] = {}
        self.cycles = 0
        self.quiet = 0  # cycles in which nothing was granted or decided
        self.recovered = 0  # the first cycle in which a command may start
        self.dispatched = False  # since the last one: a retry may start earlier
        self.commits: Counter[str] = Counter()
        self.lines_served: list[int] = []
        self.line_bits: dict[int, int] = {}
        self.monitor = monitor
        self.misses_shown = False  # MONITOR_EVENT raises the interrupt
        self.watch = block(dut.u_observed, "gen_monitor", "u_monitor") if monitor else None
        self.trace: deque[str] = deque(maxlen=40)  # what happened last, for a failure's message
        self.selection: Counter[int] = Counter()  # cycles until the selection is valid again
        self.invalid = 0
        self.expected: int | None = None
        self.retries = False  # the operation is the end of a wait
        self.response = 0
        self.rests = True  # a cycle passes after each transfer
        self.shown = self.ticked = False  # switch request, prescaler's tick, in the last cycle
        self.traced_ready: set[int] = set()  # tasks, as the trace tells it
        self.traced_runs = 0
        self.traced_cause = 0  # of the last commit, as the trace must tell it
        self.traced_start = False  # the scheduler was started in the last cycle
        self.choosing = 0  # cycles in which another task is about to be the one to run first

    async def reset(self) -> None:
        """Reset the device and wait until it serves commands."""
        await self.begin_reset()
        while not await self.initialised():
            pass

    async def initialised(self) -> bool:
        """Return whether the device's memories are cleared, as STATUS says."""
        return bool(await self.load("status") >> 5 & 1)

    async def begin_reset(self) -> None:
        """Start the clock, and reset the device, which clears its memories from then on."""
        cocotb.start_soon(Clock(self.dut.clk_i, 10, unit="ns").start())
        await self.begin_reset_again()

    async def begin_reset_again(self) -> None:
        """Reset the device while the clock runs, whatever goes on."""
        dut = self.dut
        for signal in (dut.req_i, dut.we_i, dut.addr_i, dut.wdata_i, dut.lines_i):
            signal.value = 0
        dut.rst_ni.value = 0
        for _ in range(2):
            await RisingEdge(dut.clk_i)
        dut.rst_ni.value = 1

    async def cycle(self, offset: int | None = None) -> bool:
        """Let one clock cycle pass, with a transfer to ``offset`` or none; returns the grant.

        The middle of the cycle shows what its end will do. What a load answers precedes what
        commits in the same cycle; a retry answers in the next one, with what it has committed.
        """
        dut, model = self.dut, self.model
        waits = model.asked and model.unshown_request
        await FallingEdge(dut.clk_i)
        self.cycles += 1
        self.follow_trace()
        self.shown = bool(dut.switch_request_o.value)
        misses = self.misses_shown and bool(self.watch.event_valid.value)
        assert self.shown == (model.shown or misses), "switch request"
        goes_on = model.more_due and self.tick_goes_on()
        assert bool(dut.more_due_o.value) == goes_on, "more tasks are due at the tick"
        if dut.u_state_lists.u_lists.selection_valid_q.value:
            if self.invalid and model.started:
                self.selection[self.invalid + 1] += 1
            self.invalid = 0
        else:
            self.invalid += 1
        granted = offset is not None and bool(dut.gnt_o.value)
        decides = int(dut.u_sequencer.stage_q.value) == STAGES["decide"]
        if granted and not dut.we_i.value:
            answer = dut.rdata_o.value  # OTHER_READY of STATUS is undefined until a task is ready
            self.response = int(answer.resolve("zeros") if offset == OFFSETS["status"] else answer)
            if offset == OFFSETS["result"]:
                assert bool(dut.other_o.value) == (self.response > Result.OK), "neither FAIL nor OK"
        if granted and not dut.u_handshake.answered_q.value:
            requested = model.requested
            self.end_tick(offset, requested)
            self.expected = self.answer(offset)
            if offset == OFFSETS["dispatch"]:
                self.dispatched |= requested
                self.follow()
        if granted and dut.we_i.value:
            self.on_store(offset, int(dut.wdata_i.value))
        if decides:
            alive = [task.alive for task in model.tasks]
            started = model.started
            self.on_commit()
            created = [t for t, task in enumerate(model.tasks) if task.alive and not alive[t]]
            if not dut.u_sequencer.twice.value:  # who blocks or is woken does so in the second
                self.follow(*created)
            self.traced_cause = self.cause()
            self.traced_start = model.started and not started
        if self.scheduler.choose_o.value:
            model.choose_first()
            self.choosing = 0
        self.choosing = self.choosing + 1 if model.choosing else 0
        assert self.choosing <= CHOICE, "another task is to run first"
        self.quiet = 0 if granted or decides else self.quiet + 1
        assert self.quiet < LONGEST_QUIET, "nothing happens any more"
        self.ticked = bool(dut.u_time.tick.value)
        if self.ticked:
            model.arrives()
        model.grow_impatient(waits)
        await RisingEdge(dut.clk_i)
        return granted

    def answer(self, offset: int) -> int | None:
        """Return what the model loads from a register, None when that is not modelled."""
        model = self.model
        name = REGISTERS.get(offset)
        task = model.tasks[model.caller]
        if offset in WORDS:
            return model.words[model.current][WORDS.index(offset)]
        if offset in ISR_WORDS:
            return model.isr_words[ISR_WORDS.index(offset)]
        if name == "result":
            assert not model.completes(), "a wait was not completed"
            return model.load_result()
        if name == "dispatch":
            return model.dispatch()
        code, operation, identifier, isr = model.error
        return {
            # while RESULT says AGAIN the kernel may be about to write it
            "value": None if model.resuming or model.again() else task.result[1],
            "isr_result": model.isr_result[0] | model.isr_result[1] << 8,
            "isr_value": model.isr_value,
            "status": self.status(),
            "idle_ticks": model.idle_ticks() if self._idle_time_is_known() else None,
            "tick_hook": model.hooks,
            "current": model.pointer,
            "current_id": model.current,
            "tick": model.now % (1 << model.timer_width),
            "tick_overflows": model.now >> model.timer_width,
            "error": model.errors << 24 | isr << 22 | operation << 16 | identifier << 8 | code,
        }.get(name)

    def end_tick(self, offset: int, requested: bool) -> None:
        """A tick that waits for its switch becomes visible with that, or before the tick hook."""
        taken = (offset == OFFSETS["dispatch"] and requested) or offset == OFFSETS["tick_hook"]
        if taken and self.dut.u_background.ends_q.value:
            self.commits["tick_end"] += 1
            self.model.tick_begin()
            self.model.tick_end(taken=True)

    def tick_goes_on(self) -> bool:
        """No switch or suspension has to end before a tick goes on."""
        model = self.model
        asked = model.asked and (model.preemption or not model.tick_open)
        return not (asked or model.suspended)

    def _idle_time_is_known(self) -> bool:
        return bool(self.dut.u_background.idle_time_o.value[32])

    def status(self) -> int:
        """STATUS, but for the bits that the model does not know."""
        model = self.model
        bits = (
            *(model.requested, model.yield_pending, model.suspended),
            *(model.started, False, False, False),
            *(bool(model.pended or model.ticks_pended or model.tick_open), False, model.hook_call),
        )
        return sum(bit << at for at, bit in enumerate(bits))

    def on_store(self, offset: int, data: int) -> None:
        """A register is written that something depends on in the next cycle."""
        model = self.model
        if offset == OFFSETS["tick_hook"]:
            model.hook_called()
        elif offset in WORDS:
            model.words[model.current][WORDS.index(offset)] = data
        elif offset in ISR_WORDS:
            model.isr_words[ISR_WORDS.index(offset)] = data
        elif offset in LINE_BITS:
            self.line_bits[LINE_BITS.index(offset)] = data
        elif offset == OFFSETS["control"]:
            model.hook_enabled = bool(data >> 2 & 1)
            model.hooks *= model.hook_enabled
            self.misses_shown = bool(data >> 3 & 1)

    # -- what the device does ----------------------------------------------------------------------
    def on_commit(self) -> None:
        """An operation is in its Decide stage: apply it to the model."""
        dut, model = self.dut, self.model
        operation = int(dut.u_sequencer.operation_q.value)
        source = SOURCES[int(dut.u_sequencer.source_q.value)]
        # undefined where the operation has none
        identifier, task = dut.u_sequencer.id_q.value, dut.u_sequencer.task_q.value
        if dut.u_sequencer.second_q.value:  # the model has done all of it in the first pass
            self.commits["second pass"] += 1
            if operation == OPERATIONS["queue_commit"]:
                self.commits["handover"] += 1
                model.hand_over()
                if self.retries:
                    self.expected = model.completed()
            return
        self.retries = operation == WORK["retry"]
        model.code = operation
        stored = source in ("task", "isr") and dut.req_i.value and dut.we_i.value
        model.index = int(dut.addr_i.value) >> 18 if stored else 0
        self.note(f"{source} operation {operation} id {identifier} task {task}")
        awaited = dut.u_handshake.walk_awaited_o.value
        finishes = model.tick_open and not model.preemption
        asked = model.asked and not awaited and not finishes
        assert source in ("task", "isr") or not asked, (
            "something comes before a switch that a call asked for"
        )
        if source == "time":
            work = NAMES_OF_WORK[operation]
            self.commits[work] += 1
            if work in ("expire", "slice", "tick_end"):
                model.tick_begin()
            if work == "expire":
                assert model.expire() == task, "expired task"
            elif work == "slice":
                model.tick_slice()
            elif work == "tick_end":
                model.tick_end()
            elif work == "pended_move":
                assert model.move_pended() == task, "pended task"
            elif work == "resume_step":
                model.resume_step()
            elif work == "group_step":
                assert model.group_step() == task, "waiter of a group"
            elif work == "group_end":
                model.group_end()
            else:
                assert work in ("scan", "measure")
        elif operation == WORK["retry"] and not int(dut.u_sequencer.error_q.value):
            assert model.completes(), "nothing to complete"
            self.commits["retry"] += 1
            self.expected = model.complete()
        else:
            argument = int(dut.u_sequencer.argument_q.value)
            if source == "line":
                self.lines_served.append(int(dut.u_sequencer.line_q.value))
                sets = operation == OPERATIONS["group_set"]
                argument = self.line_bits[self.lines_served[-1]] if sets else 0
            name = NAMES.get(operation, "undefined")
            self.commits[f"{source} {name}"] += 1
            model.operation(name, int(identifier), argument, source)

    async def until_shown(self) -> None:
        """Wait for a request to switch."""
        begun = self.cycles
        while not self.shown:
            await self.cycle()
            assert self.cycles - begun < LONGEST_QUIET, "no switch is requested"

    def now(self) -> int:
        """CYCLES after this cycle."""
        return int(self.watch.u_events.cycles_q.value) + 1

    def follow(self, created: int | None = None) -> None:
        """Show the monitor's model what has happened in this cycle."""
        if self.monitor:
            self.monitor.follow(self.model, self.now(), created)

    def cause(self) -> int:
        """Return how the trace tells a wake of the operation in Decide."""
        source = SOURCES[int(self.dut.u_sequencer.source_q.value)]
        if source != "line":
            return TRACED[f"ready_by_{source}"]
        line = int(self.dut.u_sequencer.line_q.value)
        return TRACED["ready_by_line0"] + line if line < 8 else TRACED["ready_by_high_line"]

    def follow_trace(self) -> None:
        """Learn from what the trace tells in this cycle; to be told it twice changes nothing."""
        what, task = divmod(int(self.dut.trace_o.value), 1 << 7)
        assert not self.traced_start or what == TRACED["switch"], "the scheduler starts"
        self.traced_start = False
        if what == TRACED["switch"]:
            self.traced_runs = task
        elif what == TRACED["stops"]:
            self.traced_ready.discard(task)
        elif what:
            assert what == self.traced_cause, "why a task becomes ready"
            self.traced_ready.add(task)

    def note(self, text: str) -> None:
        """Add to the trace."""
        self.trace.append(f"{self.cycles}: {text}, task {self.model.current} runs")

    # -- transfers ---------------------------------------------------------------------------------
    async def transfer(self, offset: int, data: int | None, kind: str, compare: bool = True) -> int:
        """Store ``data``, or load when it is None; returns the data loaded, as compared."""
        dut = self.dut
        dut.req_i.value = 1
        dut.we_i.value = int(data is not None)
        dut.addr_i.value = offset
        dut.wdata_i.value = data or 0
        retries, handovers = self.commits["retry"], self.commits["handover"]
        wait = 0
        stalls = False  # a walk over an event group's waiters goes on
        recovery = max(0, self.recovered - self.cycles)
        while not await self.cycle(offset):
            wait += 1
            stalls |= bool(dut.u_handshake.stall.value)
            assert wait < 1000, f"no grant for {kind}"
        if self.commits["retry"] != retries:
            kind = "retry"
        if kind in ("command", "retry"):
            wait -= 0 if kind == "retry" and self.dispatched else recovery
            self.dispatched = False
            self.recovered = self.cycles + RECOVERY - (kind == "retry")
            kind = "after a walk" if stalls else kind
            if self.commits["handover"] != handovers:
                kind = f"{kind} that hands over"
        self.latency.setdefault(kind, Counter())[wait] += 1
        dut.req_i.value = 0
        expected = self.expected
        self.note(f"{kind} {offset:#x} {'' if data is None else hex(data)}, expected {expected}")
        if self.rests:
            await self.cycle()
        if compare and data is None and expected is not None:
            known = STATUS_KNOWN if offset == OFFSETS["status"] else 0xFFFFFFFF
            same = (self.response ^ expected) & known == 0
            assert same, f"{kind} {self.response:#x}, expected {expected:#x}"
        return self.response

    async def load(self, register: str) -> int:
        """Load a register."""
        switches = self.model.requested
        kind = "load from memory" if register in FROM_MEMORY else "load"
        if register == "dispatch" and switches:
            kind = "dispatch" if self.model.preemption else "dispatch without preemption"
        if register in ("current", "current_id") and self.model.choosing:
            kind = "choice"
        return await self.transfer(OFFSETS[register], None, kind)

    async def watched(self, register: str, task: int, data: int | None = None) -> int:
        """Load, or store, a register that the monitor has for a task."""
        offset = MONITOR[f"monitor_{register}"] + 4 * task
        if data is not None:
            watched = self.monitor.tasks[task]
            if register == "counts":
                self.monitor.clear(task)
            else:
                setattr(watched, register, data)
        return await self.transfer(offset, data, "monitor", compare=False)

    async def word(self, number: int, data: int | None = None, isr: bool = False) -> int:
        """Load, or store, a word of a message."""
        return await self.transfer((ISR_WORDS if isr else WORDS)[number], data, "word")

    async def load_raw(self, offset: int) -> int:
        """Load any offset; the model is not asked."""
        return await self.transfer(offset, None, "load", compare=False)

    async def store(self, register: str, data: int) -> None:
        """Store a register."""
        await self.transfer(OFFSETS[register], data, "store")

    async def command(
        self, name: str | int, identifier: int, argument: int = 0, isr: bool = False, index: int = 0
    ) -> None:
        """Issue a command, by name or by code; ``index`` is that of a notification."""
        code = OPERATIONS[name] if isinstance(name, str) else name
        offset = command_offset(code, identifier, isr, index)
        await self.transfer(offset, argument & 0xFFFFFFFF, "command")

    async def call(self, name: str, identifier: int = 0, argument: int = 0) -> None:
        """A call of the running task, which switches if RESULT says so."""
        await self.command(name, identifier, argument)
        if await self.load("result") == AGAIN:
            await self.load("dispatch")

    # -- comparison of the whole state -------------------------------------------------------------
    async def settle(self) -> None:
        """Compare the whole state as soon as nothing is in progress."""
        for _ in range(200):
            if self.settled():
                self.compare()
                return
            await self.cycle()
        raise AssertionError("the device does not settle")

    def settled(self) -> bool:
        """Nothing is in progress, so that the device's lists may be read."""
        dut = self.dut
        return (
            int(dut.u_sequencer.stage_q.value) == STAGES["idle"]
            and not dut.u_state_lists.u_lists.busy_o.value
            and not int(dut.u_objects.u_chains.append_q.value)
            and not dut.u_tasks.clearing_o.value
            and not (self.monitor and self._follows())
        )

    def _follows(self) -> bool:
        """The monitor is at work."""
        watch, turns = self.watch, self.watch.u_turns
        # the scan never rests; what it writes last changes nothing that a comparison minds
        writes = turns.wrote_q.value and int(turns.what_q.value) != MONITORED["scan"]
        happens = watch.u_events.push.value or watch.u_events.valid.value
        return bool(turns.step_q.value or writes or happens)

    def compare(self) -> None:
        """Compare every list, record and count of the device with the model."""
        Snapshot(self.dut, self.model).compare()
        self.follow_trace()
        assert self.traced_ready == {
            number
            for number, task in enumerate(self.model.tasks)
            if task.alive and (task.place == "ready" or task.chain == "pended")
        }, "tasks that are ready, in the trace"
        assert not self.model.started or self.traced_runs == self.model.current, "traced task"
        if self.monitor:
            compare_monitor(self.watch, self.monitor, self.now())
