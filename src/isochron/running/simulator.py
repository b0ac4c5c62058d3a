# SPDX-License-Identifier: Apache-2.0
"""Run programs on the simulated reference SoC."""

import json
import socket
import subprocess
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from isochron import building
from isochron.advice import Case, what_to_do
from isochron.api import names
from isochron.building import freertos, platforms
from isochron.building.simulator_build import build
from isochron.building.symbols import Place, code_of, has_symbol, place_of
from isochron.errors import IsochronError
from isochron.processes import TEXT
from isochron.running import runs
from isochron.running.samples import Waits

DEFAULT_MAX_CYCLES = 100_000_000
_NOT_STARTED = 126
"""Exit code of the simulator when the program could not be started (simulator/options.cpp)."""

_STACK_HOOK = "vApplicationStackOverflowHook"
"""FreeRTOS's function that a program has if it looks at its tasks' stacks."""
_PROGRESS = "progress"
"""With it begins a line of the simulator's error output that tells the cycles so far."""


class WrongElf(IsochronError):
    """The file is not a program for the reference SoC."""


class _ProgramStopped(IsochronError):
    """The program did not reach its own end."""

    def __init__(self, message: str, place: Place, output: str) -> None:
        super().__init__(message)
        self.place = place
        self.function = place.function
        self.line = place.line
        self.output = output
        """What the program had printed."""


class ProgramCrashed(_ProgramStopped):
    """The program took an exception that it did not survive."""


class ProgramHung(_ProgramStopped):
    """The program did not end within the cycles allowed."""


class Killed(_ProgramStopped):
    """The debugger ended the program, or a signal the simulator."""


@dataclass(frozen=True)
class Window:
    """One measurement between labels. All figures are clock cycles."""

    metric: str
    start_cycle: int
    stop_cycle: int
    cycles: int
    interrupts_off_max: int
    """Longest stretch with interrupts masked inside the window."""
    interrupts_off_total: int
    irq_line: int | None = None
    """Interrupt line that rose last inside the window."""
    pin_cycle: int | None = None
    """When it rose."""
    waits: Waits = field(default_factory=Waits)


@dataclass(frozen=True)
class Waves:
    """Signals to write: into which file, and of which clock cycles."""

    file: Path
    begin: int = 0
    end: int | None = None
    """The last one; None: that of the run."""


@dataclass(frozen=True)
class TaskAccount:
    """How often a task was switched to, and for how many cycles it ran."""

    task: int
    """Its control block's address, or its identifier in the hardware kernel."""
    switches: int
    cycles: int


@dataclass(frozen=True)
class Turns:
    """Switches between the contexts of tasks (docs/explanation/contexts.md)."""

    hits: int
    """The registers were there."""
    misses: Mapping[int, int]
    """They were not: how many such switches waited, by the clock cycles that they waited for."""


@dataclass(frozen=True)
class Profiled:
    """A window or a call that was asked for beside the program's labels, in clock cycles."""

    item: int
    """What was asked for, by its place in the list."""
    cycle: int
    """In which it began."""
    cycles: int
    own: int
    """Those in which the task ran in which it began, and no interrupt was served."""
    interrupts_off_max: int


@dataclass(frozen=True)
class Stretch:
    """Stretches with interrupts masked, all those between the same places, in clock cycles."""

    end_pc: int
    """Instruction that let interrupts come again."""
    times: int
    most: int
    cycle: int
    """In which the longest began."""
    begin_pc: int = 0
    """Instruction that masked them, or trapped."""
    interrupt: int | None = None
    """Cause of the interrupt by which it began, if it was one; then there is no instruction."""


@dataclass(frozen=True)
class RunResult:
    """What a program did until it ended itself."""

    exit_code: int
    output: str
    cycles: int
    instructions: int
    interrupts_off_max: int
    """Longest stretch with interrupts masked after they were first enabled, in cycles."""
    windows: list[Window] = field(default_factory=list)
    tasks: list[TaskAccount] = field(default_factory=list)
    turns: Turns | None = None
    """None: the core has no contexts, or the hardware kernel let no task run."""
    profiled: list[Profiled] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    """After interrupts were first enabled; told if something is profiled."""
    own_place: Place | None = None
    """Last instruction of the program's own C files that completed, if these were named."""


