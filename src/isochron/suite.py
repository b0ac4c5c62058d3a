# SPDX-License-Identifier: Apache-2.0
"""What the tables of suites are made of, and what several of them share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from isochron import rtl
from isochron.building import firmware, platforms
from isochron.paths import ROOT

MAIN_PLATFORM, MAIN_OPTIMISATION, THESIS_OPTIMISATION = "ibex", "O2", "O3"

STOCK = ("freertos", "freertos-optimised")
SHORT_TICK_KERNEL = "freertos-short-tick"
"""Is measured where ticks are; in calls it is as `freertos-optimised`."""
IN_SOFTWARE = (*STOCK, SHORT_TICK_KERNEL)
EVERY = (*STOCK, "isochron")
WITH_SYSTEMS = (*EVERY, *firmware.OF_SYSTEMS)

# The key of a sweep over the lengths of a message; others are said by their own names.
MESSAGE_LENGTH = "bytes"
TASKS = "tasks"
LOAD = "load"
PERIOD = "period_ms"
HARDWARE_KERNEL = ("isochron",)
OTHERS_ATTACHED = {"isochron-contexts": "ibex", "isochron-cfu": "vexriscv"}
"""The hardware kernel on other attachments, and the platform on which it is measured."""
BESIDE = (*OTHERS_ATTACHED, *firmware.OF_SYSTEMS)
"""Kernels beside those of a test, in suites that have them."""
PLATFORMS_OF_SYSTEMS = ("ibex", "vexriscv")
"""Where the kernel of a system is measured: one platform for each core, as it needs a simulator."""

NO_TICK = {"configTICK_RATE_HZ": "1"}
"""The first tick is one second, 50 million cycles, away: no such program runs that long."""
SHORT_TICK = {"configTICK_RATE_HZ": "10000"}
"""5,000 cycles to the tick: long enough for what happens within one, short to simulate."""
TICKS = {"configTICK_RATE_HZ": "2500"}
"""20,000 cycles to the tick: what dozens of tasks do at one is done before the next."""
MUTEXES = {"configUSE_MUTEXES": "1"}

BENCH = ROOT / "firmware/laboratory/benchmarks/common"
"""What the programs of all suites share."""
SOURCES = (
    *(f"firmware/{part}" for part in ("attachments", "board", "kernel", "runtime")),
    *(f"firmware/laboratory/{part}" for part in ("benchmarks",)),
    *("hardware/rtl", "hardware/soc", "simulator"),
    *(
        str(folder.relative_to(ROOT))
        for core in rtl.of_systems()
        for folder in map(core.path.with_name, ("firmware", "rtl", "simulator", "soc"))
        if folder.is_dir()
    ),
    *(
        str(path.relative_to(ROOT))
        for name in ("platforms.toml", "lab/kernel_files.py")
        for path in sorted(ROOT.glob(f"systems/*/{name}"))
    ),
)
"""Folders and files of what is simulated on the SoC and measured: all that a figure depends on,
beside the Python code and what is not ours."""


@dataclass(frozen=True)
class Metric:
    """One figure that a test measures, in cycles.

    Attributes:
        name: as in results.json; its labels have ``_`` for ``-`` (``probe_start_wait_block``).
        summary: what is measured, from where to where.
        parameter: the key of the sweep in the sample lines, None when there is only repetition.
        stolen: the sample is what a loop of known length took longer. Its line ends with
            ``baseline=<cycles>``, the loop's own share: the probe's window is the sum of both.
    """

    name: str
    summary: str
    parameter: str | None = None
    stolen: bool = False

    @property
    def label(self) -> str:
        """The metric's name in the labels of a program."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Variant:
    """A test built in another way, measured beside the others."""

    name: str
    summary: str
    kernels: tuple[str, ...] = EVERY
    defines: Mapping[str, str] = field(default_factory=dict)
    label: str = ""
    """In the report, for a system's; the report has names for the others."""
    coloured: bool = False
    """Whether it has a colour of its own there."""


