# SPDX-License-Identifier: Apache-2.0
"""The paper's criteria, measured: which runs there are, and the records that they give."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.sections import Section
from systems.comparison.lab import confidence, criteria, kernels, operations

from isochron import published, results, suites
from isochron.building import firmware, platforms
from isochron.building.elf import opened
from isochron.building.kinds import TIMED_UART
from isochron.errors import IsochronError
from isochron.suites.measurement import Simulator, run, samples_of

SUITE = "comparison"
PAPER = "comparison"
TITLE = "Real-time kernels on one core"
METRIC = "count"
EXACT = "operations"
"""The test of the operations in exact cycles."""
OPTIMISATIONS = ("O2", firmware.UNOPTIMISED)
MOST_RUNS = 12
"""Of one program, for confidence: the criteria with the widest spread need three."""
WHOSE = {"freertos": "freertos", "ucos2": "ucos2", "xilkernel": "xilkernel"}
"""The paper's kernel that stands beside one of ours."""


@dataclass(frozen=True)
class Job:
    """One program for one kernel; a ``Measurement``."""

    program: str
    kernel: kernels.Kernel
    optimisation: str
    baud: int | None = None
    """The UART's rate; None: it transmits at once."""

    @property
    def name(self) -> str:
        """What a person reads."""
        program = self.program.replace("_", " ")
        rate = f" at {self.baud} baud" if self.baud else ""
        core = "" if self.kernel.platform == kernels.PLATFORM else f", {self.kernel.platform}"
        return f"comparison: {program}{rate} on {self.kernel.name}{core}, -{self.optimisation}"

    @property
    def simulator(self) -> Simulator:
        """With what the kernel needs of hardware, and the UART that the program does."""
        uart = TIMED_UART if self.baud else ""
        return Simulator(self.kernel.platform, self.kernel.hardware + uart)

    @property
    def sources(self) -> tuple[str, ...]:
        """Folders of what its figures depend on."""
        return (*suites.SOURCES, "systems/comparison/firmware")

    @property
    def in_heart(self) -> bool:
        """Whether the main job measures it: criteria that need no simulator or compiler more."""
        return (
            self.program in criteria.PROGRAMS
            and self.optimisation == OPTIMISATIONS[0]
            and self.simulator.hardware == platforms.DEFAULT_HARDWARE
            and self.kernel.base is not None
            and self.kernel.platform == kernels.PLATFORM
        )

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        exact = self.program in operations.PROGRAMS
        test = EXACT if exact else criteria.of_program(self.program, self.baud)[0].name
        return SUITE, test, self.kernel.platform, self.kernel.name, self.optimisation

    @property
    def source(self) -> results.Source:
        """What its records say of where they come from."""
        return results.Source(
            paper=None if self.program in operations.PROGRAMS else PAPER,
            suite=SUITE,
            platform=self.kernel.platform,
            kernel=self.kernel.name,
            attachment=self.kernel.attachment,
            optimisation=self.optimisation,
        )

    def work(self) -> list[results.Record]:
        """Build and run it and return its records; raises as ``Measurement`` says.

        Raises:
            IsochronError: the confidence is not reached.
        """
        program = operations.PROGRAMS.get(self.program)
        if program is not None:
            return _exact(self, program)
        single = self.program == criteria.SINGLE
        defines = {**criteria.HEAP, **(criteria.SMALLEST if single else {})}
        elf = kernels.build(self.kernel, self.program, self.optimisation, defines)
        found = _single(self, elf) if single else _counts(self, elf)
        expected = {criterion.name for criterion in criteria.of_program(self.program, self.baud)}
        if set(found) != expected:
            names = ", ".join(sorted(set(found) ^ expected))
            raise IsochronError(f"the program and the table differ in {names}")
        return [record(self, name, counted) for name, counted in found.items()]


