# SPDX-License-Identifier: Apache-2.0
"""Waves: what is refused, and what a signal leaves."""

import re
import signal
from pathlib import Path

import pytest
import pywellen
from test_tracing import ended_by
from typer.testing import CliRunner

from isochron import cli
from isochron.errors import IsochronError
from isochron.running import simulator
from isochron.tracing import waves


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
    assert isinstance(done.exception, IsochronError)
    assert cause in str(done.exception)


def test_cycles_of_waves_need_waves():
    done = CliRunner().invoke(cli.app, ["run", "firmware/examples/hello", "--waves-from", "9"])
    assert done.exit_code == 2
    assert "need --waves" in done.output


@pytest.mark.wide
def test_a_signal_ends_a_run_and_leaves_its_waves_and_what_has_no_room_is_removed(tmp_path: Path):
    file = tmp_path / "run.fst"
    assert "Traceback" not in ended_by(signal.SIGINT, tmp_path, "--waves", str(file))
    names = dict(re.findall(r"\+\{(.*?)\} ([\w.]+)", file.with_suffix(".gtkw").read_text()))
    signals = {var.full_name: var for var in pywellen.Waveform(str(file)).all_vars()}
    running = signals[names["running task"]].signal
    assert {running.value_at(cycle) for cycle in range(150_000, 400_000)} >= {0, 1}

    def run_without_room() -> None:
        with waves.with_layout(simulator.Waves(file)):
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])

    with pytest.raises(IsochronError, match="could not be written as a whole"):
        run_without_room()
    assert not file.exists()
