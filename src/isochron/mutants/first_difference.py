# SPDX-License-Identifier: Apache-2.0
"""Exits with 1 as soon as the kernels differ: random scenarios, one at first, then more."""

import sys
from dataclasses import replace

from isochron.differential import configuration, runner
from isochron.differential.generator import generate
from isochron.differential.runner import Outcome
from isochron.differential.scenario import Scenario

SEED = 1
SIZES = (1, 2, 4, *[8] * 31)
"""Scenarios that are run at a time; about 100,000 calls in all."""
FEW = 10
"""Sizes of about a quarter of these, which other native tests may follow."""


class Comparison:
    """Of a kernel with FreeRTOS, which runs each scenario once; both with some options."""

    def __init__(self, kernel: str, *options: str, quick: bool) -> None:
        variant = configuration.read(options).variant()
        self._programs = runner.build(replace(variant, quick=quick), kernel)
        self._expected: list[dict[Scenario, list[Outcome]]] = []

    def differs(self, sizes: int = len(SIZES)) -> bool:
        """Return whether there is a difference in the scenarios of so many sizes."""
        return not all(map(self._agrees, range(sizes)))

    def _agrees(self, part: int) -> bool:
        if part == len(self._expected):
            self._expected.append(self._of_freertos(part))
        expected = self._expected[part]
        try:
            ours = runner.run(self._programs.subject, expected)
        except runner.InterpreterFailed:
            return False
        return all(
            any(ours[scenario.name][0].agrees(outcome) for outcome in outcomes)
            for scenario, outcomes in expected.items()
        )

    def _of_freertos(self, part: int) -> dict[Scenario, list[Outcome]]:
        """Return some scenarios, and what FreeRTOS may do in each."""
        first = sum(SIZES[:part])
        scenarios = [generate(SEED, name) for name in range(first, first + SIZES[part])]
        inside = [scenario for scenario in scenarios if scenario.inside]
        at_once = runner.run(self._programs.oracle, scenarios, *runner.AT_ONCE)
        later = runner.run(self._programs.oracle, inside, *runner.LATER)
        return {
            scenario: at_once[scenario.name] + later.get(scenario.name, [])
            for scenario in scenarios
        }


def main() -> None:
    """Compare on the kernel that is named, with the options behind it."""
    sys.exit(Comparison(*sys.argv[1:], quick=True).differs())


if __name__ == "__main__":
    main()
