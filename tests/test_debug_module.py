# SPDX-License-Identifier: Apache-2.0
"""OpenOCD and GDB on the simulated SoC's debug module, by JTAG, as on a board."""

import re
import shlex
import shutil
import socket
import subprocess
import threading
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from test_debugger import EXIT_CODE, INSTRUCTION, STATES, TIMEOUT, build
from typer.testing import CliRunner

from isochron import cli
from isochron.building import firmware, simulator_build
from isochron.debugging.command import jtag, openocd_adapter
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import simulator

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("openocd", "gdb-multiarch"))), reason="there is no openocd or GDB"
)

SCRIPT = ROOT / "firmware/tools/isochron_openocd.cfg"
TASKS = ROOT / "firmware/tools/isochron_gdb.py"
FIRST = "firmware/examples/first_program.c"
HARDWARE = "isochron-debug"
MTIME = 0x9200_BFF8
RAM_UNUSED = 0x4003_FF00
MAX_CYCLES = 1_000_000_000
"""A core that runs goes on while OpenOCD waits for the processor."""
OUTPUT = "woken 1 at tick 10\nwoken 2 at tick 20\nwoken 3 at tick 30\n"
kernels = pytest.mark.parametrize("kernel", ["isochron", "isochron-contexts"])


class Run:
    """A program on the simulated SoC, which waits for OpenOCD."""

    def __init__(self, program: Path) -> None:
        self._listener = socket.create_server(("localhost", 0))
        self._ended: list[simulator.RunResult] = []
        self._thread = threading.Thread(target=self._run, args=(program,), daemon=True)
        self._thread.start()

    def _run(self, program: Path) -> None:
        with self._listener as jtag:
            result = simulator.run(program, hardware=HARDWARE, max_cycles=MAX_CYCLES, jtag=jtag)
            self._ended.append(result)

    @property
    def arguments(self) -> list[str | Path]:
        """OpenOCD's arguments up to its script, which then serves nobody."""
        words = openocd_adapter("localhost", self._listener.getsockname()[1])
        return ["-c", words, "-f", SCRIPT, "-c", "tcl_port disabled; telnet_port disabled"]

    def end(self) -> simulator.RunResult:
        """Wait for the program's end, after which nobody is connected any more."""
        self._thread.join(TIMEOUT)
        (result,) = self._ended
        return result


@dataclass(frozen=True)
class Session:
    """What GDB said to each command, by a name, and how the program ended."""

    said: dict[str, str]
    result: simulator.RunResult


