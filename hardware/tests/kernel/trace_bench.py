# SPDX-License-Identifier: Apache-2.0
"""The trace: what is decoded of its words is what happened, each at its cycle, but for what it says
to have lost."""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from isochron.tracing.words import Happened, Lost, decode
from kernel.registers import TRACED

DEPTH = int(os.environ["Depth"])
CYCLE = 10
"""Nanoseconds."""
SYNCHRONISED = 2
"""Cycles from a change of a line until it is recorded."""
PERIOD = 1 << 12
"""Cycles that the time of an event's word counts."""


@dataclass
class Inputs:
    """What happens in a cycle."""

    what: int = 0
    task: int = 0
    lines: int = 0

    @property
    def words(self) -> int:
        """As the block is given it."""
        return self.what << 7 | self.task


class Bench:
    """Drives the block, remembers what must be in its words, and takes them away."""

    def __init__(self, dut) -> None:
        self.dut = dut
        self.cycle = 0
        self.lines = [0] * (SYNCHRONISED + 2)
        """Of this cycle and those before."""
        self.happened: dict[int, Inputs] = {}
        """By cycle."""
        self.states: list[Inputs] = []
        """Of each cycle, with the lines as the block knows them."""
        self.taken: list[int] = []
        self.taken_in: list[int] = []
        """The cycle of each."""

    async def begin(self) -> None:
        """Reset the block; the first cycle has time 0."""
        dut = self.dut
        Clock(dut.clk_i, CYCLE, unit="ns").start()
        for signal in (dut.trace_i, dut.lines_i, dut.ready_i):
            signal.value = 0
        dut.rst_ni.value = 0
        for _ in range(3):
            await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1

    async def step(self, inputs: Inputs, ready: bool) -> None:
        """Let a cycle pass."""
        dut = self.dut
        dut.trace_i.value, dut.lines_i.value, dut.ready_i.value = inputs.words, inputs.lines, ready
        if ready and dut.valid_o.value:
            self.taken.append(int(dut.word_o.value))
            self.taken_in.append(self.cycle)
        self.lines = [inputs.lines, *self.lines[:-1]]
        known, before = self.lines[SYNCHRONISED : SYNCHRONISED + 2]
        state = Inputs(inputs.what, inputs.task, known)
        self.states.append(state)
        if inputs.what or known != before:
            self.happened[self.cycle] = state
        self.cycle += 1
        await FallingEdge(dut.clk_i)

    async def rest(self, task: int, cycles: int) -> None:
        """Take all that is there; nothing happens for so many cycles, or as many as it takes."""
        rest = Inputs(0, task, self.lines[0])
        stepped = 2 * DEPTH + 10
        for _ in range(stepped):
            await self.step(rest, ready=True)
        if cycles > stepped:
            self.states += [rest] * (cycles - stepped)
            self.cycle += cycles - stepped
            await Timer((cycles - stepped) * CYCLE - CYCLE // 2, unit="ns")
            await FallingEdge(self.dut.clk_i)

    def check(self) -> int:
        """Compare; return how often something was lost."""
        left = dict(self.happened)
        losses = 0
        resumes = False
        marks = [place for place, word in enumerate(self.taken) if word >> 30 == 1]
        for event in decode(self.taken):
            if isinstance(event, Lost):
                losses += 1
                lost = [cycle for cycle in left if cycle < event.end]
                assert all(cycle > event.begin for cycle in lost), "it tells from when on"
                for cycle in lost:
                    del left[cycle]
                resumes = True
                continue
            state = self.states[event.cycle]
            if resumes:  # what was lost ends here, in the step of the gap
                lost = [cycle for cycle in left if cycle < event.cycle]
                for cycle in lost:
                    del left[cycle]
                left.setdefault(event.cycle, state)
                assert event.what == "NOTHING", "what comes after a loss tells the running task"
                # one word may be shown
                before = self.taken_in[: marks[losses - 1] - 1]
                assert all(cycle < event.cycle for cycle in before), "all is read before"
                resumes = False
            assert min(left) == event.cycle, "each is told, in order, at its cycle"
            assert event == _told(event.cycle, left.pop(event.cycle))
        assert not left
        return losses


def _told(cycle: int, state: Inputs) -> Happened:
    first = TRACED["ready_by_line0"]
    line = max(0, state.what - first)
    names = {code: name for name, code in TRACED.items()}
    name = names[state.what - line].upper().replace("LINE0", "LINE_0")
    return Happened(cycle, name, state.task, state.lines, line)


_CODES = [*TRACED.values(), *range(TRACED["ready_by_line0"] + 1, 16)]
_EVENTS = [code for code in _CODES if code]


def _random(chance: float, lines: float) -> Callable[[int], Inputs]:
    def next_inputs(before: int) -> Inputs:
        what = random.choice(_EVENTS) if random.random() < chance else 0
        changed = random.getrandbits(8) if random.random() < lines else 0
        return Inputs(what, random.getrandbits(7), before ^ changed)

    return next_inputs


@cocotb.test()
async def everything_that_is_read_in_time(dut) -> None:
    """Events in every cycle, of tasks and lines at once, with a reader as fast: nothing is lost."""
    bench = Bench(dut)
    await bench.begin()
    for chance, lines in ((1, 1), (0.5, 0.5), (0.05, 0), (0, 0.05), (0.01, 0.01)):
        make = _random(chance, lines)
        for _ in range(1_500):
            await bench.step(make(bench.lines[0]), ready=True)
    await bench.rest(1, 0)
    assert bench.check() == 0
    assert len(bench.happened) > 2_500


@cocotb.test()
async def long_rests(dut) -> None:
    """The time is whole however long nothing happens, at each distance from a period's end."""
    bench = Bench(dut)
    await bench.begin()
    near = [PERIOD // 2, PERIOD, PERIOD * 3 // 2, 2 * PERIOD]
    rests = [base + offset for base in near for offset in (-1, 0, 1)]
    random.shuffle(rests)
    for rest in [*rests, 7 * PERIOD]:
        bursts = random.randint(1, 3)
        for _ in range(bursts):
            await bench.step(Inputs(random.choice(_EVENTS), 5, bench.lines[0]), ready=True)
        await bench.rest(5, rest - bursts)
    await bench.rest(1, 0)
    assert bench.check() == 0


@cocotb.test()
async def readers_that_are_too_slow(dut) -> None:
    """Whatever is lost lies where the words say so, and the rest is there."""
    bench = Bench(dut)
    await bench.begin()
    for speed in (0.02, 0.1, 0.3, 0.5):
        make = _random(0.2, 0.1)
        for _ in range(2_500):
            await bench.step(make(bench.lines[0]), ready=random.random() < speed)
        await bench.rest(3, 0)
    assert bench.check() > 80 // DEPTH


@cocotb.test()
async def as_much_as_it_holds(dut) -> None:
    """That many events are kept for a reader who comes late, and one that is shown already."""
    bench = Bench(dut)
    await bench.begin()
    for number in range(DEPTH + 1):
        await bench.step(Inputs(TRACED["switch"], number % 128, 0), ready=False)
    for _ in range(PERIOD):
        await bench.step(Inputs(), ready=False)
    await bench.rest(1, 0)
    assert bench.check() == 0
    for number in range(DEPTH + 2):
        await bench.step(Inputs(TRACED["switch"], number % 128, 0), ready=False)
    await bench.rest(1, 0)
    assert bench.check() == 1
