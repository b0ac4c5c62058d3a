# SPDX-License-Identifier: Apache-2.0
"""Run programs on the simulated reference SoC."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from isochron import building
from isochron.building import platforms
from isochron.building.simulator_build import SimulatorError, build
from isochron.building.symbols import Place, place_of
from isochron.running import runs
from isochron.running.samples import Waits

DEFAULT_MAX_CYCLES = 100_000_000
_NOT_STARTED = 126
"""Exit code of the simulator when the program could not be started (simulator/options.cpp)."""


class WrongElf(SimulatorError):
    """The file is not a program for the reference SoC."""


class _ProgramStopped(SimulatorError):
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
class TaskAccount:
    """How often a task was switched to, and for how many cycles it ran."""

    task: int
    """Its control block's address, or its identifier in the hardware kernel."""
    switches: int
    cycles: int


@dataclass(frozen=True)
class RunResult:
    """What a program did until it ended itself."""

    exit_code: int
    output: str
    cycles: int
    instructions: int
    interrupts_off_max: int
    """Longest stretch with interrupts masked after they were first enabled, in cycles."""
    interrupts_off_pc: int
    """Instruction that completed last before that stretch."""
    windows: list[Window] = field(default_factory=list)
    tasks: list[TaskAccount] = field(default_factory=list)


def run(
    elf: Path,
    platform: str = "ibex",
    *,
    hardware: str = platforms.DEFAULT_HARDWARE,
    max_cycles: int = DEFAULT_MAX_CYCLES,
    seed: int = 1,
    on_line: Callable[[str], None] | None = None,
) -> RunResult:
    """Run a program to its end and return its output and what the probes saw.

    ``hardware`` is what the SoC has of a kernel, see ``platforms``. ``seed`` sets the interrupt
    generator's phases. ``on_line`` is called with each line of output as it appears. Raises
    WrongElf, ProgramHung after ``max_cycles``, and ProgramCrashed when the program took an
    exception and ended with a non-zero exit code, or loaded or stored where nothing is on a core
    that cannot be told; a non-zero exit code alone is a result.
    """
    if elf.is_file() and not elf.read_bytes().startswith(b"\x7fELF"):  # before a simulator is built
        raise WrongElf(f"{elf.name} is not an ELF file, nor a C file (.c): give one of them")
    return _result(elf, _run(build(platform, hardware), elf, max_cycles, seed, on_line))


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
    on_line: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Return what the simulator wrote: the program's output, and the records of the probes."""
    with tempfile.TemporaryDirectory() as folder:
        records_file = Path(folder) / "records.jsonl"
        command = [simulator, "--elf", elf, "--probe-file", records_file]
        command += ["--max-cycles", max_cycles, "--seed", seed]
        exit_code, output, errors = _stream([str(part) for part in command], on_line)
        if exit_code == _NOT_STARTED:
            raise WrongElf(errors.removeprefix("simulator: ").strip())
        records = [json.loads(line) for line in records_file.read_text().splitlines()]
    return {"output": output, "records": records}


def _result(elf: Path, done: dict[str, Any]) -> RunResult:
    output = done["output"]
    by_kind: dict[str, list[dict[str, Any]]] = {"window": [], "task": [], "end": []}
    for record in done["records"]:
        kind = record["record"]
        by_kind[kind].append({name: of for name, of in record.items() if name != "record"})
    if not by_kind["end"]:
        raise SimulatorError("the simulator itself stopped: this is a bug of the simulator")
    end = by_kind["end"][0]
    _raise_if_stopped(Path(elf), output, end)
    windows = [_window(record) for record in by_kind["window"]]
    return RunResult(
        exit_code=end["exit_code"],
        output=output,
        cycles=end["cycles"],
        instructions=end["instructions"],
        interrupts_off_max=end["interrupts_off_max"],
        interrupts_off_pc=end["interrupts_off_pc"],
        windows=windows,
        tasks=[TaskAccount(**record) for record in by_kind["task"]],
    )


def _window(record: dict[str, Any]) -> Window:
    waits = {name: record.pop(f"waits_{name}") for name in ("device", "bus", "fetch")}
    metric = record.pop("metric").replace("_", "-")
    return Window(metric=metric, waits=Waits(**waits), **record)


def _raise_if_stopped(elf: Path, output: str, end: dict[str, Any]) -> None:
    if end["reason"] == "hung":
        place = place_of(elf, end["pc"])
        message = f"{elf.name} did not end within {end['cycles']:,} cycles; it was in {place}"
        raise ProgramHung(message, place, output)
    if end["reason"] == "bus-error":
        place = place_of(elf, end["pc"])
        message = f"{elf.name} loaded or stored where nothing is, shortly before {place}"
        raise ProgramCrashed(message, place, output)
    crashed = end["reason"] == "double-fault" or end["exit_code"] != 0
    if crashed and "exception_pc" in end:
        place = place_of(elf, end["exception_pc"])
        message = f"{elf.name} crashed with exception {end['exception_cause']} in {place}"
        raise ProgramCrashed(message, place, output)


def _stream(command: list[str], on_line: Callable[[str], None] | None) -> tuple[int, str, str]:
    """Run a command; return its exit code, output and error output."""
    lines = []
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            lines.append(line)
            if on_line is not None:
                on_line(line.rstrip("\n"))
        errors = process.stderr.read()
    return process.returncode, "".join(lines), errors
