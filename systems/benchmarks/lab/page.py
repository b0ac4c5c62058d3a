# SPDX-License-Identifier: Apache-2.0
"""The tables of the page in other people's tables, of the recorded run."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from systems.benchmarks.lab import (
    periodic_tasks,
    recorded,
    report,
    rtos_benchmark,
    rtosbench,
    thread_metric,
)

from isochron.building import firmware
from isochron.paths import ROOT
from isochron.results import Record
from isochron.synth import recorded as silicon

PAGE = ROOT / "docs/reference/other-tables.md"
_HEADINGS = {
    periodic_tasks.TITLE: periodic_tasks.NAME,
    **{module.TREE.title: module.NAME for module in (thread_metric, rtos_benchmark, rtosbench)},
}
"""Names of benchmarks, by the page's headings."""
_KERNEL = re.compile(r"`(.+?)`")
_CLOCK = re.compile(r"^[\d.]+ MHz, ")


def texts() -> Mapping[Path, str]:
    """Return the page with the recorded figures in its tables."""
    clocks = silicon.load().results.records
    text = PAGE.read_text(encoding="utf-8")
    return {PAGE: written(text, recorded.load().records, clocks)}


def written(text: str, records: Sequence[Record], clocks: Sequence[Record]) -> str:
    """Return a page with the rows of its tables made of records.

    A table is below the heading that names its benchmark, and its first row names kernels. If it
    names clocks, too, it has operations a second. With a kernel of a system that is not there it
    stays as it is.
    """
    benchmark, is_table, is_written = "", False, False
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("## "):
            benchmark = _HEADINGS.get(line.removeprefix("## "), "")
        begins = line.startswith("|") and not is_table
        is_table = line.startswith("|")
        if begins:
            is_written = bool(benchmark) and {*_KERNEL.findall(line)} <= firmware.KERNELS.keys()
            lines += _table(line, benchmark, records, clocks) if is_written else []
        if not (is_table and is_written):
            lines.append(line)
    return "\n".join(lines) + "\n"


def _table(
    head: str, benchmark: str, records: Sequence[Record], clocks: Sequence[Record]
) -> list[str]:
    first, *columns = head.strip("| ").split(" | ")
    kernels = [match[1] for column in columns if (match := _KERNEL.search(column))]
    figures = {
        (record.metric, record.kernel): int(record.median)
        for record in records
        if record.test == benchmark
    }
    cell = report.SHOWN[benchmark].cell
    rows = [
        [metric.replace("-", " "), *(cell(figures[metric, kernel]) for kernel in kernels)]
        for metric in dict.fromkeys(metric for metric, _ in figures)
    ]
    if _CLOCK.match(columns[0]):
        reached = report.clocks_of(clocks, kernels)
        columns = [f"{reached[kernel]:.1f} MHz, `{kernel}`" for kernel in kernels]
        rows = [
            [
                test.replace("-", " "),
                *(report.rate(figures[test, kernel], reached[kernel]) for kernel in kernels),
            ]
            for test in thread_metric.TESTS
        ]
    shown = [[first, *columns], ["---"] * len([first, *columns]), *rows]
    return [_line(row) for row in shown]


def _line(cells: Sequence[str]) -> str:
    if set(cells) == {"---"}:
        return f"|{'|'.join(cells)}|"
    return f"| {' | '.join(cells)} |"
