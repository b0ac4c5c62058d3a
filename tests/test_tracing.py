# SPDX-License-Identifier: Apache-2.0
"""Traces: what a file holds of a run, and that a traced run takes the same cycles."""

from __future__ import annotations

import re
import subprocess
import zlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
import pywellen
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TracePacket, TrackEvent
from typer.testing import CliRunner

from isochron import cli, examples
from isochron.building import firmware
from isochron.paths import ROOT
from isochron.running import checks, simulator
from isochron.tracing import command, ctf, perfetto, reader, waves
from isochron.tracing.program import NoSymbols, Program
from isochron.tracing.timeline import (
    HELD,
    OFF,
    READY,
    READY_TASKS,
    RUNNING,
    START,
    TICKS,
    Instant,
    Slice,
    Timeline,
    Track,
    calls_of,
)

KERNELS = (
    "freertos",
    "isochron",
    pytest.param("isochron-banked", marks=pytest.mark.wide),
    pytest.param("isochron-cfu", marks=pytest.mark.wide),
    pytest.param("hybrid", marks=pytest.mark.wide),
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
        defines={**example.defines, **(options or {})},
        parts=example.parts,
    )


def run(kernel: str, elf: Path, **options) -> simulator.RunResult:
    hardware = firmware.KERNELS[kernel].hardware
    return simulator.run(elf, PLATFORMS.get(kernel, "ibex"), hardware=hardware, **options)


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory):
    @cache
    def trace(kernel: str, name: str = "inheritance") -> tuple[simulator.RunResult, Timeline]:
        events = tmp_path_factory.mktemp("trace") / "events"
        elf = built(name, kernel)
        result = run(kernel, elf, trace=events)
        return result, reader.read(kernel, events, elf)

    return trace


def without_polls(shown: Timeline) -> Timeline:
    """Return a run of the example without the calls in which it waits for time to pass."""
    tracks = {
        name: replace(
            track, slices=[one for one in track.slices if one.name != "xTaskGetTickCount"]
        )
        for name, track in shown.tracks.items()
    }
    return replace(shown, tracks=tracks)


def shown_by_perfetto(shown: Timeline) -> dict[tuple[str, str], Track]:
    return decoded(perfetto.encode([without_polls(shown)]))


def decoded(trace: Trace) -> dict[tuple[str, str], Track]:
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
            tracks[about.uuid], stacks[about.uuid] = Track(), []
        elif packet.HasField("trace_packet_defaults"):
            assert packet.trace_packet_defaults.track_event_defaults.track_uuid == sequence
            cleared = packet.sequence_flags & TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
            assert cleared
        else:
            for kind, entries in packet.interned_data.ListFields():
                for one in entries:
                    text = one.name if hasattr(one, "name") else one.str.decode()
                    interned[sequence, kind.name, one.iid] = text
            cycles[sequence] += packet.timestamp
            event, track, cycle = packet.track_event, tracks[sequence], cycles[sequence]
            name = interned.get((sequence, "event_names", event.name_iid), "")
            flows.update(event.flow_ids)
            assert flows >= set(event.terminating_flow_ids), "a viewer would drop it"
            if event.type == TrackEvent.TYPE_SLICE_BEGIN:
                flow = sum(event.terminating_flow_ids)
                begun = Slice(cycle, name, values=values(event, interned, sequence), flow=flow)
                stacks[sequence].append(begun)
                track.slices.append(begun)
            elif event.type == TrackEvent.TYPE_SLICE_END:
                stacks[sequence].pop().end = cycle
            elif event.type == TrackEvent.TYPE_INSTANT:
                track.instants.append(Instant(cycle, name, sum(event.flow_ids)))
            else:
                track.levels.append((cycle, event.counter_value))
    assert not any(stacks.values())
    return {names[uuid]: track for uuid, track in tracks.items()}


