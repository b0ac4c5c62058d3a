# SPDX-License-Identifier: Apache-2.0
"""The comparison of kernels: the paper's tables and figure remade, operations, and a summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from isochron import published
from isochron.comparison import kernels, operations, recorded, table
from isochron.comparison.criteria import CRITERIA, Criterion
from isochron.report import plots
from isochron.report.comparison_text import WHY_NOT
from isochron.report.text import NOT_MEASURED, number
from isochron.results import Record

OURS = ("isochron-banked", "isochron", "hybrid")
PAPERS = {"xilkernel": "Xilkernel", "ucos2": "uC/OS-II", "freertos": "FreeRTOS"}
"""The columns of Table 9.1."""
PLATFORM = "comparison/table-9.1"
LOADS = (2, 5, 10, 15)
FOR_INFORMATION = " (for information)"
"""Behind a figure that is not compared: it is not of the same call."""


@dataclass(frozen=True)
class Cell:
    """One figure of a table."""

    text: str
    fastest: bool = False
    constant: bool = False


@dataclass(frozen=True)
class Row:
    """A criterion, or an operation, on every kernel."""

    name: str
    cells: Sequence[Cell]
    note: str = ""
    stated: Sequence[str] = ()


@dataclass(frozen=True)
class Table:
    """A table of the section."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Row]


@dataclass(frozen=True)
class Chart:
    """A plot with its title."""

    anchor: str
    title: str
    plot: plots.Plot
    reference: str = ""


@dataclass(frozen=True)
class Section:
    """All that the report has of the comparison."""

    platform: str
    tables: Sequence[Table]
    bars: Sequence[Chart]
    preemption: Chart | None
    sweeps: Sequence[Chart]
    catalogue: Sequence[operations.Operation]
    absent: Sequence[tuple[str, str, str]]
    unmeasured: Sequence[tuple[str, str]]
    summary: Sequence[tuple[str, str]]
    recorded: Mapping[str, str]
    not_operations: Mapping[str, str] = field(default_factory=lambda: operations.NO_OPERATION)


class Found:
    """The records of the comparison, with the recorded ones where a kernel was not measured."""

    def __init__(self, records: Sequence[Record]) -> None:
        measured = {record.kernel for record in records}
        stored = recorded.load() if recorded.FILE.is_file() else None
        self.recorded = dict(stored.source) if stored and "ucos2" not in measured else {}
        extra = stored.records if stored and self.recorded else ()
        self.records = [*records, *extra]
        there = {record.kernel for record in self.records}
        self.kernels = [one for name, one in kernels.KERNELS.items() if name in there]

    def title(self, kernel: kernels.Kernel) -> str:
        """Return a kernel's name, and whether its figures are recorded ones."""
        return kernel.title + (" (recorded)" if self.recorded and kernel.genuine else "")

    def count(self, kernel: str, criterion: str, optimisation: str) -> Record | None:
        """Return the record of one of the paper's criteria."""
        for one in self.records:
            if (one.kernel, one.test, one.metric) == (kernel, criterion, table.METRIC) and (
                one.parameters["optimisation"] == optimisation
            ):
                return one
        return None

    @staticmethod
    def informs(kernel: str, needs: Sequence[str]) -> bool:
        """Whether a kernel's figures of what needs these macros are only for information."""
        return kernels.KERNELS[kernel].why_for_information(needs) is not None

    def sweep(self, kernel: str, operation: str, optimisation: str) -> list[Record]:
        """Return the records of an operation, in the order of its sweep."""
        return [
            one
            for one in self.records
            if (one.kernel, one.test, one.metric) == (kernel, table.EXACT, operation)
            and one.parameters["optimisation"] == optimisation
        ]


def section(records: Sequence[Record]) -> Section | None:
    """Return the section, None if nothing of it was measured."""
    if not records:
        return None
    found = Found(records)
    tables = [_criteria(found, one) for one in table.OPTIMISATIONS]
    tables += [_operations(found, one) for one in table.OPTIMISATIONS]
    return Section(
        platform=published.figures()[PLATFORM].platform or "",
        tables=[one for one in tables if one.rows],
        bars=[_bars(found, one) for one in CRITERIA.values()],
        preemption=_preemption(found),
        sweeps=list(_sweeps(found)),
        catalogue=list(operations.OPERATIONS.values()),
        absent=_absent(),
        unmeasured=_unmeasured(found),
        summary=_summary(found),
        recorded=found.recorded,
    )


