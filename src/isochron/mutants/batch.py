# SPDX-License-Identifier: Apache-2.0
"""Says which of some mutants of combined sources a test notices; runs in the copy that has them.

Its arguments are the test and the numbers of the mutants. It prints a line for each: the number,
and which test failed, or nothing. It ends with 1 if the test fails without a mutant.
"""

import math
import os
import resource
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from isochron import building
from isochron.mutants import board, first_difference
from isochron.mutants.combine import CHOICE
from isochron.mutants.trial import DIFFERENTIAL, arguments_of

TIMES = 3
"""A process hangs that takes so many times what its test takes of the processor's time without a
mutant. By the clock on the wall a busy machine would kill mutants that live."""


class _Scenarios:
    """Random ones."""

    def __init__(self, test: str) -> None:
        self._test = test
        self._comparison = first_difference.Comparison(*DIFFERENTIAL[test], quick=False)
        self._seconds: float | None = None
        """What they have taken of the processor's time in the first run."""

    def failed(self) -> str:
        """Run them; return which test failed, or nothing."""
        before = _processor_time()
        differs = self._comparison.differs(first_difference.FEW)
        if self._seconds is None:
            self._seconds = _processor_time() - before
            _limit(self._seconds)
        return self._test if differs else ""


class _Tests:
    """Of pytest. From the second run on, those go first that take least for what they notice."""

    def __init__(self, test: str) -> None:
        self._test = test
        self._seconds: dict[str, float] = {}
        """What each has taken of the processor's time in the first run."""
        self._noticed: Counter[str] = Counter()
        """How many mutants each has noticed; the next one is often of the same file."""
        self._started = 0.0
        self._failed = ""

    def failed(self) -> str:
        """Run them to the first failure; return which one failed, or nothing."""
        self._failed = ""
        module = Path(self._test.partition("::")[0]).stem
        sys.modules.pop(module, None)  # with what its functions have kept of the run before
        code = pytest.main(["--timeout=0", *arguments_of(self._test)], plugins=[self])
        return "" if code == pytest.ExitCode.OK else self._failed or self._test

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Bring the tests into their order."""
        items.sort(key=self._cost)

    def _cost(self, item: pytest.Item) -> float:
        """Return about how long it takes to notice a mutant by this test."""
        return self._seconds.get(item.nodeid, 0) / (1 + self._noticed[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Take the beginning of a test."""
        self._started = _processor_time()
        if nodeid in self._seconds:
            _limit(self._seconds[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take a test's report."""
        if report.when == "call":
            self._seconds.setdefault(report.nodeid, _processor_time() - self._started)
        if report.failed and not self._failed:
            self._failed = report.nodeid
            self._noticed[report.nodeid] += 1


def _processor_time() -> float:
    """Return the seconds that this process's children have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _limit(seconds: float | None) -> None:
    """Let each child take TIMES as long, of which a signal is the end; this process is told.

    At its end, when Python hears no signals any more, this process has to have no limit.
    """
    signal.signal(signal.SIGXCPU, lambda *_: None)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    limit = most if seconds is None else max(1, math.ceil(TIMES * seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, most))


def main() -> None:
    """Do what the file says."""
    test, *numbers = sys.argv[1:]
    with building.within(building.Command()), board.chosen():
        tests = _Scenarios(test) if test in DIFFERENTIAL else _Tests(test)
        if tests.failed():
            sys.exit(1)
        for number in numbers:
            os.environ[CHOICE] = number
            print(f"\nmutant {number}: {tests.failed()}", flush=True)
        _limit(None)


if __name__ == "__main__":
    main()
