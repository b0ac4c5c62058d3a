# SPDX-License-Identifier: Apache-2.0
"""The contexts, where a task goes on, and the window of calls."""

import subprocess
from pathlib import Path

import pytest
from simulation import ANYHOW, BUILD, HERE, simulate

from isochron import rtl
from isochron.building import verilator


def random_switches(tasks: int) -> Path:
    """Compile the test of random switches; return the program."""
    words: list[str | Path] = [
        *("--exe", "-Wall", "--top-module", "isochron_contexts", f"-GNTasks={tasks}"),
        *("-CFLAGS", f"-DNTASKS={tasks}", "-o", "random_switches"),
        *("-MAKEFLAGS", verilator.make_flags("-O2", "-O0")),
        *rtl.sources("contexts"),
        HERE / "contexts/random_switches.cpp",
    ]
    return verilator.build(words, BUILD / f"contexts-{tasks}", "random_switches")


@pytest.mark.parametrize(
    ("tasks", "switches"),
    [
        (8, 20_000),
        *(pytest.param(tasks, 1_000_000, marks=pytest.mark.wide) for tasks in (8, 32, 128)),
    ],
)
def test_random_switches(tasks: int, switches: int) -> None:
    command = [random_switches(tasks), "1", str(switches)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    waits = [int(word) for word in done.stdout.rpartition(":")[2].split()]
    assert waits[0] > switches // 10, said
    assert min(waits[1:4]) > 0, said


@pytest.mark.parametrize(
    ("tasks", "debug"),
    [
        (4, 1),
        pytest.param(4, 0, marks=pytest.mark.wide),
        pytest.param(16, 1, marks=pytest.mark.wide),
    ],
)
def test_random_traffic(tasks: int, debug: int) -> None:
    sources = rtl.sources("contexts")
    parameters = {"NTasks": tasks, "Debug": debug}
    simulate("isochron_contexts_control", "contexts.contexts_bench", sources, parameters, seed=1)


@pytest.mark.parametrize("tasks", [4, pytest.param(16, marks=pytest.mark.wide)])
def test_calls_under_random_waits(tasks: int) -> None:
    sources = rtl.sources("contexts")
    simulate(
        "isochron_contexts_calls",
        "contexts.calls_bench",
        sources,
        {"NTasks": tasks},
        seed=1,
        plusargs=ANYHOW,
    )
