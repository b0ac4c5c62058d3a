# SPDX-License-Identifier: Apache-2.0
"""Plain Verilog does what its source does, and tools that know no SystemVerilog read it."""

from __future__ import annotations

from pathlib import Path

import pytest
import test_kernel
from simulation import PLAIN_ICARUS, PLAIN_VERILATOR, Simulator, simulate
from typer.testing import CliRunner

from isochron import cli
from isochron.building import verilator, yosys

KERNEL = Path(test_kernel.__file__).with_name("kernel")
SIZES = test_kernel.SMALL | {"ClockGating": 0}
NOT_OF_THE_KERNEL = {"chains", "lines", "lists", "priority_encoder", "time", "trace"}
"""Benches of a block, which is no top module of the file."""
NOT_FOR_IT = {
    "assertion": "the file has no assertions",
    "mutex_count": "needs a kernel without objects in software",
    "random": "test_random_software_takes_the_cycles_of_the_source runs it",
}
BENCHES = {path.stem.removesuffix("_bench") for path in KERNEL.glob("*_bench.py")}


def software(on: Simulator, steps: int) -> None:
    """Run random software on a small kernel."""
    simulate(
        "isochron",
        "kernel.random_bench",
        verilator.kernel_sources(),
        SIZES,
        1,
        {"COCOTB_TESTCASE": "random_software", "STEPS": str(steps), "PATIENCE": "0.99"},
        on=on,
    )


@pytest.mark.wide
@pytest.mark.parametrize("bench", sorted(BENCHES - NOT_OF_THE_KERNEL - set(NOT_FOR_IT)))
def test_the_kernels_tests_pass_on_it(bench: str) -> None:
    sources = verilator.kernel_sources()
    simulate("isochron", f"kernel.{bench}_bench", sources, SIZES, 1, on=PLAIN_VERILATOR)


@pytest.mark.wide
def test_random_software_where_what_is_undefined_spreads() -> None:
    software(PLAIN_ICARUS, 300)


@pytest.mark.wide
def test_random_software_takes_the_cycles_of_the_source() -> None:
    software(PLAIN_VERILATOR, 2500)


def test_the_reader_of_verilog_2005_in_yosys_accepts_a_file(tmp_path: Path) -> None:
    file = tmp_path / "time_manager.v"
    words = ["verilog", "time-manager", "--tasks", "4", "--width", "24", "-o", str(file)]
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 0, done.output
    text = file.read_text()
    assert "// Parameters, fixed here: NTasks 4, Width 24." in text
    assert "module isochron_time_manager(" in text
    yosys.run(
        f"read_verilog {file}", "hierarchy -check -top isochron_time_manager", "proc", "check"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "all.v"], "-o FILE is for one configuration"),
        (["soc"], "soc"),
        (["hybrid", "--tasks", "5"], "hybrid has 4, 8, 16, 32, 64 tasks, not 5"),
        (["full", "--width", "24"], "full has no delays of 24 bits"),
        (["full", "-D", "NLines"], "'NLines' is no parameter and number"),
        (["full", "-D", "NTaks=8"], "isochron has no parameter NTaks; it has NTasks"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_what_makes_no_sense_is_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(cli.app, ["verilog", *words], env={"COLUMNS": "200"})
    assert done.exit_code == cli.EXIT_USAGE
    assert said in done.output


def test_sizes_that_the_hardware_does_not_support_are_refused() -> None:
    words = ["verilog", "full", "-D", "NTasks=300", "-o", "/dev/null"]
    done = CliRunner().invoke(cli.app, words)
    assert isinstance(done.exception, yosys.YosysFailed)
    assert "NTasks is 300" in str(done.exception)
