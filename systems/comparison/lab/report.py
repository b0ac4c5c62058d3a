# SPDX-License-Identifier: Apache-2.0
"""The comparison of kernels: the paper's tables and figure remade, operations, and a summary."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from systems.comparison.lab import kernels, operations, recorded, table
from systems.comparison.lab.criteria import CRITERIA, Criterion
from systems.comparison.lab.report_text import FIRST_LOOK, INITIALIZATION, WHY_NOT

from isochron import published
from isochron.building import platforms
from isochron.report import plots, silicon
from isochron.report.kinds import Figure, Row, Table
from isochron.report.text import NOT_MEASURED, number
from isochron.results import Record

OURS = ("isochron-contexts", "isochron", "hybrid")
PAPERS = {"xilkernel": "Xilkernel", "ucos2": "uC/OS-II", "freertos": "FreeRTOS"}
"""The columns of Table 9.1."""
LOADS = (2, 5, 10, 15)
TASKS = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
BEST, CONSTANT = "\N{BLACK STAR} ", " ="
"""Before the best figure of a row, and behind one that was always the same."""
FOR_INFORMATION = " (for information)"
"""Behind a figure that is not compared: it is not of the same call."""


@dataclass(frozen=True)
class Section:
    """All that the report has of the comparison."""

    tables: Sequence[Table]
    bars: Sequence[Figure]
    preemption: Figure | None
    sweeps: Sequence[Figure]
    catalogue: Table
    first_look: Table
    absent: Table
    unmeasured: Sequence[tuple[str, str]]
    """By kernel: why."""
    summary: Sequence[tuple[str, str]]
    """By kernel: in what it is the best."""
    recorded: Sequence[tuple[str, str]]
    """By the name of a recorded kernel: its source."""
    initialization: Sequence[tuple[str, str]] = INITIALIZATION


class Found:
    """The records of the comparison, with the recorded ones where a kernel was not measured."""

    def __init__(self, of_all: Sequence[Record], clocks: Sequence[Record]) -> None:
        records = [record for record in of_all if record.platform == kernels.PLATFORM]
        measured = {record.kernel for record in records}
        self.recorded = {
            name: recorded.load(name) for name in kernels.GENUINE if name not in measured
        }
        extra = [record for stored in self.recorded.values() for record in stored.records]
        self.records = [*records, *extra]
        named = {record.kernel for record in self.records}
        self.kernels = [kernel for name, kernel in kernels.KERNELS.items() if name in named]
        self.clocks = {
            kernel.name: clock
            for kernel in self.kernels
            if (clock := silicon.clock(clocks, kernel.base or kernels.WITHOUT_HARDWARE, TASKS))
        }
        """Of the SoC that a kernel needs."""

    def title(self, kernel: kernels.Kernel) -> str:
        """Return a kernel's name, and whether its figures are recorded ones."""
        return kernel.title + (" (recorded)" if kernel.name in self.recorded else "")

    def count(self, kernel: str, criterion: str, optimisation: str) -> Record | None:
        """Return the record of one of the paper's criteria."""
        for record in self.records:
            if (record.kernel, record.test, record.metric) == (
                kernel,
                criterion,
                table.METRIC,
            ) and (record.parameters["optimisation"] == optimisation):
                return record
        return None

    @staticmethod
    def informs(kernel: str, needs: Sequence[str]) -> bool:
        """Whether a kernel's figures of what needs these macros are only for information."""
        return kernels.KERNELS[kernel].why_for_information(needs) is not None

    def sweep(self, kernel: str, operation: str, optimisation: str) -> list[Record]:
        """Return the records of an operation, in the order of its sweep."""
        return [
            record
            for record in self.records
            if (record.kernel, record.test, record.metric) == (kernel, table.EXACT, operation)
            and record.parameters["optimisation"] == optimisation
        ]


def section(records: Sequence[Record], clocks: Sequence[Record]) -> Section | None:
    """Return the section, None if nothing of it was measured; ``clocks`` are those of SoCs."""
    if not records:
        return None
    found = Found(records, clocks)
    tables = [_criteria(found, optimisation) for optimisation in table.OPTIMISATIONS]
    tables += [_operations(found, optimisation) for optimisation in table.OPTIMISATIONS]
    tables.append(_second(records))
    return Section(
        tables=[shown for shown in tables if shown.rows],
        bars=[_bars(found, criterion) for criterion in CRITERIA.values()],
        preemption=_preemption(found),
        sweeps=_sweeps(found),
        catalogue=_catalogue(),
        first_look=_first_look(),
        absent=_absent(),
        unmeasured=_unmeasured(found),
        summary=_summary(found),
        recorded=_recorded(found),
    )


def best(criterion: Criterion, figures: Mapping[str, float]) -> set[str]:
    """Return the kernels with the best figure of a criterion."""
    if not figures:
        return set()
    top = min(figures.values()) if criterion.fewer_is_better else max(figures.values())
    return {kernel for kernel, figure in figures.items() if figure == top}


