# SPDX-License-Identifier: Apache-2.0
"""The GDB command that lists tasks from the hardware, on the native builds."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from isochron import checks

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "firmware/tools/isochron_gdb.py"
MUTEX = "3"
SEMAPHORE = "2"

pytestmark = pytest.mark.skipif(shutil.which("gdb") is None, reason="there is no gdb")


def _listed(kernel: str) -> dict[str, list[str]]:
    """Stop the program on a kernel and return the columns of the list, by the task's name."""
    program = checks.build(checks.Case("native/debugged", kernel=kernel))
    steps = (f"source {SCRIPT}", "break stop_here", "run", "isochron-tasks", "continue")
    options = [word for step in steps for word in ("-ex", step)]
    command = ["gdb", "-nx", "-batch", *options, program]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^[* ] +\d+  (\w+) +(.*) 0x\w+$", output, re.MULTILINE)
    assert "exited normally" in output, "the program did not go on as if nobody had asked"
    return {name: columns.split() for name, columns in rows}


def test_tasks_are_listed_with_states_and_waits() -> None:
    assert _listed("isochron") == {
        "holder": ["running", "3", "1"],  # inherited
        "quiet": ["suspended", "5", "5", "0"],
        "waiter": ["blocked", "4", "4", SEMAPHORE],
        "ready": ["ready", "0", "0"],
        "IDLE": ["ready", "0", "0"],
        "wanting": ["blocked", "3", "3", MUTEX],
    }


def test_tasks_of_the_hybrid_are_listed_with_the_event_lists_that_they_are_in() -> None:
    listed = _listed("hybrid")
    lists = {listed[name].pop() for name in ("waiter", "wanting")}
    assert len(lists) == 2
    assert all(re.fullmatch(r"0x[0-9a-f]+", one) for one in lists)
    assert listed == {
        "holder": ["running", "3", "1"],  # inherited
        "quiet": ["suspended", "5", "5"],
        "waiter": ["blocked", "4", "4"],
        "ready": ["ready", "0", "0"],
        "IDLE": ["ready", "0", "0"],
        "wanting": ["blocked", "3", "3"],
    }
