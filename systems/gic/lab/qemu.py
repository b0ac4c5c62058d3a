# SPDX-License-Identifier: Apache-2.0
"""Run programs on the boards that QEMU plays."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from signal import SIGXCPU
from typing import Any

from systems.gic.lab import boards, build

from isochron import building, processes
from isochron.building.symbols import address_of
from isochron.errors import IsochronError, ToolMissing
from isochron.running import runs

QEMU = "qemu-system-arm"
INTERRUPT_LABEL = "board_interrupt_vector"
PROCESSOR_TIME = 600
"""Seconds of the host's processors; a program that takes so many hangs, also on a loaded host."""


class RunFailed(IsochronError):
    """QEMU does not run, or the program did not end, or not well."""


@dataclass(frozen=True)
class Event:
    """A mark of the program, or an interrupt of a core.

    Attributes:
        mark: its number; None for an interrupt.
        core: where it was.
        instructions: of that core until then.
        accesses: loads and stores of that core to the GIC until then.
    """

    mark: int | None
    core: int
    instructions: int
    accesses: int = 0


@dataclass(frozen=True)
class Result:
    """What a program did that ended itself well."""

    output: str
    events: Sequence[Event]


def run(
    elf: Path,
    board: str = "vexpress-a15",
    cores: int = 1,
    *,
    argument: int | None = None,
    threads: bool = False,
    count: bool = False,
    processor_time: int = PROCESSOR_TIME,
) -> Result:
    """Run a program to its end.

    Args:
        cores: how many the board has.
        argument: what the program's ``board_argument`` returns.
        threads: cores run truly at the same time, each in a thread; else in turns, in virtual
            time, so that every run is the same.
        count: count instructions, and return the events.
        processor_time: seconds of processors after which the program hangs. One that sleeps for
            ever takes none: whoever runs it has to end it.

    Raises:
        RunFailed: with the program's output, if it did not end itself with success.
        ToolMissing: no QEMU, or no prlimit.
    """
    with tempfile.TemporaryDirectory() as folder:
        events = Path(folder) / "events"
        # cores that wait for each other take the more of a processor the busier the host is
        seconds = processor_time if threads else processes.processor_time(processor_time)
        command = [*_limit(seconds), *_machine(elf, board, cores, threads=threads)]
        if argument is not None:
            command += ["-semihosting-config", f"enable=on,arg={argument}"]
        if count:
            address = f"interrupt={address_of(elf, INTERRUPT_LABEL):#x}"
            gic = [f"device={part[0]:#x}-{part[-1]:#x}" for part in boards.board(board).gic]
            command += ["-plugin", ",".join([f"{build.counter()},out={events},{address}", *gic])]
        done = subprocess.run(
            command,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            **processes.TEXT,
        )
        if done.returncode != 0:
            text = (done.stdout + done.stderr)[-2000:]
            how = "hangs" if done.returncode == -SIGXCPU else f"exit code {done.returncode}"
            raise RunFailed(f"{elf.name}: {how}; it printed:\n{text}")
        found = [_event(line) for line in events.read_text().splitlines()] if count else []
    return Result(done.stdout.replace("\r\n", "\n"), found)


def follow(
    elf: Path, board: str, cores: int, gdb: str | None, on_line: Callable[[str], None]
) -> int:
    """Run a program to its end, and return QEMU's exit code.

    Args:
        cores: how many the board has; several run truly at the same time.
        gdb: ``[host]:port`` where QEMU waits for a GDB before the first instruction.
        on_line: is called with each line of output as it appears.
    """
    command = _machine(elf, board, cores, threads=cores > 1)
    if gdb:
        command += ["-S", "-gdb", f"tcp:{gdb}"]
    with subprocess.Popen(
        command,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **processes.TEXT,
    ) as process:
        try:
            for line in process.stdout or ():
                if not line.startswith("qemu: module audio-"):
                    on_line(line.rstrip("\r\n"))
        finally:
            process.terminate()
    return process.returncode


def counted(elf: Path, board: str = "vexpress-a15", cores: int = 1) -> Result:
    """Return what ``run`` returns with counts, from an earlier run if there was the same."""
    qemu = building.identity(_find())
    options = (building.content(build.counter()), boards.board(board), cores)

    def run_to_its_end() -> list[Any]:
        done = run(elf, board, cores, count=True)
        return [done.output, [astuple(event) for event in done.events]]

    output, events = runs.kept(elf, qemu, options, run_to_its_end)
    return Result(output, [Event(*event) for event in events])


def version() -> str:
    """Return QEMU's version, such as ``7.2.19``; raise ToolMissing if it is not there."""
    return building.said(_find(), "--version").split()[3]


def _find() -> str:
    path = shutil.which(QEMU)
    if path is None:
        raise ToolMissing(f"{QEMU} is not installed: apt-get install qemu-system-arm")
    return path


def _machine(elf: Path, board: str, cores: int, *, threads: bool) -> list[str]:
    command = [_find(), "-M", board, "-m", "64", "-smp", str(cores)]
    command += [*boards.board(board).options, "-display", "none", "-monitor", "none"]
    command += ["-serial", "stdio", "-kernel", str(elf), "-semihosting"]
    return [*command, *_time(threads)]


def _environment() -> dict[str, str]:
    return {**os.environ, "QEMU_AUDIO_DRV": "none"}


def _limit(seconds: int) -> list[str]:
    path = shutil.which("prlimit")
    if path is None:
        raise ToolMissing("prlimit is not installed: apt-get install util-linux")
    return [path, f"--cpu={seconds}:"]


def _time(threads: bool) -> list[str]:
    if threads:
        return ["-accel", "tcg,thread=multi"]
    # an instruction takes a nanosecond; where all cores sleep, time goes on at once
    return ["-icount", "shift=0,sleep=off"]


def _event(line: str) -> Event:
    kind, number, *counts = line.split()
    return Event(int(number) if kind == "mark" else None, *map(int, counts))
