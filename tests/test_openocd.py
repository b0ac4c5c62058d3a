# SPDX-License-Identifier: Apache-2.0
"""The commands of the script for OpenOCD, against registers in place of a board's."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from isochron.debugging.target import descriptions
from isochron.paths import ROOT

SCRIPT = ROOT / "firmware/tools/isochron_openocd.cfg"
pytestmark = pytest.mark.skipif(shutil.which("openocd") is None, reason="there is no openocd")

# Three tasks; task 1 is running, 2 is blocked, 0 was deleted. Registers are those of the reference.
REGISTERS = """
set asked 0
proc write_memory {address width values} {
    if {$address >= 0xB0015800} { set ::asked [expr {($address - 0xB0015800) / 4}] }
}
proc read_memory {address width count} {
    switch [format 0x%x $address] {
        0xb0020018 { return 0x1 }
        0xb0020038 { return 0x3 }
        0xb0020008 { return 0x1 }
        0xb002000c { return [lindex {0x4 0x0500 0x0302} $::asked] }
    }
}
"""


def commands(tmp_path: Path, *words: str) -> str:
    """Return what OpenOCD says to commands behind the script, with no adapter."""
    stand_in = tmp_path / "registers.cfg"
    stand_in.write_text(REGISTERS)
    files = ["-c", "set KERNEL_BASE 0xB0000000", "-f", "interface/dummy.cfg", "-f", SCRIPT]
    asked = [part for word in words for part in ("-c", word)]
    done = subprocess.run(
        ["openocd", *files, "-f", stand_in, *asked, "-c", "shutdown"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_the_script_lists_tasks_by_the_kernels_registers(tmp_path: Path) -> None:
    said = commands(tmp_path, "isochron_tasks", "isochron_running")
    assert re.findall(r"^(?:task )?\d .*$", said, re.MULTILINE) == [
        "1 running priority 5",
        "2 blocked priority 3",
        "task 1 runs",
    ]


def test_the_scripts_offsets_are_those_of_the_registers() -> None:
    known = descriptions.constants("isochron_constants.h")
    contexts = descriptions.constants("isochron_contexts_constants.h")
    told = re.findall(r"^set ([A-Z_]+) +(0x\w+)$", SCRIPT.read_text(), re.MULTILINE)
    offsets = {name: int(value, 16) for name, value in told}
    assert offsets.pop("TASK_STRIDE") == contexts["CONTEXTS_TASK_STRIDE"]
    assert offsets.pop("TASK_PC") == contexts["CONTEXTS_TASK_PC_OFFSET"]
    assert offsets.pop("MIP_RESUME") == 1 << 16 + 1  # fast interrupt 1
    assert len(offsets) == 5
    assert offsets == {name: known[f"{name}_OFFSET"] for name in offsets}