@cache
def session(kernel: str) -> Session:
    """Load a program over another one by GDB behind OpenOCD, and debug it."""
    run = Run(firmware.build(FIRST, kernel))
    pipe = ["openocd", "-c", "log_output /dev/null", *run.arguments, "-c", "gdb_port pipe"]
    server = shlex.join(map(str, pipe))
    commands = [
        ("reset", "monitor reset halt"),
        ("load", "load"),
        ("break", "break stop_here"),
        ("stopped", "continue"),
        ("backtrace", "backtrace"),
        ("tasks", "isochron-tasks"),
        ("openocd", "monitor isochron_tasks"),
        ("backtraces", "isochron-backtraces"),
        ("finish", "finish"),
        ("before", "p/x $pc"),
        ("step", "stepi"),
        ("after", "p/x $pc"),
        ("set", "p $t6 = 0x5E7"),
        ("register", "p/x $t6"),
        ("store", "set var storage[3] = 0x1234567"),
        ("stored", "p/x storage[3]"),
        ("no-break", "delete"),
        ("hardware", "thbreak inner"),
        ("inner", "continue"),
        ("resume", "monitor resume"),
    ]
    steps = ["set confirm off", "set pagination off", f"set remotetimeout {TIMEOUT}"]
    steps += [f"source {TASKS}", f"target extended-remote | {server}"]
    for name, command in commands:
        steps += [f"echo \\n=={name}==\\n", command]
    options = [word for step in steps for word in ("-ex", step)]
    shown = subprocess.run(
        ["gdb-multiarch", "-nx", "-batch", *options, build(kernel)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
        timeout=TIMEOUT,
    )
    parts = re.split(r"^==([\w-]+)==\n", shown.stdout, flags=re.MULTILINE)
    return Session(dict(zip(parts[1::2], parts[2::2], strict=True)), run.end())


def value(said: str) -> int:
    """Return what GDB printed."""
    return int(said.split()[-1], 0)


def states(rows: list[tuple[str, str]]) -> dict[str, str]:
    """Return tasks with their states; ticks go on while the core is halted, so a delay ends."""
    found = dict(rows)
    assert found.pop("sleeper", "ready") in ("ready", "blocked")
    return found


@pytest.mark.wide
@kernels
def test_gdb_loads_a_program_which_stops_and_goes_on_to_its_end(kernel: str) -> None:
    debugged = session(kernel)
    said = debugged.said
    assert "Loading section .text" in said["load"]
    assert "stop_here ()" in said["stopped"]
    assert re.search(r"^#1 .* in director ", said["backtrace"], re.MULTILINE)
    assert "item" in said["finish"]
    assert debugged.result.exit_code == EXIT_CODE
    assert debugged.result.output == ""  # of the program before, which prints


@pytest.mark.wide
@kernels
def test_gdb_steps_and_changes_registers_and_memory(kernel: str) -> None:
    said = session(kernel).said
    assert value(said["after"]) - value(said["before"]) == INSTRUCTION
    assert value(said["register"]) == 0x5E7
    assert value(said["stored"]) == 0x1234567


@pytest.mark.wide
@kernels
def test_a_breakpoint_in_hardware_stops_the_task_that_comes_there(kernel: str) -> None:
    said = session(kernel).said
    assert "Hardware assisted breakpoint" in said["hardware"]
    assert "inner ()" in said["inner"]


@pytest.mark.wide
@kernels
def test_every_task_is_shown_on_the_halted_core(kernel: str) -> None:
    said = session(kernel).said
    expected = states(list(STATES.items()))
    row = r"^[* ] +(?:\d+ +)?([a-zA-Z]\w+) +(\w+) +\d"
    assert states(re.findall(row, said["tasks"], re.MULTILINE)) == expected
    shown = re.findall(r"^\d+ (\w+) priority \d+$", said["openocd"], re.MULTILINE)
    told = Counter(expected.values())
    assert not told - Counter(shown)
    assert len(shown) == len(STATES)
    headings = dict(re.findall(r"^(\w+), (\w+):$", said["backtraces"], re.MULTILINE))
    assert states(list(headings.items())) == expected
    waits = said["backtraces"].partition("receiver, blocked:")[2].partition(", blocked:")[0]
    assert re.search(r" inner \(\).* outer \(\).* receiver \(", waits, re.DOTALL)


@pytest.mark.wide
def test_the_bus_is_accessed_while_the_program_runs() -> None:
    run = Run(firmware.build(FIRST, "isochron"))
    commands = [
        "init",
        "riscv set_mem_access sysbus",
        "echo [soc.cpu curstate]",
        f"echo [read_memory {MTIME:#x} 32 1]",
        f"echo [read_memory {MTIME:#x} 32 1]",
        f"write_memory {RAM_UNUSED:#x} 32 0x12345678",
        f"echo [read_memory {RAM_UNUSED:#x} 32 1]",
        "shutdown",
    ]
    arguments = [*run.arguments, "-c", "gdb_port disabled"]
    for command in commands:
        arguments += ["-c", command]
    done = subprocess.run(
        ["openocd", *arguments], capture_output=True, text=True, check=True, timeout=TIMEOUT
    )
    shown = re.findall(r"^(running|0x\w+)$", done.stderr, re.MULTILINE)
    assert shown[0] == "running"
    assert int(shown[1], 0) < int(shown[2], 0)
    assert shown[3:] == ["0x12345678"]
    assert run.end().output == OUTPUT


@pytest.mark.wide
@pytest.mark.parametrize("kernel", ["isochron", "isochron-contexts", "freertos"])
def test_a_debug_module_that_nobody_uses_costs_no_cycle(kernel: str) -> None:
    program = firmware.build("firmware/examples/measured_call.c", kernel)
    with_module = simulator.run(program, hardware=HARDWARE)
    assert with_module == simulator.run(program)
    assert with_module.windows


def test_the_command_tells_how_openocd_connects() -> None:
    told: list[str] = []
    hardware, software = (firmware.build(FIRST, kernel) for kernel in ("isochron", "freertos"))
    for program in (hardware, software):
        with jtag(":0", program, told.append) as listener:
            port = listener.getsockname()[1]
        assert f"remote_bitbang host localhost; remote_bitbang port {port}'" in told[-1]
        assert told[-1].endswith(f" -f {SCRIPT}")
    assert ["set KERNEL_BASE 0" in line for line in told] == [False, True]
    for place in ("no", ":", "localhost:none"):
        with pytest.raises(IsochronError, match=r"--jtag .* names no port: give one as :3333"):
            jtag(place, hardware, told.append)


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        (["--platform", "vexriscv"], "there is no debug module on vexriscv"),
        (["--hardware", "isochron-trace"], "with the hardware isochron-trace"),
        (["--gdb", ":0"], "--gdb and --jtag are two ways to debug"),
        (["--with", "freertos"], "--jtag debugs a program on one kernel"),
        (["--jtag", "nonsense"], "--jtag nonsense names no port: give one as :3333"),
    ],
)
def test_what_cannot_be_debugged_by_jtag_is_refused_at_once(
    options: list[str], refused: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No simulator is built before."""
    monkeypatch.setattr(simulator_build, "build", None)
    program = [str(ROOT / FIRST)] if "--with" in options else [str(firmware.build(FIRST))]
    done = CliRunner().invoke(cli.app, ["run", *program, "--jtag", ":0", *options])
    assert done.exit_code != 0
    said = done.output + str(done.exception)
    assert refused in " ".join(said.replace("│", " ").split())
