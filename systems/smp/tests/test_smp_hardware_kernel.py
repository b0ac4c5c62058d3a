# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel on two cores."""

from __future__ import annotations

from systems.smp.lab import machine
from systems.smp.lab.machine import SMP, Machine

TWO = Machine(2, hardware_kernel=True)
CALLS = SMP / "firmware/tests/kernel_calls.c"
HELD = [
    "a give of another core has woken the taker",
    "a notification of another core, too",
    "two ticks have, too",
    "both cores gave and took",
]


def test_two_cores_call_the_kernel_by_its_registers() -> None:
    assert machine.run(machine.build_without_freertos(CALLS), TWO) == HELD
