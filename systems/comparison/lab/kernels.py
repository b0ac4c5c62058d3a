# SPDX-License-Identifier: Apache-2.0
"""The kernels that are compared, and how a program of the comparison is built for each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from systems.comparison.lab import adapters, genuine, rtic, threadx, ucos2
from systems.comparison.lab.criteria import CLOCK, FOLDER

from isochron.building import firmware, freertos, platforms
from isochron.building.kinds import Platform
from isochron.paths import ROOT

BENCH = ROOT / "firmware/laboratory/benchmarks/common"
LAYERS = FOLDER / "layers"
PLATFORM = "ibex"
"""Where all is measured."""
SECOND = "vexriscv-external"
"""Where the criteria are measured once more, of the kernels that fit it: a core with caches, and
RAM as outside of the chip."""
LAYER_DEFINES = {
    "configUSE_MUTEXES": "1",
    "configUSE_RECURSIVE_MUTEXES": "1",
    "INCLUDE_xSemaphoreGetMutexHolder": "1",
}
"""Options of FreeRTOS that the layers need."""
WITHOUT_HARDWARE = "freertos"
"""Whose SoC those have that are on none of the kernels of ``firmware``."""


@dataclass(frozen=True)
class Kernel:
    """A kernel of the comparison.

    Attributes:
        name: as in results.json.
        title: for people; a layer is called one.
        adapter: a folder of systems/comparison/firmware/adapters; None: it has its own programs.
        base: the kernel of ``firmware`` that it is, or that a layer is on; None: its own build.
        instead: what a layer is on where ``base`` cannot be attached.
        platform: the core that it is on.
        layer: folder of ``LAYERS`` with its C files.
        source: its own, if the user provides it.
        defines: further preprocessor symbols.
        lacks: programs and operations that it has not, and why, where no adapter says so.
    """

    name: str
    title: str
    adapter: str | None = "freertos"
    base: str | None = None
    instead: str | None = None
    platform: str = PLATFORM
    layer: str | None = None
    source: genuine.Source | None = None
    defines: Mapping[str, str] = field(default_factory=dict)
    lacks: Mapping[str, str] = field(default_factory=dict)

    def why_not(self, program: str, needs: Iterable[str]) -> str | None:
        """Return why a program that needs these macros cannot be run, None if it can."""
        if self.adapter is None:
            return self.lacks.get(program)
        return adapters.read(self.adapter).why_not(needs)

    def why_for_information(self, needs: Iterable[str]) -> str | None:
        """Return why figures of what needs these macros are not compared, None if they are."""
        if self.adapter is None:
            return None
        return adapters.read(self.adapter).why_for_information(needs)

    @property
    def hardware(self) -> str:
        """What the simulated SoC must have, see ``platforms``."""
        return firmware.KERNELS[self.base].hardware if self.base else platforms.DEFAULT_HARDWARE

    @property
    def attachment(self) -> str:
        """How its hardware is attached to the core; ``none`` without any."""
        if self.base in (None, "freertos", "freertos-optimised"):
            return "none"
        return firmware.KERNELS[self.base].attachment(platforms.find(self.platform))


KERNELS: Mapping[str, Kernel] = {
    kernel.name: kernel
    for kernel in (
        Kernel("freertos", "FreeRTOS", base="freertos"),
        Kernel("freertos-optimised", "FreeRTOS optimised", base="freertos-optimised"),
        Kernel("isochron", "Isochron", base="isochron"),
        Kernel("isochron-contexts", "Isochron, contexts", base="isochron-contexts"),
        *(Kernel(name, firmware.KERNELS[name].label, base=name) for name in firmware.OF_SYSTEMS),
        Kernel("ucos2", "uC/OS-II", adapter="ucos2", source=ucos2.SOURCE),
        Kernel("threadx", "ThreadX", adapter="threadx", source=threadx.SOURCE),
        Kernel(
            "ucos2-layer",
            "layer of uC/OS-II's API on Isochron, contexts",
            adapter="ucos2",
            base="isochron-contexts",
            instead="isochron",
            layer="ucos2",
            defines=LAYER_DEFINES,
        ),
        Kernel(
            "xilkernel-layer",
            "layer of Xilkernel's API on Isochron, contexts",
            adapter="xilkernel",
            base="isochron-contexts",
            instead="isochron",
            layer="xilkernel",
            defines={**LAYER_DEFINES, "MSGQ_CAPACITY": "6000"},
        ),
        Kernel(rtic.NAME, "RTIC", adapter=None, lacks=rtic.LACKS),
    )
}


_OF_VEXRISCV = Kernel("isochron-cfu", "Isochron, custom instructions", base="isochron-cfu")


def on(platform: str) -> list[Kernel]:
    """Return the kernels that are measured on a platform."""
    if platform == PLATFORM:
        return list(KERNELS.values())
    target = platforms.find(platform)
    return [
        replace(kernel, platform=platform, base=base, title=_title(kernel, base))
        for kernel in (*KERNELS.values(), _OF_VEXRISCV)
        for base in _attached(kernel, target)
    ]


def _title(kernel: Kernel, base: str) -> str:
    """Return a kernel's title; a layer's says what it is on."""
    return kernel.title.replace(", contexts", "") if base == kernel.instead else kernel.title


def _attached(kernel: Kernel, platform: Platform) -> list[str]:
    """Return the first of a kernel's bases that fits a platform, or none."""
    bases = [base for base in (kernel.base, kernel.instead) if base is not None]
    return [base for base in bases if firmware.fits(base, platform)][:1]


