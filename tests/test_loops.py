# SPDX-License-Identifier: Apache-2.0
"""No loop over tasks, priorities or waiters in any path of our kernel files, by machine code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isochron import checks, firmware, loops
from isochron.building import execute
from isochron.errors import IsochronError

EVERYTHING = {
    option: value for needs in checks.NEEDS.values() for option, value in needs.items()
} | {"configTRACE_HEADER": "<test_trace.h>", "configISOCHRON_SOFTWARE_OBJECTS": "1"}
"""Every option that one of the test programs asks for, so that all code is compiled."""

ENDS = "the end of the program"
TEXT = "the length of a text"
STACK = "the unused part of a stack, as FreeRTOS's high-water mark"
LINES = "the interrupt lines of what is deleted"
SLEEP = "until the hardware has found the nearest deadline: tickless idle only"
STALE = "the tasks that stopped waiting for an object in software and have not run since"
LIST = "lists all tasks, as FreeRTOS's does; interrupts are enabled"
ITEM = "the size of an item; interrupts are enabled while a task copies"
ALLOWED = {
    "copy_block": ITEM,
    "copy_bytes": ITEM,
    "copy_words": ITEM,
    "eTaskConfirmSleepModeStatus": SLEEP,
    "freertos_risc_v_application_exception_handler": ENDS,
    "prvIdleTask": "the idle task, which frees one deleted task after the other",
    "prvInitialise": "once, before the first creation: clears the lines' bindings",
    "prvMismatch": TEXT + ", when the program stops",
    "prvTaskReturned": ENDS,
    "prvDeleteOtherTask": LINES,
    "prvUnusedStack": STACK,
    "pxEventListFirst": "the waiters of an event group in software, as xEventGroupSetBits",
    "ulIsochronFinish": "once more for each switch back to a task that has to wait on",
    "uxEventListWaiters": STALE,
    "uxTaskGetStackHighWaterMark": STACK,
    "uxTaskGetStackHighWaterMark2": STACK,
    "uxTaskGetSystemState": LIST,
    "vIsochronConfigurationError": ENDS,
    "vKernelCallHooks": "what hooks were not called for: at most 15 ticks, and 16 of the monitor",
    "vKernelReleaseLines": LINES,
    "vPortEndScheduler": ENDS,
    "vTaskGetInfo": STACK,
    "vTaskGetRunTimeStatistics": LIST,
    "vTaskInternalSetTimeOutState": "again if the tick wraps while it is read",
    "vTaskListTasks": LIST,
    "vTaskResetState": "deletes all tasks and objects, before the scheduler starts",
    "vTaskSetTimeOutState": "again if the tick wraps while it is read",
    "vTaskStepTick": SLEEP,
    "xTaskCheckForTimeOut": "again if the tick wraps while it is read",
    "xTaskRemoveFromEventList": STALE,
    "xTaskGetHandle": "looks for a name among all tasks, as FreeRTOS's does",
}
"""Functions of ours that have a loop, and what it is over."""

OUTSIDE = {
    "__ctzsi2": "counts zeros by a table",
    "memcpy": "the size of an item or of a structure",
    "memset": "a stack or a structure, at its creation",
    "snprintf": TEXT,
    "strlen": TEXT,
    "strncmp": TEXT,
    "strncpy": TEXT,
    "pvPortMalloc": "the heap, at a creation: FreeRTOS's own",
    "vPortFree": "the heap, at a deletion: FreeRTOS's own",
    "vListInitialiseItem": "constant",
    "vListInsert": "the waiters of an object in software: FreeRTOS's own",
    "vListInsertEnd": "constant",
    "xTimerCreateTimerTask": "once, at the start",
    "xTimerPendFunctionCallFromISR": "a message to the timer task",
}
"""What our functions call of others, and what its time depends on. Hooks, the board's and the
tests' functions are the application's; objects in software are FreeRTOS's own."""


@pytest.fixture(scope="module")
def objects() -> list[Path]:
    return [
        path
        for optimisation in firmware.OPTIMISATIONS
        for path in firmware.kernel_objects(EVERYTHING, optimisation)
    ]


def test_every_loop_is_known(objects: list[Path]) -> None:
    found = {loop.function.partition(".")[0] for path in objects for loop in loops.find(path)}
    assert found == ALLOWED.keys()


def test_every_function_of_others_is_known(objects: list[Path]) -> None:
    ours = set().union(*map(loops.defined, objects))
    called = set().union(*map(loops.used, objects)) - ours
    of_application = {
        name for name in called if name.startswith(("vApplication", "board_", "test_"))
    }
    of_linker = {"__freertos_irq_stack_top"}
    in_software = {name for name in called if re.match("(x|v|ux|pv|px)Software", name)}
    assert called - of_application - of_linker - in_software == OUTSIDE.keys()


PROGRAM = """
extern void external( void );
int iCount( volatile int * piFlag, int iRounds )
{
    while( iRounds-- > 0 ) { *piFlag = iRounds; }
    return 0;
}
int iRecurse( int iRounds ) { external(); return iRounds == 0 ? 0 : iRecurse( iRounds - 1 ); }
int iNone( int i ) { if( i > 3 ) { external(); } else if( i < 1 ) { return 7; } return i + 1; }
"""


def test_loops_of_a_program_are_found(tmp_path: Path) -> None:
    source, target = tmp_path / "program.c", tmp_path / "program.o"
    source.write_text(PROGRAM)
    flags = ["-march=rv32imc", "-mabi=ilp32", "-O2", "-ffunction-sections"]
    execute([firmware.compiler(), *flags, "-c", source, "-o", target], IsochronError)
    assert {loop.function for loop in loops.find(target)} == {"iCount", "iRecurse"}
    assert loops.used(target) == {"external"}
    assert loops.defined(target) == {"iCount", "iRecurse", "iNone"}


LISTING = """
Disassembly of section .text.shared:

00000000 <shared>:
   0:\tbeqz\ta0,8 <.L1>
   4:\tj\tc <.L2>

00000008 <.L1>:
   8:\tret

0000000c <.L2>:
   c:\tnop
  10:\t{}\t8 <.L1>
  14:\tj\t{} <.L3>
"""


@pytest.mark.parametrize(
    ("branch", "target", "looped"),
    [
        ("bnez\ta0,", "8", 0),
        ("bnez\ta0,", "c", 1),
        ("bnez\ta0,", "14", 1),
        ("bgeu\ta0,a1,", "0", 1),
    ],
)
def test_a_branch_back_is_a_loop_only_if_it_comes_again(
    branch: str, target: str, looped: int
) -> None:
    assert len(loops.in_listing(LISTING.format(branch, target))) == looped
