# SPDX-License-Identifier: Apache-2.0
"""The hybrid's link under random messages, ticks and back-pressure, against the golden model."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

from hybrid.layout import ADJUSTS, COMMANDS, REPORTS, SCHEDULER, TIMERS, header, pack
from hybrid.model import STATES, Model
from hybrid.observer import Observer

N_TASKS, N_PRIORITIES = int(os.environ["NTasks"]), int(os.environ["NPriorities"])
N_LINES = int(os.environ.get("NLines", "0"))
PIPELINED = os.environ["Pipelined"] == "1"
TREE = (N_TASKS - 1).bit_length() if PIPELINED else 1
"""Cycles of the choice."""
READ_LATENCY = 4 + TREE
"""Cycles from READ's handshake to the first one in which its reply is offered."""
REPLY_LATENCY = 5
"""The same of GET and REPORT."""
END_LATENCY = 5
"""Cycles from the last word's handshake to the last one of its message's service."""


class Link:
    """The device's streams, by cocotbext-axi, and the observer."""

    def __init__(self, dut) -> None:
        self.dut = dut
        self.model = Model(N_TASKS, N_PRIORITIES, PIPELINED, N_LINES)
        self.observer = Observer(dut, self.model)

    async def reset(self) -> None:
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
        dut.rst_ni.value = 0
        dut.lines_i.value = 0
        ports = (dut.clk_i, dut.rst_ni, False)  # the reset's active level
        master, slave = (AxiStreamBus.from_prefix(dut, prefix) for prefix in ("s_axis", "m_axis"))
        self.source = AxiStreamSource(master, *ports, byte_lanes=1)  # whole words
        self.sink = AxiStreamSink(slave, *ports, byte_lanes=1)
        for log in (self.source.log, self.sink.log):
            log.setLevel("WARNING")
        await ClockCycles(dut.clk_i, 3)
        await RisingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        await RisingEdge(dut.clk_i)
        self.observer.start()

    def put(self, *words: int, dest: int = SCHEDULER) -> None:
        """Send a message."""
        self.source.send_nowait(AxiStreamFrame(list(words), tdest=dest))

    async def settle(self) -> None:
        """Wait until every message was served, and its reply compared."""
        await self.source.wait()
        while self.observer.messages or self.observer.words or self.dut.message_valid.value:
            await FallingEdge(self.dut.clk_i)
        while self.observer.replies:
            await self.check()

    async def check(self) -> None:
        """Take a reply and compare it with the model's."""
        frame = await self.sink.recv()
        expected = self.observer.replies.popleft()
        assert list(frame.tdata) == expected, [hex(word) for word in frame.tdata]

    async def ask(self, *words: int) -> list[int]:
        """Send a message and return the words of its reply, which the model gives too."""
        self.put(*words)
        frame = await self.sink.recv()
        assert list(frame.tdata) == self.observer.replies.popleft()
        return list(frame.tdata)


