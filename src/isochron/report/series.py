# SPDX-License-Identifier: Apache-2.0
"""Records arranged as the report needs them: a series is one kernel's sweep of one metric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from isochron import suites
from isochron.building import firmware
from isochron.results import Record

STOCK = "freertos"
"""FreeRTOS with the generic selection of the next task, which the thesis had."""
OPTIMISED = "freertos-optimised"
"""FreeRTOS as its RISC-V port comes."""
OURS = "isochron"
OURS_NO_ISR = "isochron-line"
"""Keys of series, see ``Series.key``."""
LABELS = {kernel.name: kernel.label for kernel in firmware.KERNELS.values()}
"""What the report calls the kernels."""
_NAMED = [
    variant
    for suite in suites.SUITES.values()
    for test in suite.tests
    for variant in test.variants
    if variant.label
]
VARIANTS = {
    "tick": "by a tick",
    "isr": "with ISR",
    "line": "no ISR",
    **{variant.name: variant.label for variant in _NAMED},
}
"""What it calls the variants of a test."""
COLOURED = ("line", *(variant.name for variant in _NAMED if variant.coloured))
"""Variants with a colour of their own."""


@dataclass(frozen=True)
class Range:
    """The smallest and the largest of some figures."""

    low: float
    high: float

    @property
    def constant(self) -> bool:
        """Whether all figures were the same."""
        return self.low == self.high


@dataclass(frozen=True)
class Series:
    """One metric on one kernel over the points of its sweep, in ascending order.

    Figures are clock cycles.
    """

    kernel: str
    variant: str | None
    variant_shown: bool
    sweep: str | None
    records: Sequence[Record]

    @property
    def label(self) -> str:
        """The kernel's name for people, with the variant where the kernel has several."""
        name = LABELS[self.kernel]
        if not self.variant_shown or self.variant is None:
            return name
        return f"{name}, {VARIANTS[self.variant]}"

    @property
    def key(self) -> str:
        """A name that is the same in every figure: decides the colour."""
        return f"{self.kernel}-{self.variant}" if self.variant in COLOURED else self.kernel

    @property
    def points(self) -> list[int | str | None]:
        """Where in the sweep the records are."""
        return [point_of(record, self.sweep) for record in self.records]

    @property
    def numbers(self) -> list[int]:
        """The same of a sweep over numbers."""
        return [point for point in self.points if isinstance(point, int)]

    @property
    def by_point(self) -> Mapping[int | str | None, Record]:
        """The records by where in the sweep they are."""
        return dict(zip(self.points, self.records, strict=True))

    @property
    def medians(self) -> list[float]:
        """The median of every point."""
        return [record.median for record in self.records]

    @property
    def cycles(self) -> Range:
        """The smallest and the largest sample."""
        return Range(
            min(record.min for record in self.records), max(record.max for record in self.records)
        )

    @property
    def jitter(self) -> int:
        """The largest sample less the smallest; over message lengths, of the worst length.

        A longer message takes longer to copy, on every kernel and by the caller's choice.
        """
        if self.sweep == suites.MESSAGE_LENGTH:
            return int(max(record.max - record.min for record in self.records))
        return int(self.cycles.high - self.cycles.low)

    @property
    def off_total(self) -> Range:
        """Cycles with interrupts disabled in one call, as the thesis counts them."""
        return _range(record.interrupts_off_total for record in self.records)

    @property
    def off_longest(self) -> Range:
        """The longest stretch with interrupts disabled, at the best and at the worst point."""
        return _range(record.interrupts_off_max for record in self.records)

    @property
    def samples(self) -> int:
        """How many samples there are."""
        return sum(record.n for record in self.records)

    def at(self, points: Sequence[int | str | None]) -> Series:
        """Return the series of some points only."""
        kept = [record for record in self.records if point_of(record, self.sweep) in points]
        return Series(self.kernel, self.variant, self.variant_shown, self.sweep, kept)


def _range(figures: Iterable[int | None]) -> Range:
    present = [figure for figure in figures if figure is not None]
    return Range(min(present), max(present))


def point_of(record: Record, sweep: str | None) -> int | str | None:
    """Return where in the sweep a record is."""
    return record.parameters.get(sweep) if sweep else None


def cycles_of(record: Record) -> Range:
    """Return the smallest and the largest sample of a record."""
    return Range(record.min, record.max)


def speedup(slower: Series, faster: Series) -> Range | None:
    """Return the ratio of the medians over the points that both have, None when there are none."""
    ratios = list(speedups(slower, faster).values())
    return Range(min(ratios), max(ratios)) if ratios else None


def speedups(slower: Series, faster: Series) -> Mapping[int | str | None, float]:
    """Return the ratio of the medians at every point that both have, none where one is 0."""
    others = dict(zip(faster.points, faster.medians, strict=True))
    return {
        point: median / others[point]
        for point, median in zip(slower.points, slower.medians, strict=True)
        if others.get(point)
    }


class Measured:
    """Looks up series in the records of a results file."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records

    def series(
        self,
        test: suites.Test,
        metric: suites.Metric,
        platform: str = "ibex",
        optimisation: str = "O2",
    ) -> list[Series]:
        """Return the series of a metric, in the order of the kernels and variants."""
        groups: dict[tuple[str, str | None], list[Record]] = {}
        for record in self.records:
            if (
                (record.test, record.metric) == (test.name, metric.name)
                and record.platform == platform
                and record.parameters["optimisation"] == optimisation
            ):
                groups.setdefault((record.kernel, record.variant), []).append(record)
        order = list(firmware.KERNELS)
        variants = [variant.name for variant in test.variants]
        return [
            Series(
                kernel,
                variant,
                sum(1 for other, _ in groups if other == kernel) > 1,
                metric.parameter,
                sorted(groups[kernel, variant], key=lambda r: _sort_key(r, metric.parameter)),
            )
            for kernel, variant in sorted(
                groups,
                key=lambda key: (order.index(key[0]), variants.index(key[1]) if key[1] else 0),
            )
        ]

    def kernels(
        self, test: str, metric: str, platform: str = "ibex", optimisation: str = "O2"
    ) -> dict[str, Series]:
        """Return the series of a metric, given by name, by their key.

        Raises:
            KeyError: the table of suites has no such metric.
        """
        for suite in suites.SUITES.values():
            for a_test, a_metric in suite.metrics:
                if (a_test.name, a_metric.name) == (test, metric):
                    return by_kernel(self.series(a_test, a_metric, platform, optimisation))
        raise KeyError(f"{test}/{metric}")

    def of(
        self, suite: suites.Suite
    ) -> Iterator[tuple[suites.Test, suites.Metric, Sequence[Series]]]:
        """Yield each metric of a suite that was measured on the main platform, with its series."""
        for test, metric in suite.metrics:
            if series := self.series(test, metric):
                yield test, metric, series

    def platforms(self) -> list[str]:
        """Return the platforms that were measured, in the order of the records."""
        return list(dict.fromkeys(record.platform for record in self.records))

    def has(self, *, platform: str | None = None, optimisation: str | None = None) -> bool:
        """Whether there are records of a platform or of an optimisation."""
        return any(
            platform in (None, record.platform)
            and optimisation in (None, record.parameters["optimisation"])
            for record in self.records
        )


def _sort_key(record: Record, sweep: str | None) -> int:
    """Numbers ascend; names stay in the order of measurement."""
    point = point_of(record, sweep)
    return point if isinstance(point, int) else 0


def by_kernel(series: Sequence[Series]) -> dict[str, Series]:
    """Return the series by their key."""
    return {entry.key: entry for entry in series}
