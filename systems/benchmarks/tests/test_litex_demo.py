# SPDX-License-Identifier: Apache-2.0
"""LiteX's own FreeRTOS demo from the user's tree, with and without the hardware kernel."""

import os
import re

import pytest
from systems.benchmarks.lab import litex_demo

from isochron.building import freertos
from isochron.paths import ROOT

PAGE = (ROOT / "docs/howto/freertos-on-litex.md").read_text()
TITLES = {1_000_000: "At 1 MHz", 10_000_000: "At 10 MHz"}
GIVEN = pytest.mark.skipif(
    not litex_demo.TREE.is_given or freertos.ENVIRONMENT not in os.environ,
    reason="the user's trees are not given",
)
OUTPUT = """
Demo:            full_demo\r
\r
[shell] ready. type 'help' for commands.\r
[display] t=0.302s  samples=3  temp=12.17C  press=585.7 hPa\r
---- run-time stats ----\r
Tmr Svc        \t309481\t\t18%\r
sensor_t       \t12534\t\t<1%\r
---- heap free: 45440 / 65536 bytes\r
[rtos] done"""


def test_run_times_are_read_and_left_out_of_what_is_told():
    assert litex_demo.run_times(OUTPUT) == {"Tmr Svc": 309_481, "sensor_t": 12_534}
    assert litex_demo.told(OUTPUT)[:2] == [
        "Demo:            full_demo",
        "[shell] ready. type 'help' for commands.",
    ]
    assert len(litex_demo.told(OUTPUT)) == 6


def table(title: str) -> dict[str, dict[str, int]]:
    """Return the page's run times at a clock, by kernel and task."""
    section = PAGE.partition(f"### {title}\n")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| (\w[\w ]*) \| ([\d,]+) \| ([\d,]+) \|$", section, re.MULTILINE)
    return {
        kernel: {row[0]: int(row[column].replace(",", "")) for row in rows}
        for column, kernel in enumerate(litex_demo.KERNELS, 1)
    }


def test_the_page_has_each_task_on_both_kernels():
    for title in TITLES.values():
        stock, hardware = table(title).values()
        assert len(stock) == len(hardware) == 9
        assert hardware["IDLE"] > stock["IDLE"]


@pytest.mark.wide
@GIVEN
@pytest.mark.parametrize("clock", litex_demo.CLOCKS_HZ)
def test_the_demo_prints_what_the_page_has(clock: int):
    outputs = {kernel: litex_demo.run(kernel, clock) for kernel in litex_demo.KERNELS}
    section = PAGE.partition(f"### {TITLES[clock]}\n")[2].partition("\n### ")[0]
    for kernel, output in outputs.items():
        assert litex_demo.run_times(output) == table(TITLES[clock])[kernel]
        shown = [line for line in litex_demo.told(output) if line.startswith("[display]")]
        assert len(shown) == 4
        assert all(line in section for line in shown)


def answers(output: str) -> dict[str, list[str]]:
    """Return the lines of the shell's answers, by what was typed."""
    _, _, session = output.replace("\r", "").partition(litex_demo.READY)
    each = ([line for line in answer.splitlines() if line] for answer in session.split("> "))
    return {typed: lines for typed, *lines in each}


@pytest.mark.wide
@GIVEN
def test_the_shell_answers_as_on_freertos():
    """But for times, memory, and the order of the tasks and what they do just then."""
    commands = ("help", "tasks", "heap", "uptime", "task", "stop")
    typed = "".join(f"{command}\r" for command in commands)
    stock, hardware = (
        answers(litex_demo.run(kernel, max(TITLES), typed)) for kernel in litex_demo.KERNELS
    )
    assert tuple(stock) == tuple(hardware) == commands
    rows = [[row.split("\t") for row in found.pop("tasks")[1:]] for found in (stock, hardware)]
    tables = [{(name, priority, number) for name, _, priority, _, number in each} for each in rows]
    assert tables[0] == tables[1]
    assert len(tables[0]) == 9
    texts = [re.sub(r"[\d.]+", "", str(found)) for found in (stock, hardware)]
    assert texts[0] == texts[1]