def run(
    elf: Path,
    platform: str = "ibex",
    *,
    hardware: str = platforms.DEFAULT_HARDWARE,
    max_cycles: int = DEFAULT_MAX_CYCLES,
    seed: int = 1,
    own: Sequence[Path] = (),
    on_line: Callable[[str], None] | None = None,
    on_make: Callable[[str], None] = lambda _: None,
    on_cycles: Callable[[int], None] | None = None,
    debugger: Callable[[socket.socket], None] | None = None,
    jtag: socket.socket | None = None,
    trace: Path | None = None,
    profile: Sequence[str] = (),
    waves: Waves | None = None,
) -> RunResult:
    """Run a program to its end and return its output and what the probes saw.

    Args:
        elf: the program.
        platform: its name, see ``platforms``.
        hardware: what the SoC has of a kernel, see ``platforms``.
        max_cycles: after which the program counts as hung.
        seed: of the interrupt generator's phases.
        own: the user's C files. Where they were last is part of the result, or of the message.
        on_line: is called with each line of output as it appears.
        on_make: is called before a simulator is built.
        on_cycles: is called with the cycles simulated so far, from a thread of its own.
        debugger: is called with a socket to the simulator, which obeys it, in a thread of its own.
        jtag: a socket that listens, at which OpenOCD moves the pins of the debug module. The run
            begins when it comes, and ends when the program has ended and it is gone.
        trace: file that the simulator writes its events to, see ``tracing``.
        profile: what is to be measured, each as the simulator's option wants it.
        waves: which signals to write, by a simulator that can.

    Raises:
        WrongElf: this is no program for the SoC.
        ProgramHung: it did not end within ``max_cycles``.
        ProgramCrashed: it took an exception and ended with a non-zero exit code, or loaded or
            stored where nothing is on a core that cannot be told; a non-zero exit code alone is a
            result.
        Killed: the debugger ended it, or a signal the simulator.
    """
    simulator = build(platform, hardware, on_make, waves=waves is not None)
    done = _run(
        *(simulator, elf, max_cycles, seed, own, on_line, on_cycles, debugger, trace),
        jtag=jtag,
        profile=profile,
        waves=waves,
    )
    return _result(elf, done)


def exit_status(code: int) -> int:
    """Return a program's exit code in a process's 8 bits: no failure becomes a success by that."""
    return code & 0xFF or (0xFF if code else 0)


def is_elf(file: Path) -> bool:
    """Return whether a file is an ELF file, of whatever machine."""
    with file.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def kept(
    elf: Path,
    platform: str = "ibex",
    *,
    hardware: str = platforms.DEFAULT_HARDWARE,
    seed: int = 1,
) -> RunResult:
    """Return what ``run`` returns, from an earlier run if there was the same (``runs``)."""
    simulator = build(platform, hardware)

    def run_to_its_end() -> dict[str, Any]:
        done = _run(simulator, elf, DEFAULT_MAX_CYCLES, seed)
        _result(elf, done)
        return done

    options = (DEFAULT_MAX_CYCLES, seed)
    return _result(elf, runs.kept(elf, building.content(simulator), options, run_to_its_end))


def _run(
    simulator: Path,
    elf: Path,
    max_cycles: int,
    seed: int,
    own: Sequence[Path] = (),
    on_line: Callable[[str], None] | None = None,
    on_cycles: Callable[[int], None] | None = None,
    debugger: Callable[[socket.socket], None] | None = None,
    trace: Path | None = None,
    jtag: socket.socket | None = None,
    profile: Sequence[str] = (),
    waves: Waves | None = None,
) -> dict[str, Any]:
    """Return what the simulator wrote: the program's output, and the records of the probes."""
    with tempfile.TemporaryDirectory() as folder:
        records_file = Path(folder) / "records.jsonl"
        command = [simulator, "--elf", elf, "--probe-file", records_file]
        command += ["--max-cycles", max_cycles, "--seed", seed]
        if on_cycles:
            command += ["--progress"]
        if trace:
            command += ["--trace-file", trace]
            called = sorted(names.functions(freertos.provide()))
            command += [word for name in called for word in ("--trace-function", name)]
        command += [word for item in profile for word in ("--profile", item)]
        if waves:
            command += ["--waves-file", waves.file, "--waves-from", waves.begin]
            command += ["--waves-to", waves.end] if waves.end is not None else []
        if own and (code := code_of(elf, own)):
            command += ["--own-begin", code[0], "--own-end", code[1]]
        with debugged(debugger) as sockets:
            command += [word for end in sockets for word in ("--debugger", end.fileno())]
            command += ["--jtag", jtag.fileno()] if jtag else []
            words = [str(part) for part in command]
            given = [*sockets, jtag] if jtag else sockets
            exit_code, output, errors = _stream(words, on_line, on_cycles, sockets, given)
        if exit_code == _NOT_STARTED:
            raise WrongElf(errors.removeprefix("simulator: ").strip())
        records = [json.loads(line) for line in records_file.read_text().splitlines()]
    return {"output": output, "records": records}


@contextmanager
def debugged(
    debugger: Callable[[socket.socket], None] | None,
) -> Iterator[list[socket.socket]]:
    """Start the debugger, if there is one; give the simulator's end of its socket."""
    if debugger is None:
        yield []
        return
    ours, simulators = socket.socketpair()

    failed: list[IsochronError] = []

    def obey() -> None:
        try:
            debugger(ours)
        except IsochronError as error:
            failed.append(error)
        finally:
            ours.shutdown(socket.SHUT_RDWR)  # Even if it failed, nobody waits for it.

    thread = threading.Thread(target=obey, daemon=True)
    thread.start()
    try:
        yield [simulators]
    finally:
        simulators.close()
        thread.join()
        ours.close()
    if failed:
        raise failed[0]


