# SPDX-License-Identifier: Apache-2.0
"""Builds RTL with Verilator and runs a cocotb module on it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from unittest.mock import patch

from cocotb_tools.runner import get_results, get_runner

from isochron import building
from isochron.building import verilator
from isochron.paths import ROOT

BUILD = ROOT / "build/cocotb"
TESTS = Path(__file__).parent
ARGUMENTS = ("--x-assign", "unique")
TIMESCALE = ("1ns", "1ps")
QUICKLY_BUILT = verilator.make_flags("-O1", "-O0") + " VM_PARALLEL_BUILDS=0"
"""A model is compiled as one file: half of the time otherwise goes into precompiled headers."""


def build(top: str, sources: Iterable[Path], parameters: Mapping[str, int]) -> Path:
    """Compile RTL for cocotb, unless it has been done before; return the folder of the program."""
    files = list(sources)
    folder = BUILD / "-".join([top, *(f"{key}{value}" for key, value in parameters.items())])
    model = folder / "model"

    def make(partial: Path) -> list[Path]:
        shutil.rmtree(model, ignore_errors=True)
        settings = {**verilator.environment(), "MAKEFLAGS": QUICKLY_BUILT}
        with patch.dict(os.environ, settings):
            get_runner("verilator").build(
                sources=files,
                hdl_toplevel=top,
                parameters=parameters,
                build_dir=model,
                build_args=ARGUMENTS,
                timescale=TIMESCALE,
            )
        shutil.copy(model / top, partial)
        return verilator.read_for(model)

    words = [*files, *ARGUMENTS, *TIMESCALE, QUICKLY_BUILT, version("cocotb"), *verilator.tools()]
    building.made(folder / top, words, (), make)
    return folder


def simulate(
    top: str,
    module: str,
    sources: Iterable[Path],
    parameters: dict[str, int],
    seed: int,
    environment: dict[str, str] | None = None,
    plusargs: Sequence[str] = (),
) -> None:
    """Run every cocotb test of ``module`` on ``top``; raises when one fails.

    The tests find the parameters, and ``environment``, in the environment, and a random module
    seeded with ``seed``. Tests of the same block may run at the same time.
    """
    folder = build(top, sources, parameters)
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    settings = {key: str(value) for key, value in parameters.items()}
    with tempfile.TemporaryDirectory() as scratch:
        results = get_runner("verilator").test(
            hdl_toplevel=top,
            hdl_toplevel_lang="verilog",
            test_module=module,
            build_dir=folder,
            test_dir=scratch,
            seed=seed,
            plusargs=plusargs,
            extra_env={**settings, **(environment or {}), "PYTHONPATH": path},
        )
        tests, failures = get_results(results)
    assert tests, "no test ran"
    assert not failures, f"{failures} of {tests} tests failed"
