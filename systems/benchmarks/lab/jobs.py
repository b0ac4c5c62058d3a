# SPDX-License-Identifier: Apache-2.0
"""The suite ``others``: each benchmark whose tree the user gives, on each kernel."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table
from systems.benchmarks.lab import periodic_tasks, rtos_benchmark, rtosbench, thread_metric

from isochron import results, suites
from isochron.building import firmware, platforms
from isochron.suites.measurement import Simulator, run
from isochron.terminal import new_table

SUITE = "others"
TITLE = "Benchmarks of others"
OPTIMISATION = "O2"
TREES = (thread_metric.TREE, rtos_benchmark.TREE, rtosbench.TREE)


@dataclass(frozen=True)
class Job:
    """A program of a benchmark on one kernel; a ``Measurement``."""

    benchmark: str
    test: str
    """Of Thread-Metric and RTOSBench; cycles of a tick of the periodic tasks; rtos-benchmark is one
    program."""
    kernel: str
    platform: str

    @property
    def name(self) -> str:
        """What a person reads."""
        words = " ".join(filter(None, (self.benchmark, self.test)))
        return f"{words} on {self.kernel}, {self.platform}"

    @property
    def simulator(self) -> Simulator:
        """With what the kernel needs of hardware."""
        return Simulator(self.platform, firmware.KERNELS[self.kernel].hardware)

    @property
    def in_heart(self) -> bool:
        """Only what needs no tree, which not everyone has, and no simulator more."""
        hardware = self.simulator.hardware
        return self.benchmark == periodic_tasks.NAME and hardware == platforms.DEFAULT_HARDWARE

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        return SUITE, self.benchmark, self.platform, self.kernel, OPTIMISATION

    @property
    def sources(self) -> tuple[str, ...]:
        """Folders of what its figures depend on."""
        return (*suites.SOURCES, "systems/benchmarks/firmware")

    def work(self) -> list[results.Record]:
        """Build and run it and return its records; raises as ``Measurement`` says."""
        attachment = firmware.KERNELS[self.kernel].attachment(platforms.find(self.platform))
        of = results.Source(
            *(None, SUITE, self.platform, self.kernel, attachment), optimisation=OPTIMISATION
        )
        if self.benchmark == thread_metric.NAME:
            elf = thread_metric.build(self.test, self.kernel, self.platform)
            *_, total = thread_metric.totals(run(elf, self.simulator).output)
            return [results.counted(of, self.benchmark, self.test, "operations", [total], {})]
        if self.benchmark == periodic_tasks.NAME:
            elf = periodic_tasks.build(int(self.test), self.kernel, self.platform)
            return [
                results.counted(of, self.benchmark, f"{name}-{self.test}", unit, [figure], {})
                for name, (figure, unit) in periodic_tasks.figures(
                    run(elf, self.simulator).output
                ).items()
            ]
        if self.benchmark == rtosbench.NAME:
            elf = rtosbench.build(self.test, self.kernel, self.platform)
            cycles = rtosbench.operations(self.test, run(elf, self.simulator).output)
        else:
            elf = rtos_benchmark.build(self.kernel, self.platform)
            cycles = rtos_benchmark.operations(run(elf, self.simulator).output)
        return [
            results.counted(of, self.benchmark, metric(name), "cycles", [took.mean], {})
            for name, took in cycles.items()
        ]


def metric(operation: str) -> str:
    """Return the name that an operation has in results."""
    return "-".join(re.findall(r"[a-z0-9]+", operation.lower()))


def plan(
    selection: Sequence[str] = (),
    names: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[Job]:
    """Return the runs; what is left empty is everything that is there."""
    if selection and SUITE not in selection:
        return []
    given = [tree for tree in TREES if tree.is_given]
    for tree in given:
        tree.folder()
    of_trees = {
        thread_metric.TREE: [(thread_metric.NAME, test) for test in thread_metric.TESTS],
        rtos_benchmark.TREE: [(rtos_benchmark.NAME, "")],
        rtosbench.TREE: [(rtosbench.NAME, test) for test in rtosbench.TESTS],
    }
    programs = [program for tree in given for program in of_trees[tree]]
    programs += [(periodic_tasks.NAME, f"{tick}") for tick in periodic_tasks.TICKS]
    return [
        Job(benchmark, test, kernel, platform)
        for benchmark, test in programs
        for platform in chosen_platforms
        or (rtosbench.PLATFORM if benchmark == rtosbench.NAME else "ibex",)
        for kernel in firmware.KERNELS
        if (kernel in names if names else kernel != suites.SHORT_TICK_KERNEL)
        and firmware.fits(kernel, platforms.find(platform))
        if not optimisations or OPTIMISATION in optimisations
    ]


def tests() -> Table:
    """Return what `isochron list` shows."""
    table = new_table(f"suite {SUITE}: {TITLE}", "benchmark", "variable of its folder", "from")
    for tree in TREES:
        table.add_row(tree.title, tree.environment, tree.url)
    table.add_row(periodic_tasks.TITLE, "none: it is ours", periodic_tasks.URL)
    return table
