# SPDX-License-Identifier: Apache-2.0
"""The same calls on every attachment of the hardware kernel, and beside other systems."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron import published, suites
from isochron.building import platforms
from isochron.report import plots, silicon
from isochron.report.kinds import Row, Section, Table
from isochron.report.series import OPTIMISED, OURS, STOCK, VARIANTS, Measured, Range, Series
from isochron.report.text import NOT_MEASURED, factor, number, span
from isochron.results import Record
from isochron.suites import contexts

SYSTEMS = Path(__file__).with_name("systems.toml")
NO_FIGURE = "none that was checked"
CORES = {
    "ibex": ("Ibex", (OPTIMISED, STOCK, OURS, "isochron-contexts")),
    "vexriscv": ("VexRiscv", (OPTIMISED, STOCK, OURS, "isochron-cfu")),
    "cv32e40p": ("CV32E40P", (OPTIMISED, STOCK, OURS)),
}
"""By platform: its name, and the kernels that are compared on it, the last against the first."""
SHORT = {
    OPTIMISED: "FreeRTOS",
    STOCK: "FreeRTOS, generic selection",
    OURS: "Isochron on the bus",
    "isochron-contexts": "Isochron, contexts",
    "isochron-cfu": "Isochron, custom instructions",
}
"""What the kernels are called beside each other."""
INTERRUPT = "interrupt-to-task"
LATER = "later"
"""The passes in which caches hold what they can."""


@dataclass(frozen=True)
class _Operation:
    """A metric, in one variant of its test, by platform and kernel."""

    anchor: str
    name: str
    found: Mapping[str, Mapping[str, Series]]


def section(measured: Measured, records: Sequence[Record]) -> Section | None:
    """Return the comparison, None when nothing of it was measured; ``records`` have the clocks."""
    operations = _operations(measured, suites.ATTACHMENTS)
    if not operations:
        return None
    tables = [
        _compared(
            operations,
            lambda series: series.cycles,
            "Clock cycles of a call",
            "From its first instruction to the first one after it, often another task's; smallest "
            "and largest where they differ. The last column of a core is FreeRTOS over the one "
            "before it. On VexRiscv with warm caches; which of the kernel's lines displace each "
            "other there is the linker's choice, and moves a figure by some lines of 13 cycles.",
            anchored=True,
        ),
        _compared(
            operations,
            lambda series: series.off_longest,
            "Interrupts off, longest stretch in the call",
            "Clock cycles, largest of all samples.",
        ),
        *_times("Times on Ibex", operations, records),
    ]
    others = [
        operation
        for suite in (suites.GARCIA_MARTINEZ, suites.OPERATIONS)
        for operation in _operations(measured, suite)
    ]
    if others:
        tables.append(
            _compared(
                others,
                lambda series: series.cycles,
                "The other suites on every attachment",
                "Clock cycles over the whole sweep. On VexRiscv with whatever the caches hold "
                "after a sample was printed, so a call's lines are mostly fetched anew.",
            )
        )
        tables += _times("The other suites on Ibex, times", others, records)
    tables += _contexts(measured.records)
    return Section(_plot(operations), tables)


def systems() -> Table:
    """Return the other systems; what is said of them in figures is in ``published.toml``."""
    entries = tomllib.loads(SYSTEMS.read_text(encoding="utf-8"))["system"]
    return Table(
        [
            *("core", "in hardware", "figure of its paper"),
            "why it cannot be put beside the bars",
        ],
        [
            Row(entry["name"], [entry["core"], entry["hardware"], _shown(entry), entry["caveat"]])
            for entry in entries
        ],
        "Other systems",
        "Only figures that were checked against their paper stand here.",
        "system",
    )


def _shown(system: Mapping[str, str]) -> str:
    if "published" not in system:
        return NO_FIGURE
    figure = published.figures()[system["published"]]
    stock, theirs = _by_number(figure.stock), _by_number(figure.theirs)
    return system["shows"].format(stock=stock, theirs=theirs, rows=figure.rows)


def _by_number(values: Mapping[str, Any]) -> dict[str | int, Any]:
    """Return values with numbers for keys where they are, as format strings take them."""
    return {int(key) if key.isdecimal() else key: value for key, value in values.items()}


def _operations(measured: Measured, suite: suites.Suite) -> list[_Operation]:
    """Return what was measured of a suite; of the passes over caches only the later ones."""
    operations = []
    for test, metric in suite.metrics:
        for variant in _variants(suite, test, metric):
            series = {
                platform: {
                    entry.kernel: entry.at([LATER]) if entry.sweep == suites.PASS else entry
                    for entry in measured.series(test, metric, platform)
                    if entry.variant == variant
                }
                for platform in CORES
            }
            if any(series.values()):
                anchor = f"{test.name}-{metric.name}" if variant != "line" else ""
                name = _name(suite, test, metric, variant)
                operations.append(_Operation(anchor, name, series))
    return operations


def _name(
    suite: suites.Suite, test: suites.Test, metric: suites.Metric, variant: str | None
) -> str:
    own = suite is suites.ATTACHMENTS
    name = metric.name.replace("-", " ") if own else f"{test.title} {metric.name}"
    several = len(_variants(suite, test, metric)) > 1
    return f"{name}, {VARIANTS[variant]}" if several and variant is not None else name


def _variants(
    suite: suites.Suite, test: suites.Test, metric: suites.Metric
) -> Sequence[str | None]:
    """Return the variants to show: only an interrupt's way to its task depends on them."""
    names: list[str | None] = [variant.name for variant in test.variants]
    names = names or [None]
    return names[:1] if suite is suites.ATTACHMENTS and metric.name != INTERRUPT else names


