# SPDX-License-Identifier: Apache-2.0
"""The window of calls between a core's bus and a hardware kernel, against a model, by cycles."""

import os
import random
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass

import cocotb
from kernel.registers import OFFSETS
from soc import lockstep
from soc.lockstep import Values

TASKS = int(os.environ["NTasks"])
RUNS, CYCLES = 25, 240
"""A reset comes before each run, whatever goes on."""
RESULT, VALUE, DISPATCH = (OFFSETS[name] for name in ("result", "value", "dispatch"))
OK = 1
AGAIN = 1 << 31
RESULTS = (0, OK, 0, OK, 0, OK, AGAIN, AGAIN, AGAIN, AGAIN, 2, 8)
"""FAIL, OK, AGAIN, an error and MEMBER."""
COMMAND, REGISTER = 0x2400, OFFSETS["status"]
"""What else is stored to and loaded."""

Transfer = tuple[bool, int, int]
"""Whether it is a store, offset, and of a store the word."""


@dataclass(frozen=True)
class Plan:
    """What a cycle is for.

    Attributes:
        transfer: what the hardware kernel is asked for.
        grants: what the core asks for is granted, together with the transfer if there is one.
        at_once: ... but without waiting for that.
        unless_value: ... but only if there is no value behind what it loads, a RESULT.
        kept: the answer, and whether it is a RESULT that needs to be seen to; None: what the
            kernel answers.
        is_result: the transfer is a load of RESULT.
        discards: there is no answer.
        keeps: the answer is kept if the core is not granted it.
    """

    transfer: Transfer | None = None
    grants: bool = False
    at_once: bool = False
    unless_value: bool = False
    kept: tuple[int, bool] | None = None
    is_result: bool = False
    discards: bool = False
    keeps: bool = False

    def granted(self, inputs: Values) -> bool:
        """Whether the core is granted what it asks for."""
        if self.is_result and (inputs["rdata_i"] > OK or self.unless_value):
            return False
        return self.grants and bool(self.at_once or self.transfer is None or inputs["gnt_i"])


Plans = Generator[Plan, Values, Values]
"""Gives the plan of each cycle, is sent the inputs of the next, and returns the first that it does
not plan for."""


def load(offset: int) -> Transfer:
    return (False, offset, 0)


def is_answer(inputs: Values) -> bool:
    return not inputs["we_i"] and inputs["addr_i"] in (RESULT, VALUE)


def wants_answer(inputs: Values) -> bool:
    return bool(inputs["calls_req_i"]) and is_answer(inputs)


