# SPDX-License-Identifier: Apache-2.0
"""The layer with uC/OS-II's API, and the genuine kernel, against uC/OS-II's documentation."""

from pathlib import Path

import pytest
from systems.comparison.lab import genuine, kernels, ucos2

from isochron.building import firmware
from isochron.paths import ROOT
from isochron.running import checks, simulator

PROGRAMS = ROOT / "systems/comparison/firmware/tests/ucos2"
NAMES = ("tasks", "time", "semaphores", "messages", "timers")
MAX_CYCLES = 10_000_000
DEFINES = {**kernels.LAYER_DEFINES, "configTICK_RATE_HZ": "5000", "configUSE_TIMERS": "1"}
"""Ticks of 10,000 cycles."""
GENUINE = pytest.mark.skipif(
    not ucos2.SOURCE.is_given, reason=f"set {ucos2.SOURCE.environment} to a tree of uC/OS-II"
)


def holds(elf: Path) -> None:
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")


@pytest.mark.parametrize(
    "kernel",
    [
        "isochron-contexts",
        *(pytest.param(n, marks=pytest.mark.wide(each=4)) for n in ("isochron", "freertos")),
    ],
)
@pytest.mark.parametrize("program", NAMES)
def test_layer(program: str, kernel: str) -> None:
    layer = kernels.layer_parts("ucos2")
    parts = firmware.Parts((*layer.sources, checks.SHARED), (*layer.include, checks.SHARED.parent))
    path = PROGRAMS / f"{program}.c"
    holds(firmware.build(path, kernel, defines=DEFINES, parts=parts))


@GENUINE
@pytest.mark.parametrize("program", NAMES)
def test_genuine_kernel(program: str) -> None:
    path, include = PROGRAMS / f"{program}.c", (checks.SHARED.parent,)
    defines = {"COMPARISON_TICK_CYCLES": "10000u", "configUSE_TIMERS": "1"}
    holds(genuine.build(ucos2.SOURCE, path, include, defines, "O2", (checks.SHARED,)))


def test_the_layer_says_what_it_is() -> None:
    header = (kernels.LAYERS / "ucos2/include/ucos_ii.h").read_text()
    assert "It is not uC/OS-II" in header
    assert "layer" in kernels.KERNELS["ucos2-layer"].title
