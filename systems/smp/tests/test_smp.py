# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's SMP kernel on two and four cores."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from systems.smp.lab import machine
from systems.smp.lab.machine import SMP, Machine

from isochron.errors import IsochronError

CHECKS = SMP / "firmware/tests/checks.c"
OPTIONS = {"configUSE_TICK_HOOK": "1", "configUSE_MUTEXES": "1", "configTICK_RATE_HZ": "5000"}
OF_CORES = {"configUSE_CORE_AFFINITY": "1", "configUSE_TASK_PREEMPTION_DISABLE": "1"}
"""Options that are off on the hardware kernel."""
HELD = [
    "a token went around the cores",
    "critical sections and suspensions excluded each other on all cores",
    "a task went to the cores that it was given",
    "a task of another core was suspended and resumed",
    "a task of another core was deleted, and freed",
    "a task stayed while its preemption was disabled",
    "calls of another core waited for a section and a suspension",
    "a task of another core that calls nothing went on",
    "a routine gave to a task of another core",
    "the owner of a mutex inherited from another core",
]


@pytest.mark.parametrize(
    "locks", ["0", pytest.param("1", marks=pytest.mark.wide)], ids=["locks", "counting-locks"]
)
@pytest.mark.parametrize("cores", [2, 4])
def test_what_freertos_promises_of_cores_holds(cores: int, locks: str) -> None:
    options = {**OPTIONS, "configSMP_COUNTING_LOCKS": locks}
    assert machine.run(machine.build(CHECKS, cores, options)) == HELD


@pytest.mark.parametrize("cores", [2, pytest.param(4, marks=pytest.mark.wide)])
def test_it_holds_on_the_hardware_kernel(cores: int) -> None:
    program = machine.build(CHECKS, cores, {**OPTIONS, **OF_CORES}, kernel="isochron")
    assert machine.run(program, Machine(cores, hardware_kernel=True)) == HELD


def ending(tmp_path: Path, body: str, defines: Mapping[str, str]) -> str:
    """Return how a program ends that begins with a task of this body on each core."""
    source = tmp_path / "program.c"
    source.write_text(
        '#include "FreeRTOS.h"\n#include "task.h"\n#include "board.h"\n'
        f"static void run( void * argument )\n{{\n    ( void ) argument;\n{body}\n}}\n"
        "int main( void )\n{\n"
        "    for( int core = 0; core < configNUMBER_OF_CORES; core++ )\n"
        '        xTaskCreate( run, "", 200, NULL, 1, NULL );\n'
        "    vTaskStartScheduler();\n    return 0;\n}\n"
    )
    with pytest.raises(IsochronError) as failure:
        machine.run(machine.build(source, 2, defines))
    return str(failure.value)


def test_a_blocking_call_within_a_routine_fails_an_assertion(tmp_path: Path) -> None:
    hook = "    for( ;; ) {}\n}\nvoid vApplicationTickHook( void )\n{\n    vTaskSuspendAll();"
    said = ending(tmp_path, hook, {"configUSE_TICK_HOOK": "1"})
    assert "assertion failed" in said
    assert "tasks.c" in said


STORE = (
    "    if( portGET_CORE_ID() == 1 )\n    *( volatile int * ) 0x10000000 = 1;\n    for( ;; ) {}"
)


def test_an_exception_of_a_core_is_told_with_its_cause(tmp_path: Path) -> None:
    said = ending(tmp_path, STORE, {})
    assert "exception: store access fault" in said
