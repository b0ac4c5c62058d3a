# SPDX-License-Identifier: Apache-2.0
"""Objects in software behave as those of the hardware; and hardware that has less says so."""

from __future__ import annotations

import re

import pytest

from isochron.building import firmware, freertos, native
from isochron.running import checks

PROGRAMS = (
    *("abort", "deletion", "event_groups", "event_groups_isr", "isr", "mutexes"),
    *("object_reset", "order", "other_names", "priorities", "queue_attributes", "queue_isr"),
    *("queue_sets", "queue_traces", "queues", "recursion", "rendezvous", "semaphores"),
    *("suspension", "timeouts", "timer_commands", "timers"),
)
"""Those that use semaphores, mutexes, queues or event groups."""
FIRST = ("event_groups", "mutexes", "queue_sets")
"""Those of the first tier that need options: the kernel is compiled for each set of them."""
ALL_IN_SOFTWARE = {"configISOCHRON_HARDWARE_OBJECTS": "0"}


@pytest.mark.parametrize(
    "program",
    [
        name
        if name in FIRST or name not in checks.NEEDS
        else pytest.param(name, marks=pytest.mark.wide)
        for name in PROGRAMS
    ],
)
def test_all_in_software(program: str) -> None:
    code, output = checks.run(checks.build(checks.Case(program, ALL_IN_SOFTWARE)))
    assert code == 0, output
    assert output.startswith("passed "), output


@pytest.mark.wide  # has hardware of its own
@pytest.mark.parametrize("case", checks.SMALLEST_CASES, ids=str)
def test_smaller_hardware_says_what_it_lacks(case: checks.Case) -> None:
    smallest = native.Variant(parameters=checks.SMALLEST, quick=True)
    code, output = checks.run(checks.build(case, smallest))
    assert code == case.code, output
    assert case.refused in output


@pytest.mark.wide  # has hardware of its own
@pytest.mark.parametrize("program", ["event_groups", "event_groups_isr", "rendezvous"])
def test_groups_that_the_hardware_lacks_are_in_software(program: str) -> None:
    without = native.Variant(parameters={"EventGroups": 0}, quick=True)
    code, output = checks.run(checks.build(checks.Case(program), without))
    assert code == 0, output
    assert output.startswith("passed "), output


@pytest.mark.wide
def test_without_software_objects_unoptimised_code_links_too() -> None:
    """What is left out is left out by the preprocessor, not by the optimiser."""
    unoptimised = native.Variant(instrumentation="coverage")
    code, output = checks.run(checks.build(checks.Case("isochron/errors"), unoptimised))
    assert code == 0, output


def test_no_trace_macro_is_called_twice() -> None:
    """FreeRTOS's files trace nothing: the functions that the application calls do."""
    stock = freertos.provide()
    text = (firmware.KERNEL / "hardware_kernel/software_traces.h").read_text()
    files = (stock / "queue.c", stock / "event_groups.c")
    used = {name for file in files for name in re.findall(r"\btrace[A-Z]\w+", file.read_text())}
    assert set(re.findall(r"#undef (trace\w+)", text)) == used
