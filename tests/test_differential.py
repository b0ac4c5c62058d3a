# SPDX-License-Identifier: Apache-2.0
"""The oracle's interpreter: the same scenario on FreeRTOS and on the hardware kernel."""

import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from night import NIGHT
from typer.testing import CliRunner

from isochron.building import native
from isochron.cli import app
from isochron.differential import batches, board, command, coverage, runner, soak
from isochron.differential.calls import ALL
from isochron.differential.generator import generate
from isochron.differential.scenario import (
    Call,
    Event,
    Inside,
    Line,
    Object,
    Routine,
    Scenario,
    Task,
)
from isochron.differential.shrink import minimise
from isochron.errors import IsochronError
from isochron.jobs.workers import workers

SCENARIO = Scenario(
    name=1,
    limit=200,
    tasks=(
        Task(1, (Call("take", (0, 3)), Call("give", (1,)), Call("delay", (1,)))),
        Task(2, (Call("take", (1, -1)), Call("yield"), Call("give", (0,)), Call("delay", (2,)))),
        Task(2, (Call("notify_take", (1, 4, 0)), Call("give", (0,)), Call("state", (0,)))),
        Task(3, (Call("delay_until", (2,)), Call("notify_give", (2, 0)), Call("resume", (1,)))),
    ),
    objects=(Object("semaphore", (2, 1)), Object("semaphore", (1, 0))),
    routines=(Routine(True, (Call("give_from_isr", (1, 0)),)),),
    lines=(Line(False, 0),),
    events=tuple(
        event
        for gap in range(5, 190, 12)
        for event in (Event(gap, "routine", 0), Event(gap + 4, "ticks", 1), Event(gap, "line", 0))
    ),
)


BEFORE_THE_START = Scenario(
    name=1,
    limit=60,
    tasks=tuple(
        Task(
            priority,
            (Call("state", (0,)), Call("notify_wait", (0, 0, 0, 0)), Call("suspend", (i,))),
        )
        for i, priority in enumerate((1, 2, 2, 5, 3))
    ),
    objects=(Object("mutex", ()), Object("queue", (1, 4))),
    before=(
        *(Call("create", (i,)) for i in (0, 2, 1, 3)),
        # the first one created, which is not the first to run
        *(Call("suspend", (0,)), Call("resume", (0,)), Call("state", (0,))),
        # what is the first one's to wait for, and to hold
        *(Call("notify", (0, 3, 5, 0)), Call("notify_wait", (0, 0, 0, 0)), Call("lock", (0, 0))),
        *(Call("send", (1, 3, 0)), Call("holder", (0,))),
        # another one comes first: of two equals the one whose turn it is
        *(Call("suspend", (3,)), Call("create", (4,)), Call("suspend", (4,)), Call("state", (2,))),
        *(Call("delete", (4,)), Call("priority", (0, 4)), Call("priority", (0, 1))),
        *(Call("resume", (3,)), Call("priority", (3, 1)), Call("priority", (3, 5))),
    ),
)
"""What main() does before it starts the scheduler."""


@pytest.fixture(scope="module")
def programs() -> runner.Programs:
    return runner.build()


def test_a_scenario_goes_the_same_way_on_both_kernels(programs: runner.Programs) -> None:
    (comparison,) = runner.compare(programs, [SCENARIO])
    assert comparison.found.end == runner.FINISHED
    assert comparison.found.calls > 100
    assert comparison.agrees


def test_a_timed_out_task_that_is_notified_during_a_suspension_moves_in_its_own_list(
    programs: runner.Programs,
) -> None:
    """The notification's wait is over, but the task has not run yet: it is moved when resumed."""
    scenario = Scenario(
        name=1,
        limit=60,
        tasks=(
            Task(2, (Call("notify_take", (1, 2, 0)),)),
            Task(3, (Call("delay", (2,)), Call("suspend_all"), Call("yield"), Call("resume_all"))),
        ),
        routines=(Routine(True, (Call("notify_give_from_isr", (0, 0, 0)),)),),
        events=tuple(Event(gap, "routine", 0) for gap in range(6, 60, 7)),
    )
    (comparison,) = runner.compare(programs, [scenario])
    assert comparison.found.calls > 40
    assert comparison.agrees


def test_a_task_in_whose_name_another_one_is_interrupted_is_not_deleted(
    programs: runner.Programs,
) -> None:
    """The command has a number that no task has by then: docs/reference/differences.md."""
    notify = (Call("notify_give", (1, 0)), Call("notify", (1, 2, 5, 0, 0)))
    scenario = Scenario(
        name=1,
        limit=60,
        tasks=(
            Task(4, (Call("delay", (1,)), Call("delete", (1,)), Call("create", (1,)))),
            Task(6, (Call("notify_take", (1, 1, 0)), Call("delay", (-1,)))),
            Task(1, notify),
        ),
    )
    inside = [Inside(Event(gap, "ticks", 1), point) for gap in range(10, 20) for point in (1, 2)]
    scenarios = [replace(scenario, name=i, inside=moment) for i, moment in enumerate(inside)]
    assert all(comparison.agrees for comparison in runner.compare(programs, scenarios))
    without = [replace(scenario, without=("deletion_while_named",)) for scenario in scenarios]
    assert not all(comparison.agrees for comparison in runner.compare(programs, without))


