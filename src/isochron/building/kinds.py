# SPDX-License-Identifier: Apache-2.0
"""What the tables of platforms, of kernels and of their hardware are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from isochron.building import package


@dataclass(frozen=True)
class Platform:
    """A configuration of the reference SoC."""

    name: str
    description: str
    march: str
    """Instruction set for the compiler's ``-march``."""
    parameters: Mapping[str, int]
    """Parameters of ``simulator_top``. Core is soc_pkg::core_e: 0 Ibex, 1 VexRiscv, 2
    CV32E40P; RV32M is ibex_pkg::rv32m_e: 0 none, 2 fast."""
    mabi: str = "ilp32"
    core: str = "ibex"

    @property
    def attachments(self) -> tuple[str, ...]:
        """How kernels can be attached to the core, by the names of the CMake package."""
        return package.words(f"CORE_ATTACHMENTS_{self.core}")

    @property
    def defines(self) -> Mapping[str, str]:
        """Preprocessor symbols that tell the board's files the core."""
        return package.definitions(f"CORE_DEFINITIONS_{self.core}")


@dataclass(frozen=True)
class Hardware:
    """What the SoC has of a kernel in hardware; a kernel in software does not use it.

    With ``TIMED_UART`` behind its name the same, and a UART that transmits at its baud rate.
    """

    name: str
    design: str
    """Whose RTL it is: ``isochron``, or the core of a system's."""
    parameters: Mapping[str, int]
    """Parameters of ``simulator_top``. Kernel is soc_pkg::kernel_e, Trace adds the trace, Debug a
    debug module."""
    instance: str = "gen_isochron.u_isochron"
    """Of this RTL, in soc_kernel."""
    system: str | None = None
    """The system that it belongs to: a folder of `systems`."""
    boards: tuple[str, ...] = ()
    """Where an addition fits beside the hardware kernel."""
    example: str = ""
    """The example by which an addition is checked on them."""

    @property
    def tasks(self) -> int:
        """For how many tasks it is built, idle included."""
        return self.parameters.get("NTasks", 32)

    @property
    def debug(self) -> bool:
        """Whether the SoC has a debug module."""
        return bool(self.parameters.get("Debug", 0))

    @property
    def usual(self) -> bool:
        """Whether it is a kernel's with nothing chosen."""
        return self.name == self.design

    @property
    def addition(self) -> bool:
        """Whether it is a system's addition to the hardware kernel."""
        return self.system not in (None, self.design)


TIMED_UART = "-timed-uart"


@dataclass(frozen=True)
class Kernel:
    """A kernel that programs are built with: a name and the options that select it."""

    name: str
    summary: str
    label: str
    """In the report."""
    package: str
    """Its name in the CMake package (ISOCHRON_KERNEL)."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Of FreeRTOSConfig.h, beside those of the CMake package."""
    hardware: str = "isochron"
    """What it needs of the simulated SoC, see ``platforms``; in software it does not matter."""
    attached: tuple[str, ...] = ("bus",)
    """How it can be attached to a core, by the names of the CMake package."""
    soc: str | None = "soc"
    """The synthesized SoC with Ibex that it needs, for its clock; None: it needs VexRiscv."""
    colour: str = ""
    """In plots, if it is a system's."""
    files: Path | None = None
    """The folder of its C files, if it is a system's."""
    boards: tuple[str, ...] = ()
    """Where its SoC fits, beside what their files say, if it is a system's."""

    @property
    def defines(self) -> Mapping[str, str]:
        """The options of FreeRTOSConfig.h that select it."""
        return {**package.definitions(f"OPTIONS_{self.package}"), **self.options}

    def attachment(self, platform: Platform) -> str:
        """Return how it is attached to a platform's core."""
        fit = (way for way in self.attached if way in platform.attachments)
        return next(fit, self.attached[0])


@dataclass(frozen=True)
class NativeHardware:
    """RTL that is compiled into a native program, and the folder of what attaches it."""

    attachment: Path
    top: str
    design: str
    """As of ``Hardware``."""
    parameters: tuple[str, ...]
    """Of the top module those of ``native.PARAMETERS`` that it has."""


@dataclass(frozen=True)
class NativeKernel:
    """A kernel of native programs."""

    name: str
    title: str
    options: Mapping[str, int]
    """Of FreeRTOSConfig.h those that select it."""
    include: tuple[Path, ...]
    """Folders of attachment and port, in the order of the include path."""
    sources: tuple[Path, ...] = ()
    """What it needs beside the files of ``firmware.kernel_sources``."""
    hardware: NativeHardware | None = None
