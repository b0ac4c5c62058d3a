# SPDX-License-Identifier: Apache-2.0
"""The option `--profile` of `isochron run`, and the table of what a program's labels measured."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import RenderableType

from isochron.building.symbols import Code
from isochron.profiling import histogram, places, tables
from isochron.profiling.tables import Figures, Masked
from isochron.running.simulator import RunResult

_LONGEST = 5
"""Stretches with interrupts masked that are shown of a run."""


@dataclass
class Profiler:
    """Collects what is measured in the runs of a program, a run on each kernel."""

    texts: list[str]
    """What the user asks for, as ``places`` understands it."""
    _figures: list[Figures] = field(default_factory=list)
    _masked: list[Masked] = field(default_factory=list)

    def arguments(self, elf: Path) -> list[str]:
        """Return what the simulator is asked for; raise IsochronError."""
        return [item.argument for item in self._items(elf)]

    def _items(self, elf: Path) -> list[places.Item]:
        return places.items(self.texts, elf) if self.texts else []

    def add(self, kernel: str, elf: Path, result: RunResult) -> None:
        """Take the figures of a run that has ended."""
        for metric in dict.fromkeys(window.metric for window in result.windows):
            windows = [window for window in result.windows if window.metric == metric]
            cycles = tuple(window.cycles for window in windows)
            off = max(window.interrupts_off_max for window in windows)
            starts = tuple(window.start_cycle for window in windows)
            self._figures.append(Figures(metric, kernel, cycles, starts, off))
        for number, item in enumerate(self._items(elf)):
            calls = [call for call in result.profiled if call.item == number]
            cycles, own = (
                tuple(getattr(call, name) for call in calls) for name in ("cycles", "own")
            )
            off = max((call.interrupts_off_max for call in calls), default=0)
            starts = tuple(call.cycle for call in calls)
            self._figures.append(Figures(item.name, kernel, cycles, starts, off))
            if item.end is None:
                self._figures.append(Figures(f"{item.name}{tables.BY_ITSELF}", kernel, own, starts))
        if self.texts:
            code = Code(elf)
            longest = sorted(result.stretches, key=lambda stretch: -stretch.most)[:_LONGEST]
            self._masked += [
                Masked(
                    *(kernel, stretch.most, stretch.times, stretch.cycle),
                    code.place(stretch.begin_pc).short
                    if stretch.interrupt is None
                    else stretch.interrupt,
                    code.place(stretch.end_pc).short,
                )
                for stretch in longest
            ]

    def shown(self) -> Iterator[RenderableType]:
        """Yield the tables."""
        if self._figures:
            yield tables.windows(self._figures)
        if self._masked:
            yield tables.masked(self._masked)
        for name in dict.fromkeys(self.texts):
            of_name = [figure for figure in self._figures if figure.name == name and figure.cycles]
            if len({cycles for figure in of_name for cycles in figure.cycles}) > 1:
                yield histogram.table(name, of_name)
