# SPDX-License-Identifier: Apache-2.0
"""A board's top and its netlist in a simulation, cycle by cycle."""

from __future__ import annotations

import re
from pathlib import Path

import board_simulation as simulation
import pytest
from typer.testing import CliRunner

from isochron import suites
from isochron.boards import contents, report, self_test
from isochron.boards.build import Image
from isochron.boards.catalogue import boards
from isochron.building import firmware
from isochron.cli import app
from isochron.running import samples, simulator

BOARD = simulation.fast(boards()["ulx3s-25f"])
IMAGE = Image(BOARD, "isochron")
QUICK = {"configCPU_CLOCK_HZ": "2400000"}
"""2,400 cycles to the tick: the first program ends within some 30 of them."""
MOST_CYCLES = 2_000_000


def program() -> Path:
    defines = {**QUICK, "configTOTAL_HEAP_SIZE": "16384"}
    path = "firmware/examples/first_program.c"
    return firmware.build(path, "isochron", defines=defines, ram_bytes=BOARD.ram_bytes)


@pytest.mark.wide
def test_a_boards_netlist_does_what_the_rtl_does_in_every_cycle(tmp_path: Path):
    elf = program()
    words = contents.image(elf, BOARD.ram_bytes)
    rtl = simulation.run(simulation.of_rtl(IMAGE), words, tmp_path, MOST_CYCLES)
    mapped = simulation.of_netlist(IMAGE, words)
    netlist = simulation.run(mapped, contents.fill(BOARD.ram_bytes), tmp_path, MOST_CYCLES)
    assert netlist.output == rtl.output
    woken = r"woken 1 at tick 10\nwoken 2 at tick 2\d\nwoken 3 at tick 3\d\n"
    assert re.fullmatch(woken, rtl.output)
    assert netlist.changes == rtl.changes
    assert (netlist.exit_code, rtl.exit_code) == (0, 0)


@pytest.mark.wide
def test_a_boards_self_test_begins_with_a_key_and_its_report_agrees(tmp_path: Path):
    elf = self_test.build("isochron", BOARD.ram_bytes, tests=("semaphore-actions",))
    words = contents.image(elf, BOARD.ram_bytes)
    seen = simulation.run(simulation.of_rtl(IMAGE), words, tmp_path, MOST_CYCLES, key_at=20_000)
    assert seen.exit_code == 0
    log = tmp_path / "board.log"
    log.write_text(seen.output)
    done = CliRunner().invoke(app, ["board-report", str(log)])
    assert done.exit_code == 0, done.output
    assert "All 16 samples are equal" in done.output
    altered = re.sub(r"(signal-increment) (\d+) (count=3)", r"\1 9\2 \3", seen.output)
    assert altered != seen.output
    log.write_text(altered)
    done = CliRunner().invoke(app, ["board-report", str(log)])
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
