# SPDX-License-Identifier: Apache-2.0
"""Says which of some mutants of combined sources a test notices; runs in the copy that has them.

Its arguments are the test and the numbers of the mutants. It prints a line for each: the number,
and which test failed, or nothing. Without a number it ends with 1 if the test fails.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable

import pytest

from isochron import building
from isochron.mutants import first_difference
from isochron.mutants.combine import CHOICE
from isochron.mutants.trial import DIFFERENTIAL, arguments_of

PROCESSOR_TIME = 200
"""Seconds that any process may take: a mutant may hang. By the clock on the wall a busy machine
would kill mutants that live."""


class _FirstFailure:
    """Keeps the name of the test that failed."""

    test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take a test's report."""
        if report.failed and not self.test:
            self.test = report.nodeid


def _pytest(test: str) -> Callable[[], str]:
    def failed() -> str:
        first = _FirstFailure()
        code = pytest.main(["--timeout=0", *arguments_of(test)], plugins=[first])
        return first.test if code == pytest.ExitCode.OK else first.test or test

    return failed


def _differential(test: str) -> Callable[[], str]:
    comparison = first_difference.Comparison(DIFFERENTIAL[test], quick=False)
    return lambda: test if comparison.differs(first_difference.FEW) else ""


def main() -> None:
    """Do what the file says."""
    test, *numbers = sys.argv[1:]
    with building.within(building.Command()):
        failed = (_differential if test in DIFFERENTIAL else _pytest)(test)
        if not numbers:
            sys.exit(bool(failed()))
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_TIME, PROCESSOR_TIME))
        for number in numbers:
            os.environ[CHOICE] = number
            print(f"\nmutant {number}: {failed()}", flush=True)


if __name__ == "__main__":
    main()
