# SPDX-License-Identifier: Apache-2.0
"""Looks up a figure by a few words, such as ``semaphore-2/wait-block freertos max``.

docs/results/README.md describes the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from isochron.building import platforms
from isochron.errors import IsochronError
from isochron.gic import boards
from isochron.mutants import catalogue
from isochron.pages.recorded import COMMIT, Recorded
from isochron.report import silicon as silicon_report
from isochron.results import Record, Results
from isochron.synth import recorded as silicon
from isochron.synth.records import COMMIT as SILICON_COMMIT
from isochron.synth.records import MHZ
from isochron.synth.table import Row, rows
from isochron.synth.targets import ECP5

MAIN_PLATFORM, MAIN_OPTIMISATION = "ibex", "O2"
VARIANTS = ("isr", "line", "hardware", "software")
OPTIMISATIONS = ("O0", "O2", "O3")
PLATFORMS = (*platforms.PLATFORMS, *boards.BOARDS)


MICROSECONDS = "microseconds"
OVER = " / "
"""Between the words of two figures, whose ratio is shown."""
_BETWEEN = " to "
_DIRTY = "-dirty"


class NotRecordable(IsochronError):
    """Results are not of a commit."""


class UnknownFigure(IsochronError):
    """There is no such figure."""


def figure(words: str, run: Recorded) -> str:
    """Return a figure as a page has it.

    Raises:
        UnknownFigure: nothing recorded is named by these words.
    """
    if OVER in words:
        return _ratio(*(figure(one, run) for one in words.split(OVER)))
    kind, *others = words.split()
    if kind in _OTHERS:
        return _OTHERS[kind](others, run)
    try:
        found = run.figures[_recorded_as(words)]
    except KeyError:
        raise UnknownFigure(
            f"{words!r} is not recorded: measure it with `make bench-all`, run `isochron record`"
        ) from None
    return _time(found, others[0]) if MICROSECONDS in others else found


def measured(words: Iterable[str], results: Results) -> Recorded:
    """Return what is to be recorded of results, for the figures that these words name.

    Raises:
        NotRecordable: the results are not those of a commit.
        UnknownFigure: the results have no figure of some words.
    """
    commit = results.versions.get(COMMIT, "")
    if not commit or commit.endswith(_DIRTY):
        raise NotRecordable(
            f"the results are of {commit or 'an unknown commit'}: commit first, and measure again"
        )
    needed = {
        _recorded_as(one): None
        for figures in words
        for one in figures.split(OVER)
        if one.split()[0] not in _OTHERS
    }
    return Recorded(results.versions, {one: _measured(one, results.records) for one in needed})


def _recorded_as(words: str) -> str:
    """A time follows from the largest number of cycles and from a clock."""
    return words.replace(MICROSECONDS, "max")


def _measured(words: str, records: Iterable[Record]) -> str:
    kind, *others = words.split()
    kernel, platform, optimisation, variant, point, statistic = _divided(others)
    found = [
        one
        for one in records
        if f"{one.test}/{one.metric}" == kind
        and (one.kernel, one.platform) == (kernel, platform)
        and one.parameters["optimisation"] == optimisation
        and variant in (None, one.variant)
        and all(str(one.parameters.get(name)) in values for name, values in point.items())
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
    platform, optimisation, variant, statistic = MAIN_PLATFORM, MAIN_OPTIMISATION, None, RANGE
    point = {}
    for word in others:
        name, equals, value = word.partition("=")
        if equals:
            point[name] = value.split(",")
        elif word in PLATFORMS:
            platform = word
        elif word in OPTIMISATIONS:
            optimisation = word
        elif word in VARIANTS:
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


def _time(cycles: str, kernel: str) -> str:
    """Return cycles in microseconds, at the recorded clock of the SoC that the kernel needs."""
    tasks = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    clock = silicon_report.clock(_silicon().results.records, kernel, tasks)
    if clock is None:
        raise UnknownFigure(f"there is no recorded clock of a SoC for {kernel}")
    return f"{_value(cycles) / clock.median:.2f}"


def _ratio(dividend: str, divisor: str) -> str:
    """Return how many times as large the smallest and the largest are as another figure."""
    return _BETWEEN.join(f"{_value(one) / _value(divisor):.2f}" for one in dividend.split(_BETWEEN))


def _value(figure: str) -> float:
    return float(figure.replace(",", ""))


def _off(found: Sequence[Record]) -> list[int]:
    return [one.interrupts_off_max for one in found if one.interrupts_off_max is not None]


def _growth(found: Sequence[Record]) -> str:
    """What the largest grows by for each further task, between fewest and most tasks."""
    most = {int(one.parameters["tasks"]): one.max for one in found}
    few, many = min(most), max(most)
    return _number(round((most[many] - most[few]) / (many - few)))


RANGE = "range"
STATISTICS: Mapping[str, Callable[[Sequence[Record]], str]] = {
    RANGE: lambda found: _span(_least(found), _most(found)),
    "min": lambda found: _number(_least(found)),
    "max": lambda found: _number(_most(found)),
    "means": lambda found: _span(min(one.mean for one in found), max(one.mean for one in found)),
    "medians": lambda found: _span(
        min(one.median for one in found), max(one.median for one in found)
    ),
    "deviation": lambda found: _number(max(one.stddev for one in found)),
    "jitter": lambda found: _number(_most(found) - _least(found)),
    "off": lambda found: _number(max(_off(found))),
    "growth": _growth,
}
"""What of the records a page shows, or MICROSECONDS."""


def _commit(words: Sequence[str], run: Recorded) -> str:
    return (_silicon().versions[SILICON_COMMIT]) if words else run.versions[COMMIT]


def _of_silicon(words: Sequence[str], _run: Recorded) -> str:
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


def _mutants(words: Sequence[str], _run: Recorded) -> str:
    """The number of mutants of the files below a folder."""
    (folder,) = words or [""]
    return _number(sum(one.file.startswith(folder) for one in catalogue.mutants().values()))


_OTHERS: Mapping[str, Callable[[Sequence[str], Recorded], str]] = {
    "commit": _commit,
    "silicon": _of_silicon,
    "mutants": _mutants,
}


@cache
def _silicon() -> silicon.Recorded:
    return silicon.load()


@cache
def _rows() -> list[Row]:
    return rows(_silicon().results.records)
