# SPDX-License-Identifier: Apache-2.0
"""What programs run on: the one table of platforms, and that of what a kernel has in hardware."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from isochron.building import package
from isochron.errors import IsochronError
from isochron.paths import ROOT


class UnknownPlatform(IsochronError):
    """There is no platform, or no kernel hardware, with this name."""


@dataclass(frozen=True)
class Platform:
    """A configuration of the reference SoC."""

    name: str
    description: str
    march: str
    """Instruction set for the compiler's ``-march``."""
    parameters: Mapping[str, int]
    """Parameters of ``simulator_top``. Core is soc_pkg::core_e: 0 Ibex, 1 VexRiscv; RV32M is
    ibex_pkg::rv32m_e: 0 none, 2 fast."""
    mabi: str = "ilp32"
    core: str = "ibex"

    @property
    def attachments(self) -> tuple[str, ...]:
        """How kernels can be attached to the core: folders of firmware/attachments."""
        return package.words(f"CORE_ATTACHMENTS_{self.core}")

    @property
    def defines(self) -> Mapping[str, str]:
        """Preprocessor symbols that tell the board's files the core."""
        return package.definitions(f"CORE_DEFINITIONS_{self.core}")

    @property
    def link(self) -> str:
        """How the hybrid is attached to the core: a folder of firmware/attachments."""
        (found,) = set(self.attachments) & set(package.words("ATTACHMENTS_hybrid"))
        return found


_PLATFORMS = (
    Platform(
        name="ibex",
        description="Ibex with write-back stage and branch-target ALU, fast multiplier",
        march="rv32im_zicsr",
        parameters={"RV32M": 2, "WritebackStage": 1, "BranchTargetALU": 1},
    ),
    Platform(
        name="ibex-2stage",
        description="Ibex with two pipeline stages, fast multiplier",
        march="rv32im_zicsr",
        parameters={"RV32M": 2, "WritebackStage": 0, "BranchTargetALU": 0},
    ),
    Platform(
        name="ibex-nomul",
        description="As ibex, without multiplier and divider",
        march="rv32i_zicsr",
        parameters={"RV32M": 0, "WritebackStage": 1, "BranchTargetALU": 1},
    ),
    Platform(
        name="vexriscv",
        description="VexRiscv FullCfu: five pipeline stages, caches of 4 KiB, custom instructions",
        march="rv32im_zicsr",
        parameters={"Core": 1},
        core="vexriscv",
    ),
)

PLATFORMS: Mapping[str, Platform] = {platform.name: platform for platform in _PLATFORMS}


@dataclass(frozen=True)
class Hardware:
    """What the SoC has of a kernel in hardware; a kernel in software does not use it.

    With ``TIMED_UART`` behind its name the same, and a UART that transmits at its baud rate.
    """

    name: str
    design: str
    """Whose RTL it is: ``isochron`` or ``hybrid``."""
    parameters: Mapping[str, int]
    """Parameters of ``simulator_top``. Kernel is soc_pkg::kernel_e, Trace adds the trace."""
    system: str | None = None
    """The system that it belongs to: a folder of `systems`."""

    @property
    def tasks(self) -> int:
        """For how many tasks it is built, idle included."""
        return self.parameters.get("NTasks", 32)


TIMED_UART = "-timed-uart"


def _of_systems() -> Iterator[Hardware]:
    """Yield what each system's platforms.toml describes."""
    for path in sorted(ROOT.glob("systems/*/platforms.toml")):
        for name, entry in tomllib.loads(path.read_text()).items():
            yield Hardware(name, **entry, system=path.parent.name)


_HARDWARE = (
    Hardware("isochron", "isochron", {"Kernel": 0}),
    Hardware("hybrid", "hybrid", {"Kernel": 1}),
    Hardware(f"isochron{TIMED_UART}", "isochron", {"Kernel": 0, "InstantTransmit": 0}),
    Hardware(f"hybrid{TIMED_UART}", "hybrid", {"Kernel": 1, "InstantTransmit": 0}),
    Hardware("isochron-64", "isochron", {"Kernel": 0, "NTasks": 64}),
    Hardware("hybrid-64", "hybrid", {"Kernel": 1, "NTasks": 64}),
    Hardware("isochron-trace", "isochron", {"Kernel": 0, "Trace": 1}),
    *_of_systems(),
)

DEFAULT_HARDWARE = "isochron"

HARDWARE: Mapping[str, Hardware] = {hardware.name: hardware for hardware in _HARDWARE}


def find_hardware(name: str) -> Hardware:
    """Return the kernel hardware of this name; raise UnknownPlatform when there is none."""
    try:
        return HARDWARE[name]
    except KeyError:
        names = ", ".join(HARDWARE)
        raise UnknownPlatform(f"unknown kernel hardware '{name}': choose one of {names}") from None


def find(name: str) -> Platform:
    """Return the platform of this name; raise UnknownPlatform when there is none."""
    try:
        return PLATFORMS[name]
    except KeyError:
        names = ", ".join(PLATFORMS)
        raise UnknownPlatform(f"unknown platform '{name}': choose one of {names}") from None
