# SPDX-License-Identifier: Apache-2.0
"""Table I of the paper about tasks scheduled by the GIC, ours beside it, and its claims."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from systems.gic.lab import boards, build, table

from isochron import published
from isochron.report import plots
from isochron.report.kinds import (
    Claim,
    Finding,
    Row,
    Statement,
    Table,
    Verdict,
    judged,
)
from isochron.report.text import NOT_MEASURED, deviating, number
from isochron.results import Record

STOCK = ("freertos", "freertos-optimised")
COLUMNS = (*STOCK, table.KERNEL)
LABELS = {
    "freertos": "FreeRTOS",
    "freertos-optimised": "FreeRTOS, optimised selection",
    "gic": "on the GIC",
}
LOCAL = ("local-with", "local-without")
CROSS = ("cross-with-caller", "cross-with-target", "cross-with-sum", "cross-without-caller")
MAIN = "O2"
SIZES = {"code": "code", "data": "data"}


class _Found:
    """Looks up records."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._by_key = {
            (r.test, r.metric, r.kernel, r.parameters["cores"], r.parameters["optimisation"]): r
            for r in records
        }

    def get(
        self, test: str, metric: str, kernel: str, cores: int = 1, optimisation: str = MAIN
    ) -> Record | None:
        return self._by_key.get((test, metric, kernel, cores, optimisation))


@dataclass(frozen=True)
class Section:
    """What report.html.j2 shows."""

    text: str
    plot: plots.Plot
    tables: Sequence[Table]


def section(records: Sequence[Record]) -> Section | None:
    """Return the section, None if nothing of it was measured."""
    if not records:
        return None
    found = _Found(records)
    tables = [_local(found, optimisation) for optimisation in reversed(build.OPTIMISATIONS)]
    tables += [_cores(found), _cross(found), _sections(found), _applications(found), _sizes(found)]
    platform = published.figures()["gic/table-I"].platform
    return Section(
        f"Table I of that paper ({platform}) made again on a Cortex-A15 under QEMU: "
        "instructions, mean and standard deviation over numbers of tasks, priorities, gaps "
        "and equals, counted for each core by a plugin of QEMU. QEMU has no model of a core's "
        "time, nor had the paper's emulator.",
        _plot(found),
        [shown for shown in tables if shown.rows],
    )


def _name(test: str, metric: str) -> str:
    call = table.CALLS[test] + (" (another)" if test == table.NOT_PUBLISHED else "")
    dispatch = "without" if "without" in metric else "with"
    return f"{call}, {dispatch} dispatch"


def _cell(record: Record | None) -> str:
    return _figure(record.mean, record.stddev) if record else NOT_MEASURED


def _figure(mean: float, deviation: float) -> str:
    return deviating(round(mean, 1), round(deviation, 1))


def _stated(test: str, metric: str, whose: str) -> str:
    row: Any = table.row(test, metric)
    return _figure(*row[whose]) if row and whose in row else published.NOT_STATED


def overhead(stock: float, ours: float) -> str:
    """Return the column ov.(%) of the paper's Table I: how much more than stock, in percent.

    The paper's own column is computed of its means here; it has -49.6 where they give -49.5.
    """
    return f"{100 * (ours / stock - 1):.1f}"


def _stated_overhead(test: str, metric: str) -> str:
    row: Any = table.row(test, metric)
    means = [row[whose][0] for whose in ("freertos", "gic") if whose in row] if row else []
    return overhead(*means) if len(means) == 2 else published.NOT_STATED


def _accesses(
    found: _Found, test: str, metric: str, kernel: str, cores: int, optimisation: str = MAIN
) -> str:
    """Return how many loads and stores to the GIC a call takes, the least and the most."""
    record = found.get(table.accesses_of(test), metric, kernel, cores, optimisation)
    if record is None:
        return NOT_MEASURED
    ends = dict.fromkeys(map(number, (record.min, record.max)))
    return " to ".join(ends)


def _local(found: _Found, optimisation: str) -> Table:
    rows = []
    for test in table.CALLS:
        for metric in LOCAL:
            measured = [found.get(test, metric, kernel, 1, optimisation) for kernel in COLUMNS]
            if any(measured):
                stock, ours = measured[0], measured[-1]
                cells = [*map(_cell, measured)]
                cells.append(overhead(stock.mean, ours.mean) if stock and ours else NOT_MEASURED)
                cells += [_stated(test, metric, whose) for whose in ("freertos", "gic")]
                cells.append(_stated_overhead(test, metric))
                for kernel in (STOCK[0], table.KERNEL):
                    cells.append(_accesses(found, test, metric, kernel, 1, optimisation))
                rows.append(Row(_name(test, metric), cells))
    heads = [*(LABELS[kernel] for kernel in COLUMNS), "ov.(%)"]
    heads += ["paper: FreeRTOS 7.0.2", "paper: HcM", "paper: ov.(%)"]
    heads += [f"GIC accesses: {LABELS[kernel]}" for kernel in (STOCK[0], table.KERNEL)]
    return Table(heads, rows, f"Calls for the same core, -{optimisation}")


