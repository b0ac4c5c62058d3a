# SPDX-License-Identifier: Apache-2.0
"""Floating point of tasks: nobody's registers are another's, and what that costs."""

from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from gic_programs import TESTS, breaks
from systems.gic.lab import boards, build, qemu, table

from isochron.errors import BuildFailed

PROGRAM = TESTS / "floating.c"
ON = {build.FLOATING: "32"}


def computed(board: str, cores: int, results: int, **more: str) -> list[int]:
    """Return the least number of results of a task; how many began, moved, were preempted."""
    defines = {**ON, "TEST_RESULTS": str(results), **more}
    elf = build.build(PROGRAM, "gic", board, cores, defines=defines)
    done = qemu.run(elf, board, cores, argument=1, threads=cores > 1, processor_time=120)
    passed, *counts = done.output.split()
    assert passed == "passed"
    return [int(count) for count in counts]


@pytest.mark.parametrize(
    ("board", "cores"), [("vexpress-a15", cores) for cores in boards.CORES] + [("vexpress-a9", 2)]
)
def test_floating_point_of_every_task_is_its_own(board: str, cores: int):
    least, begun, moved, woken = computed(board, cores, 50, configGIC_OBJECTS=str(cores % 2))
    assert least >= 50
    assert begun > 3 * cores
    assert (moved > 0) == (cores > 1)
    assert woken > 0


RULES = {
    "the owner's registers are saved": (1, "floating.S", "    save    r0, r1\n", ""),
    "a task has its own": (1, "floating.S", "    load    r2, r1\n", ""),
    "the upper half, too": (
        1,
        "floating.S",
        "    vldmia  \\area!, { d16-d31 }\n",
        "    add     \\area, \\area, #128\n",
    ),
    "the rounding mode, too": (1, "floating.S", "    vmsr    fpscr, \\scratch\n", ""),
    "who is no owner is stopped": (1, "dispatch.S", "    let_use_floating r8, r3\n", ""),
    "a section's registers are its holder's": (1, "floating.S", "    beq     used\n", ""),
    "who is moved takes them along": (2, "affinity.c", "vGicSaveFloating( pxCore )", "( void ) 0"),
}
"""What holds; on how many cores it is seen, and the file, text and other text without it."""


@pytest.mark.wide
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_of_floating_point_that_is_broken_is_found(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    cores, *broken = RULES[rule]
    breaks(tuple(broken), tmp_path, monkeypatch)
    with pytest.raises(qemu.RunFailed):
        computed("vexpress-a15", cores, 100)


def in_a_deleted_tasks_memory() -> str:
    """Return what is printed by a task that looks at its registers there."""
    return qemu.run(build.build(TESTS / "floating_deleted.c", defines=ON)).output


def test_a_task_in_a_deleted_ones_memory_has_registers_of_its_own():
    assert in_a_deleted_tasks_memory() == "passed\n"


@pytest.mark.wide
def test_an_owner_that_is_not_forgotten_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    breaks(("scheduler.c", "pxTask == pxCore->pxFloating", "0"), tmp_path, monkeypatch)
    with pytest.raises(qemu.RunFailed, match="registers of somebody else"):
        in_a_deleted_tasks_memory()


def test_a_routine_that_uses_floating_point_is_refused():
    with pytest.raises(qemu.RunFailed, match="a routine uses floating point on core 0"):
        computed("vexpress-a15", 1, 1, TEST_ROUTINE="1")


def test_a_number_of_registers_that_no_core_has_is_refused():
    with pytest.raises(BuildFailed, match="configGIC_FPU is the number of double registers"):
        build.build(TESTS / "start.c", defines={build.FLOATING: "1"})


def test_without_the_option_its_function_is_refused_by_name(tmp_path: Path):
    program = tmp_path / "uses.c"
    text = '#include "FreeRTOS.h"\nint main( void ) { portTASK_USES_FLOATING_POINT(); }\n'
    program.write_text(text)
    with pytest.raises(BuildFailed, match="has it if configGIC_FPU is 16 or 32"):
        build.build(program)


def calls(cores: int, defines: dict[str, str]) -> dict[tuple[str, str], float]:
    """Return the instructions of each call for the own core."""
    options = {**table.DEFINES, **defines}
    elf = build.build(table.PROGRAMS["local"], "gic", table.BOARD, cores, defines=options)
    result = qemu.counted(elf, table.BOARD, cores)
    found = defaultdict(set)
    for sample in table.join(result.output, result.events):
        found[sample.test, sample.metric].add(sample.instructions)
    assert all(len(counts) == 1 for counts in found.values())
    return {key: counts.pop() for key, counts in found.items()}


@pytest.mark.wide
@pytest.mark.parametrize("cores", [1, 2])
def test_a_dispatch_costs_two_instructions_more_and_other_calls_none(cores: int):
    without, having = calls(cores, {}), calls(cores, ON)
    more = {key: having[key] - without[key] for key in without if key[0] != "create"}
    assert len(more) == 9
    assert all(more[key] == (2 if key[1] == "local-with" else 0) for key in more)


@pytest.mark.parametrize(("registers", "more"), [("16", 35), ("32", 37)])
def test_the_first_instruction_in_others_registers_costs_an_exception(registers: str, more: int):
    program = "systems/gic/firmware/benchmarks/floating.c"
    elf = build.build(program, defines={**table.DEFINES, build.FLOATING: registers})
    events = qemu.run(elf, count=True).events
    found = defaultdict(set)
    for before, after in pairwise(events):
        found[before.mark, after.mark].add(after.instructions - before.instructions - 1)
    assert found[table.START, table.STOP] == {1 + more}
    assert found[table.START, table.RETURN] == {1}
