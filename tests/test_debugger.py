# SPDX-License-Identifier: Apache-2.0
"""GDB on the simulated SoC: one session for each attachment, and what it showed."""

import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from isochron.building import firmware, native, platforms
from isochron.debugging.link import Link
from isochron.debugging.server import Server
from isochron.debugging.target import Target
from isochron.paths import ROOT
from isochron.running import simulator

pytestmark = pytest.mark.skipif(
    shutil.which("gdb-multiarch") is None, reason="there is no gdb-multiarch"
)

SCRIPT = ROOT / "firmware/tools/isochron_gdb.py"
PROGRAM = "firmware/laboratory/tests/debugger/ten_tasks.c"
TIMEOUT = 300
"""Seconds: a simulator may have to be built."""
EXIT_CODE = 7
SENT = 0x5E47
INSTRUCTION = 4
"""Bytes: the programs have no compressed ones."""
STATES = {
    "director": "running",
    "receiver": "blocked",
    "taker": "blocked",
    "sleeper": "blocked",
    "notified": "blocked",
    "quiet": "suspended",
    "wanting": "blocked",
    "holder": "ready",
    "busy": "ready",
    "IDLE": "ready",
}
TASKS = [name.replace("IDLE", "prvIdleTask") for name in STATES]
"""Their functions."""

FIRST = [("isochron", "ibex"), ("isochron-contexts", "ibex"), ("freertos", "ibex")]
WIDE = [("isochron-cfu", "vexriscv"), ("freertos", "vexriscv")]
WIDE += [("isochron", "ibex-2stage"), ("isochron", "cv32e40p-fpu")]
OF_SYSTEMS = [(name, core) for name in firmware.OF_SYSTEMS for core in ("ibex", "vexriscv")]
OTHERS = ("freertos", "isochron-contexts", *firmware.OF_SYSTEMS)
"""Kernels that a test is on in the second tier only."""
KEPT = {"fp": 0x500} | {f"s{i}": 0x500 + i for i in range(1, 12)}
"""What the receiver marks its registers with."""
CHANGEABLE = {f"a{i}": 0xA00 + i for i in range(8)} | {f"t{i}": 0x700 + i for i in range(1, 7)}
"""And the holder."""
kernels = pytest.mark.parametrize(
    ("kernel", "platform"),
    [
        *FIRST,
        *(pytest.param(*case, marks=pytest.mark.wide(each=3)) for case in (*WIDE, *OF_SYSTEMS)),
    ],
)


Result = TypeVar("Result")


@dataclass(frozen=True)
class Session:
    """What GDB said to each command, by a name, and how the program ended."""

    said: dict[str, str]
    result: simulator.RunResult


def debug(
    program: Path,
    commands: list[tuple[str, str]],
    platform: str = "ibex",
    hardware: str = platforms.DEFAULT_HARDWARE,
) -> Session:
    """Let GDB do what the commands say, each under a name."""
    said, result = converse(
        program,
        commands,
        lambda serve: simulator.run(program, platform, hardware=hardware, debugger=serve),
    )
    return Session(said, result)


def converse(
    program: Path,
    commands: list[tuple[str, str]],
    run: Callable[[Callable[[socket.socket], None]], Result],
    target: Callable[[Path, Link], Target] = Target,
) -> tuple[dict[str, str], Result]:
    """Return what GDB said to each command, and how the run has ended that was debugged."""
    listening = threading.Event()
    ports: list[int] = []
    ended: list[Result] = []

    def on_listening(port: int) -> None:
        ports.append(port)
        listening.set()

    server = Server(program, ("localhost", 0), on_listening, target=target)
    thread = threading.Thread(target=lambda: ended.append(run(server.serve)))
    thread.start()
    while not listening.wait(0.1):
        assert thread.is_alive(), "the simulator did not start"
    steps = [
        "set confirm off",
        "set pagination off",
        f"set remotetimeout {TIMEOUT}",
        f"target remote localhost:{ports[0]}",
    ]
    for name, command in commands:
        steps += [f"echo \\n=={name}==\\n", command]
    options = [word for step in steps for word in ("-ex", step)]
    shown = subprocess.run(
        ["gdb-multiarch", "-nx", "-batch", *options, program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
        timeout=TIMEOUT,
    )
    thread.join()
    parts = re.split(r"^==([\w-]+)==\n", shown.stdout, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True)), ended[0]


