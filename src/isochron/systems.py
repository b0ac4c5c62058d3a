# SPDX-License-Identifier: Apache-2.0
"""The systems beside the hardware kernel, and what each of them gives to the laboratory.

``MODULES`` is the only place that names one. Its commands are in ``lab/commands.py``, which the
command line finds. A system that is one folder of ``systems`` is gone
from the laboratory when its folder and its line here are; one that others need goes with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from isochron.errors import IsochronError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from isochron.debugging.link import Link
    from isochron.debugging.target import Target
    from isochron.jobs.workers import Workers
    from isochron.report.kinds import Claim
    from isochron.results import Record, Results
    from isochron.suite import Suite as SimulatedSuite
    from isochron.suites.measurement import Measurement
    from isochron.tracing.recorder import Follow

MODULES = {
    "bare": "systems.bare.lab.system",
    "benchmarks": "systems.benchmarks.lab.system",
    "comparison": "systems.comparison.lab.system",
    "energy": "systems.energy.lab.system",
    "gic": "systems.gic.lab.system",
    "hybrid": "systems.hybrid.lab.system",
    "linux": "systems.linux.lab.system",
    "smp": "systems.smp.lab.system",
    "time_manager": "systems.time_manager.lab.system",
}
"""By the name of a system, the module whose ``SYSTEM`` tells what it gives."""


@dataclass(frozen=True)
class Tool:
    """A tool that a system needs, and the laboratory does not."""

    name: str
    """In the versions of results."""
    title: str
    purpose: str
    version: Callable[[], str]
    """Raises IsochronError if it is not there."""
    identity: Callable[[], str]
    """What results depend on: the version, or a digest of more; raises as ``version``."""
    optional: bool = False
    """Whether the rest can be measured without it."""


@dataclass(frozen=True)
class Soak:
    """Random calls for hours."""

    at_a_time: int
    """Runs on one machine."""
    runs: Callable[[int, int, Workers], Iterator[int]]
    """Yields each run's calls without end: of a seed, from the run of a number on."""


@dataclass(frozen=True)
class Suite:
    """What `isochron bench` measures by means that only the system has."""

    name: str
    plan: Callable[..., Sequence[Measurement]]
    """Takes what ``bench.plan`` takes."""
    tests: Callable[[], Table]
    """What `isochron list` shows."""


@dataclass(frozen=True)
class CoresEnding:
    """How a run on several cores has ended."""

    exit_code: int
    cycles: int
    said: str
    """By the simulator, if the program has not ended by itself; else empty."""


CoresRecord = Callable[["Path", "Follow"], AbstractContextManager["Path | None"]]
"""Takes a program, and who follows its records; gives the file for these, if any."""


@dataclass(frozen=True)
class SeveralCores:
    """A SoC with several cores, for programs of `isochron run --cores`."""

    kernels: Sequence[str]
    numbers: Sequence[int]
    build: Callable[..., Path]
    """Takes a C file, the number of cores, symbols, other C files, and a kernel."""
    run: Callable[..., CoresEnding]
    """Takes a program, the number of cores, the most cycles, who gets the lines, a
    ``CoresRecord``, and a debugger as the laboratory's simulator does."""
    target: Callable[[Path, Link], Target]
    """Makes threads of a program that is stopped."""
    on_boards: Sequence[int]
    """Of the numbers those for which an FPGA's RAM has ports."""
    board: Callable[[], Sequence[Path]]
    """Returns the files of the SoC with its ``board_top``, without what every board has."""
    board_program: Callable[[int, Mapping[str, str]], Path]
    """Builds, for so many cores and with symbols, that by which a board's netlist is checked."""
    refuse_others: Callable[[Path, int], None]
    """Raises IsochronError for a program that is not for so many cores, or one."""


@dataclass(frozen=True)
class Machine:
    """An emulated machine, for programs of `isochron run --platform`."""

    platforms: Sequence[str]
    kernels: Sequence[str]
    """Those that C files are built with; the first one if none is named."""
    run: Callable[..., tuple[int, str]]
    """Takes C files, or one ELF file, then a kernel, a platform, the number of cores, symbols, the
    place where a GDB connects, or None, and who gets lines of output and of what the emulator or a
    compiler says. Returns the exit status, and how the run has ended."""