@pytest.mark.parametrize(
    "call",
    [
        Call("resume", (1,)),
        Call("get_priority", (1,)),
        Call("get_base_priority", (1,)),
        Call("abort_delay", (1,)),
        Call("state", (1,)),
        Call("information", (1, 0)),
    ],
    ids=lambda call: call.name,
)
def test_a_call_that_is_interrupted_while_its_task_is_deleted_is_one_on_a_deleted_task(
    programs: runner.Programs, call: Call
) -> None:
    """The command has a number that no task has by then."""
    scenario = Scenario(
        name=1,
        limit=30,
        tasks=(
            Task(4, (Call("delay", (1,)), Call("delete", (1,)), Call("suspend_own"))),
            Task(6, (Call("suspend_own"),)),
            Task(1, (call,)),
        ),
    )
    inside = [Inside(Event(gap, "ticks", 1), point) for gap in range(3, 7) for point in range(1, 9)]
    scenarios = [replace(scenario, name=i, inside=place) for i, place in enumerate(inside)]
    for comparison in runner.compare(programs, scenarios):
        assert comparison.found.end == runner.FINISHED
        assert comparison.agrees, comparison.scenario.inside


def test_calls_before_the_start_say_who_runs_first(programs: runner.Programs) -> None:
    (comparison,) = runner.compare(programs, [BEFORE_THE_START])
    assert comparison.agrees
    called = len(BEFORE_THE_START.before)
    trace = runner.traces(programs.oracle, BEFORE_THE_START.text())[0]
    returns = [line.split() for line in trace if line.startswith("return")][:called]
    assert "1397442896" not in [value for _, _, _, value, _ in returns], "a call was skipped"
    firsts = [int(first) for *_, first in returns]
    assert firsts[:4] == [0, 2, 1, 3]
    assert [*dict.fromkeys(firsts[11:])] == [3, 2, 4, 1, 0], "no other one is chosen"


def test_one_tick_more_is_a_difference(programs: runner.Programs) -> None:
    changed = replace(SCENARIO, events=(*SCENARIO.events, Event(195, "ticks", 1)))
    (expected,) = runner.run(programs.oracle, [SCENARIO])[1]
    (found,) = runner.run(programs.subject, [changed])[1]
    assert not found.agrees(expected)


def test_a_call_that_does_not_exist_is_refused(programs: runner.Programs) -> None:
    wrong = replace(SCENARIO, tasks=(Task(1, (Call("nonsense"),)),))
    with pytest.raises(runner.InterpreterFailed, match="'nonsense' is not a call"):
        runner.run(programs.oracle, [wrong])


def test_a_rule_that_does_not_exist_is_refused_with_those_that_do(
    programs: runner.Programs,
) -> None:
    with pytest.raises(runner.InterpreterFailed, match="'nonsense' is not a rule; there are pr"):
        runner.run(programs.oracle, [replace(SCENARIO, without=("nonsense",))])


SKIPPED = str(0x534B4950)
"""The interpreter did not make the call (calls.h)."""
SEED = 1


@pytest.mark.parametrize(
    "calls", [100_000, pytest.param(1_000_000, marks=[pytest.mark.wide, NIGHT])]
)
def test_random_scenarios_go_the_same_way(calls: int, programs: runner.Programs) -> None:
    result = CliRunner().invoke(
        app, ["verify", "compare", "--calls", str(calls), "--seed", str(SEED)]
    )
    assert result.exit_code == 0, result.output
    assert "No difference in 1" in result.output


def test_random_scenarios_use_every_call(programs: runner.Programs) -> None:
    used = set()
    for number in range(300):
        for line in runner.traces(programs.oracle, generate(SEED, number).text())[0]:
            what, _, *rest = line.split()
            # a task that deletes itself does not return
            made = what in ("return", "isr") and rest[1] != SKIPPED
            if made or (what == "call" and rest[0] == "delete_own"):
                used.add(rest[0])
    assert used == set(ALL)


