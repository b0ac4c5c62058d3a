# SPDX-License-Identifier: Apache-2.0
"""The layer with Xilkernel's API against Xilkernel's documentation."""

import pytest
from systems.comparison.lab import kernels

from isochron.building import firmware
from isochron.paths import ROOT
from isochron.running import checks, simulator

PROGRAMS = ROOT / "systems/comparison/firmware/tests/xilkernel"
NAMES = ("threads", "round_robin", "time", "semaphores", "messages")
OPTIONS = {"round_robin": {"SCHED_TYPE": "SCHED_RR"}}
"""Macros of xmk.h, by program."""
DEFINES = {**kernels.LAYER_DEFINES, "configTICK_RATE_HZ": "2500"}
"""Ticks of 20,000 cycles, so that milliseconds are not whole ticks."""


@pytest.mark.parametrize(
    "kernel",
    [
        "isochron-contexts",
        *(pytest.param(n, marks=pytest.mark.wide(each=4)) for n in ("isochron", "freertos")),
    ],
)
@pytest.mark.parametrize("program", NAMES)
def test_layer(program: str, kernel: str) -> None:
    layer = kernels.layer_parts("xilkernel")
    parts = firmware.Parts((*layer.sources, checks.SHARED), (*layer.include, checks.SHARED.parent))
    defines = {**DEFINES, **OPTIONS.get(program, {})}
    elf = firmware.build(PROGRAMS / f"{program}.c", kernel, defines=defines, parts=parts)
    result = simulator.run(elf, max_cycles=10_000_000)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")


def test_the_layer_says_what_it_is() -> None:
    header = (kernels.LAYERS / "xilkernel/include/xmk.h").read_text()
    assert "It is not Xilkernel" in header
