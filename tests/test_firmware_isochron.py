# SPDX-License-Identifier: Apache-2.0
"""The kernel files for the hardware kernel: what stock FreeRTOS has no counterpart of."""

import pytest
from night import NIGHT

from isochron.building import firmware
from isochron.errors import BuildFailed
from isochron.paths import ROOT
from isochron.running import checks, simulator

PROGRAMS = ROOT / "firmware/laboratory/tests/isochron"
SHARED = ROOT / "firmware/laboratory/tests"
MAX_CYCLES = 60_000_000
EXIT_CONFIGURATION = 68
"""BOARD_EXIT_CONFIGURATION, firmware/board/include/board.h."""
LONGEST_MASKED = 85
"""Cycles, from one interrupted task to another: docs/explanation/kernel.md."""

SETS = {"configUSE_QUEUE_SETS": "1"}


SOME, EACH = "5", "1"
"""Steps between the moments of a call at which an interrupt comes."""


@pytest.mark.parametrize(
    ("program", "ticks", "step"),
    [
        ("deleted_objects", 2500, EACH),
        ("errors", 2500, EACH),
        ("event_groups", 2500, EACH),
        ("lines", 2500, EACH),
        ("monitor", 2500, EACH),
        ("sweep", 40000, SOME),
        pytest.param("sweep", 40000, EACH, marks=[pytest.mark.wide, NIGHT]),
    ],
)
def test_program(program: str, ticks: int, step: str) -> None:
    needs = checks.NEEDS.get(f"isochron/{program}", {})
    defines = {"configTICK_RATE_HZ": str(ticks), "configUSE_MUTEXES": "1", **SETS, **needs}
    defines["TEST_STEP"] = step
    elf = firmware.build(PROGRAMS / f"{program}.c", "isochron", defines=defines)
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")


def test_the_longest_masked_stretch_is_the_documented_one() -> None:
    """Tasks that interrupt one another at ticks, and nothing of the application's masks."""
    elf = firmware.build(SHARED / "slicing.c", "isochron", defines={"configTICK_RATE_HZ": "2500"})
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.interrupts_off_max == LONGEST_MASKED


@pytest.mark.parametrize(
    ("option", "value", "hardware"),
    [
        ("configMAX_HW_ACCELERATION_TASKS", "33", "number of tasks is 32"),
        ("configMAX_HW_ACCELERATION_TASKS", "31", "number of tasks is 32"),
        ("configMAX_HW_ACCELERATION_SEMAPHORES", "65", "number of objects is 64"),
        ("configMAX_PRIORITIES", "65", "number of priorities is 64"),
        ("configHW_ACCELERATOR_FLAG_BITS", "25", "number of bits in an event group is 24"),
        ("configTICK_RATE_HZ", "100000", "shortest tick in cycles is 512"),
    ],
)
def test_a_configuration_that_does_not_fit_stops_with_a_message(
    option: str, value: str, hardware: str
) -> None:
    elf = firmware.build(SHARED / "start.c", "isochron", defines={option: value})
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == EXIT_CONFIGURATION, result.output
    assert option in result.output
    assert hardware in result.output
    if option != "configTICK_RATE_HZ":
        assert f"{option} is {value}," in result.output


def test_fewer_flag_bits_than_the_hardware_has_do() -> None:
    """The thesis that the options' names come from sets 3."""
    options = {"configHW_ACCELERATOR_FLAG_BITS": "3"}
    elf = firmware.build(SHARED / "start.c", "isochron", defines=options)
    assert simulator.run(elf, max_cycles=MAX_CYCLES).exit_code == 0


def test_a_wrong_address_stops_with_a_message() -> None:
    elf = firmware.build(
        SHARED / "start.c",
        "isochron",
        defines={"configHW_ACCELERATION_BASE_ADDRESS": "0x40010000"},  # memory
    )
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == EXIT_CONFIGURATION, result.output
    assert "configHW_ACCELERATION_BASE_ADDRESS" in result.output


def test_an_option_that_cannot_be_honoured_is_a_compile_error() -> None:
    options = {"configUSE_CO_ROUTINES": "1", "configMAX_CO_ROUTINE_PRIORITIES": "2"}
    with pytest.raises(BuildFailed, match="set configUSE_CO_ROUTINES to 0"):
        firmware.build(SHARED / "start.c", "isochron", defines=options)
