# SPDX-License-Identifier: Apache-2.0
"""What `isochron run --profile` measures, and that a measured run takes the same cycles."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from isochron import cli
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.profiling import histogram, places
from isochron.profiling.command import Profiler
from isochron.profiling.tables import Figures
from isochron.running import simulator

SOURCE = "firmware/laboratory/tests/debugger/profiled.c"
CODE = (ROOT / SOURCE).read_text().splitlines()
KERNELS = ("isochron", "freertos", pytest.param("isochron-contexts", marks=pytest.mark.wide))
ROUNDS = 5
DEPTH = 4
"""Of the recursion."""
LONG = 2_000
"""Cycles of the loop with interrupts masked, at least."""
TICK = 50_000
"""Cycles, on the board."""
ITEMS = ["countdown", "long_masked", "wait_for_ticks", "mark_begin:mark_end"]


def line(text: str) -> int:
    """Return the number of the one line that has a text."""
    (found,) = (number for number, line in enumerate(CODE, start=1) if text in line)
    return found


@cache
def program(kernel: str) -> Path:
    return firmware.build(SOURCE, kernel, "ibex")


@cache
def profiled(kernel: str, *texts: str) -> tuple[simulator.RunResult, dict[str, list]]:
    """Return a run, and what was measured of each item."""
    arguments = [place.argument for place in places.items(list(texts), program(kernel))]
    result = simulator.run(program(kernel), profile=arguments)
    return result, {
        text: [entry for entry in result.profiled if entry.item == number]
        for number, text in enumerate(texts)
    }


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_measured_run_takes_the_cycles_of_a_plain_one(kernel: str):
    result, _ = profiled(kernel, *ITEMS)
    assert replace(result, profiled=[], stretches=[]) == simulator.run(program(kernel))


@pytest.mark.parametrize("kernel", KERNELS)
def test_each_call_of_a_recursive_function_is_measured(kernel: str):
    calls = profiled(kernel, *ITEMS)[1]["countdown"]
    assert len(calls) == ROUNDS * (DEPTH + 1)
    outermost = [call.cycles for call in calls[DEPTH :: DEPTH + 1]]
    innermost = [call.cycles for call in calls[:: DEPTH + 1]]
    assert all(outer > inner for outer, inner in zip(outermost, innermost, strict=True))


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_function_that_waits_takes_the_wait_but_not_by_itself(kernel: str):
    calls = profiled(kernel, *ITEMS)[1]["wait_for_ticks"]
    assert len(calls) == ROUNDS
    for call in calls:
        assert call.cycles > TICK
        assert call.own < LONG


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_longest_stretch_with_interrupts_off_is_named_by_its_places(kernel: str):
    result, found = profiled(kernel, *ITEMS)
    longest = max(result.stretches, key=lambda stretch: stretch.most)
    assert longest.most == result.interrupts_off_max >= LONG
    assert longest.times == ROUNDS
    begin, end = (
        simulator.place_of(program(kernel), pc) for pc in (longest.begin_pc, longest.end_pc)
    )
    assert (begin.function, end.function) == ("long_masked", "long_masked")
    assert begin.line == f"profiled.c:{line('csrci')}"
    assert end.line == f"profiled.c:{line('csrsi')}"
    assert {place.interrupts_off_max for place in found["long_masked"]} == {longest.most}


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_window_goes_from_one_task_to_another(kernel: str):
    windows = profiled(kernel, *ITEMS)[1]["mark_begin:mark_end"]
    assert len(windows) == ROUNDS
    assert len({window.cycles for window in windows[1:]}) == 1


def test_a_window_between_two_lines_is_that_between_their_functions():
    begin, end = (f"profiled.c:{line(f'{name} = 1;')}" for name in ("begun", "ended"))
    windows = profiled("isochron", f"{begin}:{end}", "mark_begin:mark_end")[1]
    lines, functions = windows.values()
    assert [line.cycles for line in lines] == [function.cycles for function in functions]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "name a function"),
        ("a:b:c", "name a function"),
        ("profiled.c:9", "name a function"),
        ("cuontdown", "did you mean countdown"),
        ("xSemaphoreGive", "is a macro of semphr.h: its function is xQueueGenericSend"),
        ("taskENTER_CRITICAL", "is a macro of task.h: it is no function"),
        ("profiled.c:1:countdown", "no code of profiled.c:1, but of line"),
        ("other.c:1:countdown", "no code of a file other.c"),
    ],
)
def test_a_place_that_is_not_there_is_told(text: str, told: str):
    with pytest.raises(IsochronError, match=told):
        places.items([text], program("isochron"))


def test_bins_hold_every_value_once():
    for values in ([5], [1, 2, 2, 9], list(range(0, 1000, 7)), [0, 10**6]):
        found = histogram.bins(values)
        assert len(found) <= 12
        assert all(sum(value in bin_values for bin_values in found) == 1 for value in values)
        assert all(any(value in bin_values for value in values) for bin_values in found)


def test_a_histogram_has_a_bar_for_the_rarest_value():
    shown = histogram.table("x", [Figures("x", "isochron", (1,) * 1000 + (2,), tuple(range(1001)))])
    bars, kernel = (list(column.cells) for column in shown.columns)
    assert bars == ["1", "2", "the longest began in cycle"]
    assert kernel[1:] == ["█ 1", "1,000"]


def test_a_run_that_never_enabled_interrupts_has_no_table_of_when_they_were_off():
    assert not list(Profiler(["main"]).shown())


def test_the_command_shows_both_kernels_in_one_table():
    words = ["run", SOURCE, "--profile", "countdown", "--with", "freertos"]
    done = CliRunner().invoke(cli.app, words, env={"COLUMNS": "120"})
    assert done.exit_code == 0, done.output
    rows = [row.split() for row in done.output.splitlines()]
    calls = str(ROUNDS * (DEPTH + 1))
    assert [row[1:3] for row in rows if row[:1] == ["countdown"]] == [
        ["isochron", calls],
        ["freertos", calls],
    ]
    assert any(row[:1] == ["freertos"] and "long_masked" in row for row in rows)