def plan(
    selection: Sequence[str] = (),
    names: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[Job]:
    """Return the runs; what is left empty is everything that is there.

    A program that a kernel cannot run has none, nor has a kernel that is not there. On
    ``kernels.SECOND``, which has to be named, they are those of the criteria, optimised.

    Raises:
        IsochronError: a kernel that is named is not there; with what it lacks.
    """
    if selection and SUITE not in selection:
        return []
    jobs = []
    for kernel, optimisation in _measured(chosen_platforms, optimisations):
        if not names or kernel.name in names:
            if (reason := kernels.unavailable(kernel)) is not None:
                if kernel.name in names:
                    raise IsochronError(f"{kernel.name} cannot be measured: {reason}")
                continue
            jobs += [
                Job(program, kernel, optimisation, baud)
                for program, needs in programs().items()
                if kernel.platform == kernels.PLATFORM or program in criteria.PROGRAMS
                for baud in criteria.bauds(program) or (None,)
                if kernel.why_not(program, needs) is None
            ]
    return jobs


def _measured(
    chosen_platforms: Sequence[str], optimisations: Sequence[str]
) -> Iterator[tuple[kernels.Kernel, str]]:
    """Yield each kernel on each of these platforms, and how it is compiled."""
    for platform in (kernels.PLATFORM, kernels.SECOND):
        main = platform == kernels.PLATFORM
        if platform in chosen_platforms or (main and not chosen_platforms):
            for optimisation in OPTIMISATIONS if main else OPTIMISATIONS[:1]:
                if not optimisations or optimisation in optimisations:
                    for kernel in kernels.on(platform):
                        yield kernel, optimisation


def programs() -> dict[str, Sequence[str]]:
    """Return every program, and the macros that it needs of an adapter."""
    needs = {criterion: criteria.of_program(criterion)[0].needs for criterion in criteria.PROGRAMS}
    return needs | {path: program.needs for path, program in operations.PROGRAMS.items()}


def _exact(job: Job, program: operations.Program) -> list[results.Record]:
    """Measure single operations: what stopwatch and probes agree on."""
    defines = {**criteria.HEAP, **program.defines}
    elf = kernels.build(job.kernel, job.program, job.optimisation, defines, EXACT)
    expected = [
        (EXACT, operation.name)
        for operation in program.operations
        if operation.name not in job.kernel.lacks
    ]
    return results.summarise(job.source, samples_of(run(elf, job.simulator), expected))


def _single(job: Job, elf: Path) -> dict[str, list[int]]:
    cycles = run(elf, job.simulator).cycles
    return {"initialization": [cycles], "memory-footprint": [footprint(elf)]}


def footprint(elf: Path) -> int:
    """Return the bytes of instructions and constants of a program."""
    with opened(elf) as file:
        return sum(section["sh_size"] for section in file.iter_sections() if _constant(section))


def _constant(section: Section) -> bool:
    """Whether a section is loaded and not written."""
    flags = section["sh_flags"] & (SH_FLAGS.SHF_ALLOC | SH_FLAGS.SHF_WRITE)
    return section["sh_type"] == "SHT_PROGBITS" and flags == SH_FLAGS.SHF_ALLOC


def _counts(job: Job, elf: Path) -> dict[str, list[int]]:
    """Run a program with other phases until every mean is known well enough."""
    found: dict[str, list[int]] = {}
    for seed in range(1, MOST_RUNS + 1):
        for name, counted in read(run(elf, job.simulator, seed).output, job.baud):
            found.setdefault(name, []).append(counted)
        if all(map(confidence.reached, found.values())):
            return found
    names = [name for name, samples in found.items() if not confidence.reached(samples)]
    raise IsochronError(f"{', '.join(names)}: no confidence after {MOST_RUNS} runs")


def read(output: str, baud: int | None = None) -> list[tuple[str, int]]:
    """Return criteria and counts that a program printed, with the UART at this rate.

    Raises:
        IsochronError: a malformed line, or none.
    """
    found = []
    for line in output.splitlines():
        if line.startswith("count "):
            try:
                _, metric, operations, load = line.split()
                tasks = int(load.removeprefix("tasks="))
                found.append((criteria.criterion_of(metric, tasks, baud), int(operations)))
            except ValueError as error:
                raise IsochronError(f"malformed line {line!r}") from error
    if not found:
        raise IsochronError(f"the program printed no counts:\n{output}")
    return found


def record(job: Job, name: str, counted: Sequence[int]) -> results.Record:
    """Return the record of one criterion."""
    baud = {"baud": job.baud} if job.baud else {}
    unit, stated = criteria.CRITERIA[name].unit, _published(job, name)
    return results.counted(job.source, name, METRIC, unit, counted, baud, stated)


def row(name: str) -> Mapping[str, Any]:
    """Return the paper's row of Table 9.1 for a criterion; empty if it has none."""
    rows = published.figures()["comparison/table-9.1"].rows
    return next((entry for entry in rows if entry["test"] == criteria.CRITERIA[name].row), {})


def _published(job: Job, name: str) -> dict[str, object] | None:
    stated, whose = row(name), WHOSE.get(job.kernel.name)
    if whose is None or whose not in stated:
        return None
    figure = published.figures()["comparison/table-9.1"]
    unit = stated.get("unit", figure.unit)
    return figure.quoted({unit: stated[whose]})
