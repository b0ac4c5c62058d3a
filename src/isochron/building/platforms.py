# SPDX-License-Identifier: Apache-2.0
"""What programs run on: the one table of platforms, and that of what a kernel has in hardware."""

import tomllib
from collections.abc import Iterator, Mapping

from isochron.building.kinds import TIMED_UART, Hardware, Platform
from isochron.errors import IsochronError
from isochron.paths import ROOT

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
    Platform(
        name="vexriscv-external",
        description="As vexriscv, and RAM that lets a burst, and a store, wait for 8 cycles",
        march="rv32im_zicsr",
        parameters={"Core": 1, "RamWaits": 8},
        core="vexriscv",
    ),
    Platform(
        name="cv32e40p",
        description="CV32E40P: four pipeline stages, compressed instructions",
        march="rv32imc_zicsr",
        parameters={"Core": 2},
        core="cv32e40p",
    ),
    Platform(
        name="cv32e40p-fpu",
        description="As cv32e40p, with floating point of single precision",
        march="rv32imf_zicsr",
        mabi="ilp32f",
        parameters={"Core": 2, "Fpu": 1},
        core="cv32e40p",
    ),
)

PLATFORMS: Mapping[str, Platform] = {platform.name: platform for platform in _PLATFORMS}


def _of_systems() -> Iterator[Hardware]:
    """Yield what each system's platforms.toml describes."""
    for path in sorted(ROOT.glob("systems/*/platforms.toml")):
        for name, entry in tomllib.loads(path.read_text()).items():
            lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
            yield Hardware(name, **{**entry, **lists}, system=path.parent.name)


_HARDWARE = (
    Hardware("isochron", "isochron", {"Kernel": 0}),
    Hardware(f"isochron{TIMED_UART}", "isochron", {"Kernel": 0, "InstantTransmit": 0}),
    Hardware("isochron-64", "isochron", {"Kernel": 0, "NTasks": 64}),
    Hardware("isochron-trace", "isochron", {"Kernel": 0, "Trace": 1}),
    Hardware("isochron-debug", "isochron", {"Kernel": 0, "Debug": 1}),
    *_of_systems(),
)

DEFAULT_HARDWARE = "isochron"

HARDWARE: Mapping[str, Hardware] = {hardware.name: hardware for hardware in _HARDWARE}


def find_hardware(name: str) -> Hardware:
    """Return the kernel hardware of this name; raise IsochronError when there is none."""
    try:
        return HARDWARE[name]
    except KeyError:
        names = ", ".join(HARDWARE)
        raise IsochronError(f"unknown kernel hardware '{name}': choose one of {names}") from None


def find(name: str) -> Platform:
    """Return the platform of this name; raise IsochronError when there is none."""
    try:
        return PLATFORMS[name]
    except KeyError:
        names = ", ".join(PLATFORMS)
        raise IsochronError(f"unknown platform '{name}': choose one of {names}") from None
