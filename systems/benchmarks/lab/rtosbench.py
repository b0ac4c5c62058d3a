# SPDX-License-Identifier: Apache-2.0
"""RTOSBench: what waits, wakes and switches take, alone and beside tasks that compute.

RTOSUnit measures by it on CV32E40P. A test prints the least, mean and most cycles of each result.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from systems.benchmarks.lab.tree import CLOCK_HZ, TICK_HZ, Cycles, Tree

from isochron import files
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT

NAME = "rtosbench"
PLATFORM = "cv32e40p"
"""On which others measure by it."""
PORT = ROOT / "systems/benchmarks/firmware/rtosbench"
BUILD = BUILT / "benchmarks/rtosbench"
REPETITIONS = 100
COMPUTING = 20
"""Tasks in the tests with a workload. The benchmark's own 50 are more than the hardware's 32."""
TESTS = {
    "context-switch/round_robin": ("round robin context switch results",),
    "interrupt/interrupt_processing": ("interrupt processing",),
    "mq/mq": ("MQ: Receive block", "MQ: Signal unblock"),
    "mq/mq_processing": ("MQ Send", "MQ Receive"),
    "mq/mq_workload": ("MQ workload",),
    "mutex/mutex": ("Mutex release unblock", "Mutex request block"),
    "mutex/mutex_pip": ("Mutex PIP",),
    "mutex/mutex_processing": ("mutex acquisition", "mutex release"),
    "mutex/mutex_workload": ("Mutex workload",),
    "semaphore/sem": ("Sem: Wait block", "Sem: Signal unblock"),
    "semaphore/sem_prio": ("sem singaling with prio",),
    "semaphore/sem_processing": ("Sem: Signal", "Sem: Wait"),
    "semaphore/sem_workload": ("Sem workload",),
}
"""Titles of its results, by test."""
TREE = Tree(
    "RTOSBench",
    "RTOSBENCH_PATH",
    "https://github.com/gchamp20/RTOSBench",
    ("include/porting_layer.h", *(f"tests/{test}.c" for test in TESTS)),
)
_LINE = re.compile(r"^-+ ?(.+?) ?-+: (\d+) (\d+) (\d+)$", re.MULTILINE)
# The tests with a workload count its tasks in a variable that they do not set.
_ZEROED = '#pragma GCC optimize("trivial-auto-var-init=zero")\n'


def build(test: str, kernel: str, platform: str) -> Path:
    """Return a test as a program."""
    tree = TREE.folder()
    BUILD.mkdir(parents=True, exist_ok=True)
    source = BUILD / f"{Path(test).name}.c"
    files.write(source, f'{_ZEROED}#include "{tree / "tests" / test}.c"\n')
    parts = firmware.Parts((PORT / "rtosbench.c",), (PORT, tree / "include"))
    symbols = {
        "NDEBUG": "1",
        "NB_ITER": f"{REPETITIONS}",
        "NB_WORKLOAD_TASK": f"{COMPUTING}",
        "DELAY_MS": "1",
        "RTOSBENCH_RESULTS": f"{len(TESTS[test])}",
        "configCPU_CLOCK_HZ": f"{CLOCK_HZ}",
        "configTICK_RATE_HZ": f"{TICK_HZ}",
        "configMAX_PRIORITIES": "32",
        "configUSE_TIME_SLICING": "0",
        "configUSE_MUTEXES": "1",
    }
    return firmware.build(source, kernel, platform, "O2", symbols, parts)


def operations(test: str, output: str) -> Mapping[str, Cycles]:
    """Return what each result of a test took, by its title.

    Raises:
        IsochronError: it has not come to its end.
    """
    found = {
        title: Cycles(mean=int(mean), least=int(least), most=int(most))
        for title, least, mean, most in _LINE.findall(output)
    }
    if tuple(found) != TESTS[test]:
        raise IsochronError(f"the test did not end; it printed:\n{output}")
    return found
