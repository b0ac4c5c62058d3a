# SPDX-License-Identifier: Apache-2.0
"""The platforms that programs run on: the one table of their names, cores and instruction sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isochron.errors import IsochronError


class UnknownPlatform(IsochronError):
    """There is no platform with this name."""


@dataclass(frozen=True)
class Platform:
    """A configuration of the reference SoC."""

    name: str
    description: str
    march: str
    """Instruction set for the compiler's ``-march``."""
    parameters: Mapping[str, int]
    """Parameters of ``simulator_top``. RV32M is ibex_pkg::rv32m_e: 0 none, 2 fast."""
    mabi: str = "ilp32"


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
)

PLATFORMS: Mapping[str, Platform] = {platform.name: platform for platform in _PLATFORMS}


def find(name: str) -> Platform:
    """Return the platform of this name; raise UnknownPlatform when there is none."""
    try:
        return PLATFORMS[name]
    except KeyError:
        names = ", ".join(PLATFORMS)
        raise UnknownPlatform(f"unknown platform '{name}': choose one of {names}") from None
