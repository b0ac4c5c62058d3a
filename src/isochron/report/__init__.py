# SPDX-License-Identifier: Apache-2.0
"""The report: results.json as one HTML file that needs nothing else, not even a network."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from markupsafe import Markup
from plotly.offline import get_plotlyjs

from isochron import bench, files, published, suites
from isochron.building import firmware, platforms
from isochron.paths import ROOT
from isochron.report import (
    analysis,
    attachments,
    bounds,
    claims,
    comparisons,
    figures,
    plots,
    quick_calls,
    shared_bus,
    silicon,
    summary,
    text,
    times,
)
from isochron.report.series import LABELS, Measured
from isochron.results import Results, load
from isochron.synth import recorded
from isochron.synth.records import SUITE as SILICON_SUITE
from isochron.systems import System, results_files, systems
from isochron.systems import suites as suites_of_systems

FILE_NAME = "index.html"
ANALYSIS_FILE_NAME = "analysis.html"
"""What `isochron analyze` shows."""
Timeline = tuple[str, plots.Plot]
"""A title, and jobs over time."""


def write(results: Results, folder: Path) -> Path:
    """Render the report into a folder and return its path.

    The results files of systems are taken from the same folder, and so is an analysis of response
    times, analysis.json, if they are there.
    """
    others = {
        file.name: load(folder / file.name)
        for file in results_files()
        if (folder / file.name).is_file()
    }
    path = folder / FILE_NAME
    analysed = analysis.load(folder / analysis.FILE_NAME)
    files.write(path, render(results, others, analysed))
    return path


def write_analysis(
    document: Mapping[str, Any], timelines: Sequence[Timeline], folder: Path
) -> Path:
    """Render an analysis of response times into a folder and return its path.

    Args:
        document: as analysis.schema.json says.
    """
    path = folder / ANALYSIS_FILE_NAME
    page = (
        _environment()
        .get_template("analysis.html.j2")
        .render(
            analysis=analysis.section(document),
            timelines=timelines,
            plotly=Markup(get_plotlyjs()),
        )
    )
    files.write(path, page)
    return path


def timeline(
    title: str, jobs: Sequence[tuple[str, int, int]], deadlines: Mapping[str, int]
) -> Timeline:
    """Return jobs, each a task with release and end in cycles, as a titled plot."""
    return title, analysis.timeline(jobs, deadlines)


def _environment() -> Environment:
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("isochron.report"), FileSystemLoader(ROOT)]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"plot": _embedded_json, "figure": text.number}
    environment.globals |= {
        "absent": (text.NOT_MEASURED, published.NOT_STATED),
        "platform_of": lambda name: published.figures()[name].platform or "",
    }
    return environment


def render(
    results: Results,
    others: Mapping[str, Results] | None = None,
    analysed: analysis.Section | None = None,
) -> str:
    """Return the report as HTML.

    Args:
        results: of the benchmarks.
        others: of the systems' results files, by their names.
        analysed: an analysis of response times.
    """
    others = others or {}
    with_recorded = recorded.added(results)
    of_systems = [(system, _results_of(system, results, others)) for system in systems()]
    shown = [(system, system.shown(own, with_recorded.records)) for system, own in of_systems]
    elsewhere = (*suites_of_systems(), SILICON_SUITE)
    on_cores = [record for record in results.records if record.suite not in elsewhere]
    everything = Measured(on_cores)
    measured = Measured([core for core in on_cores if core.kernel not in suites.OTHERS_ATTACHED])
    calibrated = Measured([core for core in on_cores if core.suite == suites.CALIBRATION.name])
    return (
        _environment()
        .get_template("index.html.j2")
        .render(
            tiles=summary.tiles(measured),
            cycles_overview=summary.cycles_overview(measured),
            times=times.section(measured, with_recorded.records),
            interrupts_off_overview=summary.interrupts_off_overview(measured),
            figures=list(figures.figures(everything, suites.GARCIA_MARTINEZ)),
            responses=list(figures.response_figures(everything, suites.GARCIA_MARTINEZ)),
            operations=list(figures.figures(measured, suites.OPERATIONS)),
            calibration=list(figures.figures(calibrated, suites.CALIBRATION)),
            quick_calls=quick_calls.table(everything),
            analysis=analysed,
            attachments=attachments.section(everything, with_recorded.records),
            systems=attachments.systems(),
            shared_bus=shared_bus.overview(everything),
            shared_figures=list(figures.figures(everything, suites.SHARED_BUS)),
            platforms=comparisons.platforms(measured),
            optimisations=comparisons.optimisations(measured),
            bounds=bounds.bounds(measured),
            silicon=silicon.section(with_recorded),
            claims=[
                *claims.claims(measured),
                *(claim for system, own in of_systems for claim in system.claims(own.records)),
            ],
            of_systems=[(system, content) for system, content in shown if content],
            kernels=[(LABELS[kernel.name], kernel.summary) for kernel in firmware.KERNELS.values()],
            legend=summary.legend(measured),
            platform_table=[
                (platform, platforms.PLATFORMS[platform].description)
                for platform in measured.platforms()
            ],
            versions=results.versions,
            missing=bench.missing(results.records),
            unmeasured=[
                (system.title, file.command)
                for system in systems()
                for file in system.files[:1]
                if not any(file.name in others for file in system.files)
            ],
            samples=sum(record.n for record in measured.records),
            plotly=Markup(get_plotlyjs()),
        )
    )


def _results_of(system: System, results: Results, others: Mapping[str, Results]) -> Results:
    """Return the results of a system: those of its suite, and its results files."""
    names = {suite.name for suite in (system.suite, *system.simulated) if suite}
    records = [record for record in results.records if record.suite in names]
    versions = dict(results.versions)
    for file in system.files:
        if file.name in others:
            records += others[file.name].records
            versions |= others[file.name].versions
    return Results(versions, records)


def _embedded_json(value: Any) -> Markup:
    """Return JSON that may stand in a script element."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))
