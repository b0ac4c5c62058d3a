# SPDX-License-Identifier: Apache-2.0
"""Plain Verilog does what its source does, and tools that know no SystemVerilog read it."""

from pathlib import Path

import pytest
import test_kernel
from equivalence import equivalent_bits
from simulation import PLAIN_ICARUS, PLAIN_VERILATOR, Simulator, simulate
from typer.testing import CliRunner

from isochron import cli, rtl
from isochron.building import yosys
from isochron.errors import EXIT_USAGE, IsochronError

KERNEL = Path(test_kernel.__file__).with_name("kernel")
SIZES = test_kernel.SMALL | {"ClockGating": 0}
LEAST = {"NPriorities": 8, "NObjects": 4, "NLines": 1, "TimerWidth": 8, "CountWidth": 1}
"""Sizes that make the kernel small, for a proof."""
NOT_OF_THE_KERNEL = {"chains", "lines", "lists", "priority_encoder", "time", "trace"}
"""Benches of a block, which is no top module of the file."""
NOT_FOR_IT = {
    "assertion": "the file has no assertions",
    "mutex_count": "needs a kernel with smaller counts",
    "random": "test_random_software_takes_the_cycles_of_the_source runs it",
    "restart": "makes memories 0 that have other names in the file",
}
BENCHES = {path.stem.removesuffix("_bench") for path in KERNEL.glob("*_bench.py")}


def software(on: Simulator, steps: int) -> None:
    """Run random software on a small kernel."""
    simulate(
        "isochron",
        "kernel.random_bench",
        rtl.sources("kernel"),
        SIZES,
        1,
        {"COCOTB_TESTCASE": "random_software", "STEPS": str(steps), "PATIENCE": "0.99"},
        on=on,
    )


@pytest.mark.wide(each=5)
@pytest.mark.parametrize("bench", sorted(BENCHES - NOT_OF_THE_KERNEL - set(NOT_FOR_IT)))
def test_the_kernels_tests_pass_on_it(bench: str) -> None:
    sources = rtl.sources("kernel")
    sizes = SIZES | ({"MessageWords": 8} if bench == "message" else {})
    simulate("isochron", f"kernel.{bench}_bench", sources, sizes, 1, on=PLAIN_VERILATOR)


@pytest.mark.wide
def test_random_software_where_what_is_undefined_spreads() -> None:
    software(PLAIN_ICARUS, 300)


@pytest.mark.wide
def test_random_software_takes_the_cycles_of_the_source() -> None:
    software(PLAIN_VERILATOR, 2500)


@pytest.mark.wide
def test_a_file_is_equivalent_to_its_source(tmp_path: Path) -> None:
    assert equivalent_bits("accelerated", 4, tmp_path, LEAST, anything=False) > 3000


def test_the_reader_of_verilog_2005_in_yosys_accepts_a_file(tmp_path: Path) -> None:
    file = tmp_path / "isochron.v"
    words = [
        "export",
        "verilog",
        "accelerated",
        "--tasks",
        "4",
        "-D",
        "NObjects=4",
        "-o",
        str(file),
    ]
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 0, done.output
    text = file.read_text()
    assert "NObjects 4" in text
    assert "NTasks 4" in text
    assert "module isochron(" in text
    yosys.run(f"read_verilog {file}", "hierarchy -check -top isochron", "proc", "check")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "all.v"], "-o FILE is for one configuration"),
        (["soc"], "soc"),
        (["full", "--tasks", "3"], "full has 4 to 128 tasks, not 3"),
        (["full", "--width", "24"], "full has no delays of 24 bits"),
        (["full", "-D", "NLines"], "'NLines' is no parameter and number"),
        (["full", "-D", "NTaks=8"], "isochron has no parameter NTaks; it has NTasks"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_what_makes_no_sense_is_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(cli.app, ["export", "verilog", *words], env={"COLUMNS": "200"})
    assert done.exit_code == EXIT_USAGE
    assert said in done.output


def test_sizes_that_the_hardware_does_not_support_are_refused() -> None:
    words = ["export", "verilog", "full", "-D", "NTasks=300", "-o", "/dev/null"]
    done = CliRunner().invoke(cli.app, words)
    assert isinstance(done.exception, IsochronError)
    assert "NTasks is 300" in str(done.exception)
