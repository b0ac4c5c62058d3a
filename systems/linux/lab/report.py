# SPDX-License-Identifier: Apache-2.0
"""The time manager's figures on Linux: figures 3 and 4 of its paper, and histograms under load.

And those of the other system, in which FreeRTOS runs below Linux.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from systems.linux.lab import (
    asking,
    kernel,
    lateness,
    measure,
    motor,
    periods,
    throughput,
    waiting,
)
from systems.time_manager.lab.report import NOT_POSSIBLE

from isochron.report import plots
from isochron.report.kinds import Figure, Row, Table
from isochron.report.text import cells, number, percent
from isochron.results import Record

LABELS = dict(
    zip(
        measure.BASES,
        ("time manager", "software, a tick of 10 ms", "clock_nanosleep, no tick"),
        strict=True,
    )
)
WAITERS = {
    lateness.FREERTOS: "FreeRTOS's task below Linux",
    lateness.CACHED: "FreeRTOS's task, M mode's code in the cache",
    lateness.SLOW: f"FreeRTOS's task, RAM {lateness.SLOW_RAM} cycles slower",
    lateness.SOFTWARE: "FreeRTOS's task, a tick and timers in software",
    lateness.NANOSLEEP: "clock_nanosleep on this machine",
}
BASES_BELOW = {
    lateness.FREERTOS: "time manager",
    periods.TICKLESS: "tick-less software",
    lateness.SOFTWARE: "software, a tick of 10 ms",
}
"""The time bases of periodic tasks below Linux."""
WORK = ("Linux rests", "Linux switches tasks, copies, faults pages in, forks, executes")
"""By the load."""
BIN, BIN_BELOW = 500, 20
"""Cycles of a bar of the histograms."""
_METRICS = (
    (measure.TESTS[0], measure.LATENCY, "N wait and one wakes, to that task"),
    (measure.TESTS[1], measure.FIRST, "N wake together, to the first"),
    (measure.TESTS[1], measure.LAST, "N wake together, to the last"),
)
_BELOW = {
    (lateness.TEST, lateness.LATENCY): "",
    (lateness.TEST, lateness.IN_KERNEL): ", found in S mode",
    (lateness.TEST, lateness.MASKED): ", found in S mode with its interrupts masked",
    (lateness.TEST, lateness.ENTRY): ", to M mode's first instruction",
    (lateness.LINE, lateness.LATENCY): ", from another line's edge",
    (lateness.LINE, lateness.ENTRY): ", from another line's edge to M mode's first instruction",
}
"""What is measured with FreeRTOS below, by test and metric."""
ANCHOR = "linux"


def figures(records: Sequence[Record]) -> list[Figure]:
    """Return the figures that there are records for."""
    found = []
    for name in kernel.OF_THE_TIME_MANAGER:
        ours = [record for record in records if record.kernel == f"linux-{name}"]
        for test, metric, title in _METRICS:
            found += _sweep(name, title, _of(ours, test, metric))
        method = (
            "The share of the processor that tasks take from a program that only computes, for "
            f"{measure.OVERHEAD_WINDOW // measure.MILLISECOND} ms or a period, Linux's own work "
            f"included{_alone(ours)}."
        )
        found += _overhead(name, LABELS, ours, method)
        found += _loaded(name, ours)
        found += _polled(name, ours)
    below = [record for record in records if record.kernel == lateness.KERNEL]
    kinds = (_below, _waiting, _woken, _taken, _left, _asked, _motor)
    return [*found, *(figure for of_a_kind in kinds for figure in of_a_kind(below))]


def _of(records: Sequence[Record], test: str, metric: str) -> dict[str, list[Record]]:
    """Return the records of a metric without load, by variant, in the order of the bases."""
    return {
        base: chosen
        for base in measure.BASES
        if (
            chosen := [
                record
                for record in records
                if (record.test, record.metric, record.variant) == (test, metric, base)
                and "load" not in record.parameters
            ]
        )
    }


def _sweep(name: str, title: str, found: dict[str, list[Record]]) -> list[Figure]:
    """Figure 3: wake-up latency against the number of tasks."""
    lines = {
        base: {record.number("tasks"): record for record in records}
        for base, records in found.items()
    }
    counts = sorted({count for line in lines.values() for count in line})
    if len(counts) < 2:
        return []
    return [
        Figure(
            anchor=f"{ANCHOR}-{name}-{title.split()[-1]}-{title.split()[1]}",
            title=f"Linux, {name}: {title}",
            metric="latency",
            reference="the paper's figure 3",
            method="From the release's date to the task reading the time, SCHED_FIFO; smallest, "
            "median, largest.",
            plot=plots.lines(
                "tasks",
                "cycles, median",
                {
                    LABELS[base]: {count: line[count].median for count in sorted(line)}
                    for base, line in lines.items()
                },
            ),
            table=Table(
                [f"{count} tasks" for count in counts],
                [Row(LABELS[base], cells(counts, line, _span)) for base, line in lines.items()],
            ),
        )
    ]


def _span(record: Record) -> str:
    return f"{number(record.min)} / {number(record.median)} / {number(record.max)}"


def _overhead(
    name: str, labels: Mapping[str, str], records: Sequence[Record], method: str
) -> list[Figure]:
    """Figure 4: what part of the processor N tasks take, against the period."""
    counts = {record.number("tasks") for record in records if record.test == measure.OVERHEAD}
    found = {tasks: measure.shares(records, tasks, [*labels]) for tasks in sorted(counts - {0})}
    return [
        Figure(
            anchor=f"{ANCHOR}-{name}-overhead-{tasks}",
            title=f"Linux, {name}: overhead of {tasks} {'task' if tasks == 1 else 'tasks'}",
            metric="per cent",
            reference="the paper's figure 4",
            method=method,
            plot=plots.lines(
                "period, ms", "%", {labels[base]: line for base, line in lines.items()}
            ),
            table=_shares(labels, lines),
        )
        for tasks, lines in found.items()
    ]


def _alone(records: Sequence[Record]) -> str:
    """What Linux itself takes without tasks."""
    return "".join(
        f", which alone takes {percent(100 * record.median / measure.MILLION)}"
        for record in records
        if record.test == measure.OVERHEAD and record.number("tasks") == 0
    )


def _shares(labels: Mapping[str, str], lines: Mapping[str, Mapping[int, float]]) -> Table:
    heads = sorted({period for line in lines.values() for period in line})
    return Table(
        [f"{period} ms" for period in heads],
        [
            Row(labels[base], cells(heads, line, percent, NOT_POSSIBLE))
            for base, line in lines.items()
        ],
    )


def _loaded(name: str, records: Sequence[Record]) -> list[Figure]:
    """How often each latency was seen while another task keeps the core busy."""
    labelled = [
        (LABELS[str(record.variant)], record)
        for record in records
        if (record.test, record.parameters.get("load")) == (measure.TESTS[0], 1)
    ]
    method = (
        "One task; another one, of lower priority, keeps core and caches busy with system calls "
        f"and copies. Samples in bars of {BIN} cycles."
    )
    reference = "in the manner of cyclictest"
    title = f"Linux, {name}: latency under load"
    return _how_often(f"{name}-load", title, method, labelled, reference=reference)


def _polled(name: str, records: Sequence[Record]) -> list[Figure]:
    """How soon a program goes on from poll(), beside WAIT."""
    labelled = [
        (f"{record.metric}{', under load' if 'load' in record.parameters else ''}", record)
        for record in records
        if record.test == measure.POLLED
    ]
    method = (
        "One task, whose releases it waits for in turn by WAIT, by poll(), and by poll() with a "
        "time-out; from the date to the task reading the time."
    )
    title = f"Linux, {name}: from poll() and from WAIT"
    return _how_often(f"{name}-polled", title, method, labelled)


def _asked(records: Sequence[Record]) -> list[Figure]:
    """How soon a task of FreeRTOS answers a program of Linux."""
    labelled = [
        (asking.WAYS[str(record.parameters["way"])], record)
        for record in records
        if record.test == asking.TEST
    ]
    title = "FreeRTOS below Linux: a program asks a task"
    method = "From the question until the program has the answer."
    return _how_often(f"{kernel.BELOW}-asked", title, method, labelled)


def _motor(records: Sequence[Record]) -> list[Figure]:
    """How late the steps of the tutorial's control begin."""
    labelled = [("a step of control", record) for record in records if record.test == motor.TEST]
    title = "FreeRTOS below Linux: a motor's control at 10 kHz"
    method = "From a step's date to its begin, while a program of Linux draws."
    return _how_often(f"{kernel.BELOW}-motor", title, method, labelled, BIN_BELOW)