class Software:
    """Random messages: most are such as a kernel sends, some are wrong."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.model = link.model

    def task(self, *states: str) -> int:
        """Return a task in one of the states if there is one; at times a dead one or any."""
        if random.random() < 0.03:
            states = ("finished",)
        fitting = [t for t, task in enumerate(self.model.tasks) if task.state in states]
        if not fitting or random.random() < 0.03:
            return random.randrange(128)
        return random.choice(fitting)

    def level(self) -> int:
        if random.random() < 0.02:
            return random.randrange(64)
        return random.choice((0, 1, 1, N_PRIORITIES - 1, random.randrange(N_PRIORITIES)))

    def write(self, t: int, state: str) -> None:
        words = [header("write", id=t, priority=self.level(), **{state: 1})]
        known = t < N_TASKS and self.model.tasks[t].state != "finished"
        if not known or random.random() < 0.1:
            words.append(random.getrandbits(32))
        self.link.put(*words)

    def delay(self, t: int) -> None:
        ticks = random.choice((0, 1, 1, 2, 3, 3, 5, 9, random.getrandbits(24)))
        event = random.random() < 0.25
        self.link.put(pack("timers", id=t, ticks=ticks, event=int(event)), dest=TIMERS)

    def nonsense(self) -> None:
        """Words of any kind, of which ADJUST by a large number alone is left out."""
        dest = random.randrange(2)
        words = [random.getrandbits(32) for _ in range(random.choice((1, 1, 1, 2, 3)))]
        first = words[0] & 15
        if dest == SCHEDULER and first in (COMMANDS["adjust"], COMMANDS["period"]):
            words[1:2] = []
        self.link.put(*words, dest=dest)

    def step(self) -> None:
        """Send one random message."""
        model, put = self.model, self.link.put
        choice = random.choices(
            ("read", "block", "wake", "delay", "priority", "create", "delete", "release", "report",
             "get", "suspend", "resume", "yield", "configure", "adjust", "hook", "nonsense",
             "line"),
            (30, 5, 12, 18, 6, 4, 1, 8, 6, 4, 2, 3, 2, 0.3, 2, 1, 2, 8 if N_LINES else 0),
        )[0]  # fmt: skip
        if choice in ("read", "suspend", "resume", "yield", "hook"):
            put(header(choice))
        elif choice == "block":
            self.write(self.task("ready"), random.choice(("blocked", "suspended")))
        elif choice == "wake":
            self.write(self.task("blocked", "suspended", "ready"), "ready")
        elif choice == "delay":
            current = model.current if random.random() < 0.6 else self.task("ready", "blocked")
            self.delay(current)
        elif choice == "priority":
            put(header("priority", id=self.task("ready", "blocked"), priority=self.level()))
        elif choice == "create":
            self.write(self.task("finished"), random.choice(("ready", "ready", "suspended")))
        elif choice == "delete":
            self.write(self.task(*STATES), "finished")
        elif choice == "release":
            t = model.reported if model.reported is not None else random.randrange(128)
            put(header("release", id=t)) if random.random() < 0.8 else self.delay(t)
        elif choice == "report":
            put(header("report", report=random.choice([*REPORTS.values(), REPORTS["status"]])))
        elif choice == "get":
            put(header("get", id=self.task(*STATES)))
        elif choice == "configure":
            flags = {name: int(random.random() < 0.8) for name in ("preemption", "time_slicing")}
            put(header("configure", tick_hook=random.randrange(2), **flags))
        elif choice == "adjust":
            kind = random.choice(list(ADJUSTS.values()))
            put(header("adjust", adjust=kind), random.choice((0, 1, 3)))
        elif choice == "line":
            t = model.current if random.random() < 0.6 else self.task("ready")
            line = random.randrange(N_LINES + (random.random() < 0.05))
            wait = {"endless": int(random.random() < 0.4), "ticks": random.choice((0, 1, 2, 5, 20))}
            put(header("line", id=t), pack("line", line=line, **wait))
        else:
            self.nonsense()


async def raise_lines(dut) -> None:
    """Each line rises now and then, and several at once."""
    while True:
        await ClockCycles(dut.clk_i, random.choice((5, 60, 400, 800)))
        dut.lines_i.value = random.getrandbits(N_LINES) & random.getrandbits(N_LINES)
        await ClockCycles(dut.clk_i, 2)
        dut.lines_i.value = 0


def pause(share: float):
    """Yield whether a stream rests, at random."""
    while True:
        yield random.random() < share


@cocotb.test()
async def random_messages(dut) -> None:
    """Every reply, every list and cursor agree; each latency is one number."""
    link = Link(dut)
    await link.reset()
    model, observer, software = link.model, link.observer, Software(link)
    link.put(header("adjust", adjust=ADJUSTS["set"]), random.choice((5, (1 << 32) - 30)))
    for t in range(max(N_TASKS - 1, 2)):
        link.put(header("write", id=t, ready=1, priority=software.level() % N_PRIORITIES), 16 * t)
    link.put(header("start", id=1))
    link.put(0)  # an undefined command, if chance has none
    link.put(header("period"), random.choice((60, 150, 12 * N_TASKS)))
    await link.settle()
    if N_LINES:
        cocotb.start_soon(raise_lines(dut))
    for step in range(int(os.environ["STEPS"])):
        if step % 200 == 0:  # at times the link is busy on either side
            share = random.choice((0, 0, 0.5))
            link.source.set_pause_generator(pause(share))
            link.sink.set_pause_generator(pause(share))
        if model.suspended and random.random() < 0.1:
            link.put(header("resume"))
        if model.reported is not None and random.random() < 0.2:
            link.put(header("release", id=model.reported))
        software.step()
        if random.random() < 0.7:
            await link.settle()
            await ClockCycles(dut.clk_i, random.choice((1, 2, 3, 8, 20, max(100, 3 * N_TASKS))))
    await link.settle()
    dut._log.info("%s", dict(observer.happened))
    dut._log.info("%s", {kind: dict(n) for kind, n in observer.latency.items()})
    for what in ("tick", "expiry", "reported", "release", "reply", "undefined"):
        assert observer.happened[what], f"no {what}"
    together = sum(observer.happened[f"{n} together"] > 0 for n in range(1, N_TASKS + 1))
    assert together > 1 or N_TASKS == 2
    background = {"pause": 4, "tick": 2, "search": N_TASKS, "all ready": N_TASKS + 3}
    if N_LINES:
        background["line"] = 2
        assert observer.happened["nobody waits"], "each line that rose had its task"
    assert {kind: set(observer.latency.pop(kind)) for kind in background} == {
        kind: {cycles} for kind, cycles in background.items()
    }
    for kind, cycles in observer.latency.items():
        name, _, end = kind.partition(", ")
        if end == "end":
            expected = READ_LATENCY - 1 if name == "read" else END_LATENCY
            assert set(cycles) <= {expected, END_LATENCY}, (kind, cycles)
        else:
            expected = READ_LATENCY if name == "read" else REPLY_LATENCY
            assert set(cycles) == {expected}, (kind, cycles)
