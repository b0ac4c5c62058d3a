# SPDX-License-Identifier: Apache-2.0
"""Tells at the end of a whole run which tier it was, how many tests ran, and how long it took."""

from __future__ import annotations

import os
import time

import pytest

BEGUN = pytest.StashKey[float]()
TIERS = {
    "not wide": "make test",
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


def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.stash[BEGUN] = time.monotonic()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """A part of the tests, chosen on the command line, is no tier."""
    if config.args_source is not config.ArgsSource.TESTPATHS or config.option.keyword:
        return
    tests = sum(len(terminalreporter.stats.get(outcome, ())) for outcome in RAN)
    seconds = time.monotonic() - config.stash[BEGUN]
    terminalreporter.write_line(tier_line(config.option.markexpr, tests, seconds))
