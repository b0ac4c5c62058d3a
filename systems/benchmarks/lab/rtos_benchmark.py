# SPDX-License-Identifier: Apache-2.0
"""Zephyr's rtos-benchmark: what single operations take, with and without a switch.

It prints a line for each operation, under the title of a section: average, shortest and longest
of some repetitions, in nanoseconds.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from systems.benchmarks.lab.tree import CLOCK_HZ, Cycles, Tree

from isochron import files
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT

NAME = "rtos-benchmark"
PORT = ROOT / "systems/benchmarks/firmware/rtos_benchmark"
BUILD = BUILT / "benchmarks/rtos-benchmark"
REPETITIONS = 100
NANOSECONDS = 10**9 // CLOCK_HZ
"""Of a cycle."""
_TESTS = (
    *("all", "interrupt_latency_test", "malloc_free_test", "message_queue_test"),
    *("mutex_lock_unlock_test", "sem_context_switch_test", "sem_signal_release_test"),
    *("thread_switch_yield_test", "thread_test", "utils"),
)
_SOURCES = [f"src/common/bench_{test}.c" for test in _TESTS]
TREE = Tree(
    "rtos-benchmark",
    "RTOS_BENCHMARK_PATH",
    "https://github.com/zephyrproject-rtos/rtos-benchmark",
    ("h/bench_api.h", "h/bench_utils.h", *_SOURCES),
)
_LINE = re.compile(
    r"^\*\* (?P<section>[\w ]+?) stats |^ (?P<name>\S.*?) *: +(?P<values>\d.*)$", re.IGNORECASE
)


def build(kernel: str, platform: str) -> Path:
    """Return all its tests as a program.

    Its headers include one of their own tree for each RTOS that they know. So each of its files is
    compiled through one of ours, which has the header of our porting layer first.
    """
    tree = TREE.folder()
    BUILD.mkdir(parents=True, exist_ok=True)
    sources = []
    for name in _SOURCES:
        source = BUILD / Path(name).name
        files.write(source, f'#include "rtos_benchmark.h"\n#include "{tree / name}"\n')
        sources.append(source)
    parts = firmware.Parts((*sources[1:], PORT / "rtos_benchmark.c"), (PORT, tree / "h"))
    symbols = {
        "NDEBUG": "1",
        "ITERATIONS": f"{REPETITIONS}",
        "configCPU_CLOCK_HZ": f"{CLOCK_HZ}",
        "configUSE_MUTEXES": "1",
        "configUSE_RECURSIVE_MUTEXES": "1",
        "configMAX_PRIORITIES": "32",
    }
    return firmware.build(sources[0], kernel, platform, "O2", symbols, parts)


def operations(output: str) -> Mapping[str, Cycles]:
    """Return what each operation took, by section and name.

    Raises:
        IsochronError: it has not come to its end.
    """
    if "Done!" not in output:
        raise IsochronError(f"the benchmark did not end; it printed:\n{output}")
    section = ""
    found = {}
    for line in output.splitlines():
        match = _LINE.match(line.strip("\r"))
        if match and match["section"]:
            section = match["section"].lower()
        elif match:
            values = (int(value) // NANOSECONDS for value in match["values"].split(","))
            found[f"{section}: {match['name'].lower()}"] = Cycles(*values)
    return found