def _cores(found: _Found) -> Table:
    rows = []
    for test in table.CALLS:
        for metric in LOCAL:
            measured = [found.get(test, metric, table.KERNEL, cores) for cores in boards.CORES]
            if any(measured[1:]):
                rows.append(Row(_name(test, metric), [_cell(figure) for figure in measured]))
    heads = [f"kernel for {cores} core{'s' if cores > 1 else ''}" for cores in boards.CORES]
    return Table(heads, rows, f"Calls for the same core, kernels for several, -{MAIN}")


def _cross(found: _Found) -> Table:
    rows = []
    for cores in boards.CORES[1:]:
        for test in table.CALLS:
            for dispatch in ("with", "without"):
                metric = f"cross-{dispatch}"
                parts = [
                    found.get(test, f"{metric}-{part}", table.KERNEL, cores)
                    for part in ("caller", "target", "sum")
                ]
                if not any(parts):
                    continue
                cells = [_cell(part) for part in parts]
                if dispatch == "without":
                    cells[1:] = ["0: not interrupted", cells[0]]
                name = f"{_name(test, metric)}, {cores} cores"
                whole = f"{metric}-{'sum' if dispatch == 'with' else 'caller'}"
                accesses = _accesses(found, test, whole, table.KERNEL, cores)
                rows.append(Row(name, [*cells, _stated(test, metric, "gic"), accesses]))
    heads = ["caller", "other core", "sum", "paper: HcM", "GIC accesses"]
    return Table(heads, rows, f"Calls for another core, -{MAIN}")


def _sections(found: _Found) -> Table:
    columns = {LABELS[kernel] + ": mutex": (kernel, 1) for kernel in STOCK}
    for cores in boards.CORES:
        columns[f"ceiling, kernel for {cores} core{'s' if cores > 1 else ''}"] = table.KERNEL, cores
    rows = []
    for test, name in table.SECTIONS.items():
        measured = [found.get(test, LOCAL[1], kernel, cores) for kernel, cores in columns.values()]
        if any(measured):
            rows.append(Row(name, [_cell(figure) for figure in measured]))
    return Table([*columns], rows, f"A section that nobody else wants, -{MAIN}")


def _applications(found: _Found) -> Table:
    rows: dict[str, list[str]] = defaultdict(list)
    for kernel in COLUMNS:
        whole, alone = (found.get(test, LOCAL[1], kernel) for test in table.APPLICATIONS)
        if whole is None or alone is None:
            return Table([], [])
        taken = whole.mean - alone.mean
        rows["in all"].append(number(whole.mean))
        rows["of the applications"].append(number(alone.mean))
        rows["of the kernel"].append(number(taken))
        rows["of the kernel, %"].append(f"{100 * taken / whole.mean:.1f}")
    return Table(
        [LABELS[kernel] for kernel in COLUMNS],
        [Row(name, cells) for name, cells in rows.items()],
        f"Five periodic applications, instructions in 100 ticks, -{MAIN}",
    )


def _sizes(found: _Found) -> Table:
    rows = []
    for name, what in SIZES.items():
        for optimisation in reversed(build.OPTIMISATIONS):
            measured = [found.get("footprint", name, kernel, 1, optimisation) for kernel in COLUMNS]
            if any(measured):
                cells = [number(figure.mean) if figure else NOT_MEASURED for figure in measured]
                rows.append(Row(f"{what}, -{optimisation}", cells))
    heads = [LABELS[kernel] for kernel in COLUMNS]
    return Table(heads, rows, "Bytes of kernel and port in a program that makes all these calls")


def _plot(found: _Found) -> plots.Plot:
    rows = [(test, metric) for test in table.CALLS for metric in LOCAL]
    series = {
        LABELS[kernel]: (kernel, [found.get(test, metric, kernel) for test, metric in rows])
        for kernel in COLUMNS
    }
    return plots.bars([_name(test, metric) for test, metric in rows], series)


def claims(records: Sequence[Record]) -> list[Claim]:
    """Return what the paper claims, with what was found."""
    return judged(_CLAIMS, _Found(records))


def _local_records(found: _Found, kernel: str) -> dict[tuple[str, str], Record]:
    keys = ((test, metric) for test in table.CALLS for metric in LOCAL)
    return {key: record for key in keys if (record := found.get(*key, kernel))}


