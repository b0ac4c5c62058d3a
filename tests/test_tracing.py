# SPDX-License-Identifier: Apache-2.0
"""Traces: what a file holds of a run, and that a traced run takes the same cycles."""

from __future__ import annotations

import mmap
import re
import signal
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
import pywellen
import timelines
from full_disk import room_for
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TracePacket, TrackEvent
from timelines import Shown, Slice, Timeline
from typer.testing import CliRunner

from isochron import cli, examples
from isochron.building import firmware
from isochron.paths import ROOT
from isochron.running import checks, simulator
from isochron.tracing import reader, recorder, waves
from isochron.tracing.events import Begin, Count, End, Mark, OnTrack
from isochron.tracing.idle import LONGEST, ROUNDS, joined
from isochron.tracing.output import WrongTraceFile
from isochron.tracing.program import NoSymbols, Program
from isochron.tracing.timeline import (
    HELD,
    OFF,
    READY,
    READY_TASKS,
    RUNNING,
    START,
    TICKS,
    Track,
    calls_of,
)
from isochron.tracing.window import Window

KERNELS = (
    "freertos",
    "isochron",
    pytest.param("isochron-contexts", marks=pytest.mark.wide),
    pytest.param("isochron-cfu", marks=pytest.mark.wide),
    *(pytest.param(name, marks=pytest.mark.wide) for name in firmware.OF_SYSTEMS),
)
PLATFORMS = {"isochron-cfu": "vexriscv"}
TAKE = "xQueueSemaphoreTake"
BLOCKED_ON_LOCK = f"blocked in {TAKE} on xLock"
LOW, HIGH = 1, 3
"""Priorities of tasks in the example."""


@cache
def program(kernel: str) -> Path:
    """Return the example of priority inheritance, which has an inversion in its second round."""
    return built("inheritance", kernel)


def built(name: str, kernel: str, options: Mapping[str, str] | None = None) -> Path:
    example = examples.examples()[name]
    return firmware.build(
        example.sources[0],
        kernel,
        PLATFORMS.get(kernel, "ibex"),
        defines={**example.options, **(options or {})},
        parts=example.parts,
    )


def run(kernel: str, elf: Path, **options) -> simulator.RunResult:
    hardware = firmware.KERNELS[kernel].hardware
    return simulator.run(elf, PLATFORMS.get(kernel, "ibex"), hardware=hardware, **options)


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory):
    @cache
    def trace(kernel: str, name: str = "inheritance") -> tuple[simulator.RunResult, Timeline]:
        records = tmp_path_factory.mktemp("trace") / "records"
        elf = built(name, kernel)
        result = run(kernel, elf, trace=records)
        return result, timelines.read(records, elf)

    return trace


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory):
    """Return a call that gives the file for Perfetto of a run of the example."""

    @cache
    def trace(kernel: str) -> Path:
        path = tmp_path_factory.mktemp("trace") / "run.perfetto-trace"
        with (
            recorder.Recorder(path, Window()) as to_file,
            to_file.record(kernel, program(kernel)) as records,
        ):
            run(kernel, program(kernel), trace=records)
        return path

    return trace


