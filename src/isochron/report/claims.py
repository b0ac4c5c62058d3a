# SPDX-License-Identifier: Apache-2.0
"""What the papers claim, and what was found: every word of "found" is computed from the records.

A claim about a figure of their platform (another core, another FreeRTOS) can hold here with
another figure. So the verdicts are: confirmed, holds with another figure, refuted, not measured.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from isochron import published, suites
from isochron.building import firmware
from isochron.report.kinds import Claim, Finding, Statement, Verdict, judged
from isochron.report.series import OPTIMISED, OURS, STOCK, Measured, Series, by_kernel, speedup
from isochron.report.summary import pairs, swept_pairs
from isochron.report.text import factors, number, span

NO_MULTIPLIER = "ibex-nomul"


def claims(measured: Measured) -> list[Claim]:
    """Return every claim with what was found."""
    statements = (*_speedup_claims(), *_CLAIMS)
    return judged(statements, measured)


def _speedup_claims() -> Iterator[Statement[Measured]]:
    """The speed-ups and slow-downs that the thesis states."""
    suite = suites.GARCIA_MARTINEZ
    for test, metric in suite.metrics:
        figure = published.find(suite.paper, test.name, metric.name)
        if figure is None:
            continue
        theirs = figure.theirs
        for key, words in (
            ("speedup", "is {:.2f} times faster"),
            ("speedup_max", "is up to {:.2f} times faster"),
            ("slowdown_max", "is up to {:.2f} times slower"),
        ):
            if key in theirs:
                stated = 1 / theirs[key] if key == "slowdown_max" else theirs[key]
                yield (
                    f"{test.name} {metric.name} {words.format(theirs[key])} in hardware",
                    figure.where,
                    _finder_of_speedup(test.name, metric.name, stated),
                )


def _finder_of_speedup(test: str, metric: str, stated: float) -> Callable[[Measured], Finding]:
    def find(measured: Measured) -> Finding:
        kernels = measured.kernels(test, metric)
        if STOCK not in kernels or OURS not in kernels:
            return None
        ratios = speedup(kernels[STOCK], kernels[OURS])
        if ratios is None:
            return None
        if stated < 1:  # slower
            holds, same_way = ratios.low <= stated, ratios.low < 1
        else:
            holds, same_way = ratios.high >= stated, ratios.low > 1
        text = f"{factors(ratios)} ({span(kernels[STOCK].cycles)} to {span(kernels[OURS].cycles)})"
        return f"{text} cycles", Verdict.of(holds, otherwise=same_way)

    return find


def _jitter_free(measured: Measured) -> Finding:
    swept = swept_pairs(measured)
    if not swept:
        return None
    shaky = [f"{pair.name} {pair.ours.jitter}" for pair in swept if pair.ours.jitter]
    if shaky:
        return f"not all: {', '.join(shaky)} cycles", Verdict.REFUTED
    return f"jitter 0 in all {len(swept)} sweeps measured in hardware", Verdict.CONFIRMED


def _interrupts_off_constant(measured: Measured) -> Finding:
    swept = swept_pairs(measured)
    if not swept:
        return None
    changing = [pair.name for pair in swept if not pair.ours.off_total.constant]
    if changing:
        return f"not in {', '.join(changing)}", Verdict.REFUTED
    longest = max(pair.ours.off_longest.high for pair in swept)
    return f"constant in each sweep, at most {number(longest)} cycles at a time", Verdict.CONFIRMED


def _never_slower(measured: Measured) -> Finding:
    worst: list[tuple[float, str]] = []
    for pair in pairs(measured, suites.GARCIA_MARTINEZ):
        kernels = by_kernel(measured.series(pair.test, pair.metric))
        for name in (STOCK, OPTIMISED):
            if name in kernels and (ratios := speedup(kernels[name], pair.ours)):
                worst.append((ratios.low, f"{pair.name} against {name}"))
    if not worst:
        return None
    ratio, where = min(worst)
    return f"smallest speed-up {ratio:.2f} ({where})", Verdict.of(ratio >= 1)


def _steps(series: Series) -> list[float]:
    """By how much the median changes from point to point, for each unit of the parameter."""
    points = zip(series.numbers, series.medians, strict=True)
    return [(after[1] - before[1]) / (after[0] - before[0]) for before, after in pairwise(points)]


def _grows(series: Series, unit: str) -> str:
    steps = _steps(series)
    low, high = number(round(min(steps), 1)), number(round(max(steps), 1))
    each = low if low == high else f"{low} to {high}"
    return f"{each} cycles more for each {unit}"


def _ready_list_scan(measured: Measured) -> Finding:
    kernels = measured.kernels("semaphore-2", "wait-block")
    if STOCK not in kernels:
        return None
    text = f"stock: {_grows(kernels[STOCK], 'priority of the drop')}"
    if OPTIMISED in kernels:
        text += f"; with the optimised selection jitter {number(kernels[OPTIMISED].jitter)}"
    return text, Verdict.of(min(_steps(kernels[STOCK])) > 0)


def _delay_list_walk(measured: Measured) -> Finding:
    stock = measured.kernels("timeout-1", "delay-block").get(STOCK)
    if stock is None:
        return None
    growing = min(_steps(stock)) > 0
    return (
        f"stock: {_grows(stock, 'task already delayed')}",
        Verdict.of(growing),
    )


def _missing_multiplier(measured: Measured) -> Finding:
    metric = ("semaphore-2", "wait-block")
    without = {
        level: series
        for level in (firmware.UNOPTIMISED, *firmware.OPTIMISATIONS)
        if (series := measured.kernels(*metric, NO_MULTIPLIER, level).get(STOCK))
    }
    with_one = measured.kernels(*metric).get(STOCK)
    if not without or with_one is None:
        return None
    unit = "priority of the drop"
    by_level = "; ".join(f"-{level}: {_grows(series, unit)}" for level, series in without.items())
    text = f"without multiplier {by_level}; with it {_grows(with_one, unit)}"
    curved = [max(_steps(series)) != min(_steps(series)) for series in without.values()]
    return text, Verdict.of(all(curved))


def _tick_grows(measured: Measured) -> Finding:
    kernels = measured.kernels("tick", "tick-stolen")
    if STOCK not in kernels:
        return None
    stock = kernels[STOCK]
    text = f"stock: {_ends(stock)}"
    if OURS in kernels:
        text += f"; hardware: {_ends(kernels[OURS])}"
    growing = stock.medians[-1] > stock.medians[0]
    return text, Verdict.of(growing)


def _ends(series: Series) -> str:
    first, last = series.records[0], series.records[-1]
    return (
        f"{number(first.max)} cycles with {series.points[0]} tasks waking, "
        f"{number(last.max)} with {series.points[-1]}"
    )


def _copy_with_interrupts_off(measured: Measured) -> Finding:
    stock = measured.kernels("message-passing-1", "send-data").get(STOCK)
    if stock is None:
        return None
    totals = [
        total for record in stock.records if (total := record.interrupts_off_total) is not None
    ]
    text = (
        f"stock: {number(totals[0])} cycles with {stock.points[0]} bytes, "
        f"{number(totals[-1])} with {stock.points[-1]}"
    )
    return text, Verdict.of(totals == sorted(set(totals)))


def _response_jitter(measured: Measured) -> Finding:
    kernels = measured.kernels("interrupt-response-1", "task-dispatch")
    if not kernels:
        return None
    backgrounds = next(iter(kernels.values())).points
    jitters = {
        background: sorted({kernel.at([background]).jitter for kernel in kernels.values()})
        for background in backgrounds
    }
    parts = [f"{_listed(cycles)} cycles over a {name}" for name, cycles in jitters.items()]
    same = len(kernels) > 1 and all(len(cycles) == 1 for cycles in jitters.values())
    text = f"on {len(kernels)} kernels and variants: {'; '.join(parts)}"
    return text, Verdict.of(same, otherwise=True)


def _listed(figures: Sequence[int]) -> str:
    return ", ".join(number(figure) for figure in figures)


_CLAIMS: tuple[Statement[Measured], ...] = (
    ("Calls into the hardware kernel are jitter-free over every sweep", "ch. 4", _jitter_free),
    (
        "Calls into the hardware kernel disable interrupts for a constant time",
        "ch. 4",
        _interrupts_off_constant,
    ),
    (
        "The scan for the highest ready list makes blocking slower with the priority drop",
        "ch. 5",
        _ready_list_scan,
    ),
    (
        "Delaying a task takes time linear in the number of delayed tasks",
        "ch. 5",
        _delay_list_walk,
    ),
    (
        "Without a hardware multiplier wait-block grows non-linearly with the drop",
        "ch. 5",
        _missing_multiplier,
    ),
    ("The tick's length depends on the number of tasks it wakes", "ch. 5", _tick_grows),
    (
        "Sending copies the message with interrupts disabled: linear in its size",
        "4.2, ch. 5",
        _copy_with_interrupts_off,
    ),
    (
        "The jitter of the interrupt response is the core's: the instruction it has to finish",
        "ch. 5",
        _response_jitter,
    ),
    ("Never slower than either stock kernel, at any point", "our own", _never_slower),
)
