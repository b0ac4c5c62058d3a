# SPDX-License-Identifier: Apache-2.0
"""The attachment ``banked``: registers through random switches, masked time, and cycles.

tests/test_firmware.py runs the programs for every kernel on it.
"""

from __future__ import annotations

import os

import pytest

from isochron import checks, firmware, samples, simulator

KERNEL = "isochron-banked"
MAX_CYCLES = 60_000_000
MEASURED = {"configTICK_RATE_HZ": "1", "NDEBUG": "1"}


def run(program: str, kernel: str = KERNEL, **defines: str) -> simulator.RunResult:
    elf = firmware.build(f"firmware/{program}.c", kernel, defines=defines)
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.parametrize(
    ("program", "ticks"),
    [
        ("event_groups", 2500),
        ("lines", 2500),
        ("monitor", 2500),
        ("sweep", 40000),
        ("transfers", 2500),
    ],
)
def test_program_of_the_hardware_kernel(program: str, ticks: int) -> None:
    defines = {"configUSE_MUTEXES": "1", "configUSE_QUEUE_SETS": "1"}
    defines |= checks.NEEDS.get(f"isochron/{program}", {}) | {"configTICK_RATE_HZ": str(ticks)}
    assert run(f"tests/isochron/{program}", **defines).output.startswith("passed ")


# In the test a fraction of what docs/banked.md states: ISOCHRON_SWITCHES=1000000 does that.
SWITCHES = int(os.environ.get("ISOCHRON_SWITCHES", "20000"))


@pytest.mark.parametrize("options", [{}, {"NDEBUG": "1"}], ids=str)
def test_registers_survive_random_switches(options: dict[str, str]) -> None:
    elf = firmware.build(
        "firmware/tests/banked/registers.c",
        KERNEL,
        defines={"configTICK_RATE_HZ": "40000", "TEST_ROUNDS": str(SWITCHES // 8), **options},
    )
    result = simulator.run(elf, max_cycles=1000 * SWITCHES)
    assert result.exit_code == 0, result.output
    switched = {task.task: task.switches for task in result.tasks}
    assert sum(switched.values()) >= SWITCHES
    assert len(switched) >= 20, "the workers ran"


def test_a_task_beyond_the_banks_is_not_created() -> None:
    assert run("tests/banked/most_tasks").output.startswith("passed ")


CYCLES = {
    "yield": {"yield-round-trip": {31}},
    "notify": {"notify-unblock": {29}, "wait-block": {22}},
    "semaphore_2": {"signal-unblock": {27}, "wait-block": {19}},
    "semaphore_actions": {"signal-increment": {18}, "wait-decrement": {16}},
    "timeout_1": {"delay-block": {17}},
}
"""Of every sample of a program's metrics: docs/banked.md."""


OTHERS = {
    ("yield", "freertos"): {"yield-round-trip": {289}},
    ("yield", "isochron"): {"yield-round-trip": {123}},
    ("notify", "freertos"): {"notify-unblock": {240}, "wait-block": {332}},
    ("notify", "isochron"): {"notify-unblock": {87}, "wait-block": {81}},
}
"""The same without banks, where no suite measures it."""


def cycles(result: simulator.RunResult) -> dict[str, set[int]]:
    """Return what the samples of each metric took."""
    found: dict[str, set[int]] = {}
    for sample in samples.join(samples.read(result.output), result.windows):
        found.setdefault(sample.metric, set()).add(sample.cycles)
    return found


@pytest.mark.parametrize(("program", "kernel"), OTHERS)
def test_what_banks_are_compared_with(program: str, kernel: str) -> None:
    result = run(f"benchmarks/{program}", kernel, BENCH_TEST=program, **MEASURED)
    assert cycles(result) == OTHERS[program, kernel]


@pytest.mark.parametrize("program", CYCLES)
def test_every_operation_takes_the_documented_cycles(program: str) -> None:
    result = run(f"benchmarks/{program}", BENCH_TEST=program, **MEASURED)
    measured = samples.join(samples.read(result.output), result.windows)
    assert {sample.interrupts_off_max for sample in measured} == {0}
    assert cycles(result) == CYCLES[program]


def test_from_a_line_to_the_task_that_waits_for_it() -> None:
    """The core's own instruction is the only jitter: its longest in the loop takes 3 cycles."""
    result = run("benchmarks/interrupt_response_1", BENCH_TEST="line", BENCH_NO_ISR="1", **MEASURED)
    measured = samples.join(samples.read(result.output), result.windows)
    loop = [sample for sample in measured if sample.parameters["background"] == "loop"]
    assert {sample.cycles for sample in loop} == {22, 23}
    assert {sample.interrupts_off_max for sample in loop} == {6, 7}
