# SPDX-License-Identifier: Apache-2.0
"""Periodic tasks over many periods: do the releases drift?

The program makes its releases at several rates, one after the other; the simulator tells in which
cycle the interrupt line rose for each. Drift is how far one is from where the first one and the
period put it. Then all rates run at once, and the program itself compares every release with the
time.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from systems.time_manager.lab import alchemy
from systems.time_manager.lab.suite import TIME_MANAGER

from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.running import simulator

PERIODS = 100_000
PLATFORM = "ibex"
_PROGRAM = "systems/time_manager/firmware/benchmarks/periods.c"
_CYCLES_PER_PERIOD = 12_000
"""More than a period at every rate, alone and together, takes."""
_CYCLES_TO_START = 1_000_000


@dataclass(frozen=True)
class Rate:
    """What was seen of one rate; all figures but the number are clock cycles."""

    period: int
    releases: int
    drift: int
    """The largest distance of a release from its place, of either sign."""
    latency_least: int
    latency_most: int


def measure(periods: int = PERIODS) -> list[Rate]:
    """Run so many periods at each rate and return what was seen of each.

    Raises:
        IsochronError: a release was missed, or the simulator did not see all of them;
            it could not be run.
    """
    test = next(test for test in TIME_MANAGER.tests if test.name == "wake-up")
    defines = {**test.defines, "BENCH_TEST": "periods", "PERIODS": str(periods), "NDEBUG": "1"}
    elf = firmware.build(_PROGRAM, "isochron", PLATFORM, defines=defines, parts=test.parts)
    result = simulator.run(
        elf,
        PLATFORM,
        hardware=alchemy.HARDWARE,
        max_cycles=_CYCLES_TO_START + _CYCLES_PER_PERIOD * periods,
    )
    if result.exit_code != 0:
        raise IsochronError(f"exit code {result.exit_code}: {result.output.strip()}")
    return list(_rates(result, periods))


def _rates(result: simulator.RunResult, periods: int) -> Iterator[Rate]:
    rates = [int(found) for found in re.findall(r"^rate (\d+)$", result.output, re.MULTILINE)]
    if len(result.windows) != periods * len(rates):
        raise IsochronError(
            f"the simulator saw {len(result.windows)} releases of {periods * len(rates)}"
        )
    for index, period in enumerate(rates):
        yield rate_of(period, result.windows[index * periods : (index + 1) * periods])


def rate_of(period: int, windows: Sequence[simulator.Window]) -> Rate:
    """Return what the windows of one rate say: each begins in the cycle of its release."""
    first = windows[0].start_cycle
    drifts = [
        window.start_cycle - (first + number * period) for number, window in enumerate(windows)
    ]
    cycles = [window.cycles for window in windows]
    return Rate(period, len(windows), max(drifts, key=abs), min(cycles), max(cycles))
