# SPDX-License-Identifier: Apache-2.0
"""Show where the two kernels part: the scenario, and both traces around the first difference."""

from dataclasses import dataclass
from itertools import zip_longest

from isochron.building import native
from isochron.differential import runner

BEFORE = 12
"""Lines of the common trace that are shown."""
AFTER = 4
"""Lines of each trace that are shown from the first difference on."""


@dataclass(frozen=True)
class Difference:
    """A scenario's traces on both kernels, up to little after the first difference."""

    scenario: str
    """Its text."""
    common: tuple[str, ...]
    """The last lines that are equal."""
    expected: tuple[str, ...]
    """What FreeRTOS does next."""
    found: tuple[str, ...]
    """What the kernel that is compared does next."""
    kernel: str
    """That kernel, one of ``native.SUBJECTS``."""

    @property
    def agrees(self) -> bool:
        """Whether the traces are equal to their ends."""
        return self.expected == self.found

    def text(self) -> str:
        """Return everything, to read and to run again."""
        lines = [self.scenario, *(f"  {line}" for line in self.common)]
        lines += [f"- {line}" for line in self.expected]
        lines += [f"+ {line}" for line in self.found]
        return "\n".join([*lines, "", "- FreeRTOS", f"+ {native.KERNELS[self.kernel].title}"])


def explain(programs: runner.Programs, scenario: str) -> Difference:
    """Return how a scenario differs; of FreeRTOS's traces the one that is equal for longest.

    Args:
        scenario: its text.
    """
    trace = runner.traces(programs.subject, scenario)[0]
    candidates = runner.traces(programs.oracle, scenario, *runner.AT_ONCE)
    if "\ninside " in scenario:
        candidates += runner.traces(programs.oracle, scenario, *runner.LATER)
    expected = max(candidates, key=lambda candidate: _common(candidate, trace))
    at = _common(expected, trace)
    return Difference(
        scenario,
        tuple(trace[max(0, at - BEFORE) : at]),
        tuple(expected[at : at + AFTER]),
        tuple(trace[at : at + AFTER]),
        programs.kernel,
    )


def _common(left: list[str], right: list[str]) -> int:
    """Return how many lines are equal at the beginning."""
    for at, (line, other) in enumerate(zip_longest(left, right)):
        if line != other:
            return at
    return len(left)
