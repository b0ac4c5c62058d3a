# SPDX-License-Identifier: Apache-2.0
"""OpenOCD on a board's debug module, by the pins of the board in a simulation."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from isochron.boards import build, contents, simulation
from isochron.boards.build import Image
from isochron.boards.catalogue import boards
from isochron.building.elf import opened
from isochron.debugging.command import openocd_adapter
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

BOARD = simulation.fast(boards()["ulx3s-25f"])
IMAGE = Image(BOARD, "isochron", debug=True)
CONTEXTS = Image(simulation.fast(boards()["ulx3s-85f"]), "isochron-contexts", debug=True)
INSTRUCTION = 4
STEPS = 12
ENDLESS = 1_000_000_000
"""Cycles, more than a test simulates."""
TIMEOUT = 600
SCRIPT = ROOT / "firmware/tools/isochron_openocd.cfg"
OPENOCD = pytest.mark.skipif(not shutil.which("openocd"), reason="there is no openocd")
SHOWN = """proc places {} {
    foreach task {0 1 2} { lappend found [read_memory [expr {0xA0100080 + 0x100 * $task}] 32 1] }
    return $found
}"""
STEPPED = f"""for {{set number 0}} {{$number < {STEPS}}} {{incr number}} {{
    bp $answer 4 hw
    resume
    wait_halt 10000
    set before [places]
    rbp $answer
    step
    echo "step $before then [lindex [reg pc] 2] of [isochron_load $CURRENT_ID]"
}}"""


def debugged(image: Image, folder: Path, settings: str, *commands: str) -> tuple[str, str, int]:
    """Run a board's program to its end; return what OpenOCD said, the output, the exit code."""
    board = image.board
    build.write_hex(contents.image(simulation.program(image), board.ram_bytes), folder / "ram.hex")
    with socket.create_server(("localhost", 0)) as jtag:
        ends = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, **TEXT}
        words = simulation.command(image, simulation.of_rtl(image), ENDLESS, jtag=jtag)
        with subprocess.Popen(words, cwd=folder, pass_fds=[jtag.fileno()], **ends) as process:
            adapter = openocd_adapter("localhost", jtag.getsockname()[1])
            before = [adapter, "set TAP_ID 0x01500001", settings]
            behind = ["gdb_port disabled; tcl_port disabled; telnet_port disabled", *commands]
            first, last = (
                [word for step in steps for word in ("-c", step)] for steps in (before, behind)
            )
            try:
                said = subprocess.run(
                    ["openocd", *first, "-f", SCRIPT, *last],
                    capture_output=True,
                    text=True,
                    timeout=TIMEOUT,
                    check=True,
                ).stderr
                output, _ = process.communicate(timeout=TIMEOUT)
            finally:
                process.kill()
    return said, output, process.returncode


def label(elf: Path, name: str) -> int:
    """Return the address of code under a name."""
    with opened(elf) as file:
        (found,) = file.get_section_by_name(".symtab").get_symbol_by_name(name)
    return found["st_value"]


WOKEN = "".join(rf"woken {number} at tick \d+\n" for number in (1, 2, 3))


@pytest.mark.wide
@OPENOCD
def test_openocd_debugs_a_board_by_its_pins(tmp_path: Path):
    """The program in the board's RAM has begun already; it is loaded again, and ends as ever."""
    elf = simulation.program(IMAGE)
    place = label(elf, "vGiver")
    said, output, exit_code = debugged(
        *(IMAGE, tmp_path, "", "init", "reset halt", f"load_image {elf}"),
        *(f"bp {place:#x} 4 hw", "resume", "wait_halt 10000"),
        *("echo [format {at 0x%08x} [lindex [reg pc] 2]]", "isochron_tasks"),
        *("rbp all", "resume", "shutdown"),
    )
    assert re.search(rf"^at {place:#010x}$", said, re.MULTILINE)
    assert re.findall(r"^\d (\w+) priority (\d)$", said, re.MULTILINE) == [
        ("blocked", "2"),
        ("running", "1"),
        ("ready", "0"),
    ]
    assert re.search(rf"{WOKEN}\d+ instructions in \d+ cycles\n$", output)
    assert exit_code == 0


@pytest.mark.wide
@OPENOCD
def test_a_step_of_the_load_that_switches_ends_where_the_next_task_goes_on(tmp_path: Path):
    """Also if an interrupt has stopped it elsewhere: the window of the contexts tells where."""
    elf = simulation.program(CONTEXTS)
    answer = label(elf, "answer")
    said, output, exit_code = debugged(
        *(CONTEXTS, tmp_path, "set CONTEXTS_BASE 0xA0100000", "init", "reset halt"),
        *(f"load_image {elf}", f"set answer {answer}", SHOWN, STEPPED, "resume"),
        "shutdown",
    )
    steps = re.findall(r"^step (.*) then (.*) of 0x(\d)$", said, re.MULTILINE)
    moved = 0
    for places, after, task in steps:
        place = int(places.split()[int(task)], 0)
        moved += place != answer
        assert int(after, 0) == (answer + INSTRUCTION if place == answer else place)
    assert len(steps) == STEPS
    assert moved > 1, "tasks that were interrupted"
    assert re.search(rf"{WOKEN}\d+ instructions in \d+ cycles\n$", output)
    assert exit_code == 0


def test_a_board_without_pins_for_it_has_no_debug_module():
    with pytest.raises(IsochronError, match="colorlight-i5 has no pins for a debug module"):
        Image(boards()["colorlight-i5"], "isochron", debug=True)