@dataclass(frozen=True)
class ResultsFile:
    """A results file beside results.json, which a command of the system writes."""

    name: str
    command: str
    kernels: Sequence[str]
    platform: str
    variants: Sequence[str]
    tests: Sequence[str] = ()
    """Of these kernels it has only these tests; none: what no other file has of them."""


@dataclass(frozen=True)
class System:
    """What a system gives to the laboratory."""

    name: str
    title: str
    needs: Sequence[str] = ()
    """Other systems that it is made of: without these it is not there, either."""
    suite: Suite | None = None
    simulated: Sequence[SimulatedSuite] = ()
    """Its suites on the laboratory's simulators, those of its module ``suite``."""
    kernels: Mapping[str, str] = field(default_factory=dict)
    """What each kernel of the suite is, by the names that are not the laboratory's."""
    platforms: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What each platform of the suite is, and its instruction set."""
    tools: Sequence[Tool] = ()
    label: str = ""
    """Of its section in the report's menu; none: it has no section."""
    shown: Callable[[Results, Sequence[Record]], Any] = lambda *_: None
    """What the section's template, ``report.html.j2`` of its part of the laboratory, shows of its
    results and the records of silicon; nothing if nothing was measured."""
    claims: Callable[[Sequence[Record]], list[Claim]] = lambda _: []
    """What its paper claims, with what was found."""
    soak: Soak | None = None
    cores: SeveralCores | None = None
    machine: Machine | None = None
    files: Sequence[ResultsFile] = ()
    inputs: Callable[[], Mapping[str, str]] = dict
    """What else its results depend on, by name."""
    bases: Mapping[str, str] = field(default_factory=dict)
    """By a kernel's name, that of the laboratory's kernel whose SoC it needs."""
    recorded: Mapping[str, Callable[[], Results]] = field(default_factory=dict)
    """By the name of a kernel or suite that not everyone can measure, or of a platform that no
    whole run measures, the results recorded of it."""
    record: Callable[[], Sequence[Path]] | None = None
    """Measures and records these, and returns their files."""
    pages: Callable[[], Mapping[Path, str]] = dict
    """Pages with what it has recorded, as they must be."""

    @property
    def anchor(self) -> str:
        """Its name in the addresses of the report: that of its first suite, if it has one."""
        of = self.suite or next(iter(self.simulated), None)
        return of.name if of else self.name


def modules(name: str) -> Iterator[ModuleType]:
    """Yield the module of this name of each system that has one, for what ``SYSTEM`` rests on."""
    for module in MODULES.values():
        sibling = f"{module.rpartition('.')[0]}.{name}"
        if find_spec(sibling):
            yield import_module(sibling)


@cache
def systems() -> tuple[System, ...]:
    """Return every system.

    Raises:
        IsochronError: one needs another that is not there.
    """
    every: tuple[System, ...] = tuple(import_module(path).SYSTEM for path in MODULES.values())
    for system in every:
        if missing := [name for name in system.needs if name not in MODULES]:
            raise IsochronError(
                f"the system {system.name} needs {', '.join(missing)}, which MODULES of "
                f"src/isochron/systems.py does not have: take out {system.name}, too, its folder "
                "and its line there"
            )
    return every


def suites() -> Mapping[str, tuple[System, Suite]]:
    """Return the suites of all systems by their names, each with its system."""
    return {system.suite.name: (system, system.suite) for system in systems() if system.suite}


def several_cores() -> SeveralCores:
    """Return the SoC with several cores.

    Raises:
        IsochronError: no system has one.
    """
    for system in systems():
        if system.cores:
            return system.cores
    raise IsochronError("--cores: no system of this checkout has a SoC of several cores")


def machines() -> Iterator[Machine]:
    """Yield the emulated machines of all systems."""
    for system in systems():
        if system.machine:
            yield system.machine


def results_files() -> list[ResultsFile]:
    """Return the results files of all systems."""
    return [file for system in systems() for file in system.files]


def tools() -> Iterator[Tool]:
    """Yield the tools of all systems."""
    for system in systems():
        yield from system.tools
