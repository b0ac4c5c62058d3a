# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel in a LiteX SoC: made by a script, its program built by CMake, simulated, and
synthesized for a board."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import pytest
from cocotb_tools.runner import get_results, get_runner

from isochron import litex
from isochron.building import verilator, yosys
from isochron.paths import ROOT

BENCH = ROOT / "tests/litex_soc"
PROGRAM = ROOT / "firmware/litex"
PACKAGE = ROOT / "firmware/cmake"
FAST = verilator.make_flags("-O1", "-O0")


def make_soc(folder: Path, core: str, program: Path | None = None) -> Path:
    """Write the SoC's Verilog and headers, with a program in its memory; return the folder."""
    gateware = folder / "gateware"
    gateware.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, BENCH / "soc.py", folder, core, *([program] if program else [])]
    subprocess.run(words, cwd=gateware, check=True, capture_output=True)
    return folder


def build_program(soc: Path, core: str, folder: Path) -> Path:
    words = ("-S", PROGRAM, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release")
    where = (f"-DLITEX_OUTPUT={soc}", f"-DLITEX_CPU={core}", f"-Disochron_DIR={PACKAGE}")
    tools = (
        f"-DCMAKE_TOOLCHAIN_FILE={PACKAGE}/riscv-toolchain.cmake",
        f"-DPython3_EXECUTABLE={sys.executable}",
    )
    subprocess.run(["cmake", *words, *where, *tools], check=True, capture_output=True)
    subprocess.run(["cmake", "--build", folder], check=True, capture_output=True)
    return folder / "program.bin"


def simulated(soc: Path, folder: Path) -> str:
    """Return what the SoC's program prints."""
    gateware = soc / "gateware"
    sources = [*map(Path, (gateware / "sources.f").read_text().split()), gateware / "sim.v"]
    output = folder / "output.txt"
    with patch.dict(os.environ, {**verilator.environment(), "MAKEFLAGS": FAST}):
        runner = get_runner("verilator")
        runner.build(
            sources=sources,
            includes=(gateware / "includes.f").read_text().split(),
            hdl_toplevel="sim",
            build_dir=folder / "model",
            build_args=["-Wno-fatal"],  # cores and LiteX's Verilog have warnings of their own
            timescale=("1ns", "1ps"),
        )
    results = runner.test(
        hdl_toplevel="sim",
        hdl_toplevel_lang="verilog",
        test_module="litex_soc.console",
        build_dir=folder / "model",
        test_dir=gateware,
        extra_env={"OUTPUT": str(output)},
    )
    assert get_results(results) == (1, 0)
    return output.read_text()


@pytest.mark.wide
@pytest.mark.parametrize(("core", "caches"), [("vexriscv", True), ("cv32e40p", False)])
def test_freertos_runs_on_the_kernel_in_a_litex_soc(tmp_path: Path, core: str, caches: bool):
    headers = make_soc(tmp_path / "empty", core)
    program = build_program(headers, core, tmp_path / "program")
    said = simulated(make_soc(tmp_path / "soc", core, program), tmp_path / "simulation")
    *gives, first, second, third, end = said.splitlines()
    cycles = [int(re.fullmatch(r"give to waiter: (\d+) cycles", line)[1]) for line in gives]
    assert len(cycles) == 3
    assert cycles[1] == cycles[2]
    assert (cycles[1] < cycles[0]) == caches, "they are warm after the first"
    lines = [
        int(re.fullmatch(r"woken by the line at tick (\d+)", line)[1])
        for line in (first, second, third)
    ]
    assert lines == [1, 2, 3]
    assert end == "exit 0"


@pytest.mark.wide
def test_litex_writes_for_a_board_what_yosys_makes_a_netlist_of(tmp_path: Path):
    words = [sys.executable, BENCH / "ulx3s.py", tmp_path]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    gateware = tmp_path / "gateware"
    script = (gateware / "top.ys").read_text()
    assert ".sv" not in script
    yosys.run("script top.ys", folder=gateware)
    netlist = json.loads((gateware / "top.json").read_text())["modules"]["top"]
    kinds = Counter(cell["type"] for cell in netlist["cells"].values())
    assert kinds["DP16KD"] > 32, "the program's memory and the kernel's"
    assert not any("LATCH" in kind for kind in kinds)
    of_kernel = [name for name in netlist["netnames"] if name.startswith("isochron.")]
    assert len(of_kernel) > 100


class _Soc:
    cpu_type = "vexriscv"

    class cpu:
        io_regions = {0x8000_0000: 0x8000_0000}  # noqa: RUF012


def test_a_core_without_a_known_software_interrupt_is_refused():
    soc = _Soc()
    soc.cpu_type = "picorv32"
    with pytest.raises(ValueError, match="the core 'picorv32' is not supported"):
        litex.add_isochron(soc)


def test_a_cached_origin_is_refused():
    with pytest.raises(ValueError, match="caches the origin 0x50000000: use 0xa0000000"):
        litex.add_isochron(_Soc(), origin=0x5000_0000)
