# SPDX-License-Identifier: Apache-2.0
"""The layer with Xenomai's alchemy names, on the time manager and on the time base in software.

The SoC with the time manager has a simulator of its own, so the programs run in the second tier.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from systems.time_manager.lab import alchemy, periods

from isochron import examples, projects
from isochron.building import firmware, symbols
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import checks, simulator

PROGRAMS = ROOT / "systems/time_manager/firmware/tests"
MAX_CYCLES = 40_000_000
HARDWARE: dict[str, str] = {}
SOFTWARE = {**alchemy.SOFTWARE_TIME_BASE, "ALCHEMY_TICK_NS": "100000"}


def build(program: str, defines: dict[str, str]) -> Path:
    layer = firmware.layer(alchemy.NAME)
    common = checks.SHARED.parent
    parts = firmware.Parts((*layer.sources, *sorted(common.glob("*.c"))), (*layer.include, common))
    symbols = {**alchemy.DEFINES, **defines}
    return firmware.build(PROGRAMS / f"{program}.c", "isochron", defines=symbols, parts=parts)


def run(program: str, defines: dict[str, str]) -> simulator.RunResult:
    elf = build(program, defines)
    return simulator.run(elf, hardware=alchemy.HARDWARE, max_cycles=MAX_CYCLES)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("program", "defines"),
    [
        ("alarms", HARDWARE),
        ("alarms", SOFTWARE),
        ("periods", HARDWARE),
        ("periods", SOFTWARE),
        ("tasks", HARDWARE),
        ("time", HARDWARE),
    ],
    ids=lambda value: value if isinstance(value, str) else "software" if value else "hardware",
)
def test_conformance(program: str, defines: dict[str, str]) -> None:
    result = run(program, defines)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")


PERIODS = 50


@pytest.mark.wide
def test_releases_do_not_drift() -> None:
    """A fraction of what docs/reference/alchemy.md states: `isochron verify periods` does that."""
    rates = periods.measure(PERIODS)
    assert len(rates) > 1
    assert {rate.releases for rate in rates} == {PERIODS}
    assert {rate.drift for rate in rates} == {0}


def test_a_program_of_the_layer_is_built() -> None:
    assert symbols.has_symbol(build("time", HARDWARE), "main")


def test_a_drift_is_seen() -> None:
    windows = [
        simulator.Window("release", start, start + 300, 300, 0, 0) for start in (50, 150, 249, 350)
    ]
    assert periods.rate_of(100, windows).drift == -1
    assert periods.rate_of(100, windows[:2]).drift == 0


EXAMPLE = examples.examples()["alchemy"]


def test_a_project_of_the_example_is_run_on_the_soc_with_the_time_manager(tmp_path: Path):
    *_, run = projects.commands(tmp_path / "my-app", EXAMPLE)
    assert run == "isochron run build/bus/my-app --hardware time-manager"


def test_the_example_is_refused_where_there_is_no_time_manager():
    with pytest.raises(IsochronError, match=r"does not run on isochron-contexts: choose isochron$"):
        EXAMPLE.refuse_other_kernels("isochron-contexts")
