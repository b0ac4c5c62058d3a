# SPDX-License-Identifier: Apache-2.0
"""Objects in software behave as those of the hardware; and hardware that has less says so."""

from __future__ import annotations

import re

import pytest

from isochron import checks, firmware, freertos, native

PROGRAMS = (
    *("abort", "deletion", "event_groups", "event_groups_isr", "isr", "mutexes", "order"),
    *("other_names", "priorities", "queue_attributes", "queue_isr", "queue_sets", "queue_traces"),
    *("queues", "recursion", "rendezvous", "semaphores", "suspension", "timeouts"),
    *("timer_commands", "timers"),
)
"""Those that use semaphores, mutexes, queues or event groups."""
ALL_IN_SOFTWARE = {"configISOCHRON_HARDWARE_OBJECTS": "0"}
NONE_IN_SOFTWARE = {"configISOCHRON_SOFTWARE_OBJECTS": "0"}
SMALLEST = native.Variant(
    parameters={"EventGroups": 0, "Tickless": 0, "SoftwareObjects": 0}, quick=True
)
"""Hardware that was built with less than the kernel files can use."""
TICKLESS = {
    "configUSE_TICKLESS_IDLE": "1",
    "configTRACE_HEADER": "<test_sleep.h>",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_all_in_software(program: str) -> None:
    code, output = checks.run(checks.build(checks.Case(program, ALL_IN_SOFTWARE)))
    assert code == 0, output
    assert output.startswith("passed "), output


@pytest.mark.parametrize(
    ("program", "options", "message"),
    [
        ("tickless", TICKLESS, "but the hardware's support of tickless idle is 0."),
        ("event_groups", NONE_IN_SOFTWARE, "build it with EventGroups 1, or create none."),
        ("event_groups", {}, "build it with EventGroups 1, or create none."),
        (
            "start",
            {"configHW_ACCELERATOR_FLAG_BITS": "24"},
            "is 24, but the hardware's number of bits in an event group is 0.",
        ),
        ("semaphores", {}, ""),
    ],
)
def test_smaller_hardware_says_what_it_lacks(
    program: str, options: dict[str, str], message: str
) -> None:
    case = checks.Case(program, options, refused=message)
    code, output = checks.run(checks.build(case, SMALLEST))
    assert code == case.code, output
    assert message in output


def test_without_software_objects_unoptimised_code_links_too() -> None:
    """What is left out is left out by the preprocessor, not by the optimiser."""
    unoptimised = native.Variant(instrumentation="coverage")
    code, output = checks.run(checks.build(checks.Case("isochron/errors"), unoptimised))
    assert code == 0, output


def test_no_trace_macro_is_called_twice() -> None:
    """FreeRTOS's files trace nothing: the functions that the application calls do."""
    stock = freertos.provide()
    text = (firmware.KERNEL / "accelerated/software_traces.h").read_text()
    files = (stock / "queue.c", stock / "event_groups.c")
    used = {name for file in files for name in re.findall(r"\btrace[A-Z]\w+", file.read_text())}
    assert set(re.findall(r"#undef (trace\w+)", text)) == used
