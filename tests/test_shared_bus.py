# SPDX-License-Identifier: Apache-2.0
"""Kernel calls beside a second bus master: who waits for what."""

from collections import defaultdict

import pytest

from isochron import bench, suites
from isochron.results import Record

RANDOM = "task-dispatch"
"""Its interrupt comes at a random moment, without traffic too."""


def measure(test: str, kernel: str) -> dict[str, dict[int, Record]]:
    """Return the records of a test by metric and load."""
    found: dict[str, dict[int, Record]] = defaultdict(dict)
    (job,) = bench.plan([test], [kernel], ["ibex"], ["O2"])
    for record in job.work():
        found[record.metric][record.parameters[suites.LOAD]] = record
    return found


@pytest.fixture(scope="module")
def hardware() -> dict[str, dict[int, Record]]:
    """Calls on the hardware kernel, with traffic on both buses."""
    return measure("shared-memory", "isochron")


@pytest.fixture(scope="module")
def stock() -> dict[str, dict[int, Record]]:
    """The same on FreeRTOS."""
    return measure("shared-memory", "freertos")


def test_without_traffic_nothing_waits_for_it(hardware, stock) -> None:
    for kernel in (hardware, stock):
        for metric, by_load in kernel.items():
            quiet = by_load[0]
            assert quiet.waits["bus"] == quiet.waits["fetch"] == 0
            assert metric == RANDOM or quiet.min == quiet.max


def test_traffic_makes_every_call_wait(hardware, stock) -> None:
    for kernel in (hardware, stock):
        for by_load in kernel.values():
            loads = sorted(by_load)
            waits = [by_load[load].waits["bus"] + by_load[load].waits["fetch"] for load in loads]
            assert waits == sorted(set(waits)), "more load, more waiting"
            assert by_load[loads[-1]].max > by_load[0].max


def test_the_hardware_kernel_takes_the_same_time_at_any_load(hardware) -> None:
    for by_load in hardware.values():
        assert len({record.waits["device"] for record in by_load.values()}) == 1
        assert by_load[0].waits["device"] > 0


def test_traffic_costs_a_call_of_the_hardware_kernel_less(hardware, stock) -> None:
    for metric, by_load in hardware.items():
        for load, record in by_load.items():
            assert record.median < stock[metric][load].median


@pytest.mark.wide
def test_a_burst_that_gives_way_costs_less_and_jitters_less(hardware, stock) -> None:
    for kernel, bursts in (("isochron", hardware), ("freertos", stock)):
        for metric, by_load in measure("shared-memory-core-first", kernel).items():
            assert by_load[0].max == bursts[metric][0].max
            first, burst = by_load[75], bursts[metric][75]
            assert first.max < burst.min
            assert metric == RANDOM or first.max - first.min < burst.max - burst.min


@pytest.mark.wide
def test_a_tick_for_lower_tasks_waits_for_the_bus_on_stock_alone() -> None:
    stolen = {
        kernel: measure("shared-data-bus-tick", kernel)["tick-stolen"]
        for kernel in ("freertos", "isochron")
    }
    jitters = [record.max - record.min for _, record in sorted(stolen["freertos"].items())]
    assert jitters[0] == 0 < jitters[1] < jitters[-1]
    # the store that stops the stopwatch waits for a burst of four at most
    assert {record.min for record in stolen["isochron"].values()} == {0}
    assert max(record.max for record in stolen["isochron"].values()) <= 4
