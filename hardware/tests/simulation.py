# SPDX-License-Identifier: Apache-2.0
"""Builds RTL with Verilator and runs a cocotb module on it."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from cocotb_tools.runner import get_results, get_runner

from isochron.building import verilator
from isochron.paths import ROOT

BUILD = ROOT / "build/cocotb"
TESTS = Path(__file__).parent


def simulate(
    top: str,
    module: str,
    sources: Iterable[Path],
    parameters: dict[str, int],
    seed: int,
    environment: dict[str, str] | None = None,
) -> None:
    """Run every cocotb test of ``module`` on ``top``; raises when one fails.

    The tests find the parameters, and ``environment``, in the environment, and a random module
    seeded with ``seed``. Tests of the same block may run at the same time.
    """
    os.environ.update(verilator.environment())
    # Quickly built rather than fast.
    os.environ["MAKEFLAGS"] = verilator.make_flags("-O1", "-O0", "-O0")
    name = "-".join([top, *(f"{key}{value}" for key, value in parameters.items())])
    folder = BUILD / name
    folder.mkdir(parents=True, exist_ok=True)
    runner = get_runner("verilator")
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        runner.build(
            sources=list(sources),
            hdl_toplevel=top,
            parameters=parameters,
            build_dir=folder,
            build_args=["--x-assign", "unique"],
            timescale=("1ns", "1ps"),
        )
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    settings = {key: str(value) for key, value in parameters.items()}
    with tempfile.TemporaryDirectory() as scratch:
        results = runner.test(
            hdl_toplevel=top,
            test_module=module,
            build_dir=folder,
            test_dir=scratch,
            seed=seed,
            extra_env={**settings, **(environment or {}), "PYTHONPATH": path},
        )
        tests, failures = get_results(results)
    assert tests, "no test ran"
    assert not failures, f"{failures} of {tests} tests failed"
