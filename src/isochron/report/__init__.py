# SPDX-License-Identifier: Apache-2.0
"""The report: results.json as one HTML file that needs nothing else, not even a network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from plotly.offline import get_plotlyjs

from isochron import bench, published, suites
from isochron.building import firmware, platforms
from isochron.comparison import table as comparison_table
from isochron.gic import table
from isochron.report import (
    attachments,
    bounds,
    claims,
    co_designed,
    comparison,
    comparison_claims,
    comparison_text,
    comparisons,
    figures,
    hcm,
    linux,
    linux_claims,
    shared_bus,
    silicon,
    summary,
    text,
    time_manager,
    times,
)
from isochron.report.series import LABELS, Measured
from isochron.results import Results, load
from isochron.synth import recorded
from isochron.synth.records import SUITE as SILICON_SUITE

FILE_NAME = "index.html"
LINUX_FILE_NAME = "linux.json"
"""What `isochron linux --measure` found; a results file like results.json."""
THESIS_PLATFORM = "accelerated/semaphore-2/wait-block"
"""The published figure that names the thesis's platform."""
CO_DESIGNED_PLATFORM = "hybrid/task-switch/switch-context"
"""The one that names that of the co-designed FreeRTOS paper."""
TIME_MANAGER_PLATFORM = "time-manager/reactivity"
"""The one that names that of the time manager's paper."""


def write(results: Results, folder: Path) -> Path:
    """Render the report into a folder and return its path.

    The figures of Linux are taken from linux.json in the same folder, if it is there.
    """
    linux_file = folder / LINUX_FILE_NAME
    on_linux = load(linux_file) if linux_file.is_file() else None
    path = folder / FILE_NAME
    path.write_text(render(results, on_linux), encoding="utf-8")
    return path


def render(results: Results, on_linux: Results | None = None) -> str:
    """Return the report as HTML."""
    with_recorded = recorded.added(results)
    on_boards = [record for record in results.records if record.suite == table.SUITE]
    compared = [record for record in results.records if record.suite == comparison_table.SUITE]
    others = (table.SUITE, comparison_table.SUITE, SILICON_SUITE)
    on_cores = [record for record in results.records if record.suite not in others]
    measured = Measured([one for one in on_cores if one.kernel not in suites.OTHERS_ATTACHED])
    environment = Environment(
        loader=PackageLoader("isochron.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"plot": _embedded_json, "figure": text.number}
    return environment.get_template("index.html.j2").render(
        tiles=summary.tiles(measured),
        cycles_overview=summary.cycles_overview(measured),
        times=times.section(measured, with_recorded.records),
        interrupts_off_overview=summary.interrupts_off_overview(measured),
        figures=list(figures.figures(measured, suites.GARCIA_MARTINEZ)),
        responses=list(figures.response_figures(measured, suites.GARCIA_MARTINEZ)),
        operations=list(figures.figures(measured, suites.OPERATIONS)),
        attachments=attachments.section(Measured(on_cores), with_recorded.records),
        co_designed=co_designed.tables(measured, with_recorded.records),
        shared_bus=shared_bus.overview(measured),
        shared_figures=list(figures.figures(measured, suites.SHARED_BUS)),
        time_manager=time_manager.figures(measured, with_recorded.records),
        on_linux=linux.figures(on_linux.records) if on_linux else [],
        linux_version=on_linux.versions["linux"] if on_linux else "",
        platforms=comparisons.platforms(measured),
        optimisations=comparisons.optimisations(measured),
        bounds=bounds.bounds(measured),
        silicon=silicon.section(with_recorded),
        comparison=comparison.section(compared),
        comparison_text=comparison_text,
        claims=[
            *claims.claims(measured),
            *hcm.claims(on_boards),
            *linux_claims.claims(on_linux.records if on_linux else []),
            *comparison_claims.claims(compared),
        ],
        hcm=hcm.section(on_boards),
        kernels=[(LABELS[kernel.name], kernel.summary) for kernel in firmware.KERNELS.values()],
        legend=summary.legend(measured),
        platform_table=[
            (platform, platforms.PLATFORMS[platform].description)
            for platform in measured.platforms()
        ],
        versions=results.versions,
        missing=bench.missing(results.records),
        samples=sum(record.n for record in measured.records),
        co_designed_platform=published.figures()[CO_DESIGNED_PLATFORM].platform,
        time_manager_platform=published.figures()[TIME_MANAGER_PLATFORM].platform,
        thesis_platform=published.figures()[THESIS_PLATFORM].platform,
        plotly=Markup(get_plotlyjs()),
    )


def _embedded_json(value: Any) -> Markup:
    """Return JSON that may stand in a script element."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))
