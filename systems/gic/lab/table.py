# SPDX-License-Identifier: Apache-2.0
"""The suite ``gic``: Table I of the paper, in instructions, and the sizes of the kernels."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile
from systems.gic.lab import boards, build, qemu

from isochron import published, results
from isochron.building.debug_types import name_of
from isochron.building.elf import opened
from isochron.building.symbols import symbols_of
from isochron.errors import IsochronError
from isochron.running import samples
from isochron.suites import measurement

SUITE = "gic"
TITLE = "Tasks scheduled by the Arm GIC"
KERNEL = "gic"
PAPER = "gic"
BOARD = "vexpress-a15"
SOURCES = ("systems/gic/firmware", "systems/gic/qemu")
"""Folders of what is measured."""
PROGRAMS = {
    "local": "systems/gic/firmware/benchmarks/local_calls.c",
    "cross": "systems/gic/firmware/benchmarks/cross_calls.c",
    "sections": "systems/gic/firmware/benchmarks/sections.c",
    "inversion": "systems/gic/firmware/benchmarks/inversion.c",
    "applications": "systems/gic/firmware/benchmarks/applications.c",
}
DEFINES = {"NDEBUG": "1", "configTICK_RATE_HZ": "1"}
"""The first tick is a second of virtual time away: no such program runs that long."""
OPTIONS = {
    "sections": {"configUSE_MUTEXES": "1"},
    # a tick each 100,000 instructions; as many priorities as each kernel can have
    "applications": {
        "configGIC_OBJECTS": "1",
        "configTICK_RATE_HZ": "10000",
        "configMAX_PRIORITIES": "30",
    },
}
"""What FreeRTOSConfig.h has besides, by the program, or otherwise."""

CALLS = {
    "create": "xTaskCreate",
    "delete": "vTaskDelete",
    "suspend": "vTaskSuspend",
    "resume": "vTaskResume",
    "priority-set": "vTaskPrioritySet",
    "raise": "vTaskPrioritySet",
}
"""The programs' tests, and the paper's name of the call."""
SECTIONS = {
    "resource-take": "take",
    "resource-give": "give",
    "global-take": "take one of all cores",
    "global-give": "give one of all cores",
}
"""A resource with a ceiling where the GIC schedules, FreeRTOS's mutex else; the paper has none."""
DEVICES = ("device-none", "device-below")
"""A task's computation without a device, and with the interrupt of one below it; the paper has no
figure."""
APPLICATIONS = ("applications-whole", "applications-alone")
"""Periodic applications, and the same jobs without a kernel; the paper has no figure."""
NOT_PUBLISHED = "raise"
"""The paper has one row for vTaskPrioritySet with dispatch: the one that lowers the caller."""

START, RETURN, STOP, SETTLED = 1, 2, 3, 4
"""Marks, see systems/gic/firmware/common/marks.h."""
SIZES = {"code": (".text", ".rodata"), "data": (".data", ".bss")}


