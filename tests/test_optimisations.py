# SPDX-License-Identifier: Apache-2.0
"""The programs of firmware/laboratory/tests at the compiler's other choices.

tests/test_firmware.py runs them at -O2, but for the hybrid.
"""

from __future__ import annotations

import re

import pytest

from isochron.building import firmware
from isochron.running import checks, simulator

pytestmark = pytest.mark.wide

TICK = {"configTICK_RATE_HZ": "2500"}
MAX_CYCLES = 20_000_000
OTHERS = (*firmware.OTHERS, "O3")
CHOICES = [
    *(("ibex", kernel, one) for kernel in ("isochron", "isochron-contexts") for one in OTHERS),
    ("ibex", "freertos", "O2-flto"),
    *(("ibex", "hybrid", one) for one in ("O2", *OTHERS)),
    *(("vexriscv", "hybrid", one) for one in ("O2", "O2-flto")),
]
AT_RANDOM = "tick_reading"
"""Reads ticks at random phases, whatever the code's."""
NAMES = sorted(path.stem for path in checks.PROGRAMS.glob("*.c") if path.stem != AT_RANDOM)


def run(program: str, platform: str, kernel: str, optimisation: str) -> simulator.RunResult:
    defines = TICK | checks.NEEDS.get(program, {})
    path = checks.PROGRAMS / f"{program}.c"
    elf = firmware.build(path, kernel, platform, optimisation, defines)
    hardware = firmware.KERNELS[kernel].hardware
    return simulator.run(elf, platform, hardware=hardware, max_cycles=MAX_CYCLES)


@pytest.mark.parametrize("choice", CHOICES, ids="-".join)
@pytest.mark.parametrize("program", NAMES)
def test_kernel_from_inside(program: str, choice: tuple[str, str, str]) -> None:
    platform, kernel, optimisation = choice
    result = run(program, platform, kernel, optimisation)
    assert result.exit_code == 0, result.output
    assert re.fullmatch(r"passed [1-9]\d* checks\n", result.output)
