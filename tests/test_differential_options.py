# SPDX-License-Identifier: Apache-2.0
"""Random scenarios with other options of FreeRTOSConfig.h go the same way on our kernels.

The first tier has those together that differ most from the native configuration; the wide one each
by itself, too.
"""

from typing import Any

import pytest
from typer.testing import CliRunner

from isochron.building import native
from isochron.cli import app
from isochron.differential import configuration, runner
from isochron.differential.batches import SIZE, Series
from isochron.differential.calls import ALL, FOR_EVER, INDEX, PRIORITY
from isochron.differential.configuration import NATIVE, Configuration
from isochron.differential.scenario import Call, Event, Object, Routine, Scenario, Task
from isochron.errors import IsochronError

SEED = 23
CALLS = 10_000
AT_ONCE = "configUSE_PREEMPTION=0 configMAX_PRIORITIES=5 configUSE_TICKLESS_IDLE=1"
NO_MESSAGES = "configISOCHRON_MESSAGES=0"
FIRST_TIER = ((AT_ONCE, "isochron"), (NO_MESSAGES, "isochron"))


def cases() -> list[Any]:
    return [
        pytest.param(
            *(option, kernel),
            id=f"{option.name}-{kernel}",
            marks=[] if (option.name, kernel) in FIRST_TIER else [pytest.mark.wide(each=6)],
        )
        for option in configuration.each()[1:]
        for kernel in native.SUBJECTS
    ]


@pytest.mark.parametrize(("chosen", "kernel"), cases())
def test_random_calls_go_the_same_way(chosen: Configuration, kernel: str) -> None:
    options = [word for name in chosen.name.split() for word in ("--option", name)]
    arguments = ["--kernel", kernel, "--calls", str(CALLS), "--seed", str(SEED), *options]
    result = CliRunner().invoke(app, ["verify", "compare", *arguments])
    assert result.exit_code == 0, result.output
    assert "No difference in " in result.output


@pytest.mark.parametrize("kernel", native.SUBJECTS)
def test_idle_that_could_sleep_lets_who_was_woken_without_a_switch_wait(
    kernel: str,
) -> None:
    """The end of a suspension of the scheduler would make the switch, which the next tick makes."""
    tickless = configuration.read(["configUSE_TICKLESS_IDLE=1"])
    scenario = Scenario(
        name=1,
        limit=40,
        tasks=(Task(3, (Call("take", (0, FOR_EVER)),)),),
        objects=(Object("semaphore", (1, 0)),),
        routines=(Routine(False, (Call("give_from_isr", (0, 0)),)),),
        events=tuple(Event(gap, "routine", 0) for gap in (10, 20, 30)),
    )
    (comparison,) = runner.compare(runner.build(tickless.variant(), kernel), [scenario])
    assert comparison.found.end == runner.FINISHED
    assert comparison.found.calls == 4
    assert comparison.agrees


@pytest.mark.parametrize(
    ("wait", "wake", "agrees"),
    [
        (Call("wait_bits", (0, 1, 1, 0, 5)), Call("set_bits", (0, 1)), False),
        (Call("take", (1, 5)), Call("give", (1,)), True),
    ],
    ids=["bits", "semaphore"],
)
def test_freertos_sleeps_for_too_short_after_bits_have_ended_a_wait(
    wait: Call, wake: Call, agrees: bool
) -> None:
    """It takes the end of that wait for the nearest deadline; ours looks when it sleeps."""
    tickless = configuration.read(["configUSE_TICKLESS_IDLE=1"])
    scenario = Scenario(
        name=1,
        limit=40,
        tasks=(
            Task(3, (wait, Call("delay", (12,)))),
            Task(2, (Call("delay", (2,)), wake, Call("delay", (12,)))),
        ),
        objects=(Object("event_group", ()), Object("semaphore", (1, 0))),
    )
    (comparison,) = runner.compare(runner.build(tickless.variant(), "isochron"), [scenario])
    assert comparison.found.end == runner.FINISHED
    assert comparison.agrees == agrees
    assert {"wait_bits", "synchronise"} <= tickless.left_out
    assert not {"wait_bits", "synchronise"} & NATIVE.left_out


def test_scenarios_name_what_there_is_and_all_of_it() -> None:
    few = configuration.read(["configMAX_PRIORITIES=5", "configTASK_NOTIFICATION_ARRAY_ENTRIES=1"])
    for chosen in (NATIVE, few):
        series = Series(SEED, configurations=(chosen,))
        scenarios = [series.scenario(number) for number in range(120)]
        calls = [call for scenario in scenarios for task in scenario.tasks for call in task.calls]
        named = {
            what: {
                value
                for call in calls
                for operand, value in zip(ALL[call.name].operands, call.operands, strict=True)
                if operand is what
            }
            for what in (PRIORITY, INDEX)
        }
        levels = {task.priority for scenario in scenarios for task in scenario.tasks}
        assert levels == named[PRIORITY] == set(range(chosen.priorities))
        assert named[INDEX] == set(range(chosen.notifications))


def test_each_batch_has_the_next_configuration() -> None:
    every = configuration.each()
    assert len({option.name for option in every}) == len(every)
    assert every[0] == NATIVE
    series = Series(SEED, configurations=tuple(every))
    for number in (0, 1, len(every)):
        for scenario in (number * SIZE, number * SIZE + SIZE - 1):
            assert series.configuration(scenario) == every[number % len(every)]


@pytest.mark.parametrize(
    "options",
    [
        ["configUSE_PREEMPTION"],
        ["configMAX_PRIORITIES=6"],
        ["configUSE_MUTEXES=0"],
        ["configUSE_PREEMPTION=0", "configUSE_PREEMPTION=0"],
    ],
)
def test_an_option_that_is_not_known_is_refused_with_those_that_are(options: list[str]) -> None:
    with pytest.raises(IsochronError, match=r"configUSE_PREEMPTION=0, .*configMAX_PRIORITIES=5"):
        configuration.read(options)
