# SPDX-License-Identifier: Apache-2.0
"""Looks up a figure by a few words, such as ``semaphore-2/wait-block freertos max``.

docs/results/README.md describes the words.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from isochron import suites, versions
from isochron.building import platforms
from isochron.errors import IsochronError
from isochron.pages.recorded import BENCHMARKS, COMMIT, Recorded, Runs
from isochron.paths import ROOT
from isochron.report import silicon as silicon_report
from isochron.results import Record, Results
from isochron.synth import recorded as silicon
from isochron.synth.records import MHZ
from isochron.synth.table import Row, rows
from isochron.synth.targets import ECP5
from isochron.systems import ResultsFile, results_files, systems

VARIANTS = ("isr", "line", "hardware", "software")
"""Variants of the benchmarks' metrics."""
OPTIMISATIONS = ("O0", "O2", "O3")
MICROSECONDS = " microseconds"
"""The end of words that name a time: the largest of some cycles, over a clock."""
OVER = " / "
"""Between the words of two figures, whose ratio is shown."""
_BETWEEN = " to "


def figure(words: str, runs: Runs) -> str:
    """Return a figure as a page has it.

    Raises:
        IsochronError: nothing recorded is named by these words.
    """
    if OVER in words:
        return _ratio(*(figure(side, runs) for side in words.split(OVER)))
    if words.endswith(MICROSECONDS):
        cycles = words.removesuffix(MICROSECONDS)
        return _time(figure(cycles, runs), cycles)
    kind, *others = words.split()
    if kind in _OTHERS:
        return _OTHERS[kind](others, runs)
    if kind in _alone():
        return _of_alone(_alone()[kind](), others)
    try:
        return runs[file_of(words)].figures[words]
    except KeyError:
        raise IsochronError(
            f"{words!r} is not recorded: measure it (docs/results/README.md says how), and run "
            "`isochron record`"
        ) from None


def measured(words: Iterable[str], results: Results) -> Recorded:
    """Return what is to be recorded of results, for the figures that these words name.

    Raises:
        IsochronError: the results are not those of a commit;
            the results have no figure of some words.
    """
    commit = results.versions.get(COMMIT, "")
    if not commit or commit.endswith(versions.DIRTY):
        raise IsochronError(
            f"the results are of {commit or 'an unknown commit'}: commit first, and measure again"
        )
    needed = {
        recorded_as(name): None
        for figures in words
        for name in figures.split(OVER)
        if name.split()[0] not in {*_OTHERS, *_alone()}
    }
    return Recorded(results.versions, {name: _measured(name, results.records) for name in needed})


def file_of(words: str) -> str:
    """Return the name of the results file that has the figure of some words."""
    kind, *others = words.split()
    file = _file_of(kind, others[0]) if others else None
    return file.name if file else BENCHMARKS


def _file_of(kind: str, kernels: str) -> ResultsFile | None:
    """Return the system's results file that has a test of kernels; None for the benchmarks'."""
    first, *_ = kernels.split(",")
    test, *_ = kind.split("/")
    files = [file for file in results_files() if first in file.kernels]
    return next(
        (file for file in files if test in file.tests),
        next((file for file in files if not file.tests), None),
    )


def recorded_as(words: str) -> str:
    """A time follows from cycles and from a clock, so only cycles are recorded."""
    return words.removesuffix(MICROSECONDS)


def _measured(words: str, records: Iterable[Record]) -> str:
    kind, *others = words.split()
    kernel, platform, optimisation, variant, point, statistic = _divided(kind, others)
    matching = [
        record
        for record in records
        if f"{record.test}/{record.metric}" == kind
        and record.kernel in kernel.split(",")
        and record.platform == platform
        and record.parameters["optimisation"] == optimisation
        and variant in (None, record.variant)
        and all(str(record.parameters.get(name)) in values for name, values in point.items())
    ]
    if not matching:
        raise IsochronError(f"the results have no figure {words!r}: `make bench-all` has them all")
    if len({record.variant for record in matching}) > 1:
        raise IsochronError(f"{words!r} names figures of several variants: say of which")
    return STATISTICS[statistic](matching)


def _divided(
    kind: str, words: Sequence[str]
) -> tuple[str, str, str, str | None, Mapping[str, Sequence[str]], str]:
    """Return kernel, platform, optimisation, variant, points and statistic."""
    kernel, *others = words
    file = _file_of(kind, kernel)
    platform = file.platform if file else suites.MAIN_PLATFORM
    variants = file.variants if file else VARIANTS
    optimisation = suites.MAIN_OPTIMISATION
    variant, statistic = None, RANGE
    point = {}
    for word in others:
        name, equals, value = word.partition("=")
        if equals:
            point[name] = value.split(",")
        elif word in _platforms():
            platform = word
        elif word in OPTIMISATIONS:
            optimisation = word
        elif word in variants:
            variant = word
        elif word in STATISTICS:
            statistic = word
        else:
            raise IsochronError(f"{word!r} of {' '.join(words)!r} is no word that names a figure")
    return kernel, platform, optimisation, variant, point, statistic


def _span(low: float, high: float) -> str:
    return _number(low) if low == high else f"{_number(low)}{_BETWEEN}{_number(high)}"


def _number(value: float, decimals: int = 1) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.{decimals}f}"


def _ends(values: Sequence[float]) -> str:
    return _span(min(values), max(values))


def _least(records: Sequence[Record]) -> float:
    return min(record.min for record in records)


def _most(records: Sequence[Record]) -> float:
    return max(record.max for record in records)


