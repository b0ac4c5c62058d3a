# SPDX-License-Identifier: Apache-2.0
"""Random reconfigurations of some tasks, beside a time manager that is not reconfigured."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from isochron import rtl
from isochron.building import verilator
from isochron.paths import ROOT

SIZES = [(12, 64), (5, 24), (64, 32)]
HERE = Path(__file__).parent / "lockstep"
FEW, MANY = 20_000, 1_000_000
"""Reconfigurations."""


def lockstep(
    tasks: int, width: int, reconfigurations: int, sources: Sequence[Path], folder: str
) -> subprocess.CompletedProcess[str]:
    include = f"-I{ROOT / 'systems/time_manager/firmware/include'}"
    arguments: list[str | Path] = [
        *("--exe", "--top-module", "lockstep", "-Wno-lint", "-o", "lockstep", "-CFLAGS", include),
        *("-MAKEFLAGS", verilator.make_flags("-O2", "-O0")),
        *(f"-GNTasks={tasks}", f"-GWidth={width}"),
        *(*sources, HERE / "lockstep.sv", HERE / "main.cpp"),
    ]
    program = verilator.build(arguments, ROOT / "build/lockstep" / folder, "lockstep")
    command = [program, *map(str, (tasks, width, reconfigurations, 1))]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("tasks", "width", "reconfigurations"),
    [
        (*SIZES[0], FEW),
        *(pytest.param(*size, MANY, marks=pytest.mark.wide) for size in SIZES),
    ],
)
def test_no_release_of_another_task_moves(tasks: int, width: int, reconfigurations: int):
    done = lockstep(tasks, width, reconfigurations, rtl.sources("time_manager"), f"{tasks}-{width}")
    assert done.returncode == 0, done.stderr
    made, _, releases = done.stdout.split()[:3]
    assert int(made) == reconfigurations
    assert int(releases) > reconfigurations // 10


@pytest.mark.wide
@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        # who ends to exist ends its neighbour's delay
        ("delays", "if (!enabled_i[i]) begin", "if (!enabled_i[i] || !enabled_i[i ^ 1]) begin"),
        # another task's precision counts
        ("channels", "own_q[task_i] ? read :", "own_q != '0 ? read :"),
        # a precision ends the high words of all
        (None, "&& is_precision) high_q[index] <= 1'b0;", "&& is_precision) high_q <= '0;"),
        # a reconfiguration makes others wait
        (None, ".valid_i(store & is_request)", ".valid_i(store & (is_request | is_precision))"),
    ],
)
def test_a_fault_that_moves_one_is_found(tmp_path: Path, module: str | None, old: str, new: str):
    name = "_".join(filter(None, ("isochron_time_manager", module)))
    faulty = tmp_path / f"{name}.sv"
    sources = []
    for source in rtl.sources("time_manager"):
        sources.append(faulty if source.name == faulty.name else source)
        if source.name == faulty.name:
            assert source.read_text().count(old) == 1
            faulty.write_text(source.read_text().replace(old, new))
    assert faulty.exists()
    done = lockstep(*SIZES[0], FEW, sources, "faulty")
    assert done.returncode == 1
    assert "another task" in done.stderr