def build(kernel: str, platform: str = "ibex") -> Path:
    # The items are in the memory that is watched.
    defines = {"configUSE_MUTEXES": "1", native.MESSAGES: "0"}
    return firmware.build(PROGRAM, kernel, platform, defines=defines)


def switch_to(task: str) -> str:
    threads = "gdb.selected_inferior().threads()"
    return f"python [one.switch() for one in {threads} if one.name == '{task}']"


def printed(registers: dict[str, int]) -> str:
    names = ", ".join(f"${name}" for name in registers)
    return f'printf "{" ".join("%x" for _ in registers)}\\n", {names}'


@cache
def session(kernel: str, platform: str) -> Session:
    return debug(
        build(kernel, platform),
        [
            ("first", "info threads"),
            ("break", "break stop_here"),
            ("stopped", "continue"),
            ("threads", "info threads"),
            ("monitor", "monitor tasks"),
            ("where", "monitor where"),
            ("objects", "monitor objects"),
            ("time", "monitor time"),
            ("switches", "monitor switches"),
            ("register", "p $t6 = 0x5E7"),
            ("register-now", "p/x $t6"),
            ("device", "x/xw 0x9200BFF8"),
            ("backtraces", "thread apply all -q backtrace"),
            ("to-receiver", switch_to("receiver")),
            ("frame", "frame function receiver"),
            ("kept", printed(KEPT)),
            ("gp", "p $gp == &__global_pointer$"),
            ("to-holder", switch_to("holder")),
            ("changeable", printed(CHANGEABLE)),
            ("sleeper", switch_to("sleeper")),
            ("number", "p $_thread"),
            ("one-task", 'eval "break lap thread %d", $_thread'),
            ("director", "thread 2"),
            ("before", "p $pc"),
            ("step", "stepi"),
            ("after", "p $pc"),
            ("finish", "finish"),
            ("memory", "p storage[0] = 17"),
            ("changed", "p storage"),
            ("watch", "watch storage[0]"),
            ("stored", "continue"),
            ("storing", "backtrace"),
            ("watched", "p/x storage[0]"),
            ("no-watch", "delete 3"),
            ("lap", "continue"),
            ("in-lap", "backtrace"),
            ("laps", "info breakpoints"),
            ("no-break", "delete"),
            ("end", "continue"),
            ("code", "p $_exitcode"),
        ],
        platform,
        firmware.KERNELS[kernel].hardware,
    )


def states(text: str) -> dict[str, str]:
    """Return what is said of each task in a list of threads."""
    return dict(re.findall(r'Thread \d+ "(\w+)" \((\S+, [^()]*(?:\([^()]*\))?)\) ', text))


def functions(text: str) -> dict[str, list[str]]:
    """Return the functions of each backtrace by the last that is a task's own, of main's file."""
    traces = re.split(r"^(?=#0 )", text, flags=re.MULTILINE)[1:]
    found = [re.findall(r"^#\d+ +(?:0x\w+ in )?(\w+) \(", trace, re.MULTILINE) for trace in traces]
    return {name: trace for trace in found for name in TASKS if name in trace}


@kernels
def test_before_tasks_run_main_is_the_only_thread(kernel: str, platform: str) -> None:
    assert states(session(kernel, platform).said["first"]) == {"main": "running, no task does yet"}


@kernels
def test_each_task_is_a_thread_with_its_state(kernel: str, platform: str) -> None:
    shown = states(session(kernel, platform).said["threads"])
    assert {name: text.split(",")[0] for name, text in shown.items()} == STATES
    assert "priority 3 (its own 2)" in shown["holder"]
    assert "priority 0" in shown["IDLE"]
    for name, text in shown.items():
        assert re.search(
            rf"^{name} +{re.escape(text)}$", session(kernel, platform).said["monitor"], re.M
        )


@kernels
def test_backtraces_of_blocked_and_preempted_tasks(kernel: str, platform: str) -> None:
    said = session(kernel, platform).said["backtraces"]
    traces = functions(said)
    # xQueueReceive may leave its end to another function
    assert traces["receiver"][-3:] == ["inner", "outer", "receiver"]
    start = traces["holder"].index("spin")
    assert traces["holder"][: start + 2] in (["spin", "holder"], ["lap", "spin", "holder"])
    assert traces["director"][:2] == ["stop_here", "director"]
    assert traces["busy"][0] == "busy"  # it has never run
    assert set(traces) == set(TASKS)


