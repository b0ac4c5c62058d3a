# SPDX-License-Identifier: Apache-2.0
"""Random scenarios on FreeRTOS and on FreeRTOS on the hybrid."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from typer.testing import CliRunner

from isochron.cli import app
from isochron.differential import runner
from isochron.differential.generator import generate
from isochron.differential.scenario import Call, Event, Object, Scenario, Task

CALLS = 50_000
SEED = 1


@pytest.fixture(scope="module")
def programs() -> runner.Programs:
    return runner.build(kernel="hybrid")


def test_random_calls_go_the_same_way() -> None:
    arguments = ["--kernel", "hybrid", "--calls", str(CALLS), "--seed", str(SEED)]
    result = CliRunner().invoke(app, ["differential", *arguments])
    assert result.exit_code == 0, result.output
    assert "No difference in " in result.output


def test_three_ticks_more_are_a_difference(programs: runner.Programs) -> None:
    scenario = replace(generate(SEED, 0), inside=None)
    changed = replace(scenario, events=(Event(1, "ticks", 3), *scenario.events))
    (oracle,) = runner.run(programs.oracle, [scenario])[0]
    (found,) = runner.run(programs.subject, [changed])[0]
    assert not found.agrees(oracle)


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
def test_delays_and_time_outs_of_one_tick_end_in_the_order_in_which_they_began(
    programs: runner.Programs, order: tuple[int, ...]
) -> None:
    """The hardware ends the delay alone; a time-out of an object also wants software."""
    waits = (Call("delay", (3,)), Call("take", (0, 3)), Call("wait_bits", (1, 1, 0, 0, 3)))
    scenario = Scenario(
        name=1,
        limit=90,
        tasks=(
            *(Task(3, (waits[number], Call("yield"))) for number in order),
            Task(1, (Call("yield"),)),
        ),
        objects=(Object("semaphore", (1, 0)), Object("event_group", ())),
        events=tuple(Event(gap, "ticks", 1) for gap in range(6, 90, 4)),
    )
    (comparison,) = runner.compare(programs, [scenario])
    assert comparison.found.end == runner.FINISHED
    assert comparison.found.calls > 50
    assert comparison.agrees
