# SPDX-License-Identifier: Apache-2.0
"""Kernels on CV32E40P: programs about what a core does, and random calls. Ibex has the rest."""

from __future__ import annotations

import pytest

from isochron import bench
from isochron.building import firmware
from isochron.differential import board
from isochron.differential.generator import generate
from isochron.paths import ROOT
from isochron.running import checks, simulator

pytestmark = pytest.mark.wide

PLATFORM = "cv32e40p"
PROGRAMS = ROOT / "firmware/laboratory/tests"
OPTIONS = {"configTICK_RATE_HZ": "2500", **checks.TOGETHER, "configUSE_QUEUE_SETS": "1"}
OF_THE_KERNEL = ("errors", "event_groups", "lines", "monitor")


def passes(program: str, kernel: str, **more: str) -> bool:
    """Run a program that checks something."""
    defines = OPTIONS | checks.NEEDS.get(program, {}) | more
    elf = firmware.build(PROGRAMS / f"{program}.c", kernel, PLATFORM, defines=defines)
    result = simulator.run(elf, PLATFORM, max_cycles=80_000_000)
    return result.exit_code == 0 and result.output.startswith("passed ")


@pytest.mark.parametrize("kernel", ["freertos", "isochron"])
@pytest.mark.parametrize("program", checks.OF_THE_CORE)
def test_kernel_from_inside(program: str, kernel: str) -> None:
    assert passes(program, kernel)


@pytest.mark.parametrize("program", [f"isochron/{name}" for name in OF_THE_KERNEL])
def test_program_of_the_hardware_kernel(program: str) -> None:
    assert passes(program, "isochron")


@pytest.mark.parametrize(("program", "ticks"), [("sweep", "20000"), ("transfers", "2500")])
def test_interrupts_within_calls(program: str, ticks: str) -> None:
    more = {"TEST_STEP": "7", "configTICK_RATE_HZ": ticks}
    assert passes(f"isochron/{program}", "isochron", **more)


def test_random_calls_go_as_on_ibex() -> None:
    scenario = board.suitable(generate(1, 0))
    oracle = board.run("freertos", scenario)
    assert oracle.calls > 200
    assert board.run("freertos", scenario, PLATFORM) == oracle
    assert board.run("isochron", scenario, PLATFORM) == oracle


@pytest.mark.parametrize("kernel", ["freertos-optimised", "isochron"])
def test_stopwatch_and_probes_agree_on_each_call(kernel: str) -> None:
    """A job raises InstrumentsDisagree; without an interrupt nothing varies."""
    job, *_ = bench.plan(["attachments"], [kernel], [PLATFORM], ["O2"])
    later = [record for record in job.work() if record.parameters["pass"] == "later"]
    assert len(later) == 9
    for record in later:
        allowed = 3 if record.metric == "interrupt-to-task" else 0
        assert max(record.samples) - min(record.samples) <= allowed, record.metric
