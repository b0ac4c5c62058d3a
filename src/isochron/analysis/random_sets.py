# SPDX-License-Identifier: Apache-2.0
"""The load that fits, over kernels and tick rates: the table of cycles-are-not-time.md.

`isochron generate loads` writes it into the page. Periods are drawn from those of automotive
software with the shares of its tasks (Kramer, Ziegenbein, Hamann, WATERS 2015, table III), shares
of load uniformly from all that sum to 1 (UUniFast: Bini and Buttazzo, Real-Time Systems 2005).
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from isochron.analysis import margins, overheads
from isochron.analysis.findings import MEGA
from isochron.analysis.model import Arrivals, Task, TaskSet
from isochron.analysis.overheads import Overheads
from isochron.building import platforms
from isochron.paths import ROOT
from isochron.report import silicon
from isochron.synth import recorded

PAGE = ROOT / "docs/explanation/cycles-are-not-time.md"
KERNELS = ("freertos", "isochron", "isochron-contexts")
RATES = (1_000, 2_000, 5_000, 10_000)
SETS, TASKS, SEED = 50, 10, 7
PERIODS = {1: 3, 2: 2, 5: 2, 10: 25, 20: 25, 50: 3, 100: 20, 200: 1, 1000: 4}
"""In ticks, and how often each is drawn."""
SAME_CLOCK = 25.0
"""MHz."""
START = 0.5
"""The load from which a set is grown."""
_TABLE = re.compile(r"(<!-- table -->\n).*?(<!-- end of table -->)", re.DOTALL)


@dataclass(frozen=True)
class Shape:
    """A task set without a tick: periods in ticks, and shares of the load."""

    periods: Sequence[int]
    shares: Sequence[float]

    def at(self, tick: int) -> TaskSet:
        """Return it with the load START and a tick of so many cycles, rate monotonic."""
        tasks = [
            Task(
                f"t{number}",
                TASKS - number,
                Arrivals((period * tick,)),
                period * tick,
                max(1, int(START * share * period * tick)),
            )
            for number, (period, share) in enumerate(zip(self.periods, self.shares, strict=True))
        ]
        return TaskSet(tasks, tick)


@dataclass(frozen=True)
class Fits:
    """Means over all sets: the load that fits, and what the application gets of it."""

    kernel: str
    tick_hz: int
    mhz: float
    load: float

    @property
    def work(self) -> float:
        """Millions of application cycles a second."""
        return self.load * self.mhz


def shapes() -> Iterator[Shape]:
    """Yield random sets, the same each time."""
    chance = random.Random(SEED)
    for _ in range(SETS):
        periods = sorted(chance.choices(list(PERIODS), list(PERIODS.values()), k=TASKS))
        left, shares = 1.0, []
        for others in range(TASKS - 1, 0, -1):
            following = left * chance.random() ** (1 / others)
            shares.append(left - following)
            left = following
        yield Shape(periods, [*shares, left])


def fits(of: Overheads, tick_hz: int, mhz: float, sets: Sequence[Shape]) -> Fits:
    """Return the mean load at which the first deadline is no longer guaranteed."""
    tick = int(mhz * MEGA // tick_hz)
    growths = [
        (made, margins.growth(made, of)) for made in (random_set.at(tick) for random_set in sets)
    ]
    return Fits(of.kernel, tick_hz, mhz, fmean(made.load * factor for made, factor in growths))


def clocks() -> dict[str, float]:
    """Return each kernel's recorded clock on the ECP5, in MHz."""
    records = recorded.load().results.records
    tasks = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    of_kernel = {kernel: silicon.clock(records, kernel, tasks) for kernel in KERNELS}
    return {kernel: clock.median for kernel, clock in of_kernel.items() if clock}


def table() -> str:
    """Return the page's table in Markdown."""
    sets = list(shapes())
    own = clocks()
    terms = [overheads.measured(kernel) for kernel in KERNELS]
    names = ("stock", "`bus`", "`contexts`")
    heads = [f"{name}, {own[kernel]:.1f} MHz" for name, kernel in zip(names, KERNELS, strict=True)]
    lines = [
        f"| tick | {' | '.join(heads)} | load that fits at {SAME_CLOCK:g} MHz each |",
        "|---|---|---|---|---|",
    ]
    for rate in RATES:
        each = [fits(of, rate, own[of.kernel], sets).work for of in terms]
        same = [fits(of, rate, SAME_CLOCK, sets).load for of in terms]
        best = max(each)
        cells = [f"**{work:.1f}**" if work == best else f"{work:.1f}" for work in each]
        loads = " / ".join(f"{load:.2f}" for load in same)
        lines.append(f"| {rate / 1000:g} kHz | {' | '.join(cells)} | {loads} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """Return the page with the table of today."""
    text = PAGE.read_text(encoding="utf-8")
    return _TABLE.sub(lambda match: f"{match[1]}\n{table()}\n{match[2]}", text)
