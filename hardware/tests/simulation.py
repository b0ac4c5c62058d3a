# SPDX-License-Identifier: Apache-2.0
"""Builds RTL with a simulator and runs a cocotb module on it."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from unittest.mock import patch

from cocotb_tools.runner import get_results, get_runner

from isochron import building
from isochron.building import plain_verilog, verilator
from isochron.paths import ROOT

BUILD = ROOT / "build/cocotb"
HERE = Path(__file__).parent
TESTS = (HERE, *sorted(ROOT.glob("systems/*/tests")))
"""Folders in which cocotb finds a module."""
HEADERS = BUILD / "headers/model.h"
_HEADERS = ("memory", "string", "verilated.h", "verilated_dpi.h", "verilated_vpi.h")
TIMESCALE = ("1ns", "1ps")
ANYHOW = ("+verilator+rand+reset+2", "+verilator+seed+1")
"""What no reset sets begins with any value, as it does in hardware."""
QUICKLY_BUILT = verilator.make_flags("-O1", "-O0")


@dataclass(frozen=True)
class Simulator:
    """One that cocotb knows."""

    name: str
    arguments: tuple[str, ...]
    identity: Callable[[], list[str]]
    """Return what it is, with its compiler."""
    product: str = "{top}"
    """The file that it makes."""
    plain: bool = False
    """It simulates what `isochron export verilog` makes of the RTL."""
    make_flags: str = QUICKLY_BUILT
    headers: bool = False
    """It compiles models by headers that are compiled before, which takes a third off a block's."""


def _icarus() -> list[str]:
    return [building.said("iverilog", "-V")]


VERILATOR = Simulator("verilator", ("--x-assign", "unique"), verilator.tools, headers=True)
UNOPTIMISED = replace(VERILATOR, make_flags=verilator.make_flags("-O0", "-O0"), headers=False)
"""For a large model that runs for some seconds: -O1 would take longer than it saves."""
# GCC takes more than ten minutes to optimise what Verilator makes of a file whose modules are flat.
PLAIN_VERILATOR = Simulator(
    "verilator",
    (*VERILATOR.arguments, "-Wno-fatal"),
    verilator.tools,
    plain=True,
    make_flags=verilator.make_flags("-O0", "-O0"),
)
PLAIN_ICARUS = Simulator("icarus", ("-g2005",), _icarus, "sim.vvp", plain=True)


def _headers() -> Path:
    """Return a header with all that every model includes, compiled before with a model's flags.

    With other flags the compiler reads the header itself.
    """
    include = verilator.root() / "include"
    unused = ("COVERAGE", "SC", "TIMING", "TRACE", "TRACE_FST", "TRACE_VCD", "TRACE_SAIF")
    command = [
        *(verilator.GCC, "-O1", f"-I{include}", f"-I{include / 'vltstd'}", "-DVERILATOR=1"),
        *(f"-DVM_{name}=0" for name in unused),
        *("-x", "c++-header", str(HEADERS)),
    ]

    def make(partial: Path) -> None:
        HEADERS.write_text("".join(f"#include <{name}>\n" for name in _HEADERS))
        building.execute([*command, "-o", partial])
        # ccache asks this file what the header is, in place of 75 MB
        HEADERS.with_name("model.h.gch.sum").write_text(building.digest(words))

    words = [*_HEADERS, *command, *verilator.tools()]
    building.made(HEADERS.with_name("model.h.gch"), words, (), make)
    return HEADERS


def _settings(on: Simulator) -> dict[str, str]:
    """Return the environment in which a model is built."""
    settings = {**verilator.environment(), "MAKEFLAGS": on.make_flags}
    if on.headers:
        before = f"-include {_headers()} -fpch-preprocess ".replace(" ", "\\ ")
        settings["MAKEFLAGS"] = on.make_flags.replace("OPT_FAST=", f"OPT_FAST={before}")
        settings["CCACHE_SLOPPINESS"] = "pch_defines,time_macros"
        settings["CCACHE_PCH_EXTSUM"] = "1"
    return settings


def build(
    top: str, sources: Iterable[Path], parameters: Mapping[str, int], on: Simulator = VERILATOR
) -> Path:
    """Compile RTL for cocotb, unless it has been done before; return the folder of the program."""
    files = list(sources)
    kind = [f"plain-{on.name}"] if on.plain else []
    sizes = [f"{key}{value}" for key, value in parameters.items()]
    folder = BUILD / "-".join([*kind, top, *sizes])
    model = folder / "model"
    if on.plain:
        files = [plain_verilog.write(folder / f"{top}.v", top, files, parameters)]
    product = on.product.format(top=top)

    def make(partial: Path) -> list[Path]:
        shutil.rmtree(model, ignore_errors=True)
        with patch.dict(os.environ, _settings(on)):
            get_runner(on.name).build(
                sources=files,
                hdl_toplevel=top,
                parameters={} if on.plain else parameters,
                build_dir=model,
                build_args=on.arguments,
                timescale=TIMESCALE,
            )
        shutil.copy(model / product, partial)
        return [path for path in verilator.read_for(model) if path.suffix != ".gch"]

    words = [*files, *on.arguments, *TIMESCALE, on.make_flags, version("cocotb"), *on.identity()]
    building.made(folder / product, words, files if on.plain else (), make)
    return folder


def simulate(
    top: str,
    module: str,
    sources: Iterable[Path],
    parameters: dict[str, int],
    seed: int,
    environment: dict[str, str] | None = None,
    plusargs: Sequence[str] = (),
    on: Simulator = VERILATOR,
) -> None:
    """Run every cocotb test of ``module`` on ``top``; raises when one fails.

    The tests find the parameters, and ``environment``, in the environment, and a random module
    seeded with ``seed``. Tests of the same block may run at the same time.
    """
    folder = build(top, sources, parameters, on)
    path = os.pathsep.join([*map(str, TESTS), os.environ.get("PYTHONPATH", "")])
    settings = {key: str(value) for key, value in parameters.items()}
    with tempfile.TemporaryDirectory() as scratch:
        results = get_runner(on.name).test(
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
