# SPDX-License-Identifier: Apache-2.0
"""Proofs of properties in SystemVerilog: Yosys (pyosys) with its own SAT solver, by induction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from isochron import yosys
from isochron.verilator import ROOT

PROPERTIES = ROOT / "hardware/formal"
STEPS = 3
"""Most steps of an induction."""


def prove(top: str, sources: Iterable[Path], parameters: Mapping[str, int]) -> None:
    """Prove every assertion of a module that includes its properties if FORMAL is defined.

    Raises:
        ToolMissing: pyosys is not installed.
        yosys.YosysFailed: there is a counterexample, or no proof; the text has the end of the log.
    """
    generics = " ".join(f"-G {name}={value}" for name, value in parameters.items())
    files = " ".join(str(path) for path in sources)
    yosys.run(
        f"read_slang -D FORMAL -I {PROPERTIES} --top {top} {generics} {files}",
        f"prep -top {top}",
        "async2sync",
        "chformal -lower",
        f"sat -verify -prove-asserts -set-assumes -tempinduct -maxsteps {STEPS}",
    )
