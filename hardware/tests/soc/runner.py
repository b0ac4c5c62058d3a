# SPDX-License-Identifier: Apache-2.0
"""Builds a block of the SoC with Verilator and runs a cocotb module on it."""

from __future__ import annotations

import os
from pathlib import Path

from cocotb_tools.runner import get_results, get_runner

from isochron import verilator

BUILD = verilator.ROOT / "build/cocotb"
TESTS = Path(__file__).parents[1]


def simulate(top: str, module: str, parameters: dict[str, int], seed: int) -> None:
    """Run every cocotb test of ``soc.<module>`` on a block; raises when one fails."""
    os.environ.update(verilator.environment())
    # As for the simulator (isochron.simulator), but quickly built rather than fast.
    os.environ["MAKEFLAGS"] = "CFG_CXXFLAGS_PCH_I=-include OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
    name = "-".join([top, *(f"{key}{value}" for key, value in parameters.items())])
    packages = [path for path in verilator.soc_sources() if path.stem.endswith("_pkg")]
    runner = get_runner("verilator")
    runner.build(
        sources=[*packages, verilator.ROOT / f"hardware/soc/{top}.sv"],
        hdl_toplevel=top,
        parameters=parameters,
        build_dir=BUILD / name,
        build_args=["--x-assign", "unique"],
        timescale=("1ns", "1ps"),
    )
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    results = runner.test(
        hdl_toplevel=top,
        test_module=f"soc.{module}",
        build_dir=BUILD / name,
        test_dir=BUILD / name,
        seed=seed,
        extra_env={key: str(value) for key, value in parameters.items()} | {"PYTHONPATH": path},
    )
    tests, failures = get_results(results)
    assert tests, "no test ran"
    assert not failures, f"{failures} of {tests} tests failed"