def values(
    event: TrackEvent, interned: dict[tuple[int, str, int], str], sequence: int
) -> dict[str, int | str]:
    found: dict[str, int | str] = {}
    for note in event.debug_annotations:
        kind = note.WhichOneof("value")
        value = getattr(note, kind)
        if kind == "string_value_iid":
            value = interned[sequence, "debug_annotation_string_values", value]
        found[interned[sequence, "debug_annotation_names", note.name_iid]] = value
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
    kernel: str, traced
):
    tracks = shown_by_perfetto(traced(kernel)[1])
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
    kernel: str, traced
):
    tracks = shown_by_perfetto(traced(kernel)[1])
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
    assert wakes[of_mutex.flow] == Instant(of_mutex.begin, "wakes high", of_mutex.flow)
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


def tasks_at(tasks: list[Track], cycle: int) -> list[Slice]:
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
    shown = reader.read("isochron", tmp_path / "events", elf)
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
    shown = reader.read(kernel, tmp_path / "events", elf)
    asked = [
        one.values["xQueue"]
        for name, track in shown.tracks.items()
        if name.endswith(": calls")
        for one in track.slices
        if one.name == "pcQueueGetName"
    ]
    # Each name is asked for with its own queue, the first again under another name.
    assert [one for one in asked if isinstance(one, str)] == ["first", "second", "renamed"]


@pytest.mark.wide
def test_two_runs_stand_side_by_side_in_one_file(traced):
    runs = [without_polls(traced(kernel)[1]) for kernel in ("isochron", "freertos")]
    tracks = decoded(perfetto.encode(runs))
    flows = 0
    for shown in runs:
        for name, track in shown.tracks.items():
            found = tracks[shown.name, name]
            assert [(one.begin, one.end, one.name, one.values) for one in found.slices] == [
                (one.begin, one.end, one.name, one.values) for one in track.slices
            ]
            assert found.levels == track.levels
            numbers = [one.flow and one.flow + flows for one in track.instants]
            assert [one.flow for one in found.instants] == numbers
        flows += shown.flows


@pytest.mark.wide
def test_babeltrace_reads_a_trace_in_ctf(traced, tmp_path: Path):
    shown = without_polls(traced("isochron")[1])
    folder = tmp_path / "run.ctf"
    ctf.write(folder, [shown])
    words = ["babeltrace2", "--clock-cycles", "--no-delta", str(folder)]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    begins = re.findall(
        r'^\[(\d+)\] isochron:begin: .*track = \( "([^"]*)" .*? name = "([^"]*)"', text, re.M
    )
    expected = [
        (one.begin, name, one.name) for name, track in shown.tracks.items() for one in track.slices
    ]
    assert sorted((int(cycle), track, name) for cycle, track, name in begins) == sorted(expected)
    assert text.count("isochron:end:") == len(expected)
    assert 'name = "xQueue", value = "xLock"' in text.replace("[0] = ", "")
    assert 'name = "wakes high"' in text


def test_a_trace_in_ctf_replaces_one_but_nothing_else(tmp_path: Path):
    run = Timeline("isochron", {"task": Track([Slice(1, RUNNING, 5)])}, 9, 0)
    folder = tmp_path / "run.ctf"
    for _ in range(2):
        command.check(folder)
        ctf.write(folder, [run])
    assert sorted(path.name for path in folder.iterdir()) == ["metadata", "stream_0"]
    (folder / "metadata").unlink()
    with pytest.raises(command.WrongTraceFile, match="folder of something else"):
        command.check(folder)


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
    (packet,) = packed.packet
    trace.ParseFromString(zlib.decompress(packet.compressed_packets))
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
    with pytest.raises(command.WrongTraceFile, match=r"name it run\.perfetto-trace or run\.ctf"):
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
    tracks = decoded(unpacked(file))
    assert {run for run, _ in tracks} == {"isochron", "freertos"}
    for kernel in ("isochron", "freertos"):
        assert any(one.name == RUNNING for one in tracks[kernel, "IDLE"].slices)


def test_another_kernel_must_be_another():
    words = ["run", "firmware/examples/hello", "--with", "isochron"]
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 2
    assert "--with needs" in done.output
