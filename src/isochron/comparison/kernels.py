# SPDX-License-Identifier: Apache-2.0
"""The kernels that are compared, and how a program of the comparison is built for each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from isochron import firmware, platforms
from isochron.comparison import ucos2
from isochron.comparison.criteria import CLOCK, FOLDER
from isochron.errors import IsochronError

BENCH = firmware.ROOT / "firmware/benchmarks/common"
LAYERS = firmware.ROOT / "firmware/layers"
PLATFORM = "ibex"


class SourceMissing(IsochronError):
    """A kernel is the user's to provide, and is not there; the message says how to provide it."""


@dataclass(frozen=True)
class Kernel:
    """A kernel of the comparison.

    Attributes:
        name: as in results.json.
        title: for people; a layer is called one.
        adapter: a folder of firmware/comparison/adapters.
        base: the kernel of ``firmware`` that it is, or that a layer is on; None: its own build.
        layer: folder of firmware/layers with its C files.
        genuine: what must be given for it (a name in ``SOURCES``); None: nothing.
        defines: further preprocessor symbols.
    """

    name: str
    title: str
    adapter: str = "freertos"
    base: str | None = None
    layer: str | None = None
    genuine: str | None = None
    defines: Mapping[str, str] = field(default_factory=dict)

    @property
    def hardware(self) -> str:
        """What the simulated SoC must have, see ``platforms``."""
        return firmware.KERNELS[self.base].hardware if self.base else platforms.DEFAULT_HARDWARE

    @property
    def attachment(self) -> str:
        """How its hardware is attached to the core; ``none`` without any."""
        if self.base in (None, "freertos", "freertos-optimised"):
            return "none"
        return firmware.KERNELS[self.base].attachment(platforms.find(PLATFORM))


KERNELS: Mapping[str, Kernel] = {
    kernel.name: kernel
    for kernel in (
        Kernel("freertos", "FreeRTOS", base="freertos"),
        Kernel("freertos-optimised", "FreeRTOS optimised", base="freertos-optimised"),
        Kernel("isochron", "Isochron", base="isochron"),
        Kernel("isochron-banked", "Isochron, banked", base="isochron-banked"),
        Kernel("hybrid", "Isochron hybrid", base="hybrid"),
        Kernel(ucos2.NAME, "uC/OS-II", adapter="ucos2", genuine="ucos2"),
    )
}

RECORDED = (ucos2.NAME,)
"""Kernels with results in the repository, for when their source is not given."""


def available(kernel: Kernel) -> bool:
    """Whether all is there that the kernel is built from."""
    return kernel.genuine is None or ucos2.ENVIRONMENT in os.environ


def build(
    kernel: Kernel,
    program: str,
    optimisation: str,
    defines: Mapping[str, str],
    test: str = "comparison",
) -> Path:
    """Build a program of firmware/comparison for a kernel and return its ELF file.

    Args:
        program: its C file in that folder, without ``.c``.
        optimisation: one of ``firmware.OPTIMISATIONS``, or ``firmware.UNOPTIMISED``.
        defines: preprocessor symbols beside the kernel's.
        test: what its sample lines are called.

    Raises:
        SourceMissing: the kernel's source is not given.
        firmware.FirmwareError, ToolMissing: as ``firmware.build``.
    """
    symbols = {"NDEBUG": "1", "BENCH_TEST": test, **CLOCK, **kernel.defines, **defines}
    include = (FOLDER / "adapters" / kernel.adapter, BENCH)
    if kernel.base is not None:
        layer = LAYERS / kernel.layer if kernel.layer else None
        sources = tuple(sorted(layer.glob("*.c"))) if layer else ()
        folders = (layer / "include", layer) if layer else ()
        parts = firmware.Parts((BENCH / "bench.c", *sources), (*include, *folders))
        path = FOLDER / f"{program}.c"
        return firmware.build(path, kernel.base, PLATFORM, optimisation, symbols, parts)
    return ucos2.build(FOLDER / f"{program}.c", include, symbols, optimisation)
