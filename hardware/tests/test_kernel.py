# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel: every block, and the whole under random software in several sizes.

The first tier has the small size, for which all tests share a model.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from simulation import simulate

from isochron import rtl

# with the clock gated: what a kernel does must not depend on it, and the default one goes without
SMALL = {
    **{"NTasks": 6, "NPriorities": 9, "NObjects": 6, "NLines": 3, "TimerWidth": 8},
    **{"ClockGating": 1, "MessageWords": 8},
}
DEFAULT = {
    **{"NTasks": 32, "NPriorities": 64, "NObjects": 64, "NLines": 8, "TimerWidth": 32},
    "MessageWords": 64,
}
# without all that has a parameter to leave it out
LEAN = SMALL | {
    "EventGroups": 0,
    "Tickless": 0,
    "NNotifications": 1,
    "Monitor": 0,
    "MessageWords": 0,
}


def wide(values: Iterable[int]) -> list[Any]:
    """Return seeds or sizes for the wide tier."""
    return [pytest.param(value, marks=pytest.mark.wide(each=2)) for value in values]


def kernel(
    bench: str,
    test: str,
    parameters: dict[str, int] = SMALL,
    seed: int = 1,
    steps: int = 0,
    patience: float = 0.99,
) -> None:
    """One test of a bench.

    A random one has that many steps; its tasks wait for a command's RESULT so likely.
    """
    environment = {"COCOTB_TESTCASE": test, "STEPS": str(steps), "PATIENCE": str(patience)}
    sources = rtl.sources("kernel")
    simulate("isochron", f"kernel.{bench}_bench", sources, parameters, seed, environment)


def rules(what: str) -> None:
    """Directed tests on a small kernel."""
    simulate("isochron", f"kernel.{what}_bench", rtl.sources("kernel"), SMALL, 1)


@pytest.mark.parametrize("seed", [1, *wide(range(2, 7))])
def test_random_software_on_a_small_kernel(seed: int) -> None:
    kernel("random", "random_software", SMALL, seed=seed, steps=2500)


@pytest.mark.parametrize("seed", [1, *wide((2, 3, 5, 6))])
def test_random_messages(seed: int) -> None:
    kernel("random", "random_messages", SMALL, seed=seed, steps=2500)


def test_random_software_after_resets() -> None:
    kernel("restart", "random_software_after_resets", steps=25)


def test_a_reset_while_a_suspension_ends() -> None:
    kernel("restart", "a_reset_while_a_suspension_ends")


def test_messages() -> None:
    rules("message")


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(7, 10))
def test_random_software_on_the_default_kernel(seed: int) -> None:
    kernel("random", "random_software", DEFAULT, seed=seed, steps=2000)


@pytest.mark.wide
def test_random_software_on_a_lean_kernel() -> None:
    kernel("random", "random_software", LEAN, steps=2500)


@pytest.mark.wide(each=2)
@pytest.mark.parametrize("seed", range(1, 7))
def test_random_software_without_messages(seed: int) -> None:
    kernel("random", "random_software", SMALL | {"MessageWords": 0}, seed=seed, steps=2500)


@pytest.mark.wide(each=2)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("test", ["random_software", "random_event_groups"])
def test_random_software_that_does_not_wait_for_results(test: str, seed: int) -> None:
    kernel("random", test, SMALL, seed=seed, steps=2500, patience=0.6)


@pytest.mark.wide
@pytest.mark.parametrize("seed", [1, 2])
def test_random_event_groups(seed: int) -> None:
    kernel("random", "random_event_groups", SMALL, seed=seed, steps=2500)


def test_commands() -> None:
    """After a reset, back to back, those that are none, and what registers tell."""
    rules("command")


@pytest.mark.wide
@pytest.mark.parametrize("test", ["decoder", "how_it_is_built"])
def test_commands_of_a_lean_kernel(test: str) -> None:
    kernel("command", test, LEAN)


def test_response_of_lines_and_ticks() -> None:
    rules("response")


def test_switches() -> None:
    """Of callers that do not switch by themselves, and what waits for one."""
    rules("switch")


def test_departures() -> None:
    """During the scan of an event group, and during a suspension."""
    rules("departure")


def test_mutexes() -> None:
    rules("mutex")


def test_resets_of_objects() -> None:
    rules("reset")


def test_the_end_of_waits() -> None:
    rules("wait")


@pytest.mark.wide
def test_more_mutexes_than_are_counted() -> None:
    kernel("mutex_count", "more_mutexes_than_are_counted", SMALL | {"CountWidth": 4})


def test_queues() -> None:
    rules("queue")


def test_monitor() -> None:
    rules("monitor")


def test_notifications() -> None:
    rules("notification")


def test_event_groups() -> None:
    rules("group")


def test_lines_to_event_groups() -> None:
    rules("line_group")


def test_timers_tickless_idle_and_tick_hook() -> None:
    rules("tickless")


@pytest.mark.parametrize("width", [9, *wide([64])])
def test_priority_encoder(width: int) -> None:
    simulate(
        "isochron_priority_encoder",
        "kernel.priority_encoder_bench",
        rtl.sources("kernel"),
        {"Width": width},
        1,
    )


def test_lines() -> None:
    simulate(
        "isochron_lines",
        "kernel.lines_bench",
        rtl.sources("kernel"),
        {"NLines": 5},
        1,
    )


@pytest.mark.parametrize("depth", [4, *wide([64])])
def test_trace(depth: int) -> None:
    sources = rtl.sources("kernel")
    simulate("isochron_trace", "kernel.trace_bench", sources, {"Depth": depth}, 1)


def test_time() -> None:
    simulate("isochron_time", "kernel.time_bench", rtl.sources("kernel"), {"TimerWidth": 8}, 1)


def test_lists() -> None:
    simulate(
        "isochron_lists",
        "kernel.lists_bench",
        rtl.sources("kernel"),
        {"NTasks": 7, "NPriorities": 9},
        1,
    )


def test_chains() -> None:
    simulate(
        "isochron_chains",
        "kernel.chains_bench",
        rtl.sources("kernel"),
        {"NTasks": 7, "NPriorities": 9, "NObjects": 4},
        1,
    )
