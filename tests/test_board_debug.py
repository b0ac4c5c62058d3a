# SPDX-License-Identifier: Apache-2.0
"""OpenOCD on a board's debug module, by the pins of the board in a simulation."""

from __future__ import annotations

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

BOARD = simulation.fast(boards()["ulx3s-25f"])
IMAGE = Image(BOARD, "isochron", debug=True)
ENDLESS = 1_000_000_000
"""Cycles, more than a test simulates."""
TIMEOUT = 600
SCRIPT = ROOT / "firmware/tools/isochron_openocd.cfg"


def debugged(simulator: Path, folder: Path, *commands: str) -> tuple[str, str, int]:
    """Run a board's program to its end; return what OpenOCD said, the output, the exit code."""
    words = contents.image(simulation.program(IMAGE), BOARD.ram_bytes)
    build.write_hex(words, folder / "ram.hex")
    with socket.create_server(("localhost", 0)) as jtag:
        ends = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        board = simulation.command(IMAGE, simulator, ENDLESS, jtag=jtag)
        with subprocess.Popen(board, cwd=folder, pass_fds=[jtag.fileno()], **ends) as process:
            steps = [openocd_adapter("localhost", jtag.getsockname()[1]), "set TAP_ID 0x01500001"]
            files = ["-f", str(SCRIPT)]
            last = ["gdb_port disabled; tcl_port disabled; telnet_port disabled", *commands]
            asked = [word for step in steps for word in ("-c", step)] + files
            asked += [word for step in last for word in ("-c", step)]
            try:
                said = subprocess.run(
                    ["openocd", *asked], capture_output=True, text=True, timeout=TIMEOUT, check=True
                ).stderr
                output, _ = process.communicate(timeout=TIMEOUT)
            finally:
                process.kill()
    return said, output, process.returncode


@pytest.mark.wide
@pytest.mark.skipif(not shutil.which("openocd"), reason="there is no openocd")
def test_openocd_debugs_a_board_by_its_pins(tmp_path: Path):
    """The program in the board's RAM has begun already; it is loaded again, and ends as ever."""
    simulator = simulation.of_rtl(IMAGE)
    elf = simulation.program(IMAGE)
    with opened(elf) as file:
        (function,) = file.get_section_by_name(".symtab").get_symbol_by_name("vGiver")
    place = function["st_value"]
    said, output, exit_code = debugged(
        simulator,
        tmp_path,
        *("init", "reset halt", f"load_image {elf}", f"bp {place:#x} 4 hw", "resume"),
        *("wait_halt 10000", "echo [format {at 0x%08x} [lindex [reg pc] 2]]", "isochron_tasks"),
        *("rbp all", "resume", "shutdown"),
    )
    assert re.search(rf"^at {place:#010x}$", said, re.MULTILINE)
    assert re.findall(r"^\d (\w+) priority (\d)$", said, re.MULTILINE) == [
        ("blocked", "2"),
        ("running", "1"),
        ("ready", "0"),
    ]
    woken = "".join(rf"woken {number} at tick \d+\n" for number in (1, 2, 3))
    assert re.search(rf"{woken}\d+ instructions in \d+ cycles\n$", output)
    assert exit_code == 0


def test_a_board_without_pins_for_it_has_no_debug_module():
    with pytest.raises(IsochronError, match="colorlight-i5 has no pins for a debug module"):
        Image(boards()["colorlight-i5"], "isochron", debug=True)
