# SPDX-License-Identifier: Apache-2.0
"""Print a scenario as a C program for FreeRTOS (firmware/laboratory/differential/program)."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

from isochron.building import native
from isochron.differential import runner
from isochron.differential.calls import ALL, DELETED, KINDS, TIME_OUT
from isochron.differential.scenario import Call, Event, Scenario
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

SUPPORT = ROOT / "firmware/laboratory/differential/program"
HOW_TO_RUN = "Build, run on both kernels and compare: isochron differential-program FILE"
PROCESSOR_TIME = 60
"""Seconds after which a program is thought to hang."""


class NotPrintable(IsochronError):
    """The scenario has no form as a C program."""


def build(file: Path, kernel: str, variant: native.Variant | None = None) -> Path:
    """Return a printed program, built for a kernel; raises what native.build() raises."""
    variant = variant or native.Variant()
    variant = replace(variant, options={**runner.OPTIONS, **variant.options})
    return native.build(kernel, [*sorted(SUPPORT.glob("*.c")), file.resolve()], file.stem, variant)


def run(program: Path) -> str:
    """Return what a printed program prints."""
    done = subprocess.run(
        [program], capture_output=True, **TEXT, timeout=PROCESSOR_TIME, check=False
    )
    return done.stdout


def text(scenario: Scenario, title: str) -> str:
    """Return the program; ``title`` says what it shows.

    Raises:
        NotPrintable: an event comes inside a call.
    """
    if scenario.inside:
        raise NotPrintable("an event inside a call is not the program's: run the scenario's text")
    writer = _Writer(scenario)
    used = {(one.kind, one.argument) for one in scenario.events}
    parts = [
        # REUSE-IgnoreStart
        "/* SPDX-License-Identifier: Apache-2.0 */",
        # REUSE-IgnoreEnd
        f"/*\n * {title}\n * {HOW_TO_RUN}\n */",
        '#include "program.h"',
        *(writer.routine(number) for kind, number in sorted(used) if kind == "routine"),
        *(writer.line(number) for kind, number in sorted(used) if kind == "line"),
        *(writer.task(i) for i, task in enumerate(scenario.tasks) if task.calls),
        writer.before(),
        writer.objects(),
        writer.deletions(),
        writer.tables(),
    ]
    return "\n\n".join(parts) + "\n"


class _Writer:
    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        names = {call.name for one in scenario.tasks for call in one.calls}
        self.suspends = "suspend_all" in names
        self.deletes = bool(names & {"delete", "delete_own"} or scenario.before)

    def call(self, call: Call, own: int | None) -> str:
        """A call in C, with what guards it; ``own`` is the number of the task that makes it."""
        kind = ALL[call.name]
        words, guards = [], []
        for operand, value in zip(kind.operands, call.operands, strict=True):
            word = operand.c(value)
            if operand is TIME_OUT and self.suspends and own is not None:
                word = f"TIME_OUT( {word} )"
            if operand is DELETED:
                guards.append(f"IF_THERE( deleted[ {value} ], {{}} )")
            elif operand.names == "task" and value != own and self.may_lack(value):
                guards += [f"IF_THERE( task[ {value} ], {{}} )"] if "task[" in kind.c else []
            words.append(word)
        text = kind.c.format(*words)
        for guard in guards:
            text = guard.format(text)
        names_other = kind.operands[:1] and kind.operands[0].names and call.operands[0] != own
        if kind.blocks and self.suspends and not names_other:
            text = f"IF_NOT_SUSPENDED( {text} )"
        return text

    def may_lack(self, task: int) -> bool:
        return self.deletes or not self.scenario.tasks[task].calls

    def routine(self, number: int) -> str:
        routine = self.scenario.routines[number]
        body = ["BaseType_t woken = pdFALSE;", ""]
        body += [f"FROM_ISR( {self.call(call, None)} );" for call in routine.calls]
        if routine.yields:
            body.append("portYIELD_FROM_ISR( woken );")
        return _function(f"static void routine_{number}( uint32_t unused )", body)

    def line(self, number: int) -> str:
        line = self.scenario.lines[number]
        if line.to_task:
            gives = f"DONE( vTaskNotifyGiveFromISR( task[ {line.target} ], &woken ) )"
        else:
            gives = f"xSemaphoreGiveFromISR( object[ {line.target} ], &woken )"
        body = [f"ON_LINE( {number}, {gives} );"]
        return _function(f"static void line_{number}( uint32_t unused )", body)

    def task(self, number: int) -> str:
        calls = self.scenario.tasks[number].calls
        names = {call.name for call in calls}
        body = []
        if "delay_until" in names:
            body.append("TickType_t wake = first_tick;")
        if names & {"set_time_out", "check_time_out"}:
            body.append("TimeOut_t time_out = { 0 };")
        body += [""] if body else []
        body += [
            f"BIND( xIsochronLineToTask( {i}, task[ {number} ] ) );"
            for i, line in enumerate(self.scenario.lines)
            if line.to_task and line.target == number
        ]
        steps = [f"    STEP( {self.call(call, number)} );" for call in calls]
        body += ["for( ; ; )", "{", *steps, "}"]
        return _function(f"static void task_{number}( void * unused )", body)

    def before(self) -> str:
        """What main() does before it starts the scheduler, when the objects are there."""
        calls = self.scenario.before or tuple(
            Call("create", (i,)) for i, task in enumerate(self.scenario.tasks) if task.calls
        )
        body = [f"BEFORE( {self.call(_without_waiting(call), None)} );" for call in calls]
        return _function("void before_the_start( void )", body)

    def objects(self) -> str:
        body = ["( void ) more;", "", "switch( number )", "{"]
        for number, one in enumerate(self.scenario.objects):
            body += [f"    case {number}:"]
            handle = KINDS[one.kind].create.format(*one.operands, number=number)
            body += [f"        object[ {number} ] = {handle};"]
            body += [
                f"        BIND( xIsochronLineToSemaphore( {i}, object[ {number} ] ) );"
                for i, line in enumerate(self.scenario.lines)
                if not line.to_task and line.target == number
            ]
            body += [f"        return object[ {number} ];", ""]
        body += ["    default:", "        return NULL;", "}"]
        return _function("void * create_object( uint32_t number, uint32_t more )", body)

    def deletions(self) -> str:
        body = ["switch( number )", "{"]
        for number, one in enumerate(self.scenario.objects):
            deletion = f"{KINDS[one.kind].delete}( object[ {number} ] );"
            body += [f"    case {number}:", f"        {deletion}", "        break;", ""]
        body += ["    default:", "        break;", "}"]
        return _function("void delete_object( uint32_t number )", body)

    def tables(self) -> str:
        tasks = [
            f"    {{ {f'task_{i}' if task.calls else 'NULL'}, {task.priority} }},"
            for i, task in enumerate(self.scenario.tasks)
        ]
        events = [f"    {{ {one.gap}, {_interrupt(one)} }}," for one in self.scenario.events]
        return "\n".join(
            [
                *("/* Function and priority. */", "const struct task_entry tasks[] =", "{"),
                *(*tasks, "};", f"const uint32_t task_count = {len(tasks)};", ""),
                *("/* Step, interrupt before it, how often. */",),
                *("const struct event events[] =", "{", *events, "    { 0, NULL, 0 },", "};", ""),
                f"const uint32_t steps = {self.scenario.limit};",
                f"const TickType_t first_tick = {self.scenario.first_tick:#x};",
                f"const uint32_t objects_taken = {self.scenario.taken};",
            ]
        )


def _without_waiting(call: Call) -> Call:
    """The call of somebody who cannot wait."""
    pairs = zip(ALL[call.name].operands, call.operands, strict=True)
    return replace(
        call, operands=tuple(0 if operand is TIME_OUT else value for operand, value in pairs)
    )


def _interrupt(event: Event) -> str:
    if event.kind == "ticks":
        return f"tick, {event.argument}"
    return f"{event.kind}_{event.argument}, 1"


def _function(head: str, body: list[str]) -> str:
    if "unused" in head:
        body = ["( void ) unused;", "", *body]
    return "\n".join([head, "{", *(f"    {line}" if line else "" for line in body), "}"])