class Calls:
    """What is loaded from the hardware kernel, in which order, who gets it, and what is held."""

    def __init__(self) -> None:
        self.posted: Transfer | None = None
        self.switch = False
        """DISPATCH is to be loaded."""
        self.turning = False
        """That is so, or was, for an answer that is held."""
        self.dispatched = False
        self.release = False
        """What is held is granted as soon as the bus can."""
        self.kept: tuple[int, bool] | None = None
        """An answer that nobody has asked for yet, and whether it needs to be seen to."""
        self.drop = False
        """The answer is nobody's."""
        self.kept_of = 0
        """The task whose answer that is."""
        self.asked_value = [False] * TASKS
        """By task: its last answer was VALUE."""
        self.plan = Plan()
        self.served: Transfer | None = None
        """The transfer that the kernel granted in the last cycle."""
        self.loaded = 0
        """The word that it gave."""
        self.answered: Plan | None = None
        """The plan of the last cycle, if the core was granted something."""
        self.holds = False
        """No request is to be granted, but for `release`."""
        self.again = False
        """RESULT would say AGAIN, or did so in the cycle before."""
        self.turned = False
        """The core waits for the answer of a task that it turned to."""
        self.busy = False
        """A switch goes on since a cycle before."""
        self.seen: Counter[str] = Counter()
        """Nothing that a switch begins is under way."""
        self._cycles = self._idle()
        next(self._cycles)

    def look(self, inputs: Values) -> bool:
        """Plan a cycle, whose grant is not known yet; return whether the kernel is asked."""
        self.busy = self.switch
        self.plan = self._cycles.send(inputs)
        return self.plan.transfer is not None

    def outputs(self, inputs: Values) -> Values:
        plan = self.plan
        values = {
            "req_o": int(plan.transfer is not None),
            "gnt_o": int(plan.granted(inputs)),
            "busy_o": int(self.busy),
            "hold_o": int(self.held),
            "leaves_o": int(self.kept is not None and self.kept[1]),
            "turn_o": int(self.turning and self.release and inputs["granted_i"]),
            "discard_o": int(plan.discards),
            "other_o": int(plan.kept is not None and plan.kept[1]),
        }
        if plan.transfer is not None:
            store, values["addr_o"], word = plan.transfer
            values |= {"we_o": 1, "wdata_o": word} if store else {"we_o": 0}
        if plan.granted(inputs) and not plan.discards and not plan.at_once:
            values["rdata_o"] = inputs["rdata_i"] if plan.kept is None else plan.kept[0]
        return values

    @property
    def held(self) -> bool:
        """Whether no request is to be granted in this cycle."""
        return self.holds and not self.release

    def _keep(self, inputs: Values) -> None:
        """Keep what the kernel granted, if it is an answer that the core was not granted."""
        other = self.plan.is_result and inputs["rdata_i"] > OK
        certain = self.turned or wants_answer(inputs)
        if certain if other else not self.plan.unless_value:
            self.kept = (inputs["rdata_i"], other)
            self.kept_of = inputs["current_id_i"]

    def step(self, inputs: Values) -> None:
        plan = self.plan
        granted = plan.transfer is not None and bool(inputs["gnt_i"])
        self.answered = plan if plan.granted(inputs) else None
        self.served, self.loaded = (plan.transfer if granted else None), inputs["rdata_i"]
        dispatched = self.served == load(DISPATCH) and self.switch
        if self.answered is not None and inputs["calls_req_i"]:
            self.kept = None
            self.drop = self.drop and not wants_answer(inputs)
        if dispatched or inputs["current_id_i"] != self.kept_of:
            self.kept = None
        if plan.keeps and granted and self.answered is None:
            self._keep(inputs)
        if self.answered is not None and wants_answer(inputs):
            self.turned = False
        self.turned |= self.turning and not self.dispatched
        if plan.at_once or self.posted is not None:
            self.posted = None if granted else plan.transfer
        self._release(inputs, dispatched)
        self.again = bool(inputs["again_i"] or inputs["becomes_again_i"])
        waits = self.posted or self.again or self.turning
        self.holds = bool(waits) and not inputs["in_trap_i"]
        self.switch = bool(inputs["trap_i"]) or (self.switch and not dispatched)

    def _release(self, inputs: Values, dispatched: bool) -> None:
        held_answer = inputs["held_i"] and inputs["held_calls_i"] and is_answer(inputs)
        if self.release:
            release = not inputs["granted_i"]
        elif self.turning:
            ready = "ready_i" if self.dispatched else "next_ready_i"
            release = (self.dispatched or dispatched) and bool(inputs[ready])
        else:
            release = bool(inputs["held_i"]) and not held_answer
        if self.turning and self.release and inputs["granted_i"]:
            self.turning = self.dispatched = False
            self.seen["turned"] += 1
        self.dispatched = self.turning and (self.dispatched or dispatched)
        self.release = release

    def _turns(self, inputs: Values) -> bool:
        """Whether an answer that is held begins to switch."""
        held = inputs["held_i"] and inputs["held_calls_i"] and self.held
        return bool(held and self.again and is_answer(inputs)) and not self.turning

    def _idle(self) -> Plans:
        inputs = yield Plan()
        while True:
            task = inputs["current_id_i"]
            if self.posted is not None:
                inputs = yield Plan(self.posted)
                continue
            if not self.switch and self._turns(inputs):
                self.asked_value[task] = inputs["addr_i"] == VALUE
                self.switch = self.turning = True
            if self.switch:
                inputs = yield from self._switch(inputs)
            elif wants_answer(inputs) and self.drop:
                self.seen["discarded"] += 1
                inputs = yield Plan(grants=True, discards=True)
            elif wants_answer(inputs) and self.kept is not None:
                self.seen["kept, to be seen to" if self.kept[1] else "kept"] += 1
                inputs = yield Plan(grants=True, kept=self.kept)
            elif wants_answer(inputs):
                self.asked_value[task] = inputs["addr_i"] == VALUE
                inputs = yield from self._answer(inputs)
            elif inputs["kernel_req_i"] or inputs["calls_req_i"]:
                store = bool(inputs["we_i"])
                transfer = (store, inputs["addr_i"], inputs["wdata_i"] if store else 0)
                posts = store and bool(inputs["calls_req_i"])
                inputs = yield Plan(transfer, grants=True, at_once=posts)
            else:
                inputs = yield Plan()

    def _granted(self, plan: Callable[[Values], Plan], inputs: Values) -> Plans:
        """Ask until it is granted."""
        while True:
            inputs = yield plan(inputs)
            if self.served is not None:
                return inputs

    def _answer(self, inputs: Values) -> Plans:
        of_value = inputs["addr_i"] == VALUE
        result = Plan(load(RESULT), True, unless_value=of_value, is_result=True, keeps=True)
        inputs = yield from self._granted(lambda _: result, inputs)
        if self.answered is not None or self.loaded > OK:
            return inputs
        return (yield from self._granted(lambda _: Plan(load(VALUE), grants=True), inputs))

    def _switch(self, inputs: Values) -> Plans:
        """A switch, and the answer of the task that runs then, asked for or not."""
        before = inputs["current_id_i"]
        inputs = yield from self._granted(lambda _: Plan(load(DISPATCH)), inputs)
        task = inputs["current_id_i"]
        if inputs["interrupted_i"] or task == before:
            drop = self.turning and bool(inputs["interrupted_i"])
            inputs = yield Plan()
            self.drop = drop
            return inputs
        of_value = self.asked_value[task]

        def result(now: Values) -> Plan:
            asked = wants_answer(now)
            return Plan(load(RESULT), asked, unless_value=of_value, is_result=True, keeps=True)

        def value(now: Values) -> Plan:
            return Plan(load(VALUE), wants_answer(now), keeps=True)

        inputs = yield from self._granted(result, inputs)
        if of_value and self.loaded <= OK:
            inputs = yield from self._granted(value, inputs)
        self.seen["asked for meanwhile"] += self.answered is not None
        return inputs