def _time(cycles: str, words: str) -> str:
    """Return the most cycles in microseconds, at the recorded clock of the kernel's SoC."""
    first, second, *_ = words.split()
    name = first if first in _alone() else second
    kernel = next((system.bases[name] for system in systems() if name in system.bases), name)
    tasks = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    clock = silicon_report.clock(_silicon().results.records, kernel, tasks)
    if clock is None:
        raise IsochronError(f"there is no recorded clock of a SoC for {kernel}")
    return silicon_report.microseconds(_value(cycles.split(_BETWEEN)[-1]), clock)


def _ratio(dividend: str, divisor: str) -> str:
    """Return how many times as large the smallest and the largest are as another figure."""
    return _BETWEEN.join(f"{_value(end) / _value(divisor):.2f}" for end in dividend.split(_BETWEEN))


def _value(figure: str) -> float:
    return float(figure.replace(",", ""))


def _off(records: Sequence[Record]) -> list[int]:
    return [
        record.interrupts_off_max for record in records if record.interrupts_off_max is not None
    ]


def _growth(records: Sequence[Record], of: Callable[[Record], float]) -> str:
    """What grows by how much for each further task, between fewest and most tasks."""
    by_tasks = {record.number("tasks"): of(record) for record in records}
    few, many = min(by_tasks), max(by_tasks)
    return _number(round((by_tasks[many] - by_tasks[few]) / (many - few)))


RANGE = "range"
STATISTICS: Mapping[str, Callable[[Sequence[Record]], str]] = {
    RANGE: lambda records: _span(_least(records), _most(records)),
    "min": lambda records: _number(_least(records)),
    "max": lambda records: _number(_most(records)),
    "count": lambda records: _number(sum(record.n for record in records)),
    "means": lambda records: _ends([record.mean for record in records]),
    "medians": lambda records: _ends([record.median for record in records]),
    "deviation": lambda records: _number(max(record.stddev for record in records)),
    "jitter": lambda records: _number(_most(records) - _least(records)),
    "off": lambda records: _number(max(_off(records))),
    "growth": lambda records: _growth(records, lambda record: record.max),
    "slope": lambda records: _growth(records, lambda record: record.median),
}
"""What a page shows of records, by the word that asks for it."""


def _commit(words: Sequence[str], runs: Runs) -> str:
    what, *configurations = words or ["results"]
    if what == "silicon":
        return _synthesized(configurations)
    if what in _alone():
        return _alone()[what]().versions[COMMIT]
    return {name.partition(".")[0]: run.versions[COMMIT] for name, run in runs.items()}[what]


def _synthesized(configurations: Sequence[str]) -> str:
    """Return the commit of which the figures of all these configurations are recorded."""
    commits = {_silicon().rtl[name, ECP5.name].commit for name in configurations}
    if len(commits) != 1:
        raise IsochronError(
            f"the silicon of {', '.join(configurations) or 'no configuration'} is of "
            f"{len(commits)} commits: {', '.join(sorted(commits))}"
        )
    return commits.pop()


def _tested(words: Sequence[str], _runs: Runs) -> str:
    """A constant of a test, which asserts it: its file and its name."""
    file, name = words
    for targets, value in _constants(ROOT / file):
        if name in targets:
            return _number(value[targets.index(name)])
    raise IsochronError(f"{file} has no constant {name}")


def _constants(file: Path) -> Iterator[tuple[Sequence[str], Sequence[float]]]:
    """Yield the names that a module gives to numbers, and these."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            (target,) = node.targets
            names = [part.id for part in ast.walk(target) if isinstance(part, ast.Name)]
            values = [
                constant.value
                for constant in ast.walk(node.value)
                if isinstance(constant, ast.Constant)
            ]
            numbers = [number for number in values if isinstance(number, int)]
            if len(names) == len(numbers):
                yield names, numbers


def _of_silicon(words: Sequence[str], _runs: Runs) -> str:
    """The area or clock of a configuration on the ECP5, with its number of tasks if it has any."""
    name, *tasks, unit = words
    for row in _rows():
        if (row.configuration, row.target) == (name, ECP5) and str(row.tasks or "") in (
            tasks or [""]
        ):
            return _cell(row, unit)
    raise IsochronError(f"there is no recorded figure of the silicon for {' '.join(words)!r}")


def _cell(row: Row, unit: str) -> str:
    cells: Mapping[str, Record] = {
        record.unit: record
        for (metric, _), record in row.records.items()
        if metric in ("area", "clock")
    }
    if unit == "seeds":
        return f"{cells[MHZ].min:.1f} to {cells[MHZ].max:.1f}"
    return f"{cells[unit].median:.1f}" if unit == MHZ else _number(cells[unit].median)


def _of_alone(results: Results, words: Sequence[str]) -> str:
    """What a run recorded by itself measured of a test's metric, of its kernel or the one named."""
    kind, *kernels = words
    records = [
        record
        for record in results.records
        if f"{record.test}/{record.metric}" == kind
        and (not kernels or record.kernel in kernels)
        and record.parameters["optimisation"] == suites.MAIN_OPTIMISATION
    ]
    if not records:
        raise IsochronError(f"there is no recorded figure for {' '.join(words)!r}")
    return _span(_least(records), _most(records))


_OTHERS: Mapping[str, Callable[[Sequence[str], Runs], str]] = {
    "commit": _commit,
    "silicon": _of_silicon,
    "tested": _tested,
}


@cache
def _alone() -> Mapping[str, Callable[[], Results]]:
    """By the name of a kernel or a platform, what its system has recorded of it by itself."""
    return {name: load for system in systems() for name, load in system.recorded.items()}


@cache
def _platforms() -> frozenset[str]:
    return frozenset(
        {*platforms.PLATFORMS, *(name for system in systems() for name in system.platforms)}
    )


@cache
def _silicon() -> silicon.Recorded:
    return silicon.load()


@cache
def _rows() -> list[Row]:
    return rows(_silicon().results.records)
