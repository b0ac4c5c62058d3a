# SPDX-License-Identifier: Apache-2.0
"""The runs of the suites as jobs."""

from collections.abc import Sequence
from dataclasses import dataclass

from isochron import suites
from isochron.building import firmware, platforms
from isochron.results import Record, Source, summarise
from isochron.suites import contexts
from isochron.suites.measurement import Simulator, run, samples_of

_OPTIMISATIONS = (suites.MAIN_OPTIMISATION, suites.THESIS_OPTIMISATION, firmware.UNOPTIMISED)


@dataclass(frozen=True)
class Job:
    """One run on one platform; a ``Measurement``."""

    run: suites.Run
    platform: str
    optimisation: str

    @property
    def name(self) -> str:
        """What a person reads."""
        variant = f" ({self.run.variant})" if self.run.variant else ""
        return (
            f"{self.run.test.name}{variant} on {self.run.kernel}, "
            f"{self.platform}, -{self.optimisation}"
        )

    @property
    def simulator(self) -> Simulator:
        """Its platform, with what the run needs of a kernel's hardware."""
        return Simulator(self.platform, self.run.hardware)

    @property
    def in_heart(self) -> bool:
        """Whether the main job has it."""
        return self.run.in_heart(self.platform, self.optimisation)

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        names = (self.run.suite.name, self.run.test.name, self.platform, self.run.kernel)
        return (*names, self.optimisation)

    @property
    def sources(self) -> tuple[str, ...]:
        """Folders of what its figures depend on, beside this package."""
        return suites.SOURCES

    @property
    def source(self) -> Source:
        """What its records say of where they come from."""
        kernel = firmware.KERNELS[self.run.kernel]
        in_software = self.run.kernel in suites.IN_SOFTWARE
        return Source(
            paper=self.run.suite.paper,
            suite=self.run.suite.name,
            platform=self.platform,
            kernel=self.run.kernel,
            attachment="none" if in_software else kernel.attachment(platforms.find(self.platform)),
            variant=self.run.variant,
            optimisation=self.optimisation,
        )

    def work(self) -> list[Record]:
        """Build and run it and return its records; raises as ``Measurement`` says."""
        elf = suites.build(self.run, self.platform, self.optimisation)
        test = self.run.test
        expected = {(test.name, metric.name) for metric in test.metrics}
        result = run(elf, self.simulator)
        records = summarise(self.source, samples_of(result, expected))
        return records + contexts.records(self.source, test.name, result.turns)


def plan(
    selection: Sequence[str] = (),
    kernels: Sequence[str] = (),
    chosen_platforms: Sequence[str] = (),
    optimisations: Sequence[str] = (),
) -> list[Job]:
    """Return the runs of some suites or tests; what is left empty is as their tables have it."""
    wanted = set(selection) or set(suites.SUITES)
    runs = [
        run
        for run in suites.runs(kernels=tuple(kernels) or firmware.KERNELS)
        if wanted & {run.suite.name, run.test.name}
    ]
    return [
        Job(run, platform, optimisation)
        for platform in platforms.PLATFORMS
        if not chosen_platforms or platform in chosen_platforms
        for optimisation in optimisations or _OPTIMISATIONS
        for run in runs
        if firmware.fits(run.kernel, platforms.find(platform))
        and (chosen_platforms or platform in run.platforms)
        and (optimisations or _measured_with(run, optimisation, platform))
    ]


def _measured_with(run: suites.Run, optimisation: str, platform: str) -> bool:
    """Whether a run is measured with an optimisation on a platform."""
    if run.kernel in run.test.kernels and optimisation in run.test.further.get(platform, ()):
        return True
    first, *others = run.suite.optimisations
    return optimisation == first or (optimisation in others and platform == suites.MAIN_PLATFORM)