def _how_often(
    name: str,
    title: str,
    method: str,
    labelled: Sequence[tuple[str, Record]],
    bar: int = BIN,
    reference: str = "-",
) -> list[Figure]:
    """A histogram; no figure without records."""
    if not labelled:
        return []
    plot, table = _histogram(labelled, bar), _table(labelled)
    anchor = f"{ANCHOR}-{name}"
    return [Figure(title, plot, anchor, "histogram", reference, method, table)]


def _below(records: Sequence[Record]) -> list[Figure]:
    """How late tasks begin with FreeRTOS below Linux, which rests or has work."""
    found = {_title(record): record for record in records if (record.test, record.metric) in _BELOW}
    if not found:
        return []
    bars = {
        label: record
        for label, record in found.items()
        if (record.test, record.metric) == (lateness.TEST, lateness.LATENCY)
        and record.variant != lateness.NANOSLEEP
    }
    return [
        Figure(
            anchor=f"{ANCHOR}-{kernel.BELOW}",
            title="FreeRTOS below Linux: latency",
            metric="histogram",
            reference="in the manner of cyclictest",
            method="From the release's date to the task reading the time, or from a line's edge, "
            "as the simulator sees it, until a task has served it. Samples of FreeRTOS's task in "
            f"bars of {BIN_BELOW} cycles.{_masked(records)}",
            plot=_histogram(list(bars.items()), BIN_BELOW),
            table=_table(list(found.items())),
        )
    ]


