# SPDX-License-Identifier: Apache-2.0
"""The kernel on the GIC: FreeRTOS's order on one core, calls of all cores at the same time."""

from contextlib import suppress
from pathlib import Path

import pytest
from gic_programs import TESTS, breaks, trace
from night import NIGHT
from systems.gic.lab import boards, build, qemu, soak
from typer.testing import CliRunner

from isochron.cli import app
from isochron.differential import soak as differential_soak
from isochron.errors import BuildFailed, IsochronError
from isochron.jobs.job import JobFailed
from isochron.jobs.workers import workers

EVERY_BOARD = pytest.mark.parametrize("board", boards.BOARDS)


@EVERY_BOARD
@pytest.mark.parametrize("kernel", boards.KERNELS)
def test_a_program_runs(kernel: str, board: str):
    elf = build.build(TESTS / "start.c", kernel, board)
    assert qemu.run(elf, board).output.split() == [
        *("a", "0", "b", "0", "a", "1", "b", "1", "a", "2", "b", "2", "tick", "2"),
    ]


@pytest.mark.parametrize("kernel", ["freertos", "gic"])
@pytest.mark.parametrize(("slicing", "ran"), [("1", "1 1"), ("0", "1 0")])
def test_equals_take_turns_at_ticks_if_that_is_wanted(kernel: str, slicing: str, ran: str):
    defines = {"configUSE_TIME_SLICING": slicing}
    elf = build.build(TESTS / "slicing.c", kernel, defines=defines)
    assert qemu.run(elf).output.strip() == ran


@EVERY_BOARD
def test_tasks_are_told_of_as_by_freertos(board: str):
    def said(kernel: str) -> str:
        elf = build.build(TESTS / "tasks.c", kernel, board, defines={"NDEBUG": "1"})
        return qemu.run(elf, board).output

    stock = said("freertos")
    assert stock.count("\n") == 64
    assert said("gic") == stock


@pytest.mark.parametrize(
    ("board", "seed", "tick"),
    [
        ("vexpress-a15", 1, "0"),
        ("vexpress-a15", 2, "0"),
        ("vexpress-a9", 3, "0"),
        ("vexpress-a15", 4, "0xFFFFFFFDUL"),
    ],
    ids=["vexpress-a15-1", "vexpress-a15-2", "vexpress-a9-3", "vexpress-a15-overflow"],
)
def test_random_calls_have_the_trace_of_freertos(board: str, seed: int, tick: str):
    stock = trace("freertos", board, seed, 2000, tick=tick)
    ours = trace("gic", board, seed, 2000, tick=tick)
    assert len(stock) > 2000
    assert {call[1] for call in stock if len(call) > 1} == set("cdprsuwxy")
    assert ours == stock


def concurrent(cores: int, calls: int, seed: int, board: str = "vexpress-a15") -> str:
    """Return what is printed by random calls of all cores at the same time."""
    program = TESTS / "concurrent_calls.c"
    elf = build.build(program, "gic", board, cores, defines={"TEST_CALLS": str(calls)})
    return qemu.run(elf, board, cores, argument=seed, threads=True).output


@pytest.mark.parametrize(
    ("board", "cores", "calls"),
    [("vexpress-a15", 4, 80_000), ("vexpress-a15", 2, 20_000), ("vexpress-a9", 4, 10_000)],
)
def test_no_task_is_lost_or_doubled_under_true_concurrency(board: str, cores: int, calls: int):
    passed, count, _, visitors, *_, seed = concurrent(cores, calls, 3, board).split()
    assert passed == "passed"
    assert int(count) >= calls
    assert int(visitors) > 0
    assert seed == "3"


def test_a_call_for_a_task_of_another_core_does_what_it_does_on_ones_own():
    """Cores in turns: who runs in some ticks is told. The other board's timer stands still then.

    The board has two cores more than the kernel was built for: they do nothing.
    """
    board = "vexpress-a9"
    elf = build.build(TESTS / "other_core.c", "gic", board, 2, defines={"NDEBUG": "1"})
    assert qemu.run(elf, board, 4).output.splitlines() == [
        "nobody, 0 ticks",
        "equals: ready 3 runs ready 3 runs",
        "the last created one began: 1",
        "second rises: ready 3 rests ready 6 runs",
        "first, which does not run, is suspended: suspended 3 rests ready 6 runs",
        "first is resumed: ready 3 rests ready 6 runs",
        "first rises above: ready 7 runs ready 6 rests",
        "first falls: ready 3 rests ready 6 runs",
        "second, which runs, is suspended: ready 3 runs suspended 6 rests",
        "second is resumed: ready 3 rests ready 6 runs",
        "third is above: ready 3 rests ready 2 rests",
        "second has risen, third leaves: ready 3 rests ready 6 runs",
        "second is suspended: ready 3 runs suspended 6 rests",
        "ticks: 1 1 1 1",
        "second is created anew: ready 3 runs ready 3 runs",
        "two requests: ready 6 runs suspended 4 rests",
        "have run without a tick: 1",
        "without ticks: 1 0",
        "second is above first: ready 3 rests ready 4 runs",
        "second is moved: 0 1 1",
        "who sleeps is moved: 1",
        "strangers: 0 0",
        "turns: 1 2 1 2",
        "no handles: 1",
        "stack: 1",
        "beside idle: 1",
        "device: 0",
        "returns: 1 1",
        "all: 66 1 -1 1 1",
    ]


