# SPDX-License-Identifier: Apache-2.0
"""Made-up records of every metric, to test the report without a simulation."""

from isochron.building import firmware
from isochron.results import Record, Results, summarise
from isochron.running.samples import Sample
from isochron.suites.job import Job, plan
from isochron.synth import records as of_silicon
from isochron.synth.configurations import CONFIGURATIONS, Design
from isochron.synth.flow import Placed, Point, Synthesized
from isochron.synth.targets import ECP5, TARGETS, Target

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
    "distance": (1, 2, 25),
    "due": (0, 1, 10),
    "left": (3, 300, 600),
    "jobs": (1, 2, 8),
    "end": (0, 10, 20),
    "after": (0, 30, 60),
    "line": (0, 1, 7),
    "users": ("none", "low", "both"),
    "call": ("nothing", "mutex", "delay"),
    None: (None,),
}
SILICON_VERSIONS = {name: f"{name} 1.2" for name in (of_silicon.COMMIT, *of_silicon.TOOLS)}
SLOWNESS = {
    "freertos": 500,
    "freertos-optimised": 450,
    "freertos-short-tick": 440,
    "isochron": 60,
    **dict.fromkeys(firmware.OF_SYSTEMS, 30),
    "isochron-contexts": 20,
    "isochron-cfu": 50,
}
CONSTANT = ("isochron", "isochron-contexts", "isochron-cfu", *firmware.OF_SYSTEMS)


def results(jobs: list[Job] | None = None) -> Results:
    """Return results as the main job, or some jobs, would leave them."""
    return Results(VERSIONS, [record for job in jobs or plan() for record in records(job)])


def records(job: Job) -> list[Record]:
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


def _sample(job: Job, metric: str, sweep: str | None, index: int, repetition: int) -> Sample:
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


def point(configuration: str, tasks: int | None, target: Target = ECP5) -> Point:
    """Return a point of the silicon."""
    width = next(iter(CONFIGURATIONS[configuration].widths), None)
    return Point(Design(CONFIGURATIONS[configuration], tasks, width), target)


def synthesized(target: Target, comb: int = 2345) -> Synthesized:
    """Return the figures of a netlist that fits the target's first device."""
    counts = {"lut": 2000, "comb": comb, "ff": 600, "distributed": 640, "block": 18432}
    return Synthesized(counts, target.devices[0].name if target.devices else None)


def silicon(
    configuration: str,
    tasks: int | None,
    comb: int = 2345,
    clocks: tuple[float, ...] = (61.5, 60.5, 64),
    targets: tuple[str, ...] = tuple(TARGETS),
) -> list[Record]:
    """Return the records of a configuration, with a clock for each seed where it can be placed."""
    records = []
    for target in (TARGETS[name] for name in targets):
        made = synthesized(target, comb)
        placed = {n: Placed(mhz, made.device) for n, mhz in enumerate(clocks, 1) if made.device}
        records += of_silicon.of(point(configuration, tasks, target), made, placed)
    return records
