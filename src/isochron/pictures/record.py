# SPDX-License-Identifier: Apache-2.0
"""Records one give of ``firmware/examples/measured_call.c``, cycle by cycle, as waveforms.

The simulator is built once more, with a module that writes signals of the core, of its data bus and
of the hardware kernel in each cycle (signals.sv). What is drawn are cycles of that run.
"""

import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from isochron.building import firmware, platforms, simulator_build, verilator
from isochron.building.symbols import Code, address_of
from isochron.paths import BUILT, ROOT
from isochron.pictures import waveform

PROGRAM = "firmware/examples/measured_call.c"
START, STOP = "probe_start_give", "probe_stop_give"
TASKS = ("waiter", "giver")
"""By identifier: in the order in which the program creates them."""
STAGES = (None, "Fetch", "Rank", "Head", "Read", "Decide", "Repeat")
"""By the sequencer's encoding."""
ALL_STAGES = (None, *["5 stages"] * 6)
"""The same where one cycle has no room for a name."""
KERNEL = 0xA000_0000
"""Where the hardware kernel is on the bus; all that the program loads and stores below is RAM."""
AGAIN = 1 << 31
SIGNALS = Path(__file__).parent / "signals.sv"
HARNESS = ROOT / "simulator"
BUILD = BUILT / "recorder"
CONSTANTS = ROOT / "firmware/kernel/include/isochron_constants.h"


@dataclass(frozen=True)
class Cycle:
    """What the signals are in one cycle."""

    pc: int
    done: bool
    request: bool
    grant: bool
    store: bool
    address: int
    answer: int
    answered: bool
    stage: int
    busy: bool
    task: int
    interrupts: bool

    @property
    def to_kernel(self) -> bool:
        """Whether the core asks for something of the hardware kernel."""
        return self.request and self.address >= KERNEL


def record() -> dict[str, dict[str, Any]]:
    """Return the waveforms of a give, by name: all of it, and its command alone."""
    program = firmware.build(PROGRAM, "isochron", "ibex", defines={"NDEBUG": "1"})
    cycles = _window(_run(program), address_of(program, START), address_of(program, STOP))
    (command, *_) = [at for at, cycle in enumerate(cycles) if cycle.to_kernel]
    near = slice(command - 3, command + 12)
    code = Code(program)
    functions = _functions(cycles, cache(lambda pc: code.place(pc).function))
    waiting = _waiting(cycles)
    whole = _wave(cycles, functions, waiting, ALL_STAGES)
    part = _wave(cycles[near], functions[near], waiting[near], STAGES)
    return {
        "give": {
            "head": {"text": "A give, to the waiter's return", "tick": 0, "every": 10},
            "config": {"cell": 20, "row": 40},
            **whole,
        },
        "give-command": {
            "head": {"text": "Its command, and the load of RESULT", "tick": near.start, "every": 1},
            "config": {"cell": 58, "row": 14},
            **part,
        },
    }


