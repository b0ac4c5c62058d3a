# SPDX-License-Identifier: Apache-2.0
"""The oracle's interpreter: the same scenario on FreeRTOS and on the hardware kernel."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from isochron import native
from isochron.cli import app
from isochron.differential import runner
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


def test_random_scenarios_find_a_changed_kernel(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change: a take with a time-out of an odd number of ticks waits one tick less."""
    changed = tmp_path_factory.mktemp("mutant") / "kernel"
    shutil.copytree(native.KERNEL, changed)
    file = changed / "accelerated/semaphores.c"
    before = "kernelOBJECT_COMMAND( xQueue, TASK_TAKE ), xTicksToWait )"
    text = file.read_text()
    assert text.count(before) == 1
    file.write_text(text.replace(before, before.replace("Wait )", "Wait & ~1U )")))
    mutant = runner.build(native.Variant(kernel_files=changed))
    monkeypatch.setattr(runner, "build", lambda: mutant)
    result = CliRunner().invoke(app, ["differential", "--calls", "10000", "--seed", str(SEED)])
    assert result.exit_code == 1, result.output
    for part in ("scenario ", "- FreeRTOS", "+ the hardware kernel", f"of seed {SEED} differs"):
        assert part in result.output
