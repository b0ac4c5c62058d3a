# SPDX-License-Identifier: Apache-2.0
"""Traces: files of each format, windows, and what is folded."""

import mmap
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import timelines
from full_disk import room_for
from test_tracing import decoded, unpacked
from timelines import Slice

from isochron.errors import IsochronError
from isochron.tracing import reader, recorder
from isochron.tracing.events import Begin, Count, End, Mark, OnTrack
from isochron.tracing.idle import LONGEST, ROUNDS, joined
from isochron.tracing.timeline import OFF, READY, READY_TASKS, RUNNING, TICKS, Track
from isochron.tracing.window import Window


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
            numbers = [piece.flow and piece.flow + flows for piece in shown.slices]
            assert found.slices == [
                replace(part, flow=flow) for part, flow in zip(shown.slices, numbers, strict=True)
            ]
            assert found.levels == shown.levels
            assert [instant.flow for instant in found.instants] == [
                instant.flow and instant.flow + flows for instant in shown.instants
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
    sizes = [path.stat().st_size for path in (whole, *whole.glob("stream_0"))]
    with room_for(sizes[-1] * 3 // 4), pytest.raises(IsochronError, match="too large") as refused:
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
    within = [level for level in levels if 1_003 <= level[0] <= 2_003]
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
    again = [piece for piece in shown.tracks["IDLE: calls"].slices if piece.name == ROUNDS]
    assert [(entry.begin, entry.end) for entry in again] == [
        (100 + 30 * 4, 100 + 30 * 99 + 20),
        (6_000 + 30 * 4, 6_000 + 30 * 59 + 20),
    ]
    assert again[0].values == {"vTaskPlace": 96, OFF: 96, LONGEST: 11}
    assert len(shown.tracks[OFF].slices) == 4 + 4 + 1
    assert shown.tracks[OFF].slices[-1] == Slice(10_001, OFF, 10_003)
    assert [instant.name for instant in shown.tracks[TICKS].instants] == ["1", "2"]


def test_what_another_task_does_again_is_shown():
    states = Track("task", 0)
    events = [(states, Begin(0, RUNNING)), *rounds(100, 50), (states, End(9_000))]
    assert list(joined(events)) == events


def test_a_trace_in_ctf_replaces_one_but_nothing_else(tmp_path: Path):
    folder = tmp_path / "run.ctf"
    for _ in range(2):
        recorder.check(folder)
        written(folder, ("isochron", list(some_events("task"))))
    assert sorted(path.name for path in folder.iterdir()) == ["metadata", "stream_0"]
    (folder / "metadata").unlink()
    with pytest.raises(IsochronError, match="folder of something else"):
        recorder.check(folder)


def test_a_file_of_no_known_format_is_refused(tmp_path: Path):
    with pytest.raises(IsochronError, match=r"name it run\.perfetto-trace or run\.ctf"):
        recorder.check(tmp_path / "run.txt")


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path):
    with pytest.raises(IsochronError, match="No such file"):
        recorder.check(tmp_path / "none/run.perfetto-trace")