def _figures(found: Found, criterion: str, optimisation: str) -> dict[str, float]:
    measured = {
        kernel.name: found.count(kernel.name, criterion, optimisation) for kernel in found.kernels
    }
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
                cells.append(NOT_MEASURED)
                continue
            informs = found.informs(kernel.name, criterion.needs)
            text = number(round(record.mean, 1)) + (FOR_INFORMATION if informs else "")
            best_of_all = not informs and kernel.name in winners
            cells.append(_marked(text, best_of_all, record.n > 1 and record.min == record.max))
        note = _why_not(criterion.name, behind=winners.isdisjoint(OURS))
        stated = table.row(criterion.name)
        paper = [str(stated.get(paper, published.NOT_STATED)) for paper in PAPERS]
        rows.append(Row(f"{criterion.title} ({_unit(criterion)})", [*cells, *paper], note=note))
    heads = [*(found.title(kernel) for kernel in found.kernels)]
    heads += [f"paper: {name}" for name in PAPERS.values()]
    return Table(heads, rows, f"Table 9.1 made again, -{optimisation}")


def _second(records: Sequence[Record]) -> Table:
    """Return the criteria on the second core: as measured, or else as recorded."""
    measured = [record for record in records if record.platform == kernels.SECOND]
    figures = {
        (record.kernel, record.test): record
        for record in measured or recorded.load(kernels.SECOND).records
    }
    named = {kernel for kernel, _ in figures}
    shown = [kernel for kernel in kernels.on(kernels.SECOND) if kernel.name in named]
    rows = []
    for criterion in CRITERIA.values():
        found = [figures.get((kernel.name, criterion.name)) for kernel in shown]
        cells = [number(round(cell.mean, 1)) if cell else NOT_MEASURED for cell in found]
        rows.append(Row(f"{criterion.title} ({_unit(criterion)})", cells))
    state = "" if measured else " (recorded)"
    return Table([kernel.title for kernel in shown], rows, f"{kernels.SECOND}, -O2{state}")


def _marked(text: str, best_of_all: bool, constant: bool) -> str:
    return (BEST if best_of_all else "") + text + (CONSTANT if constant else "")


def _why_not(name: str, *, behind: bool) -> str:
    return f"not ours: {WHY_NOT[name]}" if behind and name in WHY_NOT else ""


def _unit(criterion: Criterion) -> str:
    return {"cycles": "cycles; the paper: ms", "bytes": "bytes"}.get(criterion.unit, "in 10 ms")


def _span(records: Sequence[Record], clock: Record | None) -> str:
    low, high = min(record.min for record in records), max(record.max for record in records)
    middle = sorted(record.median for record in records)[len(records) // 2]
    off = max(record.interrupts_off_max or 0 for record in records)
    ends = number(low) if low == high else f"{number(low)} / {number(middle)} / {number(high)}"
    time = f"; {silicon.microseconds(high, clock)} µs" if clock else ""
    return f"{ends}; {number(off)}{time}"


def _operations(found: Found, optimisation: str) -> Table:
    rows = []
    for operation in operations.OPERATIONS.values():
        swept = {kernel.name: found.sweep(kernel.name, operation.name, optimisation)
                 for kernel in found.kernels}  # fmt: skip
        needs = operations.NEEDS[operation.name]
        informing = {name for name in swept if found.informs(name, needs)}
        worst = {
            name: max(record.max for record in of)
            for name, of in swept.items()
            if of and name not in informing
        }
        if not worst:
            continue
        least = min(worst.values())
        cells = [
            _marked(
                _span(of, found.clocks.get(name)) + (FOR_INFORMATION if name in informing else ""),
                worst.get(name) == least,
                min(record.min for record in of) == max(record.max for record in of),
            )
            if of
            else NOT_MEASURED
            for name, of in swept.items()
        ]
        behind = all(worst.get(name) != least for name in OURS)
        rows.append(Row(operation.title, cells, note=_why_not(operation.name, behind=behind)))
    heads = [found.title(kernel) for kernel in found.kernels]
    title = (
        "Single operations, cycles: min / median / max; interrupts off; the longest as time, "
        f"-{optimisation}"
    )
    return Table(heads, rows, title, _clocks(found))


def _clocks(found: Found) -> str:
    """The clocks of the kernels' SoCs, with which cycles become time."""
    by_clock: dict[str, list[str]] = {}
    for kernel in found.kernels:
        if kernel.name in found.clocks:
            clock = silicon.clock_text(found.clocks[kernel.name])
            by_clock.setdefault(clock, []).append(kernel.title)
    clocks = "; ".join(f"{', '.join(names)}: {clock}" for clock, names in by_clock.items())
    return f"Times at the clock that the SoC for the kernel reaches on an ECP5. {clocks}."


def _bars(found: Found, criterion: Criterion) -> Figure:
    figures = _figures(found, criterion.name, "O2")
    winners = best(criterion, figures)
    constant = {
        name
        for name in figures
        if (record := found.count(name, criterion.name, "O2")) and record.n > 1
        and record.min == record.max
    }  # fmt: skip
    bars = [
        (kernel.name, _label(found.title(kernel), kernel.name, winners, constant),
         figures[kernel.name])
        for kernel in found.kernels
        if kernel.name in figures
    ]  # fmt: skip
    stated = table.row(criterion.name)
    theirs = ", ".join(f"{PAPERS[paper]} {stated[paper]}" for paper in PAPERS if paper in stated)
    unit = str(stated.get("unit", ""))
    reference = f"paper: {theirs} {unit}".rstrip() if theirs else published.NOT_STATED
    for kernel in found.kernels:
        if (reason := kernel.why_not(criterion.program, criterion.needs)) is not None:
            reference += f"; not on {kernel.title}: {reason}"
    title = f"{criterion.title}, {_unit(criterion).partition(';')[0]}"
    plot = plots.kernel_bars(bars, criterion.unit)
    return Figure(title, plot, f"comparison-{criterion.name}", reference=reference)


def _label(title: str, name: str, winners: set[str], constant: set[str]) -> str:
    return (BEST if name in winners else "") + ("= " if name in constant else "") + title


def _preemption(found: Found) -> Figure | None:
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
    return Figure("Figure 9.2 made again, -O2", plot) if len(lines) > 2 else None


def _sweeps(found: Found) -> list[Figure]:
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
                {int(record.parameters[operation.sweep]): record.median for record in records},
            )
            for kernel in found.kernels
            if (records := found.sweep(kernel.name, operation.name, "O2"))
        ]
        if lines:
            axis = operation.sweep.replace("_", " ")
            plot = plots.kernel_lines(lines, axis, "cycles")
            charts.append(Figure(operation.title, plot, f"comparison-sweep-{operation.name}"))
    return charts