@dataclass(frozen=True)
class Job:
    """One program for one kernel on some cores; a ``Measurement``."""

    place: str
    kernel: str
    cores: int
    optimisation: str

    @property
    def name(self) -> str:
        """What a person reads."""
        return f"{SUITE} {self.place} on {self.kernel}, {self.cores} cores, -{self.optimisation}"

    @property
    def simulator(self) -> None:
        """None of ours: QEMU plays the board."""
        return None

    @property
    def sources(self) -> tuple[str, ...]:
        """Folders of what its figures depend on."""
        return SOURCES

    @property
    def in_heart(self) -> bool:
        """Whether the main job measures it: what stands beside the paper's Table I."""
        return self.optimisation == "O2"

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        return SUITE, next(iter(CALLS)), BOARD, self.kernel, self.optimisation

    def work(self) -> list[results.Record]:
        """Build and run it and return its records; raises what ``build`` and ``qemu`` raise."""
        elf = self.build()
        result = qemu.counted(elf, BOARD, self.cores)
        groups: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        for sample in join(result.output, result.events):
            test, metric = sample.test, sample.metric
            groups[test, metric, "instructions"].append(sample.instructions)
            if test in CALLS:
                groups[accesses_of(test), metric, "accesses"].append(sample.accesses)
        records = [self._record(*what, counts) for what, counts in groups.items()]
        if self.place == "local":
            for name, size in sizes(elf).items():
                records.append(self._record("footprint", name, "bytes", [size]))
        return records

    def build(self) -> Path:
        """Build the program and return its ELF file."""
        program = PROGRAMS[self.place]
        defines = {**DEFINES, **OPTIONS.get(self.place, {})}
        return build.build(program, self.kernel, BOARD, self.cores, self.optimisation, defines)

    def _record(self, test: str, metric: str, unit: str, counts: Sequence[int]) -> results.Record:
        source = results.Source(
            paper=PAPER,
            suite=SUITE,
            platform=BOARD,
            kernel=self.kernel,
            attachment="gic" if boards.KERNELS[self.kernel].scheduled_by_gic else "none",
            optimisation=self.optimisation,
        )
        stated = _published(self.kernel, test, metric)
        return results.counted(source, test, metric, unit, counts, {"cores": self.cores}, stated)


@dataclass(frozen=True)
class Sample:
    """One call: instructions of a part of it, and its loads and stores to the GIC."""

    test: str
    metric: str
    instructions: int
    accesses: int
    parameters: Mapping[str, samples.Parameter]


def plan(*choices: Sequence[str]) -> list[Job]:
    """Return the runs that are left by choices, see ``measurement.chosen``.

    Every kernel is measured on one core, ours on several, too.
    """
    jobs = []
    for optimisation in reversed(build.OPTIMISATIONS):
        for kernel in boards.KERNELS.values():
            many = kernel.scheduled_by_gic and optimisation == "O2"
            for cores in boards.CORES if many else boards.CORES[:1]:
                more = ("cross",) if cores > 1 else ("inversion", "applications")
                places = ("local", "sections", *more)
                jobs += [Job(place, kernel.name, cores, optimisation) for place in places]
    return measurement.chosen(jobs, *choices)


def join(output: str, events: Sequence[qemu.Event]) -> list[Sample]:
    """Return the samples of a run: its n-th line belongs to its n-th start.

    Raises:
        IsochronError: as many lines as starts are not there, or a start without an end.
    """
    lines = [line.split() for line in output.splitlines() if line.startswith(samples.PREFIX)]
    starts = [place for place, event in enumerate(events) if event.mark == START]
    if len(lines) != len(starts) or not lines:
        raise IsochronError(f"{len(lines)} samples printed, {len(starts)} starts seen")
    ends = [*starts[1:], len(events)]
    found = []
    for words, start, end in zip(lines, starts, ends, strict=True):
        _, test, place, dispatch, *pairs = words
        parameters = dict(pair.split("=") for pair in pairs)
        numbers = {name: int(value) for name, value in parameters.items()}
        parts = _parts(place, dispatch, events[start:end])
        found += [Sample(test, metric, *counts, numbers) for metric, counts in parts.items()]
    return found


_Counts = tuple[int, int]
"""Instructions, and accesses to the GIC."""


def _parts(place: str, dispatch: str, events: Sequence[qemu.Event]) -> dict[str, _Counts]:
    start, *later = events
    if place == "local":
        last = _first(later, STOP if dispatch == "with" else RETURN, start.core)
        return {f"{place}-{dispatch}": _between(start, last)}
    back = _first(later, RETURN, start.core)
    caller = _between(start, back)
    name = f"{place}-{dispatch}"
    settled = later.index(_first(later, SETTLED, start.core))
    elsewhere = [event for event in later[:settled] if event.core != start.core]
    if dispatch == "without":
        if elsewhere:
            raise IsochronError("a call that dispatches nothing has interrupted another core")
        return {f"{name}-caller": caller}
    stop = next((i for i, event in enumerate(elsewhere) if event.mark == STOP), None)
    if stop is None or elsewhere[0].mark is not None:
        raise IsochronError("a call between cores has no interrupt, or dispatched nothing")
    target = _between(elsewhere[0], elsewhere[stop], own=0)
    both = caller[0] + target[0], caller[1] + target[1]
    return {f"{name}-caller": caller, f"{name}-target": target, f"{name}-sum": both}