def _deviation(found: _Found) -> Finding:
    ours = _local_records(found, table.KERNEL)
    if not ours:
        return None
    largest = max(record.stddev for record in ours.values())
    text = f"largest standard deviation {number(largest)} in {len(ours)} local rows"
    others = [
        record.stddev
        for cores in boards.CORES
        for test in table.CALLS
        for metric in CROSS
        if (record := found.get(test, metric, table.KERNEL, cores))
    ]
    if others:
        text += f", {number(max(others))} in {len(others)} between cores"
    return text, Verdict.of(max([largest, *others]) == 0)


def _faster(kernel: str) -> Callable[[_Found], Finding]:
    def find(found: _Found) -> Finding:
        stock, ours = (_local_records(found, name) for name in (kernel, table.KERNEL))
        ratios = {key: stock[key].mean / ours[key].mean for key in ours if key in stock}
        if not ratios:
            return None
        slowest, fastest = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
        text = (
            f"{ratios[slowest]:.1f} ({_name(*slowest)}) to {ratios[fastest]:.1f} times "
            f"({_name(*fastest)})"
        )
        return text, Verdict.of(ratios[slowest] > 1)

    return find


def _reductions(found: _Found) -> dict[tuple[str, str], float]:
    """Return by how many per cent of FreeRTOS's each local call of the paper takes less."""
    stock, ours = (_local_records(found, name) for name in ("freertos", table.KERNEL))
    return {
        key: 100 * (1 - ours[key].mean / stock[key].mean)
        for key in ours
        if key in stock and key[0] != table.NOT_PUBLISHED
    }


def _reduced(found: _Found) -> Finding:
    reductions = _reductions(found)
    if not reductions:
        return None
    ends = [end(reductions, key=reductions.__getitem__) for end in (min, max)]
    text = " to ".join(f"{reductions[key]:.1f}% ({_name(*key)})" for key in ends)
    stated = [
        100 * (1 - row["gic"][0] / row["freertos"][0])
        for row in published.figures()["gic/table-I"].rows
        if "freertos" in row
    ]
    same = all(
        round(reductions[key], 1) == round(end(stated), 1)
        for key, end in zip(ends, (min, max), strict=True)
    )
    return text, Verdict.of(same, otherwise=reductions[ends[0]] > 0)


def _creation(found: _Found) -> Finding:
    reductions = _reductions(found)
    if not reductions:
        return None
    least = min(reductions, key=reductions.__getitem__)
    return f"{reductions[least]:.1f}% ({_name(*least)})", Verdict.of(least[0] == "create")


def _search(found: _Found) -> Finding:
    generic, optimised = (found.get("suspend", "local-with", kernel) for kernel in STOCK)
    if generic is None or optimised is None:
        return None
    text = (
        f"vTaskSuspend with dispatch {number(generic.min)} to {number(generic.max)} instructions "
        f"by the gap; with the optimised selection {_cell(optimised)}"
    )
    return text, Verdict.of(generic.stddev > optimised.stddev)


def _synchronisation(found: _Found) -> Finding:
    caller = found.get("resume", "cross-with-caller", table.KERNEL, 2)
    if caller is None:
        return None
    text = (
        "not literally: between cores requests go through words changed with LDREX and STREX, and "
        "a barrier; the heap has a lock. Calls for the same core have neither "
        f"(caller's part of a remote vTaskResume: {number(caller.mean)} instructions)"
    )
    return text, Verdict.REFUTED


def _inversion(found: _Found) -> Finding:
    taken = {}
    for kernel in ("freertos", table.KERNEL):
        alone, beside = (found.get(test, LOCAL[1], kernel) for test in table.DEVICES)
        if alone is None or beside is None:
            return None
        taken[kernel] = beside.mean - alone.mean
    stock, ours = taken.values()
    text = (
        f"the interrupt of a device below a computing task takes {number(ours)} instructions from "
        f"it; on FreeRTOS {number(stock)}"
    )
    return text, Verdict.of(ours == 0, otherwise=ours < stock)


_CLAIMS: tuple[Statement[_Found], ...] = (
    ("The inversion between tasks and interrupts is solved", "HcM, abstract and IV", _inversion),
    ("Null standard deviation in all experiments", "HcM, IV and Table I", _deviation),
    ("No internal software synchronisation between cores", "HcM, abstract", _synchronisation),
    ("FreeRTOS's time varies with its search for the next task", "HcM, IV", _search),
    ("Faster than FreeRTOS in every call", "HcM, Table I", _faster("freertos")),
    ("Calls take 2.4% to 94.3% less than FreeRTOS's", "HcM, IV", _reduced),
    ("Creation gains least", "HcM, IV", _creation),
    (
        "Faster in every call also than FreeRTOS with its optimised selection",
        "HcM: not compared there",
        _faster("freertos-optimised"),
    ),
)
