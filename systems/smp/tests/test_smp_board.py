# SPDX-License-Identifier: Apache-2.0
"""The SoC with two cores on a board: what is refused, and its netlist in a simulation."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from night import NIGHT
from systems.smp.lab.machine import PORTS, SMP, build
from typer.testing import CliRunner

from isochron import cli
from isochron.boards import contents, simulation
from isochron.boards.build import IBEX, VEXRISCV, Image
from isochron.boards.catalogue import boards
from isochron.errors import IsochronError

BOARD = boards()["ulx3s-85f"]
IMAGE = Image(BOARD, "isochron", cores=PORTS)
TOP = SMP / "boards/board_top.sv"
OF_TASKS = 3
"""Bits of a running task's number, on LEDs."""
FIRST_TASK = 3
"""The pin where those of the first core begin: behind the serial line and the program's end."""


def test_the_top_has_the_parameters_and_the_pins_that_a_board_gives() -> None:
    text = TOP.read_text()
    declared = re.findall(r"^  parameter \S+(?: unsigned)?\s+(\w+)", text, re.M)
    assert IMAGE.parameters.keys() == set(declared)
    ports = re.findall(r"^  (?:in|out)put\s+logic\s+(?:\[.*\]\s+)?(\w+)", text, re.M)
    placed = re.findall(r'LOCATE COMP "(\w+)', BOARD.constraints())
    assert set(placed) == set(ports)
    assert TOP in IMAGE.sources
    assert IMAGE.soc == "isochron-2-cores"


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"cores": 4}, "--cores 4: the RAM of a board has ports for 2 cores"),
        ({"kernel": "freertos"}, "--cores 2: a board with several cores has the kernel isochron"),
        ({"debug": True}, "--cores 2: with several cores there is no --debug"),
        ({"platform": VEXRISCV}, "--cores 2: with several cores there is no .*--platform"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, object], complaint: str) -> None:
    assert IMAGE.platform == IBEX
    with pytest.raises(IsochronError, match=complaint):
        replace(IMAGE, **changes)  # type: ignore[arg-type]


def test_a_program_is_for_as_many_cores_and_this_kernel(tmp_path: Path) -> None:
    words = ["board", "bitstream", "-b", BOARD.name]
    two = ["--cores", "2"]
    done = CliRunner().invoke(cli.app, [*words, *two])
    assert "--program is missing" in done.output
    example = SMP / "examples/workers/main.c"
    for chosen, cores, kernel, complaint in (
        (two, 4, "isochron", "is built for 4 cores, and --cores says 2"),
        (two, 2, "freertos", "is not built with the hardware kernel"),
        ([], 2, "isochron", "is built for 2 cores: choose --cores 2"),
    ):
        elf = build(example, cores, kernel=kernel)
        program = ["--program", str(elf), "-o", str(tmp_path)]
        done = CliRunner().invoke(cli.app, [*words, *chosen, *program])
        assert complaint in str(done.exception)


@NIGHT
@pytest.mark.wide
def test_the_netlist_does_what_the_rtl_does_in_every_cycle(tmp_path: Path) -> None:
    image = replace(IMAGE, board=simulation.fast(BOARD))
    words = contents.image(simulation.program(image), image.board.ram_bytes)
    most = simulation.MOST_CYCLES
    rtl = simulation.run(image, simulation.of_rtl(image), words, tmp_path, most)
    mapped = simulation.of_netlist(image, words)
    filled = contents.fill(image.board.ram_bytes)
    netlist = simulation.run(image, mapped, filled, tmp_path, most)
    assert netlist.output == rtl.output
    rates = re.findall(r"^(\d) at work: \d+ cycles a job, ([\d.]+) times", rtl.output, re.M)
    (one, alone), (two, together) = rates
    assert (one, alone, two) == ("1", "1.00", "2")
    assert float(together) > 1.3
    simulation.refuse_different(rtl, netlist)
    pins = [int(change.split()[1], 16) for change in rtl.changes]
    for core in range(PORTS):
        seen = {pin >> FIRST_TASK + core * OF_TASKS & (1 << OF_TASKS) - 1 for pin in pins}
        assert len(seen) > 2, f"core {core} runs several tasks"
