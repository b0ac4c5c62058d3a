# SPDX-License-Identifier: Apache-2.0
"""GDB's commands about the tasks of the GIC kernel, at QEMU's stub."""

import re
import shutil
import socket
import subprocess
import threading
from pathlib import Path

import pytest
from systems.gic.lab import build, qemu

from isochron.paths import ROOT

SCRIPT = ROOT / "systems/gic/firmware/tools/gic_gdb.py"

pytestmark = pytest.mark.skipif(
    shutil.which("gdb-multiarch") is None, reason="there is no gdb-multiarch"
)


def debugged(elf: Path, cores: int, *steps: str) -> str:
    """Run a program with QEMU's stub, and return what a GDB says that goes through some steps."""
    with socket.create_server(("localhost", 0)) as server:
        port = server.getsockname()[1]
    place = f"localhost:{port}"
    runs = threading.Thread(
        target=qemu.follow, args=(elf, "vexpress-a15", cores, place, lambda _: None)
    )
    runs.start()
    connect = ("set tcp connect-timeout 30", f"target remote {place}")
    options = [word for step in (f"source {SCRIPT}", *connect, *steps) for word in ("-ex", step)]
    command = ["gdb-multiarch", "-nx", "-batch", *options, elf]
    done = subprocess.run(command, capture_output=True, text=True)
    runs.join()
    return done.stdout + done.stderr


def test_tasks_of_all_cores_are_listed_with_states_and_backtraces() -> None:
    elf = build.build(
        "systems/gic/firmware/tests/debugged.c", cores=2, defines={"configGIC_OBJECTS": "1"}
    )
    shown = debugged(
        *(elf, 2, "break stop_here", "continue", "gic-tasks", "gic-backtraces", "delete", "kill")
    )
    listed = re.findall(r"^([* ]) (\w+) +(\d) +(\w+) +(\d)(?:  (\d+))?$", shown, re.MULTILINE)
    assert [row[:-1] for row in listed] == [
        (" ", "waiter", "0", "blocked", "4"),
        (" ", "sleeper", "0", "blocked", "4"),
        (" ", "quiet", "0", "suspended", "3"),
        ("*", "runs", "0", "running", "2"),
        (" ", "ready", "0", "ready", "1"),
        ("*", "other", "1", "running", "2"),
        (" ", "IDLE", "0", "ready", "0"),
        (" ", "IDLE", "1", "ready", "0"),
    ]
    assert [int(wakes_at) >= 1000 for *_, wakes_at in listed if wakes_at] == [True]
    functions = {
        name: re.findall(r"^#\d+ +(?:0x\w+ in )?(\w+) \(", frames, re.MULTILINE)
        for name, frames in re.findall(r"^(\w+), \w+:\n((?:#.*\n?)+)", shown, re.MULTILINE)
    }
    assert functions["waiter"][-2:] == ["inner_wait", "waiter"], shown
    assert functions["runs"] == ["stop_here", "runs"], shown
    assert functions["sleeper"][-1] == "sleeper", shown
    assert functions["ready"] == ["runs"], shown
    assert "other" in functions["other"], shown


def test_a_program_on_another_kernel_is_refused() -> None:
    elf = build.build("systems/gic/firmware/examples/device_below.c", kernel="freertos")
    steps = [word for step in (f"source {SCRIPT}", "gic-tasks") for word in ("-ex", step)]
    done = subprocess.run(
        ["gdb-multiarch", "-nx", "-batch", *steps, elf], capture_output=True, text=True
    )
    assert "the program is not on the GIC kernel" in done.stderr
