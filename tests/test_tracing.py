# SPDX-License-Identifier: Apache-2.0
"""Traces of runs: what they show, and that a traced run takes the same cycles."""

import re
import signal
import subprocess
import sys
import zlib
from collections import defaultdict
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
import pywellen
import timelines
from night import NIGHT
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TracePacket, TrackEvent
from timelines import Shown, Slice, Timeline
from typer.testing import CliRunner

from isochron import cli, examples
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import checks, simulator
from isochron.tracing import recorder
from isochron.tracing.events import Mark
from isochron.tracing.program import Program
from isochron.tracing.timeline import OFF, READY, READY_TASKS, RUNNING, START, TICKS, calls_of
from isochron.tracing.window import Window

KERNELS = (
    "freertos",
    "isochron",
    pytest.param("isochron-contexts", marks=pytest.mark.wide(each=3)),
    pytest.param("isochron-cfu", marks=pytest.mark.wide(each=3)),
    *(pytest.param(name, marks=pytest.mark.wide(each=3)) for name in firmware.OF_SYSTEMS),
)
PLATFORMS = {"isochron-cfu": "vexriscv"}
TAKE = "xQueueSemaphoreTake"
BLOCKED_ON_LOCK = f"blocked in {TAKE} on xLock"
LOW, HIGH = 1, 3
"""Priorities of tasks in the example."""


SHORT_TICK = {"configTICK_RATE_HZ": "5000"}
"""10,000 cycles: the example counts in ticks, so it takes a fifth of the cycles."""


@cache
def program(kernel: str) -> Path:
    """Return the example of priority inheritance, which has an inversion in its second round."""
    example = examples.examples()["inheritance"]
    return firmware.build(
        example.sources[0],
        kernel,
        PLATFORMS.get(kernel, "ibex"),
        defines={**example.options, **SHORT_TICK},
        parts=example.parts,
    )


def run(kernel: str, elf: Path, **options) -> simulator.RunResult:
    hardware = firmware.KERNELS[kernel].hardware
    return simulator.run(elf, PLATFORMS.get(kernel, "ibex"), hardware=hardware, **options)


class Traced(NamedTuple):
    result: simulator.RunResult
    shown: Timeline
    file: Path
    """For Perfetto."""


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory):
    """Return a call that gives a run of the example."""

    @cache
    def trace(kernel: str) -> Traced:
        folder = tmp_path_factory.mktemp("trace")
        records, file = folder / "records", folder / "run.perfetto-trace"
        elf = program(kernel)
        result = run(kernel, elf, trace=records)
        with recorder.Recorder(file, Window()) as to_file, to_file.record(kernel, elf) as pipe:
            pipe.write_bytes(records.read_bytes())
        return Traced(result, timelines.read(records, elf), file)

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
                for entry in entries:
                    interned[sequence, kind.name, entry.iid] = entry.name
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
        max(0, min(piece.end, end) - max(piece.begin, begin))
        for piece in slices
        if piece.name == name
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_traced_run_takes_the_cycles_of_a_plain_one(kernel: str, traced):
    assert run(kernel, program(kernel)) == traced(kernel).result