def best(criterion: Criterion, figures: Mapping[str, float]) -> set[str]:
    """Return the kernels with the best figure of a criterion."""
    if not figures:
        return set()
    top = min(figures.values()) if criterion.fewer_is_better else max(figures.values())
    return {kernel for kernel, figure in figures.items() if figure == top}


def _figures(found: Found, criterion: str, optimisation: str) -> dict[str, float]:
    measured = {one.name: found.count(one.name, criterion, optimisation) for one in found.kernels}
    needs = CRITERIA[criterion].needs
    return {
        name: record.mean
        for name, record in measured.items()
        if record is not None and not found.informs(name, needs)
    }


def _criteria(found: Found, optimisation: str) -> Table:
    rows = []
    for criterion in CRITERIA.values():
        figures = _figures(found, criterion.name, optimisation)
        if not figures:
            continue
        winners = best(criterion, figures)
        cells = []
        for kernel in found.kernels:
            record = found.count(kernel.name, criterion.name, optimisation)
            if record is None:
                cells.append(Cell(NOT_MEASURED))
                continue
            constant = record.n > 1 and record.min == record.max
            if found.informs(kernel.name, criterion.needs):
                cells.append(Cell(number(round(record.mean, 1)) + FOR_INFORMATION, False, constant))
                continue
            cells.append(Cell(number(round(record.mean, 1)), kernel.name in winners, constant))
        behind = winners.isdisjoint(OURS)
        note = WHY_NOT.get(criterion.name, "") if behind else ""
        stated = table.row(criterion.name)
        paper = [str(stated.get(one, published.NOT_STATED)) for one in PAPERS]
        rows.append(Row(f"{criterion.title} ({_unit(criterion)})", cells, note, paper))
    heads = [*(found.title(kernel) for kernel in found.kernels)]
    heads += [f"paper: {name}" for name in PAPERS.values()]
    return Table(f"Table 9.1 made again, -{optimisation}", heads, rows)


def _unit(criterion: Criterion) -> str:
    return {"cycles": "cycles; the paper: ms", "bytes": "bytes"}.get(criterion.unit, "in 10 ms")