def _waiting(records: Sequence[Record]) -> list[Figure]:
    """How late a task begins while others wait, by either time base."""
    lines = {
        WAITERS[variant]: {
            record.number("tasks"): record
            for record in records
            if (record.test, record.variant) == (waiting.TEST, variant)
        }
        for variant in waiting.BASES
    }
    return _by_tasks(
        "waiting",
        "Below a guest in Linux's place: N tasks, of which one wakes",
        "From the release's date to the task reading the time.",
        lines,
    )


def _woken(records: Sequence[Record]) -> list[Figure]:
    """How late the first and the last of N tasks go on, by the time base."""
    lines = {
        f"{label}, to the {metric.removeprefix('wake-')}": {
            record.number("tasks"): record
            for record in records
            if (record.test, record.metric, record.variant) == (periods.WOKEN, metric, variant)
        }
        for metric in (measure.FIRST, measure.LAST)
        for variant, label in BASES_BELOW.items()
    }
    method = (
        "Tasks of the alchemy layer. From the release's date to the task reading the time; the "
        "date of a tick in software is known to 20 cycles."
    )
    return _by_tasks("woken", "Below Linux, which has work: N tasks wake together", method, lines)


def _by_tasks(
    name: str, title: str, method: str, every: dict[str, dict[int, Record]]
) -> list[Figure]:
    """How late tasks go on, against their number; no figure without records."""
    lines = {label: line for label, line in every.items() if line}
    if not lines:
        return []
    return [
        Figure(
            anchor=f"{ANCHOR}-{kernel.BELOW}-{name}",
            title=title,
            metric="latency",
            reference="the paper's figure 3",
            method=method,
            plot=plots.lines(
                "tasks",
                "cycles, median",
                {label: _medians(line) for label, line in lines.items()},
            ),
            table=_table(
                [
                    (f"{label}, {count} tasks", record)
                    for label, line in lines.items()
                    for count, record in sorted(line.items())
                ]
            ),
        )
    ]


def _taken(records: Sequence[Record]) -> list[Figure]:
    """What N tasks take from a program of Linux above them."""
    method = (
        "Tasks of the alchemy layer with one release each period. The share of the processor that "
        f"they take from a program of Linux that computes for a period, or {periods.WINDOW_MS} ms, "
        "switches and rt_task_wait_period() included."
    )
    return _overhead(kernel.BELOW, BASES_BELOW, records, method)


def _left(records: Sequence[Record]) -> list[Figure]:
    """What is left to Linux while tasks take a part of the time."""
    found = [record for record in records if record.test == throughput.TEST]
    taken = sorted({record.number("taken") for record in found})
    if not found:
        return []
    lines = {
        label: {
            record.number("taken"): record.median for record in found if record.metric == metric
        }
        for metric, label in (
            (throughput.ROUNDS, "pieces of work done by Linux"),
            (throughput.DRIFT, "cycles by which Linux's clock differs"),
            (throughput.STEAL, "milliseconds that Linux counts as stolen"),
        )
    }
    return [
        Figure(
            anchor=f"{ANCHOR}-{kernel.BELOW}-left",
            title="FreeRTOS below Linux: what is left to it",
            metric="pieces of work, cycles",
            reference="-",
            method="A program of Linux works for 200 ms, while a task of FreeRTOS computes for a "
            "part of each period.",
            plot=plots.lines("% taken", "pieces of work", dict(list(lines.items())[:1])),
            table=Table(
                [f"{percent}% taken" for percent in taken],
                [Row(label, cells(taken, line, number)) for label, line in lines.items()],
            ),
        )
    ]


def _medians(found: dict[int, Record]) -> dict[int, float]:
    return {count: record.median for count, record in sorted(found.items())}


def _masked(records: Sequence[Record]) -> str:
    """How long M mode masks interrupts at most, and where, a sentence each."""
    return "".join(
        f" {WAITERS[str(record.variant)]}: M mode masks interrupts for {number(record.max)} cycles "
        f"at most, from {record.parameters['begin']} to {record.parameters['end']}."
        for record in records
        if record.test == lateness.LONGEST
    )


def _title(record: Record) -> str:
    waiter, load = WAITERS[str(record.variant)], WORK[record.number("load")]
    return f"{waiter}; {load}{_BELOW[record.test, record.metric]}"


def _histogram(labelled: Sequence[tuple[str, Record]], bar: int) -> plots.Plot:
    bins = {
        label: Counter(int(cycles) // bar * bar for cycles in record.samples)
        for label, record in labelled
    }
    lines = {label: dict(sorted(counts.items())) for label, counts in bins.items()}
    return plots.lines("cycles", "samples", lines)


def _table(labelled: Sequence[tuple[str, Record]]) -> Table:
    return Table(
        ["samples", "smallest", "median", "99 of 100 below", "largest"],
        [Row(label, _histogram_cells(record)) for label, record in labelled],
    )


def _histogram_cells(record: Record) -> list[str]:
    below = sorted(record.samples)[record.n * 99 // 100]
    found = (record.n, record.min, record.median, below, record.max)
    return [number(figure) for figure in found]
