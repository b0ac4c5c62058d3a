# SPDX-License-Identifier: Apache-2.0
"""The examples of the tutorials run by the command that is named there, and do what it says."""

from __future__ import annotations

import sys

import pytest

from isochron import cli, firmware

EXAMPLES = firmware.ROOT / "firmware/examples"


def run(monkeypatch, capsys, program: str, *options: str) -> str:
    monkeypatch.setattr(sys, "argv", ["isochron", "run", str(EXAMPLES / program), *options])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("kernel", ["isochron", "freertos"])
def test_the_first_program_is_woken_every_ten_ticks(monkeypatch, capsys, kernel: str):
    output = run(monkeypatch, capsys, "first_program.c", "--kernel", kernel)
    assert output.splitlines() == [f"woken {n} at tick {10 * n}" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("kernel", "cycles", "masked"),
    [("isochron", 78, 12), ("freertos", 290, 241), ("isochron-banked", 29, 0)],
)
def test_the_measured_call_takes_what_the_tutorial_says(
    monkeypatch, capsys, kernel: str, cycles: int, masked: int
):
    output = run(monkeypatch, capsys, "measured_call.c", "-k", kernel, "-D", "NDEBUG")
    (row,) = [line.split() for line in output.splitlines() if line.split()[:1] == ["give"]]
    assert row == ["give", "4", str(cycles), str(cycles), str(cycles), str(masked)]
