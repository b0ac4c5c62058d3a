# SPDX-License-Identifier: Apache-2.0
"""Made-up records of every metric, to test the report without a simulation."""

from __future__ import annotations

from dataclasses import asdict

from isochron import bench
from isochron.results import Record, Results, summarise
from isochron.samples import Sample
from isochron.silicon import CONFIGURATIONS, Figures, gate

VERSIONS = {"isochron": "synthetic", "freertos": "V11.2.0"}
SWEEPS = {
    "priority_drop": (1, 2, 31),
    "bytes": (4, 128, 512),
    "delayed": (0, 1, 28),
    "waking": (0, 1, 16),
    "count": (0, 1, 2),
    "tasks": (5, 10, 12, 15),
    "load": (0, 25, 75),
    "period_ms": (1, 10, 100),
    "background": ("loop", "division"),
    "pass": ("first", "later"),
    None: (None,),
}
FIGURES = Figures(CONFIGURATIONS["accelerated"], 2100, 2345, 600, 80, 2, 61.5)
SILICON = {
    "device": "some device",
    "seed": 1,
    "tools": {"pyosys": "0.70"},
    "configurations": [asdict(FIGURES)],
    "gate": gate({"accelerated": FIGURES}),
}
SLOWNESS = {
    "freertos": 500,
    "freertos-optimised": 450,
    "isochron": 60,
    "hybrid": 30,
    "isochron-banked": 20,
    "isochron-cfu": 50,
}
CONSTANT = ("isochron", "hybrid", "isochron-banked", "isochron-cfu")


def results(jobs: list[bench.Job] | None = None) -> Results:
    """Return results as the main job, or some jobs, would leave them."""
    return Results(VERSIONS, [record for job in jobs or bench.plan() for record in records(job)])


def records(job: bench.Job) -> list[Record]:
    """Return the records of one job: constant on isochron, growing with the sweep on stock."""
    return summarise(
        job.source,
        [
            _sample(job, metric.name, metric.parameter, index, repetition)
            for metric in job.run.test.metrics
            for index in range(len(SWEEPS[metric.parameter]))
            for repetition in range(3)
        ],
    )


def _sample(job: bench.Job, metric: str, sweep: str | None, index: int, repetition: int) -> Sample:
    point = SWEEPS[sweep][index]
    base = SLOWNESS[job.run.kernel]
    grown = 0 if job.run.kernel in CONSTANT else 10 * index
    spread = repetition if sweep == "background" else 0
    return Sample(
        test=job.run.test.name,
        metric=metric,
        cycles=base + grown + spread,
        interrupts_off_max=base // 4,
        interrupts_off_total=base // 2,
        parameters={} if sweep is None else {sweep: point},
    )
