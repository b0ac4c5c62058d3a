# SPDX-License-Identifier: Apache-2.0
"""What calls cost in cycles, measured by ``firmware/tests/costs`` on the simulated SoC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from isochron import firmware, simulator
from isochron.errors import IsochronError

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "firmware/tests/costs/costs.c"
DEFINES = {
    "NDEBUG": "1",
    "configUSE_MUTEXES": "1",
    "configUSE_RECURSIVE_MUTEXES": "1",
    "configUSE_QUEUE_SETS": "1",
    "INCLUDE_xSemaphoreGetMutexHolder": "1",
    "INCLUDE_xTaskAbortDelay": "1",
}
MAX_CYCLES = 5_000_000


@dataclass(frozen=True)
class Cost:
    """Least and most cycles of a call."""

    least: int
    most: int

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


def measure() -> dict[str, Cost]:
    """Build and run the program; return the cost of each call that it measures.

    Raises:
        IsochronError: the program fails.
        firmware.FirmwareError, simulator.SimulatorError: it cannot be built or run.
    """
    elf = firmware.build(PROGRAM, "isochron", defines=DEFINES)
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    found = re.findall(r"^cost (\w+) (\d+) (\d+)$", result.output, re.MULTILINE)
    if result.exit_code != 0 or not found:
        raise IsochronError(f"{PROGRAM.name} failed: {result.output.strip()}")
    return {name: Cost(int(least), int(most)) for name, least, most in found}
