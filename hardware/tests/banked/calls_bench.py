# SPDX-License-Identifier: Apache-2.0
"""The window of calls between a core and a hardware kernel, against a model, cycle by cycle."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

import cocotb
from kernel.registers import OFFSETS
from soc import lockstep
from soc.lockstep import Values

TASKS = int(os.environ["NTasks"])
CYCLES = 6_000
RESULT, VALUE, DISPATCH = (OFFSETS[name] for name in ("result", "value", "dispatch"))
OK = 1
AGAIN = 1 << 31
RESULTS = (0, OK, 0, OK, 0, OK, AGAIN, AGAIN, AGAIN, AGAIN, 2, 8)
"""FAIL, OK, AGAIN, an error and SOFTWARE."""
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
        unless_value: ... but only if what it loads, a RESULT, has no value behind it.
        caller: the task whose answer is under way.
        kept: the answer; None: what the kernel answers.
        is_result: the answer is a RESULT.
        discards: there is none.
        keeps: nobody may have asked for the answer yet.
    """

    transfer: Transfer | None = None
    grants: bool = False
    at_once: bool = False
    unless_value: bool = False
    caller: int | None = None
    kept: int | None = None
    is_result: bool = False
    discards: bool = False
    keeps: bool = False

    def granted(self, inputs: Values) -> bool:
        """Whether the core is granted what it asks for."""
        if self.unless_value and inputs["rdata_i"] <= OK:
            return False
        return self.grants and bool(self.at_once or self.transfer is None or inputs["gnt_i"])


Plans = Generator[Plan, Values, Values]
"""Gives the plan of each cycle, is sent the inputs of the next, and returns the first that it does
not plan for."""


def load(offset: int) -> Transfer:
    return (False, offset, 0)


def wants_answer(inputs: Values) -> bool:
    is_load = inputs["calls_req_i"] and not inputs["we_i"]
    return bool(is_load and inputs["addr_i"] in (RESULT, VALUE))


class Calls:
    """What is loaded from the hardware kernel, in which order, and who gets it."""

    def __init__(self) -> None:
        self.posted: Transfer | None = None
        self.trap = False
        self.kept: int | None = None
        """An answer that nobody has asked for yet."""
        self.asked_value = [False] * TASKS
        """By task: its last answer was VALUE."""
        self.plan = Plan()
        self.served: Transfer | None = None
        """The transfer that the kernel granted in the last cycle."""
        self.loaded = 0
        """The word that it gave."""
        self.answered: Plan | None = None
        """The plan of the last cycle, if the core was granted something."""
        self.other = False
        """That was a RESULT which needs to be seen to."""
        self.seen: Counter[str] = Counter()
        self._cycles = self._idle()
        next(self._cycles)

    def look(self, inputs: Values) -> bool:
        """Plan a cycle, whose grant is not known yet; return whether the kernel is asked."""
        self.plan = self._cycles.send(inputs)
        return self.plan.transfer is not None

    def outputs(self, inputs: Values) -> Values:
        plan, answered = self.plan, self.answered
        values = {
            "req_o": int(plan.transfer is not None),
            "gnt_o": int(plan.granted(inputs)),
            "busy_o": int(self.trap),
            "caller_runs_o": int(plan.caller is not None),
            "discard_o": int(answered is not None and answered.discards),
            "other_o": int(self.other),
        }
        if plan.transfer is not None:
            store, values["addr_o"], word = plan.transfer
            values |= {"we_o": 1, "wdata_o": word} if store else {"we_o": 0}
        if plan.caller is not None:
            values["caller_id_o"] = plan.caller
        if plan.granted(inputs) and not plan.discards and not plan.at_once:
            values["rdata_o"] = inputs["rdata_i"] if plan.kept is None else plan.kept
        return values

    def step(self, inputs: Values) -> None:
        plan = self.plan
        granted = plan.transfer is not None and bool(inputs["gnt_i"])
        self.answered = plan if plan.granted(inputs) else None
        self.other = self.answered is not None and plan.is_result and inputs["rdata_i"] > OK
        if self.answered is not None or self.trap:
            self.kept = None
        if plan.keeps and granted and self.answered is None:
            if not plan.is_result or inputs["rdata_i"] <= OK:
                self.kept = inputs["rdata_i"]
        self.served, self.loaded = (plan.transfer if granted else None), inputs["rdata_i"]
        if plan.at_once or self.posted is not None:
            self.posted = None if granted else plan.transfer
        self.trap = bool(inputs["trap_i"]) or (self.trap and self.served != load(DISPATCH))

    def _idle(self) -> Plans:
        inputs = yield Plan()
        while True:
            if wants_answer(inputs):
                self.asked_value[inputs["current_id_i"]] = inputs["addr_i"] == VALUE
            if self.posted is not None:
                inputs = yield Plan(self.posted)
            elif self.trap:
                inputs = yield from self._switch_ahead(inputs)
            elif wants_answer(inputs) and self.kept is not None:
                self.seen["kept"] += 1
                inputs = yield Plan(grants=True, kept=self.kept)
            elif wants_answer(inputs):
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
        task, of_value = inputs["current_id_i"], inputs["addr_i"] == VALUE
        under_way = None
        if inputs["again_i"]:
            inputs = yield from self._granted(lambda _: Plan(load(DISPATCH)), inputs)
            under_way = task
            if inputs["interrupted_i"]:
                self.seen["discarded"] += 1
                return (yield Plan(grants=True, caller=task, discards=True))
            of_value = self.asked_value[inputs["current_id_i"]]
            self.seen["switched"] += 1
        result = Plan(load(RESULT), True, caller=under_way, unless_value=of_value, is_result=True)
        inputs = yield from self._granted(lambda _: result, inputs)
        if self.answered is not None:
            self.seen["no value"] += of_value
            return inputs
        value = Plan(load(VALUE), grants=True, caller=task)
        return (yield from self._granted(lambda _: value, inputs))

    def _switch_ahead(self, inputs: Values) -> Plans:
        """The switch of a trap, and the answer of the task that runs then, asked for or not."""
        before = inputs["current_id_i"]
        inputs = yield from self._granted(lambda _: Plan(load(DISPATCH)), inputs)
        task = inputs["current_id_i"]
        if inputs["interrupted_i"] or task == before:
            return (yield Plan())
        of_value = self.asked_value[task]

        def result(now: Values) -> Plan:
            plan = Plan(load(RESULT), wants_answer(now), is_result=True)
            return replace(plan, unless_value=of_value, keeps=not of_value)

        def value(now: Values) -> Plan:
            return Plan(load(VALUE), wants_answer(now), keeps=True)

        inputs = yield from self._granted(result, inputs)
        if of_value and self.loaded <= OK:
            inputs = yield from self._granted(value, inputs)
        self.seen["asked for meanwhile"] += self.answered is not None
        return inputs


