# SPDX-License-Identifier: Apache-2.0
"""Objects in software go the same way as FreeRTOS's."""

from __future__ import annotations

from isochron import native
from isochron.differential import runner
from isochron.differential.scenario import Call, Object, Scenario, Task


def test_who_is_woken_by_a_synchronisation_comes_after_who_was_ready() -> None:
    """It is woken, and the caller waits, in one suspension of the scheduler."""
    scenario = Scenario(
        name=1,
        limit=40,
        tasks=(
            Task(4, (Call("synchronise", (1, 8, 4, 7)), Call("receive", (0, 1)))),
            Task(4, (Call("wait_bits", (1, 8, 1, 0, -1)),)),
            Task(4, (Call("send", (0, 6, 2)),)),
        ),
        objects=(Object("queue", (1, 16)), Object("event_group", ())),
        taken=native.PARAMETERS["NObjects"],
    )
    (comparison,) = runner.compare(runner.build(), [scenario])
    assert comparison.found.end == runner.FINISHED
    assert comparison.agrees
