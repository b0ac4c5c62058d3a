# SPDX-License-Identifier: Apache-2.0
"""Exits with 1 as soon as the kernels differ: random scenarios, one at first, then more."""

from __future__ import annotations

import sys

from isochron.building import native
from isochron.differential import runner
from isochron.differential.generator import generate
from isochron.differential.runner import Outcome
from isochron.differential.scenario import Scenario

SEED = 1
ROUNDS = 8
"""Each of twice as many scenarios; about 100,000 calls in all."""


class Comparison:
    """Of a kernel with FreeRTOS, which runs each scenario once."""

    def __init__(self, kernel: str, *, quick: bool) -> None:
        self._programs = runner.build(native.Variant(quick=quick), kernel)
        self._rounds: list[dict[Scenario, list[Outcome]]] = []

    def differs(self) -> bool:
        """Return whether there is a difference."""
        return not all(map(self._agrees, range(ROUNDS)))

    def _agrees(self, one_round: int) -> bool:
        if one_round == len(self._rounds):
            self._rounds.append(self._expected(1 << one_round))
        expected = self._rounds[one_round]
        try:
            found = runner.run(self._programs.subject, expected)
        except runner.InterpreterFailed:
            return False
        return all(
            any(found[scenario.name][0].agrees(one) for one in outcomes)
            for scenario, outcomes in expected.items()
        )

    def _expected(self, number: int) -> dict[Scenario, list[Outcome]]:
        """Return so many scenarios, the first being of that number, and what FreeRTOS may do."""
        scenarios = [generate(SEED, one) for one in range(number, 2 * number)]
        inside = [one for one in scenarios if one.inside]
        at_once = runner.run(self._programs.oracle, scenarios, *runner.AT_ONCE)
        later = runner.run(self._programs.oracle, inside, *runner.LATER)
        return {one: at_once[one.name] + later.get(one.name, []) for one in scenarios}


def main() -> None:
    """Compare on the kernel that is named."""
    sys.exit(Comparison(sys.argv[1], quick=True).differs())


if __name__ == "__main__":
    main()