@dataclass(frozen=True)
class Test:
    """A program and what it measures.

    Attributes:
        variants: ways to build it; empty when there is one only.
        kernels: those that have what is measured.
        tasks: for how many the hardware is built, idle included; None: as it is elsewhere.
        parts: what belongs to the program beside its C file and the common ones.
        hardware: what the simulated SoC must have, None for what the kernel needs.
        further: by platform, optimisations beside those of the suite, on the test's own kernels.
    """

    __test__ = False  # not pytest's

    name: str
    title: str
    summary: str
    program: str
    metrics: tuple[Metric, ...]
    defines: Mapping[str, str] = field(default_factory=lambda: NO_TICK)
    variants: tuple[Variant, ...] = ()
    kernels: tuple[str, ...] = EVERY
    tasks: int | None = None
    parts: firmware.Parts | None = None
    hardware: str | None = None
    further: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Heart:
    """What the main job measures of a suite, with the first of its optimisations.

    Attributes:
        kernels: on these.
        platforms: of its platforms these.
        tests: of its tests these; empty for all.
    """

    kernels: tuple[str, ...]
    platforms: tuple[str, ...] = ("ibex",)
    tests: tuple[str, ...] = ()


@dataclass(frozen=True)
class Suite:
    """Tests that belong together, and the paper they come from (None: our own).

    Attributes:
        platforms: where it is measured.
        optimisations: with which it is on the main platform; elsewhere with the first.
        heart: what the main job measures of it; None for nothing.
        beside: whether it is measured on the kernels ``BESIDE``, too; on other attachments with
            the first optimisation.
    """

    name: str
    title: str
    paper: str | None
    tests: tuple[Test, ...]
    platforms: tuple[str, ...] = ("ibex",)
    optimisations: tuple[str, ...] = ("O2",)
    heart: Heart | None = None
    beside: bool = False

    @property
    def metrics(self) -> list[tuple[Test, Metric]]:
        """Every metric, with its test."""
        return [(test, metric) for test in self.tests for metric in test.metrics]


@dataclass(frozen=True)
class Run:
    """One program to build for one kernel, and to run once."""

    suite: Suite
    test: Test
    kernel: str
    variant: str | None
    defines: Mapping[str, str]

    @property
    def platforms(self) -> tuple[str, ...]:
        """Where it is measured."""
        only = {
            **{kernel: (platform,) for kernel, platform in OTHERS_ATTACHED.items()},
            **dict.fromkeys(firmware.OF_SYSTEMS, PLATFORMS_OF_SYSTEMS),
            SHORT_TICK_KERNEL: (MAIN_PLATFORM,),
        }.get(self.kernel, self.suite.platforms)
        return tuple(platform for platform in self.suite.platforms if platform in only)

    def in_heart(self, platform: str, optimisation: str) -> bool:
        """Return whether the main job measures it there."""
        heart = self.suite.heart
        return (
            heart is not None
            and optimisation == self.suite.optimisations[0]
            and platform in heart.platforms
            and self.kernel in heart.kernels
            and (not heart.tests or self.test.name in heart.tests)
        )

    @property
    def hardware(self) -> str:
        """What the simulated SoC must have of a kernel, see ``platforms``."""
        if self.test.hardware is not None:
            return self.test.hardware
        if self.kernel in IN_SOFTWARE:
            return platforms.DEFAULT_HARDWARE
        hardware = firmware.KERNELS[self.kernel].hardware
        return hardware if self.test.tasks is None else f"{hardware}-{self.test.tasks}"


LINE_VARIANTS = (
    Variant("isr", "an interrupt service routine notifies the task", (*EVERY, *BESIDE)),
    Variant(
        "line",
        "the interrupt line notifies the task, no interrupt service routine",
        (*HARDWARE_KERNEL, *OTHERS_ATTACHED),
        {"BENCH_NO_ISR": "1"},
    ),
)
