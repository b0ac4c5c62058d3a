# SPDX-License-Identifier: Apache-2.0
"""GDB goes back in a run of the simulated SoC."""

import shutil
from functools import cache

import pytest
from test_debugger import EXIT_CODE, OTHERS, SENT, Session, build, debug, states

from isochron.building import firmware
from isochron.running import simulator

pytestmark = pytest.mark.skipif(
    shutil.which("gdb-multiarch") is None, reason="there is no gdb-multiarch"
)


@cache
def backwards() -> Session:
    """Stop behind the store into the queue, and go back."""
    return debug(
        build("isochron"),
        [
            ("break", "break stop_here"),
            ("stopped", "continue"),
            ("here", "monitor where"),
            ("step", "stepi"),
            ("step-back", "reverse-stepi"),
            ("back-here", "monitor where"),
            ("finish", "finish"),
            ("watch", "watch storage[0]"),
            ("stored", "continue"),
            ("undone", "reverse-continue"),
            ("storage", "p storage[0]"),
            ("break-again", "reverse-continue"),
            ("there", "monitor where"),
            ("memory", "p storage[0] = 17"),
            ("forth", "stepi"),
            ("and-back", "reverse-stepi"),
            ("no-watch", "delete 2"),  # the start-up code clears the memory
            ("before-memory", "reverse-continue"),
            ("beginning", "info threads"),
            ("on", "continue"),
            ("changed", "p storage[0]"),
            ("no-stop", "delete"),
            ("end", "continue"),
        ],
    )


def test_a_step_back_comes_to_the_same_cycle() -> None:
    said = backwards().said
    assert said["here"].strip() == said["back-here"].strip() == said["there"].strip()


def test_back_over_a_store_the_memory_is_as_before() -> None:
    said = backwards().said
    assert f"Old value = {SENT}\nNew value = 0" in said["undone"]
    assert "= 0\n" in said["storage"]
    assert "hit Breakpoint 1, stop_here" in said["break-again"]


def test_the_beginning_is_the_end_of_the_way_back() -> None:
    said = backwards().said
    assert "No more reverse-execution history" in said["before-memory"]
    assert set(states(said["beginning"])) == {"main"}


def test_what_was_stored_is_stored_again_on_the_way_forth() -> None:
    said = backwards().said
    assert "hit Breakpoint 1, stop_here" in said["on"]
    assert "= 17\n" in said["changed"]


@pytest.mark.parametrize(
    "kernel", ["isochron", *(pytest.param(other, marks=pytest.mark.wide) for other in OTHERS)]
)
def test_a_function_is_called_and_its_effect_gone_where_one_goes_back(kernel: str) -> None:
    commands = [
        ("break", "break stop_here"),
        ("stopped", "continue"),
        ("before", "info registers"),
        ("laps", "p laps"),
        ("called", "p twice(21)"),
        ("one-lap-more", "p laps"),
        ("after", "info registers"),
        ("inside", "reverse-stepi"),
        ("inside-at", "backtrace 1"),
        ("delete-first", "delete"),
        ("beginning", "reverse-continue"),
        ("break-again", "break stop_here"),
        ("again", "continue"),
        ("laps-again", "p laps"),
        ("return", "return"),
        ("returned", "backtrace 1"),
        ("delete", "delete"),
        ("end", "continue"),
    ]
    said = debug(build(kernel), commands, hardware=firmware.KERNELS[kernel].hardware).said
    assert "= 42\n" in said["called"]
    laps, more, again = (
        int(said[name].split("=")[1]) for name in ("laps", "one-lap-more", "laps-again")
    )
    assert (more, again) == (laps + 1, laps)
    assert said["before"] == said["after"]
    assert "twice" in said["inside-at"]
    assert "No more reverse-execution history" in said["beginning"]
    assert "hit Breakpoint" in said["again"]
    assert "director" in said["returned"]
    assert f"exited with code {EXIT_CODE:02o}" in said["end"]


def test_a_run_that_went_back_prints_and_takes_what_a_plain_run_does() -> None:
    assert backwards().result == simulator.run(build("isochron"))
    program = firmware.build("firmware/examples/first_program.c", "isochron")
    lines = [("break", "break vTaskDelay"), ("to", "continue"), ("and", "continue")]
    lines += [("back", "reverse-continue"), ("delete", "delete"), ("end", "continue")]
    assert debug(program, lines).result == simulator.run(program)
