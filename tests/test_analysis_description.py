# SPDX-License-Identifier: Apache-2.0
"""Bounds of response times: what is described, and what the command says."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from test_analysis import MOTOR, TERMS
from typer.testing import CliRunner

from isochron import cli
from isochron.analysis import overheads
from isochron.analysis.description import load
from isochron.analysis.model import Arrivals
from isochron.analysis.sets import task_set
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.report.analysis import FILE_NAME
from isochron.terminal import console


def changed(tmp_path: Path, old: str, new: str) -> Path:
    text = MOTOR.read_text()
    assert old in text
    path = tmp_path / "tasks.toml"
    path.write_text(text.replace(old, new, 1))
    return path


def line_of(path: Path, text: str) -> int:
    return 1 + next(n for n, line in enumerate(path.read_text().splitlines()) if text in line)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("priority = 9", "priority = 'high'", "a whole number from 1 to 30"),
        ("priority = 9", "prority = 9", 'unknown key "prority" of task "current": did you mean'),
        ("priority = 9", "priority = 8", "equal priorities take turns"),
        ('period = "1ms"', 'period = "150us"', "no whole number of ticks of 100us"),
        ('period = "1ms"', "period = 5", 'a time such as "250us"'),
        ('period = "1ms"', 'period = "1ms"\ndeadline = "2ms"', "is above the period"),
        ('period = "1ms"', 'released_by = "hall"', 'there is no interrupt "hall"'),
        ('period = "1ms"', 'period = "1ms"\nsuspends = 1', "a job that waits in its middle"),
        ('mutex = "state", cycles = 300', 'mutex = "stat", cycles = 300', 'did you mean "state"?'),
        ("cycles = 300", "cycls = 300", 'did you mean "cycles"?'),
        ("cycles = 300", "cycles = -3", "clock cycles, a whole number above 0"),
        ("cycles = 300", 'cycles = 300, within = "bus"', "nested mutexes are not analysed"),
        ("cycles = 300", "cycles = 5_000", "make it longer than its sections"),
        ("execution = 900", "execution = 'x'", "clock cycles, a whole number above 0, or"),
        ("execution = 900", "execution = { source = 'a.c', fuction = 'f' }", '"function"?'),
        ("execution = 900", "execution = 900\ncalls = { notfy = 1 }", 'did you mean "notify"?'),
        ("clock_mhz = 25.0", "clock_mhz = { freertos = 1.0 }", "isochron has no clock"),
        ("clock_mhz = 25.0", "clock_mhz = 0.0", "a clock in MHz"),
        ("clock_mhz = 25.0", "core = 'vexriscv'", "a core with caches is not analysed"),
        ("clock_mhz = 25.0", "bus_masters = 2", "a second bus master"),
        ("clock_mhz = 25.0", "options = ['configASSERT']", "code at each switch"),
        ("[[mutex]]", "[[mutexx]]", 'did you mean "mutex"?'),
        ("tick_hz = 10_000", "tick_hz = 0", "a whole number from 1 to 100000"),
        ("tick_hz = 10_000", "tick_hz = ", "not TOML"),
        ('name = "speed"', 'name = "can"', 'two tasks are called "can"'),
    ],
)
def test_a_wrong_description_is_refused_with_key_line_and_cure(
    tmp_path: Path, old: str, new: str, said: str
):
    path = changed(tmp_path, old, new)
    with pytest.raises(IsochronError) as refused:
        load(path, ["notify"])
    message = str(refused.value)
    assert said in message
    assert "\n" not in message
    if "two tasks" not in said and "equal" not in said:
        where = line_of(path, new.splitlines()[-1])
        assert message.startswith(f"{path}:{where}: ")


def with_arrival(tmp_path: Path, *times: str) -> Path:
    path = tmp_path / "tasks.toml"
    text = ROOT.joinpath("tests/task_sets/bursts.toml").read_text()
    old = 'arrival = ["100us", "250us", "1500us"]'
    assert old in text
    path.write_text(text.replace(old, f"arrival = {json.dumps(times)}"))
    return path


def test_a_kernels_old_name_is_taken_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    old = 'kernels = ["freertos", "isochron", "isochron-contexts"]\nclock_mhz = 25.0'
    new = 'kernels = ["isochron-banked"]\nclock_mhz = { isochron-banked = 25.0 }'
    system = load(changed(tmp_path, old, new)).system
    assert (system.kernels, list(system.clock_mhz)) == (["isochron-contexts"],) * 2
    assert "isochron-banked is called isochron-contexts now" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (
            ("240us", "250us"),
            "number 2 behind one comes after 250us but number 1 and then number 1",
        ),
        (("100us", "300us", "350us"), "number 3 behind one comes after 350us but number 1 and"),
        (("100us", "900us", "1ms"), "number 4 behind one comes after 1.1ms, as the times repeat,"),
    ],
)
def test_arrivals_that_contradict_themselves_are_refused(
    tmp_path: Path, times: Sequence[str], said: str
):
    with pytest.raises(IsochronError) as refused:
        load(with_arrival(tmp_path, *times))
    assert said in str(refused.value)
    line = line_of(tmp_path / "tasks.toml", "arrival = ")
    assert str(refused.value).startswith(f"{tmp_path}/tasks.toml:{line}: ")


def test_arrivals_whose_sums_are_not_longer_are_accepted(tmp_path: Path):
    for times in (("240us",), ("100us", "200us"), ("100us", "250us", "1500us"), ("1us", "1ms")):
        load(with_arrival(tmp_path, *times))


def test_no_window_of_arrivals_that_are_played_has_more_than_counted(tmp_path: Path):
    """From whichever of them on: so the pattern of a burst may begin anywhere."""
    times = ("100us", "250us", "1500us")
    arrivals = load(with_arrival(tmp_path, *times)).interrupts["burst"].arrival
    counted = Arrivals(tuple(int(arrival * 10**6) for arrival in arrivals))
    for first in range(6):
        for number in range(1, 9):
            span = counted.earliest(first + number) - counted.earliest(first)
            assert counted.within(span + 1) >= number + 1


def test_a_missing_key_is_named_with_its_table(tmp_path: Path):
    path = changed(tmp_path, "priority = 9\n", "")
    with pytest.raises(IsochronError, match=r'no priority of task "current": give a whole'):
        load(path)


def test_a_missing_file_is_an_error_of_one_line(tmp_path: Path):
    with pytest.raises(IsochronError, match="No such file"):
        load(tmp_path / "nothing.toml")


def test_times_become_cycles_at_a_clock():
    tasks = task_set(load(MOTOR), "isochron", 25e6, {})
    assert tasks.tick == 2500
    by_name = {task.name: task for task in tasks.tasks}
    assert by_name["speed"].period == by_name["speed"].deadline == 25_000
    assert tasks.ceilings == {"state": 8, "bus": 5}
    # a tick is rounded down, and periods are whole ticks of it
    assert task_set(load(MOTOR), "isochron", 25_000_999.0, {}).tasks[0].period == 5000


def test_a_period_must_be_whole_ticks_at_a_swept_rate_too():
    with pytest.raises(IsochronError, match="current"):
        task_set(load(MOTOR), "isochron", 25e6, {}, tick_hz=1000)


def analyze(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(cli.app, ["analyze", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.fixture
def recorded_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command takes the recorded terms of kernels, and calibrates none."""
    monkeypatch.setattr(overheads, "measured", partial(overheads.loaded, TERMS))


