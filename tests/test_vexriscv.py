# SPDX-License-Identifier: Apache-2.0
"""Kernels on the core with caches, which takes interrupts less precisely and all in one place."""

from __future__ import annotations

import pytest

from isochron import checks, firmware, simulator

PLATFORM = "vexriscv"
TICK = {"configTICK_RATE_HZ": "2500"}
MAX_CYCLES = 20_000_000


@pytest.mark.parametrize("kernel", ["freertos", "isochron"])
@pytest.mark.parametrize("program", ["isr", "queue_isr", "rendezvous", "semaphores", "timeouts"])
def test_kernel_from_inside(program: str, kernel: str) -> None:
    defines = {**TICK, **checks.NEEDS.get(program, {})}
    elf = firmware.build(f"firmware/tests/{program}.c", kernel, PLATFORM, defines=defines)
    result = simulator.run(elf, PLATFORM, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")


def test_a_run_is_the_same_when_repeated() -> None:
    elf = firmware.build("firmware/tests/isr.c", "isochron", PLATFORM, defines=TICK)
    assert simulator.run(elf, PLATFORM) == simulator.run(elf, PLATFORM)
