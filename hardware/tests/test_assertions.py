# SPDX-License-Identifier: Apache-2.0
"""The assertions of the RTL are there in tests, and nowhere else."""

import subprocess

import pytest
from simulation import simulate

from isochron import rtl
from isochron.building import verilator

NEEDED = {"isochron_assertions", "isochron_ram_distributed", "isochron_fifo"}
FIFO = [path for path in rtl.sources("kernel") if path.stem in NEEDED]


def test_what_an_assertion_forbids_ends_a_simulation(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match=r"return code|terminated"):
        simulate("isochron_fifo", "kernel.assertion_bench", FIFO, {}, seed=1)
    assert "OnlyAnEntryIsTaken" in capfd.readouterr().out


@pytest.mark.parametrize(("options", "there"), [([], True), (["-DSYNTHESIS"], False)])
def test_synthesis_sees_no_assertion(options: list[str], there: bool) -> None:
    program = verilator.root() / "bin/verilator"
    done = subprocess.run(
        [program, "-E", "-P", *options, *rtl.sources("kernel")],
        env=verilator.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("assert property" in done.stdout) == there
