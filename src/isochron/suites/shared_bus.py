# SPDX-License-Identifier: Apache-2.0
"""Kernel calls beside a second bus master."""

from isochron.suite import LOAD, NO_TICK, SHORT_TICK, Metric, Suite, Test


def _shared(metric: str, summary: str, *, stolen: bool = False) -> Metric:
    return Metric(metric, summary, LOAD, stolen)


_SHARED_METRICS = (
    _shared("signal-unblock", "signal by the lower task, to the waiting task going on"),
    _shared("wait-block", "wait on a count of 0, to the lower task going on"),
    _shared("signal-increment", "signal with nobody waiting"),
    _shared("wait-decrement", "wait on a count above 0"),
    _shared("send-data", "send 16 bytes to a queue with room"),
    _shared("receive-data", "receive 16 bytes that are there"),
    _shared("delay-block", "delay, to the lower task going on"),
    _shared("task-dispatch", "rising interrupt line, by its service routine to the waiting task"),
)

SHARED_BUS = Suite(
    "shared-bus",
    "Kernel calls beside a second bus master",
    None,
    tuple(
        Test(
            name,
            title,
            f"Random bursts of four loads {where}, up to three quarters of the cycles{way}.",
            "firmware/laboratory/benchmarks/shared_bus.c",
            _SHARED_METRICS,
            defines={**NO_TICK, "BENCH_TRAFFIC": control},
        )
        for name, title, where, way, control in (
            ("shared-data-bus", "Shared data bus", "on the data bus", "", "1"),
            (
                "shared-memory",
                "Shared data and instruction bus",
                "on the data bus and of instructions",
                "",
                "3",
            ),
            (
                "shared-memory-core-first",
                "Shared data and instruction bus, the core first",
                "on the data bus and of instructions",
                ". A burst gives way after the transfer under way, if the core asks",
                "11",
            ),
        )
    )
    + (
        Test(
            "shared-data-bus-tick",
            "Shared data bus, a tick",
            "A tick at which four lower tasks wake, while a higher one computes and random bursts "
            "of four loads are on the data bus. Instructions are not shared: the loop would wait.",
            "firmware/laboratory/benchmarks/shared_bus_tick.c",
            (
                _shared(
                    "tick-stolen", "cycles that the tick takes from the running task", stolen=True
                ),
            ),
            defines={**SHORT_TICK, "BENCH_TRAFFIC": "1"},
        ),
    ),
    beside=True,
)