def counted_in_sections(cores: int, calls: int) -> list[int]:
    """Return how often tasks and routines were in a critical section, on all cores at once."""
    elf = build.build(TESTS / "critical.c", cores=cores, defines={"TEST_CALLS": str(calls)})
    done = qemu.run(elf, cores=cores, argument=1, threads=True, processor_time=120)
    passed, *counts = done.output.split()
    assert passed == "passed"
    return [int(count) for count in counts]


@pytest.mark.parametrize("cores", boards.CORES)
def test_a_critical_section_excludes_those_of_all_cores(cores: int):
    by_tasks, by_routines = counted_in_sections(cores, 1000)
    assert by_tasks == cores * 1000
    assert by_routines > 0


@pytest.mark.wide
def test_critical_sections_of_one_core_only_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    breaks(("scheduler.c", "        prvTakeLock( &xCritical );\n", ""), tmp_path, monkeypatch)
    with pytest.raises(qemu.RunFailed):
        counted_in_sections(2, 20_000)


def test_who_waits_in_a_critical_section_of_several_cores_is_refused():
    elf = build.build(TESTS / "critical.c", cores=2, defines={"TEST_CALLS": "1", "TEST_WAITS": "1"})
    with pytest.raises(qemu.RunFailed, match=r"assertion failed: .*ready_groups\.h"):
        qemu.run(elf, cores=2, threads=True, processor_time=20)


@EVERY_BOARD
def test_a_task_moves_itself(board: str):
    elf = build.build(TESTS / "affinity.c", board=board, cores=2, defines={"TEST_MASK": "2"})
    assert qemu.run(elf, board, 2).output.strip() == "on core 1"


@pytest.mark.parametrize("mask", ["0", "3", "4"])
def test_no_core_several_or_one_that_is_not_there_is_refused(mask: str):
    elf = build.build(TESTS / "affinity.c", cores=2, defines={"TEST_MASK": mask})
    with pytest.raises(qemu.RunFailed, match=r"assertion failed: .*affinity\.c"):
        qemu.run(elf, cores=2)


def test_soak_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    state = tmp_path / "state.json"
    arguments = ["verify", "soak", "--kernel", "gic", "--calls", "10", "--state", str(state)]
    seeds = []

    def run(*_: object, argument: int, **__: object) -> qemu.Result:
        seeds.append(argument)
        if len(seeds) == 3:
            raise qemu.RunFailed("bytes lost: 8")
        return qemu.Result("passed 5 calls, seed 0", [])

    monkeypatch.setattr(qemu, "run", run)
    done = CliRunner().invoke(app, arguments)
    assert "No failure in 10 calls, seed 1" in done.output
    failed = CliRunner().invoke(app, arguments)
    assert isinstance(failed.exception, JobFailed)
    assert f"run 2 of seed 1: argument {seeds[2]}: bytes lost: 8" in str(failed.exception)
    assert len(set(seeds)) == 3
    assert differential_soak.read(state, None, "gic").scenarios == 2


def test_soak_runs_the_program():
    with workers(1) as who:
        assert next(soak.runs(1, 0, who, calls=5000)) >= 5000


def test_a_failed_program_is_an_error_with_its_output():
    elf = build.build(TESTS / "random_calls.c", defines={"TEST_SEED": "1", "TEST_CALLS": "-1"})
    with pytest.raises(qemu.RunFailed, match="hangs"):
        qemu.run(elf, processor_time=1)


def test_what_cannot_be_built_is_refused():
    with pytest.raises(BuildFailed, match="does not run on 2 cores"):
        build.build(TESTS / "start.c", "freertos", cores=2)
    with pytest.raises(BuildFailed, match="there are O0, O2"):
        build.build(TESTS / "start.c", optimisation="O9")
    with pytest.raises(IsochronError, match="choose one of vexpress-a15"):
        build.build(TESTS / "start.c", board="vexpress-a7")


