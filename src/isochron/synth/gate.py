# SPDX-License-Identifier: Apache-2.0
"""What the hardware may cost: the one list of limits, and how the records stand to it.

A clock is the median over the seeds.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from isochron.results import Record
from isochron.synth.configurations import CONFIGURATIONS
from isochron.synth.records import COMB, MHZ, silicon
from isochron.synth.targets import ECP5


@dataclass(frozen=True)
class Limit:
    """One of them, on the ECP5."""

    configuration: str
    tasks: int | None
    """None: it has none."""
    unit: str
    limit: float
    least: bool = False
    """The figure must reach the limit; else it must not exceed it."""
    relative_to: int | None = None
    """The number of tasks to whose figure it is put in relation."""
    beside: str | None = None
    """The configuration without tasks to whose figure it is put in relation."""

    @property
    def name(self) -> str:
        """What a person reads."""
        unit = {COMB: ECP5.comb, MHZ: "MHz"}.get(self.unit, self.unit.upper())
        grown = f" over those with {self.relative_to}" if self.relative_to else ""
        grown = f" over those of {self.beside}" if self.beside else grown
        tasks = f", {self.tasks} tasks" if self.tasks else ""
        return f"{self.configuration}{tasks}: {unit}{grown}"


LIMITS = (
    Limit("full", 32, COMB, 5800),
    Limit("full", 32, MHZ, 50, least=True),
    Limit("full", 128, COMB, 2, relative_to=32),
    Limit("accelerated", 32, COMB, 4000),
    Limit("accelerated", 32, MHZ, 50, least=True),
    Limit("accelerated", 128, COMB, 1.5, relative_to=32),
    *(
        Limit(configuration.name, configuration.usual, unit, most)
        for configuration in CONFIGURATIONS.values()
        for unit, most in configuration.most.items()
    ),
    Limit("soc-stock", None, MHZ, 37, least=True),
    Limit("soc", 32, MHZ, 35, least=True),
    Limit("soc-contexts", 32, MHZ, 32, least=True),
    Limit("soc-contexts", 128, MHZ, 0.9, least=True, relative_to=32),
    Limit("soc", 32, MHZ, 0.9, least=True, beside="soc-stock"),
    Limit("soc-contexts", 32, MHZ, 0.85, least=True, beside="soc-stock"),
)


@dataclass(frozen=True)
class Judged:
    """A limit, and what was found."""

    limit: Limit
    found: float

    @property
    def passed(self) -> bool:
        """Whether the limit holds."""
        if self.limit.least:
            return self.found >= self.limit.limit
        return self.found <= self.limit.limit

    @property
    def limit_text(self) -> str:
        """The limit as a person reads it."""
        return f"at {'least' if self.limit.least else 'most'} {self.limit.limit:,g}"


def judge(records: Iterable[Record]) -> list[Judged]:
    """Return the limits for whose figures there are records."""
    figures = {
        (record.test, record.parameters.get("tasks"), record.unit): record.median
        for record in silicon(records)
        if record.platform == ECP5.name
    }
    judged = []
    for limit in LIMITS:
        value = figures.get((limit.configuration, limit.tasks, limit.unit))
        if limit.relative_to is not None or limit.beside:
            whose = limit.beside or limit.configuration
            base = figures.get((whose, limit.relative_to, limit.unit))
            value = round(value / base, 2) if value and base else None
        if value is not None:
            judged.append(Judged(limit, value))
    return judged