@kernels
def test_registers_of_a_task_that_does_not_run_are_those_that_it_had(
    kernel: str, platform: str
) -> None:
    said = session(kernel, platform).said
    for name, marks in (("kept", KEPT), ("changeable", CHANGEABLE)):
        assert [int(word, 16) for word in said[name].split()] == list(marks.values())
    assert "= 1\n" in said["gp"]


@kernels
def test_monitor_shows_objects_and_who_waits_for_them(kernel: str, platform: str) -> None:
    said = session(kernel, platform).said["objects"]
    if "isochron" in kernel:
        objects = [line.split(maxsplit=1)[1] for line in said.strip().splitlines()]
        assert [re.sub(r" +", " ", line) for line in objects] == [
            "queue 0 of 4, waiting: receiver",
            "semaphore 0 of 1, waiting: taker",
            "mutex held by holder, waiting: wanting",
        ]
    else:
        assert "FreeRTOS keeps them in memory" in said


@kernels
def test_monitor_shows_when_the_next_task_is_due(kernel: str, platform: str) -> None:
    said = session(kernel, platform).said["time"]
    if kernel in firmware.OF_SYSTEMS:
        assert "no tick" in said
    else:
        assert "tick 2" in said
        assert re.search(r"tick 10: (sleeper|the next task)", said)


@kernels
def test_monitor_shows_the_last_switches(kernel: str, platform: str) -> None:
    lines = session(kernel, platform).said["switches"].strip().splitlines()
    assert lines[-1].endswith(": director")
    assert lines[-2].endswith(": holder")
    cycles = [int(line.split()[1].rstrip(":").replace(",", "")) for line in lines]
    assert cycles == sorted(cycles)


@kernels
def test_registers_and_devices_are_there_on_the_core_that_lets_them_be(
    kernel: str, platform: str
) -> None:
    said = session(kernel, platform).said
    if not platform.startswith("ibex"):
        assert "Could not write register" in said["register"]
        assert "Cannot access memory" in said["device"]
    else:
        assert "= 0x5e7\n" in said["register-now"]
        assert int(said["device"].split()[-1], 16) > 0  # the clock


@kernels
def test_a_step_is_one_instruction(kernel: str, platform: str) -> None:
    said = session(kernel, platform).said
    before, after = (int(re.findall(r"0x(\w+)", said[name])[0], 16) for name in ("before", "after"))
    assert after - before == INSTRUCTION
    assert "director" in said["finish"]


@kernels
def test_a_watchpoint_stops_behind_the_store_into_the_queue(kernel: str, platform: str) -> None:
    said = session(kernel, platform).said
    assert "{17, 0, 0, 0}" in said["changed"]
    assert f"Old value = 17\nNew value = {SENT}" in said["stored"]
    assert "director" in said["storing"]
    assert f"{SENT:#x}" in said["watched"]


@kernels
def test_a_breakpoint_in_one_task_is_not_met_by_others(kernel: str, platform: str) -> None:
    said = session(kernel, platform).said
    assert '"sleeper" hit Breakpoint' in said["lap"]
    assert functions(said["in-lap"])["sleeper"][:2] == ["lap", "sleeper"]


@kernels
def test_the_end_tells_the_exit_code_and_takes_the_cycles_of_a_run_without_gdb(
    kernel: str, platform: str
) -> None:
    debugged = session(kernel, platform)
    assert f"exited with code {EXIT_CODE:02o}" in debugged.said["end"]
    assert f"= {EXIT_CODE}\n" in debugged.said["code"]
    assert debugged.result == simulator.run(
        build(kernel, platform), platform, hardware=firmware.KERNELS[kernel].hardware
    )


