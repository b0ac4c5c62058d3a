# SPDX-License-Identifier: Apache-2.0
"""A board's top and its netlist in a simulation, cycle by cycle."""

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from night import NIGHT
from typer.testing import CliRunner

from isochron import rtl, suites
from isochron.boards import build, contents, loader, report, self_test, simulation
from isochron.boards.build import Image
from isochron.boards.catalogue import boards
from isochron.cli import app
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import samples, simulator

BOARD = simulation.fast(boards()["ulx3s-25f"])
IMAGE = Image(BOARD, "isochron")
SHORT = 3000
"""Cycles of the small top."""


@dataclass(frozen=True)
class Small(Image):
    """A board with the small top, placed in seconds."""

    @property
    def parameters(self) -> Mapping[str, int]:
        names = ("FeedbackDivider", "ClockDivider", "NumLeds", "NumHigh", "NumButtons", "RamBytes")
        return {name: self.board.parameters[name] for name in names}

    @property
    def sources(self) -> list[Path]:
        (memory,) = (path for path in rtl.sources("kernel") if "distributed" in path.name)
        return [
            memory,
            ROOT / "hardware/soc/soc_ram.sv",
            ROOT / "hardware/boards/ecp5_pll.sv",
            ROOT / "tests/board_simulation/board_top.sv",
        ]


@pytest.mark.wide
def test_what_is_placed_and_routed_does_what_the_rtl_does(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(build, "BUILD", tmp_path)
    image = Small(replace(BOARD, name="small"), "isochron")
    words = contents.fill(BOARD.ram_bytes)[::-1]
    rtl = simulation.run(image, simulation.of_rtl(image), words, tmp_path, SHORT)
    assert len(rtl.changes) > SHORT / 2
    image.configuration()
    cells = simulation.run(image, simulation.of_routed(image, words), words, tmp_path, SHORT)
    assert cells.changes == rtl.changes

    netlist = json.loads(image.routed())
    netlist_cells = netlist["modules"]["top"]["cells"].values()
    kinds = {cell["type"] for cell in netlist_cells}
    assert kinds >= {"TRELLIS_COMB", "TRELLIS_FF", "TRELLIS_RAMW", "DP16KD", "MULT18X18D"}
    read = {
        bit
        for cell in netlist_cells
        for pin, bits in cell["connections"].items()
        if cell["port_directions"][pin] == "input"
        for bit in bits
    }
    carry = next(
        cell["parameters"]
        for cell in netlist_cells
        if cell["parameters"].get("MODE") == "CCU2" and read.intersection(cell["connections"]["F"])
    )
    carry["INITVAL"] = "".join("10"[int(bit)] for bit in carry["INITVAL"])
    kept = image.folder / "seed-1.routed.json.gz"
    kept.write_bytes(gzip.compress(json.dumps(netlist).encode()))
    wrong = simulation.run(image, simulation.of_routed(image, words), words, tmp_path, SHORT)
    with pytest.raises(IsochronError, match="cycle and pins"):
        simulation.refuse_different(rtl, wrong)


@NIGHT
@pytest.mark.wide
def test_a_boards_netlist_does_what_the_rtl_does_in_every_cycle(tmp_path: Path):
    words = contents.image(simulation.program(IMAGE), BOARD.ram_bytes)
    most = simulation.MOST_CYCLES
    rtl = simulation.run(IMAGE, simulation.of_rtl(IMAGE), words, tmp_path, most)
    cells = json.loads(IMAGE.netlist().read_text())["modules"][build.TOP]["cells"].values()
    assert sum(cell["type"] == "DP16KD" for cell in cells) <= BOARD.blocks
    mapped = simulation.of_netlist(IMAGE, words)
    netlist = simulation.run(IMAGE, mapped, contents.fill(BOARD.ram_bytes), tmp_path, most)
    assert netlist.output == rtl.output
    woken = r"woken 1 at tick 10\nwoken 2 at tick 2\d\nwoken 3 at tick 3\d\n"
    assert re.fullmatch(rf"{woken}\d+ instructions in \d+ cycles\n", rtl.output)
    simulation.refuse_different(rtl, netlist)


@pytest.mark.wide
def test_a_boards_self_test_begins_with_a_key_and_its_report_agrees(tmp_path: Path):
    elf = self_test.build("isochron", BOARD.ram_bytes, tests=("semaphore-actions",))
    words = loader.image(elf, BOARD)
    most = simulation.MOST_CYCLES
    rtl = simulation.of_rtl(IMAGE)
    seen = simulation.run(IMAGE, rtl, words, tmp_path, most, keys="k")
    assert seen.exit_code == 0
    log = tmp_path / "board.log"
    log.write_text(seen.output)
    done = CliRunner().invoke(app, ["board", "report", str(log)])
    assert done.exit_code == 0, done.output
    assert "All 16 samples are equal" in done.output
    altered = re.sub(r"(signal-increment) (\d+) (count=3)", r"\1 9\2 \3", seen.output)
    assert altered != seen.output
    log.write_text(altered)
    done = CliRunner().invoke(app, ["board", "report", str(log)])
    assert done.exit_code == 1
    assert "semaphore-actions signal-increment, sample 4, count=3" in done.output


@pytest.mark.wide
def test_the_self_test_measures_what_the_benchmarks_measure():
    """On the hardware kernel: every sample, to the cycle."""

    whole = report.simulated("isochron")
    alone = []
    for run in self_test.runs("isochron"):
        result = simulator.kept(suites.build(run), hardware=run.hardware)
        alone += samples.read(result.output)
    assert whole.readings == alone