def _catalogue() -> Table:
    """The operations, and the paper's that are none."""
    rows = [
        Row(
            operation.title,
            [
                operation.start,
                operation.stop,
                operation.sweep or "repetition",
                "; ".join(operation.sources),
            ],
        )
        for operation in operations.OPERATIONS.values()
    ]
    rows += [Row(name, ["-", "-", "-", why]) for name, why in operations.NO_OPERATION.items()]
    return Table(["from", "to", "over", "also measured by"], rows, corner="operation")


def _first_look() -> Table:
    (_, *heads), *lines = FIRST_LOOK
    return Table(heads, [Row(name, cells) for name, *cells in lines])


def _absent() -> Table:
    """What a kernel cannot run."""
    needed: list[tuple[Criterion | operations.Operation, str, Sequence[str]]]
    needed = [(criterion, criterion.program, criterion.needs) for criterion in CRITERIA.values()]
    needed += [
        (operation, program.path, program.needs)
        for program in operations.PROGRAMS.values()
        for operation in program.operations
    ]
    rows = []
    for kernel in kernels.KERNELS.values():
        for what, program, needs in needed:
            reason = kernel.why_not(program, needs) or kernel.lacks.get(what.name)
            otherwise = kernel.why_for_information(needs)
            if reason is not None:
                rows.append(Row(kernel.title, [what.title, reason]))
            elif otherwise is not None:
                rows.append(Row(kernel.title, [what.title, f"for information: {otherwise}"]))
    return Table(["what", "why"], rows, corner="kernel")


def _unmeasured(found: Found) -> list[tuple[str, str]]:
    """Kernels without figures, and what this machine lacks for them."""
    return [
        (kernel.title, f"{NOT_MEASURED}: {reason}")
        for kernel in kernels.KERNELS.values()
        if kernel not in found.kernels and (reason := kernels.unavailable(kernel)) is not None
    ]


def _recorded(found: Found) -> list[tuple[str, str]]:
    """Recorded kernels, and what they were."""
    return [
        (stored.source["kernel"], f"SHA-256 of its source {stored.source['sha256'][:16]}…")
        for stored in found.recorded.values()
    ]


def _summary(found: Found) -> list[tuple[str, str]]:
    """For each kernel: in what it is the best, of the criteria at -O2."""
    wins: dict[str, list[str]] = {kernel.name: [] for kernel in found.kernels}
    for criterion in CRITERIA.values():
        for name in best(criterion, _figures(found, criterion.name, "O2")):
            wins[name].append(criterion.title)
    return [
        (found.title(kernel), f"best in: {', '.join(wins[kernel.name]) or 'none'}")
        for kernel in found.kernels
        if _figures_of(found, kernel.name)
    ]


def _figures_of(found: Found, kernel: str) -> bool:
    return any(found.count(kernel, criterion, "O2") for criterion in CRITERIA)
