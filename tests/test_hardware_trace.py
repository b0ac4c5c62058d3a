# SPDX-License-Identifier: Apache-2.0
"""The trace that hardware records: decoded it is what the simulator's probes saw."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
import serial
import timelines
from timelines import Shown, Timeline
from typer.testing import CliRunner

from isochron import cli, rtl
from isochron.building import firmware, yosys
from isochron.paths import ROOT
from isochron.running import simulator
from isochron.synth.targets import ECP5
from isochron.tracing import recorded, words
from isochron.tracing.cable import Cable
from isochron.tracing.timeline import (
    BLOCKED,
    LOST,
    READY,
    READY_TASKS,
    RUNNING,
    START,
    SUSPENDED,
    line,
)
from isochron.tracing.words import Log, Lost, WrongLog

PROGRAM = "firmware/laboratory/tests/debugger/traced.c"
DEFINES = {"configUSE_IDLE_HOOK": "1"}
PAGE = ROOT / "docs/howto/trace.md"
HARDWARE = "isochron-trace"
TASKS = ("server", "client", "leader", "partner", "driver", "IDLE")
MOST_TABLES = 150
"""Lookup tables that the trace may cost."""
SWITCH, STOPS, BY_TASK, BY_LINE_0 = 1, 2, 4, 8


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Timeline]:
    """Return what the program prints, and what the probes saw of the same run."""
    events = tmp_path_factory.mktemp("trace") / "events"
    elf = firmware.build(PROGRAM, "isochron", "ibex", defines=DEFINES)
    result = simulator.run(elf, hardware=HARDWARE, trace=events)
    return result.output, timelines.read(events, elf)


def states(track: Shown, begin: int, end: int) -> list[tuple[int, int, str]]:
    """Return what a track shows between two cycles: begin, end and the first word."""
    return [
        (
            max(begin, piece.begin),
            piece.end,
            BLOCKED if piece.name == SUSPENDED else piece.name.split()[0],
        )
        for piece in track.slices
        if begin < piece.end < end
    ]


def wakes(shown: Timeline, begin: int, end: int) -> list[tuple[int, str, str]]:
    """Return the wakes between two cycles, and the tracks that show who woke."""
    return sorted(
        (instant.cycle, instant.name, name)
        for name, track in shown.tracks.items()
        for instant in track.instants
        if instant.name.startswith("wakes") and begin < instant.cycle < end
    )


@pytest.mark.wide
def test_the_words_of_a_run_are_what_the_probes_saw(run):
    output, probes = run
    log = words.read(output.splitlines())
    told = timelines.collected(recorded.follow(log))
    # from when the first task's function begins, of which words know nothing, to the last word
    begin, end = probes.tracks[START].slices[-1].end, told.cycles
    assert begin < 200_000 < 1_800_000 < end
    assert set(log.names.values()) == set(TASKS)
    for name in (*TASKS, line(2), line(5)):
        found = states(told.tracks[name], begin, end)
        assert found == states(probes.tracks[name], begin, end), name
        assert len(found) >= 6
    found = wakes(told, begin, end)
    assert found == wakes(probes, begin, end)
    assert {track for _, _, track in found} >= {"ticks", "traps", "line 2", "server: calls"}
    levels = [
        [level for level in trace.tracks[READY_TASKS].levels if begin < level[0] < end]
        for trace in (told, probes)
    ]
    assert levels[0] == levels[1]
    assert LOST not in told.tracks


@pytest.mark.wide
def test_the_command_decodes_what_a_program_has_printed(run, tmp_path: Path):
    log = tmp_path / "uart.log"
    log.write_text(run[0].replace("\n", "\r\n"))
    for out in ((), ("-o", str(tmp_path / "run.ctf"))):
        done = CliRunner().invoke(cli.app, ["trace", str(log), *out])
        assert done.exit_code == 0, done.output
        says, _, _ = done.output.rpartition(": ")
        assert f"{says}: uart.perfetto-trace\n" in PAGE.read_text()
    assert log.with_suffix(".perfetto-trace").stat().st_size > 1_000
    assert (tmp_path / "run.ctf/stream_0").stat().st_size > 1_000


def event(cycle: int, what: int, task: int, lines: int = 0) -> int:
    """Return a word, as docs/reference/trace-words.md has it."""
    return 1 << 31 | what << 27 | task << 20 | lines << 12 | cycle & 0xFFF


def gap(cycle: int, lost: int = 0) -> int:
    return lost << 30 | cycle >> 11


def test_what_was_lost_is_shown_and_nothing_is_claimed_of_it():
    told = [
        *(event(100, BY_TASK, 1), event(200, BY_TASK, 2), event(300, SWITCH, 1, lines=1)),
        *(gap(9_000, lost=1), event(9_000, 0, 2), event(9_400, BY_LINE_0 + 1, 1, lines=2)),
        *(gap(50_000), event(50_000, SWITCH, 1, lines=2), event(50_010, STOPS, 2, lines=2)),
        event(50_100, SWITCH, 1, lines=2),
    ]
    shown = timelines.collected(recorded.follow(Log(told, {1: "one"})))
    lost = 9_000 // 2_048 * 2_048
    assert [(piece.begin, piece.end) for piece in shown.tracks[LOST].slices] == [(300, 9_000)]
    assert [event for event in words.decode(told) if isinstance(event, Lost)] == [Lost(300, lost)]
    assert states(shown.tracks["one"], 0, 60_000) == [
        *((99, 300, READY), (9_399, 50_000, READY), (50_000, 50_100, RUNNING))
    ]
    assert states(shown.tracks["task 0x2"], 0, 60_000) == [
        *((199, 300, READY), (9_000, 50_000, RUNNING)),
        *((50_000, 50_009, READY), (50_009, 50_100, BLOCKED)),
    ]
    assert states(shown.tracks[line(1)], 0, 60_000) == [(9_398, 50_100, "line")]
    assert shown.tracks[line(1)].instants[0].name == "wakes one"
    assert [cycle for cycle, _ in shown.tracks[READY_TASKS].levels] == [99, 199]


class Port:
    """A port at which characters have arrived, a few at a time; then the user is tired of it."""

    def __init__(self, characters: bytes) -> None:
        self._left = characters

    def __enter__(self) -> Port:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @property
    def in_waiting(self) -> int:
        return min(len(self._left), 7)

    def read(self, size: int = 1, /) -> bytes:
        if not self._left:
            raise KeyboardInterrupt
        read, self._left = self._left[:size], self._left[size:]
        return read


def characters(told: list[int], first: int = 0) -> bytes:
    """Return what is sent of words, of which the first has this number."""
    return b"".join(
        bytes(
            [
                0x80 | (number % 8) << 4 | word >> 28,
                *(word >> shift & 0x7F for shift in (21, 14, 7, 0)),
            ]
        )
        for number, word in enumerate(told, first)
    )


ON_A_LINE = [
    *(event(100, BY_TASK, 1), event(200, SWITCH, 1), gap(9_000), event(9_000, SWITCH, 2)),
    *(event(9_100, BY_TASK, 1), gap(20_000), event(20_000, STOPS, 2), event(20_100, SWITCH, 1)),
    event(20_200, SWITCH, 3),
]


def test_words_that_come_by_a_line_are_those_of_the_hardware():
    assert list(Cable(Port(characters(ON_A_LINE)))) == ON_A_LINE
    late = characters(ON_A_LINE[1:], first=1)
    assert list(Cable(Port(late))) == [None, *ON_A_LINE[1:]]
    amid = characters(ON_A_LINE)[2:]
    assert list(Cable(Port(amid))) == [None, *ON_A_LINE[1:]]


@pytest.mark.parametrize("missing", range(5 * 3, 5 * 4))
def test_what_a_line_has_lost_is_told_until_time_and_running_task_are_known_again(missing: int):
    """A character of the fourth word is lost."""
    sent = bytearray(characters(ON_A_LINE))
    del sent[missing]
    came = list(Cable(Port(bytes(sent))))
    assert came == [*ON_A_LINE[:3], None, *ON_A_LINE[4:]]
    known = list(words.decode(came))
    assert [event.cycle for event in known if not isinstance(event, Lost)] == [
        100,
        200,
        20_100,
        20_200,
    ]
    assert [event for event in known if isinstance(event, Lost)] == [Lost(200, 20_100)]


def test_hardware_that_is_reset_ends_a_trace():
    with pytest.raises(WrongLog, match="the hardware was reset"):
        list(words.decode([gap(4_096), event(5_000, 1, 1), None, gap(2_048), event(2_100, 1, 1)]))


def test_a_trace_is_written_while_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sent = characters([*ON_A_LINE[:3], *ON_A_LINE[4:]])
    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: Port(sent[:15] + sent[20:]))
    out, log = tmp_path / "run.ctf", tmp_path / "console.log"
    log.write_text("trace: task 1 is one\n")
    done = CliRunner().invoke(cli.app, ["trace", str(log), "--from", "tty", "-o", str(out)])
    assert done.exit_code == 0, done.output
    assert "7 words until cycle 20,200; events were lost once" in " ".join(done.output.split())
    assert b"one" in (out / "stream_0").read_bytes()


@pytest.mark.parametrize(
    ("words_of_command", "cause"),
    [
        ([], "name a LOG, or a port by --from"),
        (["--from", "tty"], "name the file by --output"),
        (["--from", "nowhere", "-o", "run.ctf"], "nowhere cannot be used"),
    ],
)
def test_a_trace_without_a_source_or_a_file_is_refused(words_of_command: list[str], cause: str):
    done = CliRunner().invoke(cli.app, ["trace", *words_of_command], env={"COLUMNS": "200"})
    assert done.exit_code != 0
    assert cause in done.output + str(done.exception)


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        (["nothing of it"], "no line begins with 'trace:'"),
        (["trace: task 1 is one"], "and has words"),
        (["a", "trace: 8a01234"], "line 2 is neither"),
        (["trace: 8a012345 and more"], "line 1 is neither"),
        (["trace: 98000000"], "its WHAT is 3"),
    ],
)
def test_a_wrong_log_is_refused_with_its_cause(lines: list[str], cause: str):
    with pytest.raises(WrongLog, match=cause):
        recorded.follow(words.read(lines))


def test_a_log_that_is_wrong_leaves_no_file(tmp_path: Path):
    log = tmp_path / "uart.log"
    log.write_text("hello\n")
    done = CliRunner().invoke(cli.app, ["trace", str(log)])
    assert isinstance(done.exception, WrongLog)
    assert [path.name for path in tmp_path.iterdir()] == ["uart.log"]


def test_a_trace_goes_to_a_file_of_a_known_format(tmp_path: Path):
    log = tmp_path / "uart.log"
    log.write_text("trace: 8a012345\n")
    done = CliRunner().invoke(cli.app, ["trace", str(log), "-o", str(tmp_path / "run.txt")])
    assert "does not end in a format of traces" in str(done.exception)


def test_the_page_shows_how_the_tested_program_prints():
    (shown,) = re.findall(r"```c\n(void vApplicationIdleHook.*?)```", PAGE.read_text(), re.DOTALL)
    assert shown in (ROOT / PROGRAM).read_text()


def tables(module: str, folder: Path) -> int:
    """Return what a module takes of an ECP5 in lookup tables; a cell of a carry chain is two."""
    sources = " ".join(map(str, rtl.sources("kernel")))
    yosys.run(
        f"read_slang --top {module} {sources}",
        *ECP5.commands(module),
        "write_json netlist.json",
        folder=folder,
    )
    netlist = json.loads((folder / "netlist.json").read_text())["modules"][module]
    cells = Counter(cell["type"] for cell in netlist["cells"].values())
    counts = ECP5.count(cells)
    assert counts["distributed"] == 0
    return counts["lut"] + 2 * cells["CCU2C"]


@pytest.mark.wide
def test_it_costs_the_lookup_tables_that_the_page_says_and_less_than_so_many(tmp_path: Path):
    found = [tables(module, tmp_path) for module in ("isochron_trace", "isochron_traced")]
    assert sum(found) < MOST_TABLES
    says = r"`isochron_trace` takes (\d+) lookup tables.*?`isochron_traced`, (\d+)"
    assert [tuple(map(str, found))] == re.findall(says, PAGE.read_text())
