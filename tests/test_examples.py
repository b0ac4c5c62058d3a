# SPDX-License-Identifier: Apache-2.0
"""The examples of the tutorials run by the command that is named there, and do what it says."""

import re
import sys

import pytest

from isochron import cli, examples
from isochron.paths import ROOT

README = (ROOT / "README.md").read_text()
FIRST = (ROOT / "docs/tutorials/first-program.md").read_text()
MEASURE = (ROOT / "docs/tutorials/measure-your-own-call.md").read_text()


def run(monkeypatch, capsys, program: str, *options: str) -> tuple[str, str]:
    """Return what `isochron run` prints for an example, and its last line, the simulator's."""
    example = str(ROOT / "firmware/examples" / program)
    monkeypatch.setattr(sys, "argv", ["isochron", "run", example, *options])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    captured = capsys.readouterr()
    return captured.out, captured.err.splitlines()[-1]


def figures(summary: str) -> tuple[int, int]:
    """Return instructions, and for how many cycles interrupts were off at most."""
    instructions = summary.split(" instructions")[0].rsplit(" ", 1)[1]
    masked = summary.split("off at most ")[1].split(" ")[0]
    return int(instructions.replace(",", "")), int(masked.replace(",", ""))


def test_the_first_program_prints_and_costs_what_the_pages_say(monkeypatch, capsys):
    output, summary = run(monkeypatch, capsys, "first_program.c")
    assert output.splitlines() == [f"woken {n} at tick {10 * n}" for n in (1, 2, 3)]
    for page in (README, FIRST):
        assert f"{output}{summary}\n" in page
    stock_output, of_stock = run(monkeypatch, capsys, "first_program.c", "--kernel", "freertos")
    assert stock_output == output
    (least, _), (most, masked) = figures(summary), figures(of_stock)
    assert f"FreeRTOS executes {most:,} instructions, Isochron {least:,}." in FIRST
    assert f"masks interrupts for up to {masked} cycles" in FIRST


@pytest.mark.parametrize(
    ("kernel", "cycles", "masked"),
    [
        ("isochron", 77, 10),
        ("freertos", 290, 241),
        ("freertos-optimised", 302, 253),
        ("isochron-contexts", 29, 0),
    ],
)
def test_the_measured_call_takes_what_the_tutorial_says(
    monkeypatch, capsys, kernel: str, cycles: int, masked: int
):
    output, _ = run(monkeypatch, capsys, "measured_call.c", "-k", kernel, "-D", "NDEBUG")
    (row,) = [line.split() for line in output.splitlines() if line.split()[:1] == ["give"]]
    assert row == ["give", "4", str(cycles), str(cycles), str(cycles), str(masked)]
    (told,) = [line for line in MEASURE.splitlines() if f"--kernel {kernel}`" in line]
    assert told.endswith(f"| {cycles} | {masked} |")
    if kernel in ("isochron", "freertos-optimised"):
        assert row in [line.split() for line in README.splitlines()]


def test_the_measured_functions_print_what_the_tutorial_shows():
    """Lines of the kernel's sources may have moved since: `isochron generate examples`."""
    printed = examples.with_outputs(MEASURE, examples.output)
    # a narrow column of a table breaks a line's number in two
    true, shown = (re.sub(r"(?<=\.[cS]:)\d+|\b\d+(?=\))", "", text) for text in (printed, MEASURE))
    assert true == shown


TICKS = (ROOT / "docs/howto/fast-ticks.md").read_text()
RATES = {
    rate: cycles
    for rate, *cycles in re.findall(
        r"^\| (\d+) \| (\S+) \| (\S+) \| \*\*(\S+)\*\* \|$", TICKS, re.M
    )
}
"""Cycles by the rate of the tick, on the kernels in the order of the page."""


@pytest.mark.parametrize(
    ("kernel", "column"),
    [
        pytest.param("freertos-optimised", 0, marks=pytest.mark.wide(each=3)),
        pytest.param("freertos", 1, marks=pytest.mark.wide(each=3)),
        ("isochron", 2),
    ],
)
@pytest.mark.parametrize(
    "rate",
    [
        *(pytest.param(n, marks=pytest.mark.wide(each=3)) for n in ("1000", "10000", "50000")),
        "97000",
    ],
)
def test_a_tick_costs_what_the_page_says(monkeypatch, capsys, kernel: str, column: int, rate: str):
    options = ("-k", kernel, "-D", "NDEBUG", "-D", f"configTICK_RATE_HZ={rate}")
    output, _ = run(monkeypatch, capsys, "fast_ticks.c", *options)
    assert output == f"{RATES[rate][column].replace(',', '')} cycles\n"