class Traffic:
    """A core, whose requests stay until they are granted and which a trap finds without any, and a
    hardware kernel, whose answer stays until the next one."""

    def __init__(self, model: Calls, patience: float, haste: float) -> None:
        self.model = model
        self.patience = patience
        """Chance that the kernel grants, in a cycle."""
        self.haste = haste
        """Chance that the core asks for something, in a cycle."""
        self.request = NO_REQUEST
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
        of_calls = int(kind < 0.9)
        if kind < 0.6:
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
        waits = self.request["calls_req_i"] or self.request["kernel_req_i"]
        if model.answered is not None or not waits:
            asks = not model.trap and random.random() < self.haste
            self.request = self.ask() if asks else NO_REQUEST
        idle = self.request is NO_REQUEST and not model.trap
        inputs = {
            **self.request,
            "current_id_i": self.task,
            "again_i": int(self.results[self.task] == AGAIN),
            "interrupted_i": self.interrupted,
            "trap_i": int(idle and random.random() < 0.2),
        }
        asked = model.look(inputs)
        granted = int(asked and random.random() < self.patience)
        return inputs | {"gnt_i": granted, "rdata_i": self.give(model.plan.transfer)}


NO_REQUEST: Values = dict.fromkeys(("calls_req_i", "kernel_req_i", "we_i", "addr_i", "wdata_i"), 0)
IDLE: Values = NO_REQUEST | dict.fromkeys(
    ("gnt_i", "rdata_i", "current_id_i", "again_i", "interrupted_i", "trap_i"), 0
)


@cocotb.test()
async def random_traffic(dut) -> None:
    seen: Counter[str] = Counter()
    for patience, haste in ((0.3, 0.5), (0.9, 0.7), (1.0, 0.3)):
        model = Calls()
        await lockstep.reset(dut, IDLE)
        await lockstep.run(dut, model, Traffic(model, patience, haste), CYCLES)
        seen += model.seen
    assert len(seen) == 5, seen
    assert min(seen.values()) > 20, seen