@pytest.mark.parametrize("kernel", KERNELS)
def test_perfetto_shows_who_ran_while_the_high_task_was_blocked_and_what_low_inherited(
    kernel: str, traced
):
    tracks = decoded(unpacked(traced(kernel).file))
    ran_in_wait, inherited = {}, {}
    for number in ("", " (2)"):
        low, middle, high = (f"{name}{number}" for name in ("low", "middle", "high"))
        (wait,) = (piece for piece in tracks[kernel, calls_of(high)].slices if piece.name == TAKE)
        assert wait.values["result"] == 1
        (blocked,) = (
            piece for piece in tracks[kernel, high].slices if piece.name == BLOCKED_ON_LOCK
        )
        assert wait.begin < blocked.begin < blocked.end < wait.end
        ran = cycles(tracks[kernel, middle].slices, RUNNING, wait.begin, wait.end)
        ran_in_wait[high] = ran / (wait.end - wait.begin)
        inherited[low] = [
            instant.name
            for instant in tracks[kernel, low].instants
            if wait.begin < instant.cycle < wait.end and instant.name.startswith("priority")
        ]
    assert ran_in_wait["high"] < 0.01, "the mutex's holder inherits: the middle task waits"
    assert ran_in_wait["high (2)"] > 0.5, "a semaphore has no holder: the middle task goes first"
    assert inherited == {"low": [f"priority {HIGH}", f"priority {LOW}"], "low (2)": []}


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_task_is_ready_from_its_wake_on_and_an_arrow_leads_there_from_who_woke_it(
    kernel: str, traced
):
    tracks = decoded(unpacked(traced(kernel).file))
    high = tracks[kernel, "high"].slices
    of_mutex, of_delay = (
        next(new for old, new in pairwise(high) if old.name == name)
        for name in (BLOCKED_ON_LOCK, "blocked in vTaskDelay")
    )
    (give,) = (piece for piece in tracks[kernel, calls_of("low")].slices if "Send" in piece.name)
    assert of_mutex.name == of_delay.name == READY
    assert of_mutex.values == {"woken by": "low"}
    assert give.begin < of_mutex.begin < give.end
    wakes = {instant.flow: instant for instant in tracks[kernel, calls_of("low")].instants}
    assert wakes[of_mutex.flow] == Mark(of_mutex.begin, "wakes high", of_mutex.flow)
    assert of_delay.values == {"woken by": "interrupt 7" if kernel == "freertos" else "tick"}


@pytest.mark.parametrize("kernel", KERNELS)
def test_one_task_runs_at_a_time_and_the_sum_is_the_run(kernel: str, traced):
    result, shown, _ = traced(kernel)
    running = sorted(
        (piece.begin, piece.end)
        for track in shown.tracks.values()
        for piece in track.slices
        if piece.name == RUNNING
    )
    assert running[0][0] == 0
    assert running[-1][1] == result.cycles == shown.cycles
    assert all(end == begin for (_, end), (begin, _) in pairwise(running))


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_counter_of_ready_tasks_counts_the_tracks_that_show_them(kernel: str, traced):
    shown = traced(kernel).shown
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
        at = [slice_.name for slice_ in tasks_at(tasks, cycle)]
        assert at.count(RUNNING) + at.count(READY) == level, cycle


def tasks_at(tasks: list[Shown], cycle: int) -> list[Slice]:
    return [piece for track in tasks for piece in track.slices if piece.begin <= cycle < piece.end]


@pytest.mark.parametrize("kernel", KERNELS)
def test_interrupts_off_in_the_trace_are_those_that_the_probes_saw(kernel: str, traced):
    result, shown, _ = traced(kernel)
    off = [piece for piece in shown.tracks[OFF].slices if piece.end < result.cycles]
    assert result.interrupts_off_max == max(entry.end - entry.begin for entry in off)


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_tick_is_there(kernel: str, traced):
    names = [instant.name for instant in traced(kernel).shown.tracks[TICKS].instants]
    ticks = [name for name in names if not name.startswith("wakes")]
    assert ticks == [str(number) for number in range(1, 101)]


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
        piece.values["xQueue"]
        for name, track in shown.tracks.items()
        if name.endswith(": calls")
        for piece in track.slices
        if piece.name == "pcQueueGetName"
    ]
    # Each name is asked for with its own queue, the first again under another name.
    assert [name for name in asked if isinstance(name, str)] == ["first", "second", "renamed"]


@pytest.mark.parametrize("kernel", KERNELS)
def test_an_idle_task_is_a_few_slices_for_each_tick(kernel: str, traced):
    shown = traced(kernel).shown
    idle = [piece for piece in shown.tracks["IDLE"].slices if piece.name == RUNNING]
    quiet = [*shown.tracks[OFF].slices]
    if calls_of("IDLE") in shown.tracks:
        quiet += shown.tracks[calls_of("IDLE")].slices
    within = [entry for entry in quiet if any(run.begin < entry.begin < run.end for run in idle)]
    assert len(within) < 20 * 100, "of 100 ticks"