def _compared(
    operations: Sequence[_Operation],
    figure: Callable[[Series], Range],
    title: str,
    text: str,
    *,
    anchored: bool = False,
) -> Table:
    """Return a figure of every kernel on every core, and the last one's ratio."""
    heads = {
        core: [*(SHORT[kernel] for kernel in kernels), "faster"] for core, kernels in CORES.values()
    }
    return Table(
        [head for of_core in heads.values() for head in of_core],
        [_row(operation, figure, anchored) for operation in operations],
        title,
        text,
        groups=[(core, len(of_core)) for core, of_core in heads.items()],
    )


def _row(operation: _Operation, figure: Callable[[Series], Range], anchored: bool) -> Row:
    cells = []
    for platform, (_, kernels) in CORES.items():
        series = [operation.found[platform].get(kernel) for kernel in kernels]
        cells += [span(figure(entry)) if entry else NOT_MEASURED for entry in series]
        stock, ours = series[0], series[-1]
        cells.append(_ratio(figure(stock), figure(ours)) if stock and ours else "")
    return Row(operation.name, cells, anchor=operation.anchor if anchored else "")


def _ratio(stock: Range, ours: Range) -> str:
    """The worst cases' ratio."""
    return factor(stock.high / ours.high) if ours.high else ""


def _times(
    title: str, operations: Sequence[_Operation], records: Sequence[Record]
) -> Iterator[Table]:
    """Times on Ibex: cycles over the clock that the whole SoC reaches."""
    core, kernels = CORES[suites.MAIN_PLATFORM]
    tasks = platforms.find_hardware(platforms.DEFAULT_HARDWARE).tasks
    known = {kernel: silicon.clock(records, kernel, tasks) for kernel in kernels}
    clocks = {kernel: clock for kernel, clock in known.items() if clock is not None}
    if len(clocks) < len(kernels):
        return
    heads = [f"{SHORT[kernel]}, {silicon.clock_text(clocks[kernel])}" for kernel in kernels]
    rows = [
        Row(operation.name, _microseconds(operation.found[suites.MAIN_PLATFORM], clocks))
        for operation in operations
    ]
    devices = ", ".join(
        f"{SHORT[kernel]}: {clocks[kernel].parameters['device']}" for kernel in kernels
    )
    yield Table(
        heads,
        rows,
        title,
        "Microseconds: the largest number of cycles over the clock that the whole SoC reaches on "
        f"an ECP5, the median over the seeds. {devices}. FreeRTOS has a SoC without the hardware "
        f"kernel, the others one for {tasks} tasks.",
        groups=[(core, len(heads))],
    )


def _microseconds(by_kernel: Mapping[str, Series], clocks: Mapping[str, Record]) -> list[str]:
    return [
        silicon.microseconds(by_kernel[kernel].cycles.high, clock)
        if kernel in by_kernel
        else NOT_MEASURED
        for kernel, clock in clocks.items()
    ]


def _contexts(records: Sequence[Record]) -> Iterator[Table]:
    """Hits and misses of all programs of a suite, with all that they do beside what is measured."""
    by_kernel: dict[str, dict[str, list[Record]]] = {}
    for record in records:
        if record.metric in (contexts.HITS, contexts.MISSES):
            by_kernel.setdefault(record.suite, {}).setdefault(record.metric, []).append(record)
    if not by_kernel:
        return
    rows = []
    for suite, of_metric in by_kernel.items():
        hits = sum(int(record.max) for record in of_metric[contexts.HITS])
        missed = of_metric.get(contexts.MISSES, [])
        misses = sum(record.n for record in missed)
        waited = Range(min(r.min for r in missed), max(r.max for r in missed)) if missed else None
        share = f"{100 * misses / (hits + misses):.1f}%"
        cells = [number(hits), number(misses), share, span(waited) if waited else ""]
        rows.append(Row(suites.SUITES[suite].title, cells))
    yield Table(
        ["hits", "misses", "share of misses", "cycles that a miss waited"],
        rows,
        "Contexts: hits and misses",
        "Switches of whole programs, from their begin to their end. At a hit the registers of the "
        "next task are there, and the switch waits for nothing; at a miss they are brought in, "
        "beside what the hardware kernel does.",
    )


def _plot(operations: Sequence[_Operation]) -> plots.Plot:
    return plots.grouped(
        [operation.name for operation in operations],
        {
            core: {
                kernel: [
                    entry.cycles.high if (entry := operation.found[platform].get(kernel)) else None
                    for operation in operations
                ]
                for kernel in kernels
            }
            for platform, (core, kernels) in CORES.items()
        },
        SHORT,
    )