GENUINE: Mapping[str, genuine.Source] = {
    kernel.name: kernel.source for kernel in KERNELS.values() if kernel.source is not None
}
"""By the name of a kernel whose source the user provides, that."""


def unavailable(kernel: Kernel) -> str | None:
    """Return what a kernel's build lacks on this machine; None if all is there."""
    if kernel.adapter is None:
        return rtic.missing()
    if kernel.source and not kernel.source.is_given:
        return f"its source is the user's to give ({kernel.source.environment})"
    return None


def build(
    kernel: Kernel,
    program: str,
    optimisation: str,
    defines: Mapping[str, str],
    test: str = "comparison",
) -> Path:
    """Build a program of systems/comparison/firmware for a kernel and return its ELF file.

    Args:
        program: its C file in that folder, without ``.c``.
        optimisation: one of ``firmware.OPTIMISATIONS``, or ``firmware.UNOPTIMISED``.
        defines: preprocessor symbols beside the kernel's.
        test: what its sample lines are called.
    """
    if kernel.adapter is None:
        return rtic.build(program, optimisation)
    symbols = {"NDEBUG": "1", "BENCH_TEST": test, **CLOCK, **kernel.defines, **defines}
    if kernel.platform == SECOND:
        symbols["configBOARD_UART_INTERRUPT"] = "1"
    include = (FOLDER / "adapters" / kernel.adapter, BENCH)
    path = FOLDER / f"{program}.c"
    if kernel.base is None:
        further = (BENCH / "bench.c",)
        return genuine.build(GENUINE[kernel.name], path, include, symbols, optimisation, further)
    layer = layer_parts(kernel.layer) if kernel.layer else firmware.Parts()
    folders = (*include, *layer.include, freertos.provide())  # for its heap_3
    parts = firmware.Parts((BENCH / "bench.c", *layer.sources), folders)
    return firmware.build(path, kernel.base, kernel.platform, optimisation, symbols, parts)


def layer_parts(name: str) -> firmware.Parts:
    """Return the files of a layer of another kernel's API on FreeRTOS."""
    folder = LAYERS / name
    include = (folder / "include", folder, LAYERS / "common")
    return firmware.Parts(tuple(sorted(folder.glob("*.c"))), include)
