# SPDX-License-Identifier: Apache-2.0
"""GDB on the SoC with several cores: a session for each kernel, and packets one at a time."""

import re
import shutil
from functools import cache, partial
from pathlib import Path

import pytest
from systems.smp.lab import machine
from systems.smp.lab.debugger import CoresTarget
from systems.smp.lab.machine import KERNELS, SMP
from test_debugger import EXIT_CODE, TIMEOUT, converse, switch_to
from test_debugger_client import Client

from isochron.debugging.packets import INTERRUPT
from isochron.systems import CoresEnding

pytestmark = pytest.mark.skipif(
    shutil.which("gdb-multiarch") is None, reason="there is no gdb-multiarch"
)

PROGRAM = SMP / "firmware/tests/debugged.c"
COMMANDS = [
    ("first", "info threads"),
    ("break", "break lap if turns[0] > 3 && turns[1] > 3"),
    ("stopped", "continue"),
    ("threads", "info threads"),
    ("tasks", "monitor tasks"),
    ("lap", "p number"),
    ("pc", "p $pc"),
    ("step", "stepi"),
    ("stepped", "p $pc"),
    ("delete", "delete"),
    ("turns", "p turns"),
    ("to-first", switch_to("first")),
    ("first-frames", "backtrace"),
    ("to-second", switch_to("second")),
    ("second-frames", "backtrace"),
    ("second-register", "p $sp"),
    ("refused", "p $sp = 1"),
    ("second-steps", "stepi"),
    ("number", "info threads"),
    ("to-waits", switch_to("waits")),
    ("waits-frames", "backtrace"),
    ("up", "frame function waits"),
    ("memory", "p turns[1] = 1000000"),
    ("watch", "watch turns[1]"),
    ("stored", "continue"),
    ("backwards", "reverse-stepi"),
    ("delete-watch", "delete"),
    ("end", "continue"),
]


@cache
def session(kernel: str) -> tuple[dict[str, str], CoresEnding]:
    program = machine.build(PROGRAM, 2, kernel=kernel)
    return converse(
        program,
        COMMANDS,
        lambda serve: machine.run_program(program, 2, 2_000_000, print, None, serve),
        CoresTarget,
    )


kernels = pytest.mark.parametrize(
    "kernel", [KERNELS[0], pytest.param(KERNELS[1], marks=pytest.mark.wide)]
)


def states(said: str) -> dict[str, str]:
    """Return what is told of each task in GDB's list of threads, by name."""
    return dict(re.findall(r'"(\w+)" \(([^,)]+)', said))


@kernels
def test_before_tasks_run_main_does(kernel: str) -> None:
    said, _ = session(kernel)
    assert states(said["first"]) == {"main": "running"}


@kernels
def test_each_core_runs_a_task_and_the_others_wait(kernel: str) -> None:
    said, _ = session(kernel)
    found = states(said["threads"])
    assert {found["first"], found["second"]} == {"running on core 0", "running on core 1"}
    assert (found["waits"], found["ends"]) == ("blocked", "blocked")
    assert [found[name] for name in found if name.startswith("IDLE")] == ["ready", "ready"]
    assert re.search(r"^first +running on core \d, priority 1$", said["tasks"], re.MULTILINE)


@kernels
def test_the_core_that_meets_a_breakpoint_is_shown_and_steps(kernel: str) -> None:
    said, _ = session(kernel)
    (name,) = re.findall(r'Thread \d+ "(\w+)" hit Breakpoint', said["stopped"])
    assert said["lap"].strip() == f"$1 = {('first', 'second').index(name)}"
    before, after = (int(re.findall(r"0x\w+", said[key])[0], 16) for key in ("pc", "stepped"))
    assert after == before + 4


@kernels
def test_both_running_tasks_and_one_that_waits_have_their_frames(kernel: str) -> None:
    said, _ = session(kernel)
    for name, number in (("first", 0), ("second", 1)):
        assert re.search(rf"in runs \(parameter=0x{number}\)|#0  runs \(", said[f"{name}-frames"])
    assert "waits (" in said["waits-frames"]
    assert "xSemaphoreTake( lane, portMAX_DELAY );" in said["up"]


@kernels
def test_memory_changes_and_a_store_of_the_other_core_is_watched(kernel: str) -> None:
    said, _ = session(kernel)
    assert "Old value = 1000000" in said["stored"]
    assert "New value = 1000001" in said["stored"]
    assert '"second" hit Hardware watchpoint' in said["stored"]


@kernels
def test_what_is_not_there_is_refused(kernel: str) -> None:
    said, _ = session(kernel)
    assert "docs/howto/debug.md" in said["refused"] or "Could not write" in said["refused"]
    assert "does not support" in said["backwards"]


@kernels
def test_the_program_takes_the_cycles_that_it_takes_without(kernel: str) -> None:
    _, ending = session(kernel)
    assert ending.exit_code == EXIT_CODE
    program = machine.build(PROGRAM, 2, kernel=kernel)
    assert ending == machine.run_program(program, 2, 2_000_000, print)


SLEEPS = """
#include "FreeRTOS.h"
#include "task.h"
static volatile int wakes;
int main( void )
{
    while( !wakes ) { __asm volatile( "wfi" ); }
    vTaskStartScheduler();
    return 1;
}
"""


def client(program: Path) -> Client:
    run = partial(machine.run_program, cores=2, max_cycles=50_000_000, on_line=print)
    return Client(program, run, CoresTarget)


@pytest.mark.parametrize("sleeps", [False, True], ids=["busy", "asleep"])
def test_an_interrupt_stops_all_cores_also_asleep(tmp_path: Path, sleeps: bool) -> None:
    source = PROGRAM
    if sleeps:
        source = tmp_path / "sleeps.c"
        source.write_text(SLEEPS)
    debugged = client(machine.build(source, 2, kernel=KERNELS[0]))
    debugged.say("vCont;c")
    debugged.connection.sendall(INTERRUPT)
    assert debugged.hear().startswith(b"T02thread:")
    debugged.say("k")
    assert debugged.ended.get(timeout=TIMEOUT).said.endswith("the debugger ended the program")


def test_a_program_that_is_let_alone_runs_to_its_end() -> None:
    program = machine.build(PROGRAM, 2, kernel=KERNELS[0])
    debugged = client(program)
    assert debugged.ask("D") == "OK"
    ending = debugged.ended.get(timeout=TIMEOUT)
    assert ending == machine.run_program(program, 2, 2_000_000, print)


@pytest.mark.parametrize("packet", ["bs", "bc", "P2=00000000", "m90000000,4"])
def test_a_packet_for_what_is_not_there_is_refused(packet: str) -> None:
    debugged = client(machine.build(PROGRAM, 2, kernel=KERNELS[0]))
    assert debugged.ask(packet).startswith("E")
    debugged.say("k")
    debugged.ended.get(timeout=TIMEOUT)