@pytest.mark.parametrize(
    "kernel",
    ["isochron", *(pytest.param(other, marks=pytest.mark.wide) for other in OTHERS)],
)
def test_the_script_for_processors_shows_the_same_as_the_threads(kernel: str) -> None:
    """On the hardware kernels it loads and stores registers of these: the core does, in a copy."""
    commands = [
        ("break", "break stop_here"),
        ("stopped", "continue"),
        ("script", f"source {SCRIPT}"),
        ("threads", "thread apply all -q backtrace"),
        ("tasks", "isochron-backtraces"),
        ("list", "isochron-tasks"),
        ("above", "tbreak lap"),  # a task whose stack is above others'
        ("preempting", "continue"),
        ("threads-below", "thread apply all -q backtrace"),
        ("tasks-below", "isochron-backtraces"),
        ("no-stop", "delete"),
        ("end", "continue"),
    ]
    hardware = firmware.KERNELS[kernel].hardware
    debugged = debug(build(kernel), commands, hardware=hardware)
    said = debugged.said
    for part in ("", "-below"):
        assert functions(said[f"tasks{part}"]) == functions(said[f"threads{part}"])
    rows = re.findall(r"^[* ] +(?:\d+ +)?([a-zA-Z]\w+) +(\w+) +\d", said["list"], re.MULTILINE)
    assert dict(rows) == STATES
    assert debugged.result == simulator.run(build(kernel), hardware=hardware)


def test_next_goes_over_a_call_that_waits_to_the_tasks_next_line() -> None:
    commands = [
        ("break", "break stop_here"),
        ("stopped", "continue"),
        ("finish", "finish"),
        ("wakes", "next"),
        ("waits", "next"),
        ("end", "continue"),
    ]
    for kernel in ("isochron", "freertos", "isochron-contexts"):
        said = debug(build(kernel), commands).said
        assert "xQueueSend" in said["finish"]
        assert "vTaskDelay" in said["wakes"]
        assert "board_exit" in said["waits"]


@pytest.mark.parametrize(
    ("kernel", "platform"),
    [
        ("freertos", "ibex"),
        *(pytest.param(*system, marks=pytest.mark.wide) for system in OF_SYSTEMS),
        pytest.param("freertos", "vexriscv", marks=pytest.mark.wide),
    ],
)
def test_finish_stops_behind_the_function_that_chooses_the_next_task(
    kernel: str, platform: str
) -> None:
    """Until the trap ends it is the interrupted task that runs, whichever is chosen."""
    commands = [
        ("break", "break stop_here"),
        ("stopped", "continue"),
        ("delete", "delete"),
        ("break-switch", "tbreak vTaskSwitchContext"),
        ("in-switch", "continue"),
        ("remember", "set $_chosen = pxCurrentTCB"),
        ("before", "p $_thread"),
        ("finish", "finish"),
        ("function", "info symbol $pc"),
        ("after", "p $_thread"),
        ("chosen", "p/x pxCurrentTCB != $_chosen"),
        ("break-switch-again", "tbreak vTaskSwitchContext"),
        ("in-switch-again", "continue"),
        ("other", "p $_thread"),
        ("end", "continue"),
    ]
    hardware = firmware.KERNELS[kernel].hardware
    said = debug(build(kernel, platform), commands, platform, hardware).said
    assert "vTaskSwitchContext" in said["in-switch"]
    assert "vTaskSwitchContext" not in said["function"]
    assert said["chosen"].strip().endswith("= 0x1")
    assert said["before"].split("=")[1] == said["after"].split("=")[1]
    assert said["before"].split("=")[1] != said["other"].split("=")[1]
    assert f"exited with code {EXIT_CODE:02o}" in said["end"]


def test_a_program_without_debug_information_says_how_to_get_it(tmp_path: Path) -> None:
    stripped = tmp_path / "without.elf"
    command = ["riscv64-unknown-elf-objcopy", "--strip-debug", build("isochron"), stripped]
    subprocess.run(command, check=True)
    commands = [("break", "break stop_here"), ("stopped", "continue"), ("list", "info threads")]
    commands += [("monitor", "monitor objects"), ("delete", "delete"), ("end", "continue")]
    said = debug(stripped, commands).said
    assert "tasks are not shown" in said["list"]
    assert "compiled without debug information" in said["monitor"]
    assert "-g" in said["monitor"]


@pytest.mark.wide
def test_monitor_shows_what_a_line_is_bound_to() -> None:
    program = firmware.build("firmware/examples/line/main.c", "isochron")
    commands = [("break", "break vDevice"), ("stopped", "continue"), ("lines", "monitor lines")]
    said = debug(program, [*commands, ("delete", "delete"), ("end", "continue")]).said
    assert said["lines"].strip() == "line 2 notifies driver"
