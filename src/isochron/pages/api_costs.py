# SPDX-License-Identifier: Apache-2.0
"""What calls cost in cycles, measured by ``firmware/laboratory/tests/costs``."""

import re
from dataclasses import dataclass

from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import simulator

PROGRAMS = ROOT / "firmware/laboratory/tests/costs"
DEFINES = {
    "costs.c": {
        "NDEBUG": "1",
        "configUSE_MUTEXES": "1",
        "configUSE_RECURSIVE_MUTEXES": "1",
        "configUSE_QUEUE_SETS": "1",
        "INCLUDE_xSemaphoreGetMutexHolder": "1",
        "INCLUDE_xTaskAbortDelay": "1",
    },
    "options.c": {
        "NDEBUG": "1",
        "configGENERATE_RUN_TIME_STATS": "1",
        "configNUM_THREAD_LOCAL_STORAGE_POINTERS": "2",
        "configQUEUE_REGISTRY_SIZE": "1",
        "configTIMER_TASK_PRIORITY": "1",  # below the task that measures
        "configUSE_APPLICATION_TASK_TAG": "1",
        "configUSE_QUEUE_SETS": "1",
        "configUSE_SB_COMPLETED_CALLBACK": "1",
        "configUSE_TIMERS": "1",
        "configUSE_TRACE_FACILITY": "1",
        "INCLUDE_xTimerPendFunctionCall": "1",
    },
}
"""The programs, and the options that each wants."""
MONITOR = {"configISOCHRON_MONITOR_RUN_TIMES": "1"}
"""Where run times are measured: the trunk's hardware does it, and FreeRTOS does not read this."""
MAX_CYCLES = 5_000_000


@dataclass(frozen=True)
class Cost:
    """Least and most cycles of a call."""

    least: int
    most: int
    varies: int = 0
    """The largest difference in one situation; a call may be measured in several."""

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


def measure(kernel: str = "isochron") -> dict[str, Cost]:
    """Build and run the programs on Ibex; return the cost of each call that they measure.

    Raises:
        IsochronError: a program fails; it cannot be built or run.
    """
    costs: dict[str, Cost] = {}
    monitor = {} if kernel in firmware.OF_SYSTEMS else MONITOR
    for name, defines in DEFINES.items():
        elf = firmware.build(PROGRAMS / name, kernel, defines=defines | monitor)
        hardware = firmware.KERNELS[kernel].hardware
        result = simulator.run(elf, hardware=hardware, max_cycles=MAX_CYCLES)
        lines = re.findall(r"^cost (\w+) (\d+) (\d+)$", result.output, re.MULTILINE)
        if result.exit_code != 0 or not lines:
            raise IsochronError(f"{name} failed on {kernel}: {result.output.strip()}")
        for call, *figures in lines:
            least, most = map(int, figures)
            known = costs.get(call, Cost(least, most))
            costs[call] = Cost(
                min(known.least, least), max(known.most, most), max(known.varies, most - least)
            )
    return costs