def test_a_run_that_never_ends_leaves_its_trace(tmp_path: Path):
    file = tmp_path / "run.perfetto-trace"
    example = str(ROOT / "firmware/examples/inheritance")
    words = ["run", example, "--max-cycles", "500000", "--trace", str(file)]
    done = CliRunner().invoke(cli.app, words)
    assert isinstance(done.exception, simulator.ProgramHung)
    slices = [piece for track in decoded(unpacked(file)).values() for piece in track.slices]
    assert max(piece.end for piece in slices) == 500_000


def unpacked(file: Path) -> Trace:
    packed, trace = Trace(), Trace()
    packed.ParseFromString(file.read_bytes())
    for packet in packed.packet:
        trace.MergeFromString(zlib.decompress(packet.compressed_packets))
    return trace


@NIGHT
@pytest.mark.wide
def test_waves_have_the_signals_that_the_layout_names_and_the_switches_of_the_trace(
    traced, tmp_path: Path
):
    file, begin, end = tmp_path / "run.fst", 30_000, 60_000
    words = ["run", "firmware/examples/inheritance", "--waves", str(file)]
    words += [f"-D{name}={value}" for name, value in SHORT_TICK.items()]
    words += ["--waves-from", str(begin), "--waves-to", str(end), "--max-cycles", str(end + 1)]
    done = CliRunner().invoke(cli.app, words)
    assert isinstance(done.exception, simulator.ProgramHung)
    layout = re.findall(r"\+\{(.*?)\} ([\w.]+)", file.with_suffix(".gtkw").read_text())
    names = dict(layout)
    assert {"operation", "grant", "task concerned", "running task", "chosen task"} <= set(names)
    signals = {var.full_name: var for var in pywellen.Waveform(str(file)).all_vars()}
    assert set(names.values()) <= set(signals)
    switch = signals[names["switch"]].signal
    switches = [cycle for cycle in range(begin, end) if switch.value_at(cycle) == 1]
    running = [
        piece.begin
        for track in traced("isochron").shown.tracks.values()
        for piece in track.slices
        if piece.name == RUNNING and begin < piece.begin < end
    ]
    assert sorted(running)[1:] == switches[-len(running) + 1 :]
    kinds = dict(signals[names["operation"]].enum_type[1])
    assert "OpTake" in kinds.values()


def test_a_program_without_symbols_is_refused(tmp_path: Path):
    stripped = tmp_path / "stripped.elf"
    strip = ["riscv64-unknown-elf-strip", "-o", str(stripped), str(program("isochron"))]
    subprocess.run(strip, check=True)
    with pytest.raises(IsochronError, match="link it without -s"):
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
        assert any(piece.name == RUNNING for piece in tracks[kernel, "IDLE"].slices)


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
        [*words, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # what a shell starts in the background may ignore SIGINT
        preexec_fn=partial(signal.signal, number, signal.SIG_DFL),
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "go\n"
        process.send_signal(number)
        _, said = process.communicate()
    assert process.returncode == 130, said
    return said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_and_leaves_its_trace(number: signal.Signals, tmp_path: Path):
    file = tmp_path / "run.perfetto-trace"
    said = ended_by(number, tmp_path, "--trace", str(file))
    assert said == ""
    shown = decoded(unpacked(file))["isochron", "forever"]
    assert shown.slices[0].name == READY
    assert len(shown.slices) >= 2


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
        calls = {piece.name for piece in shown.tracks[calls_of(name)].slices}
        assert "vTaskDelay" in calls
        assert not any("Blink" in call for call in calls), "a task's own function is no call"
        states = {piece.name for piece in shown.tracks[name].slices}
        assert "blocked in vTaskDelay" in states
    assert "blocked in xQueueReceive on Aufträge" in {
        piece.name for piece in shown.tracks[end].slices
    }