def _result(elf: Path, done: dict[str, Any]) -> RunResult:
    output = done["output"]
    by_kind: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in done["records"]:
        of_kind = {name: of for name, of in record.items() if name != "record"}
        by_kind[record["record"]].append(of_kind)
    if not by_kind["end"]:
        raise IsochronError("the simulator itself stopped: this is a bug of the simulator")
    end = by_kind["end"][0]
    own_place = place_of(elf, end["own_pc"]) if "own_pc" in end else None
    _raise_if_stopped(Path(elf), output, end, own_place)
    windows = [_window(record) for record in by_kind["window"]]
    return RunResult(
        exit_code=end["exit_code"],
        output=output,
        cycles=end["cycles"],
        instructions=end["instructions"],
        interrupts_off_max=end["interrupts_off_max"],
        windows=windows,
        tasks=[TaskAccount(**record) for record in by_kind["task"]],
        turns=_turns(by_kind["hits"], by_kind["misses"]),
        profiled=[Profiled(**record) for record in by_kind["profiled"]],
        stretches=[Stretch(**record) for record in by_kind["stretch"]],
        own_place=own_place,
    )


def _window(record: dict[str, Any]) -> Window:
    waits = {name: record.pop(f"waits_{name}") for name in ("device", "bus", "fetch")}
    metric = record.pop("metric").replace("_", "-")
    return Window(metric=metric, waits=Waits(**waits), **record)


def _turns(hits: Sequence[Mapping[str, int]], misses: Sequence[Mapping[str, int]]) -> Turns | None:
    if not hits:
        return None
    return Turns(hits[0]["times"], {miss["waited"]: miss["times"] for miss in misses})


def own_code(place: Place | None) -> list[str]:
    """Return the line that says where a program's own C files were last; none if it is unknown."""
    return [f"Its own C code was last in {place.short}"] if place else []


def _raise_if_stopped(elf: Path, output: str, end: dict[str, Any], own: Place | None) -> None:
    lines = [
        *own_code(own),
        what_to_do(Case.ENDLESS if end["reason"] == "hung" else Case.EXCEPTION),
    ]
    last = "".join(f"\n{line}" for line in lines)
    if end["reason"] == "hung":
        place = place_of(elf, end["pc"])
        message = f"{elf.name} did not end within {end['cycles']:,} cycles; it was in {place}{last}"
        raise ProgramHung(message, place, output)
    if end["reason"] == "bus-error":
        place = place_of(elf, end["pc"])
        message = f"{elf.name} loaded or stored where nothing is, shortly before {place}{last}"
        raise ProgramCrashed(message, place, output)
    if end["reason"] == "killed":
        raise Killed(f"the debugger ended {elf.name}", place_of(elf, end["pc"]), output)
    if end["reason"] == "stopped":
        message = f"a signal ended the simulator after {end['cycles']:,} cycles of {elf.name}"
        raise Killed(message, place_of(elf, end["pc"]), output)
    crashed = end["reason"] == "double-fault" or end["exit_code"] != 0
    if crashed and "exception_pc" in end:
        place = place_of(elf, end["exception_pc"])
        cause = end["exception_cause"]
        message = f"{elf.name} crashed with exception {cause} in {place}{last}"
        if own and own.function != place.function and not has_symbol(elf, _STACK_HOOK):
            message += (
                "\nIf a task's stack may be too small: -D configCHECK_FOR_STACK_OVERFLOW=2 looks "
                "at it in each switch"
            )
        raise ProgramCrashed(message, place, output)


def _stream(
    command: list[str],
    on_line: Callable[[str], None] | None,
    on_cycles: Callable[[int], None] | None,
    sockets: Sequence[socket.socket] = (),
    given: Sequence[socket.socket] = (),
) -> tuple[int, str, str]:
    """Run a command; return its exit code, output and error output.

    It is given the second sockets; the first ones are shut down if it is ended before its end.
    """
    lines, errors = [], []

    def read_errors(stream: IO[str]) -> None:
        for line in stream:
            word, _, cycles = line.partition(" ")
            if on_cycles and word == _PROGRESS:
                on_cycles(int(cycles))
            else:
                errors.append(line)

    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **TEXT,
        pass_fds=[end.fileno() for end in given],
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        reader = threading.Thread(target=read_errors, args=(process.stderr,))
        reader.start()
        try:
            for line in process.stdout:
                lines.append(line)
                if on_line is not None:
                    on_line(line.rstrip("\n"))
        except BaseException:
            for end in sockets:
                end.shutdown(socket.SHUT_RDWR)  # Neither it nor the debugger waits any more.
            _end(process)
            raise
        finally:
            reader.join()
    return process.returncode, "".join(lines), "".join(errors)


def _end(process: subprocess.Popen[str]) -> None:
    """Let the simulator end its files; if that is not waited for, end it at once."""
    assert process.stdout is not None
    process.terminate()
    try:
        for _ in process.stdout:
            pass
        process.wait()
    finally:
        process.kill()
