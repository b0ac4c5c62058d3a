# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS on the hybrid in the SoC: on the bus, and by put and get instructions."""

import pytest

from isochron.building import firmware
from isochron.running import checks, simulator
from isochron.suites.job import plan

TICK = {"configTICK_RATE_HZ": "2500"}
MAX_CYCLES = 80_000_000


LONG = "tick_reading"
PROGRAMS = (
    *("cooperation", "isr", "queue_isr", "scheduler_suspension", "semaphores", "tick_reading"),
    "timeouts",
)


@pytest.mark.parametrize("platform", ["ibex", pytest.param("vexriscv", marks=pytest.mark.wide)])
@pytest.mark.parametrize(
    "program",
    [
        pytest.param(program, marks=[pytest.mark.wide] if program == LONG else [])
        for program in PROGRAMS
    ],
)
def test_kernel_from_inside(program: str, platform: str) -> None:
    defines = TICK | checks.NEEDS.get(program, {})
    elf = firmware.build(
        f"firmware/laboratory/tests/{program}.c", "hybrid", platform, defines=defines
    )
    result = simulator.run(elf, platform, hardware="hybrid", max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")


@pytest.mark.wide  # the simulator with more tasks and with lines
def test_interrupts_and_tasks_share_one_space_of_priorities() -> None:
    source = "systems/hybrid/firmware/tests/interrupt_lines.c"
    common = firmware.LABORATORY / "tests/common"
    parts = firmware.Parts(tuple(sorted(common.glob("*.c"))), (common,))
    defines = TICK | {"configMAX_HW_ACCELERATION_TASKS": "64"}
    elf = firmware.build(source, "hybrid", "ibex", defines=defines, parts=parts)
    result = simulator.run(elf, "ibex", hardware="hybrid-64", max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")


@pytest.mark.wide  # builds a simulator with more tasks
def test_delays_that_end_at_one_tick_take_the_same_cycles_however_many_they_are() -> None:
    (job,) = plan(["tick-together"], ["hybrid"], ["ibex"], ["O2"])
    taken = {(record.min, record.max) for record in job.work() if record.metric == "tick-together"}
    ((least, most),) = taken
    assert least == most