def _span(records: Sequence[Record]) -> str:
    low, high = min(one.min for one in records), max(one.max for one in records)
    middle = sorted(one.median for one in records)[len(records) // 2]
    off = max(one.interrupts_off_max or 0 for one in records)
    ends = number(low) if low == high else f"{number(low)} / {number(middle)} / {number(high)}"
    return f"{ends}; {number(off)}"


def _operations(found: Found, optimisation: str) -> Table:
    rows = []
    for operation in operations.OPERATIONS.values():
        swept = {one.name: found.sweep(one.name, operation.name, optimisation)
                 for one in found.kernels}  # fmt: skip
        needs = operations.NEEDS[operation.name]
        informing = {name for name in swept if found.informs(name, needs)}
        worst = {
            name: max(one.max for one in of)
            for name, of in swept.items()
            if of and name not in informing
        }
        if not worst:
            continue
        least = min(worst.values())
        cells = [
            Cell(
                _span(of) + (FOR_INFORMATION if name in informing else ""),
                worst.get(name) == least,
                min(one.min for one in of) == max(one.max for one in of),
            )
            if of
            else Cell(NOT_MEASURED)
            for name, of in swept.items()
        ]
        behind = all(worst.get(name) != least for name in OURS)
        rows.append(Row(operation.title, cells, WHY_NOT.get(operation.name, "") if behind else ""))
    heads = [found.title(kernel) for kernel in found.kernels]
    title = f"Single operations, cycles: min / median / max; interrupts off, -{optimisation}"
    return Table(title, heads, rows)


def _bars(found: Found, criterion: Criterion) -> Chart:
    figures = _figures(found, criterion.name, "O2")
    winners = best(criterion, figures)
    constant = {
        name
        for name in figures
        if (record := found.count(name, criterion.name, "O2")) and record.n > 1
        and record.min == record.max
    }  # fmt: skip
    bars = [
        (kernel.name, _marked(found.title(kernel), kernel.name, winners, constant),
         figures[kernel.name])
        for kernel in found.kernels
        if kernel.name in figures
    ]  # fmt: skip
    stated = table.row(criterion.name)
    theirs = ", ".join(f"{PAPERS[one]} {stated[one]}" for one in PAPERS if one in stated)
    unit = str(stated.get("unit", ""))
    reference = f"paper: {theirs} {unit}".rstrip() if theirs else published.NOT_STATED
    for kernel in found.kernels:
        if (reason := kernel.why_not(criterion.program, criterion.needs)) is not None:
            reference += f"; not on {kernel.title}: {reason}"
    title = f"{criterion.title}, {_unit(criterion).partition(';')[0]}"
    return Chart(criterion.name, title, plots.kernel_bars(bars, criterion.unit), reference)


def _marked(title: str, name: str, winners: set[str], constant: set[str]) -> str:
    marks = ("\N{BLACK STAR} " if name in winners else "") + ("= " if name in constant else "")
    return marks + title


def _preemption(found: Found) -> Chart | None:
    lines: list[tuple[str, str, dict[int, float]]] = []
    for kernel in found.kernels:
        if found.informs(kernel.name, CRITERIA["task-preemption"].needs):
            continue
        points = {}
        for tasks in LOADS:
            name = "task-preemption" + (f"-{tasks}" if tasks > LOADS[0] else "")
            record = found.count(kernel.name, name, "O2")
            if record is not None:
                points[tasks] = record.mean
        if points:
            lines.append((kernel.name, found.title(kernel), points))
    for whose in ("ucos2", "freertos"):
        points = {
            tasks: float(table.row("task-preemption" + (f"-{tasks}" if tasks > 2 else ""))[whose])
            for tasks in LOADS
        }
        lines.append(("published", f"paper: {PAPERS[whose]}", points))
    plot = plots.kernel_lines(lines, "tasks", "task preemptions in 10 ms", logarithmic=True)
    return Chart("figure-9-2", "Figure 9.2 made again, -O2", plot) if len(lines) > 2 else None


def _sweeps(found: Found) -> list[Chart]:
    charts = []
    for operation in operations.OPERATIONS.values():
        if operation.sweep is None:
            continue
        needs = operations.NEEDS[operation.name]
        lines = [
            (
                kernel.name,
                found.title(kernel)
                + (FOR_INFORMATION if found.informs(kernel.name, needs) else ""),
                {int(one.parameters[operation.sweep]): one.median for one in records},
            )
            for kernel in found.kernels
            if (records := found.sweep(kernel.name, operation.name, "O2"))
        ]
        if lines:
            axis = operation.sweep.replace("_", " ")
            plot = plots.kernel_lines(lines, axis, "cycles")
            charts.append(Chart(f"sweep-{operation.name}", operation.title, plot))
    return charts


def _absent() -> list[tuple[str, str, str]]:
    """What a kernel cannot run: kernel, what, why."""
    needed: list[tuple[Criterion | operations.Operation, str, tuple[str, ...]]]
    needed = [(one, one.program, one.needs) for one in CRITERIA.values()]
    needed += [
        (one, program.path, program.needs)
        for program in operations.PROGRAMS.values()
        for one in program.operations
    ]
    rows = []
    for kernel in kernels.KERNELS.values():
        for what, program, needs in needed:
            reason = kernel.why_not(program, needs) or kernel.lacks.get(what.name)
            otherwise = kernel.why_for_information(needs)
            if reason is not None:
                rows.append((kernel.title, what.title, reason))
            elif otherwise is not None:
                rows.append((kernel.title, what.title, f"for information: {otherwise}"))
    return rows


def _unmeasured(found: Found) -> list[tuple[str, str]]:
    """Kernels without figures, and what this machine lacks for them."""
    return [
        (kernel.title, reason)
        for kernel in kernels.KERNELS.values()
        if kernel not in found.kernels and (reason := kernels.unavailable(kernel)) is not None
    ]


def _summary(found: Found) -> list[tuple[str, str]]:
    """For each kernel: in what it is the best, of the criteria at -O2."""
    wins: dict[str, list[str]] = {kernel.name: [] for kernel in found.kernels}
    for criterion in CRITERIA.values():
        for name in best(criterion, _figures(found, criterion.name, "O2")):
            wins[name].append(criterion.title)
    return [
        (found.title(kernel), ", ".join(wins[kernel.name]) or "none")
        for kernel in found.kernels
        if _figures_of(found, kernel.name)
    ]


def _figures_of(found: Found, kernel: str) -> bool:
    return any(found.count(kernel, criterion, "O2") for criterion in CRITERIA)