@pytest.mark.usefixtures("recorded_terms")
def test_the_command_says_what_holds_where(tmp_path: Path):
    options = ("--out", tmp_path, "--sweep", "execution=0.5,1.0", "--kernel", "freertos")
    code, output = analyze(MOTOR, *options, "--kernel", "isochron-contexts")
    assert code == 1  # on FreeRTOS not all deadlines hold
    assert "freertos at" in output
    found = json.loads((tmp_path / FILE_NAME).read_text())
    held = {kernel["kernel"]: kernel["guaranteed"] for kernel in found["kernels"]}
    assert held == {"freertos": False, "isochron-contexts": True}
    by_factor = [
        [kernel["guaranteed"] for kernel in point["kernels"]] for point in found["sweep"]["points"]
    ]
    assert by_factor == [[True, True], [False, True]]
    page = (tmp_path / "analysis.html").read_text()
    assert "http://" not in page.split("<script>")[0]


@pytest.mark.usefixtures("recorded_terms")
def test_the_command_names_an_overload_on_a_narrow_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    text = MOTOR.read_text()
    much = tmp_path / "much.toml"
    much.write_text(text.replace("execution = 9_000", "execution = 90_000"))
    assert much.read_text() != text
    monkeypatch.setattr(console, "width", 80)
    code, output = analyze(much, "--out", tmp_path, "--kernel", "isochron")
    assert code == 1
    overloaded = [line.split() for line in output.splitlines() if "overload" in line]
    assert ["log", "2", "1,000,000", "overload", "no"] in overloaded  # no figure is taken apart
    shown = output.partition("Figures:")[0]
    assert max(map(len, shown.splitlines())) <= 80
    assert "no bound: overload" in (tmp_path / "analysis.html").read_text()


@pytest.mark.usefixtures("recorded_terms")
def test_the_exit_code_is_0_where_all_holds(tmp_path: Path):
    code, _ = analyze(MOTOR, "--out", tmp_path, "--kernel", "isochron-contexts")
    assert code == 0


@pytest.mark.parametrize(
    "sweep", ["tick_hz", "tick=1,2", "tick_hz=1,x", "tick_hz=1.5", "clock_mhz=-1"]
)
def test_a_wrong_sweep_is_refused(sweep: str):
    code, output = analyze(MOTOR, "--sweep", sweep)
    assert code == 2
    assert "such as" in output or "whole numbers" in output
