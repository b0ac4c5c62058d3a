# SPDX-License-Identifier: Apache-2.0
"""Kernels on CV32E40P: programs about what a core does, and random calls. Ibex has the rest."""

import re

import pytest

from isochron import bench
from isochron.building import firmware
from isochron.differential import board
from isochron.differential.generator import generate
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import checks, simulator

pytestmark = pytest.mark.wide

PLATFORM = "cv32e40p"
WITH_FLOAT = "cv32e40p-fpu"
PROGRAMS = ROOT / "firmware/laboratory/tests"
OPTIONS = {"configTICK_RATE_HZ": "2500", **checks.TOGETHER, "configUSE_QUEUE_SETS": "1"}
OF_THE_KERNEL = ("errors", "event_groups", "lines", "monitor")


def run(program: str, kernel: str, platform: str, **more: str) -> simulator.RunResult:
    defines = OPTIONS | checks.NEEDS.get(program, {}) | more
    elf = firmware.build(PROGRAMS / f"{program}.c", kernel, platform, defines=defines)
    return simulator.run(elf, platform, max_cycles=80_000_000)


def passes(program: str, kernel: str, platform: str = PLATFORM, **more: str) -> bool:
    """Run a program that checks something."""
    result = run(program, kernel, platform, **more)
    return result.exit_code == 0 and result.output.startswith("passed ")


@pytest.mark.wide(each=5)
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


@pytest.mark.wide(each=3)
@pytest.mark.parametrize("program", ["isr", "switching", "mutexes", "queues", "tickless"])
def test_kernel_from_inside_with_registers_for_floating_point(program: str) -> None:
    assert passes(program, "isochron", WITH_FLOAT)


@pytest.mark.parametrize(
    "options",
    [
        {"configTICK_RATE_HZ": "10000"},
        {"configTICK_RATE_HZ": "25000", "configUSE_PREEMPTION": "0"},
        {"configTICK_RATE_HZ": "5000", "NDEBUG": "1"},
    ],
    ids=lambda options: "-".join(options.values()),
)
def test_tasks_keep_their_floating_point_registers(options: dict[str, str]) -> None:
    assert passes("float/tasks", "isochron", WITH_FLOAT, **options)


def test_floating_point_in_a_routine_is_refused() -> None:
    with pytest.raises(simulator.ProgramCrashed, match="exception 2 in serve"):
        run("float/in_routine", "isochron", WITH_FLOAT)


@pytest.mark.parametrize("kernel", ["freertos", "freertos-optimised"])
def test_a_kernel_that_does_not_save_floating_point_refuses_it(kernel: str) -> None:
    with pytest.raises(IsochronError, match="does not save floating-point registers"):
        firmware.build(PROGRAMS / "float/tasks.c", kernel, WITH_FLOAT)


def test_a_switch_saves_floating_point_only_for_tasks_that_have_used_it() -> None:
    """The page's figures, each of three rounds."""
    *measured, _ = run("float/switches", "isochron", WITH_FLOAT, NDEBUG="1").output.splitlines()
    page = (ROOT / "docs/explanation/kernel.md").read_text()
    rows = re.findall(r"^\| (?:neither|the waiter|the giver|both) \| (.*) \|$", page, re.MULTILINE)
    assert [line.split() for line in measured] == [3 * row.split(" | ") for row in rows]


def test_random_calls_go_as_on_ibex() -> None:
    scenario = board.suitable(generate(1, 0))
    oracle = board.run("freertos", scenario)
    assert oracle.calls > 200
    assert board.run("freertos", scenario, PLATFORM) == oracle
    assert board.run("isochron", scenario, PLATFORM) == oracle


@pytest.mark.parametrize("kernel", ["freertos-optimised", "isochron"])
def test_stopwatch_and_probes_agree_on_each_call(kernel: str) -> None:
    """A job fails where they do not; without an interrupt nothing varies."""
    job, *_ = bench.plan(["attachments"], [kernel], [PLATFORM], ["O2"])
    later = [record for record in job.work() if record.parameters["pass"] == "later"]
    assert len(later) == 9
    for record in later:
        allowed = 3 if record.metric == "interrupt-to-task" else 0
        assert max(record.samples) - min(record.samples) <= allowed, record.metric
