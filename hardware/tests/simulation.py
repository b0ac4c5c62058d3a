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


def _icarus() -> list[str]:
    return [building.said("iverilog", "-V")]


VERILATOR = Simulator("verilator", ("--x-assign", "unique"), verilator.tools)
UNOPTIMISED = replace(VERILATOR, make_flags=verilator.make_flags("-O0", "-O0"))
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
        settings = {**verilator.environment(), "MAKEFLAGS": on.make_flags}
        with patch.dict(os.environ, settings):
            get_runner(on.name).build(
                sources=files,
                hdl_toplevel=top,
                parameters={} if on.plain else parameters,
                build_dir=model,
                build_args=on.arguments,
                timescale=TIMESCALE,
            )
        shutil.copy(model / product, partial)
        return verilator.read_for(model)

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
