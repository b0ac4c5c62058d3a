# SPDX-License-Identifier: Apache-2.0
"""Traces: what a file for Perfetto holds of a run, and that a traced run takes the same cycles."""

from __future__ import annotations

import subprocess
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent
from typer.testing import CliRunner

from isochron import cli, examples
from isochron.building import firmware
from isochron.running import simulator
from isochron.tracing import command, perfetto, timeline
from isochron.tracing.program import NoSymbols, Program
from isochron.tracing.timeline import BLOCKED, RUNNING, Slice, Timeline, calls_of

KERNELS = (
    "freertos",
    "isochron",
    pytest.param("isochron-banked", marks=pytest.mark.wide),
)
TAKE = "xQueueSemaphoreTake"


@cache
def program(kernel: str) -> Path:
    """Return the example of priority inheritance, which has an inversion in its second round."""
    example = examples.examples()["inheritance"]
    return firmware.build(
        example.sources[0], kernel, "ibex", defines=example.defines, parts=example.parts
    )


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory):
    @cache
    def run(kernel: str) -> tuple[simulator.RunResult, Timeline]:
        events = tmp_path_factory.mktemp("trace") / "events"
        result = simulator.run(program(kernel), trace=events)
        return result, timeline.read(kernel, events, program(kernel), result.cycles)

    return run


def decoded(data: bytes) -> dict[tuple[str, str], list[Slice]]:
    """Return the slices of a Perfetto trace by process and track, as a viewer pairs them."""
    trace = Trace()
    trace.ParseFromString(data)
    processes, tracks, stacks = {}, {}, {}
    found: dict[tuple[str, str], list[Slice]] = {}
    for packet in trace.packet:
        about = packet.track_descriptor
        if about.HasField("process"):
            processes[about.uuid] = about.process.process_name
        elif packet.HasField("track_descriptor"):
            tracks[about.uuid] = (processes[about.parent_uuid], about.name)
            found[tracks[about.uuid]] = []
        else:
            event = packet.track_event
            stack = stacks.setdefault(event.track_uuid, [])
            if event.type == TrackEvent.TYPE_SLICE_BEGIN:
                values = {one.name: one.string_value for one in event.debug_annotations}
                stack.append(Slice(packet.timestamp, event.name, values=values))
                found[tracks[event.track_uuid]].append(stack[-1])
            else:
                stack.pop().end = packet.timestamp
    assert not any(stacks.values())
    return found


def cycles(slices: list[Slice], name: str, begin: int, end: int) -> int:
    """Return for how long a track shows something between two cycles."""
    return sum(
        max(0, min(one.end, end) - max(one.begin, begin)) for one in slices if one.name == name
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_traced_run_takes_the_cycles_of_a_plain_one(kernel: str, traced):
    plain, with_trace = simulator.run(program(kernel)), traced(kernel)[0]
    assert plain == with_trace


@pytest.mark.parametrize("kernel", KERNELS)
def test_perfetto_shows_who_ran_while_the_high_task_was_blocked(kernel: str, traced):
    tracks = decoded(perfetto.encode([traced(kernel)[1]]))
    ran_in_wait = {}
    for high, middle in (("high", "middle"), ("high (2)", "middle (2)")):
        (wait,) = (one for one in tracks[kernel, calls_of(high)] if one.name == TAKE)
        assert wait.values["result"] == "0x1"
        (blocked,) = (
            one for one in tracks[kernel, high] if one.name.startswith(f"{BLOCKED}{TAKE}(0x4")
        )
        assert wait.begin < blocked.begin < blocked.end < wait.end
        ran = cycles(tracks[kernel, middle], RUNNING, wait.begin, wait.end)
        ran_in_wait[high] = ran / (wait.end - wait.begin)
    assert ran_in_wait["high"] < 0.01, "the mutex's holder inherits: the middle task waits"
    assert ran_in_wait["high (2)"] > 0.5, "a semaphore has no holder: the middle task goes first"


@pytest.mark.parametrize("kernel", KERNELS)
def test_one_task_runs_at_a_time_and_the_sum_is_the_run(kernel: str, traced):
    result, shown = traced(kernel)
    running = sorted(
        (one.begin, one.end)
        for slices in shown.tracks.values()
        for one in slices
        if one.name == RUNNING
    )
    assert running[0][0] == 0
    assert running[-1][1] == result.cycles
    assert all(end == begin for (_, end), (begin, _) in pairwise(running))


@pytest.mark.parametrize("kernel", KERNELS)
def test_interrupts_off_in_the_trace_are_those_that_the_probes_saw(kernel: str, traced):
    result, shown = traced(kernel)
    off = [one for one in shown.tracks["interrupts off"] if one.end < result.cycles]
    assert result.interrupts_off_max == max(one.end - one.begin for one in off)


@pytest.mark.wide
def test_two_runs_stand_side_by_side_in_one_file(traced):
    runs = [traced(kernel)[1] for kernel in ("isochron", "freertos")]
    tracks = decoded(perfetto.encode(runs))
    for run in runs:
        for name, slices in run.tracks.items():
            assert tracks[run.name, name] == slices


def test_a_file_of_no_known_format_is_refused(tmp_path: Path):
    with pytest.raises(command.WrongTraceFile, match=r"name it run\.perfetto-trace"):
        command.check(tmp_path / "run.txt")


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path):
    with pytest.raises(command.WrongTraceFile, match="No such file"):
        command.check(tmp_path / "none/run.perfetto-trace")


def test_a_program_without_symbols_is_refused(tmp_path: Path):
    stripped = tmp_path / "stripped.elf"
    strip = ["riscv64-unknown-elf-strip", "-o", str(stripped), str(program("isochron"))]
    subprocess.run(strip, check=True)
    with pytest.raises(NoSymbols, match="link it without -s"):
        Program(stripped)


def test_the_command_line_writes_two_kernels_into_one_file(tmp_path: Path):
    file = tmp_path / "run.perfetto-trace"
    words = ["run", "firmware/examples/hello", "--trace", str(file), "--with", "freertos"]
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 0, done.output
    tracks = decoded(file.read_bytes())
    assert {process for process, _ in tracks} == {"isochron", "freertos"}
    for kernel, idle in (("isochron", "IDLE"), ("freertos", "prvIdleTask")):
        assert any(one.name == RUNNING for one in tracks[kernel, idle])


def test_another_kernel_must_be_another():
    words = ["run", "firmware/examples/hello", "--with", "isochron"]
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 2
    assert "--with needs" in done.output