def _run(program: Path) -> list[Cycle]:
    sources = [
        *verilator.system_sources("isochron"),
        *simulator_build.top_sources("isochron"),
        SIGNALS,
    ]
    parameters = {
        **platforms.find("ibex").parameters,
        **platforms.find_hardware("isochron").parameters,
    }
    build = [
        str(verilator.root() / "bin/verilator"),
        *("--cc", "--exe", "--build", "-O3", "--x-assign", "fast", "--x-initial", "fast"),
        *("-DSYNTHESIS", "--no-assert", "-Wno-fatal", "--public-ignore"),
        *("--top-module", "simulator_top", "--Mdir", str(BUILD), "-o", "recorder"),
        *("-CFLAGS", f"-std=c++20 -I{HARNESS}"),
        *("-MAKEFLAGS", verilator.make_flags("-O1", "-O0")),
        *(f"-G{name}={value}" for name, value in parameters.items()),
        *(f"+incdir+{path}" for path in verilator.top_includes()),
        str(HARNESS / "simulator.vlt"),
        *map(str, sources),
        str(HARNESS / "harness.cpp"),
    ]
    subprocess.run(build, env=verilator.environment(), check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        run: list[str | Path] = [BUILD / "recorder", "--elf", program, "--probe-file", "/dev/null"]
        subprocess.run(run, cwd=folder, check=True)
        return [_cycle(row) for row in (Path(folder) / "signals.txt").read_text().splitlines()]


def _cycle(row: str) -> Cycle:
    pc, done, request, grant, store, address, answer, answered, *rest = row.split()
    stage, busy, task, interrupts = map(int, rest)
    return Cycle(
        pc=int(pc, 16),
        done=done == "1",
        request=request == "1",
        grant=grant == "1",
        store=store == "1",
        address=int(address, 16),
        answer=int(answer, 16),
        answered=answered == "1",
        stage=stage,
        busy=bool(busy),
        task=task,
        interrupts=bool(interrupts),
    )


def _window(cycles: Sequence[Cycle], start: int, stop: int) -> Sequence[Cycle]:
    """Return the last measurement, from the cycle after the start's to that of the stop."""
    last = max(at for at, cycle in enumerate(cycles) if cycle.done and cycle.pc == stop)
    first = max(at for at in range(last) if cycles[at].done and cycles[at].pc == start)
    return cycles[first + 1 : last + 1]


def _functions(cycles: Sequence[Cycle], function: Callable[[int], str | None]) -> list[str | None]:
    """Return the function of the instruction that completes in each cycle, or of the next one."""
    functions: list[str | None] = []
    name = None
    for cycle in reversed(cycles):
        if cycle.done:
            name = function(cycle.pc)
        functions.append(name)
    return functions[::-1]


def _waiting(cycles: Sequence[Cycle]) -> list[Cycle | None]:
    """Return for each cycle the request that was granted before and waits for its answer."""
    waiting: list[Cycle | None] = []
    asked = None
    for cycle in cycles:
        waiting.append(asked)
        if cycle.answered:
            asked = None
        if cycle.request and cycle.grant:
            asked = cycle
    return waiting


def _wave(
    cycles: Sequence[Cycle],
    functions: Sequence[str | None],
    waiting: Sequence[Cycle | None],
    stages: Sequence[str | None],
) -> dict[str, Any]:
    """Return a WaveJSON document's signals; ``waiting`` has what waits for its answer in each."""

    def values(name: str, of: Callable[[Cycle], str | None], **colours: str) -> dict[str, Any]:
        return {"name": name, **waveform.encode([of(cycle) for cycle in cycles], colours)}

    def level(name: str, of: Callable[[Cycle], bool]) -> dict[str, Any]:
        return {"name": name, "wave": "".join(str(int(of(cycle))) for cycle in cycles)}

    pairs = list(zip(waiting, cycles, strict=True))
    asked = [
        _of_kernel(cycle) or (_of_kernel(kernel_cycle) if kernel_cycle else None)
        for kernel_cycle, cycle in pairs
    ]
    answers = [
        _answer(kernel_cycle, cycle) if kernel_cycle else None for kernel_cycle, cycle in pairs
    ]
    return {
        "signal": [
            {"name": "function", **waveform.encode(functions, {})},
            values("to RAM", _of_ram, store="4", load="5"),
            {"name": "to the kernel", **waveform.encode(asked, {})},
            {"name": "kernel answers", **waveform.encode(answers, {})},
            values("kernel's stage", lambda kernel_cycle: stages[kernel_cycle.stage], Decide="3"),
            level("lists change", lambda kernel_cycle: kernel_cycle.busy),
            values("running task", lambda kernel_cycle: TASKS[kernel_cycle.task], waiter="3"),
            level("interrupts enabled", lambda kernel_cycle: kernel_cycle.interrupts),
        ],
    }


def _of_ram(cycle: Cycle) -> str | None:
    if cycle.request and not cycle.to_kernel:
        return "store" if cycle.store else "load"
    return None


def _of_kernel(cycle: Cycle) -> str | None:
    return _name(cycle.address - KERNEL) if cycle.to_kernel else None


def _answer(asked: Cycle, cycle: Cycle) -> str | None:
    if not (asked.to_kernel and cycle.answered):
        return None
    if asked.store:
        return "done"
    if _name(asked.address - KERNEL) == "RESULT":
        return "AGAIN" if cycle.answer & AGAIN else {0: "FAIL", 1: "OK"}[cycle.answer]
    return "TCB"


@cache
def _names() -> dict[int, str]:
    pattern = r"#define ISOCHRON_(?:TASK_)?(\w+)_OFFSET (0x\w+)"
    return {int(offset, 16): name for name, offset in re.findall(pattern, CONSTANTS.read_text())}


def _name(offset: int) -> str:
    """Return the command window or register at an offset."""
    return _names()[max(begin for begin in _names() if begin <= offset)]
