# SPDX-License-Identifier: Apache-2.0
"""What the co-designed FreeRTOS paper claims, and what was found."""

from systems.hybrid.lab.suite import CO_DESIGNED

from isochron import published
from isochron.report.kinds import Finding, Statement, Verdict
from isochron.report.series import STOCK, Measured, Series
from isochron.report.text import number

SIZES = (5, 10, 15)
"""The paper's numbers of tasks."""
CACHED, UNCACHED = "vexriscv", "ibex"


def _stock(measured: Measured, test: str, metric: str, platform: str) -> Series | None:
    """Return stock FreeRTOS's series at the paper's numbers of tasks, None if one is missing."""
    series = measured.kernels(test, metric, platform).get(STOCK)
    at = series.at(SIZES) if series else None
    return at if at and len(at.records) == len(SIZES) else None


def _published(test: str, metric: str) -> published.Figure:
    figure = published.find(CO_DESIGNED.paper, test, metric)
    assert figure is not None, "published.toml has both tables"
    return figure


def _reduction(measured: Measured) -> Finding:
    if _stock(measured, "task-switch", "switch-context", CACHED) is None:
        return None
    figure = _published("task-switch", "switch-context")
    ratios = [figure.theirs[str(n)]["mean"] / figure.stock[str(n)]["mean"] for n in SIZES]
    stated = ", ".join(f"{ratio:.2%}" for ratio in ratios)
    found = ", ".join(f"{1 - ratio:.1%}" for ratio in ratios)
    text = f"these are the ratios of Table I ({stated}); the reductions are {found}"
    return text, Verdict.REFUTED


def _unit(measured: Measured) -> Finding:
    stock = _stock(measured, "task-switch", "switch-context", CACHED)
    if stock is None:
        return None
    figure = _published("task-switch", "switch-context")
    theirs = _listed([figure.stock[str(n)]["mean"] for n in SIZES])
    ours = _listed([record.mean for record in stock.records])
    text = (
        f"clock cycles, not ticks: stock's {theirs} in the same table are here {ours} cycles "
        f"on {CACHED}"
    )
    return text, Verdict.OTHER_FIGURE


def _constant(measured: Measured) -> Finding:
    figure = _published("task-switch", "switch-context")
    stated = max(values["mean"] for values in figure.theirs.values())
    hybrid = measured.kernels("task-switch", "switch-context", CACHED).get("hybrid")
    if hybrid is None:
        return None
    means = sorted({record.mean for record in hybrid.records})
    deviations = [record.stddev for record in hybrid.records]
    text = (
        f"{_listed(means)} cycles on {CACHED} with put and get instructions, standard deviation at "
        f"most {number(max(deviations))}, with {hybrid.points[0]} to {hybrid.points[-1]} tasks"
    )
    constant = max(deviations) == 0
    return text, Verdict.of(constant and max(means) <= stated, otherwise=constant)


def _deviation(measured: Measured) -> Finding:
    cached = _stock(measured, "task-switch", "switch-context", CACHED)
    uncached = _stock(measured, "task-switch", "switch-context", UNCACHED)
    if cached is None or uncached is None:
        return None
    with_caches, without = (
        [record.stddev for record in series.records] for series in (cached, uncached)
    )
    text = (
        f"standard deviation {_listed(with_caches)} on {CACHED}, with caches; "
        f"{_listed(without)} on {UNCACHED}, without"
    )
    return text, Verdict.of(min(with_caches) > 0)


def _tick(measured: Measured) -> Finding:
    stock = _stock(measured, "tick-increment", "increment-tick", CACHED)
    if stock is None:
        return None
    means = [record.mean for record in stock.records]
    text = f"mean {_listed(means)} cycles with {_listed(SIZES)} tasks on {CACHED}"
    return text, Verdict.of(means == sorted(set(means)))


def _tick_in_hardware(measured: Measured) -> Finding:
    # With caches the loop's own refills are in it, with and without a tick.
    hybrid = measured.kernels("tick-of-many", "tick-stolen", UNCACHED).get("hybrid")
    if hybrid is None:
        return None
    most = max(record.max for record in hybrid.records)
    text = (
        f"a tick takes at most {number(most)} cycles from the running task on {UNCACHED}, with "
        f"{hybrid.points[0]} to {hybrid.points[-1]} tasks that wait for it"
    )
    return text, Verdict.of(most == 0)


def _together(measured: Measured) -> Finding:
    hybrid = measured.kernels("tick-together", "tick-together", UNCACHED).get("hybrid")
    if hybrid is None:
        return None
    spread = max(record.max for record in hybrid.records) - min(
        record.min for record in hybrid.records
    )
    text = (
        f"the highest task, the last to begin its delay, runs at most {number(spread)} cycles "
        f"later on {UNCACHED} with {hybrid.points[-1]} others than with {hybrid.points[0]}"
    )
    return text, Verdict.of(spread == 0)


def _listed(figures: list[float] | tuple[int, ...]) -> str:
    return ", ".join(number(round(figure, 2)) for figure in figures)


CLAIMS: tuple[Statement[Measured], ...] = (
    (
        "In hardware the choice of the next task takes 53.17, 51.50 and 51.16% less time",
        "co-designed, conclusion",
        _reduction,
    ),
    (
        "The choice in hardware takes 46 cycles, whatever the number of tasks",
        "co-designed, Table I",
        _constant,
    ),
    ("It takes 46 system ticks", "co-designed, V", _unit),
    ("In software its time is not constant", "co-designed, Table I", _deviation),
    (
        "In software the tick takes longer the more tasks there are",
        "co-designed, Table II",
        _tick,
    ),
    (
        "In hardware the tick takes no time",
        "co-designed, V",
        _tick_in_hardware,
    ),
    (
        "Timers that end at the same tick take the same time, however many they are",
        "co-designed, IV.B",
        _together,
    ),
)