def test_some_random_scenarios_meet_a_tick_at_any_phase() -> None:
    """None of them has equals, whose order depends on the phase."""
    scenarios = [generate(SEED, number) for number in range(160)]
    phases = [scenario for scenario in scenarios if "whole_ticks" in scenario.without]
    assert len(phases) >= 8
    for scenario in phases:
        assert scenario.inside is not None
        assert scenario.inside.event.kind == "ticks"
        alive = [task for task in scenario.tasks if task.calls]
        assert len({task.priority for task in alive}) == len(alive) >= 5
        left_out = {"abort_delay", "information", "priority", "state"}
        assert not {call.name for task in alive for call in task.calls} & left_out


@pytest.mark.wide
def test_a_rule_that_is_off_shows_what_it_leaves_out(programs: runner.Programs) -> None:
    arguments = ["verify", "compare", "--calls", "100000", "--without", "priority_of_waiter"]
    assert CliRunner().invoke(app, arguments).exit_code == 1


def changed_kernel(
    folder: Path, file: str, before: str, after: str, instrumentation: str = ""
) -> native.Variant:
    """Copy the kernel files to a folder, one piece of text of ``file`` changed."""
    shutil.copytree(native.KERNEL, folder)
    path = folder / file
    text = path.read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))
    return native.Variant(instrumentation=instrumentation, kernel_files=folder)


WAIT = "kernelOBJECT_COMMAND( xQueue, TASK_TAKE ), xTicksToWait )"


@pytest.fixture(scope="module")
def early(tmp_path_factory: pytest.TempPathFactory) -> native.Variant:
    """A take with a time-out of an odd number of ticks waits one tick less."""
    folder = tmp_path_factory.mktemp("early") / "kernel"
    return changed_kernel(
        folder, "hardware_kernel/semaphores.c", WAIT, WAIT.replace("Wait )", "Wait & ~1U )")
    )


def test_a_changed_kernel_is_found_shrunk_and_left(
    early: native.Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant = runner.build(early)
    monkeypatch.setattr(runner, "build", lambda *_: mutant)
    monkeypatch.setattr(command, "SCENARIOS", tmp_path)
    seed = 3  # where nothing but the take matters to the first scenario that differs
    result = CliRunner().invoke(app, ["verify", "compare", "--calls", "10000", "--seed", str(seed)])
    assert result.exit_code == 1, result.output
    for part in (f"of seed {seed} differs", "- FreeRTOS", "+ the hardware kernel"):
        assert part in result.output
    (file,) = tmp_path.iterdir()
    text = file.read_text()
    assert text in result.output
    # one take is all that it needs, and a call or two that bring it about; there were a hundred
    assert sum(line.split()[0] in ALL for line in text.splitlines()) <= 3
    assert re.search(r"^take 0 [137]$", text, re.MULTILINE)
    again = CliRunner().invoke(app, ["verify", "compare", "--scenario", str(file)])
    assert again.exit_code == 1, again.output
    assert "+ the hardware kernel" in again.output
    monkeypatch.undo()
    mended = CliRunner().invoke(app, ["verify", "compare", "--scenario", str(file)])
    assert mended.exit_code == 0, mended.output
    assert "No difference." in mended.output


@pytest.mark.parametrize("needed", [[], [7], [0, 99], [3, 4, 50], list(range(0, 100, 9))])
def test_minimise_leaves_what_is_needed(needed: list[int]) -> None:
    probes = 0

    def probe(candidates: Sequence[list[int]]) -> list[bool]:
        nonlocal probes
        probes += 1
        return [set(needed) <= set(candidate) for candidate in candidates]

    assert minimise(list(range(100)), probe) == needed
    assert probes < 40


@pytest.mark.wide  # compiles with other options
def test_soak_goes_on_where_it_stopped(programs: runner.Programs, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    arguments = ["verify", "soak", "--calls", "1000", "--state", str(state)]
    for first in (0, batches.SIZE):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, result.output
        assert f"Seed 1, from scenario {first} on" in result.output
    assert soak.read(state, None).scenarios == 2 * batches.SIZE
    assert soak.read(state, 2) == soak.State(seed=2)
    state.write_text("nonsense")
    with pytest.raises(IsochronError, match=r"damaged.*delete it"):
        soak.read(state, None)


@pytest.mark.wide  # compiles all with them
@pytest.mark.parametrize("calls", [10_000, 100_000])
def test_sanitizers_find_nothing(calls: int) -> None:
    arguments = ["verify", "compare", "--calls", str(calls), "--instrument", "sanitizers"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output


@pytest.mark.wide
def test_sanitizers_find_a_use_after_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The change: a task's control block is written when it has been freed."""
    before = """            vPortFreeStack( pxTCB->pxStack );
            vPortFree( pxTCB );
"""
    after = f"{before}            pxTCB->pxStack = NULL;\n"
    folder = tmp_path / "kernel"
    variant = changed_kernel(folder, "common/task_reclamation.c", before, after, "sanitizers")
    mutant = runner.build(variant)
    monkeypatch.setattr(runner, "build", lambda *_: mutant)
    result = CliRunner().invoke(app, ["verify", "compare", "--calls", "10000"])
    assert result.exit_code == 1, result.output
    assert "AddressSanitizer" in result.output


@pytest.mark.wide  # compiles all with counts
def test_coverage_counts_the_kernel_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    programs = runner.build(native.Variant(instrumentation="coverage"))
    coverage.forget(programs.subject)
    with pytest.raises(IsochronError, match="nothing ran"):
        coverage.measure([programs.subject])
    runner.run(programs.subject, [SCENARIO])
    notes_of_an_older_source = programs.subject.with_name("before.gcno")
    notes_of_an_older_source.touch()
    shares = {Path(share.name).name: share for share in coverage.measure([programs.subject])}
    assert not notes_of_an_older_source.exists()
    time, statistics = shares["task_time.c"], shares["task_statistics.c"]
    assert 0 < time.lines_run < time.lines
    assert any(0 < share.branches_taken < share.branches for share in shares.values())
    assert statistics.lines_run == 0
    assert shares["all"].lines == sum(share.lines for share in shares.values()) / 2


@pytest.mark.parametrize(
    ("lines_run", "branches_taken", "enough"),
    [(190, 90, True), (189, 100, False), (200, 89, False), (190, 89, False)],
)
def test_coverage_that_is_enough(lines_run: int, branches_taken: int, enough: bool) -> None:
    assert coverage.Share("all", 200, lines_run, 100, branches_taken).enough is enough


@pytest.mark.parametrize("pattern", coverage.NOT_TAKEN)
def test_what_coverage_leaves_out_is_there(pattern: str) -> None:
    sources = [path.read_text() for path in (native.KERNEL / "hardware_kernel").glob("*.c")]
    assert any(re.search(pattern, text) for text in sources)


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(n, marks=pytest.mark.wide) for n in (1, 4, 5, 6, 8))]
)
def test_a_scenario_goes_the_same_way_on_the_soc(number: int, programs: runner.Programs) -> None:
    scenario = board.suitable(generate(SEED, number))
    (natively,) = runner.run(programs.oracle, [scenario])[number]
    assert natively.calls > 200
    for kernel in ("freertos", "isochron"):
        assert board.run(kernel, scenario) == natively


