# SPDX-License-Identifier: Apache-2.0
"""What the hardware costs: the gate, plots against the number of tasks, tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isochron.building import firmware
from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.results import Record, Results
from isochron.synth import gate
from isochron.synth import table as synth
from isochron.synth.configurations import CONFIGURATIONS
from isochron.synth.records import AREA, CLOCK, COMB, COMMIT, MHZ, RECORDED, TOOLS, silicon
from isochron.synth.targets import ALL_TARGETS, ECP5, Target

SOC = "soc"
"""What the names of the whole SoC's configurations begin with."""
MARK = " (recorded)"
"""What stands behind a figure that this checkout has not made itself."""


@dataclass(frozen=True)
class Costs:
    """What was found for one target."""

    target: Target
    drawn: Sequence[Figure]
    table: Table


@dataclass(frozen=True)
class Section:
    """All of it."""

    commit: str
    tools: Mapping[str, str]
    recorded: Mapping[str, str]
    """Where figures are from, by configuration, as far as they are recorded ones."""
    own: bool
    """Whether anything was synthesized here, at the commit."""
    gate: Sequence[gate.Judged]
    costs: Sequence[Costs]


def section(results: Results) -> Section:
    """Return what was synthesized."""
    rows = synth.rows(results.records)
    return Section(
        results.versions.get(COMMIT, ""),
        {tool: results.versions[tool] for tool in TOOLS},
        _origins(rows),
        not all(row.origin for row in rows),
        gate.judge(results.records),
        [
            Costs(target, _drawn(target, ours), _table(ours))
            for target in ALL_TARGETS.values()
            if (ours := [row for row in rows if row.target == target])
        ],
    )


def _origins(rows: Sequence[synth.Row]) -> dict[str, str]:
    origins: dict[str, dict[str, None]] = {}
    for row in rows:
        if row.origin:
            origins.setdefault(row.configuration, {})[row.origin] = None
    return {name: " and ".join(every) for name, every in origins.items()}


def clock(records: Sequence[Record], kernel: str, tasks: int) -> Record | None:
    """Return the clock that the SoC for a kernel reaches on the ECP5.

    Args:
        records: of the suite ``silicon``, and any others.
        kernel: of the laboratory's those that run on Ibex; of others there is no clock.
        tasks: of the kernel's hardware; a SoC without any is the same for all.
    """
    name = firmware.KERNELS[kernel].soc if kernel in firmware.KERNELS else None
    for record in silicon(records):
        where = (record.platform, record.test, record.metric)
        if where == (ECP5.name, name, CLOCK) and record.parameters.get("tasks", tasks) == tasks:
            return record
    return None


def microseconds(cycles: float, clock: Record) -> str:
    """Write cycles as time."""
    return f"{cycles / clock.median:,.2f}"


def clock_text(clock: Record) -> str:
    """Write a clock, and whether it is a recorded one."""
    return f"{clock.median:.1f} MHz{MARK if RECORDED in clock.parameters else ''}"


def _table(measured: Sequence[synth.Row]) -> Table:
    corner, *heads = synth.HEADS
    rows = []
    for row in measured:
        name, *figures = row.cells
        rows.append(Row(f"{name}{MARK if row.origin else ''}", figures))
    return Table(heads, rows, corner=corner)


def _drawn(target: Target, rows: Sequence[synth.Row]) -> list[Figure]:
    """Return area and clock against the number of tasks, of parts alone and of the SoC."""
    units = [(AREA, COMB, target.comb or "lookup tables, those of memory included")]
    units += [(CLOCK, MHZ, "MHz")] if target.devices else []
    drawn = []
    for soc, whose in ((False, "kernels and core alone"), (True, "the whole SoC")):
        ours = [row for row in rows if row.configuration.startswith(SOC) == soc]
        for metric, unit, title in units:
            lines = _lines(ours, metric, unit)
            if any(len(line) > 1 for line in lines.values()):
                drawn.append(Figure(f"{title}, {whose}", plots.over_tasks(title, lines)))
    return drawn


def _lines(rows: Sequence[synth.Row], metric: str, unit: str) -> dict[str, dict[int, Record]]:
    """Return figures by configuration and tasks; what has no tasks is the same for any number.

    Of delays only the usual width: their system's part of the report draws the others. An adapter
    is a wire beside these.
    """
    counts = sorted({row.tasks for row in rows if row.tasks})
    lines: dict[str, dict[int, Record]] = {}
    for row in rows:
        record = row.records.get((metric, unit))
        configuration = CONFIGURATIONS[row.configuration]
        usual_width = next(iter(configuration.widths), None)
        if record and configuration.framed and row.width == usual_width:
            line = lines.setdefault(row.configuration, {})
            line.update(dict.fromkeys([row.tasks] if row.tasks else counts, record))
    return {name: dict(sorted(line.items())) for name, line in lines.items()}