class Traffic:
    """A core, its bus, and a hardware kernel, whose answer stays until the next one.

    The core shows a request until it is granted, the next one with the answer to the one before at
    the earliest. A trap finds it without any, and asks for nothing in the window of calls.
    """

    def __init__(self, model: Calls, patience: float, haste: float) -> None:
        self.model = model
        self.patience = patience
        """Chance that the kernel grants, in a cycle."""
        self.haste = haste
        """Chance that the core asks for something, in a cycle."""
        self.shown: Values | None = None
        """What the core asks for, and was not granted."""
        self.request = NO_REQUEST
        """What it was granted, and is not done."""
        self.following = NO_REQUEST
        """What it was granted as that was answered."""
        self.held: Values | None = None
        """What was held in the cycle before."""
        self.in_trap = 0
        self.results = [0] * TASKS
        self.task = 0
        self.interrupted = 0

    def give(self, transfer: Transfer | None) -> int:
        """Return the word that the kernel gives with its grant."""
        loads_result = transfer is not None and transfer == load(RESULT)
        return self.results[self.task] if loads_result else random.getrandbits(32)

    def serve(self) -> None:
        """Do what the kernel granted in the last cycle."""
        if self.model.served is None:
            return
        store, offset, _ = self.model.served
        if store or offset == DISPATCH:
            if offset == DISPATCH:
                self.task = random.randrange(TASKS)
                self.interrupted = int(random.random() < 0.3)
            self.results[self.task] = random.choice(RESULTS)

    def ask(self) -> Values:
        kind = random.random()
        of_calls = int(kind < 0.9 and not self.in_trap)
        if kind < 0.6 and of_calls:
            store, offset = 0, random.choice((RESULT, VALUE))
        else:
            store, offset = random.choice(((1, COMMAND), (0, REGISTER), (0, DISPATCH)))
        return {
            "calls_req_i": of_calls,
            "kernel_req_i": 1 - of_calls,
            "we_i": store,
            "addr_i": offset,
            "wdata_i": random.getrandbits(32),
        }

    def __call__(self) -> Values:
        model = self.model
        self.serve()
        if model.answered is not None:
            self.request, self.following = self.following, NO_REQUEST
        idle = self.shown is None and self.request is NO_REQUEST and not model.switch
        trap = int(idle and random.random() < 0.1)
        if idle and not trap and self.in_trap:
            self.in_trap = int(random.random() < 0.7)
        free = self.request is NO_REQUEST and not trap
        if self.shown is None and free and not model.switch and random.random() < self.haste:
            self.shown = self.ask()
        registers = self.held or self.request
        inputs = {
            **registers,
            **{name: self.request[name] for name in ("calls_req_i", "kernel_req_i")},
            "held_i": int(self.held is not None),
            "held_calls_i": registers["calls_req_i"],
            "current_id_i": self.task,
            "again_i": int(self.results[self.task] == AGAIN),
            "in_trap_i": self.in_trap,
            "interrupted_i": self.interrupted,
            "next_ready_i": random.getrandbits(1),
            "ready_i": random.getrandbits(1),
            "trap_i": trap,
        }
        asked = model.look(inputs)
        if model.plan.at_once and random.random() < self.haste:
            self.shown = self.ask()
        grants = random.random() < 0.8 and not model.held
        granted = int(asked and random.random() < self.patience)
        word = self.give(model.plan.transfer)
        other = int(model.plan.is_result and word > OK)
        inputs |= {"gnt_i": granted, "rdata_i": word, "other_i": other}
        inputs["becomes_again_i"] = int(granted and random.random() < 0.3)
        inputs["granted_i"] = int(grants)
        self.held = None
        if self.shown is not None and grants:
            if model.plan.at_once:
                self.following = self.shown
            else:
                self.request = self.shown
            self.shown = None
        elif self.shown is not None and model.held:
            self.held = self.shown
        self.in_trap |= trap
        return inputs


NO_REQUEST: Values = dict.fromkeys(("calls_req_i", "kernel_req_i", "we_i", "addr_i", "wdata_i"), 0)
IDLE: Values = NO_REQUEST | dict.fromkeys(
    ("held_i", "held_calls_i", "granted_i", "gnt_i", "rdata_i", "other_i", "current_id_i")
    + ("again_i", "becomes_again_i", "in_trap_i", "interrupted_i", "next_ready_i", "ready_i")
    + ("trap_i",),
    0,
)


@cocotb.test()
async def random_traffic(dut) -> None:
    seen: Counter[str] = Counter()
    await lockstep.reset(dut, IDLE)
    for patience, haste in ((0.3, 0.5), (0.9, 0.7), (1.0, 0.3)):
        for _ in range(RUNS):
            model = Calls()
            await lockstep.run(dut, model, Traffic(model, patience, haste), CYCLES)
            seen += model.seen
            await lockstep.reset_again(dut, IDLE)
    assert len(seen) == 5, seen
    assert min(seen.values()) > 20, seen
