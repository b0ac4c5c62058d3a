# SPDX-License-Identifier: Apache-2.0
"""GDB's commands about tasks: the list on the native builds, backtraces from a core file."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from isochron.building import firmware
from isochron.paths import ROOT
from isochron.running import checks, simulator

TOOLS = ROOT / "firmware/tools"
SCRIPT = TOOLS / "isochron_gdb.py"
MAKE_CORE = TOOLS / "isochron_core.py"
MUTEX = "3"
SEMAPHORE = "2"

needs_gdb = pytest.mark.skipif(shutil.which("gdb") is None, reason="there is no gdb")
needs_gdb_for_riscv = pytest.mark.skipif(
    shutil.which("gdb-multiarch") is None, reason="there is no gdb-multiarch"
)


def listed(kernel: str) -> dict[str, list[str]]:
    """Stop the program on a kernel and return the columns of the list, by the task's name.

    GDB may call no function in it: GDB 13 cannot, on a processor with AMX.
    """
    program = checks.build(checks.Case("native/debugged", kernel=kernel))
    no_calls = "set may-call-functions off"
    steps = (f"source {SCRIPT}", no_calls, "break stop_here", "run", "isochron-tasks", "continue")
    options = [word for step in steps for word in ("-ex", step)]
    command = ["gdb", "-nx", "-batch", *options, program]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^[* ] +\d+  (\w+) +(.*) 0x\w+$", output, re.MULTILINE)
    assert "exited normally" in output, "the program did not go on as if nobody had asked"
    return {name: columns.split() for name, columns in rows}


@needs_gdb
def test_tasks_are_listed_with_states_and_waits() -> None:
    assert listed("isochron") == {
        "holder": ["running", "3", "1"],  # inherited
        "gone": ["deleted", "0", "0"],
        "quiet": ["suspended", "5", "5", "0"],
        "waiter": ["blocked", "4", "4", SEMAPHORE],
        "ready": ["ready", "0", "0"],
        "IDLE": ["ready", "0", "0"],
        "wanting": ["blocked", "3", "3", MUTEX],
    }


def make_core(text: str, core: Path) -> subprocess.CompletedProcess[str]:
    """Run the script that makes a core file of a program's output."""
    output = core.with_suffix(".txt")
    output.write_text(text)
    command = [sys.executable, MAKE_CORE, output, core]
    return subprocess.run(command, capture_output=True, text=True)


@needs_gdb_for_riscv
def test_backtraces_of_blocked_and_interrupted_tasks_with_register_banks(tmp_path: Path) -> None:
    parts = firmware.Parts((TOOLS / "isochron_dump.c",), (TOOLS,))
    program = firmware.build(
        "firmware/laboratory/tests/contexts/blocked.c", "isochron-contexts", parts=parts
    )
    result = simulator.run(program)
    assert result.exit_code == 0, result.output
    core = tmp_path / "core"
    made = make_core(result.output, core)
    assert made.returncode == 0, made.stderr
    steps = [word for step in (f"source {SCRIPT}", "isochron-backtraces") for word in ("-ex", step)]
    command = ["gdb-multiarch", "-nx", "-batch", *steps, program, core]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    functions = {
        name: re.findall(r"^#\d+ +(?:0x\w+ in )?(\w+) \(", frames, re.MULTILINE)
        for name, frames in re.findall(r"^task \d+, (\w+):\n((?:#.*\n?)+)", shown, re.MULTILINE)
    }
    assert functions["waiter"][1:4] == ["inner", "outer", "waiter"], shown
    assert functions["masked"][1:3] == ["masked_wait", "masked"], shown
    assert functions["interrupted"][:2] == ["turn", "interrupted"], shown
    assert "IDLE" in functions


@pytest.mark.parametrize("text", ["", "dump range 0 20\n", "dump range 0 20\nelse\ndump end\n"])
def test_a_text_without_a_whole_dump_is_refused(text: str, tmp_path: Path) -> None:
    made = make_core(text, tmp_path / "core")
    assert made.returncode == 1
    assert "dump" in made.stderr
    assert not (tmp_path / "core").exists()