@pytest.mark.parametrize(
    "number", [1, *(pytest.param(n, marks=pytest.mark.wide) for n in (0, 4, 5, 6, 8))]
)
def test_a_scenario_goes_the_same_way_with_contexts(number: int, programs: runner.Programs) -> None:
    """Without assertions, so that calls are those in assembler."""
    scenario = board.suitable(generate(SEED, number), "isochron-contexts")
    (natively,) = runner.run(programs.oracle, [scenario])[number]
    assert board.run("isochron-contexts", scenario, defines={"NDEBUG": "1"}) == natively


@pytest.mark.wide
def test_soak_runs_scenarios_with_contexts(tmp_path: Path) -> None:
    state = tmp_path / "soak.json"
    words = ["verify", "soak", "--kernel", board.CONTEXTS, "--calls", "1", "--state", str(state)]
    result = CliRunner().invoke(app, [*words, "--jobs", "1"])
    assert result.exit_code == 0, result.output
    assert soak.read(state, None, board.CONTEXTS).scenarios == 1


def test_a_scenario_that_differs_ends_a_soak_with_contexts(
    monkeypatch: pytest.MonkeyPatch, programs: runner.Programs
) -> None:
    other = runner.Outcome(0, 1, "0", runner.FINISHED)
    monkeypatch.setattr(board, "_of_contexts", lambda _: (programs.oracle, Path()))
    monkeypatch.setattr(board, "run_image", lambda *_: other)
    with workers(1) as pool, pytest.raises(IsochronError, match="scenario 3 of seed 1 differs"):
        next(board.runs_of_contexts(1, 3, pool))


@pytest.mark.wide
def test_of_two_interrupts_that_wait_contexts_may_serve_both_before_a_masked_task_goes_on(
    programs: runner.Programs,
) -> None:
    """Rule one_waits; scenario 18 has such a task."""
    scenario = replace(board.suitable(generate(SEED, 18), "isochron-contexts"), also=())
    (natively,) = runner.run(programs.oracle, [scenario])[18]
    assert board.run("isochron", scenario) == natively
    assert board.run("isochron-contexts", scenario, defines={"NDEBUG": "1"}) != natively


def test_the_soc_shows_a_difference(programs: runner.Programs) -> None:
    scenario = board.suitable(replace(SCENARIO, events=(*SCENARIO.events, Event(195, "ticks", 1))))
    (natively,) = runner.run(programs.oracle, [board.suitable(SCENARIO)])[1]
    assert not board.run("isochron", scenario).agrees(natively)
