# SPDX-License-Identifier: Apache-2.0
"""Parameters that a block does not support are refused when it is elaborated."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from isochron import rtl
from isochron.building import verilator
from isochron.paths import ROOT

BLOCK = [
    ROOT / "hardware/rtl/kernel" / f"{name}.sv"
    for name in ("isochron_registers_pkg", "isochron_pkg", "isochron_parameters")
]
LEAST = {
    **{"NTasks": 4, "NPriorities": 8, "NObjects": 4, "NLines": 1},
    **{"TimerWidth": 8, "CountWidth": 1, "NNotifications": 1},
}
MOST = {
    **{"NTasks": 128, "NPriorities": 64, "NObjects": 254, "NLines": 32},
    **{
        "TimerWidth": 32,
        "CountWidth": 16,
        "NNotifications": 4,
        "MessageWords": 128,
    },
}


def elaborate(
    parameters: dict[str, int], top: str = "isochron_parameters", sources: Iterable[Path] = BLOCK
) -> subprocess.CompletedProcess[str]:
    """Elaborate a module: by itself the block that checks the hardware kernel's parameters."""
    values = [f"-G{name}={value}" for name, value in parameters.items()]
    return subprocess.run(
        [verilator.root() / "bin/verilator", "--lint-only", "--top-module", top, *values, *sources],
        env=verilator.environment(),
        capture_output=True,
        text=True,
    )


WITHOUT = {"EventGroups": 0, "Tickless": 0, "Monitor": 0}
"""What a kernel of several cores does not have."""


@pytest.mark.parametrize("cores", [1, 2, 4])
def test_several_cores_are_accepted(cores: int) -> None:
    assert elaborate({"NCores": cores, **WITHOUT}).stderr == ""


def test_one_core_leaves_no_choice() -> None:
    assert elaborate({"NCores": 2, "Affinity": 1, **WITHOUT}).stderr == ""
    assert "NCores is 1: a task has no choice of cores" in elaborate({"Affinity": 1}).stderr
    assert elaborate({"NCores": 2, "OnePriority": 1, **WITHOUT}).stderr == ""
    assert "NCores is 1: tasks of one priority run anyway" in elaborate({"OnePriority": 1}).stderr


@pytest.mark.parametrize("cores", [0, 3, 5])
def test_other_numbers_of_cores_are_refused(cores: int) -> None:
    done = elaborate({"NCores": cores, **WITHOUT})
    assert done.returncode != 0
    assert f"NCores is {cores}: it must be 1, 2 or 4" in done.stderr


@pytest.mark.parametrize("name", WITHOUT)
def test_what_several_cores_do_not_have_is_refused(name: str) -> None:
    done = elaborate({"NCores": 2, **WITHOUT, name: 1})
    assert done.returncode != 0
    assert "NCores is 2: there" in done.stderr
    assert f"set {name} to 0" in done.stderr


@pytest.mark.parametrize("parameters", [{}, LEAST, MOST])
def test_limits_are_accepted(parameters: dict[str, int]) -> None:
    assert elaborate(parameters).stderr == ""


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        *((name, value - 1, f"{name} is {value - 1}") for name, value in LEAST.items()),
        *((name, value + 1, f"{name} is {value + 1}") for name, value in MOST.items()),
        ("MessageWords", 48, "MessageWords is 48: it must be 0, or a power of two, 4 to 128"),
        ("NObjects", 63, "NObjects is 63: it must be even"),
        ("NObjects", 256, "NObjects is 256: it must be even, and 4 to 254"),
    ],
)
def test_what_is_beyond_them_is_refused(name: str, value: int, said: str) -> None:
    done = elaborate({name: value})
    assert done.returncode != 0
    assert said in done.stderr


def test_the_kernel_checks_its_parameters() -> None:
    done = elaborate({"NObjects": 256}, "isochron", rtl.sources("kernel"))
    assert done.returncode != 0
    assert "NObjects is 256" in done.stderr


@pytest.mark.parametrize("parameters", [LEAST, MOST])
def test_the_kernel_can_have_these_sizes(parameters: dict[str, int]) -> None:
    assert elaborate(parameters, "isochron", rtl.sources("kernel")).stderr == ""
