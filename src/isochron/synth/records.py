# SPDX-License-Identifier: Apache-2.0
"""Records of what was synthesized, for results.json: the suite ``silicon``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from isochron import versions
from isochron.results import Record, Results, Source, counted
from isochron.running.samples import Parameter
from isochron.synth import store
from isochron.synth.configurations import CONFIGURATIONS
from isochron.synth.flow import Placed, Point, Synthesized
from isochron.synth.targets import ALL_TARGETS, TARGETS

SUITE = "silicon"
AREA, DISTRIBUTED, BLOCK, CLOCK = "area", "distributed-ram", "block-ram", "clock"
"""Metrics."""
COMB, FF, BITS, MHZ = "comb", "ff", "ram_bits", "mhz"
"""Units, with those of the targets' lookup tables."""
NO_DEVICE = "none"
TOOLS = ("pyosys", *(target.nextpnr for target in TARGETS.values() if target.nextpnr))
COMMIT = "silicon"
"""What the versions call the commit that was synthesized."""
RECORDED = "recorded"
"""The parameter of a figure that is recorded in the repository: where it is from."""


def known() -> list[Record]:
    """Return the records of all that was synthesized from what there is now, seeds in order."""
    return [
        record
        for point in known_points()
        if (made := store.synthesized(point)) is not None
        for record in of(point, made, store.placed(point))
    ]


def known_points() -> list[Point]:
    """Return the points that were synthesized from what there is now, in order."""
    return sorted(store.known(), key=place)


def place(point: Point) -> tuple[int, ...]:
    """Return what puts points in order."""
    design = point.design
    return (
        list(CONFIGURATIONS).index(design.configuration.name),
        list(ALL_TARGETS).index(point.target.name),
        -(design.width or 0),
        design.tasks or 0,
    )


def of(point: Point, made: Synthesized, placed: Mapping[int, Placed]) -> Iterator[Record]:
    """Yield the records of a point; its clock only if it was placed."""
    counts = made.counts
    yield _record(point, AREA, point.target.lut, made.device, [counts["lut"]])
    yield _record(point, AREA, COMB, made.device, [counts["comb"]])
    yield _record(point, AREA, FF, made.device, [counts["ff"]])
    yield _record(point, DISTRIBUTED, BITS, made.device, [counts["distributed"]])
    yield _record(point, BLOCK, BITS, made.device, [counts["block"]])
    if placed:
        clocks = [run.mhz for run in placed.values()]
        names = [device.name for device in point.target.devices]
        largest = max((run.device for run in placed.values()), key=names.index)
        yield _record(point, CLOCK, MHZ, largest, clocks)


def _record(
    point: Point, metric: str, unit: str, device: str | None, figures: Sequence[float]
) -> Record:
    design, target = point.design, point.target
    sizes = {"tasks": design.tasks, "width": design.width}
    parameters: dict[str, Parameter] = {name: size for name, size in sizes.items() if size}
    if target.devices and design.configuration.framed:
        parameters["device"] = device or NO_DEVICE
    source = Source(
        paper=design.configuration.paper,
        suite=SUITE,
        platform=target.name,
        kernel=design.configuration.kernel,
        attachment=design.configuration.attachment,
    )
    return counted(source, design.configuration.name, metric, unit, figures, parameters)


def used() -> dict[str, str]:
    """Return the versions that these records depend on, by name."""
    return {COMMIT: versions.repository(), **{tool: versions.package(tool) for tool in TOOLS}}


def replaced(old: Results) -> Results:
    """Return results with all that is known of the silicon now, and with what else they had."""
    others = [record for record in old.records if record.suite != SUITE]
    return Results({**old.versions, **used()}, [*others, *known()])


def added(new: Results, old: Results) -> Results:
    """Return new results with the records of the silicon that the old ones had."""
    kept = silicon(old.records)
    named = {name: old.versions[name] for name in (COMMIT, *TOOLS) if name in old.versions}
    return Results({**new.versions, **(named if kept else {})}, [*new.records, *kept])


def silicon(records: Iterable[Record]) -> list[Record]:
    """Return those of this suite."""
    return [record for record in records if record.suite == SUITE]
