# SPDX-License-Identifier: Apache-2.0
"""Plain Verilog does what its source does, and tools that know no SystemVerilog read it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import test_kernel
from simulation import PLAIN_ICARUS, PLAIN_VERILATOR, Simulator, simulate
from typer.testing import CliRunner

from isochron import cli
from isochron.building import plain_verilog, verilator, yosys
from isochron.errors import EXIT_USAGE
from isochron.synth.configurations import CONFIGURATIONS, Design

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
    sizes = SIZES | ({"MessageWords": 8} if bench == "message" else {})
    simulate("isochron", f"kernel.{bench}_bench", sources, sizes, 1, on=PLAIN_VERILATOR)


@pytest.mark.wide
def test_random_software_where_what_is_undefined_spreads() -> None:
    software(PLAIN_ICARUS, 300)


@pytest.mark.wide
def test_random_software_takes_the_cycles_of_the_source() -> None:
    software(PLAIN_VERILATOR, 2500)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("name", "tasks", "sizes", "anything", "least_bits"),
    [
        ("accelerated", 4, LEAST, False, 3000),
        ("time-manager", 12, {}, True, 2000),
        ("hybrid", 4, {}, True, 1800),
    ],
)
def test_a_file_is_equivalent_to_its_source(
    name: str, tasks: int, sizes: dict[str, int], anything: bool, least_bits: int, tmp_path: Path
) -> None:
    """By SAT, net by net: all that have a name in the source, all that is stored among them.

    What the source leaves undefined may be anything in the file; or the source has there what the
    converter chooses, too, which is proven five times as fast.
    """
    one = CONFIGURATIONS[name]
    width = next(iter(one.widths), None)
    parameters = Design(one, tasks, width).parameters() | sizes
    assert one.module
    plain = plain_verilog.convert(one.module, one.sources(), parameters)
    (tmp_path / "plain.v").write_text(plain)
    words = [f"-G {name}={value}" for name, value in parameters.items()]
    words += [f"-I {folder}" for folder in verilator.include_folders(one.sources())]
    words += ["--keep-hierarchy", "--ignore-assertions", *map(str, one.sources())]
    readers = {
        "source": f"read_slang --top {one.module} {' '.join(words)}",
        "file": "read_verilog -D SYNTHESIS plain.v",
    }
    named = {name: _flat(name, one.module, read, tmp_path) for name, read in readers.items()}
    assert named["source"] <= named["file"], "a net of the source has another name in the file"
    log = yosys.run(
        *("read_json source.json", "read_json file.json"),
        *(() if anything else ("opt_expr -mux_undef", "opt_clean")),
        *("equiv_make source file both", "hierarchy -top both", "opt_clean"),
        *(f"equiv_simple -short {'-undef' if anything else ''}", "equiv_status -assert"),
        folder=tmp_path,
    )
    (bits,) = re.findall(r"Of those cells (\d+) are proven and 0 are unproven", log)
    assert int(bits) > least_bits


def _flat(name: str, top: str, read: str, folder: Path) -> set[str]:
    """Write a design as one module, ``name``.json, with registers for memory; return its nets.

    A net of an instance in a generate block has the same name in both designs.
    """
    yosys.run(
        *(read, f"hierarchy -top {top}", "proc", "flatten", "opt_clean", "memory_map"),
        *("async2sync", "opt_clean", "setattr -unset init", f"write_json {name}.json"),
        folder=folder,
    )
    file = folder / f"{name}.json"
    module = json.loads(file.read_text())["modules"][top]
    nets: dict[str, dict[str, object]] = {}
    for net, facts in module["netnames"].items():
        plain = net if facts["hide_name"] else re.sub(r"_+", "_", re.sub(r"\W+", "_", net))
        assert nets.setdefault(plain, facts)["bits"] == facts["bits"], f"two nets {plain}"
    file.write_text(json.dumps({"modules": {name: {**module, "netnames": nets}}}))
    return {net for net, facts in nets.items() if not facts["hide_name"]}


def test_the_reader_of_verilog_2005_in_yosys_accepts_a_file(tmp_path: Path) -> None:
    file = tmp_path / "time_manager.v"
    words = ["export", "verilog", "time-manager", "--tasks", "4", "--width", "24", "-o", str(file)]
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
    done = CliRunner().invoke(cli.app, ["export", "verilog", *words], env={"COLUMNS": "200"})
    assert done.exit_code == EXIT_USAGE
    assert said in done.output


def test_sizes_that_the_hardware_does_not_support_are_refused() -> None:
    words = ["export", "verilog", "full", "-D", "NTasks=300", "-o", "/dev/null"]
    done = CliRunner().invoke(cli.app, words)
    assert isinstance(done.exception, yosys.YosysFailed)
    assert "NTasks is 300" in str(done.exception)
