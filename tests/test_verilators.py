# SPDX-License-Identifier: Apache-2.0
"""Each Verilator that the pages name says nothing about what others build with."""

import os
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from isochron import rtl
from isochron.building import plain_verilog, verilator
from isochron.synth.configurations import CONFIGURATIONS, Design

DEBIAN = Path("/usr/bin/verilator")
VERILATORS = {
    "pinned": (verilator.root() / "bin/verilator", verilator.environment()),
    "debian": (DEBIAN, {k: v for k, v in os.environ.items() if k != "VERILATOR_ROOT"}),
}
TOPS = [(core, top) for core in rtl.cores().values() for top in core.tops]
FILES = [name for name, configuration in CONFIGURATIONS.items() if configuration.module]


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


@pytest.mark.parametrize(("core", "top"), TOPS, ids=[top for _, top in TOPS])
def test_the_sources_are_clean_with_parameters_as_fusesoc_gives_them(
    lint, core: rtl.Core, top: str
):
    (module,) = (path for path in core.files() if path.stem == top)
    values = [f"-G{name}={default}" for name, default in rtl.parameters(module).items()]
    waived = ["-Wno-UNUSEDPARAM"] if "kernel" in core.needs else []
    waivers = rtl.cores()["common"].files("waivers")
    words = ["-Wall", *waived, *values, *waivers, "--top-module", top, *rtl.sources(core.name)]
    assert lint(*words) == ""


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_plain_verilog_is_clean_and_has_one_top_module(lint, name: str):
    configuration = CONFIGURATIONS[name]
    assert configuration.module
    parameters = Design(configuration, configuration.usual, next(iter(configuration.widths), None))
    file = plain_verilog.write(
        rtl.ROOT / f"build/tests/{name}.v",
        configuration.module,
        configuration.sources(),
        parameters.parameters(),
    )
    assert lint(file) == ""


def test_no_source_names_a_warning_that_an_older_verilator_does_not_know():
    known = {"UNUSEDPARAM", "SYNCASYNCNET"}
    for path in {path for core in rtl.cores().values() for path in core.files()}:
        words = path.read_text().split()
        named = {b for a, b in pairwise(words) if a in ("lint_off", "lint_on")}
        assert named <= known, path