@pytest.mark.parametrize(
    ("kernel", "device", "expected"),
    [
        ("freertos", 5, "Hih"),  # whatever its priority
        ("gic", 5, "Hhi"),
        ("gic", 12, "Hih"),
    ],
)
@EVERY_BOARD
def test_tasks_and_interrupts_have_one_priority_space(
    kernel: str, device: int, expected: str, board: str
):
    defines = {"TEST_DEVICE": str(device)}
    elf = build.build(TESTS / "inversion.c", kernel, board, defines=defines)
    assert qemu.run(elf, board).output.strip() == expected


def arrivals(
    board: str, cores: int, number: int, seed: int, processor_time: int = 300
) -> list[int]:
    """Return what a program of random arrivals counts: arrivals, sections, preemptions by kind."""
    defines = {"TEST_ARRIVALS": str(number)}
    elf = build.build(TESTS / "arrivals.c", "gic", board, cores, defines=defines)
    done = qemu.run(elf, board, cores, argument=seed, threads=True, processor_time=processor_time)
    passed, *counts = done.output.split()
    assert passed == "passed"
    return [int(count) for count in counts]


@pytest.mark.parametrize(
    ("board", "cores", "number"),
    [
        ("vexpress-a15", 1, 20_000),
        ("vexpress-a15", 2, 20_000),
        ("vexpress-a15", 4, 20_000),
        ("vexpress-a9", 2, 20_000),
        pytest.param("vexpress-a9", 4, 200_000, marks=pytest.mark.wide),
        pytest.param("vexpress-a15", 4, 500_000, marks=[pytest.mark.wide, NIGHT]),
    ],
)
def test_who_arrives_first_runs_after_who_is_above(board: str, cores: int, number: int):
    count, sections, *preemptions = arrivals(board, cores, number, 1)
    assert count >= number
    assert sections > number
    assert len(preemptions) == 5
    assert min(preemptions) > number // 1000


BEGIN_SETS_MASK = """\
    str     r9, [ r5, #gicINTERFACE_MASK ]
    strd    r8, r9, [ r4, #gicCORE_CURRENT ]
    stmdb   r8"""
RULES = {
    "an equal waits for who has begun": ("dispatch.S", "    beq     equal\n", ""),
    "an event that has to wait is kept": (
        "dispatch.S",
        "    str     r2, [ r3 ]\ntopmost_goes_on:",
        "topmost_goes_on:",
    ),
    "a routine has its own level": (
        "dispatch.S",
        BEGIN_SETS_MASK,
        BEGIN_SETS_MASK.split("\n", 1)[1],
    ),
    "a routine is preempted": ("dispatch.S", "    cpsie   i\n    blx", "    blx"),
    "who has ended does not go on": (
        "dispatch.S",
        "    cmp     r6, #0\n    bne     was_interrupted\n",
        "",
    ),
    "who is suspended does not go on": ("dispatch.S", "    cmpeq   r6, r2\n", ""),
    "a section goes on above its equals": ("resources.c", "uxPriority + 1U", "uxPriority"),
    "a section runs at its ceiling": (
        "sections.h",
        "    prvRun( pxCore, pxSection );",
        "    pxCore->pxCurrent = pxSection;",
    ),
    "who gives runs at its own level": (
        "sections.h",
        "    prvRun( pxCore, pxHolder );",
        "    pxCore->pxCurrent = pxHolder;",
    ),
    "who is suspended in a section goes as far as its end": (
        "resources.c",
        "__builtin_expect( prvIsReady( pxHolder ), pdTRUE )",
        "pxHolder != NULL",
    ),
    "a routine above a section has its stack below": (
        "resources.c",
        "    pxCore->pxTopmost = pxSection;",
        "    pxCore->pxTopmost = pxCore->pxCurrent;",
    ),
    "a section that was preempted is found": ("dispatch.S", "    beq     go_on\n", ""),
}
"""What holds, and the file, text and other text with which it does not."""


