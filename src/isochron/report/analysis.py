# SPDX-License-Identifier: Apache-2.0
"""What `isochron analyze` found, from its analysis.json: plots and a table."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isochron.report import plots
from isochron.report.series import LABELS

PARTS = {
    "own": ("own execution", "#4c82f7"),
    "interference": ("higher tasks", "#c79a1e"),
    "kernel": ("kernel", "#d9662b"),
    "blocking": ("blocking", "#8a949b"),
}
FILE_NAME = "analysis.json"
"""What `isochron analyze` writes."""
IN_TIME, LATE = "#4c82f7", "#e5484d"
SWEPT = {
    "tick_hz": "tick rate in Hz",
    "clock_mhz": "clock in MHz",
    "execution": "factor of all execution times",
}


@dataclass(frozen=True)
class Section:
    """All of one analysis."""

    name: str
    tick_hz: int
    seeds: int
    responses: Sequence[tuple[str, plots.Plot]]
    clocks: plots.Plot | None
    sweep: plots.Plot | None
    sweep_title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def load(path: Path) -> Section | None:
    """Return what a file has, None if there is none."""
    return section(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None


def section(document: Mapping[str, Any]) -> Section:
    """Return a document's plots and table; the document is as analysis.schema.json says."""
    kernels = document["kernels"]
    swept = document["sweep"]
    clocks = [
        (kernel["kernel"], LABELS[kernel["kernel"]], kernel["least_clock_mhz"])
        for kernel in kernels
        if kernel["least_clock_mhz"]
    ]
    return Section(
        document["name"],
        document["tick_hz"],
        document["seeds"],
        [(_title(kernel), _responses(kernel)) for kernel in kernels],
        plots.kernel_bars(clocks, "MHz") if clocks else None,
        _sweep(swept) if swept else None,
        SWEPT[swept["key"]] if swept else "",
        ["kernel", "clock, MHz", "all deadlines", "least clock, MHz", "growth of execution"],
        [
            [
                LABELS[kernel["kernel"]],
                f"{kernel['clock_mhz']:.1f}",
                "guaranteed" if kernel["guaranteed"] else "not guaranteed",
                "none" if kernel["least_clock_mhz"] is None else f"{kernel['least_clock_mhz']:.2f}",
                f"{kernel['growth']:.2f}",
            ]
            for kernel in kernels
        ],
    )


def _title(kernel: Mapping[str, Any]) -> str:
    return f"{LABELS[kernel['kernel']]} at {kernel['clock_mhz']:.1f} MHz"


def _responses(kernel: Mapping[str, Any]) -> plots.Plot:
    """Bounds over deadlines as stacked parts, and the longest response seen."""
    tasks = kernel["tasks"]
    return plots.stacked_bars(
        [task["task"] for task in tasks],
        {
            label: (
                colour,
                [task["parts"][part] / task["deadline"] if task["parts"] else 0 for task in tasks],
            )
            for part, (label, colour) in PARTS.items()
        },
        (
            "longest seen on the SoC",
            {
                observation["task"]: observation["longest"] / observation["deadline"]
                for observation in kernel["observed"]
            },
        ),
        {task["task"]: "no bound: overload" for task in tasks if task["parts"] is None},
        "response / deadline",
    )


def _sweep(sweep: Mapping[str, Any]) -> plots.Plot:
    """The load that fits, in millions of application cycles a second."""
    lines: dict[str, dict[float, float]] = {}
    for point in sweep["points"]:
        for result in point["kernels"]:
            work = result["fits"] * result["clock_mhz"]
            lines.setdefault(result["kernel"], {})[point["value"]] = round(work, 3)
    return plots.kernel_lines(
        [(kernel, LABELS[kernel], points) for kernel, points in lines.items()],
        SWEPT[sweep["key"]],
        "million application cycles a second that fit",
    )


def timeline(jobs: Sequence[tuple[str, int, int]], deadlines: Mapping[str, int]) -> plots.Plot:
    """Draw jobs from release to end, in cycles; ``deadlines`` has the tasks in their order."""
    late = [job for job in jobs if job[2] - job[1] > deadlines[job[0]]]
    return plots.spans(
        list(deadlines),
        {
            "release to end, in time": (IN_TIME, [job for job in jobs if job not in late]),
            "deadline missed": (LATE, late),
        },
        "clock cycles from the first release",
    )
