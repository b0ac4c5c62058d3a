# SPDX-License-Identifier: Apache-2.0
"""Exits with 1 as soon as the kernels differ: random scenarios, a few at first, then more."""

from __future__ import annotations

import sys
from itertools import count, islice

from isochron.building import native
from isochron.differential import runner
from isochron.differential.generator import generate

SEED = 1
FIRST = 8
ROUNDS = 5
"""Each of twice as many scenarios; about 100,000 calls in all."""


def main() -> None:
    """Compare scenarios on the kernel that is named; the process ends with 1 at a difference."""
    programs = runner.build(native.Variant(quick=True), sys.argv[1])
    numbers = count()
    for one_round in range(ROUNDS):
        scenarios = [generate(SEED, number) for number in islice(numbers, FIRST << one_round)]
        if not all(one.agrees for one in runner.compare(programs, scenarios)):
            sys.exit(1)


if __name__ == "__main__":
    main()