def _first(events: Iterable[qemu.Event], mark: int, core: int) -> qemu.Event:
    for event in events:
        if event.mark == mark and event.core == core:
            return event
    raise IsochronError(f"a start on core {core} has no mark {mark} behind it")


def _between(first: qemu.Event, last: qemu.Event, own: int = 1) -> _Counts:
    """Counts between two events; ``own`` instructions are the first one's, as of a mark."""
    return last.instructions - first.instructions - own, last.accesses - first.accesses


def accesses_of(test: str) -> str:
    """Return the test of the records of a call's accesses to the GIC."""
    return f"{test}-accesses"


def row(test: str, metric: str) -> Mapping[str, Any] | None:
    """Return the paper's row for a metric, None if it has none."""
    place, _, rest = metric.partition("-")
    dispatch = rest.partition("-")[0]
    wanted = ("ic" if place == "local" else "cc", "w" if dispatch == "with" else "wo")
    if test not in CALLS or test == NOT_PUBLISHED:
        return None
    for found in published.figures()["gic/table-I"].rows:
        if (found["call"], found["where"], found["dispatch"]) == (CALLS[test], *wanted):
            return found
    return None


def _published(kernel: str, test: str, metric: str) -> dict[str, object] | None:
    # the paper has one figure for a call: all that it takes, on both cores
    found = None if metric.endswith(("with-caller", "with-target")) else row(test, metric)
    if found is None or kernel not in found:
        return None
    figure = published.figures()["gic/table-I"]
    mean, stddev = found[kernel]
    return figure.quoted({"mean": mean, "stddev": stddev})


def sizes(elf: Path) -> dict[str, int]:
    """Return the bytes of a kernel's code and data in a program that makes all these calls."""
    with opened(elf) as table:
        return dict(_kernel_sizes(table))


KERNEL_FILES = {
    "affinity.c", "creation.c", "delays.c", "resources.c", "routines.c", "scheduler.c",
    "service.c", "states.c", "tick.c", "dispatch.S",
    "tasks.c", "list.c", "port.c", "portASM.S", "queue.c",
}  # fmt: skip
"""The kernels' source files, whose functions and data count."""


def _kernel_sizes(table: ELFFile) -> Iterator[tuple[str, int]]:
    """Sum the symbols of the kernels' files; the heap is the application's."""
    section_names = [section.name for section in table.iter_sections()]
    local = ""
    totals = dict.fromkeys(SIZES, 0)
    own_units = _globals_by_unit(table)
    for symbol in symbols_of(table):
        if symbol["st_info"]["type"] == "STT_FILE":
            local = symbol.name.rpartition("/")[2]
            continue
        index = symbol["st_shndx"]
        if not isinstance(index, int) or not symbol["st_size"]:
            continue
        bound_local = symbol["st_info"]["bind"] == "STB_LOCAL"
        unit = local if bound_local else own_units.get(symbol.name, "")
        if unit in KERNEL_FILES:
            for kind, sections in SIZES.items():
                if section_names[index] in sections:
                    totals[kind] += symbol["st_size"]
    yield from totals.items()


def _globals_by_unit(table: ELFFile) -> dict[str, str]:
    """Return the source file of each function and variable, from the debug information."""
    found: dict[str, str] = {}
    for unit in table.get_dwarf_info().iter_CUs():
        top = unit.get_top_DIE()
        name = (name_of(top) or "").rpartition("/")[2]
        for entry in top.iter_children():
            named = name_of(entry)
            defined = "DW_AT_low_pc" in entry.attributes or "DW_AT_location" in entry.attributes
            if named is not None and defined:
                found[named] = name
    return found
