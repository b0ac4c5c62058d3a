# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel in a LiteX SoC: the tutorial's scripts, run outside of the checkout."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from litex.build.lattice.trellis import LatticeTrellisToolchain
from migen import Memory, Signal

from isochron import litex
from isochron.building import yosys
from isochron.litex import program
from isochron.paths import ROOT

TUTORIAL = ROOT / "docs/tutorials/litex.md"
NO_PLACE_AND_ROUTE = """\
from isochron.synth import flow

flow.program = lambda name: "/bin/true"
"""


def script(mark: str) -> str:
    """Return the tutorial's script that has a word in it."""
    blocks = re.findall(r"```python\n(.*?)```", TUTORIAL.read_text(), re.DOTALL)
    (found,) = (block for block in blocks if mark in block)
    return found


def run(text: str, folder: Path) -> str:
    """Run a script in a folder and return what it prints after LiteX's log."""
    (folder / "my_soc.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "my_soc.py"], cwd=folder, stdout=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.wide(each=2)
@pytest.mark.parametrize(
    ("core", "caches"), [("vexriscv", True), ("cv32e40p", False), ("ibex", False)]
)
def test_a_short_script_makes_a_litex_soc_on_which_freertos_runs(
    tmp_path: Path, core: str, caches: bool
):
    text = script("simulate(").replace("vexriscv", core)
    assert text.count("\n") <= 10
    said = run(text, tmp_path).split("\n\n")[0]
    *gives, first, second, third, end = said.splitlines()
    cycles = [int(re.fullmatch(r"give to waiter: (\d+) cycles", line)[1]) for line in gives]
    assert len(cycles) == 3
    assert cycles[1] == cycles[2]
    assert (cycles[1] < cycles[0]) == caches, "they are warm after the first"
    if core == "vexriscv":
        page = TUTORIAL.read_text()
        (bounds,) = re.findall(r"takes (\d+) cycles at most places, and up to (\d+)", page)
        least, most = map(int, bounds)
        (shown,) = set(re.findall(r"^give to waiter: (\d+) cycles", page, re.M)[1:])
        assert least <= cycles[1] <= most
        assert least <= int(shown) <= most
    lines = [
        int(re.fullmatch(r"woken by the line at tick (\d+)", line)[1])
        for line in (first, second, third)
    ]
    assert lines == [1, 2, 3]
    assert end == "exit 0"


@pytest.mark.wide(each=3)
@pytest.mark.parametrize(
    ("soc", "sizes"),
    [
        ('"vexriscv", cpu_variant="linux"', ", NTasks=16, NPriorities=8, NObjects=16"),
        ('"vexriscv", cpu_variant="imac"', ""),
        ('"vexriscv", bus_data_width=64', ", NLines=4"),
    ],
)
def test_other_variants_buses_and_sizes_run_it_too(tmp_path: Path, soc: str, sizes: str):
    text = script("simulate(").replace('"vexriscv"', soc)
    text = text.replace(", NTasks=16, NPriorities=8, NObjects=16", sizes)
    assert run(text, tmp_path).split("\n\n")[0].endswith("exit 0\n")


@pytest.mark.wide
def test_litex_writes_for_a_board_what_yosys_makes_a_netlist_of(tmp_path: Path):
    text = script("make_bitstream(")
    assert text.count("\n") <= 10
    said = run(f"{NO_PLACE_AND_ROUTE}{text}", tmp_path)
    gateware = tmp_path / "build/my_ulx3s/gateware"
    assert said.splitlines()[-1] == str(gateware / "top.bit")
    assert "ecppack" in (gateware / "build_top.sh").read_text()
    assert ".sv" not in (gateware / "top.ys").read_text()
    netlist = json.loads((gateware / "top.json").read_text())["modules"]["top"]
    kinds = Counter(cell["type"] for cell in netlist["cells"].values())
    assert kinds["DP16KD"] > 32, "the program's memory and the kernel's"
    assert not any("LATCH" in kind for kind in kinds)
    of_kernel = [name for name in netlist["netnames"] if name.startswith("isochron.")]
    assert len(of_kernel) > 100
    used = (gateware / "top_main_ram.init").read_text().split()
    assert len(used) > 1000, "the program is in the memory"


class _Soc:
    cpu_type = "vexriscv"

    class cpu:
        io_regions = {0x8000_0000: 0x8000_0000}  # noqa: RUF012
        reset_address = 0
        variant = "standard"

    platform = SimpleNamespace(toolchain=None)


def test_a_core_without_a_known_software_interrupt_is_refused():
    soc = _Soc()
    soc.cpu_type = "picorv32"
    with pytest.raises(ValueError, match="the core 'picorv32' is not supported"):
        litex.add_isochron(soc)


def test_a_cached_origin_is_refused():
    with pytest.raises(ValueError, match="caches the origin 0x50000000: use 0xb0000000"):
        litex.add_isochron(_Soc(), origin=0x5000_0000)


@pytest.mark.parametrize("variant", ["linux", "linux+debug"])
def test_an_origin_that_only_a_core_for_linux_caches_is_refused(variant: str):
    soc = _Soc()
    soc.cpu = SimpleNamespace(io_regions={0x8000_0000: 0x8000_0000}, variant=variant)
    with pytest.raises(ValueError, match="caches the origin 0xa0000000: use 0xb0000000"):
        litex.add_isochron(soc, origin=0xA000_0000)


def test_a_parameter_that_the_kernel_has_not_is_refused():
    with pytest.raises(ValueError, match="isochron has no parameter NTask; it has NTasks"):
        litex.add_isochron(_Soc(), NTask=16)


def test_a_program_fills_words_as_wide_as_the_memory(monkeypatch, tmp_path: Path):
    binary = tmp_path / "program.bin"
    binary.write_bytes(bytes(range(1, 13)))
    monkeypatch.setattr(program, "write_headers", lambda *_: None)
    monkeypatch.setattr(program, "build_program", lambda *_: binary)
    for width, words in {
        32: [0x04030201, 0x08070605, 0x0C0B0A09],
        64: [0x0807060504030201, 0x0C0B0A09],
    }.items():
        soc = SimpleNamespace(main_ram=SimpleNamespace(mem=Memory(width, 3)))
        program.load_program(soc, tmp_path, tmp_path / "main.c")
        assert soc.main_ram.mem.init == words


def test_a_reset_address_that_ibex_has_not_is_refused():
    with pytest.raises(ValueError, match="begins at 0x40000080: give the SoC that"):
        litex.CORES["ibex"](_Soc(), Signal())


def test_ibex_is_plain_verilog_where_yosys_reads_it():
    soc = _Soc()
    soc.cpu = SimpleNamespace(
        reset_address=0x4000_0080, cpu_params={"p_RegFile": 1, "i_clk_i": 0, "i_irq_software_i": 0}
    )
    files = [("pythondata_cpu_ibex/rtl/ibex_core.sv",), ("other.v",)]
    soc.platform = SimpleNamespace(
        toolchain=LatticeTrellisToolchain(),
        sources=files,
        add_source=lambda file: added.append(file),
    )
    added, request = [], Signal()
    litex.CORES["ibex"](soc, request)
    assert soc.cpu.cpu_params == {"i_clk_i": 0, "i_irq_software_i": request}
    assert soc.platform.sources == [("other.v",)]
    (file,) = added
    yosys.run(f"read_verilog {file}", "hierarchy -check -top ibex_top", "proc", "check -assert")
