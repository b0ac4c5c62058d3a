# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel: every block, and the whole under random software in several sizes."""

from __future__ import annotations

import pytest
from simulation import simulate

from isochron import verilator

# with the clock gated: what a kernel does must not depend on it, and the default one goes without
SMALL = {
    **{"NTasks": 6, "NPriorities": 9, "NObjects": 6, "NLines": 3, "TimerWidth": 8},
    "ClockGating": 1,
}
DEFAULT = {"NTasks": 32, "NPriorities": 64, "NObjects": 64, "NLines": 8, "TimerWidth": 32}


@pytest.mark.parametrize("seed", range(1, 7))
def test_random_software_on_a_small_kernel(seed: int) -> None:
    simulate(
        "isochron",
        "kernel.kernel_bench",
        verilator.kernel_sources(),
        SMALL,
        seed,
        {"COCOTB_TESTCASE": "random_software", "STEPS": "2500"},
    )


@pytest.mark.parametrize("seed", range(7, 10))
def test_random_software_on_the_default_kernel(seed: int) -> None:
    simulate(
        "isochron",
        "kernel.kernel_bench",
        verilator.kernel_sources(),
        DEFAULT,
        seed,
        {"COCOTB_TESTCASE": "random_software", "STEPS": "2000"},
    )


@pytest.mark.parametrize("seed", range(1, 3))
def test_random_event_groups(seed: int) -> None:
    simulate(
        "isochron",
        "kernel.kernel_bench",
        verilator.kernel_sources(),
        SMALL,
        seed,
        {"COCOTB_TESTCASE": "random_event_groups", "STEPS": "2500"},
    )


def test_decoder_refuses_what_the_register_description_does_not_have() -> None:
    simulate(
        "isochron",
        "kernel.kernel_bench",
        verilator.kernel_sources(),
        SMALL,
        1,
        {"COCOTB_TESTCASE": "decoder"},
    )


def test_commands_back_to_back_starve_nothing() -> None:
    simulate(
        "isochron",
        "kernel.kernel_bench",
        verilator.kernel_sources(),
        SMALL,
        1,
        {"COCOTB_TESTCASE": "commands_back_to_back"},
    )


def test_response_of_lines_and_ticks() -> None:
    simulate(
        "isochron",
        "kernel.kernel_bench",
        verilator.kernel_sources(),
        SMALL,
        1,
        {"COCOTB_TESTCASE": "response"},
    )


def test_ticks_and_lines_wait_for_a_switch() -> None:
    simulate(
        "isochron",
        "kernel.kernel_bench",
        verilator.kernel_sources(),
        SMALL,
        1,
        {"COCOTB_TESTCASE": "before_a_switch"},
    )


@pytest.mark.parametrize("during", ["scan", "suspension"])
def test_departures(during: str) -> None:
    simulate(
        "isochron",
        "kernel.kernel_bench",
        verilator.kernel_sources(),
        SMALL,
        1,
        {"COCOTB_TESTCASE": f"departures_during_{during}"},
    )


def test_mutexes_and_what_belongs_to_them() -> None:
    simulate("isochron", "kernel.mutex_bench", verilator.kernel_sources(), SMALL, 1)


def test_queues() -> None:
    simulate("isochron", "kernel.queue_bench", verilator.kernel_sources(), SMALL, 1)


def test_notifications() -> None:
    simulate("isochron", "kernel.notification_bench", verilator.kernel_sources(), SMALL, 1)


def test_event_groups() -> None:
    simulate("isochron", "kernel.group_bench", verilator.kernel_sources(), SMALL, 1)


def test_timers_tickless_idle_and_tick_hook() -> None:
    simulate("isochron", "kernel.tickless_bench", verilator.kernel_sources(), SMALL, 1)


@pytest.mark.parametrize("width", [9, 64])
def test_priority_encoder(width: int) -> None:
    simulate(
        "isochron_priority_encoder",
        "kernel.priority_encoder_bench",
        verilator.kernel_sources(),
        {"Width": width},
        1,
    )


def test_lines() -> None:
    simulate(
        "isochron_lines",
        "kernel.lines_bench",
        verilator.kernel_sources(),
        {"NLines": 5},
        1,
    )


def test_time() -> None:
    simulate(
        "isochron_time", "kernel.time_bench", verilator.kernel_sources(), {"TimerWidth": 8}, 1
    )


def test_lists() -> None:
    simulate(
        "isochron_lists",
        "kernel.lists_bench",
        verilator.kernel_sources(),
        {"NTasks": 7, "NPriorities": 9},
        1,
    )


def test_chains() -> None:
    simulate(
        "isochron_chains",
        "kernel.chains_bench",
        verilator.kernel_sources(),
        {"NTasks": 7, "NPriorities": 9, "NObjects": 4},
        1,
    )