def decoded(trace: Trace) -> dict[tuple[str, str], Shown]:
    """Return the tracks of a Perfetto trace by run and name, as a viewer understands it."""
    runs, tracks, names, cycles = {}, {}, {}, defaultdict(int)
    interned: dict[tuple[int, str, int], str] = {}
    flows: set[int] = set()
    stacks: dict[int, list[Slice]] = {}
    for packet in trace.packet:
        sequence, about = packet.trusted_packet_sequence_id, packet.track_descriptor
        if packet.HasField("track_descriptor") and not about.HasField("parent_uuid"):
            runs[about.uuid] = about.name
        elif packet.HasField("track_descriptor"):
            names[about.uuid] = (runs[about.parent_uuid], about.name)
            tracks[about.uuid], stacks[about.uuid] = Shown(), []
        elif packet.HasField("trace_packet_defaults"):
            assert packet.trace_packet_defaults.track_event_defaults.track_uuid == sequence
            cleared = packet.sequence_flags & TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
            assert cleared
        else:
            for kind, entries in packet.interned_data.ListFields():
                for one in entries:
                    interned[sequence, kind.name, one.iid] = one.name
            cycles[sequence] += packet.timestamp
            event, track, cycle = packet.track_event, tracks[sequence], cycles[sequence]
            name = interned.get((sequence, "event_names", event.name_iid), event.name)
            flows.update(event.flow_ids)
            assert flows >= set(event.terminating_flow_ids), "a viewer would drop it"
            if event.type == TrackEvent.TYPE_SLICE_BEGIN:
                flow = sum(event.terminating_flow_ids)
                begun = Slice(cycle, name, values=values(event, interned, sequence), flow=flow)
                stacks[sequence].append(begun)
                track.slices.append(begun)
            elif event.type == TrackEvent.TYPE_SLICE_END:
                ended = stacks[sequence].pop()
                ended.end = cycle
                ended.values |= values(event, interned, sequence)
            elif event.type == TrackEvent.TYPE_INSTANT:
                track.instants.append(Mark(cycle, name, sum(event.flow_ids)))
            else:
                track.levels.append((cycle, event.counter_value))
    assert not any(stacks.values()), "all slices end"
    return {names[uuid]: track for uuid, track in tracks.items()}


def values(
    event: TrackEvent, interned: dict[tuple[int, str, int], str], sequence: int
) -> dict[str, int | str]:
    found: dict[str, int | str] = {}
    for note in event.debug_annotations:
        name = interned.get((sequence, "debug_annotation_names", note.name_iid), note.name)
        found[name] = getattr(note, note.WhichOneof("value"))
    return found


