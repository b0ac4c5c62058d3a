# SPDX-License-Identifier: Apache-2.0
"""The attachment ``contexts``: registers through random switches, masked time, and cycles.

tests/test_firmware.py runs the programs for every kernel on it.
"""

import os

import pytest
from night import IS_NIGHT, NIGHT

from isochron import bench
from isochron.building import firmware, platforms
from isochron.running import checks, simulator

KERNEL = "isochron-contexts"
MAX_CYCLES = 60_000_000
_MORE = [
    (str(hardware.tasks), hardware.name)
    for hardware in platforms.HARDWARE.values()
    if hardware.design == "isochron" and hardware.tasks > platforms.HARDWARE["isochron"].tasks
]
"""The hardware of the SoC with more tasks."""


def run(program: str, kernel: str = KERNEL, **defines: str) -> simulator.RunResult:
    elf = firmware.build(f"firmware/laboratory/{program}.c", kernel, defines=defines)
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.parametrize(
    ("program", "ticks", "step"),
    [
        ("event_groups", 2500, "1"),
        ("lines", 2500, "1"),
        ("monitor", 2500, "1"),
        ("sweep", 40000, "5"),
        pytest.param("sweep", 40000, "1", marks=[pytest.mark.wide, NIGHT]),
    ],
)
def test_program_of_the_hardware_kernel(program: str, ticks: int, step: str) -> None:
    """``step``: between the moments of a call at which an interrupt comes."""
    defines = {"configUSE_MUTEXES": "1", "configUSE_QUEUE_SETS": "1", "TEST_STEP": step}
    defines |= checks.NEEDS.get(f"isochron/{program}", {}) | {"configTICK_RATE_HZ": str(ticks)}
    assert run(f"tests/isochron/{program}", **defines).output.startswith("passed ")


# In the test a fraction of what contexts.md states: ISOCHRON_SWITCHES=1000000 does that.
SWITCHES = int(os.environ.get("ISOCHRON_SWITCHES") or (20_000 if IS_NIGHT else 5_000))


@pytest.mark.parametrize("options", [{}, {"NDEBUG": "1"}], ids=str)
def test_registers_survive_random_switches(options: dict[str, str]) -> None:
    elf = firmware.build(
        "firmware/laboratory/tests/contexts/registers.c",
        KERNEL,
        defines={"configTICK_RATE_HZ": "40000", "TEST_ROUNDS": str(SWITCHES // 8), **options},
    )
    result = simulator.run(elf, max_cycles=1000 * SWITCHES)
    assert result.exit_code == 0, result.output
    switched = {task.task: task.switches for task in result.tasks}
    assert sum(switched.values()) >= SWITCHES
    assert len(switched) >= 20, "the workers ran"


@pytest.mark.parametrize(
    ("tasks", "hardware"),
    [("32", "isochron"), *(pytest.param(*case, marks=pytest.mark.wide) for case in _MORE)],
)
def test_a_task_beyond_the_contexts_is_not_created(tasks: str, hardware: str) -> None:
    """All tasks yield in turn: almost every switch is to one whose registers are not at hand."""
    elf = firmware.build(
        "firmware/laboratory/tests/contexts/most_tasks.c",
        KERNEL,
        defines={"configMAX_HW_ACCELERATION_TASKS": tasks},
    )
    result = simulator.run(elf, hardware=hardware, max_cycles=MAX_CYCLES)
    assert result.output.startswith("passed ")


def test_a_switch_to_a_task_not_at_hand_waits_no_longer_than_documented() -> None:
    # no tick in between: a command that finds the kernel at one waits for it
    found = run("tests/contexts/misses", configTICK_RATE_HZ="50", NDEBUG="1")
    lines = found.output.splitlines()
    assert "suspend, 2: 30 to 30" in lines, "hits"
    assert {"suspend, 3: 33 to 33", "suspend, 8: 33 to 33"} <= set(lines), "misses"
    assert {"give, 1: 71 to 71", "give, 8: 71 to 71"} <= set(lines), "brought in meanwhile"
    assert lines[-1].startswith("passed ")
    assert found.turns is not None
    assert found.turns.hits > sum(found.turns.misses.values()) / 2
    assert set(found.turns.misses) == {0, 3}, "what the program measured"


@pytest.mark.parametrize("kernel", ["isochron", KERNEL])
def test_exceptions_idle_and_tasks_that_come_and_go(kernel: str) -> None:
    defines = {"configTICK_RATE_HZ": "2500", "configUSE_IDLE_HOOK": "1"}
    assert run("tests/contexts/traps", kernel, **defines).output.startswith("passed ")


@pytest.mark.parametrize(("program", "masked"), [("slicing", 62), ("queue_attributes", 55)])
def test_creation_and_deletion_mask_as_long_as_documented(program: str, masked: int) -> None:
    defines = {"configTICK_RATE_HZ": "2500", "NDEBUG": "1", **checks.NEEDS.get(program, {})}
    found = run(f"tests/{program}", **defines)
    assert found.interrupts_off_max == masked


CYCLES = {
    "freertos": {
        "take": {38},
        "give": {74},
        "yield-round-trip": {293},
        "give-unblock": {291},
        "take-block": {484},
        "notify-unblock": {243},
        "notify-block": {345},
        "delay-block": {314},
        "interrupt-to-task": {294, 295, 296},
    },
    "isochron": {
        "take": {18},
        "give": {22},
        "yield-round-trip": {119},
        "give-unblock": {75},
        "take-block": {68},
        "notify-unblock": {87},
        "notify-block": {72},
        "delay-block": {67},
        "interrupt-to-task": {91, 92, 93},
    },
    KERNEL: {
        "take": {16},
        "give": {19},
        "yield-round-trip": {33},
        "give-unblock": {27},
        "take-block": {20},
        "notify-unblock": {29},
        "notify-block": {23},
        "delay-block": {18},
        "interrupt-to-task": {21, 22, 23},
    },
}
"""Of every sample once all tasks have begun: docs/explanation/contexts.md."""


@pytest.mark.parametrize("kernel", CYCLES)
def test_every_operation_takes_the_documented_cycles(kernel: str) -> None:
    """The only jitter is the interrupted instruction's: the longest in the loop takes 3 cycles."""
    variant = "isr" if kernel == "freertos" else "line"
    (job,) = (
        job
        for job in bench.plan(["attachments"], [kernel], ["ibex"], ["O2"])
        if job.run.variant == variant
    )
    records = [record for record in job.work() if record.parameters.get("pass") == "later"]
    assert {record.metric: set(record.samples) for record in records} == CYCLES[kernel]
    if kernel == KERNEL:
        masked = {record.metric: record.interrupts_off_max for record in records}
        assert masked.pop("interrupt-to-task") == 6
        assert set(masked.values()) == {0}
