# SPDX-License-Identifier: Apache-2.0
"""Looks up a figure by a few words, such as ``semaphore-2/wait-block freertos max``.

docs/results/README.md describes the words.
"""

from __future__ import annotations

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
"""Those that the benchmarks have."""
OPTIMISATIONS = ("O0", "O2", "O3")
MICROSECONDS = " microseconds"
"""What words end with that name the largest of some cycles as time."""
OVER = " / "
"""Between the words of two figures, whose ratio is shown."""
_BETWEEN = " to "


class NotRecordable(IsochronError):
    """Results are not of a commit."""


class UnknownFigure(IsochronError):
    """There is no such figure."""


def figure(words: str, runs: Runs) -> str:
    """Return a figure as a page has it.

    Raises:
        UnknownFigure: nothing recorded is named by these words.
    """
    if OVER in words:
        return _ratio(*(figure(one, runs) for one in words.split(OVER)))
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
        raise UnknownFigure(
            f"{words!r} is not recorded: measure it (docs/results/README.md says how), and run "
            "`isochron record`"
        ) from None


def measured(words: Iterable[str], results: Results) -> Recorded:
    """Return what is to be recorded of results, for the figures that these words name.

    Raises:
        NotRecordable: the results are not those of a commit.
        UnknownFigure: the results have no figure of some words.
    """
    commit = results.versions.get(COMMIT, "")
    if not commit or commit.endswith(versions.DIRTY):
        raise NotRecordable(
            f"the results are of {commit or 'an unknown commit'}: commit first, and measure again"
        )
    needed = {
        recorded_as(one): None
        for figures in words
        for one in figures.split(OVER)
        if one.split()[0] not in {*_OTHERS, *_alone()}
    }
    return Recorded(results.versions, {one: _measured(one, results.records) for one in needed})


def file_of(words: str) -> str:
    """Return the name of the results file that has the figure of some words."""
    _, *others = words.split()
    file = _file_of_kernel(others[0]) if others else None
    return file.name if file else BENCHMARKS


def _file_of_kernel(kernels: str) -> ResultsFile | None:
    """Return the system's results file that has these kernels; None for the benchmarks'."""
    first, *_ = kernels.split(",")
    return next((file for file in results_files() if first in file.kernels), None)


def recorded_as(words: str) -> str:
    """A time follows from cycles and from a clock, so only cycles are recorded."""
    return words.removesuffix(MICROSECONDS)


def _measured(words: str, records: Iterable[Record]) -> str:
    kind, *others = words.split()
    kernel, platform, optimisation, variant, point, statistic = _divided(others)
    found = [
        record
        for record in records
        if f"{record.test}/{record.metric}" == kind
        and record.kernel in kernel.split(",")
        and record.platform == platform
        and record.parameters["optimisation"] == optimisation
        and variant in (None, record.variant)
        and all(str(record.parameters.get(name)) in values for name, values in point.items())
    ]
    if not found:
        raise UnknownFigure(f"the results have no figure {words!r}: `make bench-all` has them all")
    if len({one.variant for one in found}) > 1:
        raise UnknownFigure(f"{words!r} names figures of several variants: say of which")
    return STATISTICS[statistic](found)


def _divided(
    words: Sequence[str],
) -> tuple[str, str, str, str | None, Mapping[str, Sequence[str]], str]:
    """Return kernel, platform, optimisation, variant, points and statistic."""
    kernel, *others = words
    file = _file_of_kernel(kernel)
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
            raise UnknownFigure(f"{word!r} of {' '.join(words)!r} is no word that names a figure")
    return kernel, platform, optimisation, variant, point, statistic


def _span(low: float, high: float) -> str:
    return _number(low) if low == high else f"{_number(low)}{_BETWEEN}{_number(high)}"


def _number(value: float, decimals: int = 1) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.{decimals}f}"


def _least(found: Sequence[Record]) -> float:
    return min(one.min for one in found)


def _most(found: Sequence[Record]) -> float:
    return max(one.max for one in found)