def cycles(slices: list[Slice], name: str, begin: int, end: int) -> int:
    """Return for how long a track shows something between two cycles."""
    return sum(
        max(0, min(one.end, end) - max(one.begin, begin)) for one in slices if one.name == name
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_traced_run_takes_the_cycles_of_a_plain_one(kernel: str, traced):
    plain, with_trace = run(kernel, program(kernel)), traced(kernel)[0]
    assert plain == with_trace


@pytest.mark.parametrize("kernel", KERNELS)
def test_perfetto_shows_who_ran_while_the_high_task_was_blocked_and_what_low_inherited(
    kernel: str, file
):
    tracks = decoded(unpacked(file(kernel)))
    ran_in_wait, inherited = {}, {}
    for number in ("", " (2)"):
        low, middle, high = (f"{name}{number}" for name in ("low", "middle", "high"))
        (wait,) = (one for one in tracks[kernel, calls_of(high)].slices if one.name == TAKE)
        assert wait.values["result"] == 1
        (blocked,) = (one for one in tracks[kernel, high].slices if one.name == BLOCKED_ON_LOCK)
        assert wait.begin < blocked.begin < blocked.end < wait.end
        ran = cycles(tracks[kernel, middle].slices, RUNNING, wait.begin, wait.end)
        ran_in_wait[high] = ran / (wait.end - wait.begin)
        inherited[low] = [
            one.name
            for one in tracks[kernel, low].instants
            if wait.begin < one.cycle < wait.end and one.name.startswith("priority")
        ]
    assert ran_in_wait["high"] < 0.01, "the mutex's holder inherits: the middle task waits"
    assert ran_in_wait["high (2)"] > 0.5, "a semaphore has no holder: the middle task goes first"
    assert inherited == {"low": [f"priority {HIGH}", f"priority {LOW}"], "low (2)": []}


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_task_is_ready_from_its_wake_on_and_an_arrow_leads_there_from_who_woke_it(
    kernel: str, file
):
    tracks = decoded(unpacked(file(kernel)))
    high = tracks[kernel, "high"].slices
    of_mutex, of_delay = (
        next(new for old, new in pairwise(high) if old.name == name)
        for name in (BLOCKED_ON_LOCK, "blocked in vTaskDelay")
    )
    (give,) = (one for one in tracks[kernel, calls_of("low")].slices if "Send" in one.name)
    assert of_mutex.name == of_delay.name == READY
    assert of_mutex.values == {"woken by": "low"}
    assert give.begin < of_mutex.begin < give.end
    wakes = {one.flow: one for one in tracks[kernel, calls_of("low")].instants}
    assert wakes[of_mutex.flow] == Mark(of_mutex.begin, "wakes high", of_mutex.flow)
    assert of_delay.values == {"woken by": "interrupt 7" if kernel == "freertos" else "tick"}


@pytest.mark.parametrize("kernel", KERNELS)
def test_one_task_runs_at_a_time_and_the_sum_is_the_run(kernel: str, traced):
    result, shown = traced(kernel)
    running = sorted(
        (one.begin, one.end)
        for track in shown.tracks.values()
        for one in track.slices
        if one.name == RUNNING
    )
    assert running[0][0] == 0
    assert running[-1][1] == result.cycles == shown.cycles
    assert all(end == begin for (_, end), (begin, _) in pairwise(running))


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_counter_of_ready_tasks_counts_the_tracks_that_show_them(kernel: str, traced):
    shown = traced(kernel)[1]
    tasks = [track for name, track in shown.tracks.items() if name != START]
    levels = [*shown.tracks[READY_TASKS].levels, (shown.cycles, 0)]
    middles = [((begin + end) // 2, level) for (begin, level), (end, _) in pairwise(levels)]
    # A task that blocks or is woken in the midst of a switch still runs, or does not yet.
    settled = [
        (cycle, level)
        for (cycle, level), (begin, _), (end, _) in zip(middles, levels, levels[1:], strict=False)
        if end - begin > 2000
    ]
    assert len(settled) >= 10
    for cycle, level in settled:
        at = [one.name for one in tasks_at(tasks, cycle)]
        assert at.count(RUNNING) + at.count(READY) == level, cycle


def tasks_at(tasks: list[Shown], cycle: int) -> list[Slice]:
    return [one for track in tasks for one in track.slices if one.begin <= cycle < one.end]


@pytest.mark.parametrize("kernel", KERNELS)
def test_interrupts_off_in_the_trace_are_those_that_the_probes_saw(kernel: str, traced):
    result, shown = traced(kernel)
    off = [one for one in shown.tracks[OFF].slices if one.end < result.cycles]
    assert result.interrupts_off_max == max(one.end - one.begin for one in off)


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_tick_is_there(kernel: str, traced):
    names = [one.name for one in traced(kernel)[1].tracks[TICKS].instants]
    ticks = [name for name in names if not name.startswith("wakes")]
    assert ticks == [str(number) for number in range(1, 101)]


@pytest.mark.wide
def test_the_kernel_is_held_in_calls_of_queues_only(traced, tmp_path: Path):
    """Where software copies the items; with messages, and on FreeRTOS, it never is."""
    elf = built("producer_consumer", "isochron", {"configISOCHRON_MESSAGES": "0"})
    run("isochron", elf, trace=tmp_path / "events")
    shown = timelines.read(tmp_path / "events", elf)
    calls = [
        one
        for name, track in shown.tracks.items()
        if name.endswith(": calls")
        for one in track.slices
        if re.match(r"xQueue(GenericSend|Receive)$", one.name)
    ]
    held = shown.tracks[HELD].slices
    assert held
    assert all(any(call.begin < one.begin < one.end < call.end for call in calls) for one in held)
    for kernel in ("isochron", "freertos"):
        assert HELD not in traced(kernel, "producer_consumer")[1].tracks


@pytest.mark.wide
@pytest.mark.parametrize("kernel", ["freertos", "isochron"])
def test_queues_are_called_as_they_were_registered(kernel: str, tmp_path: Path):
    elf = firmware.build(
        "firmware/laboratory/tests/queue_attributes.c",
        kernel,
        "ibex",
        defines=checks.NEEDS["queue_attributes"],
    )
    simulator.run(elf, trace=tmp_path / "events")
    shown = timelines.read(tmp_path / "events", elf)
    asked = [
        one.values["xQueue"]
        for name, track in shown.tracks.items()
        if name.endswith(": calls")
        for one in track.slices
        if one.name == "pcQueueGetName"
    ]
    # Each name is asked for with its own queue, the first again under another name.
    assert [one for one in asked if isinstance(one, str)] == ["first", "second", "renamed"]


def written(path: Path, *runs: tuple[str, list[OnTrack]]) -> Path:
    """Write runs into a file or folder; the second one with what was told of before."""
    writer = recorder.new_writer(path)
    for name, events in runs:
        writer.begin(name)
        for track, event in events:
            writer.write(track, event)
    writer.close()
    return path


def test_two_runs_stand_side_by_side_in_one_file(tmp_path: Path):
    runs = {name: list(some_events(name)) for name in ("isochron", "freertos")}
    tracks = decoded(unpacked(written(tmp_path / "run.perfetto-trace", *runs.items())))
    flows = 0
    for name, events in runs.items():
        for track, shown in timelines.collected(events).tracks.items():
            found = tracks[name, track]
            numbers = [one.flow and one.flow + flows for one in shown.slices]
            assert found.slices == [
                replace(one, flow=flow) for one, flow in zip(shown.slices, numbers, strict=True)
            ]
            assert found.levels == shown.levels
            assert [one.flow for one in found.instants] == [
                one.flow and one.flow + flows for one in shown.instants
            ]
        flows += 2


def some_events(task: str) -> Iterator[OnTrack]:
    """Yield events of each kind; with names that a format must write in a way of its own."""
    states, calls, ready = Track(task, 0), Track('<a & "b">\\n\x1b', 1), Track(READY_TASKS, 9)
    yield states, Begin(1, RUNNING)
    for cycle in range(2, 40_000, 10):
        yield calls, Begin(cycle, "xQueueReceive", {"xQueue": "ä", "xTicksToWait": cycle})
        yield ready, Count(cycle + 1, cycle % 3)
        yield calls, End(cycle + 2, {"result": 1})
    yield calls, Mark(50_000, "wakes it", 1)
    yield states, End(50_000)
    yield states, Begin(50_000, READY, {"woken by": "ä"}, 1)
    yield calls, Mark(50_001, "wakes it", 2)
    yield states, End(50_002)


def test_babeltrace_reads_a_trace_in_ctf(tmp_path: Path):
    events = list(some_events("Motor äö"))
    folder = written(tmp_path / "run.ctf", ("isochron", events), ('x"y', []), ("freertos", events))
    assert (folder / "stream_0").stat().st_size > 2 * (1 << 16), "it has several packets"
    words = ["babeltrace2", "--clock-cycles", "--no-delta", str(folder)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    assert not done.stderr
    text = done.stdout
    begins = re.findall(
        r'^\[(\d+)\] isochron:begin: .*track = \( "(.*?)" : container = .*? name = "(.*?)", count',
        text,
        re.M,
    )
    escaped = {'<a & "b">\\n\x1b': r"<a & \"b\">\\n\e"}
    expected = [
        (event.cycle, escaped.get(track.name, track.name), event.name)
        for track, event in events
        if isinstance(event, Begin)
    ]
    assert sorted((int(cycle), track, name) for cycle, track, name in begins) == sorted(expected)
    assert text.count("isochron:end:") == text.count("freertos:end:") == len(expected)
    assert 'name = "xQueue", value = "ä"' in text.replace("[0] = ", "")
    assert 'name = "wakes it"' in text


@pytest.mark.parametrize("name", ["run.perfetto-trace", "run.ctf"])
def test_a_trace_ends_where_there_is_no_more_room_and_can_be_read_until_there(
    name: str, tmp_path: Path
):
    path, events = tmp_path / name, list(some_events("task"))
    whole = written(path, ("isochron", events))
    sizes = [one.stat().st_size for one in (whole, *whole.glob("stream_0"))]
    with room_for(sizes[-1] * 3 // 4), pytest.raises(WrongTraceFile, match="too large") as refused:
        written(path, ("isochron", events))
    assert f"{path} ends before the run does" in str(refused.value)
    if path.is_file():
        assert len(unpacked(path).packet) == 2 * 4096
    else:
        done = subprocess.run(["babeltrace2", str(path)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert 3_000 < done.stdout.count("\n") < len(events) - 3_000


def records_of(count: int) -> Iterator[dict[str, int | str]]:
    """Yield what a simulator writes of a run with two tasks that call, tick and mask."""
    for task in (1, 2):
        yield {"record": "ready", "cycle": task, "task": task, "ready": 1, "timed": 0}
    for n in range(count):
        at = {"cycle": 10 + 10 * n}
        yield {"record": "running", **at, "task": 1 + n % 2}
        arguments = {"a0": n, "a1": 0, "a2": 0, "a3": 0}
        yield {"record": "call", **at, "function": "xQueueReceive", **arguments}
        yield {"record": "levels", **at, "lines": n % 256, "enabled": 0}
        yield {"record": "levels", "cycle": 15 + 10 * n, "lines": n % 256, "enabled": 1}
        yield {
            "record": "return",
            "cycle": at["cycle"] + 6,
            "function": "xQueueReceive",
            "result": 1,
        }
        yield {"record": "tick", "cycle": at["cycle"] + 7, "tick": n}


@pytest.mark.parametrize("name", ["run.perfetto-trace", "run.ctf"])
def test_memory_does_not_grow_with_a_trace(name: str, tmp_path: Path):
    writer = recorder.new_writer(tmp_path / name)
    writer.begin("run")
    sizes = []
    events = Window().of(joined(reader.follow(records_of(12_000))))
    for number, (track, event) in enumerate(events):
        writer.write(track, event)
        if number % 20_000 == 0:
            sizes.append(resident())
    writer.close()
    assert len(sizes) >= 4
    assert sizes[-1] - sizes[1] < 4 << 20, sizes


def resident() -> int:
    """Return the bytes that this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE


def test_a_window_has_what_lasts_at_its_begin_and_end():
    events = list(some_events("task"))
    whole = timelines.collected(events)
    shown = timelines.collected(Window(1_003, 2_003).of(events))
    assert shown.tracks["task"].slices == [Slice(1_003, RUNNING, 2_003)]
    calls = [name for name in shown.tracks if name.startswith("<")]
    first, second, *_, last = shown.tracks[calls[0]].slices
    assert (first.begin, first.end, first.values["result"]) == (1_003, 1_004, 1)
    assert (second.begin, second.end) == (1_012, 1_014)
    assert (last.begin, last.end) == (2_002, 2_003)
    levels = whole.tracks[READY_TASKS].levels
    before = [level for cycle, level in levels if cycle < 1_003]
    within = [one for one in levels if 1_003 <= one[0] <= 2_003]
    assert shown.tracks[READY_TASKS].levels == [(1_003, before[-1]), *within]
    assert timelines.collected(Window().of(events)) == whole
    late = timelines.collected(Window(49_990).of(events))
    assert late.tracks["task"].slices[0] == Slice(49_990, RUNNING, 50_000)
    assert late.tracks[READY_TASKS].levels == [(49_990, levels[-1][1])]


CALLS = Track("IDLE: calls", 1)
IDLE = Track("IDLE", 0, CALLS)


def rounds(begin: int, count: int) -> Iterator[OnTrack]:
    """Yield what an idle task does: a call within which interrupts are off, in 30 cycles."""
    off = Track(OFF, 9)
    for number in range(count):
        cycle = begin + 30 * number
        yield CALLS, Begin(cycle, "vTaskPlace")
        yield off, Begin(cycle + 1, OFF)
        yield off, End(cycle + 11 + (number == 50))
        yield CALLS, End(cycle + 20)


def test_the_same_again_in_the_idle_task_is_one_slice_until_something_else_happens():
    ticks = Track(TICKS, 8)
    cut = list(rounds(10_000, 1))[:2]
    events = [
        (IDLE, Begin(0, RUNNING)),
        *rounds(100, 100),
        (ticks, Mark(5_000, "1")),
        *rounds(6_000, 60),
        *cut,
        (ticks, Mark(10_002, "2")),
        (cut[1][0], End(10_003)),
        (CALLS, End(10_004)),
        (IDLE, End(10_005)),
    ]
    shown = timelines.collected(joined(events))
    again = [one for one in shown.tracks["IDLE: calls"].slices if one.name == ROUNDS]
    assert [(one.begin, one.end) for one in again] == [
        (100 + 30 * 4, 100 + 30 * 99 + 20),
        (6_000 + 30 * 4, 6_000 + 30 * 59 + 20),
    ]
    assert again[0].values == {"vTaskPlace": 96, OFF: 96, LONGEST: 11}
    assert len(shown.tracks[OFF].slices) == 4 + 4 + 1
    assert shown.tracks[OFF].slices[-1] == Slice(10_001, OFF, 10_003)
    assert [one.name for one in shown.tracks[TICKS].instants] == ["1", "2"]


def test_what_another_task_does_again_is_shown():
    states = Track("task", 0)
    events = [(states, Begin(0, RUNNING)), *rounds(100, 50), (states, End(9_000))]
    assert list(joined(events)) == events


@pytest.mark.parametrize("kernel", KERNELS)
def test_an_idle_task_is_a_few_slices_for_each_tick(kernel: str, traced):
    shown = traced(kernel)[1]
    idle = [one for one in shown.tracks["IDLE"].slices if one.name == RUNNING]
    quiet = [*shown.tracks[OFF].slices]
    if calls_of("IDLE") in shown.tracks:
        quiet += shown.tracks[calls_of("IDLE")].slices
    within = [one for one in quiet if any(run.begin < one.begin < run.end for run in idle)]
    assert len(within) < 20 * 100, "of 100 ticks"


def test_a_trace_in_ctf_replaces_one_but_nothing_else(tmp_path: Path):
    folder = tmp_path / "run.ctf"
    for _ in range(2):
        recorder.check(folder)
        written(folder, ("isochron", list(some_events("task"))))
    assert sorted(path.name for path in folder.iterdir()) == ["metadata", "stream_0"]
    (folder / "metadata").unlink()
    with pytest.raises(WrongTraceFile, match="folder of something else"):
        recorder.check(folder)


def test_a_run_that_never_ends_leaves_its_trace(tmp_path: Path):
    file = tmp_path / "run.perfetto-trace"
    example = str(ROOT / "firmware/examples/inheritance")
    words = ["run", example, "--max-cycles", "500000", "--trace", str(file)]
    done = CliRunner().invoke(cli.app, words)
    assert isinstance(done.exception, simulator.ProgramHung)
    slices = [one for track in decoded(unpacked(file)).values() for one in track.slices]
    assert max(one.end for one in slices) == 500_000


def unpacked(file: Path) -> Trace:
    packed, trace = Trace(), Trace()
    packed.ParseFromString(file.read_bytes())
    for packet in packed.packet:
        trace.MergeFromString(zlib.decompress(packet.compressed_packets))
    return trace


@pytest.mark.wide
def test_waves_have_the_signals_that_the_layout_names_and_the_switches_of_the_trace(
    traced, tmp_path: Path
):
    file, begin, end = tmp_path / "run.fst", 150_000, 300_000
    words = ["run", "firmware/examples/inheritance", "--waves", str(file)]
    words += ["--waves-from", str(begin), "--waves-to", str(end), "--max-cycles", str(end + 1)]
    done = CliRunner().invoke(cli.app, words)
    assert isinstance(done.exception, simulator.ProgramHung)
    layout = re.findall(r"\+\{(.*?)\} ([\w.]+)", file.with_suffix(".gtkw").read_text())
    names = dict(layout)
    assert {"operation", "grant", "task concerned", "running task", "chosen task"} <= set(names)
    signals = {one.full_name: one for one in pywellen.Waveform(str(file)).all_vars()}
    assert set(names.values()) <= set(signals)
    switch = signals[names["switch"]].signal
    switches = [cycle for cycle in range(begin, end) if switch.value_at(cycle) == 1]
    running = [
        one.begin
        for track in traced("isochron")[1].tracks.values()
        for one in track.slices
        if one.name == RUNNING and begin < one.begin < end
    ]
    assert sorted(running)[1:] == switches[-len(running) + 1 :]
    kinds = dict(signals[names["operation"]].enum_type[1])
    assert "OpTake" in kinds.values()


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (("--waves", "x.vcd"), "name it x.fst"),
        (
            ("--waves", "x.fst", "--waves-from", "9", "--waves-to", "8"),
            "the first cycle comes first",
        ),
        (("--waves", "none/x.fst"), "No such file"),
    ],
)
def test_waves_that_cannot_be_written_are_refused(words: tuple[str, ...], cause: str):
    done = CliRunner().invoke(cli.app, ["run", "firmware/examples/hello", *words])
    assert isinstance(done.exception, waves.WrongWavesFile)
    assert cause in str(done.exception)


def test_cycles_of_waves_need_waves():
    done = CliRunner().invoke(cli.app, ["run", "firmware/examples/hello", "--waves-from", "9"])
    assert done.exit_code == 2
    assert "need --waves" in done.output


def test_a_file_of_no_known_format_is_refused(tmp_path: Path):
    with pytest.raises(WrongTraceFile, match=r"name it run\.perfetto-trace or run\.ctf"):
        recorder.check(tmp_path / "run.txt")


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path):
    with pytest.raises(WrongTraceFile, match="No such file"):
        recorder.check(tmp_path / "none/run.perfetto-trace")


def test_a_program_without_symbols_is_refused(tmp_path: Path):
    stripped = tmp_path / "stripped.elf"
    strip = ["riscv64-unknown-elf-strip", "-o", str(stripped), str(program("isochron"))]
    subprocess.run(strip, check=True)
    with pytest.raises(NoSymbols, match="link it without -s"):
        Program(stripped)


def test_a_program_linked_with_lto_has_the_same_functions():
    plain, whole = (
        Program(firmware.build(checks.PROGRAMS / "semaphores.c", "freertos", "ibex", optimisation))
        for optimisation in ("O2", "O2-flto")
    )
    for function in ("xQueueGenericSend", "xQueueGenericCreate", "vTaskDelay"):
        assert whole.signature(function) == plain.signature(function)
        assert "a0" not in plain.signature(function).parameters


def test_the_command_line_writes_two_kernels_into_one_file(tmp_path: Path):
    file = tmp_path / "run.perfetto-trace"
    words = ["run", "firmware/examples/hello", "--trace", str(file), "--with", "freertos"]
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 0, done.output
    tracks = decoded(unpacked(file))
    assert {run for run, _ in tracks} == {"isochron", "freertos"}
    for kernel in ("isochron", "freertos"):
        assert any(one.name == RUNNING for one in tracks[kernel, "IDLE"].slices)


def test_another_kernel_must_be_another():
    words = ["run", "firmware/examples/hello", "--with", "isochron"]
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 2
    assert "--with needs" in done.output


ENDLESS = """
#include "FreeRTOS.h"
#include "task.h"
#include "board.h"

static void vForever( void * pvParameters )
{
    ( void ) pvParameters;
    vTaskDelay( 5 );
    board_print( "go\\n" );
    for( ;; ) { vTaskDelay( 1 ); }
}

int main( void )
{
    xTaskCreate( vForever, "forever", 300, NULL, 2, NULL );
    vTaskStartScheduler();
    return 0;
}
"""


def ended_by(number: signal.Signals, folder: Path, *options: str) -> str:
    """Run a program without end until it has begun, send a signal, and return what is said."""
    program = folder / "forever.c"
    program.write_text(ENDLESS)
    words = [sys.executable, "-c", "from isochron.cli import main; main()", "run", str(program)]
    with subprocess.Popen(
        [*words, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "go\n"
        process.send_signal(number)
        _, said = process.communicate()
    assert process.returncode == 130
    return said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_and_leaves_its_trace(number: signal.Signals, tmp_path: Path):
    file = tmp_path / "run.perfetto-trace"
    said = ended_by(number, tmp_path, "--trace", str(file))
    assert said == ""
    shown = decoded(unpacked(file))["isochron", "forever"]
    assert shown.slices[0].name == READY
    assert len(shown.slices) >= 2


@pytest.mark.wide
def test_a_signal_ends_a_run_and_leaves_its_waves_and_what_has_no_room_is_removed(tmp_path: Path):
    file = tmp_path / "run.fst"
    assert "Traceback" not in ended_by(signal.SIGINT, tmp_path, "--waves", str(file))
    names = dict(re.findall(r"\+\{(.*?)\} ([\w.]+)", file.with_suffix(".gtkw").read_text()))
    signals = {one.full_name: one for one in pywellen.Waveform(str(file)).all_vars()}
    running = signals[names["running task"]].signal
    assert {running.value_at(cycle) for cycle in range(150_000, 400_000)} >= {0, 1}

    def run_without_room() -> None:
        with waves.with_layout(simulator.Waves(file)):
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])

    with pytest.raises(waves.WrongWavesFile, match="could not be written as a whole"):
        run_without_room()
    assert not file.exists()


NAMES = """
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "board.h"

static QueueHandle_t xItems;

static void vTaskBlink( void * pvParameters )
{
    vTaskDelay( ( TickType_t ) ( uintptr_t ) pvParameters );
    for( ;; ) { vTaskDelay( 5 ); }
}

static void vEnd( void * pvParameters )
{
    uint32_t ulItem;
    ( void ) pvParameters;
    ( void ) xQueueReceive( xItems, &ulItem, 20 );
    board_exit( 0 );
}

__attribute__( ( noinline ) )
BaseType_t xTaskCreateWorkers( UBaseType_t uxCount, const char * pcName )
{
    BaseType_t xReturn = pdPASS;
    for( UBaseType_t ux = 1; ux <= uxCount; ux++ )
    {
        xReturn = xTaskCreate( vTaskBlink, pcName, 300, ( void * ) ( uintptr_t ) ux, 2, NULL );
    }
    return xReturn;
}

int main( void )
{
    xItems = xQueueCreate( 1, sizeof( uint32_t ) );
    vQueueAddToRegistry( xItems, "Aufträge" );
    ( void ) xTaskCreateWorkers( 2, "Motor äö" );
    ( void ) xTaskCreateWorkers( 1, "<a & \\"b\\\\\\x01>" );
    ( void ) xTaskCreateWorkers( 1, "\\xe4" );
    ( void ) xTaskCreateWorkers( 1, "" );
    ( void ) xTaskCreateWorkers( 1, "ticks" );
    ( void ) xTaskCreate( vEnd, "end", 300, NULL, 3, NULL );
    vTaskStartScheduler();
    return 0;
}
"""


@pytest.mark.parametrize("kernel", KERNELS)
def test_tasks_are_called_as_they_were_created_by_whatever_function(kernel: str, tmp_path: Path):
    program = tmp_path / "names.c"
    program.write_text(NAMES)
    defines = {"configQUEUE_REGISTRY_SIZE": "4"}
    elf = firmware.build(program, kernel, PLATFORMS.get(kernel, "ibex"), defines=defines)
    records = tmp_path / "records"
    run(kernel, elf, trace=records)
    shown = timelines.read(records, elf)
    own = [name for name in shown.tracks if calls_of(name) in shown.tracks]
    *named, unnamed, ticks, end = (name for name in own if name not in (START, "IDLE"))
    assert named == ["Motor äö", "Motor äö (2)", '<a & "b\\\x01>', "\\xe4"]
    assert re.fullmatch("task 0x[0-9a-f]+", unnamed)
    assert (ticks, end) == ("ticks (2)", "end")
    for name in (*named, unnamed, ticks):
        calls = {one.name for one in shown.tracks[calls_of(name)].slices}
        assert "vTaskDelay" in calls
        assert not any("Blink" in one for one in calls), "a task's own function is no call"
        states = {one.name for one in shown.tracks[name].slices}
        assert "blocked in vTaskDelay" in states
    assert "blocked in xQueueReceive on Aufträge" in {one.name for one in shown.tracks[end].slices}
