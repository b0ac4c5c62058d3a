# SPDX-License-Identifier: Apache-2.0
"""Open transfers: items in memory are copied while nothing is held."""

import pytest
from night import NIGHT

from isochron.building import firmware
from isochron.differential import configuration, runner
from isochron.differential.scenario import Call, Object, Scenario, Task
from isochron.paths import ROOT
from isochron.running import checks, simulator

TESTS = ROOT / "firmware/laboratory/tests"
PROGRAMS = TESTS / "isochron"
MAX_CYCLES = 200_000_000
SWEEP = {"TEST_SIZE": "300", "TEST_LAST_OFFSET": "900"}


def run(program: str, kernel: str = "isochron", platform: str = "ibex", **more: str) -> None:
    needs = checks.NEEDS.get(f"isochron/{program}", {})
    defines = {"configTICK_RATE_HZ": "2500", "configUSE_QUEUE_SETS": "1", **needs, **more}
    elf = firmware.build(PROGRAMS / f"{program}.c", kernel, platform, defines=defines)
    result = simulator.run(elf, platform, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")


@pytest.mark.parametrize(
    "more",
    [
        {"TEST_STEP": "11"},
        pytest.param({"TEST_STEP": "37", **SWEEP}, marks=pytest.mark.wide),
        pytest.param({"TEST_STEP": "1"}, marks=[pytest.mark.wide, NIGHT]),
        pytest.param({"TEST_STEP": "1", **SWEEP}, marks=[pytest.mark.wide, NIGHT]),
    ],
    ids=str,
)
def test_routine_may_come_at_any_cycle(more: dict[str, str]) -> None:
    """It, or a task that it wakes, uses the same queue."""
    run("transfers", **more)


@pytest.mark.parametrize("runs", ["400", pytest.param("10000", marks=[pytest.mark.wide, NIGHT])])
def test_task_that_relieves_another_may_be_interrupted(runs: str) -> None:
    """Or deleted; some calls wait."""
    run("meetings", configTICK_RATE_HZ="25000", TEST_RUNS=runs)


def test_tasks_and_a_routine_meet_at_random() -> None:
    run("copies", configTICK_RATE_HZ="25000", TEST_CALLS="150")


def test_messages_to_the_member_of_a_set() -> None:
    run("deleted_objects", configUSE_MUTEXES="1")


@pytest.mark.parametrize(
    ("kernel", "platform"),
    [
        ("isochron-contexts", "ibex"),
        pytest.param("isochron", "vexriscv", marks=pytest.mark.wide(each=3)),
        pytest.param("isochron-cfu", "vexriscv", marks=pytest.mark.wide(each=3)),
    ],
)
@pytest.mark.parametrize(
    ("program", "more"),
    [
        pytest.param("transfers", {"TEST_STEP": "11"}, id="transfers"),
        *(
            pytest.param(
                *(program, {"configTICK_RATE_HZ": "25000", count: number}),
                id=program,
                marks=pytest.mark.wide(each=3),
            )
            for program, count, number in (
                ("meetings", "TEST_RUNS", "400"),
                ("copies", "TEST_CALLS", "150"),
            )
        ),
    ],
)
def test_by_other_attachments_and_on_the_other_core(
    program: str, more: dict[str, str], kernel: str, platform: str
) -> None:
    run(program, kernel, platform, **more)


TAKEN, LINE, TICK = range(3)
SIZES = (512, 2048)
CALLS = ("send", "receive")
LONGEST = {"isochron": 120, "isochron-contexts": 50}
LATEST = 11
"""Cycles from a line to the highest task's first instruction, by kernel, and by which a tick gets
there later: docs/explanation/kernel.md. `TEST_STEP` 1 gives the same."""
CYCLES = {
    "0": {("send", 512): 370, ("receive", 512): 368, ("send", 2048): 1162, ("receive", 2048): 1160},
    "1": {("send", 512): 891, ("receive", 512): 920, ("send", 2048): 3195, ("receive", 2048): 3224},
}
"""Cycles of a call, by the bytes by which the item is away from a word's place."""


def measured(kernel: str, **defines: str) -> dict[tuple[str, int], tuple[int, int, int]]:
    """Return what a call takes, the longest way from a line and the longest delay of a tick."""
    options = {"NDEBUG": "1", "configTICK_RATE_HZ": "5000", **defines}
    result = simulator.run(
        firmware.build(TESTS / "costs/large_items.c", kernel, defines=options),
        max_cycles=MAX_CYCLES,
    )
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.output.splitlines()]
    return {(row[0], int(row[1])): (int(row[2]), int(row[3]), int(row[4])) for row in rows}


@pytest.mark.parametrize(
    ("kernel", "offset"),
    [
        *(("isochron", offset) for offset in CYCLES),
        ("isochron-contexts", "0"),
        pytest.param("isochron-contexts", "1", marks=pytest.mark.wide),
    ],
)
def test_nobody_waits_for_a_copy(kernel: str, offset: str) -> None:
    rows = measured(kernel, TEST_OFFSET=offset, TEST_STEP="29")
    if kernel == "isochron":
        assert {call: rows[call][TAKEN] for call in CYCLES[offset]} == CYCLES[offset]
    assert max(rows[call, size][LINE] for call in CALLS for size in SIZES) <= LONGEST[kernel]
    assert max(rows[call, size][TICK] for call in CALLS for size in SIZES) <= LATEST


def test_who_waited_before_the_queue_joined_a_set_is_not_woken() -> None:
    """As on FreeRTOS, also by a task that overwrites the only item of the member."""
    scenario = Scenario(
        name=1,
        limit=7,
        tasks=(
            Task(3, (Call("receive", (0, 2)),)),
            Task(2, (Call("join", (0, 1)), Call("delay", (2,)))),
            Task(5, (Call("select", (1, 1)), Call("send", (0, 2, 1)), Call("overwrite", (0, 5)))),
        ),
        objects=(Object("mailbox", (1, 64)), Object("set", ())),
        routines=(),
        events=(),
    )
    (comparison,) = runner.compare(runner.build(), [scenario])
    assert comparison.agrees


def test_an_item_for_the_member_of_a_set_is_sent_without_preemption() -> None:
    scenario = Scenario(
        name=1,
        limit=4,
        tasks=(Task(3, (Call("join", (0, 1)), Call("send", (0, 2, 1)), Call("delay", (2,)))),),
        objects=(Object("queue", (1, 64)), Object("set", ())),
        routines=(),
        events=(),
    )
    chosen = configuration.read(["configUSE_PREEMPTION=0"])
    (comparison,) = runner.compare(runner.build(chosen.variant()), [scenario])
    assert comparison.agrees