def _time(cycles: str, words: str) -> str:
    """Return the most cycles in microseconds, at the recorded clock of the kernel's SoC."""
    first, second, *_ = words.split()
    name = first if first in _alone() else second
    kernel = next((system.bases[name] for system in systems() if name in system.bases), name)
    tasks = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    clock = silicon_report.clock(_silicon().results.records, kernel, tasks)
    if clock is None:
        raise UnknownFigure(f"there is no recorded clock of a SoC for {kernel}")
    return silicon_report.microseconds(_value(cycles.split(_BETWEEN)[-1]), clock)


def _ratio(dividend: str, divisor: str) -> str:
    """Return how many times as large the smallest and the largest are as another figure."""
    return _BETWEEN.join(f"{_value(one) / _value(divisor):.2f}" for one in dividend.split(_BETWEEN))


def _value(figure: str) -> float:
    return float(figure.replace(",", ""))


def _off(found: Sequence[Record]) -> list[int]:
    return [one.interrupts_off_max for one in found if one.interrupts_off_max is not None]


def _growth(found: Sequence[Record], of: Callable[[Record], float]) -> str:
    """What grows by how much for each further task, between fewest and most tasks."""
    by_tasks = {one.number("tasks"): of(one) for one in found}
    few, many = min(by_tasks), max(by_tasks)
    return _number(round((by_tasks[many] - by_tasks[few]) / (many - few)))


RANGE = "range"
STATISTICS: Mapping[str, Callable[[Sequence[Record]], str]] = {
    RANGE: lambda found: _span(_least(found), _most(found)),
    "min": lambda found: _number(_least(found)),
    "max": lambda found: _number(_most(found)),
    "count": lambda found: _number(sum(one.n for one in found)),
    "means": lambda found: _span(min(one.mean for one in found), max(one.mean for one in found)),
    "medians": lambda found: _span(
        min(one.median for one in found), max(one.median for one in found)
    ),
    "deviation": lambda found: _number(max(one.stddev for one in found)),
    "jitter": lambda found: _number(_most(found) - _least(found)),
    "off": lambda found: _number(max(_off(found))),
    "growth": lambda found: _growth(found, lambda one: one.max),
    "slope": lambda found: _growth(found, lambda one: one.median),
}
"""What of the records a page shows, or MICROSECONDS."""


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
        raise UnknownFigure(
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
    raise UnknownFigure(f"{file} has no constant {name}")


def _constants(file: Path) -> Iterator[tuple[Sequence[str], Sequence[float]]]:
    """Yield the names that a module gives to numbers, and these."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            (target,) = node.targets
            names = [one.id for one in ast.walk(target) if isinstance(one, ast.Name)]
            values = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
            numbers = [one for one in values if isinstance(one, int)]
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
    raise UnknownFigure(f"there is no recorded figure of the silicon for {' '.join(words)!r}")


def _cell(row: Row, unit: str) -> str:
    found: Mapping[str, Record] = {
        one.unit: one for (metric, _), one in row.records.items() if metric in ("area", "clock")
    }
    if unit == "seeds":
        return f"{found[MHZ].min:.1f} to {found[MHZ].max:.1f}"
    return f"{found[unit].median:.1f}" if unit == MHZ else _number(found[unit].median)


def _of_alone(results: Results, words: Sequence[str]) -> str:
    """What the recorded run of a kernel alone measured of a test's metric, on Ibex at -O2."""
    (kind,) = words
    found = [
        record
        for record in results.records
        if f"{record.test}/{record.metric}" == kind
        and record.platform == suites.MAIN_PLATFORM
        and record.parameters["optimisation"] == suites.MAIN_OPTIMISATION
    ]
    if not found:
        raise UnknownFigure(f"there is no recorded figure for {kind!r}")
    return _span(_least(found), _most(found))


_OTHERS: Mapping[str, Callable[[Sequence[str], Runs], str]] = {
    "commit": _commit,
    "silicon": _of_silicon,
    "tested": _tested,
}


@cache
def _alone() -> Mapping[str, Callable[[], Results]]:
    """By a kernel's name, what its system has recorded of it by itself."""
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
