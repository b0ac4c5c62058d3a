# SPDX-License-Identifier: Apache-2.0
"""The oracle's interpreter: the same scenario on FreeRTOS and on the hardware kernel."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from isochron import native
from isochron.cli import app
from isochron.differential import coverage, runner
from isochron.differential.scenario import Call, Event, Line, Object, Routine, Scenario, Task

SCENARIO = Scenario(
    name=1,
    limit=200,
    tasks=(
        Task(1, (Call("take", (0, 3)), Call("give", (1,)), Call("delay", (1,)))),
        Task(2, (Call("take", (1, -1)), Call("yield"), Call("give", (0,)), Call("delay", (2,)))),
        Task(2, (Call("notify_take", (1, 4)), Call("give", (0,)), Call("state", (0,)))),
        Task(3, (Call("delay_until", (2,)), Call("notify_give", (2,)), Call("resume", (1,)))),
    ),
    objects=(Object("semaphore", (2, 1)), Object("semaphore", (1, 0))),
    routines=(Routine(True, (Call("give_from_isr", (1,)),)),),
    lines=(Line(False, 0),),
    events=tuple(
        event
        for gap in range(5, 190, 12)
        for event in (Event(gap, "routine", 0), Event(gap + 4, "ticks", 1), Event(gap, "line", 0))
    ),
)


@pytest.fixture(scope="module")
def programs() -> runner.Programs:
    return runner.build()


def test_a_scenario_goes_the_same_way_on_both_kernels(programs: runner.Programs) -> None:
    (comparison,) = runner.compare(programs, [SCENARIO])
    assert comparison.found.end == runner.FINISHED
    assert comparison.found.calls > 100
    assert comparison.agrees


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


CALLS = 100_000
SEED = 1


def test_random_scenarios_go_the_same_way(programs: runner.Programs) -> None:
    result = CliRunner().invoke(app, ["differential", "--calls", str(CALLS), "--seed", str(SEED)])
    assert result.exit_code == 0, result.output
    assert "No difference in 1" in result.output


@pytest.mark.parametrize("rule", ["idle_yield", "switch_in_critical"])
def test_a_rule_that_is_off_shows_what_it_leaves_out(
    programs: runner.Programs, rule: str
) -> None:
    arguments = ["differential", "--calls", str(CALLS), "--seed", str(SEED), "--without", rule]
    assert CliRunner().invoke(app, arguments).exit_code == 1


def changed_kernel(
    factory: pytest.TempPathFactory, file: str, before: str, after: str, instrumentation: str = ""
) -> runner.Programs:
    """Build with a copy of the kernel files in which one piece of text is another."""
    folder = factory.mktemp("mutant") / "kernel"
    shutil.copytree(native.KERNEL, folder)
    path = folder / "accelerated" / file
    text = path.read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))
    return runner.build(native.Variant(instrumentation=instrumentation, kernel_files=folder))


def test_random_scenarios_find_a_changed_kernel(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change: a take with a time-out of an odd number of ticks waits one tick less."""
    before = "kernelOBJECT_COMMAND( xQueue, TASK_TAKE ), xTicksToWait )"
    after = before.replace("Wait )", "Wait & ~1U )")
    mutant = changed_kernel(tmp_path_factory, "semaphores.c", before, after)
    monkeypatch.setattr(runner, "build", lambda _: mutant)
    result = CliRunner().invoke(app, ["differential", "--calls", "10000", "--seed", str(SEED)])
    assert result.exit_code == 1, result.output
    for part in ("scenario ", "- FreeRTOS", "+ the hardware kernel", f"of seed {SEED} differs"):
        assert part in result.output


def test_sanitizers_find_nothing() -> None:
    arguments = ["differential", "--calls", "30000", "--instrument", "sanitizers"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output


def test_sanitizers_find_a_use_after_free(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change: a task's control block is written when it has been freed."""
    before = """                vPortFreeStack( pxTCB->pxStack );
                vPortFree( pxTCB );
"""
    after = f"{before}                pxTCB->pxStack = NULL;\n"
    mutant = changed_kernel(tmp_path_factory, "task_deletion.c", before, after, "sanitizers")
    monkeypatch.setattr(runner, "build", lambda _: mutant)
    result = CliRunner().invoke(app, ["differential", "--calls", "10000"])
    assert result.exit_code == 1, result.output
    assert "AddressSanitizer" in result.output


def test_coverage_counts_the_kernel_files() -> None:
    programs = runner.build(native.Variant(instrumentation="coverage"))
    coverage.forget(programs.subject)
    with pytest.raises(coverage.CoverageFailed, match="no scenario ran"):
        coverage.measure(programs.subject)
    runner.run(programs.subject, [SCENARIO])
    shares = {Path(one.name).name: one for one in coverage.measure(programs.subject)}
    time, statistics = shares["task_time.c"], shares["task_statistics.c"]
    assert 0 < time.lines_run < time.lines
    assert 0 < time.branches_taken < time.branches
    assert statistics.lines_run == 0
    assert shares["all"].lines == sum(one.lines for one in shares.values()) / 2
