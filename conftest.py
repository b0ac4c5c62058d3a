# SPDX-License-Identifier: Apache-2.0
"""Of a whole tier: builds side by side first what many tests wait for, and tells at the end which
tier it was, how many tests ran, how long it took, and which tests the processors worked for."""

import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from isochron.building import platforms, simulator_build
from isochron.errors import IsochronError

# else each of some hundred processes compiles all that it imports
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.pop("COLUMNS", None)  # what a test reads has the same width on every terminal

IS_NIGHT = bool(os.environ.get("ISOCHRON_NIGHT"))
BEGUN = pytest.StashKey[float]()
USED = pytest.StashKey[float]()
HEAVIEST = 20
SIMULATORS_FIRST = "simulators, before the tests"
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
    option = config.option
    is_whole = config.args_source is config.ArgsSource.TESTPATHS and not option.keyword
    return is_whole and not option.collectonly


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave cases to the night: with the mark ``wide(each=N)``, a tier has one of N of a test.

    With ``ISOCHRON_ONE_CASE=1``, as for each change, it has the first one alone.
    """
    if not is_tier(config) or IS_NIGHT:
        return
    is_short = bool(os.environ.get("ISOCHRON_ONE_CASE"))
    numbers: Counter[str] = Counter()
    taken, left = [], []
    for item in items:
        mark = item.get_closest_marker("wide")
        if mark is None:
            taken.append(item)
            continue
        test = item.nodeid.partition("[")[0]
        each = len(items) if is_short else mark.kwargs.get("each", 1)
        (left if numbers[test] % each else taken).append(item)
        numbers[test] += 1
    items[:] = taken
    config.hook.pytest_deselected(items=left)


def build_simulators(markers: str) -> None:
    """Build the simulators of a tier that are not there; a test that needs one tells what fails."""

    def build(platform: str, hardware: str) -> None:
        with suppress(IsochronError):
            simulator_build.build(platform, hardware)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for needed in SIMULATORS + (() if markers == FIRST else OF_THE_SECOND_TIER):
            pool.submit(build, *needed)


def processor_seconds() -> float:
    """Return what this process and those that it waited for have used."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(times.ru_utime + times.ru_stime for times in used)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    item.config.stash[USED] = processor_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    used = processor_seconds()
    report.processor_seconds = used - item.config.stash[USED]
    item.config.stash[USED] = used
    return report


def heaviest(used: Counter[str]) -> list[str]:
    """Return a line for each of those that took longest, by processor seconds."""
    whole = f"{used.total():7,.1f} s of the processors, of that:"
    return [whole, *(f"{spent:7,.1f} s {name}" for name, spent in used.most_common(HEAVIEST))]


def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    config.stash[BEGUN] = time.monotonic()
    is_worker = hasattr(config, "workerinput")
    if is_tier(config) and not is_worker:
        build_simulators(config.option.markexpr)
        config.stash[USED] = processor_seconds()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if not is_tier(config):
        return
    tests = sum(len(terminalreporter.stats.get(outcome, ())) for outcome in RAN)
    seconds = time.monotonic() - config.stash[BEGUN]
    used = Counter({SIMULATORS_FIRST: config.stash[USED]})
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "processor_seconds"):  # not of a worker that died
                used[report.nodeid.partition("[")[0]] += report.processor_seconds
    for line in heaviest(used):
        terminalreporter.write_line(line)
    terminalreporter.write_line(tier_line(config.option.markexpr, tests, seconds))