@pytest.mark.wide
@pytest.mark.parametrize("rule", RULES)
def test_arrivals_find_a_rule_that_is_broken(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    breaks(RULES[rule], tmp_path, monkeypatch)
    with pytest.raises(qemu.RunFailed):
        arrivals("vexpress-a15", 1, 20_000, 1, processor_time=30)  # it may go on without end


def asked_for_in_a_section(moves: bool) -> str:
    """Return what a holder did that another core suspends, lowers and deletes, or moves."""
    elf = build.build(TESTS / "section_elsewhere.c", cores=2, defines={"configTICK_RATE_HZ": "1"})
    return qemu.run(elf, cores=2, argument=int(moves), processor_time=1).output.strip()


COUNTS_AT_ITS_END = {
    False: "suspended: 1, suspended and resumed: 0, lowered: 1, deleted: 1",
    True: "gives on core 0, goes on on core 1",
}


@pytest.mark.parametrize("moves", COUNTS_AT_ITS_END)
def test_what_another_core_asks_for_in_a_section_counts_when_it_ends(moves: bool):
    assert asked_for_in_a_section(moves) == COUNTS_AT_ITS_END[moves]


RULES_ELSEWHERE = {
    "who gives looks into the inbox": (
        False,
        (
            "sections.h",
            "__atomic_load_n( &pxCore->pxInbox, __ATOMIC_RELAXED ) != NULL",
            "pdFALSE",
        ),
    ),
    "who is in a section is not moved": (True, ("service.c", "pxTask->pxHeld == NULL", "pdTRUE")),
}


@pytest.mark.wide
@pytest.mark.parametrize("rule", RULES_ELSEWHERE)
def test_what_another_core_asks_for_finds_a_rule_that_is_broken(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    moves, broken = RULES_ELSEWHERE[rule]
    breaks(broken, tmp_path, monkeypatch)
    with suppress(qemu.RunFailed):
        assert asked_for_in_a_section(moves) != COUNTS_AT_ITS_END[moves]


def global_sections(cores: int, calls: int, use: str = "NOTHING") -> tuple[int, int]:
    """Return how often tasks of all cores had a resource at the same time, and were moved."""
    defines = {"TEST_CALLS": str(calls), "TEST_USE": use}
    elf = build.build(TESTS / "global_sections.c", cores=cores, defines=defines)
    done = qemu.run(elf, cores=cores, argument=1, threads=True, processor_time=120)
    passed, sections, moved = done.output.split()
    assert passed == "passed"
    return int(sections), int(moved)


@pytest.mark.parametrize("cores", boards.CORES)
def test_one_task_of_all_cores_has_a_global_resource(cores: int):
    sections, moved = global_sections(cores, 3000)
    assert sections >= 3000
    assert (moved > 0) == (cores > 1)


GLOBAL_RULES = {
    "one core at a time": ("    prvTakeLock( &xResource->xLock );\n", ""),
    "above all tasks of a core": ("configMAX_PRIORITIES - 1, ulCore", "5, ulCore"),
}


@pytest.mark.wide
@pytest.mark.parametrize("rule", GLOBAL_RULES)
def test_global_sections_find_a_rule_that_is_broken(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    breaks(("global_resources.c", *GLOBAL_RULES[rule]), tmp_path, monkeypatch)
    with pytest.raises(qemu.RunFailed):
        global_sections(2, 100_000)


@pytest.mark.parametrize(
    ("use", "file"),
    [
        ("NESTED", "sections.h"),
        ("NOT_TAKEN", "global_resources.c"),
        ("WAITS", "ready_groups.h"),
        ("IN_CRITICAL_SECTION", "global_resources.c"),
    ],
)
def test_a_wrong_use_of_a_global_resource_is_refused(use: str, file: str):
    with pytest.raises(qemu.RunFailed, match=rf"assertion failed: \S*{file}:"):
        global_sections(2, 3000, use)


REFUSED = {
    "CEILING_TOO_LOW": "sections.h",
    "NO_PRIORITY": "resources.c",
    "TAKEN_TWICE": "sections.h",
    "WRONG_ORDER": "sections.h",
    "NOT_TAKEN": "sections.h",
    "IN_CRITICAL_SECTION": "sections.h",
    "WAITS": "ready_groups.h",
    "YIELDS": "ready_groups.h",
    "RAISED_ABOVE": "ready_groups.h",
    "OF_A_ROUTINE": "resources.c",
    "BY_A_ROUTINE": "resources.c",
    "BEFORE_START": "sections.h",
    "OTHER_CORE": "sections.h",
}
"""Uses of a resource, and the file whose assertion refuses each."""


def used(use: str, cores: int) -> str:
    elf = build.build(TESTS / "refused_section.c", cores=cores, defines={"TEST_USE": use})
    return qemu.run(elf, cores=cores).output


@pytest.mark.parametrize("use", REFUSED)
def test_a_wrong_use_of_a_resource_is_refused(use: str):
    with pytest.raises(qemu.RunFailed, match=rf"assertion failed: \S*{REFUSED[use]}:"):
        used(use, 2 if use == "OTHER_CORE" else 1)


@pytest.mark.parametrize("cores", [1, 2])
def test_a_right_use_of_resources_is_not_refused(cores: int):
    assert used("NOTHING", cores) == "nothing is refused\n"


@pytest.mark.parametrize(("priority", "expected"), [("5", "0 1"), ("configMAX_PRIORITIES", "1 1")])
@EVERY_BOARD
def test_the_application_chooses_the_level_of_the_tick(priority: str, expected: str, board: str):
    defines = {"configGIC_TICK_PRIORITY": priority}
    elf = build.build(TESTS / "tick_level.c", board=board, defines=defines)
    assert qemu.run(elf, board).output.strip() == expected
