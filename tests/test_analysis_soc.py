# SPDX-License-Identifier: Apache-2.0
"""No response on the SoC is above its bound, bounds are close, and each of their terms counts.

A kernel is calibrated before, for which reason all is of the second tier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from isochron.analysis import findings, monitor, observed, overheads, program
from isochron.analysis.description import load
from isochron.analysis.findings import Findings, OfKernel
from isochron.analysis.observed import Seen
from isochron.building import firmware
from isochron.paths import ROOT
from isochron.running import simulator

pytestmark = pytest.mark.wide
SETS = sorted((ROOT / "tests/task_sets").glob("*.toml"))
EXAMPLES = ROOT / "firmware/examples/analysis"
KERNELS = ("freertos", "freertos-optimised", "isochron", "isochron-banked")
CLOSE = {"freertos": 1.8, "freertos-optimised": 1.8, "isochron": 1.25, "isochron-banked": 1.25}
"""What the median of bound over longest response may be at most."""
SEEDS = 16


def analysed(path: Path, kernel: str) -> OfKernel:
    terms = overheads.measured(kernel)
    return findings.analysed(load(path, list(terms.calls)), terms, {})


@cache
def seen(path: Path, kernel: str, seeds: int = SEEDS, ticks: int | None = None) -> Sequence[Seen]:
    one = analysed(path, kernel)
    plan = program.Plan(seeds, ticks or program.ticks_of(one.task_set), directed=ticks is None)
    return observed.observe(one.task_set, one.overheads, plan)


@pytest.mark.parametrize("kernel", KERNELS)
def test_no_response_of_a_small_run_is_above_its_bound(kernel: str):
    found = seen(ROOT / "tests/task_sets/mutexes.toml", kernel, seeds=3, ticks=60)
    assert [one for one in found if not one.safe] == []
    assert all(one.jobs > 0 for one in found)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_no_response_is_above_its_bound(path: Path, kernel: str):
    """At the critical instant, in directed rounds, and in SEEDS random ones."""
    assert [one for one in seen(path, kernel) if not one.safe] == []


@pytest.mark.parametrize("kernel", KERNELS)
def test_bounds_are_close(kernel: str):
    ratios = [one.ratio for path in SETS for one in seen(path, kernel) if one.ratio]
    assert median(ratios) <= CLOSE[kernel]


def test_stock_misses_a_deadline_that_the_hardware_kernel_meets():
    """Of the example motor.toml, at the same clock."""
    found = {
        kernel: analysed(EXAMPLES / "motor.toml", kernel) for kernel in ("freertos", "isochron")
    }
    plan = program.Plan(0, program.ticks_of(found["freertos"].task_set), directed=False)
    misses = {
        kernel: sum(task.misses for task in observed.observe(one.task_set, one.overheads, plan))
        for kernel, one in found.items()
    }
    assert misses["freertos"] > 0
    assert misses["isochron"] == 0
    assert not found["freertos"].guaranteed
    assert found["isochron"].guaranteed
    only = replace(plan, only=0)
    for kernel, one in found.items():
        deadlines = {task.name: task.deadline for task in one.task_set.tasks}
        jobs = observed.trace(one.task_set, kernel, only)
        late = [job for job in jobs if job.ended - job.released > deadlines[job.task]]
        assert bool(late) == (kernel == "freertos")


def test_the_monitor_catches_a_job_that_breaks_the_analysis(tmp_path: Path):
    description = load(EXAMPLES / "motor.toml")
    one = analysed(EXAMPLES / "motor.toml", "isochron")
    header = tmp_path / "motor_monitor.h"
    header.write_text(monitor.header(Findings(description, {}, [one])))
    defines = {
        "configISOCHRON_USE_MONITOR_HOOK": "1",
        "configCPU_CLOCK_HZ": "25000000",
        "configTICK_RATE_HZ": "10000",
    }
    parts = firmware.Parts(include=(tmp_path,))
    elf = firmware.build(EXAMPLES / "watched.c", "isochron", defines=defines, parts=parts)
    result = simulator.run(elf)
    assert result.exit_code == 0
    assert result.output.splitlines() == ["encoder, job 5: ran for more than its budget"]


def test_a_function_is_measured_and_run():
    description = load(EXAMPLES / "controller.toml")
    longest = findings.executions(description)
    assert 0 < longest["current"] < longest["filter"] < longest["check"]
    terms = overheads.measured("isochron")
    functions = {
        task.name: (description.source(one), one.function) for task, one in description.measured()
    }
    one = findings.analysed(description, terms, longest)
    plan = program.Plan(1, 120, directed=False)
    found = observed.observe(one.task_set, terms, plan, functions)
    assert [task for task in found if not task.safe] == []
