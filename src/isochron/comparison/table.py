# SPDX-License-Identifier: Apache-2.0
"""The paper's criteria, measured: which runs there are, and the records that they give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section

from isochron import published, results
from isochron.building import firmware, platforms
from isochron.comparison import confidence, criteria, kernels, operations
from isochron.errors import IsochronError
from isochron.running import samples, simulator

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


class ComparisonFailed(IsochronError):
    """A program of the comparison did not give its figures; the message says which and why."""


@dataclass(frozen=True)
class Job:
    """One program for one kernel."""

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
        return f"comparison: {program}{rate} on {self.kernel.name}, -{self.optimisation}"

    @property
    def simulator(self) -> tuple[str, str]:
        """Platform and kernel hardware that it is simulated on."""
        return kernels.PLATFORM, self.hardware

    @property
    def in_heart(self) -> bool:
        """Whether the main job measures it: criteria that need no simulator or compiler more."""
        return (
            self.program in criteria.PROGRAMS
            and self.optimisation == OPTIMISATIONS[0]
            and self.hardware == platforms.DEFAULT_HARDWARE
            and self.kernel.base is not None
        )

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        exact = self.program in operations.PROGRAMS
        test = EXACT if exact else criteria.of_program(self.program, self.baud)[0].name
        return SUITE, test, kernels.PLATFORM, self.kernel.name, self.optimisation

    @property
    def hardware(self) -> str:
        """What the simulated SoC must have of a kernel, and which UART."""
        return self.kernel.hardware + (platforms.TIMED_UART if self.baud else "")


def plan(names: Sequence[str] = (), optimisations: Sequence[str] = ()) -> list[Job]:
    """Return the runs; what is left empty is everything that is there.

    A program that a kernel cannot run has none, nor has a kernel that is not there.

    Raises:
        ComparisonFailed: a kernel that is named is not there; with what it lacks.
    """
    jobs = []
    for optimisation in optimisations or OPTIMISATIONS:
        for kernel in kernels.KERNELS.values():
            if optimisation not in OPTIMISATIONS or (names and kernel.name not in names):
                continue
            if (reason := kernels.unavailable(kernel)) is not None:
                if kernel.name in names:
                    raise ComparisonFailed(f"{kernel.name} cannot be measured: {reason}")
                continue
            jobs += [
                Job(program, kernel, optimisation, baud)
                for program, needs in programs().items()
                for baud in criteria.bauds(program) or (None,)
                if kernel.why_not(program, needs) is None
            ]
    return jobs


def programs() -> dict[str, tuple[str, ...]]:
    """Return every program, and the macros that it needs of an adapter."""
    needs = {one: criteria.of_program(one)[0].needs for one in criteria.PROGRAMS}
    return needs | {path: program.needs for path, program in operations.PROGRAMS.items()}


def measure(job: Job) -> list[results.Record]:
    """Build and run a program and return its records.

    Raises:
        ComparisonFailed: it does not build or end well, or the confidence is not reached.
    """
    if job.program in operations.PROGRAMS:
        return _exact(job)
    try:
        single = job.program == criteria.SINGLE
        defines = {**criteria.HEAP, **(criteria.SMALLEST if single else {})}
        elf = kernels.build(job.kernel, job.program, job.optimisation, defines)
        found = _single(job, elf) if single else _counts(job, elf)
    except IsochronError as error:
        raise ComparisonFailed(f"{job.name}: {error}") from error
    expected = {one.name for one in criteria.of_program(job.program, job.baud)}
    if set(found) != expected:
        names = ", ".join(sorted(set(found) ^ expected))
        raise ComparisonFailed(f"{job.name}: the program and the table differ in {names}")
    return [record(job, name, counted) for name, counted in found.items()]


def _exact(job: Job) -> list[results.Record]:
    """Measure single operations: what stopwatch and probes agree on."""
    program = operations.PROGRAMS[job.program]
    try:
        defines = {**criteria.HEAP, **program.defines}
        elf = kernels.build(job.kernel, job.program, job.optimisation, defines, EXACT)
        run = simulator.kept(elf, kernels.PLATFORM, hardware=job.hardware)
        if run.exit_code != 0:
            raise ComparisonFailed(f"exit code {run.exit_code}; it printed:\n{run.output}")
        joined = samples.join(samples.read(run.output), run.windows)
    except IsochronError as error:
        raise ComparisonFailed(f"{job.name}: {error}") from error
    expected = {one.name for one in program.operations if one.name not in job.kernel.lacks}
    if expected != {sample.metric for sample in joined}:
        raise ComparisonFailed(f"{job.name}: it does not measure {', '.join(sorted(expected))}")
    source = results.Source(
        paper=None,
        suite=SUITE,
        platform=kernels.PLATFORM,
        kernel=job.kernel.name,
        attachment=job.kernel.attachment,
        variant=None,
        optimisation=job.optimisation,
    )
    return results.summarise(source, joined)


def _single(job: Job, elf: Path) -> dict[str, list[int]]:
    run = simulator.kept(elf, kernels.PLATFORM, hardware=job.hardware)
    return {"initialization": [run.cycles], "memory-footprint": [footprint(elf)]}


def footprint(elf: Path) -> int:
    """Return the bytes of instructions and constants of a program."""
    with elf.open("rb") as stream:
        return sum(one["sh_size"] for one in ELFFile(stream).iter_sections() if _constant(one))


def _constant(section: Section) -> bool:
    """Whether a section is loaded and not written."""
    flags = section["sh_flags"] & (SH_FLAGS.SHF_ALLOC | SH_FLAGS.SHF_WRITE)
    return section["sh_type"] == "SHT_PROGBITS" and flags == SH_FLAGS.SHF_ALLOC


def _counts(job: Job, elf: Path) -> dict[str, list[int]]:
    """Run a program with other phases until every mean is known well enough."""
    found: dict[str, list[int]] = {}
    for seed in range(1, MOST_RUNS + 1):
        run = simulator.kept(elf, kernels.PLATFORM, hardware=job.hardware, seed=seed)
        if run.exit_code != 0:
            raise ComparisonFailed(f"exit code {run.exit_code}; it printed:\n{run.output}")
        for name, counted in read(run.output, job.baud):
            found.setdefault(name, []).append(counted)
        if all(map(confidence.reached, found.values())):
            return found
    names = [name for name, samples in found.items() if not confidence.reached(samples)]
    raise ComparisonFailed(f"{', '.join(names)}: no confidence after {MOST_RUNS} runs")


def read(output: str, baud: int | None = None) -> list[tuple[str, int]]:
    """Return criteria and counts that a program printed, with the UART at this rate.

    Raises:
        ComparisonFailed: a malformed line, or none.
    """
    found = []
    for line in output.splitlines():
        if line.startswith("count "):
            try:
                _, metric, operations, load = line.split()
                tasks = int(load.removeprefix("tasks="))
                found.append((criteria.criterion_of(metric, tasks, baud), int(operations)))
            except ValueError as error:
                raise ComparisonFailed(f"malformed line {line!r}") from error
    if not found:
        raise ComparisonFailed(f"the program printed no counts:\n{output}")
    return found


def record(job: Job, name: str, counted: Sequence[int]) -> results.Record:
    """Return the record of one criterion."""
    return results.Record(
        paper=PAPER,
        suite=SUITE,
        test=name,
        metric=METRIC,
        unit=criteria.CRITERIA[name].unit,
        platform=kernels.PLATFORM,
        kernel=job.kernel.name,
        attachment=job.kernel.attachment,
        variant=None,
        parameters={
            **({"baud": job.baud} if job.baud else {}),
            "optimisation": job.optimisation,
        },
        **results.statistics_of(counted),
        interrupts_off_max=None,
        interrupts_off_total=None,
        published=_published(job, name),
    )


def row(name: str) -> Mapping[str, Any]:
    """Return the paper's row of Table 9.1 for a criterion; empty if it has none."""
    rows = published.figures()["comparison/table-9.1"].rows
    return next((one for one in rows if one["test"] == criteria.CRITERIA[name].row), {})


def _published(job: Job, name: str) -> dict[str, object] | None:
    stated, whose = row(name), WHOSE.get(job.kernel.name)
    if whose is None or whose not in stated:
        return None
    figure = published.figures()["comparison/table-9.1"]
    unit = stated.get("unit", figure.unit)
    return {"paper": figure.file, "where": figure.where, "values": {unit: stated[whose]}}
