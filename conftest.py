# SPDX-License-Identifier: Apache-2.0
"""Of a whole tier: builds side by side first what many tests wait for, and tells at the end which
tier it was, how many tests ran, and how long it took."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from isochron.building import platforms, simulator_build
from isochron.errors import IsochronError

os.environ.pop("COLUMNS", None)  # what a test reads has the same width on every terminal

BEGUN = pytest.StashKey[float]()
FIRST = "not wide"
TIERS = {
    FIRST: "make test",
    "wide": "make test-wide",
    "wide or not wide": "both tiers",
}
"""By the expression of markers."""
RAN = ("passed", "failed", "skipped", "xfailed", "xpassed")


def tier_line(markers: str, tests: int, seconds: float) -> str:
    """Return what is told of a tier."""
    minutes, rest = divmod(round(seconds), 60)
    name = TIERS.get(markers, f"tests with -m '{markers}'")
    return f"{name}: {tests:,} tests in {minutes} min {rest} s on {os.cpu_count()} cores"


_USUAL = tuple(hardware.name for hardware in platforms.HARDWARE.values() if hardware.usual)
SIMULATORS = tuple(("ibex", name) for name in _USUAL)
"""Platforms and kernel hardware of both tiers, the one that takes longest first."""
OF_THE_SECOND_TIER = (
    *(("vexriscv", name) for name in _USUAL),
    *(("ibex", hardware.name) for hardware in platforms.HARDWARE.values() if hardware.addition),
)
"""Those that many tests of the second tier need, and none of the first."""


def is_tier(config: pytest.Config) -> bool:
    """Return whether a run is a tier, and not a part of the tests chosen on the command line."""
    return config.args_source is config.ArgsSource.TESTPATHS and not config.option.keyword


def build_simulators(markers: str) -> None:
    """Build the simulators of a tier that are not there; a test that needs one tells what fails."""

    def build(platform: str, hardware: str) -> None:
        with suppress(IsochronError):
            simulator_build.build(platform, hardware)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for needed in SIMULATORS + (() if markers == FIRST else OF_THE_SECOND_TIER):
            pool.submit(build, *needed)


def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    config.stash[BEGUN] = time.monotonic()
    is_worker = hasattr(config, "workerinput")
    if is_tier(config) and not is_worker and not config.option.collectonly:
        build_simulators(config.option.markexpr)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if not is_tier(config):
        return
    tests = sum(len(terminalreporter.stats.get(outcome, ())) for outcome in RAN)
    seconds = time.monotonic() - config.stash[BEGUN]
    terminalreporter.write_line(tier_line(config.option.markexpr, tests, seconds))
